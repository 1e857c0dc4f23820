// SPDX-License-Identifier: GPL-2.0-only
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/out/complain.h"
#include "cli/parse.h"
#include "engine.h"
#include "processes.h"

/* What a launcher tells its processes, and the library for its MPI. */
static const struct launcher {
	const char *count, *number, *on_host; /* variables of the environment */
	const char *library;
} launchers[] = {
	{ "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_LOCAL_RANK",
	  "libgpcd-sim-openmpi.so" },
	{ "PMI_SIZE", "PMI_RANK", "MPI_LOCALRANKID", "libgpcd-sim-mpich.so" },
};

static const struct net_transport *transport;
static struct net_peers joined;

/* Find the launcher of several processes; NULL: this one is alone. */
static const struct launcher *launcher_find(unsigned int *count, unsigned int *number)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(launchers); i++) {
		const char *all = getenv(launchers[i].count), *own = getenv(launchers[i].number);

		if (all && own && !parse_between(all, 2, UINT32_MAX, count) &&
		    !parse_between(own, 0, *count - 1, number))
			return &launchers[i];
	}
	*count = 1;
	*number = 0;
	return NULL;
}

unsigned int processes_started(unsigned int *number)
{
	unsigned int count;

	launcher_find(&count, number);
	return count;
}

/* Later messages begin with the number of this process and its host. */
static void process_name(unsigned int number)
{
	static char name[256];
	char host[64] = "?";

	gethostname(host, sizeof(host) - 1);
	snprintf(name, sizeof(name), "%s, process %u on %s", complain_name(), number, host);
	complain_as(name);
}

void processes_hush(void)
{
	unsigned int count, number;
	const struct launcher *launcher = launcher_find(&count, &number);
	const char *on_host = number ? getenv(launcher->on_host) : "0";
	FILE *nowhere;

	if (number)
		process_name(number);
	if (on_host && !strcmp(on_host, "0"))
		return;
	nowhere = fopen("/dev/null", "w");
	if (nowhere)
		complain_to(nowhere);
}

static int library_failed(const char *why)
{
	complain("%s: install this MPI's library (make install-peers), or start without mpirun",
		 why);
	return EXIT_RUNTIME;
}

int processes_join(const struct net_peers **peers, int code)
{
	unsigned int count, number;
	const struct launcher *launcher = launcher_find(&count, &number);
	void *library;

	if (!launcher)
		return code;
	/* Components of an MPI look for its symbols among the global ones. */
	library = dlopen(launcher->library, RTLD_NOW | RTLD_GLOBAL);
	if (!library)
		return library_failed(dlerror());
	transport = dlsym(library, "net_transport");
	if (!transport || strcmp(transport->version, GPCD_VERSION))
		return library_failed("the library is of another version than gpcd-sim");
	transport->open(&joined);
	*peers = &joined;
	return processes_agree(*peers, code);
}

int processes_begin(const struct net_peers *peers, int code)
{
	code = processes_agree(peers, code);
	complain_to(NULL);
	return code;
}

void processes_leave(const struct net_peers *peers)
{
	if (peers)
		transport->close(&joined);
}

bool processes_is_first(const struct net_peers *peers)
{
	return !peers || !peers->number;
}

/* The first process of those with the greatest code is named. */
int processes_agree(const struct net_peers *peers, int code)
{
	struct net_vote vote = { 0 };
	unsigned int failed;

	if (!peers)
		return code;
	if (code)
		vote.most[0] = (uint64_t)code << 32 | (NET_PEERS - peers->number);
	peers->exchange(peers->context, NULL, 0, &vote);
	failed = NET_PEERS - (uint32_t)vote.most[0];
	if (vote.most[0] && !code && !peers->number)
		complain("process %u has failed, so all end", failed);
	return vote.most[0] >> 32;
}

uint64_t processes_follow(const struct net_peers *peers, uint64_t says)
{
	struct net_vote vote = { 0 };

	if (!peers)
		return says;
	if (!peers->number)
		vote.most[0] = says;
	peers->exchange(peers->context, NULL, 0, &vote);
	return vote.most[0];
}

bool processes_any(const struct net_peers *peers, bool says)
{
	struct net_vote vote = { .most = { says } };

	if (peers)
		peers->exchange(peers->context, NULL, 0, &vote);
	return vote.most[0];
}

int processes_fit(unsigned int chips)
{
	unsigned int number, count = processes_started(&number);

	if (count <= chips)
		return 0;
	complain("%u processes for %u chips: take mpirun -n %u at most", count, chips, chips);
	return EXIT_USAGE;
}

int processes_refuse(const char *command)
{
	unsigned int number;

	if (processes_started(&number) == 1)
		return 0;
	processes_hush();
	complain("%s: not with several processes: start it alone, without mpirun", command);
	return EXIT_USAGE;
}

static void row_fill(const struct engine *engine, struct process_row *row)
{
	unsigned int first, end;
	struct net_cost cost;
	struct rusage usage;

	gethostname(row->host, sizeof(row->host) - 1);
	getrusage(RUSAGE_SELF, &usage);
	net_part(engine->net, &first, &end);
	net_cost(engine->net, &cost);
	row->chips = end - first;
	row->neighbours = cost.neighbours;
	row->exchanges = cost.exchanges;
	row->messages = cost.messages;
	row->bytes = cost.bytes;
	row->waited = cost.waited;
	row->resident = usage.ru_maxrss;
}

int processes_rows(const struct engine *engine, struct process_row **rows, size_t *count)
{
	const struct net_peers *peers = engine->config.peers;
	struct process_row *own = calloc(1, sizeof(*own));
	int code = processes_agree(peers, engine_failed(own ? 0 : -ENOMEM));

	*rows = own;
	*count = 1;
	if (!code)
		row_fill(engine, own);
	if (code || !peers)
		return code;
	*rows = peers->gather(peers->context, own, sizeof(*own), false, count);
	*count /= sizeof(*own);
	free(own);
	return 0;
}
