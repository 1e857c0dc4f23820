/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The images of a Gemini and an Aries with all their views, without devices.
 */
#ifndef TESTS_KUNIT_IMAGES_H
#define TESTS_KUNIT_IMAGES_H

#include <kunit/test.h>

#include "emu/emu.h"

#define IMAGES_EPOCH	1000

struct images {
	struct emu_chip chip[GPCD_CHIPS];
};

static inline void images_reset(struct emu_chip *chip)
{
	unsigned int i;

	for (i = 0; i < chip->setup.views; i++) {
		const struct gpcd_image_info desc = {
			.chip = chip->setup.chip, .nic_addr = i + 1, .nic_index = i,
			.epoch = IMAGES_EPOCH, .domain = 1,
		};

		gpcd_image_init(&chip->image[i], &desc);
	}
}

static inline int images_init(struct kunit *test)
{
	struct images *images = kunit_kzalloc(test, sizeof(*images), GFP_KERNEL);
	unsigned int chip;

	if (!images)
		return -ENOMEM;
	test->priv = images;
	for (chip = GPCD_CHIP_GEMINI; chip < GPCD_CHIPS; chip++) {
		images->chip[chip].setup.chip = chip;
		images->chip[chip].setup.views = gpcd_chip_nics(chip);
		if (emu_chip_pages_alloc(&images->chip[chip]))
			return -ENOMEM;
		images_reset(&images->chip[chip]);
	}
	return 0;
}

static inline void images_exit(struct kunit *test)
{
	struct images *images = test->priv;
	unsigned int chip;

	for (chip = GPCD_CHIP_GEMINI; chip < GPCD_CHIPS; chip++)
		emu_chip_pages_free(&images->chip[chip]);
}

static inline struct emu_chip *images_chip(struct kunit *test, unsigned int chip)
{
	struct images *images = test->priv;

	return &images->chip[chip];
}

static inline u64 *images_word(struct emu_chip *chip, const struct gpcd_reg *reg)
{
	return gpcd_image_word(&chip->image[0], gpcd_reg_word(reg));
}

#endif /* TESTS_KUNIT_IMAGES_H */
