// SPDX-License-Identifier: LGPL-2.1-or-later
/* A mesh of 2 in every dimension. Its text is the number of dimensions. */
#include <errno.h>
#include <stdio.h>

#include "topo/family/grid.h"
#include "topo/family/sizes.h"

static int bits_parse(struct topo *topo, const char *text)
{
	int err = sizes_parse(topo, text);
	unsigned int bits = topo->size[0], i;

	if (err || topo->dims != 1)
		return -EINVAL;
	if (bits > TOPO_DIMS)
		return -E2BIG;
	topo->dims = bits;
	for (i = 0; i < bits; i++)
		topo->size[i] = 2;
	return 0;
}

static void bits_print(const struct topo *topo, char *buf, size_t size)
{
	snprintf(buf, size, "%u", topo->dims);
}

const struct topo_family topo_hypercube = {
	.name = "hypercube",
	.sizes = "N",
	.help = "a hypercube of N dimensions",
	.parse = bits_parse,
	.print = bits_print,
	GRID_FUNCTIONS,
};
