// SPDX-License-Identifier: GPL-2.0-only
/* The life of an emulated chip: which chips can be made, and every fault after every other. */
#include "kunit/pauses.h"

#include "emu/chip.c"

#include "kunit/chips.h"

#define TILE_REG	0x2001380	/* GM_0_0_TILE_PERFORMANCE_COUNTERS_0 */
#define FAULTS		(EMU_FAULT_UNPLUG + 1)
#define VALUE		12345

/* Birth */

static void impossible_chips_are_not_born(struct kunit *test)
{
	static const struct emu_setup bad[] = {
		{ .chip = GPCD_CHIP_NONE, .views = 1, .domain = 1, .nic_addr = { 1 } },
		{ .chip = GPCD_CHIPS, .views = 1, .domain = 1, .nic_addr = { 1 } },
		{ .chip = GPCD_CHIP_GEMINI, .views = 0, .domain = 1, .nic_addr = { 1 } },
		{ .chip = GPCD_CHIP_GEMINI, .views = 3, .domain = 1, .nic_addr = { 1, 2, 3 } },
		{ .chip = GPCD_CHIP_ARIES, .views = 5, .domain = 1, .nic_addr = { 1, 2, 3, 4 } },
		{ .chip = GPCD_CHIP_ARIES, .views = UINT_MAX, .domain = 1, .nic_addr = { 1 } },
		{ .chip = GPCD_CHIP_GEMINI, .views = 1, .domain = 1, .nic_addr = { 0 } },
		{ .chip = GPCD_CHIP_GEMINI, .views = 1, .domain = 0, .nic_addr = { 1 } },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bad); i++)
		KUNIT_ASSERT_EQ_MSG(test, PTR_ERR(emu_chip_create(&bad[i])), -EINVAL, "row %u", i);
}

static void half_born_chip_leaves_nothing(struct kunit *test)
{
	struct emu_setup setup = chips_setup(GPCD_CHIP_GEMINI, 1);

	KUNIT_ASSERT_EQ(test, chips_bring(test, 0, &setup), 0);
	setup.views = 2;
	setup.nic_addr[0] = 2;
	setup.nic_addr[1] = 1;
	KUNIT_EXPECT_EQ(test, chips_bring(test, 1, &setup), -EEXIST);
	setup.nic_addr[1] = 2;
	KUNIT_EXPECT_EQ(test, chips_bring(test, 1, &setup), -EEXIST);
	setup.nic_addr[1] = 3;
	KUNIT_EXPECT_EQ(test, chips_bring(test, 1, &setup), 0);
	KUNIT_EXPECT_EQ(test, gpcd_device_index(chips_of(test)[1]->view[0].device), 1);
	KUNIT_EXPECT_EQ(test, gpcd_device_index(chips_of(test)[1]->view[1].device), 2);
}

/* A back door that is open or mapped holds the pages. */
static void memory_outlives_its_chip(struct kunit *test)
{
	struct emu_setup setup = chips_setup(GPCD_CHIP_GEMINI, 1);
	struct emu_chip *chip;

	KUNIT_ASSERT_EQ(test, chips_bring(test, 0, &setup), 0);
	chip = chips_of(test)[0];
	emu_chip_get(chip);
	chips_end(test, 0);
	KUNIT_EXPECT_EQ(test, chip->image[0].info->state, GPCD_IMAGE_GONE);
	gpcd_image_store(gpcd_image_word(&chip->image[0], TILE_REG), VALUE);
	KUNIT_EXPECT_NULL(test, chip->view[0].device);
	emu_chip_put(chip);
}

/* Epochs; the clock is far below the epochs of chips that other tests made. */

static void no_epoch_comes_twice(struct kunit *test)
{
	u64 first = epoch_begin(0), second = epoch_begin(first), ahead = first + NSEC_PER_SEC;

	KUNIT_EXPECT_EQ(test, second, first + 1);
	KUNIT_EXPECT_EQ(test, epoch_begin(0), second + 1);
	epoch_end(ahead);
	KUNIT_EXPECT_EQ(test, epoch_begin(0), ahead + 1);
	epoch_end(first);
	KUNIT_EXPECT_EQ(test, epoch_begin(0), ahead + 2);
	KUNIT_EXPECT_EQ(test, epoch_begin(2 * ahead), 2 * ahead);
	epoch_last = first;
}

