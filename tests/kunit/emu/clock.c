// SPDX-License-Identifier: GPL-2.0-only
/* Clock arithmetic: how far time goes, who advances it, lags, and the end of time. */
#include "emu/emu.h"

/* Every step of the clock calls this: count the steps, and those with interrupts on. */
static unsigned int steps, steps_exposed;

static int step_seen(struct gpcd_traffic *traffic, struct gpcd_image *views, unsigned int count,
		     u64 until_ns)
{
	steps++;
	steps_exposed += !irqs_disabled();
	return gpcd_traffic_step(traffic, views, count, until_ns);
}

#define gpcd_traffic_step step_seen
#include "emu/clock.c"
#undef gpcd_traffic_step

#include "kunit/chips.h"

#define TICK	GPCD_TRAFFIC_TICK_NS

static struct emu_chip *bring(struct kunit *test, bool traffic)
{
	struct emu_setup setup = chips_setup(GPCD_CHIP_GEMINI, 1);

	setup.traffic = traffic;
	KUNIT_ASSERT_EQ(test, chips_bring(test, 0, &setup), 0);
	return chips_of(test)[0];
}

/* Advanced by hand */

static const struct {
	enum emu_fault fault;
	u64 now_ns, ns;
	int ret;
	u64 then_ns;
} advances[] = {
	{ EMU_FAULT_NONE, 0, 0, 0, 0 },
	{ EMU_FAULT_NONE, 0, 1, 0, 1 },
	{ EMU_FAULT_NONE, 7, 3, 0, 10 },
	{ EMU_FAULT_NONE, 0, EMU_ADVANCE_MAX_NS, 0, EMU_ADVANCE_MAX_NS },
	{ EMU_FAULT_NONE, 5, EMU_ADVANCE_MAX_NS + 1, -ERANGE, 5 },
	{ EMU_FAULT_NONE, 5, U64_MAX, -ERANGE, 5 },
	{ EMU_FAULT_NONE, U64_MAX - 5, 5, 0, U64_MAX },
	{ EMU_FAULT_NONE, U64_MAX - 5, 6, -ERANGE, U64_MAX - 5 },
	{ EMU_FAULT_NONE, U64_MAX, 0, 0, U64_MAX },
	{ EMU_FAULT_NONE, U64_MAX, 1, -ERANGE, U64_MAX },
	{ EMU_FAULT_STUCK, 7, 3, 0, 7 },
	{ EMU_FAULT_ONES, 7, 3, 0, 10 },
	{ EMU_FAULT_SLOW, 7, 3, 0, 10 },
	{ EMU_FAULT_UNPLUG, 7, 3, -ENODEV, 7 },
};

static void told_time_passes_as_told(struct kunit *test)
{
	struct emu_chip *chip = bring(test, false);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(advances); i++) {
		KUNIT_ASSERT_EQ(test, emu_chip_fault(chip, advances[i].fault, 0), 0);
		chip->traffic.now_ns = advances[i].now_ns;
		KUNIT_EXPECT_EQ_MSG(test, emu_chip_advance(chip, advances[i].ns), advances[i].ret,
				    "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, chip->traffic.now_ns, advances[i].then_ns, "row %u", i);
	}
}

static void real_time_cannot_be_told(struct kunit *test)
{
	struct emu_setup setup = chips_setup(GPCD_CHIP_GEMINI, 1);

	setup.virtual_clock = false;
	KUNIT_ASSERT_EQ(test, chips_bring(test, 0, &setup), 0);
	KUNIT_EXPECT_EQ(test, emu_chip_advance(chips_of(test)[0], 1), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, emu_chip_advance(chips_of(test)[0], U64_MAX), -EOPNOTSUPP);
}

static void ticks_are_those_of_the_time(struct kunit *test)
{
	static const u64 steps[] = { TICK - 1, 1, TICK / 2, 2 * TICK, 1, TICK / 2, 17 * TICK - 2 };
	struct emu_chip *chip = bring(test, true);
	unsigned int i;
	u64 sum = 0;

	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		sum += steps[i];
		KUNIT_ASSERT_EQ(test, emu_chip_advance(chip, steps[i]), 0);
		KUNIT_EXPECT_EQ(test, chip->traffic.now_ns, sum);
		KUNIT_EXPECT_EQ_MSG(test, chip->traffic.tick, div_u64(sum, TICK), "step %u", i);
	}
}

