// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdio.h>

#include "topo/family/dragonfly.h"
#include "topo/family/sizes.h"

/*
 * Electrical tiles run at 5.25 GB/s, optical ones at 4.7 (De Sensi et al., 2.1). How long a hop
 * takes is not published: chosen.
 */
static const struct topo_class classes[DRAGONFLY_COLOURS] = {
	[DRAGONFLY_GREEN] = { "green", 1, 5.25, 100 },
	[DRAGONFLY_BLACK] = { "black", 3, 5.25, 105 },
	[DRAGONFLY_BLUE] = { "blue", 1, 4.7, 150 },
};

/**
 * struct spot - where a chip is
 * @blade: in its chassis
 * @chassis: in its group
 * @group: which
 */
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

/* The number of a peer when a chip counts its peers and not itself. */
static unsigned int peer_index(unsigned int self, unsigned int peer)
{
	return peer < self ? peer : peer - 1;
}

static unsigned int peer_at(unsigned int self, unsigned int index)
{
	return index < self ? index : index + 1;
}

static unsigned int blues(const struct topo *topo)
{
	return (topo->size[2] - 1 + group_chips(topo) - 1) / group_chips(topo);
}

static int dragonfly_check(const struct topo *topo)
{
	if (topo->dims != 3 || topo->size[0] > DRAGONFLY_BLADES ||
	    topo->size[1] > DRAGONFLY_CHASSIS || blues(topo) > DRAGONFLY_BLUES)
		return -EINVAL;
	return 0;
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

/* The chip that has a group's link to another group. */
static unsigned int gateway(const struct topo *topo, unsigned int group, unsigned int other)
{
	return group * group_chips(topo) + peer_index(group, other) % group_chips(topo);
}

static unsigned int gateway_port(const struct topo *topo, unsigned int group, unsigned int other)
{
	return dragonfly_first(topo, DRAGONFLY_BLUE) +
	       peer_index(group, other) / group_chips(topo);
}

/* The group that a blue port leads to, or TOPO_NONE. */
static unsigned int blue_group(const struct topo *topo, unsigned int chip, unsigned int port)
{
	unsigned int blue = port - dragonfly_first(topo, DRAGONFLY_BLUE);
	unsigned int index = blue * group_chips(topo) + chip % group_chips(topo);

	if (blue >= blues(topo) || index >= topo->size[2] - 1)
		return TOPO_NONE;
	return peer_at(chip / group_chips(topo), index);
}

static unsigned int dragonfly_neighbour(const struct topo *topo, unsigned int chip,
					unsigned int port)
{
	struct spot spot = spot_of(topo, chip);
	unsigned int group;

	switch (dragonfly_colour(topo, port)) {
	case DRAGONFLY_GREEN:
		spot.blade = peer_at(spot.blade, port);
		return chip_at(topo, &spot);
	case DRAGONFLY_BLACK:
		port -= dragonfly_first(topo, DRAGONFLY_BLACK);
		spot.chassis = peer_at(spot.chassis, port);
		return chip_at(topo, &spot);
	default:
		group = blue_group(topo, chip, port);
		return group == TOPO_NONE ? TOPO_NONE : gateway(topo, group, spot.group);
	}
}

/* The port to a chip of the same group, chassis first; TOPO_NONE to itself. */
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
	unsigned int far = dragonfly_neighbour(topo, chip, port);

	if (dragonfly_colour(topo, port) != DRAGONFLY_BLUE)
		return route_within(topo, far, chip);
	return gateway_port(topo, far / group_chips(topo), chip / group_chips(topo));
}

static unsigned int dragonfly_route(const struct topo *topo, unsigned int chip, unsigned int dst)
{
	unsigned int group = chip / group_chips(topo), other = dst / group_chips(topo);
	unsigned int gate;

	if (group == other)
		return route_within(topo, chip, dst);
	gate = gateway(topo, group, other);
	if (chip == gate)
		return gateway_port(topo, group, other);
	return route_within(topo, chip, gate);
}

static void dragonfly_port_name(const struct topo *topo, unsigned int port, char *buf, size_t size)
{
	enum dragonfly_colour colour = dragonfly_colour(topo, port);

	snprintf(buf, size, "%s %u", classes[colour].name, port - dragonfly_first(topo, colour));
}

static bool dragonfly_rises(const struct topo *topo, unsigned int port)
{
	return dragonfly_colour(topo, port) == DRAGONFLY_BLUE;
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
	.phases = 4,
	.parse = sizes_parse,
	.check = dragonfly_check,
	.print = sizes_print,
	.ports = dragonfly_ports,
	.neighbour = dragonfly_neighbour,
	.far_port = dragonfly_far_port,
	.route = dragonfly_route,
	.group = group_chips,
	.rises = dragonfly_rises,
	.port_name = dragonfly_port_name,
	.classes = dragonfly_classes,
	.class_of = dragonfly_class_of,
	.class_fill = dragonfly_class_fill,
};