/* Faults */

/* What readers see of a chip with a fault. */
static const struct {
	bool plugged, ones, writes;
	int advance;
	bool moves;
} faults[FAULTS] = {
	[EMU_FAULT_NONE] = { .plugged = true, .writes = true, .moves = true },
	[EMU_FAULT_ONES] = { .plugged = true, .ones = true, .moves = true },
	[EMU_FAULT_STUCK] = { .plugged = true },
	[EMU_FAULT_SLOW] = { .plugged = true, .writes = true, .moves = true },
	[EMU_FAULT_UNPLUG] = { .advance = -ENODEV },
};

static u64 tile_read(struct emu_chip *chip, u64 *epoch)
{
	struct gpcd_slot slot = { .word = TILE_REG, .width = 48 };
	u64 word = 0;
	struct gpcd_sweep sweep = { .slots = &slot, .count = 1, .values = &word };

	view_read(&chip->view[0], &sweep);
	*epoch = sweep.epoch;
	return word;
}

static void expect_fault(struct kunit *test, struct emu_chip *chip, enum emu_fault before,
			 enum emu_fault fault)
{
	const struct gpcd_reg *reg = gpcd_catalogue_find(GPCD_CHIP_GEMINI, TILE_REG);
	u64 now = chip->traffic.now_ns, word, epoch;

	KUNIT_ASSERT_NOT_NULL(test, reg);
	KUNIT_ASSERT_EQ_MSG(test, chip->fault, fault, "%u after %u", fault, before);
	KUNIT_ASSERT_EQ_MSG(test, !!chip->view[0].device, faults[fault].plugged, "%u after %u",
			    fault, before);
	KUNIT_ASSERT_EQ_MSG(test, !!chip->view[1].device, faults[fault].plugged, "%u after %u",
			    fault, before);
	KUNIT_ASSERT_EQ_MSG(test, chip->image[1].info->state,
			    faults[fault].plugged ? GPCD_IMAGE_LIVE : GPCD_IMAGE_GONE,
			    "%u after %u", fault, before);
	view_write(&chip->view[1], reg, VALUE);
	word = *gpcd_image_word(&chip->image[0], TILE_REG);
	if (faults[fault].plugged)
		KUNIT_ASSERT_EQ_MSG(test, word, faults[fault].writes ? VALUE : 0, "%u after %u",
				    fault, before);
	KUNIT_ASSERT_EQ_MSG(test, tile_read(chip, &epoch), faults[fault].ones ? U64_MAX : word,
			    "%u after %u", fault, before);
	KUNIT_ASSERT_EQ_MSG(test, emu_chip_advance(chip, 5), faults[fault].advance, "%u after %u",
			    fault, before);
	KUNIT_ASSERT_EQ_MSG(test, chip->traffic.now_ns, now + 5 * faults[fault].moves,
			    "%u after %u", fault, before);
}

static void expect_transition(struct kunit *test, struct emu_chip *chip, enum emu_fault before,
			      enum emu_fault fault)
{
	bool replug = before == EMU_FAULT_UNPLUG && fault != EMU_FAULT_UNPLUG;
	u64 epoch;

	KUNIT_ASSERT_EQ(test, emu_chip_fault(chip, EMU_FAULT_NONE, 0), 0);
	gpcd_image_store(gpcd_image_word(&chip->image[0], TILE_REG), 0);
	KUNIT_ASSERT_EQ(test, emu_chip_fault(chip, before, before == EMU_FAULT_SLOW), 0);
	epoch = chip->image[0].info->epoch;
	KUNIT_ASSERT_EQ_MSG(test, emu_chip_fault(chip, fault, fault == EMU_FAULT_SLOW), 0,
			    "%u after %u", fault, before);
	KUNIT_ASSERT_EQ_MSG(test, chip->image[0].info->epoch != epoch, replug, "%u after %u",
			    fault, before);
	if (replug)
		KUNIT_ASSERT_EQ(test, chip->traffic.now_ns, 0);
	KUNIT_ASSERT_EQ(test, chip->slow_ns, fault == EMU_FAULT_SLOW);
	expect_fault(test, chip, before, fault);
}

