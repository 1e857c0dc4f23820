// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-sim probe: measures the cost of a message on a simulated machine as on a real one. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/hardware/machines.h"
#include "cli/options.h"
#include "cli/out/complain.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "cli/out/progress.h"
#include "cli/probes/probes.h"
#include "machine/engine.h"
#include "netsim/job/job.h"
#include "netsim/routing/route.h"
#include "sim.h"

#define PS_PER_NS	1000.
#define NOWHERE	UINT32_MAX

/* Up to this many nodes, the mean distance is taken over all pairs; above, from one node only. */
#define NODES_ALL	1024

/* The arguments, the probes and their measured times. */
struct probing {
	struct machine machine;
	uint32_t place[PROBE_RANKS]; /* node that measures, and the other one or NOWHERE */
	struct probe_plan plan; /* delay 0: chosen after the first probe */
	bool csv; /* print the times instead of the fitted parameters */
	struct probe set[PROBE_SET];
	struct fit_probe times[PROBE_SET];
};

static const struct option_row rows[] = {
	{ .help = "The probes:", .group = 1 },
	{ "from", 0, "NODE", 1, "who measures; default 0",
	  OPTION_NUMBER(struct probing, place[0], 0, UINT32_MAX) },
	{ "to", 0, "NODE", 1,
	  "the other one; default: the first that is as far away as nodes are on the average",
	  OPTION_NUMBER(struct probing, place[1], 0, UINT32_MAX) },
	{ "bytes", 0, "N", 1, "of a short message, up to 1GiB; default 8",
	  OPTION_BYTES(struct probing, plan.bytes, 0, 1 << 30) },
	{ "long", 0, "N", 1,
	  "of a long one, more than --bytes, up to 512MiB; another is twice as long; default 64KiB",
	  OPTION_BYTES(struct probing, plan.long_bytes, 0, 1 << 29) },
	{ "burst", 0, "N", 1, "messages of a burst, 2 to 1024; default 16",
	  OPTION_NUMBER(struct probing, plan.burst, 2, 1024) },
	{ "delay", 0, "TIME", 1,
	  "how long to compute before an answer is received; default four ways there and back",
	  OPTION_TIME(struct probing, plan.delay, 0, UINT64_MAX) },
	{ "csv", 0, NULL, 1, "times of the probes, for `gpcd-sim model fit'",
	  OPTION_FLAG(struct probing, csv) },
	{ 0 }
};

static int check_probing(struct options_state *state, void *input)
{
	const struct probing *probing = input;

	if (probing->plan.long_bytes <= probing->plan.bytes)
		return options_reject(state, "--long: more than --bytes, which is %ju",
				      (uintmax_t)probing->plan.bytes);
	return 0;
}

