/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A chip in plain memory, with all its NICs' views, for tests.
 */
#ifndef TESTS_UNIT_CHIP_H
#define TESTS_UNIT_CHIP_H

#include <stdint.h>
#include <stdlib.h>

#include "image/chipmodel.h"
#include "mark.h"

#define CHIP_EPOCH	1000

struct chip {
	unsigned int views;
	struct gpcd_image image[GPCD_NICS_MAX];
	void *pages[GPCD_NICS_MAX * (GPCD_PAGES_MAX + 1)];
	unsigned int count;
};

static inline void *chip_page(struct chip *chip)
{
	void *page = calloc(1, GPCD_PAGE_SIZE);

	ck_assert_ptr_nonnull(page);
	chip->pages[chip->count++] = page;
	return page;
}

static inline void chip_create(struct chip *chip, unsigned int which, unsigned int views)
{
	unsigned int v, slot;

	*chip = (struct chip) { .views = views };
	for (v = 0; v < views; v++) {
		struct gpcd_image *image = &chip->image[v];
		const struct gpcd_image_info desc = {
			.chip = which, .nic_addr = v + 1, .nic_index = v, .epoch = CHIP_EPOCH,
			.domain = 1,
		};

		image->chip = which;
		image->info = chip_page(chip);
		for (slot = 0; slot < gpcd_catalogue_pages(which); slot++) {
			if (v && gpcd_catalogue_page_needs(which, slot) & GPCD_MAY_ROUTER)
				image->page[slot] = chip->image[0].page[slot];
			else
				image->page[slot] = chip_page(chip);
		}
		gpcd_image_init(image, &desc);
	}
}

static inline void chip_destroy(struct chip *chip)
{
	while (chip->count)
		free(chip->pages[--chip->count]);
}

static inline struct gpcd_reg chip_reg(const struct chip *chip, const char *name)
{
	struct gpcd_reg reg;

	ck_assert_msg(!gpcd_catalogue_by_name(chip->image[0].chip, name, &reg),
		      "%s is unknown", name);
	return reg;
}

static inline __u64 chip_reg_get(const struct chip *chip, unsigned int view,
				 const struct gpcd_reg *reg)
{
	__u64 word = *gpcd_image_word(&chip->image[view], gpcd_reg_word(reg));

	return word >> gpcd_reg_shift(reg) & gpcd_width_mask(reg->rule->width);
}

static inline __u64 chip_get(const struct chip *chip, unsigned int view, const char *name)
{
	struct gpcd_reg reg = chip_reg(chip, name);

	return chip_reg_get(chip, view, &reg);
}

/* Write a register as software does. */
static inline void chip_write(struct chip *chip, unsigned int view, const char *name,
			      __u64 value)
{
	struct gpcd_reg reg = chip_reg(chip, name);

	gpcd_image_write(chip->image, chip->views, view, &reg, value);
}

#endif /* TESTS_UNIT_CHIP_H */