static void every_fault_after_every_other(struct kunit *test)
{
	struct emu_setup setup = chips_setup(GPCD_CHIP_GEMINI, 1);
	enum emu_fault before, fault;

	setup.views = 2;
	setup.nic_addr[1] = 2;
	KUNIT_ASSERT_EQ(test, chips_bring(test, 0, &setup), 0);
	for (before = EMU_FAULT_NONE; before < FAULTS; before++) {
		for (fault = EMU_FAULT_NONE; fault < FAULTS; fault++)
			expect_transition(test, chips_of(test)[0], before, fault);
	}
}

static void replug_is_whole_or_not_at_all(struct kunit *test)
{
	struct emu_setup setup = chips_setup(GPCD_CHIP_GEMINI, 1);
	struct emu_chip *chip;

	setup.views = 2;
	setup.nic_addr[1] = 2;
	KUNIT_ASSERT_EQ(test, chips_bring(test, 0, &setup), 0);
	chip = chips_of(test)[0];
	KUNIT_ASSERT_EQ(test, emu_chip_fault(chip, EMU_FAULT_UNPLUG, 0), 0);
	setup = chips_setup(GPCD_CHIP_GEMINI, 2);
	KUNIT_ASSERT_EQ(test, chips_bring(test, 1, &setup), 0);
	KUNIT_EXPECT_EQ(test, emu_chip_fault(chip, EMU_FAULT_SLOW, 7), -EEXIST);
	KUNIT_EXPECT_EQ(test, chip->fault, EMU_FAULT_UNPLUG);
	KUNIT_EXPECT_EQ(test, chip->slow_ns, 0);
	KUNIT_EXPECT_NULL(test, chip->view[0].device);
	KUNIT_EXPECT_NULL(test, chip->view[1].device);
	chips_end(test, 1);
	KUNIT_EXPECT_EQ(test, emu_chip_fault(chip, EMU_FAULT_NONE, 0), 0);
	KUNIT_EXPECT_NOT_NULL(test, chip->view[1].device);
}

/* Sweeps */

static void sweep_leaves_refused_words_alone(struct kunit *test)
{
	struct gpcd_slot slots[] = {
		{ .word = TILE_REG, .width = 48 },
		{ .word = TILE_REG, .width = 48, .status = GPCD_STATUS_DENIED },
		{ .word = U32_MAX - 7, .status = GPCD_STATUS_ABSENT },
	};
	struct emu_setup setup = chips_setup(GPCD_CHIP_GEMINI, 1);
	u64 words[] = { 1, 2, 3 };
	struct gpcd_sweep sweep = { .slots = slots, .count = 3, .values = words };
	struct emu_chip *chip;

	KUNIT_ASSERT_EQ(test, chips_bring(test, 0, &setup), 0);
	chip = chips_of(test)[0];
	gpcd_image_store(gpcd_image_word(&chip->image[0], TILE_REG), VALUE);
	sweep_load(&sweep, &chip->image[0]);
	KUNIT_EXPECT_EQ(test, words[0], VALUE);
	KUNIT_EXPECT_EQ(test, words[1], 2);
	KUNIT_EXPECT_EQ(test, words[2], 3);
	KUNIT_EXPECT_EQ(test, sweep.good, 1);
	/* A pass crossed by a batch is repeated, and so is its count. */
	sweep_load(&sweep, &chip->image[0]);
	KUNIT_EXPECT_EQ(test, sweep.good, 1);
	gpcd_sweep_ones(&sweep);
	KUNIT_EXPECT_EQ(test, words[0], U64_MAX);
	KUNIT_EXPECT_EQ(test, words[1], 2);
	KUNIT_EXPECT_EQ(test, sweep.good, 0);
}

#define RUN	6	/* registers, FIRST of them before the end of a chunk */
#define FIRST	4
#define ALONE	(GPCD_SWEEP_CHUNK - FIRST)

