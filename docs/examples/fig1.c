// SPDX-License-Identifier: GPL-2.0-only
/*
 * All six static counters of all 48 tiles of a Gemini: the program of Fig. 1 in "Using
 * the Cray Gemini Performance Counters" (Pedretti et al., 2013). The figure checks no
 * result and so prints zeros where there is no device; this program checks what the
 * same calls return. Build: cc fig1.c -lgpcd
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <gpcd_lib.h>

static int failed(const char *what, int err)
{
	fprintf(stderr, "fig1: %s: %s\n", what, strerror(-err));
	if (err == -ENODEV)
		fprintf(stderr, "fig1: load a module, or set GPCD_DEVICE: see `gpcd list'\n");
	return 1;
}

int main(void)
{
	const gpcd_mmr_desc_t *desc;
	gpcd_context_t *ctx;
	gpcd_mmr_list_t *p;
	int i, j, k, err;
	char name[128];

	/* Create a counter group, all tile counters. */
	ctx = gpcd_create_context();
	if (!ctx)
		return failed("the context", -ENOMEM);
	for (i = 0; i < 6; i++)			/* rows of tiles */
		for (j = 0; j < 8; j++)		/* columns of tiles */
			for (k = 0; k < 6; k++) {	/* counters of a tile */
				sprintf(name, "GM_%d_%d_TILE_PERFORMANCE_COUNTERS_%d", i, j, k);
				desc = gpcd_lookup_mmr_byname(name);
				if (!desc)
					return failed(name, -ENOENT);
				err = gpcd_context_add_mmr(ctx, (gpcd_mmr_desc_t *)desc);
				if (err)
					return failed(name, err);
			}

	/* Sample the tile counters: all values are new, or none is. */
	err = gpcd_context_read_mmr_vals(ctx);
	if (err)
		return failed("the counters cannot be read", err);

	/* Print the counter values, the last added first. */
	for (p = ctx->list; p; p = p->next)
		printf("Counter %s: Value=%lu\n", p->item->name, p->value);
	gpcd_remove_context(ctx);
	return 0;
}
