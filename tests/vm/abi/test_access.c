// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading and writing by the modern ABI: writes, snapshots and groups on gpcd0,
 * a Gemini at rest; run as root. Arguments in general are test_abi.c's.
 */
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "device.h"
#include "info_limits.h"
#include "suite.h"

#define NL_CONTROL	0x2140800ULL
#define NL_CLEAR	3		/* and go on counting */

/* Writes */

static int write_regs(uint32_t count, const uint64_t *addrs, const uint64_t *values,
		      uint32_t *done)
{
	struct gpcd_write_req req = {
		.size = sizeof(req),
		.count = count,
		.addrs = user_ptr(addrs),
		.values = user_ptr(values),
	};
	int err = call(GPCD_IOC_WRITE, &req);

	*done = req.done;
	return err;
}

static void write_one(uint64_t addr, uint64_t value)
{
	uint32_t done;

	ck_works(write_regs(1, &addr, &value, &done));
	ck_assert_uint_eq(done, 1);
}

START_TEST(write_says_how_many)
{
	uint64_t addrs[] = { TILE_REG, RMT_HIGH, RMT_LOW }, values[] = { 1, 2, 3 };
	uint32_t done;

	ck_works(write_regs(3, addrs, values, &done));
	ck_assert_uint_eq(done, 3);
	ck_works(write_regs(0, NULL, NULL, &done));
	ck_assert_uint_eq(done, 0);
}
END_TEST

START_TEST(write_nothing_unless_all_is_valid)
{
	static const uint64_t bad[] = { ABSENT_REG, MISALIGNED };
	static const int error[] = { ENXIO, EINVAL };
	uint64_t addrs[] = { TILE_REG, 0 }, values[] = { 1, 2 };
	uint32_t done;

	addrs[1] = bad[_i];
	ck_fails(write_regs(2, addrs, values, &done), error[_i]);
	ck_assert_uint_eq(done, 0);
}
END_TEST

START_TEST(write_bad_arguments)
{
	static uint64_t many[REGS_MAX + 1];
	struct gpcd_write_req req = { .size = sizeof(req), .nic_addr = UNKNOWN_NIC };
	uint64_t addr = TILE_REG;
	int readonly = open(GPCD_DEV_PATH, O_RDONLY | O_CLOEXEC);
	uint32_t done;

	ck_fails(call(GPCD_IOC_WRITE, &req), ENXIO);
	ck_fails(call_on(readonly, GPCD_IOC_WRITE, &req), EBADF);
	ck_fails(write_regs(1, &addr, NULL, &done), EFAULT);
	ck_fails(write_regs(1, NULL, &addr, &done), EFAULT);
	ck_fails(write_regs(REGS_MAX + 1, many, many, &done), ERANGE);
	close(readonly);
}
END_TEST

/* Write for long: half of the writes clear a page, which takes time. */
static void write_at_length(void)
{
	static uint64_t addrs[REGS_MAX], values[REGS_MAX];
	uint32_t done;

	for (int i = 0; i < REGS_MAX; i++) {
		addrs[i] = i % 2 ? TILE_REG : NL_CONTROL;
		values[i] = i % 2 ? i : NL_CLEAR;
	}
	write_regs(REGS_MAX, addrs, values, &done);
}

static uint64_t read_one(uint64_t addr)
{
	uint64_t value;
	struct gpcd_args args = { 1, 0, &addr, &value };

	ck_works(call(GPC_IOC_READ_REG, &args));
	return value;
}

START_TEST(write_ends_when_killed)
{
	int status;
	pid_t writer;

	do {
		write_one(TILE_REG, 0);
		writer = fork();
		if (!writer) {
			write_at_length();
			_exit(0);
		}
		while (!read_one(TILE_REG))
			;
		kill(writer, SIGKILL);
		waitpid(writer, &status, 0);
	} while (WIFEXITED(status));
	ck_assert_uint_lt(read_one(TILE_REG), REGS_MAX - 1);
}
END_TEST

/* Permissions: an entry for one's own job, which privilege overrides. */

static struct gpcd_perms_query query(void)
{
	struct gpcd_perms_query query = { .size = sizeof(query) };

