// SPDX-License-Identifier: GPL-2.0-only
/* The workload of a run: its traffic and its name. */
#include <argz.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/infile.h"
#include "cli/out/complain.h"
#include "cli/out/progress.h"
#include "netsim/packet.h"
#include "run.h"

static int out_of_memory(void)
{
	complain("%s", strerror(ENOMEM));
	return exit_code(-ENOMEM);
}

bool workload_is_endless(const struct workload *workload)
{
	return !workload->messages && !workload->stencil.points && !workload->jobs &&
	       !workload->sending.pattern.count;
}

/* Whether a list has PUTs or zeros is known only when it has been read. */
unsigned int workload_facts(const struct workload *workload)
{
	const struct traffic_pattern *pattern = &workload->sending.pattern;
	unsigned int facts = FACT_PACKETS | FACT_DATA | FACT_PUTS;

	if (workload->several.argz)
		return facts | FACT_PATTERN | FACT_DRAWN | FACT_HOT | FACT_ZEROS | FACT_NO_JOB |
		       FACT_NO_LIST;
	facts |= FACT_SINGLE;
	if (workload->jobs && !workload->background)
		return facts | FACT_JOB | FACT_NO_LIST;
	facts |= FACT_NO_JOB;
	if (workload->messages)
		return facts | FACT_ZEROS;
	facts |= FACT_NO_LIST | (pattern->each.zero ? FACT_ZEROS : 0);
	if (workload->stencil.points)
		return facts | FACT_STENCIL;
	facts |= FACT_DRAWN | (pattern->kind->hot ? FACT_HOT : 0);
	if (workload->jobs)
		return facts | FACT_JOB;
	facts |= FACT_PATTERN;
	if (pattern->each.op != NET_PUT)
		facts &= ~FACT_PUTS;
	if (pattern->each.op == NET_RAW)
		facts &= ~FACT_DATA;
	return facts;
}

static void pattern_complete(const struct sending *sending, uint64_t until,
			     struct traffic_pattern *pattern)
{
	uint64_t bytes = sending->pattern.each.bytes;

	*pattern = sending->pattern;
	if (!pattern->until || pattern->until > until)
		pattern->until = until;
	if (pattern->each.op == NET_RAW) {
		pattern->each.phits = bytes ? bytes : NET_PACKET;
		pattern->each.bytes = 1;
	} else if (!bytes) {
		pattern->each.bytes = NET_PAYLOAD;
	}
	pattern->each.bte = mpi_bte(&mpi_cray, pattern->each.bytes);
}

static int pattern_failed(const struct traffic_pattern *pattern, int err, const char *why)
{
	complain("pattern %s: %s", pattern->kind->name, why);
	return exit_code(err);
}

/* Report transfers that would begin less often than a pattern can say, and what to change. */
static int refuse_rare(const struct sending *sending, const struct traffic_pattern *pattern)
{
	double over = pattern->gap / UINT32_MAX, fewer = pattern->each.bytes / over;
	char remedy[64];

	if (fewer >= 1)
		snprintf(remedy, sizeof(remedy), "%.0f bytes or less", floor(fewer * 0.99));
	else
		snprintf(remedy, sizeof(remedy), "a load of %.2g or more",
			 sending->load * over * 1.05);
	complain("pattern %s: a transfer of %ju bytes every %.3g s, of at most %.3g s: take %s",
		 pattern->kind->name, (uintmax_t)pattern->each.bytes,
		 pattern->gap * US_PER_CYCLE / 1e6, UINT32_MAX * US_PER_CYCLE / 1e6, remedy);
	return EXIT_USAGE;
}

static int pattern_refuse(const struct sending *sending, const struct traffic_pattern *pattern,
			  int err)
{
	if (err != -EINVAL)
		return pattern_failed(pattern, err, engine_why(err));
	if (!pattern->gap && pattern->sends)
		return pattern_failed(pattern, err, "none of these nodes sends to another one");
	if (pattern->gap < 1)
		return pattern_failed(pattern, err, "the load is too large");
	return refuse_rare(sending, pattern);
}

/* Process 0 finds the gap for all processes, because that takes memory for all links. */
static int gap_find(const struct sending *sending, const struct net_config *config,
		    struct traffic_pattern *pattern)
{
	union {
		double gap;
		uint64_t bits;
	} found = { 0 };
	int err = 0;

