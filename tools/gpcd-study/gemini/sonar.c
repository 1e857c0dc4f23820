// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-study sonar: what transfers through an empty Cielo do to its counters. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/out/complain.h"
#include "cli/out/format.h"
#include "cli/pick.h"
#include "netsim/traffic/traffic.h"
#include "runner/run.h"
#include "machine/engine.h"
#include "runner/results.h"
#include "studies.h"

/* A transfer. */
struct ping {
	uint32_t node; /* issues the transfer */
	struct net_transfer transfer;
	bool sent; /* it has been issued */
};

/* --- transfers through an empty network --- */

/* Context of the traffic. */
struct pings {
	struct ping *pings;
	unsigned int count;
};

static bool pings_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct pings *all = context;
	struct ping *ping;

	for (unsigned int i = 0; i < all->count; i++) {
		ping = &all->pings[i];
		if (ping->node != node || ping->sent)
			continue;
		ping->sent = true;
		*transfer = ping->transfer;
		return true;
	}
	return false;
}

/*
 * Send transfers, in the order in which a node issues them, through an empty network until all have
 * arrived. engine receives the network with its counters; call engine_free() in any case. Return
 * the exit code; errors are reported.
 */
static int pings_send(struct engine *engine, const struct machine *machine, struct ping *pings,
		      unsigned int count)
{
	struct pings all = { .pings = pings, .count = count };
	struct net_traffic traffic = { .next = pings_next, .context = &all };
	struct net_config config = engine_config(machine);
	struct net_totals totals;
	int err;

	for (unsigned int i = 0; i < count; i++)
		traffic.requests |= 1u << pings[i].transfer.op;
	err = engine_event(engine, machine, &config, &traffic);
	if (!err) {
		err = net_run(engine->net, NET_FOREVER);
		net_totals(engine->net, &totals);
		engine->cycles = totals.last;
	}
	if (err)
		complain("%s", engine_why(err));
	return exit_code(err);
}

#define MIB		1048576
#define LARGEST		(4u << 20)
#define PATH_TEXT	256

static uint32_t node_of_coord(const struct machine *machine, const unsigned int coord[TOPO_DIMS])
{
	return topo_node(&machine->fabric.topo, topo_chip(&machine->fabric.topo, coord), 0);
}

/* The first node of a chip, and of its neighbour in X+. */
static uint32_t first_node(const struct machine *machine)
{
	static const unsigned int coord[TOPO_DIMS] = { 0 };

	return node_of_coord(machine, coord);
}

static uint32_t neighbour_node(const struct machine *machine)
{
	static const unsigned int coord[TOPO_DIMS] = { 1 };

	return node_of_coord(machine, coord);
}

/* Sum a counter of a chip over its links to other chips: what it received from them. */
static double received(const struct engine *engine, unsigned int chip, enum net_counter counter)
{
	uint64_t sum = 0;

	for (unsigned int port = 0; port < GEMINI_HOST; port++)
		sum += engine_count(engine, chip, port, counter);
	return sum;
}

/* Return a counter of a chip's host link: what the nodes of the chip sent. */
static double sent(const struct engine *engine, unsigned int chip, enum net_counter counter)
{
	return engine_count(engine, chip, GEMINI_HOST, counter);
}

/* --- single transfers --- */

static void add_transfer(struct results *results, struct result *result, const char *name,
			 const struct engine *engine, unsigned int from, unsigned int to)
{
	const double numbers[] = {
		sent(engine, from, NET_VC0_PACKETS), sent(engine, from, NET_VC0_PHITS),
		sent(engine, to, NET_VC1_PACKETS), sent(engine, to, NET_VC1_PHITS),
	};

	result_text(results, result, "%s", name);
	result_numbers(results, result, numbers, ARRAY_SIZE(numbers));
}

static int sonar_transfers(void *data, struct results *results)
{
	static const struct {
		const char *name;
		struct net_transfer transfer;
	} each[] = {
		{ "put", { .op = NET_PUT, .bytes = 64 } },
		{ "get", { .op = NET_GET, .bytes = 64 } },
		{ "zeros", { .op = NET_PUT, .bytes = MIB, .zero = true } },
		{ "random", { .op = NET_PUT, .bytes = MIB } },
	};
	struct result *result = results_begin(results, "transfers",
		"name requests request_phits responses response_phits");
	const struct machine *machine = data;
	uint32_t src = first_node(machine), dst = neighbour_node(machine);
	int code = 0;

	for (size_t i = 0; i < ARRAY_SIZE(each) && !code; i++) {
		struct ping ping = { .node = src, .transfer = each[i].transfer };
		struct engine engine;

		ping.transfer.node = dst;
		code = pings_send(&engine, machine, &ping, 1);
		if (!code)
			add_transfer(results, result, each[i].name, &engine, src / GEMINI_NICS,
				     dst / GEMINI_NICS);
		engine_free(&engine);
	}
	return code;
}

/* --- a PUT, by places and by links --- */

