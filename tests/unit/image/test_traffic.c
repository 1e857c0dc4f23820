// SPDX-License-Identifier: GPL-2.0-only
/*
 * The built-in traffic is a function of chip, seed and time.
 */
#include <string.h>

#include "traffic.h"
#include "suite.h"

/* Whitepaper: an 8-byte write 11 phits, a 64-byte one 32, its get 8 and 27; paper: 3. */
static const struct {
	unsigned int chip, words, get, request, response;
} sizes[] = {
	{ GPCD_CHIP_GEMINI, 1, 0, 11, 3 },
	{ GPCD_CHIP_GEMINI, 8, 0, 32, 3 },
	{ GPCD_CHIP_GEMINI, 8, 1, 8, 27 },
	{ GPCD_CHIP_GEMINI, 1, 1, 8, 6 },
	{ GPCD_CHIP_ARIES, 8, 0, 12, 3 },	/* 80 bytes, 16 bytes */
	{ GPCD_CHIP_ARIES, 8, 1, 3, 12 },
	{ GPCD_CHIP_CASSINI1, 8, 0, 3, 1 },	/* of 31.25 bytes: 91 and 27 bytes */
	{ GPCD_CHIP_CASSINI1, 4, 1, 1, 2 },
	{ GPCD_CHIP_CASSINI2, 8, 0, 2, 1 },	/* of 62.5 bytes */
};

START_TEST(exchanges_have_their_sizes)
{
	struct gpcd_exchange exchange = { .words = sizes[_i].words, .get = sizes[_i].get };
	unsigned int data = (sizes[_i].words + 1) / 2;

	exchange.flits[REQUEST] = 1 + (sizes[_i].get ? 0 : data);
	exchange.flits[RESPONSE] = 1 + (sizes[_i].get ? data : 0);
	gpcd_chip_model(sizes[_i].chip)->traffic->units(&exchange);
	ck_assert_uint_eq(exchange.units[REQUEST], sizes[_i].request);
	ck_assert_uint_eq(exchange.units[RESPONSE], sizes[_i].response);
}
END_TEST

/* The loop index is the chip. */
static void start_chip(unsigned int which, __u64 seed)
{
	start(which, gpcd_chip_nics(which), seed);
}

static __u64 fingerprint(void)
{
	struct gpcd_reg reg;
	__u64 sum = 0;
	unsigned int v, i;

	for (v = 0; v < chip.views; v++) {
		for (i = 0; !gpcd_catalogue_at(chip.image[0].chip, i, &reg); i++)
			sum = sum * 0x100000001b3 + chip_reg_get(&chip, v, &reg);
	}
	return sum;
}

/* Advance to @end_ns in so many uneven steps. */
static __u64 fingerprint_in_steps(unsigned int which, unsigned int steps, __u64 end_ns)
{
	__u64 result;
	unsigned int i;

	start_chip(which, 1);
	for (i = 1; i < steps; i++)
		run_until(end_ns / steps * i + i * 7919 % (end_ns / steps));
	run_until(end_ns);
	ck_assert_uint_eq(chip.image[0].info->chip_ns, end_ns);
	result = fingerprint();
	end();
	return result;
}

START_TEST(same_time_same_counts)
{
	static const __u64 ends[] = {
		50 * GPCD_TRAFFIC_TICK_NS + 12345, 3 * GPCD_TRAFFIC_TICK_NS,
		8123457, 1000000, 100000,
	};
	__u64 at_once;
	unsigned int i;

	for (i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		at_once = fingerprint_in_steps(_i, 1, ends[i]);
		ck_assert_uint_eq(fingerprint_in_steps(_i, 7, ends[i]), at_once);
		ck_assert_uint_eq(fingerprint_in_steps(_i, 1000, ends[i]), at_once);
	}
}
END_TEST

START_TEST(other_seed_other_counts)
{
	__u64 first;

	start_chip(_i, 1);
	run(10);
	first = fingerprint();
	end();
	start_chip(_i, 2);
	run(10);
	ck_assert_uint_ne(fingerprint(), first);
	end();
}
END_TEST

/* Counters move in slots of 640 ns, time in single ns. */
START_TEST(less_than_a_slot_moves_time_only)
{
	__u64 before;

	start_chip(_i, 1);
	run_until(5 * GPCD_TRAFFIC_TICK_NS);
	before = fingerprint();
	run_until(5 * GPCD_TRAFFIC_TICK_NS + 639);
	ck_assert_uint_eq(fingerprint(), before);
	ck_assert_uint_eq(chip.image[chip.views - 1].info->chip_ns, 5 * GPCD_TRAFFIC_TICK_NS + 639);
	end();
}
END_TEST

START_TEST(counters_move_in_100_us)
{
	unsigned int i;
	__u64 before;

	start_chip(_i, 1);
	for (i = 1; i <= suite_share(1000); i++) {
		before = fingerprint();
		run_until(i * 100000);
		ck_assert_msg(fingerprint() != before, "nothing moved by %u00 us", i);
	}
	end();
}
END_TEST