	ck_works(call(GPCD_IOC_PERMS_QUERY, &query));
	return query;
}

START_TEST(query_names_the_entry_that_decided)
{
	struct gpcd_perms perms = { GPC_PERMS_NIC, query().job };
	struct gpcd_perms_remove gone = { .size = sizeof(gone), .job = perms.job_id };
	struct gpcd_perms_query outranked, decided;

	ck_works(call(GPC_IOC_SET_PERMS, &perms));
	outranked = query();
	perms.perms = GPC_PERMS_ALL;
	ck_works(call(GPC_IOC_SET_PERMS, &perms));
	decided = query();
	ck_works(call_ctl(GPCD_IOC_PERMS_REMOVE, &gone));
	ck_assert_uint_eq(outranked.source, GPCD_PERMS_PRIVILEGE);
	ck_assert_uint_eq(outranked.entry_job, 0);
	ck_assert_uint_eq(decided.source, GPCD_PERMS_ENTRY);
	ck_assert_uint_eq(decided.entry_job, perms.job_id);
}
END_TEST

/* Snapshots, by either way */

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

static struct gpcd_snapshot_req snapshot_of(uint32_t count, const uint64_t *addrs,
					    uint64_t *values, uint8_t *statuses)
{
	return (struct gpcd_snapshot_req){
		.size = sizeof(struct gpcd_snapshot_req),
		.count = count,
		.addrs = user_ptr(addrs),
		.values = user_ptr(values),
		.statuses = user_ptr(statuses),
	};
}

START_TEST(snapshot_values_and_statuses)
{
	uint64_t addrs[] = { TILE_REG, ABSENT_REG, RMT_HIGH, ~7ULL };
	uint64_t values[] = { 9, 9, 9, 9 };
	uint8_t statuses[] = { 9, 9, 9, 9 };
	struct gpcd_snapshot_req req = snapshot_of(4, addrs, values, statuses);

	write_one(TILE_REG, 0xffffffffffffULL);
	write_one(RMT_HIGH, 5);
	ck_works(call(GPCD_IOC_SNAPSHOT, &req));
	ck_assert_uint_eq(statuses[0], GPCD_STATUS_OK);
	ck_assert_uint_eq(statuses[1], GPCD_STATUS_ABSENT);
	ck_assert_uint_eq(statuses[2], GPCD_STATUS_OK);
	ck_assert_uint_eq(statuses[3], GPCD_STATUS_ABSENT);
	ck_assert_uint_eq(values[0], 0xffffffffffffULL);
	ck_assert_uint_eq(values[1], 0);
	ck_assert_uint_eq(values[2], 5);
	ck_assert_uint_eq(values[3], 0);
	ck_assert_uint_eq(req.failed, 2);
	ck_assert_uint_eq(req.result, 0);
}
END_TEST

START_TEST(snapshot_times_and_sequence)
{
	uint64_t addr = TILE_REG, value, begin = now_ns();

	for (int i = 1; i <= 3; i++) {
		struct gpcd_snapshot_req req = snapshot_of(1, &addr, &value, NULL);

		ck_works(call(GPCD_IOC_SNAPSHOT, &req));
		ck_assert_uint_eq(req.sequence, i);
		ck_assert_uint_le(begin, req.start_ns);
		ck_assert_uint_le(req.start_ns, req.end_ns);
		ck_assert_uint_le(req.end_ns, now_ns());
		begin = req.end_ns;
	}
}
END_TEST

START_TEST(snapshot_epoch)
{
	struct gpcd_snapshot_req before = snapshot_of(0, NULL, NULL, NULL), after = before;
	struct gpcd_info info = no_info;

	ck_works(call(GPCD_IOC_SNAPSHOT, &before));
	ck_works(call(GPCD_IOC_INFO, &info));
	ck_assert_uint_eq(info.epoch, before.epoch);
	write_one(TILE_REG, 1);
	ck_works(call(GPCD_IOC_SNAPSHOT, &after));
	ck_assert_uint_ne(before.epoch, after.epoch);
}
END_TEST

