// SPDX-License-Identifier: GPL-2.0-only
/*
 * Arithmetic of registers: wrap at the width, neighbours in the word, epochs. Differences of
 * counters are tested with the library: the kernel has none.
 */
#include "image/chipmodel.c"

#include "kunit/images.h"

#define BACKGROUND	0xa5a5a5a5a5a5a5a5ULL

/* Bits */

static void stores_keep_to_their_bits(struct kunit *test)
{
	unsigned int shift, width;
	u64 word, mask;

	for (width = 1; width <= 64; width++) {
		for (shift = 0; shift + width <= 64; shift++) {
			mask = GENMASK_ULL(shift + width - 1, shift);
			word = BACKGROUND;
			gpcd_image_store_bits(&word, shift, width, U64_MAX);
			KUNIT_ASSERT_EQ_MSG(test, word, BACKGROUND | mask, "%u at %u", width,
					    shift);
			gpcd_image_store_bits(&word, shift, width, 0);
			KUNIT_ASSERT_EQ_MSG(test, word, BACKGROUND & ~mask, "%u at %u", width,
					    shift);
		}
	}
}

static const struct {
	unsigned int shift, width;
	u64 before, n, after;
} counts[] = {
	{ 0, 48, 0xffffffffffffULL, 1, 0 },
	{ 0, 48, 0xfffffffffffeULL, 5, 3 },
	{ 0, 48, 7, 1ULL << 48, 7 },
	{ 0, 48, 7, U64_MAX, 6 },
	{ 0, 48, 0x123456789abcULL, 0, 0x123456789abcULL },
	{ 0, 64, U64_MAX, 1, 0 },
	{ 0, 64, 3, U64_MAX, 2 },
	{ 0, 32, 0xffffffff, 1, 0 },
	{ 0, 32, 5, 1ULL << 32, 5 },
	{ 32, 32, 0xffffffff, 2, 1 },
	{ 32, 32, 9, 1ULL << 32 | 1, 10 },
	{ 0, 61, (1ULL << 61) - 1, 1, 0 },
	{ 3, 61, (1ULL << 61) - 1, 3, 2 },
	{ 63, 1, 1, 1, 0 },
	{ 9, 9, 511, 1, 0 },
};

static void counts_wrap_and_spare_their_neighbours(struct kunit *test)
{
	struct emu_chip *chip = images_chip(test, GPCD_CHIP_GEMINI);
	struct gpcd_image_counter counter = { .addr = 0x2001380 };
	u64 *word = gpcd_image_word(&chip->image[0], counter.addr);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(counts); i++) {
		u64 mask = gpcd_width_mask(counts[i].width) << counts[i].shift;

		counter.shift = counts[i].shift;
		counter.width = counts[i].width;
		*word = (BACKGROUND & ~mask) | counts[i].before << counts[i].shift;
		gpcd_image_count(&chip->image[0], &counter, 0, counts[i].n);
		KUNIT_EXPECT_EQ_MSG(test, *word,
				    (BACKGROUND & ~mask) | counts[i].after << counts[i].shift,
				    "row %u", i);
	}
}

/* The first register of each rule that counts; the one before it wraps. */
static void every_counter_wraps_at_its_width(struct kunit *test)
{
	struct gpcd_image_counter counter;
	const struct gpcd_rule *before;
	char name[GPCD_NAME_MAX];
	unsigned int which, i;
	struct gpcd_reg reg;

	for (which = GPCD_CHIP_GEMINI; which < GPCD_CHIPS; which++) {
		struct emu_chip *chip = images_chip(test, which);

		before = NULL;
		for (i = 0; !gpcd_catalogue_at(which, i, &reg); i++) {
			if (reg.rule->kind != GPCD_KIND_COUNTER || reg.rule == before)
				continue;
			before = reg.rule;
			gpcd_reg_name(&reg, name);
			KUNIT_ASSERT_EQ(test, gpcd_image_counter_find(which, name, NULL, &counter),
					0);
			gpcd_image_write(chip->image, chip->setup.views, 0, &reg, U64_MAX);
			KUNIT_ASSERT_EQ_MSG(test, reg_load(&chip->image[0], &reg),
					    gpcd_width_mask(reg.rule->width), "%s", name);
			gpcd_image_count(&chip->image[0], &counter, 0, 2);
			KUNIT_ASSERT_EQ_MSG(test, reg_load(&chip->image[0], &reg), 1, "%s", name);
		}
	}
}

/* Writes */

static u64 written(const struct gpcd_reg *reg)
{
	u64 bits = gpcd_reg_write_mask(reg);

	if (reg->rule->kind == GPCD_KIND_STICKY)
		return 0;
	if (reg->rule->kind == GPCD_KIND_CONTROL)
		bits &= ~(field_bits(reg, "CLEAR") | field_bits(reg, "COUNTERS_CLEAR"));
	return bits;
}

