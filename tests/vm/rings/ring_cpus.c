// SPDX-License-Identifier: GPL-2.0-only
/* Processor time that rings may take, and on which processors. */
#include <sched.h>
#include <sys/resource.h>

#include "ring.h"
#include "suite.h"

#define SLOW_RINGS	4
#define MANY_RINGS	1000

static void set_share(const char *text)
{
	ck_assert_int_eq(write_file("/sys/module/gpcd/parameters/ring_share", text), 0);
}

static const struct {
	const char *text;
	uint64_t ppm;
} shares[] = { { "50", 500000 }, { "100", 900000 } };

/*
 * Each ring here needs a quarter of a processor's time, or more if a sweep took longer when
 * measured again. All rings together may take half of each processor, never all of it.
 */
START_TEST(processors_keep_time_for_themselves)
{
	uint64_t period = 2 * period_min(), ppm = 0;
	int fds[MANY_RINGS], n = 0, fd, cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct gpcd_ring_req req;

	set_share(shares[_i].text);
	while (n < MANY_RINGS) {
		req = request(period);
		fd = ioctl(group, GPCD_IOC_RING, &req);
		if (fd < 0 && errno != ERANGE)
			break;
		period = fd < 0 ? 2 * req.period_min_ns : period;
		if (fd >= 0) {
			ppm += ppm_of(fd);
			fds[n++] = fd;
		}
	}
	ck_assert_int_eq(errno, EBUSY);
	ck_assert_int_ge(n, cpus);
	ck_assert_uint_le(ppm, shares[_i].ppm * cpus);
	while (n--)
		close(fds[n]);
	set_share("50");
	begin(PERIOD, 0);
	next_record();
}
END_TEST

/* Make rings of a period until one is refused; return how many; @ppm: their least share. */
static int rings_admitted(uint64_t period, int fds[], uint64_t *ppm)
{
	int n = 0;

	*ppm = UINT64_MAX;
	while (n < MANY_RINGS) {
		struct gpcd_ring_req req = request(period);
		int fd = ioctl(group, GPCD_IOC_RING, &req);

		if (fd >= 0) {
			*ppm = ppm_of(fd) < *ppm ? ppm_of(fd) : *ppm;
			fds[n++] = fd;
		} else if (errno != ERANGE) {
			break;
		}
	}
	return n;
}

static const struct {
	const char *text;
	int rings;
} slow_shares[] = { { "25", 0 }, { "50", 1 } };

/*
 * Each sweep takes at least a quarter of this period, so a quarter of a processor is too little for
 * a ring, and a half is too little for two. A sweep delayed to half of the period by other load
 * would give ERANGE: one ring always fits into a half.
 */
START_TEST(a_share_is_what_sweeps_take)
{
	int fds[MANY_RINGS], n, error, own = group, cpus = sysconf(_SC_NPROCESSORS_ONLN);
	uint64_t ppm;

	group = group_open(8);
	set_share(slow_shares[_i].text);
	set_fault("slow:1000000");
	n = rings_admitted(4 * PERIOD, fds, &ppm);
	error = errno;
	set_fault("none");
	set_share("50");
	for (int i = 0; i < n; i++)
		close(fds[i]);
	close(group);
	group = own;
	ck_assert_int_eq(error, EBUSY);
	ck_assert_int_eq(n, slow_shares[_i].rings * cpus);
	ck_assert_uint_ge(ppm, 250000);
}
END_TEST

START_TEST(no_share_is_no_ring)
{
	struct gpcd_ring_req req = request(HOUR);
	int error;

	set_share("0");
	error = call(group, GPCD_IOC_RING, &req);
	set_share("50");
	ck_assert_int_eq(error, EBUSY);
}
END_TEST

/* Even for a ring that seldom ticks, a ten-thousandth of a processor is set aside. */
START_TEST(a_thousand_rings_are_as_many_as_there_is_time_for)
{
	const struct rlimit files = { .rlim_cur = 2 * MANY_RINGS, .rlim_max = 2 * MANY_RINGS };
	int many[MANY_RINGS + 1], n = 0, own = group, cpus = sysconf(_SC_NPROCESSORS_ONLN);
	char share[8];

	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &files), 0);
	snprintf(share, sizeof(share), "%d", 10 / cpus);
	set_share(share);
	group = group_open(1);
	while (n <= MANY_RINGS) {
		struct gpcd_ring_req req = request(HOUR);

		many[n] = ioctl(group, GPCD_IOC_RING, &req);
		if (many[n] < 0)
			break;
		n++;
	}
	ck_assert_int_eq(errno, EBUSY);
	ck_assert_int_eq(n, 10 / cpus * cpus * 100);
	while (n--)
		close(many[n]);
	set_share("50");
	close(group);
	group = own;
	begin(PERIOD, 0);
	next_record();
}
END_TEST

static uint64_t sum_of(const struct ring *rings, size_t at)
{
	uint64_t sum = 0;

	for (int i = 0; i < SLOW_RINGS; i++)
		sum += __atomic_load_n((uint64_t *)((char *)rings[i].page + at), __ATOMIC_RELAXED);
	return sum;
}

