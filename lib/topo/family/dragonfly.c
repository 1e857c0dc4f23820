// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdio.h>

#include "topo/family/dragonfly.h"

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

/* Peers are numbered without oneself. */
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

int dragonfly_check(const struct topo *topo)
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

unsigned int dragonfly_neighbour(const struct topo *topo, unsigned int chip, unsigned int port)
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

unsigned int dragonfly_far_port(const struct topo *topo, unsigned int chip, unsigned int port)
{
	unsigned int far = dragonfly_neighbour(topo, chip, port);

	if (dragonfly_colour(topo, port) != DRAGONFLY_BLUE)
		return route_within(topo, far, chip);
	return gateway_port(topo, far / group_chips(topo), chip / group_chips(topo));
}

unsigned int dragonfly_route(const struct topo *topo, unsigned int chip, unsigned int dst)
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

static unsigned int distance_within(const struct topo *topo, unsigned int chip, unsigned int dst)
{
	struct spot from = spot_of(topo, chip), to = spot_of(topo, dst);

	return (from.blade != to.blade) + (from.chassis != to.chassis);
}

unsigned int dragonfly_distance(const struct topo *topo, unsigned int chip, unsigned int dst)
{
	unsigned int group = chip / group_chips(topo), other = dst / group_chips(topo);

	if (group == other)
		return distance_within(topo, chip, dst);
	return distance_within(topo, chip, gateway(topo, group, other)) + 1 +
	       distance_within(topo, gateway(topo, other, group), dst);
}

void dragonfly_port_name(const struct topo *topo, unsigned int port, char *buf, size_t size)
{
	static const char *const names[] = { "green", "black", "blue" };
	enum dragonfly_colour colour = dragonfly_colour(topo, port);

	snprintf(buf, size, "%s %u", names[colour], port - dragonfly_first(topo, colour));
}
