// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "topo/family/dragonfly.h"
#include "topo/family/sizes.h"

/*
 * Electrical tiles run at 5.25 GB/s, optical ones at 4.7 (De Sensi et al., 2.1). Times of hops and
 * sizes of buffers are not published: they are our choice.
 */
static const struct topo_class classes[DRAGONFLY_COLOURS] = {
	[DRAGONFLY_GREEN] = { "green", 1, 5.25, 100, 256 },
	[DRAGONFLY_BLACK] = { "black", 3, 5.25, 105, 256 },
	[DRAGONFLY_BLUE] = { "blue", 1, 4.7, 150, 256 },
};

/* Room for the text of the sizes; longer texts are no dragonfly. */
#define DRAGONFLY_TEXT	64

/* Where a chip is: blade in its chassis, chassis in its group. */
struct spot {
	unsigned int blade, chassis, group;
};

static unsigned int group_chips(const struct topo *topo)
{
	return topo->size[0] * topo->size[1];
}

static struct spot spot_of(const struct topo *topo, unsigned int chip)
{
	return (struct spot) {
		.blade = chip % topo->size[0],
		.chassis = chip / topo->size[0] % topo->size[1],
		.group = chip / group_chips(topo),
	};
}

static unsigned int chip_at(const struct topo *topo, const struct spot *spot)
{
	return (spot->group * topo->size[1] + spot->chassis) * topo->size[0] + spot->blade;
}

/* Return the number of a peer, counting peers without the chip itself. */
static unsigned int peer_index(unsigned int self, unsigned int peer)
{
	return peer < self ? peer : peer - 1;
}

static unsigned int peer_at(unsigned int self, unsigned int index)
{
	return index < self ? index : index + 1;
}

/* Return the number of links of a group to all other groups. */
static unsigned int group_blues(const struct topo *topo)
{
	return (topo->size[2] - 1) * topo->bridges;
}

static unsigned int blues(const struct topo *topo)
{
	return (group_blues(topo) + group_chips(topo) - 1) / group_chips(topo);
}

/* As many as the blue tiles of a group suffice for; with one group, all of them. */
static unsigned int dragonfly_bridges_most(const struct topo *topo)
{
	unsigned int tiles = DRAGONFLY_BLUES * group_chips(topo), others = topo->size[2] - 1;

	return others ? tiles / others : tiles;
}

static int dragonfly_check(const struct topo *topo)
{
	if (topo->dims != 3)
		return -EINVAL;
	if (topo->size[0] > DRAGONFLY_BLADES || topo->size[1] > DRAGONFLY_CHASSIS ||
	    topo->bridges > dragonfly_bridges_most(topo))
		return -ERANGE;
	return 0;
}

/* BxCxG or BxCxG:N */
static int dragonfly_parse(struct topo *topo, const char *text)
{
	const char *colon = strchr(text, ':');
	struct topo bridges = { 0 };
	char sizes[DRAGONFLY_TEXT];
	int err;

	topo->bridges = 1;
	if (!colon)
		return sizes_parse(topo, text);
	if (colon - text >= DRAGONFLY_TEXT)
		return -EINVAL;
	snprintf(sizes, sizeof(sizes), "%.*s", (int)(colon - text), text);
	err = sizes_parse(topo, sizes);
	if (!err)
		err = sizes_parse(&bridges, colon + 1);
	topo->bridges = bridges.size[0];
	return err || bridges.dims == 1 ? err : -EINVAL;
}

static void dragonfly_print(const struct topo *topo, char *buf, size_t size)
{
	size_t length;

	sizes_print(topo, buf, size);
	length = strlen(buf);
	if (topo->bridges > 1)
		snprintf(buf + length, size - length, ":%u", topo->bridges);
}

unsigned int dragonfly_first(const struct topo *topo, enum dragonfly_colour colour)
{
	switch (colour) {
	case DRAGONFLY_GREEN:
		return 0;
	case DRAGONFLY_BLACK:
		return topo->size[0] - 1;
	case DRAGONFLY_BLUE:
		return topo->size[0] - 1 + topo->size[1] - 1;
	default:
		return topo->size[0] - 1 + topo->size[1] - 1 + blues(topo);
	}
}

enum dragonfly_colour dragonfly_colour(const struct topo *topo, unsigned int port)
{
	if (port < dragonfly_first(topo, DRAGONFLY_BLACK))
		return DRAGONFLY_GREEN;
	if (port < dragonfly_first(topo, DRAGONFLY_BLUE))
		return DRAGONFLY_BLACK;
	return DRAGONFLY_BLUE;
}

/* A link between two groups, from one of its ends. */
struct bridge {
	/*
	 * Group at this end; at the far end; number among the links of the two, the same from both
	 * ends.
	 */
	unsigned int group, other, number;
};

/* Return the number of a bridge among all that its group assigns to its chips. */
static unsigned int bridge_index(const struct topo *topo, const struct bridge *bridge)
{
	return peer_index(bridge->group, bridge->other) * topo->bridges + bridge->number;
}

/* Return the chip of the group that has a bridge. */
static unsigned int bridge_chip(const struct topo *topo, const struct bridge *bridge)
{
	return bridge->group * group_chips(topo) + bridge_index(topo, bridge) % group_chips(topo);
}