/* The word is all ones but for the register itself, which is 0. */
static void expect_written(struct kunit *test, struct emu_chip *chip, const struct gpcd_reg *reg,
			   u64 value)
{
	u64 mask = gpcd_width_mask(reg->rule->width) << gpcd_reg_shift(reg);
	u64 *word = images_word(chip, reg);

	*word = ~mask;
	gpcd_image_write(chip->image, chip->setup.views, 0, reg, value);
	KUNIT_ASSERT_EQ_MSG(test, *word, ~mask | written(reg) << gpcd_reg_shift(reg),
			    "chip %u, %#llx", chip->setup.chip, reg->addr);
	*word = 0;
}

/* User space tests that a control register clears others: the code is the same. */
static void writes_keep_to_their_register(struct kunit *test)
{
	unsigned int which, i;
	struct gpcd_reg reg;

	for (which = GPCD_CHIP_GEMINI; which < GPCD_CHIPS; which++) {
		for (i = 0; !gpcd_catalogue_at(which, i, &reg); i++) {
			expect_written(test, images_chip(test, which), &reg, written(&reg));
			if (reg.rule->kind != GPCD_KIND_CONTROL)
				expect_written(test, images_chip(test, which), &reg, U64_MAX);
		}
	}
}

static void epochs_move_when_counts_break(struct kunit *test)
{
	static const bool breaks[GPCD_KINDS] = {
		[GPCD_KIND_COUNTER] = true, [GPCD_KIND_PACKED] = true,
	};
	struct emu_chip *chip = images_chip(test, GPCD_CHIP_ARIES);
	u64 *epoch = &chip->image[3].info->epoch, before;
	struct gpcd_reg reg;
	unsigned int i;

	for (i = 0; !gpcd_catalogue_at(GPCD_CHIP_ARIES, i, &reg); i++) {
		before = *epoch;
		gpcd_image_write(chip->image, chip->setup.views, 0, &reg, 0);
		KUNIT_ASSERT_EQ_MSG(test, *epoch, before + breaks[reg.rule->kind], "%#llx",
				    reg.addr);
	}
	KUNIT_EXPECT_EQ(test, *epoch, chip->image[0].info->epoch);
}

/* 0 stands for none. */
static void epoch_after_the_last_is_another(struct kunit *test)
{
	struct emu_chip *chip = images_chip(test, GPCD_CHIP_GEMINI);
	const struct gpcd_reg *reg = gpcd_catalogue_find(GPCD_CHIP_GEMINI, 0x2001380);

	KUNIT_ASSERT_NOT_NULL(test, reg);
	chip->image[0].info->epoch = U64_MAX;
	chip->image[1].info->epoch = U64_MAX;
	gpcd_image_write(chip->image, 2, 1, reg, 1);
	KUNIT_EXPECT_EQ(test, chip->image[0].info->epoch, 1);
	KUNIT_EXPECT_EQ(test, chip->image[1].info->epoch, 1);
}

/* Pages */

static void views_share_the_router_alone(struct kunit *test)
{
	unsigned int which, v, slot;

	for (which = GPCD_CHIP_GEMINI; which < GPCD_CHIPS; which++) {
		struct emu_chip *chip = images_chip(test, which);

		for (v = 1; v < chip->setup.views; v++) {
			KUNIT_EXPECT_PTR_NE(test, chip->image[v].info, chip->image[0].info);
			for (slot = 0; slot < gpcd_catalogue_pages(which); slot++)
				KUNIT_ASSERT_EQ_MSG(test, chip->image[v].page[slot] ==
						    chip->image[0].page[slot],
						    !!(gpcd_catalogue_page_needs(which, slot) &
						       GPCD_MAY_ROUTER), "view %u, slot %u", v,
						    slot);
		}
	}
}

static struct kunit_case chipmodel_cases[] = {
	KUNIT_CASE(stores_keep_to_their_bits),
	KUNIT_CASE(counts_wrap_and_spare_their_neighbours),
	KUNIT_CASE(every_counter_wraps_at_its_width),
	KUNIT_CASE(writes_keep_to_their_register),
	KUNIT_CASE(epochs_move_when_counts_break),
	KUNIT_CASE(epoch_after_the_last_is_another),
	KUNIT_CASE(views_share_the_router_alone),
	{}
};

static struct kunit_suite chipmodel_suite = {
	.name = "chipmodel",
	.init = images_init,
	.exit = images_exit,
	.test_cases = chipmodel_cases,
};
kunit_test_suite(chipmodel_suite);