START_TEST(snapshot_as_many_as_may_be)
{
	static uint64_t addrs[REGS_MAX + 1], values[REGS_MAX + 1];
	static uint8_t statuses[REGS_MAX + 1];
	struct gpcd_snapshot_req req = snapshot_of(REGS_MAX, addrs, values, statuses);

	for (int i = 0; i <= REGS_MAX; i++)
		addrs[i] = i % 2 ? TILE_REG : ABSENT_REG;
	write_one(TILE_REG, 31);
	ck_works(call(GPCD_IOC_SNAPSHOT, &req));
	ck_assert_uint_eq(req.failed, REGS_MAX / 2);
	ck_assert_uint_eq(values[REGS_MAX - 1], 31);
	ck_assert_uint_eq(statuses[REGS_MAX - 2], GPCD_STATUS_ABSENT);
	req = snapshot_of(REGS_MAX + 1, addrs, values, statuses);
	ck_fails(call(GPCD_IOC_SNAPSHOT, &req), ERANGE);
	req.count = UINT32_MAX;
	ck_fails(call(GPCD_IOC_SNAPSHOT, &req), ERANGE);
}
END_TEST

START_TEST(snapshot_bad_arguments)
{
	uint64_t addr = MISALIGNED, value = 3;
	struct gpcd_snapshot_req req = snapshot_of(1, &addr, &value, NULL);

	ck_fails(call(GPCD_IOC_SNAPSHOT, &req), EINVAL);
	addr = TILE_REG;
	req.nic_addr = UNKNOWN_NIC;
	ck_fails(call(GPCD_IOC_SNAPSHOT, &req), ENXIO);
	ck_assert_uint_eq(value, 3);
	req = snapshot_of(1, &addr, NULL, NULL);
	ck_fails(call(GPCD_IOC_SNAPSHOT, &req), EFAULT);
	req = snapshot_of(1, NULL, &value, NULL);
	ck_fails(call(GPCD_IOC_SNAPSHOT, &req), EFAULT);
	req = snapshot_of(1, &addr, &value, (uint8_t *)1);
	ck_fails(call(GPCD_IOC_SNAPSHOT, &req), EFAULT);
	ck_assert_uint_eq(req.sequence, 0);
}
END_TEST

START_TEST(snapshot_across_a_hole)
{
	char *end = page_before_hole() + sysconf(_SC_PAGESIZE);
	uint64_t addrs[] = { TILE_REG, TILE_REG }, *last = (uint64_t *)end - 1;
	struct gpcd_snapshot_req req = snapshot_of(1, addrs, last, (uint8_t *)last - 1);

	ck_works(call(GPCD_IOC_SNAPSHOT, &req));
	req = snapshot_of(2, addrs, last, (uint8_t *)last - 1);
	ck_fails(call(GPCD_IOC_SNAPSHOT, &req), EFAULT);
}
END_TEST

/* Groups */

START_TEST(group_reads_again_and_again)
{
	uint64_t addrs[] = { TILE_REG, ABSENT_REG, RMT_LOW }, values[3];
	uint8_t statuses[3];
	int group = group_of(3, addrs);

	for (uint64_t i = 1; i < 4; i++) {
		struct gpcd_snapshot_req req = snapshot_of(3, NULL, values, statuses);

		write_one(TILE_REG, i);
		write_one(RMT_LOW, i * 10);
		ck_works(call_on(group, GPCD_IOC_GROUP_READ, &req));
		ck_assert_uint_eq(req.sequence, i);
		ck_assert_uint_eq(req.failed, 1);
		ck_assert_uint_eq(values[0], i);
		ck_assert_uint_eq(values[1], 0);
		ck_assert_uint_eq(values[2], i * 10);
		ck_assert_uint_eq(statuses[1], GPCD_STATUS_ABSENT);
	}
}
END_TEST

START_TEST(group_outlives_its_device_file)
{
	uint64_t addr = TILE_REG, value;
	struct gpcd_snapshot_req req = snapshot_of(1, NULL, &value, NULL);
	int group = group_of(1, &addr);

	write_one(TILE_REG, 6);
	close(fd);
	ck_works(call_on(group, GPCD_IOC_GROUP_READ, &req));
	ck_assert_uint_eq(value, 6);
}
END_TEST

