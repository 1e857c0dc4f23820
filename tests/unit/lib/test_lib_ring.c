// SPDX-License-Identifier: GPL-2.0-only
/* Rings: what the library asks the kernel for, and how it reads the records. */
#include <linux/gpcd_ring.h>
#include <poll.h>

#include "kernel_map.h"
#include "suite.h"

#define TILE		"GM_0_0_TILE_PERFORMANCE_COUNTERS_0"
#define REGS		2
#define RECORDS		4
#define RECORD_BYTES	(HEADER_MAX + REGS * 8 + 8)
#define RECORDS_AT	256
#define HEADER_MAX	(sizeof(struct gpcd_ring_record) + 16)	/* a later kernel's */

/* The memory that the kernel has mapped. */
static _Alignas(8) unsigned char memory[4096];

/* What the kernel writes as the header of a record; of a later kernel, with members of its own. */
static union {
	struct gpcd_ring_record known;
	unsigned char bytes[HEADER_MAX];
} header;

static struct gpcd *dev;
static struct gpcd_group *group;
static struct gpcd_snapshot *snapshot;
static struct gpcd_ring *ring;

static struct gpcd_ring_page *page(void)
{
	return (struct gpcd_ring_page *)memory;
}

/* Choose the layout of a kernel whose headers have @bytes. */
static void lay_out(uint32_t bytes)
{
	page()->values_offset = bytes;
	page()->statuses_offset = bytes + REGS * 8;
}

/* Do what the kernel does at a tick. The value of each register is the number of the tick. */
static void tick(uint64_t sequence, uint32_t state)
{
	unsigned char *record = memory + RECORDS_AT + page()->head % RECORDS * RECORD_BYTES;
	uint64_t *values = (uint64_t *)(record + page()->values_offset);
	uint8_t *statuses = record + page()->statuses_offset;

	memset(&header, 0xee, sizeof(header));
	header.known = (struct gpcd_ring_record) {
		.sequence = sequence, .start_ns = 100 * sequence, .end_ns = 100 * sequence + 7,
		.chip_ns = 10 * sequence, .epoch = 5, .state = state, .failed = 1,
		.result = GPCD_SNAPSHOT_TORN,
	};
	memcpy(record, &header, page()->values_offset);
	for (int i = 0; i < REGS; i++) {
		values[i] = sequence;
		statuses[i] = i;
	}
	page()->head++;
}

static struct gpcd_ring_req request(uint32_t flags)
{
	page()->flags = flags;
	return (struct gpcd_ring_req) {
		.size = sizeof(struct gpcd_ring_req), .flags = flags, .period_ns = 50000,
		 .records = RECORDS, .wakeup = 2, .cpu = -1,
	};
}

static void open_ring(uint32_t flags)
{
	struct gpcd_ring_req req = request(flags);

	ck_assert_int_eq(gpcd_ring_open(group, &req, &ring), 0);
}

static void setup(void)
{
	unsetenv(GPCD_DEVICE_ENV);
	kernel_boot();
	kernel_map = (struct kernel_map) {
		.kind = RING, .protection = PROT_READ | PROT_WRITE,
		.memory = memory, .length = sizeof(memory),
	};
	memset(memory, 0, sizeof(memory));
	*page() = (struct gpcd_ring_page) {
		.count = REGS, .records = RECORDS, .record_bytes = RECORD_BYTES,
		.data_offset = RECORDS_AT,
	};
	lay_out(sizeof(struct gpcd_ring_record));
	ck_assert_int_eq(gpcd_open(NULL, &dev), 0);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add(group, TILE), 0);
	ck_assert_int_eq(gpcd_group_add(group, TILE), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &snapshot), 0);
	ring = NULL;
}

static void teardown(void)
{
	gpcd_ring_close(ring);
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
	gpcd_close(dev);
	ck_assert_int_eq(kernel_map.maps, 0);
	ck_assert_int_eq(kernel_files(RING), 0);
}

static uint64_t read_one(void)
{
	uint64_t missed = 99;

	ck_assert_int_eq(gpcd_ring_read(ring, snapshot, &missed), 0);
	return missed;
}

START_TEST(asks_for_what_the_caller_wants)
{
	struct gpcd_ring_req req = request(GPCD_RING_OVERWRITE);

	req.cpu = 3;
	ck_assert_int_eq(gpcd_ring_open(group, &req, &ring), 0);
	ck_assert_uint_eq(kernel.ring.flags, GPCD_RING_OVERWRITE);
	ck_assert_uint_eq(kernel.ring.period_ns, 50000);
	ck_assert_uint_eq(kernel.ring.records, RECORDS);
	ck_assert_uint_eq(kernel.ring.wakeup, 2);
	ck_assert_int_eq(kernel.ring.cpu, 3);
	ck_assert_uint_eq(req.period_min_ns, 12345);
	ck_assert_int_eq(kernel.file[gpcd_ring_fd(ring)].kind, RING);
}
END_TEST