/*
 * Rings of a few registers, so that there is time for all; then each sweep takes a millisecond.
 * Samples take at most half of a processor's time, plus what may be taken in a row and one sweep.
 */
START_TEST(a_slow_chip_makes_ticks_late)
{
	const size_t head_at = offsetof(struct gpcd_ring_page, head);
	struct ring rings[SLOW_RINGS];
	uint64_t began, samples, late;
	int own = group;

	group = group_open(8);
	for (int i = 0; i < SLOW_RINGS; i++) {
		struct gpcd_ring_req req = request(PERIOD);

		req.flags = GPCD_RING_OVERWRITE;
		req.cpu = 0;
		rings[i] = ring_open(&req);
	}
	set_fault("slow:1000000");
	began = clock_ns(CLOCK_MONOTONIC);
	samples = sum_of(rings, head_at);
	late = sum_of(rings, offsetof(struct gpcd_ring_page, late));
	while (sum_of(rings, offsetof(struct gpcd_ring_page, late)) < late + 1000)
		usleep(1000);
	samples = sum_of(rings, head_at) - samples;
	ck_assert_uint_le(samples * PERIOD, (clock_ns(CLOCK_MONOTONIC) - began) / 2 + 6 * PERIOD);
	set_fault("none");
	for (int i = 0; i < SLOW_RINGS; i++)
		ring_close(&rings[i]);
	close(group);
	group = own;
}
END_TEST

START_TEST(a_processor_that_goes_offline_hands_over)
{
	static const char path[] = "/sys/devices/system/cpu/cpu1/online";
	struct gpcd_ring_req req = request(PERIOD);
	uint64_t at;

	if (!second_processor())
		return;
	req.cpu = 1;
	ring = ring_open(&req);
	next_record();
	ck_assert_uint_eq(fdinfo_number("gpcd-cpu:\t"), 1);
	ck_assert_int_eq(write_file(path, "0"), 0);
	for (int i = 0; i < 20; i++) {
		at = head();
		tail_set(at);
		next_record();
	}
	ck_assert_uint_ne(fdinfo_number("gpcd-cpu:\t"), 1);
	ck_assert_int_eq(write_file(path, "1"), 0);
	tail_set(head());
	next_record();
}
END_TEST

/* Become nobody, who may run on the first processor only. */
static int become_nobody_at_home(void)
{
	cpu_set_t only;

	CPU_ZERO(&only);
	CPU_SET(0, &only);
	return sched_setaffinity(0, sizeof(only), &only) || setuid(NOBODY);
}

static int ring_on_the_second(void)
{
	struct gpcd_ring_req req = request(HOUR);

	req.cpu = 1;
	return call(group, GPCD_IOC_RING, &req);
}

static int elsewhere_as_nobody(void)
{
	return become_nobody_at_home() ? 255 : ring_on_the_second();
}

static int elsewhere_as_root_of_a_namespace(void)
{
	if (become_nobody_at_home() || unshare(CLONE_NEWUSER))
		return 255;
	return ring_on_the_second();
}

/* CAP_SYS_NICE in a namespace, which anybody can make, opens no other processor. */
START_TEST(a_processor_of_others_is_refused)
{
	if (!second_processor())
		return;
	ck_assert_int_eq(in_child(elsewhere_as_nobody), EPERM);
	ck_assert_int_eq(in_child(elsewhere_as_root_of_a_namespace), EPERM);
}
END_TEST

/* Leaving the choice to the kernel gives nobody a processor on which he may not run. */
static int choices_stay_at_home(void)
{
	struct gpcd_ring_req req;

	if (become_nobody_at_home())
		return 255;
	for (int i = 0; i < 3; i++) {
		int fd;

		req = request(HOUR);
		fd = ioctl(group, GPCD_IOC_RING, &req);
		if (fd < 0)
			return errno;
		if (!strstr(fdinfo_of(fd), "gpcd-cpu:\t0\n"))
			return 254;
	}
	return 0;
}

START_TEST(a_processor_of_others_is_not_chosen)
{
	if (!second_processor())
		return;
	ck_assert_int_eq(in_child(choices_stay_at_home), 0);
}
END_TEST

static Suite *processors_suite(void)
{
	Suite *suite = suite_create("ring_cpus");
	TCase *tcase = tcase_create("ring_cpus");

	tcase_add_checked_fixture(tcase, ring_setup, ring_teardown);
	tcase_add_loop_test(tcase, processors_keep_time_for_themselves, 0, ARRAY_SIZE(shares));
	tcase_add_loop_test(tcase, a_share_is_what_sweeps_take, 0, ARRAY_SIZE(slow_shares));
	tcase_add_test(tcase, no_share_is_no_ring);
	tcase_add_test(tcase, a_thousand_rings_are_as_many_as_there_is_time_for);
	tcase_add_test(tcase, a_slow_chip_makes_ticks_late);
	tcase_add_test(tcase, a_processor_that_goes_offline_hands_over);
	tcase_add_test(tcase, a_processor_of_others_is_refused);
	tcase_add_test(tcase, a_processor_of_others_is_not_chosen);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(processors_suite());
}
