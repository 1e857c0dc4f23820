// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-sim ugni: runs programs that call uGNI on a simulated machine, in virtual time. */
#include <argz.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "calls.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/parse.h"
#include "cli/wait/wait.h"
#include "machine/processes.h"
#include "sim.h"

#define MACHINE_DEFAULT	"dragonfly:4x2x2"
#define TIMEOUT_DEFAULT	60000		/* ms */
#define NS_PER_MS	1000000ull
#define TIMEOUT_MOST	86400000000000ull

/* The arguments. */
struct ugni_job {
	struct world world;
	struct machine machine;
	struct drive drive;
	const char *nodes; /* list of nodes, or NULL: the first ones */
};

static int parse_compute(const char *arg, void *field)
{
	double *factor = field;

	if (!strcmp(arg, "none"))
		*factor = 0;
	else if (!strcmp(arg, "cpu"))
		*factor = 1;
	else if (parse_real(arg, factor) || *factor <= 0 || *factor > 1e6)
		return -EINVAL;
	return 0;
}

static int parse_timeout(const char *arg, void *ms)
{
	uint64_t ns;

	if (parse_time(arg, &ns) || ns < NS_PER_MS || ns > TIMEOUT_MOST)
		return -EINVAL;
	*(int *)ms = ns / NS_PER_MS;
	return 0;
}

static const struct option_row rows[] = {
	{ "ranks", 'n', "N", 0, "processes, 1 to 64; default 2",
	  OPTION_NUMBER(struct ugni_job, world.ranks, 1, UGNI_RANKS) },
	{ "nodes", 0, "LIST", 0, "nodes of the processes, in order, 0,4,8; default: 0, 1, 2 ...",
	  OPTION_TEXT(struct ugni_job, nodes) },
	{ "compute", 0, "HOW", 0,
	  "what a process computes takes no virtual time: none (default); its processor time: cpu; or FACTOR times that",
	  OPTION_CALL(struct ugni_job, world.compute, parse_compute) },
	{ "timeout", 0, "TIME", 0,
	  "a process that makes no call for so long ends the job, 1ms to 1 day; default 60s",
	  OPTION_CALL(struct ugni_job, world.timeout, parse_timeout) },
	{ "output", 'o', "FOLDER", 0,
	  "image files of the chips that have processes, as run --image writes them",
	  OPTION_TEXT(struct ugni_job, drive.folder) },
	{ 0 }
};

