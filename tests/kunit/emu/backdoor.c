// SPDX-License-Identifier: GPL-2.0-only
/* The back door: the meaning of its text, its numbers, and where an image has memory. */
#include "emu/backdoor.c"

#include "kunit/chips.h"

static const struct {
	const char *text;
	int ret;
	unsigned int slow_ns;
} texts[] = {
	{ "none", EMU_FAULT_NONE, 0 },
	{ "none\n", EMU_FAULT_NONE, 0 },
	{ "ones\n", EMU_FAULT_ONES, 0 },
	{ "stuck\n", EMU_FAULT_STUCK, 0 },
	{ "unplug\n", EMU_FAULT_UNPLUG, 0 },
	{ "slow:0\n", EMU_FAULT_SLOW, 0 },
	{ "slow:0x10\n", EMU_FAULT_SLOW, 16 },
	{ "slow:1000000\n", EMU_FAULT_SLOW, 1000000 },
	{ "slow:1000001\n", -EINVAL, 0 },
	{ "slow:4294967296\n", -EINVAL, 0 },
	{ "slow:-1\n", -EINVAL, 0 },
	{ "slow:\n", -EINVAL, 0 },
	{ "slow: 5\n", -EINVAL, 0 },
	{ "slow:5x\n", -EINVAL, 0 },
	{ "slow\n", -EINVAL, 0 },
	{ "", -EINVAL, 0 },
	{ "\n", -EINVAL, 0 },
	{ "None\n", -EINVAL, 0 },
	{ "unplugged\n", -EINVAL, 0 },
	{ "none\n\n", -EINVAL, 0 },
	{ " none\n", -EINVAL, 0 },
};

static void faults_are_read(struct kunit *test)
{
	unsigned int i, slow_ns;
	int ret;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		ret = fault_parse(texts[i].text, &slow_ns);
		KUNIT_EXPECT_EQ_MSG(test, ret, texts[i].ret, "'%s'", texts[i].text);
		if (ret >= 0)
			KUNIT_EXPECT_EQ_MSG(test, slow_ns, texts[i].slow_ns, "'%s'", texts[i].text);
	}
}

static void doors_have_the_number_of_their_device(struct kunit *test)
{
	int wanted = minor_alloc(5), taken = minor_alloc(5), next = minor_alloc(5);

	ida_free(&backdoor_minors, 5);
	ida_free(&backdoor_minors, 0);
	ida_free(&backdoor_minors, 1);
	KUNIT_EXPECT_EQ(test, wanted, 5);
	KUNIT_EXPECT_EQ(test, taken, 0);
	KUNIT_EXPECT_EQ(test, next, 1);
}

static void door_numbers_end(struct kunit *test)
{
	int i, ret = 0;

	for (i = 0; i < BACKDOORS_MAX && ret >= 0; i++)
		ret = minor_alloc(i);
	KUNIT_EXPECT_EQ(test, ret, BACKDOORS_MAX - 1);
	KUNIT_EXPECT_EQ(test, minor_alloc(0), -ENOSPC);
	while (i--)
		ida_free(&backdoor_minors, i);
}

static void only_pages_of_registers_have_memory(struct kunit *test)
{
	struct emu_setup setup = chips_setup(GPCD_CHIP_GEMINI, 1);
	unsigned int pages = 0, slot;
	struct gpcd_image *image;
	pgoff_t pgoff;
	void *memory;

	KUNIT_ASSERT_EQ(test, chips_bring(test, 0, &setup), 0);
	image = chips_of(test)[0]->view[0].image;
	for (pgoff = 0; pgoff < GPCD_IMAGE_SIZE / GPCD_PAGE_SIZE; pgoff++) {
		memory = image_at(image, pgoff);
		if (!memory)
			continue;
		pages++;
		if (memory == image->info)
			continue;
		slot = gpcd_catalogue_page_slot(GPCD_CHIP_GEMINI, pgoff * GPCD_PAGE_SIZE);
		KUNIT_ASSERT_EQ(test, gpcd_catalogue_page(GPCD_CHIP_GEMINI, slot),
				pgoff * GPCD_PAGE_SIZE);
		KUNIT_ASSERT_PTR_EQ(test, memory, (void *)image->page[slot]);
	}
	KUNIT_EXPECT_EQ(test, pages, gpcd_catalogue_pages(GPCD_CHIP_GEMINI) + 1);
	KUNIT_EXPECT_PTR_EQ(test, image_at(image, GPCD_IMAGE_INFO / GPCD_PAGE_SIZE),
			    (void *)image->info);
	KUNIT_EXPECT_NULL(test, image_at(image, GPCD_IMAGE_SIZE / GPCD_PAGE_SIZE));
	KUNIT_EXPECT_NULL(test, image_at(image, ULONG_MAX));
	KUNIT_EXPECT_NULL(test, image_at(image, 0x2001 | 1UL << 32));
}

static struct kunit_case backdoor_cases[] = {
	KUNIT_CASE(faults_are_read),
	KUNIT_CASE(doors_have_the_number_of_their_device),
	KUNIT_CASE(door_numbers_end),
	KUNIT_CASE(only_pages_of_registers_have_memory),
	{}
};

static struct kunit_suite backdoor_suite = {
	.name = "backdoor",
	.suite_init = chips_suite_init,
	.suite_exit = chips_suite_exit,
	.init = chips_init,
	.exit = chips_exit,
	.test_cases = backdoor_cases,
};
kunit_test_suite(backdoor_suite);
