// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rings: samples that the kernel takes by itself, on time, whole, and counted if missed; and how a
 * ring ends.
 */
#include "ring.h"
#include "suite.h"

#define TRACING		"/sys/kernel/tracing"
#define TRACED		"# entries-in-buffer/entries-written: %lu/%lu"

static void pass(const char *ns)
{
	ck_assert_int_eq(write_file(BACKDOOR "/advance", ns), 0);
}

/* --- what is there --- */

START_TEST(feature_is_told)
{
	struct gpcd_info info = { .size = sizeof(info) };

	ck_assert_int_eq(call(device, GPCD_IOC_INFO, &info), 0);
	ck_assert(info.features & GPCD_FEATURE_RING);
}
END_TEST

START_TEST(page_describes_the_ring)
{
	begin(PERIOD, 0);
	ck_assert_uint_eq(ring.page->flags, 0);
	ck_assert_uint_eq(ring.page->count, COUNTERS);
	ck_assert_uint_eq(ring.page->records, RECORDS);
	ck_assert_uint_eq(ring.page->record_bytes, 64 + 9 * COUNTERS);
	ck_assert_uint_eq(ring.page->data_offset, PAGE);
	ck_assert_uint_eq(ring.page->values_offset, 64);
	ck_assert_uint_eq(ring.page->statuses_offset, 64 + 8 * COUNTERS);
	ck_assert_uint_eq(ring.page->period_ns, PERIOD);
	ck_assert_uint_eq(ring.page->state, GPCD_RING_RUNNING);
}
END_TEST

START_TEST(page_has_the_flags_of_the_ring)
{
	begin(PERIOD, GPCD_RING_OVERWRITE);
	ck_assert_uint_eq(ring.page->flags, GPCD_RING_OVERWRITE);
}
END_TEST

/* Numbers of a ring at fixed places in memory, independent of the header's names. */
static uint32_t u32_at(const void *memory, size_t at)
{
	return *(const uint32_t *)((const char *)memory + at);
}

static uint64_t u64_at(const void *memory, size_t at)
{
	return *(const uint64_t *)((const char *)memory + at);
}

/* The members of the first version: a program finds the values by two of them. */
START_TEST(page_and_records_have_their_layout)
{
	struct gpcd_ring_freeze freeze = { .size = sizeof(freeze), .on = 1 };
	uint64_t written, values[COUNTERS];
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = COUNTERS, .values = (uintptr_t)values,
	};
	const void *page, *last, *before_loss, *after_loss;

	begin(PERIOD, 0);
	page = ring.page;
	pass("1234567890");
	while (!__atomic_load_n((const uint64_t *)page + 9, __ATOMIC_RELAXED))
		usleep(1000);
	__atomic_store_n((uint64_t *)page + 16, 3, __ATOMIC_RELEASE);
	while (__atomic_load_n((const uint64_t *)page + 8, __ATOMIC_ACQUIRE) < RECORDS + 2)
		usleep(1000);
	ck_assert_int_eq(call(ring.fd, GPCD_IOC_RING_FREEZE, &freeze), 0);
	ck_assert_int_eq(call(group, GPCD_IOC_GROUP_READ, &req), 0);
	written = fdinfo_number("gpcd-records:\t");
	last = (const char *)page + PAGE + (written - 1) % RECORDS * (64 + 9 * COUNTERS);
	ck_assert_uint_eq(u32_at(page, 0), 0);
	ck_assert_uint_eq(u32_at(page, 4), COUNTERS);
	ck_assert_uint_eq(u32_at(page, 8), RECORDS);
	ck_assert_uint_eq(u32_at(page, 12), 64 + 9 * COUNTERS);
	ck_assert_uint_eq(u64_at(page, 16), PAGE);
	ck_assert_uint_eq(u64_at(page, 24), PERIOD);
	ck_assert_uint_eq(u32_at(page, 32), 64);
	ck_assert_uint_eq(u32_at(page, 36), 64 + 8 * COUNTERS);
	ck_assert_uint_eq(u64_at(page, 64), written);
	ck_assert_uint_eq(u64_at(page, 72), fdinfo_number("gpcd-lost:\t"));
	ck_assert_uint_eq(u64_at(page, 80), fdinfo_number("gpcd-late:\t"));
	ck_assert_uint_eq(u32_at(page, 88), 2);
	ck_assert_uint_eq(u64_at(page, 128), 3);
	/* The first record after the ring had room again. */
	after_loss = (const char *)page + PAGE + (RECORDS - 1) * (64 + 9 * COUNTERS);
	before_loss = (const char *)after_loss - (64 + 9 * COUNTERS);
	ck_assert_uint_gt(u64_at(after_loss, 40), 0);
	ck_assert_uint_eq(u64_at(after_loss, 0), u64_at(before_loss, 0) + 1 +
			  u64_at(after_loss, 40) + u32_at(after_loss, 48));
	ck_assert_uint_gt(u64_at(last, 8), 0);
	ck_assert_uint_ge(u64_at(last, 16), u64_at(last, 8));
	ck_assert_uint_eq(u64_at(last, 24), 1234567890);
	ck_assert_uint_eq(u64_at(last, 32), req.epoch);
	ck_assert_uint_eq(u32_at(last, 52), 0);
	ck_assert_uint_eq(u32_at(last, 56), 0);
	ck_assert_uint_eq(u32_at(last, 60), 1);
	ck_assert_mem_eq((const char *)last + 64, values, sizeof(values));
	for (int i = 0; i < COUNTERS; i++)
		ck_assert_uint_eq(*((const uint8_t *)last + 64 + 8 * COUNTERS + i), 0);
}
END_TEST

