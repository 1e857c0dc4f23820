// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "layout.h"

static const struct layout *const layouts[LAYOUTS] = {
	&layout_gpcdr, &layout_cxi, &layout_rdma
};

static const char *layout_name(unsigned int i)
{
	return i < ARRAY_SIZE(layouts) ? layouts[i]->name : NULL;
}

const struct words layout_names = { .name = layout_name, .count = WORDS_ALL };

/* The last layout suits every chip. */
static unsigned int find_suitable(unsigned int chip)
{
	unsigned int i = 0;

	while (i + 1 < ARRAY_SIZE(layouts) && !layouts[i]->suits(chip))
		i++;
	return i;
}

int layout_add(struct layout_state *state, struct device *device, unsigned int layout)
{
	if (layout == LAYOUT_SUITABLE)
		layout = find_suitable(device->info.chip);
	return layouts[layout]->add(state, device, state->numbers[layout]++);
}

uint64_t layout_wrap_ns(const struct layout_state *state)
{
	uint64_t least = UINT64_MAX;

	for (size_t i = 0; i < state->count; i++) {
		if (state->measures[i]->wrap_ns < least)
			least = state->measures[i]->wrap_ns;
	}
	return least;
}

/* A set that cannot be read now says so to its next reader. */
void layout_keep(struct layout_state *state)
{
	for (size_t i = 0; i < state->count; i++) {
		measure_begin(state->measures[i]);
		measure_end(state->measures[i]);
	}
}

void layout_free(struct layout_state *state)
{
	for (size_t i = 0; i < state->count; i++)
		measure_free(state->measures[i]);
	free(state->measures);
	layout_sets_free(state);
	tree_free(&state->tree);
}
