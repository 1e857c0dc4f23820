// SPDX-License-Identifier: GPL-2.0-only
/* Names of a machine's chips, links and lanes, and properties of links. */
#include <errno.h>
#include <string.h>

#include "cli/parse.h"
#include "machine.h"
#include "topo/cabling.h"

#define LANE_NAME	16

/* --- chips --- */

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

/* --- properties of links --- */

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

unsigned int machine_rated(const struct machine *machine, unsigned int chip, unsigned int port)
{
	const struct net_fabric whole = net_fabric_whole(&machine->fabric);

	return whole.ticks[chip * topo_ports(&whole.topo) + port];
}

/* --- links and their lanes, by name --- */

/* Return the chip whose name is in a text, from its beginning up to end, or TOPO_NONE. */
static unsigned int chip_before(const struct machine *machine, const char *text, const char *end)
{
	char name[MACHINE_NAME];

	if (end - text >= MACHINE_NAME)
		return TOPO_NONE;
	snprintf(name, sizeof(name), "%.*s", (int)(end - text), text);
	return machine_chip(machine, name);
}

/* Find a tile: c0-0c0s0g0l02. */
static int tile_find(const struct machine *machine, const char *name, struct link_lanes *found)
{
	const char *digits = strrchr(name, 'l');
	unsigned int row, column, lane;
	char end;

	if (!machine->is_gemini || !digits ||
	    sscanf(digits, "l%1u%1u%c", &row, &column, &end) != 2 || row > 5 || column > 7)
		return -EINVAL;
	found->chip = chip_before(machine, name, digits);
	if (found->chip == TOPO_NONE)
		return -EINVAL;
	found->port = gemini_tile_link(&machine->system, found->chip, 8 * row + column, &lane);
	found->lanes = 1u << lane;
	return found->port == GEMINI_HOST ? -EINVAL : 0;
}

/* Return the port of this name, or TOPO_NONE. */
static unsigned int port_find(const struct topo *topo, const char *name, size_t length)
{
	char each[LANE_NAME];

	for (unsigned int port = 0; port < topo_ports(topo); port++) {
		topo_port_name(topo, port, each, sizeof(each));
		if (strlen(each) == length && !strncmp(each, name, length))
			return port;
	}
	return TOPO_NONE;
}

/* Find the lane of a port that a text names; NULL: all lanes. */
static int lanes_find(const struct machine *machine, unsigned int port, const char *text,
		      unsigned int *lanes)
{
	unsigned int lane, count = machine_lanes(machine, port);

	*lanes = (1u << count) - 1;
	if (!text)
		return 0;
	if (parse_between(text, 0, count - 1, &lane))
		return -EINVAL;
	*lanes = 1u << lane;
	return 0;
}

unsigned int link_example(const struct machine *machine, char name[LINK_EXAMPLE])
{
	const struct topo *topo = &machine->fabric.topo;
	char each[LANE_NAME], chip[MACHINE_NAME];
	unsigned int port = 0;

	while (port < topo_ports(topo) && topo_neighbour(topo, 0, port) == TOPO_NONE)
		port++;
	if (port == topo_ports(topo))
		return TOPO_NONE;
	machine_coord(machine, 0, chip);
	topo_port_name(topo, port, each, sizeof(each));
	snprintf(name, LINK_EXAMPLE, "%s:%s", chip, each);
	return port;
}

const char *link_none(const struct machine *machine, char text[LINK_NONE])
{
	char name[LINK_EXAMPLE];
	unsigned int port = link_example(machine, name);

	if (port == TOPO_NONE)
		snprintf(text, LINK_NONE, "no link: this machine has none");
	else
		snprintf(text, LINK_NONE, "no %slink (%s) or lane of one (%s/%u)",
			 machine->is_gemini ? "network tile (c0-0c0s0g0l02), " : "", name, name,
			 machine_lanes(machine, port) / 2);
	return text;
}

/* Find CHIP:X+ or CHIP:X+/3, or a tile. */
int link_lanes_find(const struct machine *machine, const char *name, struct link_lanes *found)
{
	const struct topo *topo = &machine->fabric.topo;
	const char *colon = strchr(name, ':'), *slash;

	if (!colon)
		return tile_find(machine, name, found);
	slash = strchr(colon, '/');
	found->chip = chip_before(machine, name, colon);
	found->port = port_find(topo, colon + 1,
				slash ? (size_t)(slash - colon - 1) : strlen(colon + 1));
	if (found->chip == TOPO_NONE || found->port == TOPO_NONE ||
	    topo_neighbour(topo, found->chip, found->port) == TOPO_NONE)
		return -EINVAL;
	return lanes_find(machine, found->port, slash ? slash + 1 : NULL, &found->lanes);
}

struct link_lanes link_back(const struct machine *machine, const struct link_lanes *link)
{
	const struct topo *topo = &machine->fabric.topo;

	return (struct link_lanes){
		.chip = topo_neighbour(topo, link->chip, link->port),
		.port = topo_far_port(topo, link->chip, link->port),
		.lanes = link->lanes,
	};
}
