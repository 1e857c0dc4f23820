// SPDX-License-Identifier: GPL-2.0-only
/*
 * Arithmetic of the traffic: 32 bits are enough, counters wrap, time has an end.
 */
#include "image/traffic.c"

#include "kunit/images.h"

#define INPUTS_MAX	4
#define TRAIN_MAX	16
#define LAST_TICK	div_u64(U64_MAX, GPCD_TRAFFIC_TICK_NS)

/* The same sums in 64 bits. */
static void expect_32_bits(struct kunit *test, const struct gpcd_traffic_chip *chip, u64 units)
{
	u64 most = INPUTS_MAX * TRAIN_MAX * units;
	u64 thousandths, wait = 0;

	KUNIT_ASSERT_LE(test, most * chip->link_milli, U32_MAX);
	if (most > chip->far_buffer) {
		thousandths = (most - chip->far_buffer) * chip->link_milli;
		wait = thousandths > most * 1000 ? div_u64(thousandths - most * 1000, 1000) : 0;
	}
	KUNIT_ASSERT_EQ_MSG(test, credit_wait(chip, most), wait, "%llu units", most);
}

static void exchanges_fit_in_32_bits(struct kunit *test)
{
	struct gpcd_exchange exchange;
	unsigned int which;
	u32 random;

	for (which = GPCD_CHIP_GEMINI; which < GPCD_CHIPS; which++) {
		const struct gpcd_traffic_chip *chip = gpcd_chip_model(which)->traffic;

		if (!chip)
			continue;
		for (random = 0; random < 256; random++) {
			exchange_draw(chip, &exchange, random);
			expect_32_bits(test, chip, exchange.units[REQUEST]);
			expect_32_bits(test, chip, exchange.units[RESPONSE]);
		}
		KUNIT_EXPECT_LE(test, (u64)chip->link_units * 256, U32_MAX);
	}
}

static void shares_fit_in_32_bits(struct kunit *test)
{
	static const u32 totals[] = { 0, 1, 15624, 15625, 15626, 31249, 298295, 7031250, U32_MAX };
	unsigned int i;
	u32 slots;

	for (i = 0; i < ARRAY_SIZE(totals); i++) {
		for (slots = 0; slots <= SLOTS; slots++)
			KUNIT_ASSERT_EQ(test, share(totals[i], slots),
					div_u64((u64)totals[i] * slots, SLOTS));
	}
	KUNIT_EXPECT_EQ(test, SLOTS * SLOT_NS, GPCD_TRAFFIC_TICK_NS);
}

static void load_stays_within_its_bounds(struct kunit *test)
{
	static const u64 ticks[] = { 0, 255, 256, 257, 1ULL << 32, LOAD_PERIOD * (1ULL << 40) - 1 };
	struct gpcd_traffic *traffic = &images_chip(test, GPCD_CHIP_GEMINI)->traffic;
	unsigned int i, salt;

	for (i = 0; i < ARRAY_SIZE(ticks); i++) {
		for (salt = 0; salt < 64; salt++) {
			traffic->tick = ticks[i];
			traffic->seed = mix(salt);
			KUNIT_ASSERT_GE(test, load_now(traffic, salt), LOAD_MIN);
			KUNIT_ASSERT_LT(test, load_now(traffic, salt), LOAD_MIN + LOAD_SPAN);
		}
	}
}

/* One source, from zero and from all ones: the difference is 1, modulo the width. */
static void run_from(struct emu_chip *chip, unsigned int which, u64 value)
{
	struct gpcd_reg reg;
	unsigned int i;

	images_reset(chip);
	for (i = 0; !gpcd_catalogue_at(which, i, &reg); i++) {
		if (reg.rule->kind == GPCD_KIND_COUNTER)
			gpcd_image_write(chip->image, chip->setup.views, 0, &reg, value);
	}
	gpcd_traffic_init(&chip->traffic, which, 1, 0);
	while (gpcd_traffic_step(&chip->traffic, chip->image, chip->setup.views,
				 20 * GPCD_TRAFFIC_TICK_NS))
		;
}

static u64 reg_value(struct emu_chip *chip, const struct gpcd_reg *reg)
{
	return *images_word(chip, reg) >> gpcd_reg_shift(reg) & gpcd_width_mask(reg->rule->width);
}