START_TEST(time_never_goes_back)
{
	__u64 before;

	start_chip(_i, 1);
	run(3);
	before = fingerprint();
	ck_assert_int_eq(gpcd_traffic_step(&traffic, chip.image, chip.views, 5), 0);
	ck_assert_uint_eq(traffic.now_ns, 3 * GPCD_TRAFFIC_TICK_NS);
	ck_assert_uint_eq(fingerprint(), before);
	end();
}
END_TEST

/* The tick at the end of time never ends: an image may contain that time. */
START_TEST(time_has_an_end)
{
	__u64 before;

	start_chip(_i, 1);
	before = fingerprint();
	traffic.tick = UINT64_MAX / GPCD_TRAFFIC_TICK_NS;
	traffic.now_ns = UINT64_MAX - 5;
	ck_assert_int_eq(gpcd_traffic_step(&traffic, chip.image, chip.views, UINT64_MAX), 0);
	ck_assert_uint_eq(chip.image[0].info->chip_ns, UINT64_MAX);
	ck_assert_uint_eq(fingerprint(), before);
	end();
}
END_TEST

START_TEST(quiet_moves_time_only)
{
	__u64 before;

	start_chip(_i, 1);
	before = fingerprint();
	traffic.quiet = 1;
	ck_assert_int_eq(gpcd_traffic_step(&traffic, chip.image, chip.views, UINT64_MAX), 0);
	ck_assert_uint_eq(fingerprint(), before);
	ck_assert_uint_eq(chip.image[0].info->chip_ns, UINT64_MAX);
	end();
}
END_TEST

START_TEST(all_that_traffic_drives_is_known)
{
	gpcd_traffic_init(&traffic, _i, 1, 0);
	ck_assert_ptr_nonnull(traffic.chip);
	ck_assert_ptr_eq(traffic.chip, gpcd_chip_model(_i)->traffic);
}
END_TEST

START_TEST(chip_without_traffic_stands_still)
{
	__u64 before;

	start_chip(_i, 1);
	before = fingerprint();
	traffic.chip = NULL;
	ck_assert_int_eq(gpcd_traffic_step(&traffic, chip.image, chip.views, UINT64_MAX), 0);
	ck_assert_uint_eq(fingerprint(), before);
	ck_assert_uint_eq(chip.image[0].info->chip_ns, UINT64_MAX);
	end();
}
END_TEST

/* The chip, and which of its tiles take part in a tick. */
static const struct gpcd_traffic_chip *watched;
static unsigned int parts[TILES];

static void watch_arrive(const struct gpcd_traffic *source, struct gpcd_image *image,
			 const struct gpcd_passage *passage, __u64 packets)
{
	parts[passage->tile]++;
	watched->arrive(source, image, passage, packets);
}

static void watch_starve(const struct gpcd_traffic *source, struct gpcd_image *image,
			 const struct gpcd_passage *passage, __u64 cycles)
{
	parts[passage->tile]++;
	watched->starve(source, image, passage, cycles);
}

START_TEST(network_tiles_take_part_once_a_tick)
{
	struct gpcd_traffic_chip watch;
	unsigned int tick, i;

	start_chip(_i, 1);
	watched = traffic.chip;
	watch = *watched;
	watch.arrive = watch_arrive;
	watch.starve = watch_starve;
	traffic.chip = &watch;
	for (tick = 0; tick < suite_share(10 * TICKS); tick++) {
		memset(parts, 0, sizeof(parts));
		run(1);
		for (i = 0; i < GPCD_TRAFFIC_NET_TILES; i++)
			ck_assert_msg(parts[watch.net[i]] <= 1, "tick %u: tile %u %u times",
				      tick, watch.net[i], parts[watch.net[i]]);
	}
	end();
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("traffic");
	TCase *any = tcase_create("traffic");
	unsigned int which;

	tcase_add_loop_test(any, exchanges_have_their_sizes, 0, sizeof(sizes) / sizeof(*sizes));
	for (which = GPCD_CHIP_NONE + 1; which < GPCD_CHIPS; which++) {
#define ADD(test) tcase_add_loop_test(any, test, which, which + 1)
		ADD(chip_without_traffic_stands_still);
		if (!gpcd_chip_model(which)->traffic)
			continue;
		ADD(all_that_traffic_drives_is_known);
		ADD(same_time_same_counts);
		ADD(other_seed_other_counts);
		ADD(less_than_a_slot_moves_time_only);
		ADD(counters_move_in_100_us);
		ADD(time_never_goes_back);
		ADD(time_has_an_end);
		ADD(quiet_moves_time_only);
		if (gpcd_chip_model(which)->traffic->host)
			ADD(network_tiles_take_part_once_a_tick);
#undef ADD
	}
	suite_add_tcase(s, any);
	return s;
}

int main(void)
{
	return suite_run(suite());
}
