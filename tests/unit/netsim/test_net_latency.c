// SPDX-License-Identifier: GPL-2.0-only
/*
 * Latencies: histograms, and small runs in which every packet is known. test_net_random and
 * test_net_closed check that the event engine measures what the reference does.
 */
#include <errno.h>

#include "netsim/mix.h"
#include "netsim/scenario.h"
#include "suite.h"

#define CASES(list)	((int)(sizeof(list) / sizeof((list)[0])))

/* --- histograms --- */

static struct histogram histogram;

static void histogram_start(void)
{
	histogram = (struct histogram){ 0 };
}

static void histogram_end(void)
{
	histogram_free(&histogram);
}

START_TEST(percentiles_of_one_to_two_hundred)
{
	unsigned int number;

	for (number = 200; number; number--)
		histogram_add(&histogram, number);
	ck_assert_uint_eq(histogram.count, 200);
	ck_assert_uint_eq(histogram.sum, 20100);
	ck_assert_uint_eq(histogram.most, 200);
	ck_assert_uint_eq(histogram_percentile(&histogram, 50), 100);
	ck_assert_uint_eq(histogram_percentile(&histogram, 90), 180);
	ck_assert_uint_eq(histogram_percentile(&histogram, 99), 198);
	ck_assert_uint_eq(histogram_percentile(&histogram, 100), 200);
	ck_assert_uint_eq(histogram_percentile(&histogram, 1), 2);
}
END_TEST

START_TEST(a_part_of_few_is_rounded_up)
{
	histogram_add(&histogram, 10);
	histogram_add(&histogram, 20);
	histogram_add(&histogram, 30);
	ck_assert_uint_eq(histogram_percentile(&histogram, 33), 10);
	ck_assert_uint_eq(histogram_percentile(&histogram, 34), 20);
	ck_assert_uint_eq(histogram_percentile(&histogram, 99), 30);
}
END_TEST

START_TEST(nothing_has_no_percentile)
{
	ck_assert_uint_eq(histogram_percentile(&histogram, 50), 0);
}
END_TEST

static const uint64_t numbers[] = {
	0, 1, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 65535, 1 << 20, (1ull << 32) - 1,
	1ull << 52, (1ull << 63) - 1, 1ull << 63, ~0ull,
};

/* Numbers in a bucket exceed its least one by less than 1/256 of it; below 512 by nothing. */
START_TEST(a_bucket_is_narrow)
{
	struct histogram_bucket bucket;
	uint64_t number = numbers[_i];
	unsigned int place = 0;

	histogram_add(&histogram, number);
	ck_assert_int_eq(histogram_next(&histogram, &place, &bucket), 1);
	ck_assert_uint_eq(bucket.count, 1);
	ck_assert_uint_le(bucket.from, number);
	ck_assert_uint_ge(bucket.to, number);
	ck_assert_uint_lt(bucket.to - bucket.from, number < 512 ? 1 : number / 256);
	ck_assert_int_eq(histogram_next(&histogram, &place, &bucket), 0);
	ck_assert_uint_eq(histogram_percentile(&histogram, 50), number);
}
END_TEST

/* Buckets follow each other without a gap, from 0 to the largest number. */
START_TEST(buckets_leave_no_gap)
{
	struct histogram_bucket bucket = { 0 };
	uint64_t next = 0, number = 0;
	unsigned int place = 0, count = 0;

	for (;;) {
		histogram_add(&histogram, number);
		while (histogram_next(&histogram, &place, &bucket))
			;
		ck_assert_uint_eq(bucket.from, next);
		count++;
		next = bucket.to + 1;
		if (!next)
			break;
		number = next;
		place = 0;
	}
	ck_assert_uint_eq(count, HISTOGRAM_ROW * HISTOGRAM_ROWS);
}
END_TEST

START_TEST(parts_are_the_whole)
{
	struct histogram parts[3] = { 0 }, sum = { 0 };
	unsigned int i, percent;
	uint64_t number;

	for (i = 0; i < 3000; i++) {
		number = net_mix(i) >> (i % 60);
		histogram_add(&histogram, number);
		histogram_add(&parts[i % 3], number);
	}
	for (i = 0; i < 3; i++)
		histogram_merge(&sum, &parts[i]);
	ck_assert_uint_eq(sum.count, 3000);
	ck_assert_uint_eq(sum.sum, histogram.sum);
	ck_assert_uint_eq(sum.most, histogram.most);
	for (percent = 1; percent <= 100; percent++)
		ck_assert_uint_eq(histogram_percentile(&sum, percent),
				  histogram_percentile(&histogram, percent));
	histogram_free(&sum);
	for (i = 0; i < 3; i++)
		histogram_free(&parts[i]);
}
END_TEST

