// SPDX-License-Identifier: GPL-2.0-only
/* Limits of a ring: its request, memory, its mappings. */
#include <sched.h>
#include <sys/resource.h>

#include "abi/info_limits.h"
#include "ring.h"
#include "sleeps.h"
#include "suite.h"

#define SMALL		16U
#define CHARGED		"/sys/fs/cgroup/gpcd-ring"

static const struct {
	const char *what;
	struct gpcd_ring_req req;
	int error;
} refusals[] = {
	{ "no period", { .records = RECORDS, .cpu = -1 }, ERANGE },
	{ "a short period", { .period_ns = 1, .records = RECORDS, .cpu = -1 }, ERANGE },
	{ "a long period", { .period_ns = HOUR + 1, .records = RECORDS, .cpu = -1 }, ERANGE },
	{ "no records", { .period_ns = PERIOD, .cpu = -1 }, ERANGE },
	{ "one record", { .period_ns = PERIOD, .records = 1, .cpu = -1 }, ERANGE },
	{ "3 records", { .period_ns = PERIOD, .records = 3, .cpu = -1 }, EINVAL },
	{ "131072 records", { .period_ns = PERIOD, .records = 131072, .cpu = -1 }, ERANGE },
	{ "a watermark too high",
	  { .period_ns = PERIOD, .records = RECORDS, .wakeup = RECORDS, .cpu = -1 }, EINVAL },
	{ "no such processor", { .period_ns = PERIOD, .records = RECORDS, .cpu = 100000 }, EINVAL },
	{ "processor -2", { .period_ns = PERIOD, .records = RECORDS, .cpu = -2 }, EINVAL },
	{ "a flag unknown",
	  { .flags = 2, .period_ns = PERIOD, .records = RECORDS, .cpu = -1 }, EINVAL },
	{ "reserved",
	  { .period_ns = PERIOD, .records = RECORDS, .cpu = -1, .reserved = 1 }, EINVAL },
	{ "output that is not zero",
	  { .period_ns = PERIOD, .records = RECORDS, .cpu = -1, .bytes = 1 }, EINVAL },
};

START_TEST(what_is_out_of_range_is_refused)
{
	struct gpcd_ring_req req = refusals[_i].req;

	req.size = sizeof(req);
	ck_assert_msg(call(group, GPCD_IOC_RING, &req) == refusals[_i].error, "%s: %s",
		      refusals[_i].what, strerror(errno));
	if (refusals[_i].error == ERANGE)
		ck_assert_uint_ge(req.period_min_ns, 10000);
}
END_TEST

START_TEST(the_shortest_period_is_the_administrators)
{
	static const char path[] = "/sys/module/gpcd/parameters/ring_period_min_ns";
	struct gpcd_info info = { .size = sizeof(info) };
	uint64_t least;

	ck_assert_int_eq(write_file(path, "500000000"), 0);
	least = period_min();
	ck_assert_int_eq(call(device, GPCD_IOC_INFO, &info), 0);
	ck_assert_int_eq(write_file(path, "10000"), 0);
	ck_assert_uint_eq(least, 500000000);
	ck_assert_uint_eq(info.ring_period_min_ns, 500000000);
}
END_TEST

START_TEST(the_shortest_period_is_twice_a_sweep)
{
	set_fault("slow:1000000");
	ck_assert_uint_ge(period_min(), 2000000);
	set_fault("none");
}
END_TEST

START_TEST(many_registers_have_no_ring)
{
	static uint64_t many[RING_REGS_MAX + 1];
	struct gpcd_group_req of = { .size = sizeof(of), .addrs = (uintptr_t)many };
	struct gpcd_ring_req req;
	int error[2];

	for (int i = 0; i < 2; i++) {
		int of_many, fd;

		of.count = RING_REGS_MAX + i;
		of_many = ioctl(device, GPCD_IOC_GROUP, &of);
		req = request(HOUR);
		fd = ioctl(of_many, GPCD_IOC_RING, &req);
		error[i] = fd < 0 ? errno : 0;
		close(fd);
		close(of_many);
	}
	ck_assert_int_eq(error[0], 0);
	ck_assert_int_eq(error[1], ERANGE);
}
END_TEST

