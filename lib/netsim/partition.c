// SPDX-License-Identifier: LGPL-2.1-or-later
#include <limits.h>

#include "peers.h"

/* Parts may be larger than the mean by one in so many, for units that cut fewer links. */
#define UNEVEN	16

/*
 * Return the chips of the largest unit, of those whose chips are numbered in a row, that is smaller
 * than a given one: a plane, a row; a group, a chassis.
 */
static unsigned int unit_below(const struct topo *topo, unsigned int unit)
{
	unsigned int size = 1, largest = 1, dim;

	for (dim = 0; dim < topo->dims; dim++) {
		size *= topo->size[dim];
		if (size < unit)
			largest = size;
	}
	return largest;
}

static bool is_even(const struct topo *topo, unsigned int count, unsigned int unit)
{
	unsigned int units = topo->chips / unit;
	uint64_t most = (uint64_t)(units + count - 1) / count * unit * count;

	return units >= count && most <= topo->chips + topo->chips / UNEVEN;
}

static void cut_find(const struct net_fabric *fabric, unsigned int count,
		     struct net_partition *partition)
{
	const struct topo *topo = &fabric->topo;
	unsigned int part, chip, port, far;

	partition->reach = UINT_MAX;
	partition->cut = 0;
	for (part = 0; part < count; part++) {
		for (chip = partition->first[part]; chip < partition->first[part + 1]; chip++) {
			for (port = 0; port < topo_ports(topo); port++) {
				far = topo_neighbour(topo, chip, port);
				if (far == TOPO_NONE || (far >= partition->first[part] &&
							 far < partition->first[part + 1]))
					continue;
				partition->cut++;
				if (fabric->hop[port] < partition->reach)
					partition->reach = fabric->hop[port];
			}
		}
	}
}

void net_partition(const struct net_fabric *fabric, unsigned int count,
		   struct net_partition *partition)
{
	const struct topo *topo = &fabric->topo;
	unsigned int unit = topo->chips, part;

	while (unit > 1 && !is_even(topo, count, unit))
		unit = unit_below(topo, unit);
	for (part = 0; part <= count; part++)
		partition->first[part] = (uint64_t)(topo->chips / unit) * part / count * unit;
	cut_find(fabric, count, partition);
}

unsigned int net_partition_find(const struct net_partition *partition, unsigned int count,
				unsigned int chip)
{
	unsigned int low = 0, high = count;

	while (high - low > 1) {
		unsigned int middle = (low + high) / 2;

		if (partition->first[middle] <= chip)
			low = middle;
		else
			high = middle;
	}
	return low;
}