START_TEST(a_part_that_lost_numbers_spoils_the_whole)
{
	struct histogram part = { .error = -ENOMEM }, sum = { 0 };

	histogram_merge(&sum, &part);
	ck_assert_int_eq(sum.error, -ENOMEM);
}
END_TEST

/* --- packets --- */

static struct scenario net;
static struct latency_row *rows;
static size_t count;

static void setup(void)
{
	scenario_even(&net, "torus:9", 8, 128);
	net.measured = true;
}

static void teardown(void)
{
	latency_rows_free(rows, count);
	rows = NULL;
	count = 0;
	scenario_end(&net);
}

static void measure(enum engine engine)
{
	struct run *run = run_all(&net, engine);

	ck_assert_int_eq(latency_rows(run_latency(run), &rows, &count), 0);
	run_end(run);
}

static void row_is(size_t i, bool response, unsigned int hops, uint64_t packets)
{
	ck_assert_uint_lt(i, count);
	ck_assert_int_eq(rows[i].key.response, response);
	ck_assert_uint_eq(rows[i].key.hops, hops);
	ck_assert_uint_eq(rows[i].nic.count, packets);
	ck_assert_uint_eq(rows[i].call.count, packets);
}

/* A phit needs 86 cycles to a node of its own chip, and 84 more for each link. */
START_TEST(a_phit_by_hops)
{
	struct net_transfer phit = RAW(2 * _i, 1, 1);

	phit.cycle = 1000;
	scenario_send(&net, 0, phit);
	measure(EVENT);
	ck_assert_uint_eq(count, 1);
	row_is(0, false, _i, 1);
	ck_assert_uint_eq(rows[0].nic.most, 86 + 84 * _i);
	ck_assert_uint_eq(rows[0].call.most, 86 + 84 * _i);
}
END_TEST

/* A NIC sends in cycles 0, 6 and 12: every 6 2/13. */
START_TEST(packets_that_wait_for_their_nic)
{
	scenario_send(&net, 0, RAW(2, 3, 1));
	measure(EVENT);
	row_is(0, false, 1, 3);
	ck_assert_uint_eq(rows[0].nic.sum, 3 * 170);
	ck_assert_uint_eq(rows[0].call.sum, 3 * 170 + 6 + 12);
	ck_assert_uint_eq(histogram_percentile(&rows[0].call, 50), 176);
	ck_assert_uint_eq(rows[0].call.most, 182);
}
END_TEST

/*
 * One lane. Both packets ask in cycle 1, and their nodes' chip is one link away. The first occupies
 * the link for 32 phits of 128 ticks: 4096 ticks from tick 125 on. So the second is granted it in
 * cycle floor(4221 / 125) = 33, begins there in tick 4221, and is 4096 ticks later than the first.
 */
START_TEST(two_that_collide)
{
	uint64_t first, second;

	scenario_end(&net);
	scenario_even(&net, "torus:9", 1, 128);
	net.measured = true;
	scenario_send(&net, 0, RAW(2, 1, 32));
	scenario_send(&net, 1, RAW(3, 1, 32));
	measure(EVENT);
	row_is(0, false, 1, 2);
	first = (125 + 4096 + 2 * 84 * 125) / 125;
	second = (125 + 2 * 4096 + 2 * 84 * 125) / 125;
	ck_assert_uint_eq(rows[0].nic.sum, first + second);
	ck_assert_uint_eq(rows[0].nic.most, second);
	ck_assert_uint_eq(rows[0].call.sum, first + second);
}
END_TEST

/*
 * A response's call is the time when it may go: neither its request's time nor the turnaround
 * counts.
 */
START_TEST(a_response_by_itself)
{
	net.config.turnaround = 500;
	scenario_send(&net, 0, PUT(4, 64));
	measure(EVENT);
	ck_assert_uint_eq(count, 2);
	row_is(0, false, 2, 1);
	row_is(1, true, 2, 1);
	/* 3 phits at 128 ticks, from cycle 1 on; then three times 84 cycles. */
	ck_assert_uint_eq(rows[1].nic.most, (125 + 3 * 128 + 3 * 84 * 125) / 125);
	ck_assert_uint_eq(rows[1].call.most, rows[1].nic.most);
}
END_TEST