static void counters_wrap_under_traffic(struct kunit *test)
{
	u64 *values = kunit_kcalloc(test, 4096, sizeof(u64), GFP_KERNEL);
	unsigned int which, i, moved;
	struct gpcd_reg reg;

	KUNIT_ASSERT_NOT_NULL(test, values);
	for (which = GPCD_CHIP_GEMINI; which < GPCD_CHIPS; which++) {
		struct emu_chip *chip = images_chip(test, which);

		if (!gpcd_chip_model(which)->traffic)
			continue;
		run_from(chip, which, 0);
		for (i = 0; !gpcd_catalogue_at(which, i, &reg); i++)
			values[i] = reg_value(chip, &reg);
		run_from(chip, which, U64_MAX);
		for (i = moved = 0; !gpcd_catalogue_at(which, i, &reg); i++) {
			if (reg.rule->kind != GPCD_KIND_COUNTER)
				continue;
			moved += values[i] > 0;
			KUNIT_ASSERT_EQ_MSG(test, (reg_value(chip, &reg) + 1) &
					    gpcd_width_mask(reg.rule->width), values[i],
					    "chip %u, %#llx", which, reg.addr);
		}
		KUNIT_EXPECT_GT(test, moved, 40);
	}
}

/* Time */

static int step(struct emu_chip *chip, u64 until_ns)
{
	return gpcd_traffic_step(&chip->traffic, chip->image, chip->setup.views, until_ns);
}

static void a_step_is_one_tick(struct kunit *test)
{
	struct emu_chip *chip = images_chip(test, GPCD_CHIP_GEMINI);
	struct gpcd_traffic *traffic = &chip->traffic;

	gpcd_traffic_init(traffic, GPCD_CHIP_GEMINI, 1, 0);
	KUNIT_EXPECT_EQ(test, step(chip, U64_MAX), 1);
	KUNIT_EXPECT_EQ(test, traffic->now_ns, GPCD_TRAFFIC_TICK_NS);
	KUNIT_EXPECT_EQ(test, step(chip, GPCD_TRAFFIC_TICK_NS + 5), 0);
	KUNIT_EXPECT_EQ(test, traffic->now_ns, GPCD_TRAFFIC_TICK_NS + 5);
	KUNIT_EXPECT_EQ(test, step(chip, 2 * GPCD_TRAFFIC_TICK_NS), 0);
	KUNIT_EXPECT_EQ(test, traffic->tick, 2);
	KUNIT_EXPECT_EQ(test, step(chip, 7), 0);
	KUNIT_EXPECT_EQ(test, traffic->now_ns, 2 * GPCD_TRAFFIC_TICK_NS);
}

/* The tick that the end of time cuts off never comes. */
static void time_ends_and_does_not_begin_anew(struct kunit *test)
{
	struct emu_chip *chip = images_chip(test, GPCD_CHIP_GEMINI);
	struct gpcd_traffic *traffic = &chip->traffic;

	gpcd_traffic_init(traffic, GPCD_CHIP_GEMINI, 1, 0);
	traffic->tick = LAST_TICK - 1;
	traffic->now_ns = traffic->tick * GPCD_TRAFFIC_TICK_NS;
	KUNIT_EXPECT_EQ(test, step(chip, U64_MAX), 1);
	KUNIT_EXPECT_EQ(test, traffic->now_ns, LAST_TICK * GPCD_TRAFFIC_TICK_NS);
	KUNIT_EXPECT_EQ(test, step(chip, U64_MAX), 0);
	KUNIT_EXPECT_EQ(test, traffic->now_ns, U64_MAX);
	KUNIT_EXPECT_EQ(test, chip->image[1].info->chip_ns, U64_MAX);
	KUNIT_EXPECT_EQ(test, step(chip, U64_MAX), 0);
	KUNIT_EXPECT_EQ(test, traffic->tick, LAST_TICK);
}

static struct kunit_case traffic_cases[] = {
	KUNIT_CASE(exchanges_fit_in_32_bits),
	KUNIT_CASE(shares_fit_in_32_bits),
	KUNIT_CASE(load_stays_within_its_bounds),
	KUNIT_CASE(counters_wrap_under_traffic),
	KUNIT_CASE(a_step_is_one_tick),
	KUNIT_CASE(time_ends_and_does_not_begin_anew),
	{}
};

static struct kunit_suite traffic_suite = {
	.name = "traffic",
	.init = images_init,
	.exit = images_exit,
	.test_cases = traffic_cases,
};
kunit_test_suite(traffic_suite);
