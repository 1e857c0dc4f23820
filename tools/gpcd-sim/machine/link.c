// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>

#include "cli/parse.h"
#include "link.h"

#define LANE_NAME	16

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