static const struct {
	uint64_t period_ns;
	uint32_t records;
} rooms[] = {
	{ 10000, 4096 }, { 1000000, 512 }, { 10000000, 64 }, { 3600000000000ULL, 64 }, { 0, 4096 },
};

START_TEST(room_is_for_half_a_second)
{
	struct gpcd_ring_req req = request(0);

	req.period_ns = rooms[_i].period_ns;
	req.records = 0;
	ck_assert_int_eq(gpcd_ring_open(group, &req, &ring), 0);
	ck_assert_uint_eq(kernel.ring.records, rooms[_i].records);
}
END_TEST

START_TEST(reads_one_record_after_another)
{
	const struct gpcd_times *times = gpcd_snapshot_times(snapshot);
	uint64_t missed;
	int err, costs;

	open_ring(0);
	ck_assert_int_eq(gpcd_ring_read(ring, snapshot, &missed), -EAGAIN);
	tick(1, GPCD_RING_RUNNING);
	tick(2, GPCD_RING_RUNNING);
	kernel_count();
	err = gpcd_ring_read(ring, snapshot, &missed);
	costs = kernel.calls + kernel.allocations;
	ck_assert_int_eq(err, 0);
	ck_assert_int_eq(costs, 0);
	ck_assert_uint_eq(missed, 0);
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 1), 1);
	ck_assert_uint_eq(page()->tail, 1);
	ck_assert_uint_eq(read_one(), 0);
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 0), 2);
	ck_assert_uint_eq(gpcd_snapshot_status(snapshot, 1), 1);
	ck_assert_uint_eq(times->sequence, 2);
	ck_assert_uint_eq(times->start_ns, 200);
	ck_assert_uint_eq(times->end_ns, 207);
	ck_assert_uint_eq(times->chip_ns, 20);
	ck_assert_uint_eq(times->epoch, 5);
	ck_assert_uint_eq(times->failed, 1);
	ck_assert_uint_eq(times->torn, 1);
	ck_assert_int_eq(gpcd_ring_read(ring, snapshot, &missed), -EAGAIN);
	ck_assert_uint_eq(times->sequence, 2);
}
END_TEST

START_TEST(reads_a_longer_header)
{
	lay_out(HEADER_MAX);
	open_ring(0);
	tick(7, GPCD_RING_RUNNING);
	ck_assert_uint_eq(read_one(), 6);
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 0), 7);
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 1), 7);
	ck_assert_uint_eq(gpcd_snapshot_status(snapshot, 1), 1);
}
END_TEST

/* No reader may take more than the ring has: each of these is one byte, or one, too much. */
static const struct {
	const char *what;
	struct gpcd_ring_page page;
} misfits[] = {
	{ "no records", { .record_bytes = 88, .values_offset = 64, .statuses_offset = 80 } },
	{ "a header shorter than the first",
	  { .records = 4, .record_bytes = 88, .values_offset = 63, .statuses_offset = 80 } },
	{ "values beyond the record",
	  { .records = 4, .record_bytes = 88, .values_offset = 73, .statuses_offset = 64 } },
	{ "statuses beyond the record",
	  { .records = 4, .record_bytes = 88, .values_offset = 64, .statuses_offset = 87 } },
	{ "records beyond the end",
	  { .records = 44, .record_bytes = 88, .values_offset = 64, .statuses_offset = 80,
	    .data_offset = 225 } },
	{ "records that begin beyond the end",
	  { .records = 4, .record_bytes = 88, .values_offset = 64, .statuses_offset = 80,
	    .data_offset = 4097 } },
};

START_TEST(a_layout_that_does_not_fit_is_rejected)
{
	struct gpcd_ring_req req = request(0);
	int err;

	*page() = misfits[_i].page;
	err = gpcd_ring_open(group, &req, &ring);
	ck_assert_msg(err == -EPROTO, "%s: %d, not -EPROTO", misfits[_i].what, err);
	ck_assert_ptr_null(ring);
}
END_TEST

START_TEST(the_largest_layout_that_fits_is_accepted)
{
	*page() = (struct gpcd_ring_page) {
		.records = 44, .record_bytes = 88, .values_offset = 64, .statuses_offset = 80,
		.data_offset = 224,
	};
	open_ring(0);
}
END_TEST

