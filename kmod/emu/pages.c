// SPDX-License-Identifier: GPL-2.0-only
/*
 * The memory of a chip's images: the router's pages, which all views share, and
 * for each view the pages of its NIC and the page that describes it.
 */
#include <linux/gfp.h>

#include "emu/emu.h"

/* Fail rather than have the kernel kill other programs because a user wants many chips. */
#define EMU_GFP	(GFP_KERNEL | __GFP_ZERO | __GFP_NORETRY | __GFP_NOWARN)

static bool page_shared(const struct gpcd_image *image, unsigned int slot)
{
	return gpcd_catalogue_page_class(image->chip, slot) == GPCD_CLASS_LOCAL;
}

static int view_pages_alloc(struct gpcd_image *image, const struct gpcd_image *first)
{
	unsigned int slot;

	image->info = (void *)__get_free_page(EMU_GFP);
	if (!image->info)
		return -ENOMEM;
	for (slot = 0; slot < gpcd_catalogue_pages(image->chip); slot++) {
		if (image != first && page_shared(image, slot))
			image->page[slot] = first->page[slot];
		else
			image->page[slot] = (void *)__get_free_page(EMU_GFP);
		if (!image->page[slot])
			return -ENOMEM;
	}
	return 0;
}

int emu_chip_pages_alloc(struct emu_chip *chip)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < chip->setup.views && !ret; i++) {
		chip->image[i].chip = chip->setup.chip;
		ret = view_pages_alloc(&chip->image[i], &chip->image[0]);
	}
	return ret;
}

static void view_pages_free(struct gpcd_image *image, const struct gpcd_image *first)
{
	unsigned int slot;

	for (slot = 0; slot < gpcd_catalogue_pages(image->chip); slot++) {
		if (image == first || !page_shared(image, slot))
			free_page((unsigned long)image->page[slot]);
	}
	free_page((unsigned long)image->info);
}

void emu_chip_pages_free(struct emu_chip *chip)
{
	unsigned int i;

	for (i = 0; i < chip->setup.views; i++)
		view_pages_free(&chip->image[i], &chip->image[0]);
}
