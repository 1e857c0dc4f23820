// SPDX-License-Identifier: GPL-2.0-only
/* Pages of registers: every address has the slot of its page, and no other address has it. */
#include "catalogue/pages.c"

#include "kunit/catalogue.h"

static void chips_have_their_pages(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, gpcd_catalogue_pages(GPCD_CHIP_NONE), 0);
	KUNIT_EXPECT_EQ(test, gpcd_catalogue_pages(GPCD_CHIP_GEMINI), 59);
	KUNIT_EXPECT_EQ(test, gpcd_catalogue_pages(GPCD_CHIP_ARIES), 64);
	KUNIT_EXPECT_EQ(test, gpcd_catalogue_pages(GPCD_CHIPS), 0);
	KUNIT_EXPECT_EQ(test, gpcd_catalogue_pages(UINT_MAX), 0);
}

static void every_register_has_the_slot_of_its_page(struct kunit *test)
{
	unsigned int chip, i, slot;
	struct gpcd_reg reg;

	for (chip = GPCD_CHIP_GEMINI; chip < GPCD_CHIPS; chip++) {
		for (i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
			slot = gpcd_catalogue_page_slot(chip, reg.addr);
			KUNIT_ASSERT_LT(test, slot, gpcd_catalogue_pages(chip));
			KUNIT_ASSERT_EQ_MSG(test, gpcd_catalogue_page(chip, slot),
					    reg.addr & ~0xfffULL, "%#llx", reg.addr);
			KUNIT_ASSERT_EQ_MSG(test, gpcd_reg_needs(&reg) &
					    ~gpcd_catalogue_page_needs(chip, slot), 0, "%#llx",
					    reg.addr);
		}
	}
}

/* A page without registers has slot 0, which belongs to another address. */
static void other_pages_are_told_apart(struct kunit *test)
{
	unsigned int chip, page, slot, matching;

	for (chip = GPCD_CHIP_GEMINI; chip < GPCD_CHIPS; chip++) {
		matching = 0;
		for (page = 0; page < gpcd_catalogue_span(chip); page++) {
			slot = gpcd_catalogue_page_slot(chip, page * GPCD_PAGE_SIZE);
			matching += gpcd_catalogue_page(chip, slot) == page * GPCD_PAGE_SIZE;
		}
		KUNIT_EXPECT_EQ(test, matching, gpcd_catalogue_pages(chip));
	}
}

static void pages_ascend_to_the_span(struct kunit *test)
{
	unsigned int chip, slot, last;

	for (chip = GPCD_CHIP_GEMINI; chip < GPCD_CHIPS; chip++) {
		for (slot = 1; slot < gpcd_catalogue_pages(chip); slot++)
			KUNIT_ASSERT_GT_MSG(test, gpcd_catalogue_page(chip, slot),
					    gpcd_catalogue_page(chip, slot - 1), "slot %u", slot);
		last = gpcd_catalogue_page(chip, slot - 1) / GPCD_PAGE_SIZE;
		KUNIT_EXPECT_EQ(test, slot, gpcd_chip_rows[chip].pages);
		KUNIT_EXPECT_EQ(test, last + 1, gpcd_catalogue_span(chip));
	}
}

static void images_end_where_registers_do(struct kunit *test)
{
	unsigned int chip;
	u32 end;

	for (chip = GPCD_CHIP_GEMINI; chip < GPCD_CHIPS; chip++) {
		end = gpcd_catalogue_span(chip) * GPCD_PAGE_SIZE;
		KUNIT_EXPECT_EQ(test, gpcd_chip_size(chip), max_t(u32, end, GPCD_IMAGE_SIZE));
		if (end > GPCD_IMAGE_INFO)
			KUNIT_EXPECT_EQ(test, gpcd_catalogue_page_find(chip, GPCD_IMAGE_INFO /
								       GPCD_PAGE_SIZE), -1);
	}
}

static void canary_cannot_be_all_ones(struct kunit *test)
{
	const struct gpcd_reg *canary;
	unsigned int chip;

	for (chip = GPCD_CHIP_GEMINI; chip < GPCD_CHIPS; chip++) {
		canary = gpcd_catalogue_canary(chip);
		KUNIT_ASSERT_NOT_NULL(test, canary);
		KUNIT_EXPECT_EQ(test, canary->chip, chip);
		KUNIT_EXPECT_LT(test, canary->rule->width, 64);
		KUNIT_EXPECT_FALSE(test, gpcd_reg_fills_word(canary));
	}
}

static struct kunit_case pages_cases[] = {
	KUNIT_CASE(chips_have_their_pages),
	KUNIT_CASE(every_register_has_the_slot_of_its_page),
	KUNIT_CASE(other_pages_are_told_apart),
	KUNIT_CASE(pages_ascend_to_the_span),
	KUNIT_CASE(images_end_where_registers_do),
	KUNIT_CASE(canary_cannot_be_all_ones),
	{}
};

static struct kunit_suite pages_suite __refdata = {
	.name = "pages",
	.suite_init = kunit_catalogue_init,
	.test_cases = pages_cases,
};
kunit_test_suite(pages_suite);
