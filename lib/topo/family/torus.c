// SPDX-License-Identifier: LGPL-2.1-or-later
#include "topo/family/grid.h"
#include "topo/family/sizes.h"

const struct topo_family topo_torus = {
	.name = "torus",
	.sizes = "XxYxZ",
	.help = "a torus; of three dimensions: Geminis",
	.rings = true,
	.parse = sizes_parse,
	.print = sizes_print,
	GRID_FUNCTIONS,
};