/* By itself: run the work of a real clock once, by hand */

static u64 work_once(struct emu_chip *chip)
{
	clock_work(&chip->tick.work);
	emu_clock_stop(chip);
	return chip->traffic.now_ns;
}

static void real_clock_moves_by_elapsed_time(struct kunit *test)
{
	struct emu_chip *chip = bring(test, true);
	u64 now_ns;

	chip->origin_ns = ktime_get_ns() - 5 * TICK - TICK / 2;
	now_ns = work_once(chip);
	KUNIT_EXPECT_GE(test, now_ns, 5 * TICK + TICK / 2);
	KUNIT_EXPECT_LE(test, now_ns, ktime_get_ns() - chip->origin_ns);
	KUNIT_EXPECT_EQ(test, chip->traffic.tick, div_u64(now_ns, TICK));
}

/* A chip with a real clock but without its work: only readers advance it. */
static struct emu_chip *bring_real(struct kunit *test)
{
	struct emu_chip *chip = bring(test, true);

	chip->setup.virtual_clock = false;
	return chip;
}

static u64 sweep_once(struct emu_chip *chip)
{
	emu_clock_sweep_begin(chip);
	emu_clock_sweep_end(chip);
	return chip->traffic.now_ns;
}

static void reader_moves_the_clock(struct kunit *test)
{
	struct emu_chip *chip = bring_real(test);
	u64 now_ns;

	chip->origin_ns = ktime_get_ns() - 2 * TICK - 12345;
	now_ns = sweep_once(chip);
	KUNIT_EXPECT_GE(test, now_ns, 2 * TICK + 12345);
	KUNIT_EXPECT_LE(test, now_ns, ktime_get_ns() - chip->origin_ns);
	KUNIT_EXPECT_EQ(test, chip->image[0].info->chip_ns, now_ns);
}

static void reader_makes_few_steps(struct kunit *test)
{
	struct emu_chip *chip = bring_real(test);

	chip->origin_ns = ktime_get_ns() - 50 * TICK;
	KUNIT_EXPECT_EQ(test, sweep_once(chip), CLOCK_READER_STEPS * TICK);
	KUNIT_EXPECT_GE(test, work_once(chip), 50 * TICK);
}

/* A reader does not advance a clock that is stuck, virtual, or in use by a sweep or a writer. */
static void reader_lets_the_clock_stand(struct kunit *test)
{
	struct emu_chip *chip = bring_real(test);
	unsigned long flags;

	chip->origin_ns = ktime_get_ns() - 2 * TICK;
	emu_clock_sweep_begin(chip);
	chip->traffic.now_ns = 0;
	chip->traffic.tick = 0;
	KUNIT_EXPECT_EQ(test, sweep_once(chip), 0);
	emu_clock_sweep_end(chip);
	KUNIT_EXPECT_EQ(test, atomic_read(&chip->sweeps), 0);

	raw_spin_lock_irqsave(&chip->lock, flags);
	sweep_once(chip);
	raw_spin_unlock_irqrestore(&chip->lock, flags);
	KUNIT_EXPECT_EQ(test, chip->traffic.now_ns, 0);

	KUNIT_ASSERT_EQ(test, emu_chip_fault(chip, EMU_FAULT_STUCK, 0), 0);
	KUNIT_EXPECT_EQ(test, sweep_once(chip), 0);
	chip->setup.virtual_clock = true;
	KUNIT_ASSERT_EQ(test, emu_chip_fault(chip, EMU_FAULT_NONE, 0), 0);
	KUNIT_EXPECT_EQ(test, sweep_once(chip), 0);
}

static void lag_is_made_good_up_to_a_second(struct kunit *test)
{
	struct emu_chip *chip = bring(test, true);
	u64 before_ns = ktime_get_ns(), now_ns;

	chip->traffic.tick = 7;
	chip->traffic.now_ns = 7 * TICK;
	chip->origin_ns = before_ns - 3600 * (u64)NSEC_PER_SEC;
	now_ns = work_once(chip);
	KUNIT_EXPECT_GE(test, now_ns, 7 * TICK + CLOCK_LAG_NS);
	KUNIT_EXPECT_LE(test, now_ns, 7 * TICK + CLOCK_LAG_NS + ktime_get_ns() - before_ns);
	KUNIT_EXPECT_GT(test, chip->origin_ns, before_ns - 2 * NSEC_PER_SEC);
}