START_TEST(hops_round_a_lost_link)
{
	scenario_fail(&net, 0, XP, 0xff);
	scenario_send(&net, 0, RAW(2, 1, 1));
	measure(EVENT);
	row_is(0, false, 8, 1);
}
END_TEST

/* --- more --- */

static unsigned int id_parity(const void *context, uint32_t id)
{
	(void)context;
	return id & 1;
}

/* Both packets of a transfer are of its group. */
START_TEST(groups_of_transfers)
{
	struct net_transfer odd = PUT(4, 64), even = PUT(4, 64);
	struct run *run;

	odd.id = 7;
	even.id = 8;
	scenario_send(&net, 0, odd);
	scenario_send(&net, 0, even);
	run = run_start(&net, EVENT);
	latency_group(run_latency(run), id_parity, NULL);
	ck_assert_int_eq(run_until(run, NET_FOREVER), 0);
	ck_assert_int_eq(latency_rows(run_latency(run), &rows, &count), 0);
	run_end(run);
	ck_assert_uint_eq(count, 4);
	row_is(0, false, 2, 1);
	row_is(1, true, 2, 1);
	row_is(2, false, 2, 1);
	row_is(3, true, 2, 1);
	ck_assert_uint_eq(rows[1].key.group, 0);
	ck_assert_uint_eq(rows[2].key.group, 1);
	ck_assert_uint_gt(rows[0].call.most, rows[2].call.most);
}
END_TEST

/* Many packets of few nodes are under way: these nodes' notes are used again, others' are not. */
START_TEST(notes_of_a_crowd)
{
	struct run *event, *reference;
	uint32_t node;

	for (node = 0; node < 18; node++)
		scenario_send(&net, node, PUT(0, 64 * 300));
	net.config.threads = 3;
	event = run_all(&net, EVENT);
	reference = run_all(&net, REFERENCE);
	ck_assert_int_eq(latency_rows(run_latency(event), &rows, &count), 0);
	ck_assert_uint_eq(count, 10);
	ck_assert_uint_eq(run_totals(event).latency, run_totals(reference).latency);
	run_end(event);
	run_end(reference);
}
END_TEST

static bool no_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	(void)context;
	(void)node;
	(void)transfer;
	return false;
}

static void ignore(void *context, unsigned int thread, const struct net_delivery *delivery)
{
	(void)context;
	(void)thread;
	(void)delivery;
}

START_TEST(one_meter_from_the_beginning)
{
	const struct net_traffic traffic = { .next = no_next, .requests = 1 << NET_PUT };
	const struct net_meter meter = { .delivered = ignore };
	struct net *network;

	ck_assert_int_eq(net_new(&net.config, &traffic, &network), 0);
	ck_assert_int_eq(net_measure(network, &meter), 0);
	ck_assert_int_eq(net_measure(network, &meter), -EBUSY);
	net_free(network);
	ck_assert_int_eq(net_new(&net.config, &traffic, &network), 0);
	ck_assert_int_eq(net_run(network, 100), 0);
	ck_assert_int_eq(net_measure(network, &meter), -EBUSY);
	net_free(network);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_latency");
	TCase *numbers_case = tcase_create("histogram"), *packets_case = tcase_create("packets");

	tcase_add_checked_fixture(numbers_case, histogram_start, histogram_end);
	tcase_add_test(numbers_case, percentiles_of_one_to_two_hundred);
	tcase_add_test(numbers_case, a_part_of_few_is_rounded_up);
	tcase_add_test(numbers_case, nothing_has_no_percentile);
	tcase_add_loop_test(numbers_case, a_bucket_is_narrow, 0, CASES(numbers));
	tcase_add_test(numbers_case, buckets_leave_no_gap);
	tcase_add_test(numbers_case, parts_are_the_whole);
	tcase_add_test(numbers_case, a_part_that_lost_numbers_spoils_the_whole);
	suite_add_tcase(suite, numbers_case);
	tcase_add_checked_fixture(packets_case, setup, teardown);
	tcase_add_loop_test(packets_case, a_phit_by_hops, 0, 5);
	tcase_add_test(packets_case, packets_that_wait_for_their_nic);
	tcase_add_test(packets_case, two_that_collide);
	tcase_add_test(packets_case, a_response_by_itself);
	tcase_add_test(packets_case, hops_round_a_lost_link);
	tcase_add_test(packets_case, groups_of_transfers);
	tcase_add_test(packets_case, notes_of_a_crowd);
	tcase_add_test(packets_case, one_meter_from_the_beginning);
	suite_add_tcase(suite, packets_case);
	return suite_run(suite);
}