static const struct options_part parts[] = {
	OPTIONS_PART(struct ugni_job, machine, &machine_options), { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_COMMAND(struct ugni_job, world.command, "a program is missing"),
	.args_doc = "PROGRAM [ARG...]",
	.doc = "Run a program that calls uGNI on a simulated machine, in virtual time.\n"
	       "\n"
	       "Each process has a clock that moves in calls only, and one runs at a time: the\n"
	       "one with the smallest clock. What they send goes through the network. The\n"
	       "program finds libugni.so.0, and in GPCD_DEVICE the image of its NIC, with the\n"
	       "counters of that instant.\n"
	       "\v  gpcd-sim ugni -n 4 --dragonfly 4x2x2 --output images ./program\n"
	       "\n"
	       "The exit code is from the first process that fails, 128 and more after a\n"
	       "signal, 127 if the program cannot be started.",
};

/* --- processes on nodes --- */

static int bad_nodes(const struct ugni_job *job)
{
	uint32_t nodes = topo_nodes(&job->machine.fabric.topo);

	if (job->nodes)
		complain("--nodes %s: %u numbers below %u, each once, 0,4,8", job->nodes,
			 job->world.ranks, nodes);
	else
		complain("-n %u: the machine has %u nodes: name a larger one", job->world.ranks,
			 nodes);
	return EXIT_USAGE;
}

static int set_node(struct ugni_job *job, uint32_t rank, unsigned long node)
{
	struct world *world = &job->world;
	uint32_t nodes = topo_nodes(&job->machine.fabric.topo);

	if (node >= nodes || world->owner[node] != UGNI_NONE)
		return bad_nodes(job);
	world->owner[node] = rank;
	world->rank[rank].node = node;
	return 0;
}

static int place_ranks(struct ugni_job *job)
{
	uint32_t nodes = topo_nodes(&job->machine.fabric.topo);
	const char *text = job->nodes;
	char *end;
	int code = 0;

	job->world.owner = calloc(nodes, sizeof(*job->world.owner));
	if (!job->world.owner)
		return complain_error("nodes", -ENOMEM);
	for (uint32_t i = 0; i < nodes; i++)
		job->world.owner[i] = UGNI_NONE;
	for (uint32_t i = 0; i < job->world.ranks && !code; i++) {
		if (!text) {
			code = set_node(job, i, i);
			continue;
		}
		if (!isdigit((unsigned char)*text))
			return bad_nodes(job);
		code = set_node(job, i, strtoul(text, &end, 10));
		if (!code && *end != (i + 1 < job->world.ranks ? ',' : '\0'))
			code = bad_nodes(job);
		text = end + 1;
	}
	return code;
}

/* --- images --- */

static bool has_chip(const struct drive *drive, const char *name)
{
	char *entry = NULL;

	while ((entry = argz_next(drive->chips.argz, drive->chips.size, entry))) {
		if (!strcmp(entry, name))
			return true;
	}
	return false;
}

static int pick_chips(struct ugni_job *job)
{
	const struct topo *topo = &job->machine.fabric.topo;
	struct drive *drive = &job->drive;
	char name[MACHINE_NAME];
	unsigned int chip;

	for (uint32_t i = 0; i < job->world.ranks; i++) {
		chip = topo_node_chip(topo, job->world.rank[i].node);
		machine_chip_name(&job->machine, chip, name);
		if (!has_chip(drive, name) &&
		    argz_add(&drive->chips.argz, &drive->chips.size, name))
			return complain_error("images", -ENOMEM);
	}
	return 0;
}

/* Processes may change their working directory, so make the folder's path absolute. */
static int images_open(struct ugni_job *job)
{
	static char folder[PATH_MAX];
	int code = pick_chips(job);

	if (!code)
		code = drive_check(&job->drive, &job->machine);
	if (!code)
		code = drive_open(&job->drive, &job->machine);
	if (code)
		return code;
	job->world.images = true;
	if (!realpath(job->drive.folder, folder))
		return complain_error(job->drive.folder, -errno);
	job->drive.folder = folder;
	return 0;
}

/* --- the job --- */

/* Let programs find this build's libugni, if there is one; otherwise the installed one. */
static int set_library_path(void)
{
	const char *before = getenv("LD_LIBRARY_PATH");
	char self[PATH_MAX], path[2 * PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (length < 0)
		return 0;
	self[length] = '\0';
	*strrchr(self, '/') = '\0';
	snprintf(path, sizeof(path), "%s/lib/libugni.so.0", self);
	if (access(path, R_OK))
		return 0;
	snprintf(path, sizeof(path), "%s/lib%s%s", self, before ? ":" : "", before ? before : "");
	return setenv("LD_LIBRARY_PATH", path, 1) ? complain_error("environment", -errno) : 0;
}

static int build_world(struct ugni_job *job)
{
	struct world *world = &job->world;
	struct net_config config;
	struct net_traffic traffic;
	int code = machine_build(&job->machine), err;

	if (!code)
		code = place_ranks(job);
	if (!code && job->drive.folder)
		code = images_open(job);
	if (!code)
		code = set_library_path();
	if (code)
		return code;
	config = engine_config(&job->machine);
	config.nics = world->images;
	traffic = transfer_traffic(world);
	world->machine = &job->machine;
	world->drive = &job->drive;
	err = engine_event(&world->engine, &job->machine, &config, &traffic);
	return engine_failed(err);
}

int cmd_ugni(int argc, char **argv)
{
	struct ugni_job job = {
		.machine = { .usual = MACHINE_DEFAULT, .class = -1 },
		.world = { .ranks = 2, .timeout = TIMEOUT_DEFAULT },
	};
	int code = processes_refuse("ugni"), lost;

	if (code)
		return code;
	options_parse(&options, argc, argv, &job);
	signal(SIGCHLD, SIG_DFL);
	sigprocmask(SIG_SETMASK, NULL, &job.world.mask);
	stop_catch();
	code = build_world(&job);
	if (!code)
		code = world_run(&job.world);
	world_free(&job.world);
	engine_free(&job.world.engine);
	lost = drive_close(&job.drive);
	free(job.world.owner);
	machine_free(&job.machine);
	stop_heeded();
	return code ? code : lost;
}
