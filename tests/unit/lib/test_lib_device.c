// SPDX-License-Identifier: GPL-2.0-only
/* The device carrier: its calls of the kernel, and what it makes of the answers. */
#include "kernel.h"
#include "suite.h"

#define COUNTER	"GM_0_0_TILE_PERFORMANCE_COUNTERS_0"
#define ADDR	0x2001380

static struct gpcd *dev;
static int folder;	/* a job's */

static void setup(void)
{
	unsetenv(GPCD_DEVICE_ENV);
	kernel_boot();
	folder = __real_open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	ck_assert_int_eq(gpcd_open(NULL, &dev), 0);
	kernel_count();
}

static void teardown(void)
{
	gpcd_close(dev);
	__real_close(folder);
	ck_assert_int_eq(kernel_files(DEVICE), 0);
	ck_assert_int_eq(kernel_files(GROUP), 0);
}

static int try_open(const char *where)
{
	struct gpcd *other;
	int err = gpcd_open(where, &other);

	if (!err)
		gpcd_close(other);
	return err;
}

START_TEST(open_what)
{
	ck_assert_str_eq(gpcd_path(dev), "/dev/gpcd0");
	ck_assert_int_eq(try_open("gpcd12"), 0);
	ck_assert_str_eq(kernel.path, "/dev/gpcd12");
	ck_assert_int_eq(try_open("/dev/gpcd7"), 0);
	ck_assert_str_eq(kernel.path, "/dev/gpcd7");
	setenv(GPCD_DEVICE_ENV, "gpcd3", 1);
	ck_assert_int_eq(try_open(NULL), 0);
	ck_assert_str_eq(kernel.path, "/dev/gpcd3");
	ck_assert_int_eq(try_open("gpcd4"), 0);
	ck_assert_str_eq(kernel.path, "/dev/gpcd4");
	unsetenv(GPCD_DEVICE_ENV);
}
END_TEST

START_TEST(open_read_only_where_need_be)
{
	ck_assert_int_eq(kernel.flags & O_ACCMODE, O_RDWR);
	kernel.read_write = EACCES;
	ck_assert_int_eq(try_open(NULL), 0);
	ck_assert_int_eq(kernel.flags & O_ACCMODE, O_RDONLY);
	kernel.read_write = EROFS;
	ck_assert_int_eq(try_open(NULL), 0);
	kernel.read_write = EMFILE;
	ck_assert_int_eq(try_open(NULL), -EMFILE);
}
END_TEST

START_TEST(open_of_a_node_that_is_left_over)
{
	kernel.read_write = ENXIO;
	ck_assert_int_eq(try_open(NULL), -ENODEV);
}
END_TEST

START_TEST(open_checks_the_catalogue)
{
	kernel.hash ^= 1;
	ck_assert_int_eq(try_open(NULL), -EPROTO);
	kernel.hash = 0;
	kernel.chip = GPCD_CHIPS;
	ck_assert_int_eq(try_open(NULL), -EPROTO);
	ck_assert_int_eq(kernel_files(DEVICE), 1);
}
END_TEST

START_TEST(open_without_a_chip)
{
	kernel.unplugged = 1;
	ck_assert_int_eq(try_open(NULL), -ENOENT);
}
END_TEST

START_TEST(register_is_one_call)
{
	uint64_t value;

	ck_assert_int_eq(gpcd_read(dev, 0, COUNTER, &value), 0);
	ck_assert_uint_eq(value, ADDR + 1);
	ck_assert_int_eq(kernel.calls, 1);
	kernel.denied = ADDR;
	ck_assert_int_eq(gpcd_read(dev, 0, COUNTER, &value), -EPERM);
	ck_assert_uint_eq(value, ADDR + 1);
}
END_TEST

START_TEST(write_is_one_call)
{
	ck_assert_int_eq(gpcd_write(dev, 9, COUNTER, 123), 0);
	ck_assert_int_eq(kernel.calls, 1);
	ck_assert_uint_eq(kernel.write.count, 1);
	ck_assert_uint_eq(kernel.write.nic_addr, 9);
	ck_assert_uint_eq(kernel.written, 123);
	kernel.refuse = EPERM;
	ck_assert_int_eq(gpcd_write(dev, 0, COUNTER, 123), -EPERM);
}
END_TEST