static unsigned int bridge_port(const struct topo *topo, const struct bridge *bridge)
{
	return dragonfly_first(topo, DRAGONFLY_BLUE) +
	       bridge_index(topo, bridge) / group_chips(topo);
}

/* Find the bridge of a blue port; false: there is none. */
static bool bridge_find(const struct topo *topo, unsigned int chip, unsigned int port,
			struct bridge *bridge)
{
	unsigned int blue = port - dragonfly_first(topo, DRAGONFLY_BLUE);
	unsigned int index = blue * group_chips(topo) + chip % group_chips(topo);

	if (blue >= blues(topo) || index >= group_blues(topo))
		return false;
	bridge->group = chip / group_chips(topo);
	bridge->other = peer_at(bridge->group, index / topo->bridges);
	bridge->number = index % topo->bridges;
	return true;
}

/* Return the same bridge from its far end. */
static struct bridge bridge_turn(const struct bridge *bridge)
{
	return (struct bridge) { bridge->other, bridge->group, bridge->number };
}

static unsigned int bridge_far(const struct topo *topo, unsigned int chip, unsigned int port)
{
	struct bridge bridge;

	if (!bridge_find(topo, chip, port, &bridge))
		return TOPO_NONE;
	bridge = bridge_turn(&bridge);
	return bridge_chip(topo, &bridge);
}

static unsigned int dragonfly_neighbour(const struct topo *topo, unsigned int chip,
					unsigned int port)
{
	struct spot spot = spot_of(topo, chip);

	switch (dragonfly_colour(topo, port)) {
	case DRAGONFLY_GREEN:
		spot.blade = peer_at(spot.blade, port);
		return chip_at(topo, &spot);
	case DRAGONFLY_BLACK:
		port -= dragonfly_first(topo, DRAGONFLY_BLACK);
		spot.chassis = peer_at(spot.chassis, port);
		return chip_at(topo, &spot);
	default:
		return bridge_far(topo, chip, port);
	}
}

/* Return the port to a chip of the same group, chassis first; TOPO_NONE to itself. */
static unsigned int route_within(const struct topo *topo, unsigned int chip, unsigned int dst)
{
	struct spot from = spot_of(topo, chip), to = spot_of(topo, dst);

	if (from.blade != to.blade)
		return peer_index(from.blade, to.blade);
	if (from.chassis != to.chassis)
		return dragonfly_first(topo, DRAGONFLY_BLACK) +
		       peer_index(from.chassis, to.chassis);
	return TOPO_NONE;
}

static unsigned int dragonfly_far_port(const struct topo *topo, unsigned int chip,
				       unsigned int port)
{
	struct bridge bridge;

	if (dragonfly_colour(topo, port) != DRAGONFLY_BLUE)
		return route_within(topo, dragonfly_neighbour(topo, chip, port), chip);
	if (!bridge_find(topo, chip, port, &bridge))
		return TOPO_NONE;
	bridge = bridge_turn(&bridge);
	return bridge_port(topo, &bridge);
}

static unsigned int dragonfly_route(const struct topo *topo, unsigned int chip, unsigned int dst,
				    unsigned int number)
{
	struct bridge bridge = {
		chip / group_chips(topo), dst / group_chips(topo), number
	};
	unsigned int gate;

	if (bridge.group == bridge.other)
		return route_within(topo, chip, dst);
	gate = bridge_chip(topo, &bridge);
	if (chip == gate)
		return bridge_port(topo, &bridge);
	return route_within(topo, chip, gate);
}

const struct topo_class *dragonfly_class(enum dragonfly_colour colour)
{
	return &classes[colour];
}

static void dragonfly_port_name(const struct topo *topo, unsigned int port, char *buf, size_t size)
{
	enum dragonfly_colour colour = dragonfly_colour(topo, port);

	snprintf(buf, size, "%s %u", classes[colour].name, port - dragonfly_first(topo, colour));
}

static unsigned int dragonfly_ports(const struct topo *topo)
{
	return dragonfly_first(topo, DRAGONFLY_COLOURS);
}

static unsigned int dragonfly_classes(const struct topo *topo)
{
	(void)topo;
	return DRAGONFLY_COLOURS;
}

static unsigned int dragonfly_class_of(const struct topo *topo, unsigned int port)
{
	return dragonfly_colour(topo, port);
}

static void dragonfly_class_fill(const struct topo *topo, unsigned int number,
				 struct topo_class *class)
{
	(void)topo;
	*class = classes[number];
}

const struct topo_family topo_dragonfly = {
	.name = "dragonfly",
	.sizes = "BxCxG",
	.help = "B blades a chassis, C chassis a group, G groups",
	.flits = true,
	.nic_bits = 2,
	.pairs = true,
	.phases = 4,
	.parse = dragonfly_parse,
	.check = dragonfly_check,
	.print = dragonfly_print,
	.ports = dragonfly_ports,
	.neighbour = dragonfly_neighbour,
	.far_port = dragonfly_far_port,
	.route = dragonfly_route,
	.group = group_chips,
	.bridges_most = dragonfly_bridges_most,
	.port_name = dragonfly_port_name,
	.classes = dragonfly_classes,
	.class_of = dragonfly_class_of,
	.class_fill = dragonfly_class_fill,
};
