// SPDX-License-Identifier: LGPL-2.1-or-later
#include <stdio.h>

#include "topo/family/grid.h"

/* A chip divides a Gemini's network tiles among its links, which are all cables. */
#define NETWORK_TILES	40
#define LANES		8
#define CABLE_RATE	1.171875
#define HOP_NS		105
#define BUFFER		256	/* our choice */

unsigned int grid_ports(const struct topo *topo)
{
	return 2 * topo->dims;
}

/* Return by how much the numbers of neighbours in a dimension differ. */
static unsigned int stride_of(const struct topo *topo, unsigned int dim)
{
	unsigned int stride = 1, i;

	for (i = 0; i < dim; i++)
		stride *= topo->size[i];
	return stride;
}

unsigned int grid_neighbour(const struct topo *topo, unsigned int chip, unsigned int port)
{
	unsigned int dim = grid_dim(port), size, stride, at;
	bool down = grid_is_down(port);

	if (dim >= topo->dims)
		return TOPO_NONE;
	size = topo->size[dim];
	stride = stride_of(topo, dim);
	at = chip / stride % size;
	if (at != (down ? 0 : size - 1))
		return down ? chip - stride : chip + stride;
	if (!topo->family->rings)
		return TOPO_NONE;
	return down ? chip + (size - 1) * stride : chip - (size - 1) * stride;
}

unsigned int grid_far_port(const struct topo *topo, unsigned int chip, unsigned int port)
{
	(void)topo;
	(void)chip;
	return grid_opposite(port);
}

/* Whether the shorter way along a dimension leads up. Half a ring does. */
static bool leads_up(const struct topo *topo, unsigned int size, unsigned int from,
		     unsigned int to)
{
	unsigned int hops = to > from ? to - from : from - to;

	if (!topo->family->rings || 2 * hops < size)
		return to > from;
	return 2 * hops == size || to < from;
}

unsigned int grid_route(const struct topo *topo, unsigned int chip, unsigned int dst,
			unsigned int bridge)
{
	unsigned int dim, size, from, to;

	(void)bridge;
	for (dim = 0; dim < topo->dims; dim++) {
		size = topo->size[dim];
		from = chip % size;
		to = dst % size;
		if (from != to)
			return leads_up(topo, size, from, to) ? grid_up(dim) : grid_down(dim);
		chip /= size;
		dst /= size;
	}
	return TOPO_NONE;
}

static void dim_name(unsigned int dim, char *buf, size_t size)
{
	if (dim < 3)
		snprintf(buf, size, "%c", "XYZ"[dim]);
	else
		snprintf(buf, size, "D%u", dim);
}

void grid_port_name(const struct topo *topo, unsigned int port, char *buf, size_t size)
{
	char name[TOPO_CLASS_NAME];

	(void)topo;
	dim_name(grid_dim(port), name, sizeof(name));
	snprintf(buf, size, "%s%c", name, grid_is_down(port) ? '-' : '+');
}

unsigned int grid_classes(const struct topo *topo)
{
	return topo->dims;
}

unsigned int grid_class_of(const struct topo *topo, unsigned int port)
{
	(void)topo;
	return grid_dim(port);
}

void grid_class_fill(const struct topo *topo, unsigned int number, struct topo_class *class)
{
	unsigned int lanes = NETWORK_TILES / grid_ports(topo);

	dim_name(number, class->name, sizeof(class->name));
	class->lanes = lanes < LANES ? lanes : LANES;
	class->rate = CABLE_RATE;
	class->hop = HOP_NS;
	class->buffer = BUFFER;
}