START_TEST(group_has_no_more_registers_than_the_kernel_allows)
{
	struct gpcd_group *group, *shared = NULL;
	struct gpcd *other, *lesser;

	kernel.regs_max = 2;
	ck_assert_int_eq(gpcd_open(NULL, &other), 0);
	ck_assert_int_eq(gpcd_group_create(other, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add(group, COUNTER), 0);
	ck_assert_int_eq(gpcd_group_add(group, COUNTER), 0);
	ck_assert_int_eq(gpcd_group_add(group, COUNTER), -ERANGE);
	kernel.regs_max = 1;
	ck_assert_int_eq(gpcd_open(NULL, &lesser), 0);
	ck_assert_int_eq(gpcd_group_share(group, lesser, 0, &shared), -ERANGE);
	ck_assert_ptr_null(shared);
	gpcd_close(lesser);
	gpcd_group_destroy(group);
	gpcd_close(other);
}
END_TEST

START_TEST(group_is_one_call)
{
	struct gpcd_snapshot *snapshot;
	struct gpcd_group *group;
	int i, err = 0, allocations;

	ck_assert_int_eq(gpcd_group_create(dev, 4, &group), 0);
	ck_assert_int_eq(gpcd_group_add(group, COUNTER), 0);
	ck_assert_int_eq(gpcd_group_add(group, "GM_NL_PERF_CNTRL:CLEAR"), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &snapshot), 0);
	ck_assert_int_eq(kernel.calls, 0);
	ck_assert_int_eq(gpcd_group_read(group, snapshot), 0);
	ck_assert_int_eq(kernel.calls, 2);
	kernel_count();
	for (i = 0; i < 10; i++)
		err |= gpcd_group_read(group, snapshot);
	allocations = kernel.allocations;
	ck_assert_int_eq(err, 0);
	ck_assert_int_eq(kernel.calls, 10);
	ck_assert_int_eq(allocations, 0);
	ck_assert_uint_eq(gpcd_snapshot_times(snapshot)->sequence, 11);
	ck_assert_uint_eq(gpcd_snapshot_times(snapshot)->epoch, KERNEL_EPOCH);
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 0), ADDR + 1);
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
}
END_TEST

START_TEST(group_members_fail_alone)
{
	struct gpcd_snapshot *snapshot;
	struct gpcd_group *group;

	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add_glob(group, "GM_0_0_TILE_PERFORMANCE_COUNTERS_*"), 6);
	ck_assert_int_eq(gpcd_snapshot_create(group, &snapshot), 0);
	kernel.denied = ADDR + 8;
	ck_assert_int_eq(gpcd_group_read(group, snapshot), 0);
	ck_assert_uint_eq(gpcd_snapshot_status(snapshot, 0), GPCD_STATUS_OK);
	ck_assert_uint_eq(gpcd_snapshot_status(snapshot, 1), GPCD_STATUS_DENIED);
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 1), 0);
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 2), ADDR + 17);
	ck_assert_uint_eq(gpcd_snapshot_times(snapshot)->failed, 1);
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
}
END_TEST

START_TEST(group_outlives_its_chip)
{
	struct gpcd_snapshot *snapshot;
	struct gpcd_group *group;

	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add(group, COUNTER), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &snapshot), 0);
	ck_assert_int_eq(gpcd_group_read(group, snapshot), 0);
	kernel.unplugged = 1;
	kernel.offset = 5;
	ck_assert_int_eq(gpcd_group_read(group, snapshot), -ENODEV);
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 0), ADDR + 1);
	ck_assert_uint_eq(gpcd_snapshot_times(snapshot)->sequence, 1);
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
}
END_TEST

/* The _i-th allocation fails among those that make room for the 17th register. */
START_TEST(group_outlives_a_lack_of_memory)
{
	struct gpcd_snapshot *snapshot;
	struct gpcd_group *group;
	unsigned int i;
	int err;

	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	for (i = 0; i < 16; i++)
		ck_assert_int_eq(gpcd_group_add(group, COUNTER), 0);
	kernel.starve = _i;
	err = gpcd_group_add(group, COUNTER);
	kernel.starve = 0;
	ck_assert_int_eq(err, -ENOMEM);
	ck_assert_uint_eq(gpcd_group_count(group), 16);
	ck_assert_int_eq(gpcd_snapshot_create(group, &snapshot), 0);
	ck_assert_int_eq(gpcd_group_read(group, snapshot), 0);
	for (i = 0; i < 16; i++)
		ck_assert_uint_eq(gpcd_snapshot_value(snapshot, i), ADDR + 1);
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
}
END_TEST

