// SPDX-License-Identifier: LGPL-2.1-or-later
#include "topo/family/grid.h"
#include "topo/family/sizes.h"

const struct topo_family topo_mesh = {
	.name = "mesh",
	.sizes = "XxY",
	.help = "a mesh, of any number of dimensions",
	.parse = sizes_parse,
	.print = sizes_print,
	GRID_FUNCTIONS,
};