START_TEST(who_waits_for_the_end_alone_is_woken)
{
	struct pollfd poll_of = { 0 };
	int own = group;

	ck_assert_int_eq(seteuid(NOBODY), 0);
	group = group_open(COUNTERS);
	ck_assert_int_eq(seteuid(0), 0);
	begin(PERIOD, 0);
	if (!fork()) {
		asleep_await(getppid());
		_exit(write_file("/sys/module/gpcd/parameters/default_perms", "none"));
	}
	poll_of.fd = ring.fd;
	ck_assert_int_eq(poll(&poll_of, 1, 1000 * HANG_SECONDS), 1);
	ck_assert(poll_of.revents & POLLHUP);
	wait(NULL);
	close(group);
	group = own;
}
END_TEST

/* Set a limit between the memory of one ring of SMALL records and of two. */
static int become_limited_nobody(void)
{
	const struct rlimit limit = { .rlim_cur = 16 * PAGE, .rlim_max = 16 * PAGE };

	return setrlimit(RLIMIT_MEMLOCK, &limit) || setuid(NOBODY);
}

static int ring_make(uint32_t records)
{
	struct gpcd_ring_req req = request(HOUR);

	req.records = records;
	return ioctl(group, GPCD_IOC_RING, &req);
}

static int small_ring(void)
{
	return ring_make(SMALL) < 0 ? errno : 0;
}

static int small_ring_as_nobody(void)
{
	return become_limited_nobody() ? 255 : small_ring();
}

static int large_ring_as_nobody(void)
{
	return become_limited_nobody() ? 255 : ring_make(4 * SMALL) < 0 ? errno : 0;
}

START_TEST(locked_memory_is_limited)
{
	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(in_child(small_ring_as_nobody), 0);
		ck_assert_int_eq(in_child(large_ring_as_nobody), EPERM);
	}
}
END_TEST

/* While a process has a ring, no process of its user may make a second one. */
static int second_rings_as_nobody(void)
{
	int first, error;

	if (become_limited_nobody())
		return 255;
	first = ring_make(SMALL);
	if (first < 0)
		return errno;
	error = small_ring();
	if (error != EPERM)
		return 254;
	error = in_child(small_ring);
	if (error != EPERM)
		return 253;
	close(first);
	return small_ring();
}

START_TEST(locked_memory_is_limited_over_all_rings_of_a_user)
{
	ck_assert_int_eq(in_child(second_rings_as_nobody), 0);
}
END_TEST

static int large_ring_as_root_of_a_namespace(void)
{
	if (become_limited_nobody() || unshare(CLONE_NEWUSER))
		return 255;
	return ring_make(4 * SMALL) < 0 ? errno : 0;
}

/* CAP_IPC_LOCK in a namespace, which anybody can make, lifts no limit. */
START_TEST(root_of_a_namespace_has_limited_memory)
{
	ck_assert_int_eq(in_child(large_ring_as_root_of_a_namespace), EPERM);
}
END_TEST

/* Return the bytes in a file of the test's memory cgroup. */
static uint64_t charged(void)
{
	char text[32] = "";
	int fd = open(CHARGED "/memory.current", O_RDONLY | O_CLOEXEC);

	ck_assert_int_gt(read(fd, text, sizeof(text) - 1), 0);
	close(fd);
	return strtoull(text, NULL, 10);
}

START_TEST(its_memory_is_its_cgroups)
{
	struct gpcd_ring_req req = request(HOUR);
	int fd;

	req.records = 4096;
	write_file("/sys/fs/cgroup/cgroup.subtree_control", "+memory");
	ck_assert(!mkdir(CHARGED, 0755) || errno == EEXIST);
	ck_assert_int_eq(write_file(CHARGED "/cgroup.procs", "0"), 0);
	fd = ioctl(group, GPCD_IOC_RING, &req);
	ck_assert_int_ge(fd, 0);
	ck_assert_uint_ge(req.bytes, 4096 * 9 * COUNTERS);
	ck_assert_uint_ge(charged(), req.bytes);
	close(fd);
	while (charged() >= req.bytes)
		usleep(1000);
	ck_assert_int_eq(write_file("/sys/fs/cgroup/cgroup.procs", "0"), 0);
	rmdir(CHARGED);
}
END_TEST

