// SPDX-License-Identifier: GPL-2.0-only
/* Shared by the experiments: nodes of the machine, and sums of its counters. */
#include "sonar.h"

uint32_t sonar_node(const struct machine *machine, unsigned int x, unsigned int y, unsigned int z)
{
	const unsigned int coord[TOPO_DIMS] = { x, y, z };

	return topo_node(&machine->fabric.topo, topo_chip(&machine->fabric.topo, coord), 0);
}

uint64_t sonar_received(const struct engine *engine, unsigned int chip, enum net_counter counter)
{
	uint64_t sum = 0;

	for (unsigned int port = 0; port < GEMINI_HOST; port++)
		sum += engine_count(engine, chip, port, counter);
	return sum;
}

uint64_t sonar_sent(const struct engine *engine, unsigned int chip, enum net_counter counter)
{
	return engine_count(engine, chip, GEMINI_HOST, counter);
}