START_TEST(missing_samples_are_counted)
{
	open_ring(0);
	tick(4, GPCD_RING_RUNNING);
	tick(5, GPCD_RING_RUNNING);
	tick(9, GPCD_RING_RUNNING);
	ck_assert_uint_eq(read_one(), 3);
	ck_assert_uint_eq(read_one(), 0);
	ck_assert_uint_eq(read_one(), 3);
}
END_TEST

START_TEST(a_reader_that_is_overtaken_goes_on_with_the_oldest)
{
	open_ring(GPCD_RING_OVERWRITE);
	for (int i = 1; i <= 11; i++)
		tick(i, GPCD_RING_RUNNING);
	/* Record 12 uses the place of record 8, which may be half overwritten. */
	ck_assert_uint_eq(read_one(), 8);
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 0), 9);
	ck_assert_uint_eq(read_one(), 0);
	ck_assert_uint_eq(read_one(), 0);
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 0), 11);
}
END_TEST

static const struct {
	uint32_t state;
	int error;
} ends[] = { { GPCD_RING_GONE, -ENODEV }, { GPCD_RING_DENIED, -EPERM } };

START_TEST(the_end_comes_after_the_last_sample_and_stays)
{
	uint64_t missed;

	open_ring(0);
	tick(1, GPCD_RING_RUNNING);
	tick(2, ends[_i].state);
	ck_assert_uint_eq(read_one(), 0);
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(gpcd_ring_read(ring, snapshot, &missed), ends[_i].error);
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 0), 1);
}
END_TEST

START_TEST(nothing_is_passed_over_in_a_full_ring_that_ends)
{
	uint64_t missed;

	open_ring(ends[_i].state == GPCD_RING_GONE ? GPCD_RING_OVERWRITE : 0);
	for (int i = 1; i < RECORDS; i++)
		tick(i, GPCD_RING_RUNNING);
	if (kernel.ring.flags & GPCD_RING_OVERWRITE)
		ck_assert_uint_eq(read_one(), 0);
	tick(RECORDS, ends[_i].state);
	for (int i = kernel.ring.flags & GPCD_RING_OVERWRITE ? 2 : 1; i < RECORDS; i++)
		ck_assert_uint_eq(read_one(), 0);
	ck_assert_int_eq(gpcd_ring_read(ring, snapshot, &missed), ends[_i].error);
}
END_TEST

START_TEST(what_the_page_says_later_does_not_matter)
{
	open_ring(0);
	tick(1, GPCD_RING_RUNNING);
	page()->records = 0;
	page()->record_bytes = ~0U;
	page()->data_offset = 1ULL << 40;
	page()->values_offset = ~0U;
	page()->statuses_offset = ~0U;
	ck_assert_uint_eq(read_one(), 0);
}
END_TEST

START_TEST(time_is_that_of_this_process)
{
	gpcd_ring_close(ring);
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
	gpcd_close(dev);
	kernel.time_offset_ns = 1000000;
	ck_assert_int_eq(gpcd_open(NULL, &dev), 0);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add(group, TILE), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &snapshot), 0);
	open_ring(0);
	tick(1, GPCD_RING_RUNNING);
	read_one();
	ck_assert_uint_eq(gpcd_snapshot_times(snapshot)->start_ns, 1000100);
	ck_assert_uint_eq(gpcd_snapshot_times(snapshot)->end_ns, 1000107);
}
END_TEST

START_TEST(it_outlives_group_and_device)
{
	open_ring(0);
	gpcd_group_destroy(group);
	group = NULL;
	gpcd_close(dev);
	dev = NULL;
	tick(1, GPCD_RING_RUNNING);
	ck_assert_uint_eq(read_one(), 0);
	ck_assert_int_eq(gpcd_ring_freeze(ring, 1), 0);
	ck_assert_int_eq(gpcd_ring_freeze(ring, 0), 1);
}
END_TEST

/* How far the counters go from one sweep to the next. */
static uint64_t counts;

static void go_on(void)
{
	kernel.offset += counts;
	kernel.chip_ns += 1000000;
}

/* Wait until a look is due; return the state that it changes to. */
static unsigned int look(struct gpcd_alarm *alarm)
{
	struct pollfd due = { .fd = gpcd_alarm_fd(alarm), .events = POLLIN };

	ck_assert_int_eq(poll(&due, 1, HANG_SECONDS * 1000), 1);
	ck_assert_int_eq(gpcd_alarm_look(alarm), 1);
	return gpcd_alarm_last(alarm)->state;
}

