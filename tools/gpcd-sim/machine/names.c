// SPDX-License-Identifier: GPL-2.0-only
/* Names of a machine's chips, and properties of its links. */
#include <errno.h>
#include <string.h>

#include "cli/parse.h"
#include "machine.h"
#include "topo/cabling.h"

/* Find the published cabling of a 3-D torus or a dragonfly; NULL for other machines. */
static const struct cabling *cabling_of(const struct topo *topo)
{
	return topo->dims == 3 ? cabling_find(topo) : NULL;
}

static int parse_place(const char *name, struct gemini_place *place)
{
	char end;

	return sscanf(name, "c%4u-%4uc%1us%1ug%1u%c", &place->column, &place->row, &place->cage,
		      &place->slot, &place->gemini, &end) == 5 ? 0 : -EINVAL;
}

static unsigned int machine_chip_at(const struct topo *topo, const char *name)
{
	const struct cabling *cabling = cabling_of(topo);
	unsigned int coord[TOPO_DIMS];

	if (parse_list(name, ",", coord, topo->dims))
		return TOPO_NONE;
	return cabling ? cabling_chip(cabling, topo, coord) : topo_chip(topo, coord);
}

unsigned int machine_chip(const struct machine *machine, const char *name)
{
	struct gemini_place place;

	if (machine->is_gemini && !parse_place(name, &place))
		return gemini_chip(&machine->system, &place);
	return machine_chip_at(&machine->fabric.topo, name);
}

void machine_coord(const struct machine *machine, unsigned int chip, char name[MACHINE_NAME])
{
	const struct topo *topo = &machine->fabric.topo;
	const struct cabling *cabling = cabling_of(topo);
	unsigned int coord[TOPO_DIMS];
	size_t at = 0;

	if (cabling)
		cabling_coord(cabling, topo, chip, coord);
	else
		topo_coord(topo, chip, coord);
	for (unsigned int i = 0; i < topo->dims; i++)
		at += snprintf(name + at, MACHINE_NAME - at, "%s%u", i ? "," : "", coord[i]);
}

void machine_chip_name(const struct machine *machine, unsigned int chip, char name[MACHINE_NAME])
{
	struct gemini_place place;

	if (!machine->is_gemini) {
		machine_coord(machine, chip, name);
		return;
	}
	gemini_place(&machine->system, chip, &place);
	snprintf(name, MACHINE_NAME, "c%u-%uc%us%ug%u", place.column, place.row, place.cage,
		 place.slot, place.gemini);
}

unsigned int machine_lanes(const struct machine *machine, unsigned int port)
{
	return port < topo_ports(&machine->fabric.topo) ? machine->fabric.lanes[port] : NET_LANES;
}

unsigned int fabric_failed(const struct net_fabric *fabric)
{
	size_t links = (size_t)fabric->topo.chips * topo_ports(&fabric->topo);
	unsigned int sum = 0;

	for (size_t link = 0; fabric->failed && link < links; link++)
		sum += __builtin_popcount(fabric->failed[link]);
	return sum;
}

unsigned int machine_ticks(const struct machine *machine, unsigned int chip, unsigned int port)
{
	unsigned int ports = topo_ports(&machine->fabric.topo);

	return port < ports ? machine->fabric.ticks[chip * ports + port] : NET_TICKS;
}