static int send_put(struct engine *engine, const struct machine *machine, uint32_t src,
		    uint32_t dst)
{
	struct ping ping = {
		.node = src,
		.transfer = { .op = NET_PUT, .bytes = 64, .node = dst },
	};

	return pings_send(engine, machine, &ping, 1);
}

static void add_place(struct results *results, struct result *result, const char *name,
		      const struct engine *engine, unsigned int chip, unsigned int port)
{
	result_text(results, result, "%s", name);
	result_number(results, result, engine_count(engine, chip, port, NET_VC0_PHITS));
	result_number(results, result, engine_count(engine, chip, port, NET_VC1_PHITS));
}

static int sonar_direction(void *data, struct results *results)
{
	const struct machine *machine = data;
	struct result *result = results_begin(results, "direction_phits", "place vc0 vc1");
	uint32_t src = first_node(machine), dst = neighbour_node(machine);
	unsigned int from = src / GEMINI_NICS, to = dst / GEMINI_NICS;
	struct engine engine;
	int code = send_put(&engine, machine, src, dst);

	if (!code) {
		add_place(results, result, "source-host", &engine, from, GEMINI_HOST);
		add_place(results, result, "source-x", &engine, from, 0);
		add_place(results, result, "destination-x", &engine, to, 1);
		add_place(results, result, "destination-host", &engine, to, GEMINI_HOST);
	}
	engine_free(&engine);
	return code;
}

/* --- routes --- */

/* Return the port other than back by which a counter's packets left a chip, or TOPO_NONE. */
static unsigned int port_out(const struct engine *engine, unsigned int chip, unsigned int back,
			     enum net_counter counter)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	unsigned int far, far_port;

	for (unsigned int port = 0; port < topo_ports(topo); port++) {
		far = topo_neighbour(topo, chip, port);
		far_port = topo_far_port(topo, chip, port);
		if (port != back && engine_count(engine, far, far_port, counter))
			return port;
	}
	return TOPO_NONE;
}

/* Follow the path of packets by the counters, link by link: "3 X+, 2 Y+, 4 Z+". */
static void path_follow(const struct engine *engine, unsigned int chip, enum net_counter counter,
			char text[PATH_TEXT])
{
	const struct topo *topo = &engine->machine->fabric.topo;
	unsigned int back = TOPO_NONE, port, next, run = 0;
	char name[16];
	size_t at = 0;

	text[0] = '\0';
	port = port_out(engine, chip, back, counter);
	while (port != TOPO_NONE && at < PATH_TEXT) {
		back = topo_far_port(topo, chip, port);
		chip = topo_neighbour(topo, chip, port);
		next = port_out(engine, chip, back, counter);
		run++;
		if (next == port)
			continue;
		topo_port_name(topo, port, name, sizeof(name));
		at += snprintf(text + at, PATH_TEXT - at, "%s%u %s", at ? ", " : "", run, name);
		run = 0;
		port = next;
	}
}

/* Did each link of the request also carry the response, in the other direction? */
static bool turned_round(const struct engine *engine)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	unsigned int ports = topo_ports(topo), chip, port;

	for (unsigned int link = 0; link < topo->chips * ports; link++) {
		chip = link / ports;
		port = link % ports;
		if (engine_count(engine, chip, port, NET_VC0_PACKETS) &&
		    !engine_count(engine, topo_neighbour(topo, chip, port),
				  topo_far_port(topo, chip, port), NET_VC1_PACKETS))
			return false;
	}
	return true;
}

/* A sender and a receiver, by coordinate. */
struct pair {
	unsigned int src[TOPO_DIMS], dst[TOPO_DIMS];
};

static int route(const struct machine *machine, const struct pair *pair, struct results *results,
		 struct result *result)
{
	uint32_t src = node_of_coord(machine, pair->src), dst = node_of_coord(machine, pair->dst);
	char text[PATH_TEXT];
	struct engine engine;
	int code = send_put(&engine, machine, src, dst);

	if (!code) {
		path_follow(&engine, src / GEMINI_NICS, NET_VC0_PACKETS, text);
		result_text(results, result, "%s", text);
		path_follow(&engine, dst / GEMINI_NICS, NET_VC1_PACKETS, text);
		result_text(results, result, "%s", text);
		result_text(results, result, turned_round(&engine) ?
			    "the request's way turned round" :
			    "not the request's way turned round");
	}
	engine_free(&engine);
	return code;
}

static int sonar_routes(void *machine, struct results *results)
{
	static const struct pair pairs[] = {
		{ { 0, 0, 0 }, { 3, 2, 4 } },
		{ { 1, 10, 5 }, { 14, 1, 20 } },
		{ { 5, 5, 5 }, { 5, 5, 11 } },
	};
	struct result *result = results_begin(results, "paths", "pair request response turned");
	int code = 0;

	for (size_t i = 0; i < ARRAY_SIZE(pairs) && !code; i++) {
		result_number(results, result, i + 1);
		code = route(machine, &pairs[i], results, result);
	}
	return code;
}

