// SPDX-License-Identifier: LGPL-2.1-or-later
#include "topo/family/family.h"

const struct topo_family *const topo_families[] = {
	&topo_torus,
	&topo_mesh,
	&topo_hypercube,
	&topo_dragonfly,
	NULL
};