	if (processes_is_first(config->peers))
		err = traffic_gap(config, pattern, sending->limit, sending->load, &found.gap);
	err = -(int)processes_follow(config->peers, -err);
	found.bits = processes_follow(config->peers, found.bits);
	if (!err)
		pattern->gap = found.gap;
	return err;
}

/* Complete a pattern, and find its gap. */
static int pattern_prepare(const struct sending *sending, const struct net_config *config,
			   uint64_t until, uint64_t seed, struct traffic_pattern *pattern)
{
	const struct topo *topo = &config->fabric->topo;
	uint64_t bytes = sending->pattern.each.bytes;
	int err;

	pattern_complete(sending, until, pattern);
	pattern->seed = seed;
	if (sending->pattern.each.op == NET_RAW && bytes > NET_PACKET) {
		complain("--bytes %ju: a packet has at most %u phits", (uintmax_t)bytes,
			 NET_PACKET);
		return EXIT_USAGE;
	}
	if (pattern->kind->fits && !pattern->kind->fits(topo, pattern))
		return pattern_failed(pattern, -EINVAL, pattern->kind->needs);
	err = gap_find(sending, config, pattern);
	if (err == -EINVAL)
		return pattern_failed(pattern, err, "a transfer has too many packets");
	return err ? pattern_refuse(sending, pattern, err) : 0;
}

static int pattern_traffic(const struct workload *workload, const struct net_config *config,
			   uint64_t until, struct net_traffic *traffic)
{
	struct traffic_pattern pattern;
	int err, code = pattern_prepare(&workload->sending, config, until, config->seed,
					&pattern);

	if (code)
		return code;
	err = traffic_pattern(&config->fabric->topo, &pattern, traffic);
	return err ? pattern_refuse(&workload->sending, &pattern, err) : 0;
}

/* Report the pattern that has no traffic. */
static int several_refuse(const struct workload *workload, const struct traffic_pattern *list,
			  int err)
{
	unsigned int i = 0;

	while (err == -EINVAL && i + 1 < workload->count && list[i].gap >= 1 &&
	       list[i].gap <= UINT32_MAX)
		i++;
	return pattern_refuse(&workload->each[i], &list[i], err);
}

/* Each pattern draws random numbers of its own; the first's are a single pattern's. */
static int several_traffic(const struct workload *workload, const struct net_config *config,
			   uint64_t until, struct net_traffic *traffic)
{
	struct traffic_pattern *list = calloc(workload->count, sizeof(*list));
	int code = 0, err;

	if (!list)
		return out_of_memory();
	for (unsigned int i = 0; i < workload->count && !code; i++)
		code = pattern_prepare(&workload->each[i], config, until,
				       config->seed + ((uint64_t)i << 32), &list[i]);
	if (!code) {
		err = traffic_patterns(&config->fabric->topo, list, workload->count, traffic);
		code = err ? several_refuse(workload, list, err) : 0;
	}
	free(list);
	return code;
}

static struct stencil workload_stencil(const struct workload *workload,
				       const struct net_config *config)
{
	struct stencil stencil = workload->stencil;

	stencil.mpi = mpi_cray;
	stencil.seed = config->seed;
	return stencil;
}

static int stencil_failed(int err)
{
	static const char remedy[] = "give a smaller --grid, a larger --block or a larger machine";

	if (err == -EINVAL)
		complain("the stencil: 6, 26 or 27 points; a block must divide the grid; "
			 "boxes have sides up to 65536, cells 1 to 1048576 bytes, grids 2^28 ranks");
	else if (err == -E2BIG)
		complain("the stencil: more ranks than the machine has nodes for: %s", remedy);
	else if (err)
		complain("the stencil: %s", engine_why(err));
	return exit_code(err == -E2BIG ? -EINVAL : err);
}

/* Report two nodes without a path between them, if links have failed from the beginning. */
static int stencil_check_ways(const struct stencil *stencil, const uint32_t *place,
			      const struct net_config *config)
{
	struct stencil_gap gap;

	if (!config->fabric->failed || config->changes ||
	    !stencil_routes_left(stencil, place, config->fabric, &gap))
		return 0;
	complain("the stencil: no way is left between node %u and node %u: too much has failed",
		 gap.from, gap.to);
	return exit_code(-EHOSTUNREACH);
}