START_TEST(an_alarm_freezes_it)
{
	struct gpcd_alarm_limits limits = { .period_ns = GPCD_ALARM_PERIOD_MIN_NS };
	struct gpcd_alarm *alarm;

	open_ring(GPCD_RING_OVERWRITE);
	limits.ring = ring;
	counts = 1;
	kernel.swept = go_on;
	ck_assert_int_eq(gpcd_alarm_open(group, &limits, &alarm), 0);
	ck_assert_uint_eq(kernel.frozen, 0);
	ck_assert_uint_eq(look(alarm), GPCD_ALARM_RAISED);
	ck_assert_uint_eq(kernel.frozen, 1);
	/* Take back what was counted after that look: the rate is 0, and the ring stays frozen. */
	kernel.offset -= counts;
	counts = 0;
	ck_assert_uint_eq(look(alarm), GPCD_ALARM_CLEAR);
	ck_assert_uint_eq(kernel.frozen, 1);
	gpcd_alarm_close(alarm);
}
END_TEST

static const struct {
	int error, wanted;
} refusals[] = {
	{ ENOTTY, -EOPNOTSUPP }, { ERANGE, -ERANGE }, { EBUSY, -EBUSY }, { EPERM, -EPERM },
};

START_TEST(what_the_kernel_refuses_is_told)
{
	struct gpcd_ring_req req = request(0);

	kernel.ring_error = refusals[_i].error;
	ck_assert_int_eq(gpcd_ring_open(group, &req, &ring), refusals[_i].wanted);
	ck_assert_ptr_null(ring);
	ck_assert_uint_eq(req.period_min_ns, 12345);
}
END_TEST

START_TEST(what_fails_leaves_nothing)
{
	struct gpcd_ring_req req = request(0);

	kernel_map.error = EAGAIN;
	ck_assert_int_eq(gpcd_ring_open(group, &req, &ring), -EAGAIN);
	kernel_map.error = 0;
	page()->values_offset = 0;
	ck_assert_int_eq(gpcd_ring_open(group, &req, &ring), -EPROTO);
	kernel.starve = 1;
	ck_assert_int_eq(gpcd_ring_open(group, &req, &ring), -ENOMEM);
	kernel.starve = 0;
	ck_assert_ptr_null(ring);
}
END_TEST

START_TEST(an_empty_group_has_none)
{
	struct gpcd_ring_req req = request(0);
	struct gpcd_group *empty;

	ck_assert_int_eq(gpcd_group_create(dev, 0, &empty), 0);
	ck_assert_int_eq(gpcd_ring_open(empty, &req, &ring), -EINVAL);
	gpcd_group_destroy(empty);
}
END_TEST

START_TEST(snapshots_of_others_do_not_fit)
{
	struct gpcd_snapshot *others;
	struct gpcd_group *other;
	uint64_t missed;

	open_ring(0);
	tick(1, GPCD_RING_RUNNING);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &other), 0);
	ck_assert_int_eq(gpcd_group_add(other, TILE), 0);
	ck_assert_int_eq(gpcd_snapshot_create(other, &others), 0);
	ck_assert_int_eq(gpcd_ring_read(ring, others, &missed), -EINVAL);
	gpcd_snapshot_destroy(others);
	gpcd_group_destroy(other);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lib_ring");
	TCase *tcase = tcase_create("lib_ring");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, asks_for_what_the_caller_wants);
	tcase_add_loop_test(tcase, room_is_for_half_a_second, 0, 5);
	tcase_add_test(tcase, reads_one_record_after_another);
	tcase_add_test(tcase, reads_a_longer_header);
	tcase_add_loop_test(tcase, a_layout_that_does_not_fit_is_rejected, 0, 6);
	tcase_add_test(tcase, the_largest_layout_that_fits_is_accepted);
	tcase_add_test(tcase, missing_samples_are_counted);
	tcase_add_test(tcase, a_reader_that_is_overtaken_goes_on_with_the_oldest);
	tcase_add_loop_test(tcase, the_end_comes_after_the_last_sample_and_stays, 0, 2);
	tcase_add_loop_test(tcase, nothing_is_passed_over_in_a_full_ring_that_ends, 0, 2);
	tcase_add_test(tcase, what_the_page_says_later_does_not_matter);
	tcase_add_test(tcase, time_is_that_of_this_process);
	tcase_add_test(tcase, it_outlives_group_and_device);
	tcase_add_test(tcase, an_alarm_freezes_it);
	tcase_add_loop_test(tcase, what_the_kernel_refuses_is_told, 0, 4);
	tcase_add_test(tcase, what_fails_leaves_nothing);
	tcase_add_test(tcase, an_empty_group_has_none);
	tcase_add_test(tcase, snapshots_of_others_do_not_fit);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
