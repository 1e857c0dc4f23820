// SPDX-License-Identifier: GPL-2.0-only
#include <stddef.h>

#include "cli/util.h"
#include "placement.h"

/* All but the first are from Pedretti et al., section VI. */
static const struct placement placements[] = {
	{ .name = "in-order" },
	{ .name = "random", .random = true },
	{ .name = "no-remap", .block = { 1, 1, 16 } },
	{ .name = "remap", .block = { 2, 2, 4 } },
};

const struct placement *placement_find(const char *name)
{
	int i = words_find(&placement_words, name);

	return i < 0 ? NULL : &placements[i];
}

static const char *placement_name(unsigned int i)
{
	return placements[i].name;
}

const struct words placement_words = { placement_name, ARRAY_SIZE(placements) };
