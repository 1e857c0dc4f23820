// SPDX-License-Identifier: GPL-2.0-only
/*
 * A million differences between samples of a ring, as close as possible: no tile passes on more
 * than a router can in the chip's own time, and most differences of busy counters are not 0.
 */
#include "ring.h"
#include "suite.h"

#define DELTAS		1000000
#define ROOM		256U
#define WIDTH		((1ULL << 48) - 1)

/* A router passes on a phit a cycle; traffic moves by slots, and a packet at once. */
#define CYCLES_PER_US	800
#define SLOT_NS		640
#define PACKET		32	/* phits of the largest packet */
#define PACKETS		(4 * PACKET)	/* of four inputs */

/* The static counters of a tile, in their order. */
enum { VC0_PHITS, VC1_PHITS, VC0_PACKETS, VC1_PACKETS, IN_STALLS, OUT_STALLS, STATIC };

/* Pairs that communicate change this often, and so do the busy counters. */
#define TICK_NS		10000000

/* Sums for one counter, in one tick. */
static struct sums {
	uint64_t counts;	/* of all differences */
	uint64_t moves;	/* differences that are not 0 */
} sums[COUNTERS];

/* Differences of busy counters, and how many of them are not 0. */
static unsigned int busy, seen;

/* A record that was read. */
struct sample {
	uint64_t chip_ns;
	uint64_t values[COUNTERS];
};

static void setup(void)
{
	chip_forget();
	ck_assert_int_eq(module_load("gpcd", ""), 0);
	ck_assert_int_eq(module_load("gpcd_emu", "clock=real"), 0);
	ring_begin();
}

static void begin_shortest(void)
{
	struct gpcd_ring_req req = request(1);

	ck_assert_int_eq(call(group, GPCD_IOC_RING, &req), ERANGE);
	req.period_ns = req.period_min_ns;
	req.period_min_ns = 0;
	req.records = ROOM;
	ring = ring_open(&req);
}

/* Take the next sample that does not mix two updates of the chip. */
static struct sample take(void)
{
	const struct gpcd_ring_record *record = next_record();
	struct sample sample;

	while (record->result & GPCD_SNAPSHOT_TORN) {
		done_record();
		record = next_record();
	}
	ck_assert_uint_eq(record->failed, 0);
	sample.chip_ns = record->chip_ns;
	memcpy(sample.values, values_of(record), sizeof(sample.values));
	done_record();
	return sample;
}

/* Judge what a tile's counters counted in @ns of the chip's time. */
static void judge_tile(int tile, const uint64_t *delta, uint64_t ns)
{
	uint64_t phits = delta[VC0_PHITS] + delta[VC1_PHITS];
	uint64_t most = (ns + SLOT_NS) * CYCLES_PER_US / 1000 + PACKETS;

	ck_assert_msg(phits <= most, "tile %d: %ju phits in %ju ns, more than %ju", tile,
		      (uintmax_t)phits, (uintmax_t)ns, (uintmax_t)most);
	ck_assert_uint_le(delta[VC0_PACKETS], delta[VC0_PHITS] + PACKETS);
	ck_assert_uint_le(delta[VC1_PACKETS], delta[VC1_PHITS] + PACKETS);
	/* The heads of both virtual channels may wait in each cycle. */
	ck_assert_msg(delta[IN_STALLS] <= 2 * most && delta[OUT_STALLS] <= 2 * most,
		      "tile %d: %ju and %ju cycles of stalls in %ju ns", tile,
		      (uintmax_t)delta[IN_STALLS], (uintmax_t)delta[OUT_STALLS], (uintmax_t)ns);
}

static void judge(const struct sample *from, const struct sample *to)
{
	uint64_t delta[COUNTERS];

	ck_assert_uint_ge(to->chip_ns, from->chip_ns);
	for (int i = 0; i < COUNTERS; i++) {
		delta[i] = (to->values[i] - from->values[i]) & WIDTH;
		sums[i].counts += delta[i];
		sums[i].moves += delta[i] != 0;
	}
	for (int i = 0; i < COUNTERS; i += STATIC)
		judge_tile(i / STATIC, &delta[i], to->chip_ns - from->chip_ns);
}

/* A counter is busy if it counts on average a packet per difference of a tick. */
static void tick_over(unsigned int steps)
{
	for (int i = 0; i < COUNTERS; i++) {
		bool packets = i % STATIC == VC0_PACKETS || i % STATIC == VC1_PACKETS;

		if (sums[i].counts >= steps * (packets ? 1ULL : PACKET)) {
			busy += steps;
			seen += sums[i].moves;
		}
		sums[i] = (struct sums){ 0 };
	}
}

START_TEST(no_delta_is_more_than_a_router_can)
{
	unsigned int steps = 0;
	struct sample last, now;

	begin_shortest();
	last = take();
	for (int i = 0; i < DELTAS / COUNTERS + 1; i++, last = now) {
		now = take();
		judge(&last, &now);
		/* Between two samples within one step of the clock nothing moves. */
		steps += now.chip_ns > last.chip_ns;
		if (now.chip_ns / TICK_NS == last.chip_ns / TICK_NS)
			continue;
		tick_over(steps);
		steps = 0;
	}
	ck_assert_uint_gt(busy, DELTAS / 20);
	ck_assert_msg(2 * seen >= busy, "of %u differences of busy counters %u are none", busy,
		      busy - seen);
}
END_TEST

static Suite *deltas_suite(void)
{
	Suite *suite = suite_create("ring_deltas");
	TCase *tcase = tcase_create("ring_deltas");

	tcase_add_checked_fixture(tcase, setup, ring_teardown);
	tcase_add_test(tcase, no_delta_is_more_than_a_router_can);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(deltas_suite());
}