START_TEST(values_are_those_of_a_read)
{
	uint64_t values[COUNTERS], sum = 0;
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = COUNTERS, .values = (uintptr_t)values,
	};
	const struct gpcd_ring_record *record;

	begin(PERIOD, 0);
	pass("1234567890");
	ck_assert_int_eq(call(group, GPCD_IOC_GROUP_READ, &req), 0);
	while ((record = next_record())->chip_ns != req.chip_ns)
		done_record();
	ck_assert_uint_eq(record->epoch, req.epoch);
	ck_assert_uint_eq(record->failed, 0);
	ck_assert_uint_eq(record->state, GPCD_RING_RUNNING);
	for (int i = 0; i < COUNTERS; i++) {
		ck_assert_uint_eq(values_of(record)[i], values[i]);
		ck_assert_uint_eq(statuses_of(record)[i], 0);
		sum += values[i];
	}
	ck_assert_uint_ne(sum, 0);
}
END_TEST

START_TEST(every_tick_is_accounted_for)
{
	uint64_t sequence = 0, end = 0;

	begin(PERIOD, 0);
	for (int i = 0; i < 200; i++) {
		const struct gpcd_ring_record *record = next_record();

		ck_assert_uint_eq(record->sequence, sequence + 1 + record->lost + record->late);
		ck_assert_uint_ge(record->start_ns, end);
		ck_assert_uint_ge(record->end_ns, record->start_ns);
		sequence = record->sequence;
		end = record->end_ns;
		done_record();
	}
}
END_TEST

static uint64_t clocks_apart(uint64_t period)
{
	return (clock_ns(CLOCK_REALTIME) - clock_ns(CLOCK_MONOTONIC)) % period;
}

/*
 * Set the wall clock so that its multiples of a period lie half a period away from the other
 * clock's: ticks by the wrong clock would show. Try again after an interruption.
 */
static void clocks_part(uint64_t period)
{
	do {
		uint64_t ahead = (3 * period / 2 - clocks_apart(period)) % period;
		uint64_t to = clock_ns(CLOCK_REALTIME) + ahead;
		const struct timespec set = { to / 1000000000, to % 1000000000 };

		ck_assert_int_eq(clock_settime(CLOCK_REALTIME, &set), 0);
	} while (clocks_apart(period) < period * 3 / 8 || clocks_apart(period) > period * 5 / 8);
}

/*
 * Return the delay of a tick after a multiple of the period of the wall clock: the least of many.
 */
static uint64_t shortest_delay(uint64_t period)
{
	uint64_t shortest = period;

	for (int i = 0; i < 100 && shortest > period / 4; i++) {
		uint64_t late = (next_record()->start_ns + clocks_apart(period)) % period;

		if (late < shortest)
			shortest = late;
		done_record();
	}
	return shortest;
}

START_TEST(ticks_are_at_multiples_of_the_period)
{
	uint64_t period = 20 * PERIOD;

	for (int round = 0; round < 4; round++) {
		nanosleep(&(struct timespec){ .tv_nsec = 7654321 }, NULL);
		clocks_part(period);
		begin(period, 0);
		ck_assert_uint_le(shortest_delay(period), period / 4);
		ring_close(&ring);
		ring.fd = -1;
	}
}
END_TEST

/* --- what it costs --- */

static void tracing(const char *on)
{
	static const char * const events[] = { "kmalloc", "kmem_cache_alloc" };
	char path[96];

	for (size_t i = 0; i < ARRAY_SIZE(events); i++) {
		snprintf(path, sizeof(path), TRACING "/events/kmem/%s/enable", events[i]);
		ck_assert_int_eq(write_file(path, on), 0);
	}
}

/*
 * Return how often the modules have allocated, according to the kernel's trace, of which nothing
 * may be lost.
 */
