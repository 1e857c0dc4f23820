// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * A row for each pattern. To add a pattern, add a row with its partner function; help texts,
 * completion, messages and both engines use the rows. A test compares the manual's list.
 */
#include <errno.h>

#include "netsim/mix.h"
#include "pattern.h"

/* --- what a pattern needs --- */

static bool has_hot_node(const struct topo *topo, const struct traffic_pattern *pattern)
{
	return pattern->hot < topo_nodes(topo);
}

static bool moves_chip_0(const struct topo *topo, const struct traffic_pattern *pattern)
{
	return pattern->kind->partner(topo, 0);
}

static bool has_equal_dimensions(const struct topo *topo, const struct traffic_pattern *pattern)
{
	unsigned int dim;

	(void)pattern;
	for (dim = 1; dim < topo->dims; dim++)
		if (topo->size[dim] != topo->size[0])
			return false;
	return true;
}

static bool is_power_of_2(const struct topo *topo, const struct traffic_pattern *pattern)
{
	(void)pattern;
	return __builtin_popcount(topo->chips) == 1;
}

/* --- partners of a chip --- */

static unsigned int tornado(const struct topo *topo, unsigned int chip)
{
	unsigned int coord[TOPO_DIMS], dim, size;

	topo_coord(topo, chip, coord);
	for (dim = 0; dim < topo->dims; dim++) {
		size = topo->size[dim];
		coord[dim] = (coord[dim] + (size + 1) / 2 - 1) % size;
	}
	return topo_chip(topo, coord);
}

static unsigned int neighbour(const struct topo *topo, unsigned int chip)
{
	unsigned int coord[TOPO_DIMS], dim;

	topo_coord(topo, chip, coord);
	for (dim = 0; dim < topo->dims; dim++)
		coord[dim] = (coord[dim] + 1) % topo->size[dim];
	return topo_chip(topo, coord);
}

/* On a hypercube, bit i of the partner's number is bit i + dims / 2 of the chip's. */
static unsigned int transpose(const struct topo *topo, unsigned int chip)
{
	unsigned int coord[TOPO_DIMS], rotated[TOPO_DIMS], half = topo->dims / 2, dim;

	topo_coord(topo, chip, coord);
	for (dim = 0; dim < topo->dims; dim++)
		rotated[dim] = coord[(dim + half) % topo->dims];
	return topo_chip(topo, rotated);
}

static unsigned int complement(const struct topo *topo, unsigned int chip)
{
	return chip ^ (topo->chips - 1);
}

static unsigned int reverse(const struct topo *topo, unsigned int chip)
{
	unsigned int reversed = 0, bit;

	for (bit = 1; bit < topo->chips; bit <<= 1)
		reversed = 2 * reversed + !!(chip & bit);
	return reversed;
}

static unsigned int shuffle(const struct topo *topo, unsigned int chip)
{
	return 2 * chip < topo->chips ? 2 * chip : 2 * chip - topo->chips + 1;
}

/* --- the patterns --- */

const struct traffic_kind traffic_kinds[] = {
	{
		.name = "uniform",
		.help = "any other node, drawn for each transfer",
	}, {
		.name = "hot",
		.help = "one node with a share of all transfers, else any other",
		.needs = "it has no such node",
		.fits = has_hot_node,
		.hot = true,
	}, {
		.name = "random",
		.help = "always the same node; all nodes form one random circle",
		.circle = true,
	}, {
		.name = "tornado",
		.help = "just less than half round each dimension",
		.needs = "a dimension must be longer than 2",
		.fits = moves_chip_0,
		.partner = tornado,
	}, {
		.name = "neighbour",
		.help = "one further in each dimension",
		.needs = "it must have more than one chip",
		.fits = moves_chip_0,
		.partner = neighbour,
	}, {
		.name = "transpose",
		.help = "coordinates rotated by half of the dimensions, (x, y) to (y, x)",
		.needs = "its dimensions must be alike",
		.fits = has_equal_dimensions,
		.partner = transpose,
	}, {
		.name = "complement",
		.help = "all bits of the chip's number inverted",
		.needs = "its chips must be a power of 2",
		.fits = is_power_of_2,
		.partner = complement,
	}, {
		.name = "reverse",
		.help = "the bits of the chip's number in reverse order",
		.needs = "its chips must be a power of 2",
		.fits = is_power_of_2,
		.partner = reverse,
	}, {
		.name = "shuffle",
		.help = "the bits of the chip's number rotated up by one",
		.needs = "its chips must be a power of 2",
		.fits = is_power_of_2,
		.partner = shuffle,
	},
	{ 0 }
};

int pattern_check(const struct topo *topo, const struct traffic_pattern *pattern)
{
	const struct traffic_kind *kind = pattern->kind;

	return kind && (!kind->fits || kind->fits(topo, pattern)) ? 0 : -EINVAL;
}

static void circle_fill(uint64_t seed, uint32_t nodes, uint32_t *partner)
{
	uint32_t i;

	for (i = 0; i < nodes; i++)
		partner[i] = i;
	net_mix_shuffle(seed, true, partner, nodes);
}

void pattern_partners(const struct topo *topo, const struct traffic_pattern *pattern,
		      uint32_t *partner)
{
	unsigned int chip, nic;

	if (pattern->kind->circle) {
		circle_fill(pattern->seed, topo_nodes(topo), partner);
		return;
	}
	for (chip = 0; chip < topo->chips; chip++)
		for (nic = 0; nic < topo_nics(topo); nic++)
			*partner++ = topo_node(topo, pattern->kind->partner(topo, chip), nic);
}
