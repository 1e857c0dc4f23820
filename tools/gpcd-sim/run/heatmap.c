// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "cli/network/network.h"
#include "cli/out/complain.h"
#include "run.h"

/* What all links counted in a window of time. */
struct heat {
	const struct engine *engine;
	struct network network;
	struct network_quantity quantities[NETWORK_QUANTITIES];
	double *values; /* of all quantities, at [quantity * links + link] */
	uint64_t *counts; /* likewise, in the window */
	uint64_t *before; /* likewise, up to the window */
	uint64_t begin; /* router cycle in which the window begins */
	unsigned char *states; /* of the links */
	double *arrived; /* by chip, since the beginning of the run */
};

static size_t links_of(const struct heat *heat)
{
	const struct topo *topo = heat->network.topo;

	return (size_t)topo->chips * topo_ports(topo);
}

/* --- quantities, of the link that leaves a chip by a port --- */

/* What arrives, and waits, is counted at the end of the link. */
static uint64_t count_of(const struct engine *engine, enum network_quantities quantity,
			 unsigned int chip, unsigned int port)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	unsigned int far = topo_neighbour(topo, chip, port);
	unsigned int back = topo_far_port(topo, chip, port);

	switch (quantity) {
	case NETWORK_LOAD:
		return engine_phits(engine, far, back);
	case NETWORK_INPUT_STALLS:
		return engine_count(engine, far, back, NET_INQ_STALLS);
	default:
		return engine_count(engine, chip, port, NET_CREDIT_STALLS);
	}
}

/* Return the most that a link could have counted in some cycles. */
static double most_of(const struct engine *engine, enum network_quantities quantity,
		      unsigned int chip, unsigned int port, uint64_t cycles)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	unsigned int far = topo_neighbour(topo, chip, port);
	unsigned int back = topo_far_port(topo, chip, port);

	if (quantity != NETWORK_LOAD)
		return (double)cycles * machine_lanes(engine->machine, port);
	return engine_lanes(engine, far, back) * (double)cycles * NET_TICKS /
	       machine_ticks(engine->machine, far, back);
}

static void fill_values(struct heat *heat, enum network_quantities quantity)
{
	const struct engine *engine = heat->engine;
	unsigned int ports = topo_ports(heat->network.topo);
	size_t first = quantity * links_of(heat);
	uint64_t count;
	double most;

	for (size_t link = 0; link < links_of(heat); link++) {
		unsigned int chip = link / ports, port = link % ports;

		heat->values[first + link] = -1;
		if (!engine_has_link(engine, chip, port))
			continue;
		count = count_of(engine, quantity, chip, port);
		heat->counts[first + link] = count - heat->before[first + link];
		heat->before[first + link] = count;
		most = most_of(engine, quantity, chip, port, engine->cycles - heat->begin);
		heat->values[first + link] = most > 0 ? heat->counts[first + link] / most : 0;
	}
}

static enum network_state state_of(const struct engine *engine, unsigned int chip,
				   unsigned int port)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	unsigned int all = (1u << machine_lanes(engine->machine, port)) - 1, dead;

	if (!engine_has_link(engine, chip, port))
		return NETWORK_WORKS;
	dead = engine_dead(engine, topo_neighbour(topo, chip, port),
			   topo_far_port(topo, chip, port));
	return dead == all ? NETWORK_FAILED : dead ? NETWORK_PARTLY : NETWORK_WORKS;
}

/* Count packets that arrived at a chip by the responses (VC1) that its nodes sent. */
static void fill_chips(struct heat *heat)
{
	const struct engine *engine = heat->engine;
	unsigned int ports = topo_ports(heat->network.topo);

	for (size_t link = 0; link < links_of(heat); link++)
		heat->states[link] = state_of(engine, link / ports, link % ports);
	for (unsigned int chip = 0; chip < heat->network.topo->chips; chip++)
		heat->arrived[chip] = engine_count(engine, chip, ports, NET_VC1_PACKETS);
}