START_TEST(group_closes_on_exec)
{
	uint64_t addr = TILE_REG;

	ck_assert_int_eq(fcntl(group_of(1, &addr), F_GETFD), FD_CLOEXEC);
}
END_TEST

START_TEST(group_bad_lists)
{
	static uint64_t many[REGS_MAX + 1];
	uint64_t addr = MISALIGNED;

	ck_fails(group_of(0, many) < 0 ? errno : 0, EINVAL);
	ck_fails(group_of(1, &addr) < 0 ? errno : 0, EINVAL);
	ck_fails(group_of(1, NULL) < 0 ? errno : 0, EFAULT);
	ck_fails(group_of(REGS_MAX + 1, many) < 0 ? errno : 0, ERANGE);
}
END_TEST

static int group_without_descriptors(void)
{
	uint64_t addr = TILE_REG;
	struct rlimit limit;
	rlim_t was;
	int err;

	ck_works(getrlimit(RLIMIT_NOFILE, &limit));
	was = limit.rlim_cur;
	limit.rlim_cur = fd + 1;
	ck_works(setrlimit(RLIMIT_NOFILE, &limit));
	err = group_of(1, &addr) < 0 ? errno : 0;
	limit.rlim_cur = was;
	ck_works(setrlimit(RLIMIT_NOFILE, &limit));
	return err;
}

START_TEST(group_needs_a_descriptor)
{
	ck_fails(group_without_descriptors(), EMFILE);
}
END_TEST

START_TEST(group_read_bad_arguments)
{
	uint64_t addr = TILE_REG, value;
	int group = group_of(1, &addr);
	struct gpcd_snapshot_req req = snapshot_of(2, NULL, &value, NULL);

	ck_fails(call_on(group, GPCD_IOC_GROUP_READ, &req), EINVAL);
	req = snapshot_of(1, &addr, &value, NULL);
	ck_fails(call_on(group, GPCD_IOC_GROUP_READ, &req), EINVAL);
	req = snapshot_of(1, NULL, &value, NULL);
	req.nic_addr = 1;
	ck_fails(call_on(group, GPCD_IOC_GROUP_READ, &req), EINVAL);
	req = snapshot_of(1, NULL, &value, NULL);
	req.domain = 1;
	ck_fails(call_on(group, GPCD_IOC_GROUP_READ, &req), EINVAL);
	req = snapshot_of(1, NULL, NULL, NULL);
	ck_fails(call_on(group, GPCD_IOC_GROUP_READ, &req), EFAULT);
	req = snapshot_of(1, NULL, &value, NULL);
	ck_works(call_on(group, GPCD_IOC_GROUP_READ, &req));
	ck_assert_uint_eq(req.sequence, 1);
}
END_TEST

static TCase *access_tests(void)
{
	TCase *tcase = tcase_create("access");

	tcase_add_checked_fixture(tcase, device_setup, device_teardown);
	tcase_add_test(tcase, write_says_how_many);
	tcase_add_loop_test(tcase, write_nothing_unless_all_is_valid, 0, 2);
	tcase_add_test(tcase, write_bad_arguments);
	tcase_add_test(tcase, write_ends_when_killed);
	tcase_add_test(tcase, query_names_the_entry_that_decided);
	tcase_add_test(tcase, snapshot_values_and_statuses);
	tcase_add_test(tcase, snapshot_times_and_sequence);
	tcase_add_test(tcase, snapshot_epoch);
	tcase_add_test(tcase, snapshot_as_many_as_may_be);
	tcase_add_test(tcase, snapshot_bad_arguments);
	tcase_add_test(tcase, snapshot_across_a_hole);
	tcase_add_test(tcase, group_reads_again_and_again);
	tcase_add_test(tcase, group_outlives_its_device_file);
	tcase_add_test(tcase, group_closes_on_exec);
	tcase_add_test(tcase, group_bad_lists);
	tcase_add_test(tcase, group_needs_a_descriptor);
	tcase_add_test(tcase, group_read_bad_arguments);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("access");

	suite_add_tcase(suite, access_tests());
	return suite_run(suite);
}
