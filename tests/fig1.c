// SPDX-License-Identifier: GPL-2.0-only
/*
 * The program of Fig. 1 in "Using the Cray Gemini Performance Counters"
 * (Pedretti et al., 2013), its body inside a main and as printed: existing clients
 * look like this, so it must compile and run unchanged. It checks no result; the
 * example that does is docs/examples/fig1.c.
 */
#include <stdio.h>
#include <gpcd_lib.h>

int main(void)
{
	gpcd_context_t *ctx;
	gpcd_mmr_desc_t *desc;
	gpcd_mmr_list_t *p;
	int i, j, k;
	char name[128];

	// Create a counter group, all tile counters
	ctx = gpcd_create_context();
	for (i = 0; i < 6; i++)	// TILE_ROWS
		for (j = 0; j < 8; j++)	// TILE_COLS
			for (k = 0; k < 6; k++) {	// TILE_COUNTERS
				sprintf(name, "GM_%d_%d_TILE_PERFORMANCE_COUNTERS_%d", i, j, k);
				desc = gpcd_lookup_mmr_byname(name);
				gpcd_context_add_mmr(ctx, desc);
			}

	// Sample the tile counters
	gpcd_context_read_mmr_vals(ctx);

	// Print the counter values
	for (p = ctx->list; p; p = p->next)
		printf("Counter %s: Value=%lu\n", p->item->name, p->value);
	return 0;
}