/* Make the traffic of a stencil, or put it into a flow engine. */
static int stencil_send(const struct workload *workload, const struct net_config *config,
			struct net_traffic *traffic, struct flow *flow)
{
	struct stencil stencil = workload_stencil(workload, config);
	const struct topo *topo = &config->fabric->topo;
	uint32_t *place = calloc(stencil_ranks(&stencil) + 1, sizeof(*place));
	int code, err;

	if (!place)
		return stencil_failed(-ENOMEM);
	err = stencil_place(&stencil, topo, place);
	code = err ? stencil_failed(err) : stencil_check_ways(&stencil, place, config);
	if (!code)
		code = stencil_failed(flow ? stencil_flow(&stencil, place, config, flow) :
				      stencil_traffic(&stencil, topo, traffic));
	free(place);
	return code;
}

/* Some options have a meaning for some lists only, which is known once a list has been read. */
static int check_list(const struct workload *workload, struct net_traffic *traffic)
{
	static const char *const options[] = { "put-response", "uncompressed" };
	unsigned int facts = FACT_PACKETS | FACT_SINGLE;
	struct given given = { 0 };
	int code;

	for (unsigned int i = 0; i < ARRAY_SIZE(options); i++) {
		if (given_has(&workload->given, options[i]))
			given_add(&given, options[i]);
	}
	facts |= (traffic->requests & 1u << NET_PUT) ? FACT_PUTS : 0;
	facts |= traffic_list_has_zeros(traffic) ? FACT_ZEROS : 0;
	code = facts_check_later(&given, facts);
	if (code)
		traffic_free(traffic);
	return code;
}

static int list_traffic(const struct workload *workload, const struct net_config *config,
			struct net_traffic *traffic)
{
	FILE *file = infile_text(workload->messages);
	struct traffic_error error;
	int err;

	if (!file)
		return EXIT_INPUT;
	err = traffic_list(file, workload->messages, config->fabric, &mpi_cray, traffic, &error);
	infile_close(file);
	if (!err)
		return check_list(workload, traffic);
	if (err != -EINVAL)
		return infile_failed(workload->messages, err);
	complain("%s:%lu: %s", error.file, error.line, error.reason);
	return EXIT_INPUT;
}

int workload_traffic(const struct workload *workload, const struct net_config *config,
		     uint64_t until, struct net_traffic *traffic)
{
	if (workload->messages)
		return list_traffic(workload, config, traffic);
	if (workload->stencil.points)
		return stencil_send(workload, config, traffic, NULL);
	if (workload->count)
		return several_traffic(workload, config, until, traffic);
	return pattern_traffic(workload, config, until, traffic);
}

/* Traffic whose progress is shown while the flow engine takes it, node by node. */
struct watched {
	const struct net_traffic *traffic;
	double nodes, until;
	uint32_t taken;
};

/* Look at the clock once in so many transfers: most take less time than that. */
#define GLANCE	1024

static bool next_watched(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct watched *watched = context;
	bool is = watched->traffic->next(watched->traffic->context, node, transfer);

	if (is && !(++watched->taken % GLANCE))
		progress_show((node + transfer->cycle / watched->until) / watched->nodes,
			      "%u of %.0f nodes", node, watched->nodes);
	return is;
}

static int flow_watched(struct flow *flow, const struct net_traffic *traffic,
			const struct net_config *config, uint64_t until)
{
	struct watched watched = {
		.traffic = traffic, .nodes = topo_nodes(&config->fabric->topo), .until = until,
	};
	struct net_traffic shown = *traffic;
	struct progress progress;
	int err;

	shown.next = next_watched;
	shown.context = &watched;
	progress_begin(&progress, 1);
	err = flow_run(flow, &shown, until);
	progress_end(&progress);
	return err;
}

int workload_flow(const struct workload *workload, const struct net_config *config,
		  uint64_t until, struct flow *flow)
{
	struct net_traffic traffic;
	int code, err;

	if (workload->stencil.points)
		return stencil_send(workload, config, NULL, flow);
	code = workload_traffic(workload, config, until, &traffic);
	if (code)
		return code;
	err = flow_watched(flow, &traffic, config, until);
	traffic_free(&traffic);
	return engine_failed(err);
}