static const struct options_part parts[] = {
	OPTIONS_PART(struct probing, machine, &machine_options), { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.check = check_probing,
	.doc = "Find what a message costs on a simulated machine, o_s, o_r, L, g and G of the\n"
	       "LogP models, by the probes of gm-measure, beside what the machine's file says.\n"
	       "\vNothing else is on the machine. `gpcd-sim model fit' reads what --csv prints.",
};

/* --- the machine --- */

/* The machine is described, and, if it switches packets, built. */
static unsigned int nodes_a_chip(const struct machine *machine)
{
	return machine_switches_worms(machine) ? machine->hardware.nodes :
						 topo_nics(&machine->fabric.topo);
}

static uint32_t node_count(const struct machine *machine)
{
	return machine->fabric.topo.chips * nodes_a_chip(machine);
}

/* Return the number of links between chips on a path, in the machine without failures. */
static unsigned int hops_between(const struct machine *machine, uint32_t from, uint32_t to)
{
	const struct topo *topo = &machine->fabric.topo;
	unsigned int nodes = nodes_a_chip(machine), src = from / nodes, dst = to / nodes;

	return topo_distance(topo, src, dst, net_bridge_whole(topo, src, dst));
}

static int time_worms(const struct machine *machine, const struct program *program,
		      const uint32_t *place, double *ns)
{
	struct worm_config network;
	struct host_config host;
	struct host_result result;
	struct worm *worm;
	const char *why;
	int err;

	machines_worm(&machine->hardware, &network);
	machines_host(&machine->hardware, &host);
	why = host_refusal(program, place, NULL, &network, &host);
	if (why) {
		complain("--machine %s: %s", machine->file, why);
		return EXIT_USAGE;
	}
	err = worm_new(&network, &worm);
	if (err)
		return complain_error("the network", err);
	err = host_run(program, place, NULL, worm, &host, &result);
	worm_free(worm);
	if (err)
		return complain_error("the program", err);
	*ns = result.rank[0].end / PS_PER_NS;
	host_result_free(&result);
	return 0;
}

static int time_packets(const struct machine *machine, const struct program *program,
			const uint32_t *place, double *ns)
{
	const struct net_config config = engine_config(machine);
	struct net_traffic traffic;
	struct net *net = NULL;
	struct job *job;
	int err;

	err = job_new(program, &machine->fabric, place, &mpi_cray, &job, &traffic);
	if (err)
		return complain_error("the program", err);
	err = net_new(&config, &traffic, &net);
	if (!err)
		err = net_run(net, NET_FOREVER);
	if (!err)
		err = job_error(job);
	*ns = job_end_of(job, 0, 1) * NS_PER_CYCLE;
	net_free(net);
	job_free(job);
	return engine_failed(err);
}

/*
 * Find the ns from the start to the end of the last operation of a program's first rank; place is
 * by rank. Return the exit code; errors are reported.
 */
static int time_program(const struct machine *machine, const struct program *program,
			const uint32_t *place, double *ns)
{
	return machine_switches_worms(machine) ? time_worms(machine, program, place, ns) :
						 time_packets(machine, program, place, ns);
}

static int find_machine(struct machine *machine)
{
	int code = machine_describe(machine);

	if (code)
		return code;
	if (!machine_switches_worms(machine))
		return machine_build(machine);
	if (!machine->failed.argz && !machine->degraded.argz)
		return 0;
	complain("--%s: this machine switches worms, and that is for packets: leave it out",
		 machine->failed.argz ? "fail" : "degrade");
	return EXIT_USAGE;
}

/* --- the two nodes --- */

/* Mean distance in links from the nodes first..last to all other nodes. */
static double mean_hops(const struct machine *machine, uint32_t first, uint32_t last)
{
	uint32_t nodes = node_count(machine);
	double sum = 0;

	for (uint32_t from = first; from <= last; from++) {
		for (uint32_t to = 0; to < nodes; to++)
			sum += hops_between(machine, from, to);
	}
	return sum / (last - first + 1) / (nodes - 1);
}

/*
 * Return the node on another chip whose distance is nearest to the mean, the first if several are.
 * If all nodes are on one chip, return any other node. In a mesh the mean depends on the starting
 * node.
 */
static uint32_t usual_node(const struct machine *machine, uint32_t from)
{
	uint32_t nodes = node_count(machine), found = !from;
	bool all = nodes <= NODES_ALL;
	double mean = mean_hops(machine, all ? 0 : from, all ? nodes - 1 : from), off,
	       least = INFINITY;
	unsigned int hops;

	for (uint32_t node = 0; node < nodes; node++) {
		hops = hops_between(machine, from, node);
		off = fabs(hops - mean);
		if (!hops || off >= least)
			continue;
		least = off;
		found = node;
	}
	return found;
}

static int find_nodes(struct probing *probing)
{
	uint32_t nodes = node_count(&probing->machine), *place = probing->place;

	if (nodes < PROBE_RANKS) {
		complain("a message needs two nodes, and the machine has one");
		return EXIT_USAGE;
	}
	if (place[0] >= nodes || (place[1] >= nodes && place[1] != NOWHERE)) {
		complain("--%s %u: the machine has nodes 0 to %u",
			 place[0] >= nodes ? "from" : "to", place[place[0] < nodes], nodes - 1);
		return EXIT_USAGE;
	}
	if (place[0] == place[1]) {
		complain("--from and --to are both node %u: a message needs two", place[0]);
		return EXIT_USAGE;
	}
	if (place[1] == NOWHERE)
		place[1] = usual_node(&probing->machine, place[0]);
	return 0;
}

/* --- the probes --- */

static int run_probe(struct probing *probing, unsigned int number)
{
	const struct probe *probe = &probing->set[number];
	struct fit_probe *time = &probing->times[number];
	struct program *program;
	double ns = 0;
	int err = probe_program(probe, &program), code;

	if (err)
		return complain_error("a probe", err);
	code = time_program(&probing->machine, program, probing->place, &ns);
	program_free(program);
	if (code)
		return code;
	*time = (struct fit_probe){
		.kind = (enum fit_kind)probe->kind, .bytes = probe->bytes, .count = probe->count,
		.delay = probe->delay, .time = { ns, ns, ns },
	};
	return 0;
}

/* The first probe is a ping; its time determines the delay of the others, unless one was given. */
static int run_probes(struct probing *probing)
{
	struct progress progress;
	int code = 0;

	progress_begin(&progress, 1);
	probe_set(&probing->plan, probing->set);
	for (unsigned int i = 0; i < PROBE_SET && !code; i++) {
		progress_show((double)i / PROBE_SET, "%u of %u probes", i, PROBE_SET);
		code = run_probe(probing, i);
		if (i || probing->plan.delay)
			continue;
		probing->plan.delay = 4 * probing->times[0].time.ns + 1000;
		probe_set(&probing->plan, probing->set);
	}
	progress_end(&progress);
	return code;
}

/* --- output --- */

static const struct column columns[] = {
	{ "parameter", COLUMN_TEXT, false },
	{ "value", COLUMN_REAL, false },
	{ "file", COLUMN_REAL, false },
	{ "percent", COLUMN_REAL, false },
	{ "unit", COLUMN_TEXT, false },
};

/* Add a row: the value, the machine file's value if it has the key, the difference in percent. */
static void add_parameter(struct table *table, const struct probing *probing, const char *name,
			  double ns, const char *key, uint64_t ps)
{
	const struct hardware *hardware = &probing->machine.hardware;
	double said = ps / 1000.;

	table_add(table, "%s", name);
	table_add(table, "%.4f", ns);
	if (probing->machine.described && hardware_is_given(hardware, key)) {
		table_add(table, "%.4f", said);
		if (ps)
			table_add(table, "%.2f", 100 * (ns - said) / said);
		else
			table_skip(table);
	} else {
		table_skip(table);
		table_skip(table);
	}
	table_add(table, "%s", strcmp(name, "G") ? "ns" : "ns/B");
}

static int print_parameters(const struct probing *probing, const struct fit_ends *ends)
{
	const struct hardware_host *host = &probing->machine.hardware.host;
	bool is_long = probing->plan.bytes >= host->long_bytes && probing->machine.described;
	char title[128];
	struct table table = {
		.name = "parameters", .title = title, .columns = columns,
		.ncolumns = ARRAY_SIZE(columns),
	};

	snprintf(title, sizeof(title), "nodes %u and %u, %u links apart", probing->place[0],
		 probing->place[1],
		 hops_between(&probing->machine, probing->place[0], probing->place[1]));
	add_parameter(&table, probing, "o_s", ends->send.ns,
		      is_long ? "host.long-send" : "host.send",
		      is_long ? host->long_send_ps : host->send_ps);
	add_parameter(&table, probing, "o_r", ends->recv.ns,
		      is_long ? "host.long-recv" : "host.recv",
		      is_long ? host->long_recv_ps : host->recv_ps);
	add_parameter(&table, probing, "L", ends->latency.ns,
		      is_long ? "host.long-latency" : "host.latency",
		      is_long ? host->long_latency_ps : host->latency_ps);
	add_parameter(&table, probing, "g", ends->gap.ns, "host.gap", host->gap_ps);
	add_parameter(&table, probing, "G", ends->byte.ns, "host.byte", host->byte_ps);
	return table_print(&table);
}

/* Print the times as one record, so that they are written whole or not at all. */
static int print_times(const struct probing *probing)
{
	struct out out = { 0 };
	char *text = NULL;
	size_t size;
	FILE *stream = open_memstream(&text, &size);

	if (!stream)
		return complain_error("probes", -errno);
	fprintf(stream, "%s\n", PROBES_HEAD);
	for (unsigned int i = 0; i < PROBE_SET; i++)
		probes_write(stream, &probing->set[i], &probing->times[i].time);
	if (fclose(stream)) {
		free(text);
		return complain_error("probes", -errno);
	}
	out_bytes(&out, text, size);
	free(text);
	out_record(&out);
	return out_end(&out);
}

static int print_probes(const struct probing *probing)
{
	struct fit_ends ends;
	const char *wrong;

	if (probing->csv)
		return print_times(probing);
	wrong = fit_ends(probing->times, PROBE_SET, &ends);
	if (!wrong)
		return print_parameters(probing, &ends);
	complain("%s: another --delay", wrong);
	return EXIT_USAGE;
}

int cmd_probe(int argc, char **argv)
{
	struct probing probing = {
		.machine = { .usual = "torus:" MACHINE_SIZE, .class = -1 },
		.place = { 0, NOWHERE },
		.plan = { .bytes = 8, .long_bytes = 1 << 16, .burst = 16 },
	};
	int code;

	options_parse(&options, argc, argv, &probing);
	code = find_machine(&probing.machine);
	if (!code)
		code = find_nodes(&probing);
	if (!code)
		code = run_probes(&probing);
	if (!code)
		code = print_probes(&probing);
	machine_free(&probing.machine);
	return code;
}