static const struct {
	const char *what;
	int protection, flags;
	size_t more;
	int error;
} mappings[] = {
	{ "executable", PROT_READ | PROT_EXEC, MAP_SHARED, 0, EACCES },
	{ "private", PROT_READ | PROT_WRITE, MAP_PRIVATE, 0, EINVAL },
	{ "too long", PROT_READ, MAP_SHARED, PAGE, EINVAL },
	{ "read-only", PROT_READ, MAP_SHARED, 0, 0 },
};

START_TEST(mappings_are_shared_and_no_longer_than_it)
{
	struct gpcd_ring_req req = request(HOUR);
	void *map;

	ring = ring_open(&req);
	map = mmap(NULL, req.bytes + mappings[_i].more, mappings[_i].protection,
		   mappings[_i].flags, ring.fd, 0);
	ck_assert_msg((map == MAP_FAILED ? errno : 0) == mappings[_i].error, "%s: %s",
		      mappings[_i].what, strerror(errno));
	if (map != MAP_FAILED)
		munmap(map, req.bytes);
}
END_TEST

START_TEST(it_outlives_device_and_group)
{
	int own = group;

	group = group_open(1);
	begin(PERIOD, 0);
	close(group);
	group = own;
	close(device);
	next_record();
	close(ring.fd);
	tail_set(head());
	while (head() == ring.page->tail)
		usleep(1000);
	ring.fd = open("/dev/null", O_RDONLY);
	device = open_device();
}
END_TEST

START_TEST(fdinfo_tells_who_samples_what)
{
	const char *text;
	char line[64];

	begin(PERIOD, 0);
	next_record();
	text = fdinfo_of(ring.fd);
	ck_assert(strstr(text, "gpcd-device:\t0\n"));
	ck_assert(strstr(text, "gpcd-registers:\t288\n"));
	ck_assert(strstr(text, "gpcd-period-ns:\t1000000\n"));
	snprintf(line, sizeof(line), "gpcd-bytes:\t%zu\n", (size_t)PAGE +
		 (RECORDS * (64UL + 9 * COUNTERS) + PAGE - 1) / PAGE * PAGE);
	ck_assert(strstr(text, line));
	ck_assert_uint_gt(ppm_of(ring.fd), 0);
}
END_TEST

static Suite *limits_suite(void)
{
	Suite *suite = suite_create("ring_limits");
	TCase *tcase = tcase_create("ring_limits");

	tcase_add_checked_fixture(tcase, ring_setup, ring_teardown);
	tcase_add_loop_test(tcase, what_is_out_of_range_is_refused, 0, ARRAY_SIZE(refusals));
	tcase_add_test(tcase, the_shortest_period_is_the_administrators);
	tcase_add_test(tcase, the_shortest_period_is_twice_a_sweep);
	tcase_add_test(tcase, many_registers_have_no_ring);
	tcase_add_test(tcase, who_waits_for_the_end_alone_is_woken);
	tcase_add_test(tcase, locked_memory_is_limited);
	tcase_add_test(tcase, locked_memory_is_limited_over_all_rings_of_a_user);
	tcase_add_test(tcase, root_of_a_namespace_has_limited_memory);
	tcase_add_test(tcase, its_memory_is_its_cgroups);
	tcase_add_loop_test(tcase, mappings_are_shared_and_no_longer_than_it, 0,
			    ARRAY_SIZE(mappings));
	tcase_add_test(tcase, it_outlives_device_and_group);
	tcase_add_test(tcase, fdinfo_tells_who_samples_what);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(limits_suite());
}