/* Output of one call must not reach the kernel with the next. */
START_TEST(structures_can_be_used_again)
{
	struct gpcd_perms_query query;
	struct gpcd_info info;

	memset(&info, -1, sizeof(info));
	memset(&query, -1, sizeof(query));
	info.size = sizeof(info);
	query.size = sizeof(query);
	ck_assert_int_eq(gpcd_get_info(dev, &info), 0);
	ck_assert_int_eq(gpcd_get_info(dev, &info), 0);
	ck_assert_int_eq(gpcd_perms_query(dev, &query), 0);
	ck_assert_int_eq(gpcd_perms_query(dev, &query), 0);
}
END_TEST

static const int64_t time_offsets[] = { 0, 3600 * 1000000000LL, 1 - KERNEL_START_NS };

START_TEST(times_are_the_callers)
{
	struct gpcd_snapshot *snapshot;
	const struct gpcd_times *times;
	struct gpcd_group *group;
	struct gpcd *other;

	kernel.time_offset_ns = time_offsets[_i];
	ck_assert_int_eq(gpcd_open(NULL, &other), 0);
	ck_assert_int_eq(gpcd_group_create(other, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add(group, COUNTER), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &snapshot), 0);
	ck_assert_int_eq(gpcd_group_read(group, snapshot), 0);
	times = gpcd_snapshot_times(snapshot);
	ck_assert_uint_eq(times->start_ns, KERNEL_START_NS + time_offsets[_i]);
	ck_assert_uint_eq(times->end_ns, KERNEL_END_NS + time_offsets[_i]);
	ck_assert_uint_eq(times->chip_ns, KERNEL_CHIP_NS);
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
	gpcd_close(other);
}
END_TEST

START_TEST(unknown_nic)
{
	struct gpcd_snapshot *snapshot;
	struct gpcd_group *group;
	uint64_t value;

	kernel.nic_addr = 4;
	ck_assert_int_eq(gpcd_read(dev, 5, COUNTER, &value), -ENXIO);
	ck_assert_int_eq(gpcd_write(dev, 5, COUNTER, 1), -ENXIO);
	ck_assert_int_eq(gpcd_group_create(dev, 5, &group), 0);
	ck_assert_int_eq(gpcd_group_add(group, COUNTER), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &snapshot), 0);
	ck_assert_int_eq(gpcd_group_read(group, snapshot), -ENXIO);
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
}
END_TEST

START_TEST(permissions_of_the_caller)
{
	struct gpcd_perms_query query = { .size = sizeof(query) };

	ck_assert_int_eq(gpcd_perms_query(dev, &query), 0);
	ck_assert_uint_eq(query.may, GPCD_MAY_NIC);
}
END_TEST

START_TEST(permission_entries)
{
	const struct gpcd_nic nics[] = { { 1, 17 }, { 2, 3 } };
	struct gpcd_perms_entry entries[2];
	struct gpcd_nic found[2];

	ck_assert_int_eq(gpcd_perms_set(folder, GPCD_MAY_NIC | GPCD_MAY_OTHERS, nics, 2), 0);
	ck_assert_uint_eq(kernel.entry.may, GPCD_MAY_NIC | GPCD_MAY_OTHERS);
	ck_assert_int_eq(gpcd_perms_list(0, entries, sizeof(*entries), 2, found, 2), 1);
	ck_assert_mem_eq(&entries[0], &kernel.entry, sizeof(kernel.entry));
	ck_assert_mem_eq(found, nics, sizeof(nics));
	ck_assert_int_eq(gpcd_perms_list(kernel.entry.job, entries, sizeof(*entries), 2, found, 2),
			 0);
	ck_assert_int_eq(gpcd_perms_set(-1, GPCD_MAY_NIC, nics, 0), -EBADF);
	ck_assert_int_eq(gpcd_perms_remove(40), 0);
	ck_assert_uint_eq(kernel.removed.job, 40);
	ck_assert_uint_eq(kernel.removed.flags, 0);
	ck_assert_int_eq(kernel_files(CTL), 0);
}
END_TEST

/* Callers go through the devices by the entries' numbers of them. */
START_TEST(more_devices_than_there_is_room_for)
{
	struct gpcd_perms_entry entry;
	struct gpcd_nic nic = { 1, 1 };

	ck_assert_int_eq(gpcd_perms_set(folder, GPCD_MAY_NIC, &nic, 1), 0);
	kernel.listed = 2;
	ck_assert_int_eq(gpcd_perms_list(0, &entry, sizeof(entry), 1, &nic, 1), -EPROTO);
}
END_TEST