/* Fill in the window from the end of the last one on. */
static void heat_fill(struct heat *heat)
{
	for (unsigned int i = 0; i < NETWORK_QUANTITIES; i++)
		fill_values(heat, i);
	fill_chips(heat);
	heat->begin = heat->engine->cycles;
}

/* --- memory --- */

static void heat_free(struct heat *heat)
{
	free(heat->values);
	free(heat->counts);
	free(heat->before);
	free(heat->states);
	free(heat->arrived);
	*heat = (struct heat){ 0 };
}

/* Name a chip by its coordinate, as gpcd does; a Gemini's place in the cabinets comes first. */
static void name_chip(const void *data, unsigned int chip, char name[NETWORK_NAME])
{
	const struct machine *machine = data;
	char coord[MACHINE_NAME], place[MACHINE_NAME];

	_Static_assert(2 * MACHINE_NAME + 3 <= NETWORK_NAME, "names of chips");
	machine_coord(machine, chip, coord);
	machine_chip_name(machine, chip, place);
	if (machine->is_gemini)
		snprintf(name, NETWORK_NAME, "%s (%s)", place, coord);
	else
		snprintf(name, NETWORK_NAME, "%s", coord);
}

/* @heat may not be moved. Call heat_free() in any case. Return 0 or -ENOMEM. */
static int heat_open(struct heat *heat, const struct engine *engine, const char *title)
{
	size_t links;

	*heat = (struct heat){
		.engine = engine,
		.network = {
			.topo = &engine->machine->fabric.topo, .title = title,
			.quantities = heat->quantities, .count = NETWORK_QUANTITIES,
			.chip_name = name_chip, .data = engine->machine,
		},
	};
	links = links_of(heat);
	heat->values = calloc(NETWORK_QUANTITIES * links, sizeof(*heat->values));
	heat->counts = calloc(NETWORK_QUANTITIES * links, sizeof(*heat->counts));
	heat->before = calloc(NETWORK_QUANTITIES * links, sizeof(*heat->before));
	heat->states = calloc(links, sizeof(*heat->states));
	heat->arrived = calloc(heat->network.topo->chips, sizeof(*heat->arrived));
	if (!heat->values || !heat->counts || !heat->before || !heat->states || !heat->arrived)
		return -ENOMEM;
	for (size_t i = 0; i < NETWORK_QUANTITIES; i++) {
		heat->quantities[i] = network_quantities[i];
		heat->quantities[i].values = heat->values + i * links;
		heat->quantities[i].counts = heat->counts + i * links;
	}
	heat->network.states = heat->states;
	heat->network.arrived = heat->arrived;
	return 0;
}

/* --- what is made of it --- */

int heatmap_write(const struct engine *engine, const char *title, const struct picture *picture)
{
	struct heat heat;
	int err = heat_open(&heat, engine, title), code;

	if (!err)
		heat_fill(&heat);
	code = err ? complain_output(picture->path, err) : network_write(&heat.network, picture);
	heat_free(&heat);
	return code;
}

int windows_open(struct windows *windows, const struct engine *engine, const char *title)
{
	int err;

	if (!windows->request.path)
		return 0;
	windows->heat = calloc(1, sizeof(*windows->heat));
	err = windows->heat ? heat_open(windows->heat, engine, title) : -ENOMEM;
	if (err)
		return complain_output(windows->request.path, err);
	html_begin(&windows->page, &windows->request, &windows->heat->network, NULL);
	return 0;
}

void windows_add(void *context, const struct engine *engine)
{
	struct windows *windows = context;
	uint64_t from = windows->heat->begin;

	if (engine->cycles == from)
		return;
	heat_fill(windows->heat);
	html_sample(&windows->page, from * NS_PER_CYCLE, engine->cycles * NS_PER_CYCLE);
}

int windows_write(struct windows *windows)
{
	return html_end(&windows->page);
}

void windows_close(struct windows *windows)
{
	html_drop(&windows->page);
	if (windows->heat)
		heat_free(windows->heat);
	free(windows->heat);
}