static int allocations(void)
{
	char line[512];
	FILE *trace = fopen(TRACING "/trace", "re");
	unsigned long kept = 0, written = 1;
	int n = 0;

	ck_assert_msg(trace, TRACING "/trace: %s", strerror(errno));
	while (fgets(line, sizeof(line), trace)) {
		if (sscanf(line, TRACED, &kept, &written) != 2)
			n += !!strstr(line, "[gpcd");
	}
	fclose(trace);
	ck_assert_uint_eq(kept, written);
	return n;
}

/* Making a ring shows that the trace would catch an allocation. */
START_TEST(nothing_is_allocated_while_it_ticks)
{
	int made, ticked;

	fclose(fopen(TRACING "/trace", "we"));
	tracing("1");
	begin(PERIOD, 0);
	tracing("0");
	made = allocations();
	fclose(fopen(TRACING "/trace", "we"));
	tracing("1");
	for (int i = 0; i < 100; i++) {
		next_record();
		done_record();
	}
	tracing("0");
	ticked = allocations();
	ck_assert_int_gt(made, 0);
	ck_assert_int_eq(ticked, 0);
}
END_TEST

/* --- room --- */

START_TEST(a_full_ring_loses_the_newest)
{
	struct gpcd_ring_freeze freeze = { .size = sizeof(freeze), .on = 1 };
	const struct gpcd_ring_record *record;

	begin(PERIOD, 0);
	while (!__atomic_load_n(&ring.page->lost, __ATOMIC_RELAXED))
		usleep(1000);
	ck_assert_uint_eq(head(), RECORDS - 1);
	for (unsigned int i = 0; i < RECORDS - 1; i++) {
		ck_assert_uint_eq(next_record()->lost, 0);
		done_record();
	}
	record = next_record();
	ck_assert_uint_ge(record->lost, 1);
	ck_assert_uint_ge(record->sequence, RECORDS + record->lost);
	ck_assert_int_eq(call(ring.fd, GPCD_IOC_RING_FREEZE, &freeze), 0);
	ck_assert_uint_eq(fdinfo_number("gpcd-lost:\t"), ring.page->lost);
	ck_assert_uint_eq(fdinfo_number("gpcd-late:\t"), ring.page->late);
	ck_assert_uint_eq(fdinfo_number("gpcd-records:\t"), head());
}
END_TEST

/* Copy two consecutive records; true if neither was replaced meanwhile. */
static bool copy_pair(uint64_t at, struct gpcd_ring_record *pair)
{
	pair[0] = *record_at(at);
	pair[1] = *record_at(at + 1);
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	return head() < at + RECORDS;
}

START_TEST(an_overwritten_ring_loses_the_oldest)
{
	struct gpcd_ring_record pair[2];

	begin(PERIOD, GPCD_RING_OVERWRITE);
	while (head() < 3 * RECORDS)
		usleep(1000);
	for (int i = 0; i < 100; i++) {
		while (!copy_pair(head() - RECORDS + 2, pair))
			;
		ck_assert_uint_eq(pair[1].sequence, pair[0].sequence + 1 + pair[1].late);
		ck_assert_uint_ge(pair[1].start_ns, pair[0].end_ns);
		ck_assert_uint_eq(pair[0].lost, 0);
		usleep(500);
	}
	ck_assert_uint_eq(ring.page->lost, 0);
	ck_assert_uint_ge(record_at(head() - 1)->sequence, 3 * RECORDS);
}
END_TEST

static const uint64_t tails[] = { 5, ~0ULL, 1ULL << 63, 1000000 };

START_TEST(a_tail_is_not_trusted)
{
	uint64_t lost, at;

	begin(PERIOD, 0);
	next_record();
	tail_set(head() + tails[_i]);
	lost = __atomic_load_n(&ring.page->lost, __ATOMIC_RELAXED);
	while (__atomic_load_n(&ring.page->lost, __ATOMIC_RELAXED) < lost + 3)
		usleep(1000);
	at = head();
	/* The kernel writes these and does not read them back. */
	ring.page->head = 0;
	ring.page->records = 0;
	ring.page->record_bytes = 1U << 30;
	tail_set(at);
	while (head() <= at)
		usleep(1000);
	ring.page->records = RECORDS;
	ring.page->record_bytes = 64 + 9 * COUNTERS;
	ck_assert_uint_gt(record_at(at)->lost, 0);
}
END_TEST

START_TEST(poll_waits_for_the_watermark)
{
	struct gpcd_ring_req req = request(PERIOD);

	req.wakeup = 5;
	ring = ring_open(&req);
	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(wait_events(), POLLIN);
		ck_assert_uint_ge(head() - ring.page->tail, 5);
		tail_set(head());
	}
}
END_TEST

/* --- the end --- */