/* Fill single slots, then registers of tile 0 in a row, whose run ends with a chunk. */
static void long_run(struct gpcd_slot *slots)
{
	u32 i;

	for (i = 0; i < ALONE; i++)
		slots[i] = (struct gpcd_slot){ .word = TILE_REG, .width = 48 };
	for (i = 0; i < RUN; i++)
		slots[ALONE + i] = (struct gpcd_slot){
			.word = TILE_REG + 8 * i, .width = 48,
			.run = (i < FIRST ? FIRST : RUN) - 1 - i,
		};
}

static void run_is_read_beyond_a_chunk(struct kunit *test)
{
	struct gpcd_slot *slots = kunit_kcalloc(test, ALONE + RUN, sizeof(*slots), GFP_KERNEL);
	u64 *values = kunit_kcalloc(test, ALONE + RUN, sizeof(*values), GFP_KERNEL);
	struct emu_setup setup = chips_setup(GPCD_CHIP_GEMINI, 1);
	struct gpcd_sweep sweep = { .slots = slots, .count = ALONE + RUN, .values = values };
	struct emu_chip *chip;
	u32 i;

	KUNIT_ASSERT_TRUE(test, slots && values);
	KUNIT_ASSERT_EQ(test, chips_bring(test, 0, &setup), 0);
	chip = chips_of(test)[0];
	for (i = 0; i < RUN; i++)
		gpcd_image_store(gpcd_image_word(&chip->image[0], TILE_REG + 8 * i), VALUE + i);
	long_run(slots);
	sweep_load(&sweep, &chip->image[0]);
	KUNIT_EXPECT_EQ(test, sweep.good, ALONE + RUN);
	KUNIT_EXPECT_EQ(test, values[ALONE - 1], VALUE);
	for (i = 0; i < RUN; i++)
		KUNIT_EXPECT_EQ_MSG(test, values[ALONE + i], VALUE + i, "register %u", i);
}

static void expect_pauses(struct kunit *test, struct emu_chip *chip, bool may_sleep,
			  unsigned int wanted)
{
	struct gpcd_sweep sweep = { .count = 4 * GPCD_SWEEP_CHUNK, .may_sleep = may_sleep };
	struct gpcd_slot *slots = kunit_kcalloc(test, sweep.count, sizeof(*slots), GFP_KERNEL);
	u32 i;

	KUNIT_ASSERT_NOT_NULL(test, slots);
	for (i = 0; i < sweep.count; i++)
		slots[i].status = GPCD_STATUS_ABSENT;
	sweep.slots = slots;
	pauses = 0;
	KUNIT_EXPECT_EQ(test, view_read(&chip->view[0], &sweep), 0);
	KUNIT_EXPECT_EQ(test, pauses, wanted);
}

/* A sweep lets other tasks run only if it may: its reader may be a hard interrupt. */
static void long_sweep_pauses_if_it_may(struct kunit *test)
{
	struct emu_setup setup = chips_setup(GPCD_CHIP_GEMINI, 1);

	KUNIT_ASSERT_EQ(test, chips_bring(test, 0, &setup), 0);
	expect_pauses(test, chips_of(test)[0], true, 4);
	expect_pauses(test, chips_of(test)[0], false, 0);
}

static struct kunit_case chip_cases[] = {
	KUNIT_CASE(impossible_chips_are_not_born),
	KUNIT_CASE(half_born_chip_leaves_nothing),
	KUNIT_CASE(memory_outlives_its_chip),
	KUNIT_CASE(no_epoch_comes_twice),
	KUNIT_CASE(every_fault_after_every_other),
	KUNIT_CASE(replug_is_whole_or_not_at_all),
	KUNIT_CASE(sweep_leaves_refused_words_alone),
	KUNIT_CASE(run_is_read_beyond_a_chunk),
	KUNIT_CASE(long_sweep_pauses_if_it_may),
	{}
};

static struct kunit_suite chip_suite = {
	.name = "chip",
	.suite_init = chips_suite_init,
	.suite_exit = chips_suite_exit,
	.init = chips_init,
	.exit = chips_exit,
	.test_cases = chip_cases,
};
kunit_test_suite(chip_suite);