/* --- MPI messages --- */

/* The protocol that the source's counters suggest. */
static const char *protocol(const struct engine *engine, unsigned int chip)
{
	double puts = sent(engine, chip, NET_VC0_PACKETS);
	double gets = sent(engine, chip, NET_VC1_PACKETS);

	if (!gets)
		return puts == 1 ? "a PUT" : "PUTs";
	return gets > puts ? "GETs" : "PUTs, few GETs";
}

static void add_message(struct results *results, struct result *result,
			const struct engine *engine, unsigned int chip, unsigned int bytes)
{
	const double numbers[] = {
		bytes, sent(engine, chip, NET_VC0_PHITS), sent(engine, chip, NET_VC1_PHITS),
		received(engine, chip, NET_VC0_PHITS), received(engine, chip, NET_VC1_PHITS),
	};

	result_numbers(results, result, numbers, ARRAY_SIZE(numbers));
	result_text(results, result, "%s", protocol(engine, chip));
}

static int message(const struct machine *machine, unsigned int bytes, struct results *results,
		   struct result *result)
{
	uint32_t src = first_node(machine), dst = neighbour_node(machine);
	struct mpi_part parts[MPI_PARTS];
	struct ping pings[MPI_PARTS];
	unsigned int count = mpi_message(&mpi_cray, bytes, false, parts);
	struct engine engine;
	int code;

	for (unsigned int i = 0; i < count; i++) {
		pings[i] = (struct ping){
			.node = parts[i].pulled ? dst : src,
			.transfer = parts[i].transfer,
		};
		pings[i].transfer.node = parts[i].pulled ? src : dst;
	}
	code = pings_send(&engine, machine, pings, count);
	if (!code)
		add_message(results, result, &engine, src / GEMINI_NICS, bytes);
	engine_free(&engine);
	return code;
}

static int sonar_messages(void *machine, struct results *results)
{
	struct result *result = results_begin(results, "efficiency",
		"bytes sent0 sent1 received0 received1 protocol");
	int code = 0;

	for (unsigned int bytes = 1; bytes <= LARGEST && !code; bytes *= 2)
		code = message(machine, bytes, results, result);
	return code;
}

/* --- the command --- */

static const struct source sources[] = {
	{ "transfers", sonar_transfers, 0 },
	{ "direction", sonar_direction, 0 },
	{ "routes", sonar_routes, 0 },
	{ "messages", sonar_messages, 0 },
	{ 0 }
};

/* Each table is an experiment; the last word is all of them. */
static const struct words *tables;

static const char *experiment_word(unsigned int i)
{
	return i < tables->count ? tables->name(i) : "all";
}

/* The command line. */
struct arguments {
	const char *experiment; /* one, or all; NULL: not given */
	struct pick pick; /* its table */
};

static int choose_experiment(struct options_state *state, const char *arg, void *input)
{
	const struct words words = { .name = experiment_word, .count = tables->count + 1 };
	struct arguments *arguments = input;
	char offer[WORDS_ROOM];
	int i = words_find(&words, arg);

	if (arguments->experiment)
		return options_reject(state,
				      "unexpected argument '%s': one experiment is enough, or all",
				      arg);
	if (i < 0)
		return options_reject(state, "no experiment '%s': %s", arg,
				      words_offer(&words, arg, offer));
	arguments->experiment = arg;
	if (i < (int)tables->count)
		arguments->pick.name = tables->name(i);
	return 0;
}

static int check_format(struct options_state *state, void *input)
{
	const struct arguments *arguments = input;

	if (!format_chosen->single || arguments->pick.name)
		return 0;
	return options_reject(state, "--%s prints one table: name one experiment",
			      format_chosen->name);
}

static const struct options_part option_parts[] = { { .options = &format_options }, { 0 } };

static const struct options options = {
	.parts = option_parts,
	.argument = ARGUMENT_EACH(choose_experiment, NULL),
	.check = check_format,
	.args_doc = "[putget|compression|direction|routes|efficiency|all]",
	.doc = "The experiments of section V of Pedretti et al., beside their results.\n"
	       "\vThey run on the event engine, on a Cielo (" MACHINE_CIELO ") that nobody\n"
	       "else uses.",
};

static int sound(struct run *run, int argc, char **argv)
{
	struct arguments arguments = { 0 };
	struct machine machine = { .usual = MACHINE_CIELO, .class = -1 };
	int code;

	tables = run_words(run);
	options_parse(&options, argc, argv, &arguments);
	run_choose(run, &arguments.pick, NULL);
	code = machine_build(&machine);
	if (!code)
		code = run_simulate(run, sources, &machine);
	machine_free(&machine);
	return code ? code : run_print(run, &arguments.pick);
}

int cmd_sonar(int argc, char **argv)
{
	struct run *run;
	int code = run_open(&run, "gemini", "sonar");

	return code ? code : sound(run, argc, argv);
}