static void expect_end(uint32_t state)
{
	const struct gpcd_ring_record *last;

	while (!(wait_events() & POLLHUP))
		tail_set(head());
	ck_assert_uint_eq(ring.page->state, state);
	last = record_at(head() - 1);
	ck_assert_uint_eq(last->state, state);
	ck_assert_uint_eq(last->failed, COUNTERS);
	ck_assert_uint_eq(values_of(last)[0], 0);
	ck_assert_uint_eq(statuses_of(last)[0],
			  state == GPCD_RING_GONE ? GPCD_STATUS_GONE : GPCD_STATUS_DENIED);
	usleep(5000);
	ck_assert_ptr_eq(last, record_at(head() - 1));
}

START_TEST(a_chip_that_goes_ends_it)
{
	begin(PERIOD, 0);
	next_record();
	set_fault("unplug");
	expect_end(GPCD_RING_GONE);
	set_fault("none");
	ck_assert_uint_eq(ring.page->state, GPCD_RING_GONE);
}
END_TEST

START_TEST(the_end_is_told_in_a_full_ring)
{
	begin(PERIOD, 0);
	while (!__atomic_load_n(&ring.page->lost, __ATOMIC_RELAXED))
		usleep(1000);
	set_fault("unplug");
	expect_end(GPCD_RING_GONE);
	ck_assert_uint_ge(record_at(head() - 1)->lost, 1);
	set_fault("none");
}
END_TEST

START_TEST(the_end_does_not_wait_for_a_tick)
{
	begin(HOUR, 0);
	set_fault("unplug");
	expect_end(GPCD_RING_GONE);
	ck_assert_uint_eq(head(), 1);
	set_fault("none");
}
END_TEST

START_TEST(a_permission_that_goes_ends_it)
{
	int own = group;

	ck_assert_int_eq(seteuid(NOBODY), 0);
	group = group_open(COUNTERS);
	ck_assert_int_eq(seteuid(0), 0);
	begin(PERIOD, 0);
	next_record();
	ck_assert_int_eq(write_file("/sys/module/gpcd/parameters/default_perms", "none"), 0);
	expect_end(GPCD_RING_DENIED);
	close(group);
	group = own;
}
END_TEST

START_TEST(frozen_it_takes_no_samples)
{
	struct gpcd_ring_freeze freeze = { .size = sizeof(freeze), .on = 1 };
	uint64_t at;

	begin(PERIOD, GPCD_RING_OVERWRITE);
	next_record();
	ck_assert_int_eq(call(ring.fd, GPCD_IOC_RING_FREEZE, &freeze), 0);
	ck_assert_uint_eq(freeze.was, 0);
	at = head();
	ck_assert_uint_eq(ring.page->state, GPCD_RING_FROZEN);
	usleep(20000);
	ck_assert_uint_eq(head(), at);
	freeze = (struct gpcd_ring_freeze){ .size = sizeof(freeze) };
	ck_assert_int_eq(call(ring.fd, GPCD_IOC_RING_FREEZE, &freeze), 0);
	ck_assert_uint_eq(freeze.was, 1);
	while (head() == at)
		usleep(1000);
	ck_assert_uint_eq(record_at(at)->lost, 0);
	freeze.on = 2;
	freeze.was = 0;
	ck_assert_int_eq(call(ring.fd, GPCD_IOC_RING_FREEZE, &freeze), EINVAL);
}
END_TEST

static Suite *ring_suite(void)
{
	Suite *suite = suite_create("ring");
	TCase *tcase = tcase_create("ring");

	tcase_add_checked_fixture(tcase, ring_setup, ring_teardown);
	tcase_add_test(tcase, feature_is_told);
	tcase_add_test(tcase, page_describes_the_ring);
	tcase_add_test(tcase, page_has_the_flags_of_the_ring);
	tcase_add_test(tcase, page_and_records_have_their_layout);
	tcase_add_test(tcase, values_are_those_of_a_read);
	tcase_add_test(tcase, every_tick_is_accounted_for);
	tcase_add_test(tcase, ticks_are_at_multiples_of_the_period);
	tcase_add_test(tcase, nothing_is_allocated_while_it_ticks);
	tcase_add_test(tcase, a_full_ring_loses_the_newest);
	tcase_add_test(tcase, an_overwritten_ring_loses_the_oldest);
	tcase_add_loop_test(tcase, a_tail_is_not_trusted, 0, ARRAY_SIZE(tails));
	tcase_add_test(tcase, poll_waits_for_the_watermark);
	tcase_add_test(tcase, a_chip_that_goes_ends_it);
	tcase_add_test(tcase, the_end_is_told_in_a_full_ring);
	tcase_add_test(tcase, the_end_does_not_wait_for_a_tick);
	tcase_add_test(tcase, a_permission_that_goes_ends_it);
	tcase_add_test(tcase, frozen_it_takes_no_samples);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(ring_suite());
}