/* A stuck chip never makes up for the time it missed. */
static void stuck_time_is_lost(struct kunit *test)
{
	struct emu_chip *chip = bring(test, true);
	u64 before_ns = ktime_get_ns(), now_ns;

	chip->traffic.tick = 7;
	chip->traffic.now_ns = 7 * TICK;
	chip->origin_ns = before_ns - NSEC_PER_SEC / 2;
	KUNIT_ASSERT_EQ(test, emu_chip_fault(chip, EMU_FAULT_STUCK, 0), 0);
	KUNIT_EXPECT_EQ(test, work_once(chip), 7 * TICK);
	KUNIT_EXPECT_GE(test, chip->origin_ns, before_ns - 7 * TICK);
	before_ns = ktime_get_ns();
	KUNIT_ASSERT_EQ(test, emu_chip_fault(chip, EMU_FAULT_NONE, 0), 0);
	KUNIT_EXPECT_GE(test, chip->origin_ns, before_ns - 7 * TICK);
	now_ns = work_once(chip);
	KUNIT_EXPECT_LE(test, now_ns, 7 * TICK + ktime_get_ns() - before_ns);
}

/* A chip whose time is ahead of the machine's since boot. */
static void clock_ahead_of_the_machine_waits(struct kunit *test)
{
	struct emu_chip *chip = bring(test, true);
	u64 ahead = ktime_get_ns() + 3600 * (u64)NSEC_PER_SEC, before_ns;

	chip->traffic.tick = div_u64(ahead, TICK);
	chip->traffic.now_ns = chip->traffic.tick * TICK;
	KUNIT_ASSERT_EQ(test, emu_chip_fault(chip, EMU_FAULT_STUCK, 0), 0);
	ahead = chip->traffic.now_ns;
	KUNIT_EXPECT_EQ(test, work_once(chip), ahead);
	before_ns = ktime_get_ns();
	KUNIT_ASSERT_EQ(test, emu_chip_fault(chip, EMU_FAULT_NONE, 0), 0);
	KUNIT_EXPECT_GE(test, work_once(chip), ahead);
	KUNIT_EXPECT_LE(test, chip->traffic.now_ns, ahead + ktime_get_ns() - before_ns);
}

/* A reader in an interrupt must not meet a half-done batch of its own processor. */
static void steps_are_made_with_interrupts_off(struct kunit *test)
{
	struct emu_chip *chip = bring_real(test);

	steps = 0;
	steps_exposed = 0;
	chip->origin_ns = ktime_get_ns() - 5 * TICK;
	sweep_once(chip);
	KUNIT_EXPECT_GE(test, steps, 1);
	work_once(chip);
	KUNIT_EXPECT_GE(test, steps, 5);
	chip->setup.virtual_clock = true;
	steps = 0;
	KUNIT_EXPECT_EQ(test, emu_chip_advance(chip, TICK), 0);
	KUNIT_EXPECT_GE(test, steps, 1);
	KUNIT_EXPECT_EQ(test, steps_exposed, 0);
}

static struct kunit_case clock_cases[] = {
	KUNIT_CASE(told_time_passes_as_told),
	KUNIT_CASE(real_time_cannot_be_told),
	KUNIT_CASE(ticks_are_those_of_the_time),
	KUNIT_CASE(real_clock_moves_by_elapsed_time),
	KUNIT_CASE(reader_moves_the_clock),
	KUNIT_CASE(reader_makes_few_steps),
	KUNIT_CASE(reader_lets_the_clock_stand),
	KUNIT_CASE(lag_is_made_good_up_to_a_second),
	KUNIT_CASE(stuck_time_is_lost),
	KUNIT_CASE(clock_ahead_of_the_machine_waits),
	KUNIT_CASE(steps_are_made_with_interrupts_off),
	{}
};

static struct kunit_suite clock_suite = {
	.name = "clock",
	.suite_init = chips_suite_init,
	.suite_exit = chips_suite_exit,
	.init = chips_init,
	.exit = chips_exit,
	.test_cases = clock_cases,
};
kunit_test_suite(clock_suite);
