// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "cli/network/network.h"
#include "cli/out/complain.h"
#include "run.h"

/* --- quantities --- */

static double load_of(const struct engine *engine, unsigned int chip, unsigned int port)
{
	const struct topo *topo = &engine->machine->fabric.topo;

	return engine_load(engine, topo_neighbour(topo, chip, port),
			   topo_far_port(topo, chip, port));
}

static double stalls(const struct engine *engine, unsigned int chip, unsigned int port,
		     enum net_counter counter)
{
	double cycles = (double)engine->cycles * machine_lanes(engine->machine, port);

	return cycles ? engine_count(engine, chip, port, counter) / cycles : 0;
}

static double input_of(const struct engine *engine, unsigned int chip, unsigned int port)
{
	const struct topo *topo = &engine->machine->fabric.topo;

	return stalls(engine, topo_neighbour(topo, chip, port), topo_far_port(topo, chip, port),
		      NET_INQ_STALLS);
}

static double output_of(const struct engine *engine, unsigned int chip, unsigned int port)
{
	return stalls(engine, chip, port, NET_CREDIT_STALLS);
}

/* Computes a quantity for the link that leaves a chip by a port. */
typedef double measure(const struct engine *engine, unsigned int chip, unsigned int port);

static measure *const measures[NETWORK_QUANTITIES] = { load_of, input_of, output_of };

/* The picture and the memory of its data. */
struct heat {
	struct network network;
	struct network_quantity quantities[NETWORK_QUANTITIES];
	double *values; /* of all panels */
	unsigned char *states; /* of the links */
	double *arrived; /* by chip */
};

static void fill_values(const struct engine *engine, measure *of, double *values)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	unsigned int ports = topo_ports(topo);

	for (unsigned int link = 0; link < topo->chips * ports; link++)
		values[link] = engine_has_link(engine, link / ports, link % ports) ?
			       of(engine, link / ports, link % ports) : -1;
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
static void fill_chips(const struct engine *engine, struct heat *heat)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	unsigned int ports = topo_ports(topo);

	for (unsigned int link = 0; link < topo->chips * ports; link++)
		heat->states[link] = state_of(engine, link / ports, link % ports);
	for (unsigned int chip = 0; chip < topo->chips; chip++)
		heat->arrived[chip] = engine_count(engine, chip, ports, NET_VC1_PACKETS);
}

static void heat_free(struct heat *heat)
{
	free(heat->values);
	free(heat->states);
	free(heat->arrived);
}

static int heat_fill(struct heat *heat, const struct engine *engine)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	size_t links = (size_t)topo->chips * topo_ports(topo);

	heat->values = calloc(NETWORK_QUANTITIES * links, sizeof(*heat->values));
	heat->states = calloc(links, sizeof(*heat->states));
	heat->arrived = calloc(topo->chips, sizeof(*heat->arrived));
	if (!heat->values || !heat->states || !heat->arrived)
		return -ENOMEM;
	for (size_t i = 0; i < NETWORK_QUANTITIES; i++) {
		heat->quantities[i] = network_quantities[i];
		heat->quantities[i].values = heat->values + i * links;
		fill_values(engine, measures[i], heat->quantities[i].values);
	}
	fill_chips(engine, heat);
	return 0;
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

int heatmap_write(const struct engine *engine, const char *title, const struct picture *picture)
{
	struct heat heat = {
		.network = {
			.topo = &engine->machine->fabric.topo,
			.title = title,
			.quantities = heat.quantities,
			.count = NETWORK_QUANTITIES,
			.chip_name = name_chip,
			.data = engine->machine,
		},
	};
	int err = heat_fill(&heat, engine), code;

	heat.network.states = heat.states;
	heat.network.arrived = heat.arrived;
	code = err ? complain_output(picture->path, err) : network_write(&heat.network, picture);
	heat_free(&heat);
	return code;
}