START_TEST(removing_all_is_no_job_of_its_own)
{
	ck_assert_int_eq(gpcd_perms_remove(0), 0);
	ck_assert_uint_eq(kernel.removed.flags, 0);
	ck_assert_int_eq(gpcd_perms_clear(), 0);
	ck_assert_uint_eq(kernel.removed.job, 0);
	ck_assert_uint_eq(kernel.removed.flags, GPCD_PERMS_REMOVE_ALL);
}
END_TEST

START_TEST(policy_is_read_and_set)
{
	struct gpcd_perms_policy policy = {
		.size = sizeof(policy),
		.flags = GPCD_PERMS_POLICY_MAY | GPCD_PERMS_POLICY_IGNORED,
		.may = GPCD_MAY_ALL, .ignored = 1, .was_may = 7, .was_ignored = 7,
	};

	ck_assert_int_eq(gpcd_perms_policy(&policy), 0);
	ck_assert_uint_eq(policy.was_may, GPCD_MAY_NIC);
	ck_assert_uint_eq(policy.was_ignored, 0);
	policy = (struct gpcd_perms_policy) { .size = sizeof(policy) };
	ck_assert_int_eq(gpcd_perms_policy(&policy), 0);
	ck_assert_uint_eq(policy.was_may, GPCD_MAY_ALL);
	ck_assert_uint_eq(policy.was_ignored, 1);
}
END_TEST

START_TEST(permissions_need_no_chip)
{
	struct gpcd_perms_entry entry;

	kernel.unplugged = 1;
	ck_assert_int_eq(gpcd_perms_set(folder, GPCD_MAY_NIC, NULL, 0), 0);
	ck_assert_int_eq(gpcd_perms_list(0, &entry, sizeof(entry), 1, NULL, 0), 1);
	ck_assert_str_eq(kernel.path, "/dev/gpcdctl");
}
END_TEST

static const struct {
	int open;
	int refuse;
	int error;
} refusals[] = {
	{ .open = ENOENT, .error = -ENODEV },
	{ .open = ENXIO, .error = -ENODEV },
	{ .open = ENODEV, .error = -ENODEV },
	{ .open = EACCES, .error = -EACCES },
	{ .refuse = EPERM, .error = -EPERM },
	{ .refuse = ENOENT, .error = -ENOENT },
	{ .refuse = EINVAL, .error = -EINVAL },
};

START_TEST(permissions_are_refused)
{
	struct gpcd_perms_policy policy = { .size = sizeof(policy) };
	struct gpcd_perms_entry entry;
	int error = refusals[_i].error;

	kernel.ctl = refusals[_i].open;
	kernel.refuse = refusals[_i].refuse;
	ck_assert_int_eq(gpcd_perms_set(folder, GPCD_MAY_NIC, NULL, 0), error);
	ck_assert_int_eq(gpcd_perms_remove(5), error);
	ck_assert_int_eq(gpcd_perms_clear(), error);
	ck_assert_int_eq(gpcd_perms_list(0, &entry, sizeof(entry), 1, NULL, 0), error);
	ck_assert_int_eq(gpcd_perms_policy(&policy), error);
	ck_assert_int_eq(kernel_files(CTL), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lib_device");
	TCase *tests = tcase_create("device");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, open_what);
	tcase_add_test(tests, open_read_only_where_need_be);
	tcase_add_test(tests, open_of_a_node_that_is_left_over);
	tcase_add_test(tests, open_checks_the_catalogue);
	tcase_add_test(tests, open_without_a_chip);
	tcase_add_test(tests, register_is_one_call);
	tcase_add_test(tests, write_is_one_call);
	tcase_add_test(tests, group_has_no_more_registers_than_the_kernel_allows);
	tcase_add_test(tests, group_is_one_call);
	tcase_add_test(tests, group_members_fail_alone);
	tcase_add_test(tests, group_outlives_its_chip);
	tcase_add_loop_test(tests, group_outlives_a_lack_of_memory, 1, 4);
	tcase_add_test(tests, structures_can_be_used_again);
	tcase_add_loop_test(tests, times_are_the_callers, 0, 3);
	tcase_add_test(tests, unknown_nic);
	tcase_add_test(tests, permissions_of_the_caller);
	tcase_add_test(tests, permission_entries);
	tcase_add_test(tests, more_devices_than_there_is_room_for);
	tcase_add_test(tests, removing_all_is_no_job_of_its_own);
	tcase_add_test(tests, policy_is_read_and_set);
	tcase_add_test(tests, permissions_need_no_chip);
	tcase_add_loop_test(tests, permissions_are_refused, 0,
			    sizeof(refusals) / sizeof(*refusals));
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
