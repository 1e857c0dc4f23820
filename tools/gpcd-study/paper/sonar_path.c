// SPDX-License-Identifier: GPL-2.0-only
/* The paths of transactions, by the counters that they move. */
#include <stdio.h>

#include "sonar.h"

#define PATH_TEXT 256

static int send_put(struct engine *engine, const struct machine *machine, uint32_t src,
		    uint32_t dst)
{
	struct ping ping = {
		.node = src,
		.transfer = { .op = NET_PUT, .bytes = 64, .node = dst },
	};

	return pings_send(engine, machine, &ping, 1);
}

/* --- direction --- */

static void direction_row(struct table *table, const char *where, uint64_t vc0, uint64_t vc1,
			  const char *paper)
{
	char ours[64];

	snprintf(ours, sizeof(ours), "VC0 %ju, VC1 %ju", (uintmax_t)vc0, (uintmax_t)vc1);
	claim_words(table, where, ours, paper, "");
}

int sonar_direction(const struct machine *machine, struct table *table)
{
	uint32_t src = sonar_node(machine, 0, 0, 0), dst = sonar_node(machine, 1, 0, 0);
	unsigned int from = topo_node_chip(&machine->fabric.topo, src);
	unsigned int to = topo_node_chip(&machine->fabric.topo, dst);
	struct engine engine;
	int code = send_put(&engine, machine, src, dst);

	if (!code) {
		direction_row(table, "source, host tiles: phits in",
			      sonar_sent(&engine, from, NET_VC0_PHITS),
			      sonar_sent(&engine, from, NET_VC1_PHITS), "VC0 32, VC1 0");
		direction_row(table, "source, X+: phits in",
			      engine_count(&engine, from, 0, NET_VC0_PHITS),
			      engine_count(&engine, from, 0, NET_VC1_PHITS), "VC0 0, VC1 3");
		direction_row(table, "destination, X-: phits in",
			      engine_count(&engine, to, 1, NET_VC0_PHITS),
			      engine_count(&engine, to, 1, NET_VC1_PHITS), "VC0 32, VC1 0");
		direction_row(table, "destination, host tiles: phits in",
			      sonar_sent(&engine, to, NET_VC0_PHITS),
			      sonar_sent(&engine, to, NET_VC1_PHITS), "VC0 0, VC1 3");
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

/* A sender and a receiver, by coordinate, and the paths by the paper's rules. */
struct pair {
	unsigned int src[3], dst[3];
	const char *request, *response;
};

static const struct pair pairs[] = {
	{ { 0, 0, 0 }, { 3, 2, 4 }, "3 X+, 2 Y+, 4 Z+", "3 X-, 2 Y-, 4 Z-" },
	{ { 1, 10, 5 }, { 14, 1, 20 }, "3 X-, 3 Y+, 9 Z-", "3 X+, 3 Y-, 9 Z+" },
	{ { 5, 5, 5 }, { 5, 5, 11 }, "6 Z+", "6 Z-" },
};

static int route(const struct machine *machine, const struct pair *pair, struct table *table)
{
	uint32_t src = sonar_node(machine, pair->src[0], pair->src[1], pair->src[2]);
	uint32_t dst = sonar_node(machine, pair->dst[0], pair->dst[1], pair->dst[2]);
	char text[PATH_TEXT], what[96];
	struct engine engine;
	int code = send_put(&engine, machine, src, dst);

	if (!code) {
		snprintf(what, sizeof(what), "request (%u,%u,%u) to (%u,%u,%u)", pair->src[0],
			 pair->src[1], pair->src[2], pair->dst[0], pair->dst[1], pair->dst[2]);
		path_follow(&engine, src / GEMINI_NICS, NET_VC0_PACKETS, text);
		claim_words(table, what, text, pair->request, "X first, then Y, then Z");
		path_follow(&engine, dst / GEMINI_NICS, NET_VC1_PACKETS, text);
		claim_words(table, "response", text, pair->response,
			    turned_round(&engine) ? "the request's way turned round" :
			    "not the request's way turned round");
	}
	engine_free(&engine);
	return code;
}

int sonar_routes(const struct machine *machine, struct table *table)
{
	int code = 0;

	for (unsigned int i = 0; i < ARRAY_SIZE(pairs) && !code; i++)
		code = route(machine, &pairs[i], table);
	return code;
}
