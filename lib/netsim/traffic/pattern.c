// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>

#include "netsim/mix.h"
#include "pattern.h"

static const char * const names[] = {
	[TRAFFIC_UNIFORM] = "uniform",
	[TRAFFIC_HOT] = "hot",
	[TRAFFIC_RANDOM] = "random",
	[TRAFFIC_TORNADO] = "tornado",
	[TRAFFIC_NEIGHBOUR] = "neighbour",
	[TRAFFIC_TRANSPOSE] = "transpose",
	[TRAFFIC_COMPLEMENT] = "complement",
	[TRAFFIC_REVERSE] = "reverse",
	[TRAFFIC_SHUFFLE] = "shuffle",
};

const char *traffic_kind_name(enum traffic_kind kind)
{
	return kind < TRAFFIC_KINDS ? names[kind] : NULL;
}

static bool dimensions_alike(const struct topo *topo)
{
	unsigned int dim;

	for (dim = 1; dim < topo->dims; dim++)
		if (topo->size[dim] != topo->size[0])
			return false;
	return true;
}

int pattern_check(const struct topo *topo, const struct traffic_pattern *pattern)
{
	switch (pattern->kind) {
	case TRAFFIC_HOT:
		return pattern->hot / NET_NICS < topo->chips ? 0 : -EINVAL;
	case TRAFFIC_TORNADO:
	case TRAFFIC_NEIGHBOUR:
		return pattern_partner(topo, pattern->kind, 0) ? 0 : -EINVAL;
	case TRAFFIC_TRANSPOSE:
		return dimensions_alike(topo) ? 0 : -EINVAL;
	case TRAFFIC_COMPLEMENT:
	case TRAFFIC_REVERSE:
	case TRAFFIC_SHUFFLE:
		return __builtin_popcount(topo->chips) == 1 ? 0 : -EINVAL;
	default:
		return pattern->kind < TRAFFIC_KINDS ? 0 : -EINVAL;
	}
}

void pattern_circle(uint64_t seed, uint32_t nodes, uint32_t *partner)
{
	uint32_t i;

	for (i = 0; i < nodes; i++)
		partner[i] = i;
	net_mix_shuffle(seed, true, partner, nodes);
}

static unsigned int shift_coords(const struct topo *topo, unsigned int chip, bool tornado)
{
	unsigned int coord[TOPO_DIMS], dim, size;

	topo_coord(topo, chip, coord);
	for (dim = 0; dim < topo->dims; dim++) {
		size = topo->size[dim];
		coord[dim] = (coord[dim] + (tornado ? (size + 1) / 2 - 1 : 1)) % size;
	}
	return topo_chip(topo, coord);
}

static unsigned int rotate_coords(const struct topo *topo, unsigned int chip)
{
	unsigned int coord[TOPO_DIMS], rotated[TOPO_DIMS], dim;

	topo_coord(topo, chip, coord);
	for (dim = 0; dim < topo->dims; dim++)
		rotated[dim] = coord[(dim + 1) % topo->dims];
	return topo_chip(topo, rotated);
}

static unsigned int reverse_bits(unsigned int chip, unsigned int chips)
{
	unsigned int reversed = 0, bit;

	for (bit = 1; bit < chips; bit <<= 1)
		reversed = 2 * reversed + !!(chip & bit);
	return reversed;
}

static unsigned int rotate_bits(unsigned int chip, unsigned int chips)
{
	return 2 * chip < chips ? 2 * chip : 2 * chip - chips + 1;
}

static unsigned int partner_chip(const struct topo *topo, enum traffic_kind kind,
				 unsigned int chip)
{
	switch (kind) {
	case TRAFFIC_TORNADO:
	case TRAFFIC_NEIGHBOUR:
		return shift_coords(topo, chip, kind == TRAFFIC_TORNADO);
	case TRAFFIC_TRANSPOSE:
		return rotate_coords(topo, chip);
	case TRAFFIC_COMPLEMENT:
		return chip ^ (topo->chips - 1);
	case TRAFFIC_REVERSE:
		return reverse_bits(chip, topo->chips);
	default:
		return rotate_bits(chip, topo->chips);
	}
}

uint32_t pattern_partner(const struct topo *topo, enum traffic_kind kind, uint32_t node)
{
	return NET_NICS * partner_chip(topo, kind, node / NET_NICS) + node % NET_NICS;
}
