// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "mark.h"
#include "netsim/worm/random_worm.h"

static unsigned int below(struct chance *chance, unsigned int limit)
{
	return chance->below(chance, limit);
}

static struct worm_class random_class(struct chance *chance)
{
	return (struct worm_class){
		.links = below(chance, 3) ? 1 : 1 + below(chance, WORM_LINKS),
		.flit_ps = 1 + below(chance, 4), .hop_ps = 1 + below(chance, 7),
		.buffer = 1 + below(chance, below(chance, 2) ? 2 : 12),
	};
}

void random_worm(struct chance *chance, struct topo *topo, struct worm_config *config)
{
	static const char *const texts[] = {
		"mesh:2", "mesh:5", "mesh:3x3", "mesh:4x3", "mesh:2x3x2", "mesh:1x4", "hypercube:1",
		"hypercube:2", "hypercube:3",
	};
	unsigned int dim, count = sizeof(texts) / sizeof(*texts);

	ck_assert_int_eq(topo_parse(topo, texts[below(chance, count)]), 0);
	memset(config, 0, sizeof(*config));
	config->topo = topo;
	config->nodes = 1 + below(chance, 3);
	config->flit = 1 + below(chance, 4);
	config->header = 1 + below(chance, 3);
	config->highest_first = below(chance, 2);
	for (dim = 0; dim < topo->dims; dim++)
		config->dim[dim] = random_class(chance);
	config->in = random_class(chance);
	config->out = random_class(chance);
}