/* --- all traffic of a run --- */

static int jobs_open(struct run_traffic *sent, const struct workload *workload,
		     const struct net_config *config)
{
	sent->ranks = calloc(1, sizeof(*sent->ranks));
	if (!sent->ranks)
		return out_of_memory();
	return ranks_open(sent->ranks, workload->job, workload->jobs, config->fabric,
			  config->seed, &sent->closed);
}

int run_traffic_open(struct run_traffic *sent, const struct workload *workload,
		     const struct net_config *config, uint64_t until)
{
	const struct topo *topo = &config->fabric->topo;
	int code = 0;

	*sent = (struct run_traffic){ 0 };
	if (workload->jobs)
		code = jobs_open(sent, workload, config);
	if (!code && (!workload->jobs || workload->background))
		code = workload_traffic(workload, config, until, &sent->open);
	if (code)
		return code;
	if (!workload->jobs)
		sent->traffic = sent->open;
	else if (!workload->background)
		sent->traffic = sent->closed;
	else if (traffic_beside(topo, &sent->closed, &sent->open, &sent->traffic))
		return out_of_memory();
	return 0;
}

void run_traffic_close(struct run_traffic *sent)
{
	if (sent->ranks && sent->open.context)
		traffic_free(&sent->traffic);
	traffic_free(&sent->open);
	if (sent->ranks)
		ranks_close(sent->ranks);
	free(sent->ranks);
}

/* --- its name --- */

static void pattern_name(const struct workload *workload, char *text, size_t size)
{
	static const char *const ops[] = {
		[NET_PUT] = "PUTs", [NET_GET] = "GETs", [NET_RAW] = "raw",
	};
	struct traffic_pattern pattern;
	bool raw = workload->sending.pattern.each.op == NET_RAW;

	pattern_complete(&workload->sending, 0, &pattern);
	snprintf(text, size, "%s, %s of %ju %s, load %s%g", pattern.kind->name,
		 ops[pattern.each.op], (uintmax_t)(raw ? pattern.each.phits : pattern.each.bytes),
		 raw ? "phits" : "B", workload->sending.limit == TRAFFIC_NIC ? "nic:" : "",
		 workload->sending.load);
}

/*
 * Describe jobs, as far as there is room: "jobs one, two, beside uniform, PUTs of 64 B, load 0.3".
 */
static void jobs_name(const struct workload *workload, char *text, size_t size)
{
	size_t used = snprintf(text, size, workload->jobs > 1 ? "jobs" : "job");

	for (unsigned int i = 0; i < workload->jobs && used < size; i++)
		used += snprintf(text + used, size - used, "%s %s", i ? "," : "", workload->job[i]);
	if (!workload->background || used >= size)
		return;
	used += snprintf(text + used, size - used, ", beside ");
	if (used < size)
		pattern_name(workload, text + used, size - used);
}

/* Join the arguments of --traffic, as far as there is room. */
static void several_name(const struct workload *workload, char *text, size_t size)
{
	const struct option_list *list = &workload->several;
	size_t used = 0;
	char *next = NULL;

	while ((next = argz_next(list->argz, list->size, next)) && used < size)
		used += snprintf(text + used, size - used, "%s%s", used ? ", " : "", next);
}

void workload_name(const struct workload *workload, char *text, size_t size)
{
	const struct stencil *stencil = &workload->stencil;
	char block[48] = "at random";

	if (workload->several.argz) {
		several_name(workload, text, size);
	} else if (workload->jobs) {
		jobs_name(workload, text, size);
	} else if (workload->messages) {
		snprintf(text, size, "messages of %s", workload->messages);
	} else if (stencil->points) {
		if (!stencil->random)
			snprintf(block, sizeof(block), "%ux%ux%u a node", stencil->node[0],
				 stencil->node[1], stencil->node[2]);
		snprintf(text, size, "%u-point stencil on %ux%ux%u ranks, %s", stencil->points,
			 stencil->grid[0], stencil->grid[1], stencil->grid[2], block);
	} else {
		pattern_name(workload, text, size);
	}
}
