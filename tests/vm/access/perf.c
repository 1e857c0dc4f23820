// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf counts exactly what the registers say: every counter and every total of each chip, over
 * epochs, wraps, and processors and chips that go.
 */
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <sched.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>

#include <gpcd/image.h>
#include "image/image.h"

#include "perf.h"
#include "suite.h"

#define WHILE		"1000000000"	/* ns */
#define DOOR		"/dev/gpcd_emu0"
#define REGISTERS	4096
#define AT_ONCE		12
#define RMT_WORD	0x4c02028	/* two counters of 32 bits */
#define NARROW_NS	1100000000L	/* longer than their timer's period */

static uint64_t all[REGISTERS], before[REGISTERS], after[REGISTERS];
static int events[REGISTERS];
static int device;

static void setup_with(const char *parameters)
{
	module_unload("gpcd_pmu");
	chip_forget();
	ck_assert_int_eq(module_load("gpcd", ""), 0);
	ck_assert_int_eq(module_load("gpcd_emu", parameters), 0);
	ck_assert_int_eq(module_load("gpcd_pmu", ""), 0);
	device = open_device();
}

static void setup(void)
{
	setup_with("clock=virtual");
}

static void setup_aries(void)
{
	setup_with("clock=virtual chip=aries");
}

static void setup_cassini(void)
{
	setup_with("clock=virtual traffic=0 chip=cassini2");
}

static void teardown(void)
{
	close(device);
	ck_assert_int_eq(module_unload("gpcd_pmu"), 0);
	chip_unload();
}

static void move_time(const char *ns)
{
	ck_assert_int_eq(write_file(BACKDOOR "/advance", ns), 0);
}

static void read_all(uint64_t *values, unsigned int count)
{
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = count,
		.addrs = (uintptr_t)all, .values = (uintptr_t)values,
	};

	ck_assert_int_eq(whole(call(device, GPCD_IOC_SNAPSHOT, &req), &req), 0);
}

/* Where no traffic moves counters, a feed does: each by another step, which may wrap it. */
static void feed_all(unsigned int chip)
{
	struct gpcd_image_feed *feed;
	struct gpcd_feed_reg to;
	char name[GPCD_NAME_MAX];
	struct gpcd_reg reg;

	ck_assert_int_eq(gpcd_image_feed_open(DOOR, &feed), 0);
	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
	for (unsigned int i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		gpcd_reg_name(&reg, name);
		if (reg.rule->kind != GPCD_KIND_COUNTER)
			continue;
		ck_assert_int_eq(gpcd_feed_reg_find(chip, name, &to), 0);
		ck_assert_int_eq(gpcd_image_feed_count(feed, &to, 1000000007ULL * (i + 1)), 0);
	}
	ck_assert_int_eq(gpcd_image_feed_end(feed, gpcd_image_feed_time(feed) + 1), 0);
	gpcd_image_feed_release(feed);
}

static void move_counters(unsigned int chip)
{
	if (chip == GPCD_CHIP_CASSINI2)
		feed_all(chip);
	else
		move_time(WHILE);
}

static unsigned int chip_of_device(void)
{
	struct gpcd_info info = { .size = sizeof(info) };

	ck_assert_int_eq(call(device, GPCD_IOC_INFO, &info), 0);
	ck_assert(info.features & GPCD_FEATURE_PERF);
	return info.chip;
}

static uint64_t counted(unsigned int chip, unsigned int i)
{
	const struct gpcd_reg *reg = gpcd_catalogue_find(chip, all[i]);

	return (after[i] - before[i]) & gpcd_width_mask(reg->rule->width);
}

/* --- equal to the registers ---------------------------------------------------- */

/* Each opened event makes perf's core stop and start all others: not too many at a time. */
static unsigned int some_counters(unsigned int chip, unsigned int first, unsigned int count)
{
	unsigned int i, moved = 0;

	for (i = first; i < count; i++)
		events[i] = event_open(0, 0, all[i]);
	read_all(before, count);
	move_counters(chip);
	read_all(after, count);
	for (i = first; i < count; i++) {
		ck_assert_msg(event_count(events[i]) == counted(chip, i), "%#jx: %ju, not %ju",
			      (uintmax_t)all[i], (uintmax_t)event_count(events[i]),
			      (uintmax_t)counted(chip, i));
		moved += counted(chip, i) != 0;
		close(events[i]);
	}
	return moved;
}

static void every_counter(void)
{
	unsigned int chip = chip_of_device(), count = perf_counters(all, chip), moved = 0;

	for (unsigned int first = 0; first < count; first += AT_ONCE)
		moved += some_counters(chip, first, first + AT_ONCE < count ? first + AT_ONCE :
									       count);
	ck_assert_uint_gt(moved, 200);
}

START_TEST(every_counter_of_a_gemini)
{
	every_counter();
}
END_TEST

START_TEST(every_counter_of_an_aries)
{
	every_counter();
}
END_TEST

START_TEST(every_counter_of_a_cassini)
{
	every_counter();
}
END_TEST

static void every_total(void)
{
	unsigned int chip = chip_of_device();
	const struct gpcd_total *total;
	unsigned int i, n, count;
	uint64_t sum;
	int event;

	for (n = 0; (total = gpcd_chip_total(chip, n)); n++) {
		count = gpcd_total_addrs(chip, total, (__u64 *)all, REGISTERS);
		event = event_open(0, n + 1, 0);
		read_all(before, count);
		move_counters(chip);
		read_all(after, count);
		for (i = 0, sum = 0; i < count; i++)
			sum += counted(chip, i);
		ck_assert_msg(event_count(event) == sum, "%s: %ju, not %ju", total->name,
			      (uintmax_t)event_count(event), (uintmax_t)sum);
		close(event);
	}
	ck_assert_uint_ge(n, 10);
}

START_TEST(every_total_of_a_gemini)
{
	every_total();
}
END_TEST

START_TEST(every_total_of_an_aries)
{
	every_total();
}
END_TEST

START_TEST(every_total_of_a_cassini)
{
	every_total();
}
END_TEST

START_TEST(a_group_is_read_at_once)
{
	struct perf_event_attr attr = event_attr(0, 1, 0);
	struct { uint64_t number, counts[2]; } values;
	int cpu = pmu_number(0, "cpumask"), leader, member;

	attr.read_format = PERF_FORMAT_GROUP;
	leader = event_try(&attr, -1, cpu, -1);
	attr.read_format = 0;
	attr.config = 5;
	member = event_try(&attr, -1, cpu, leader);
	ck_assert_int_ge(leader, 0);
	ck_assert_int_ge(member, 0);
	move_time(WHILE);
	ck_assert_int_eq(read(leader, &values, sizeof(values)), sizeof(values));
	ck_assert_uint_eq(values.number, 2);
	ck_assert_uint_gt(values.counts[0], 0);
	ck_assert_uint_eq(values.counts[1], event_count(member));
	close(member);
	close(leader);
}
END_TEST

START_TEST(disabled_it_does_not_count)
{
	int event = event_open(0, 1, 0);
	uint64_t count;

	move_time(WHILE);
	ck_assert_int_eq(ioctl(event, PERF_EVENT_IOC_DISABLE, 0), 0);
	count = event_count(event);
	ck_assert_uint_gt(count, 0);
	move_time(WHILE);
	ck_assert_uint_eq(event_count(event), count);
	ck_assert_int_eq(ioctl(event, PERF_EVENT_IOC_ENABLE, 0), 0);
	ck_assert_uint_eq(event_count(event), count);
	move_time(WHILE);
	ck_assert_uint_gt(event_count(event), count);
	close(event);
}
END_TEST

/* --- epochs, wraps ---------------------------------------------------------------- */

START_TEST(a_written_counter_is_not_counted)
{
	uint64_t addr = addrs[0], value = 1ULL << 40;
	struct gpcd_write_req req = {
		.size = sizeof(req), .count = 1,
		.addrs = (uintptr_t)&addr, .values = (uintptr_t)&value,
	};
	int event = event_open(0, 0, addr);
	uint64_t count;

	move_time(WHILE);
	count = event_count(event);
	ck_assert_int_eq(call(device, GPCD_IOC_WRITE, &req), 0);
	ck_assert_uint_eq(event_count(event), count);
	move_time(WHILE);
	ck_assert_uint_gt(event_count(event), count);
	ck_assert_uint_lt(event_count(event), value);
	close(event);
}
END_TEST

/* Two counters share the word; like a feed's updates, the stores begin no epoch. */
static void rmt_store(char *map, uint64_t word)
{
	struct gpcd_image_info *info = (void *)(map + GPCD_IMAGE_INFO);

	gpcd_image_write_begin(info, GPCD_IMAGE_FEED);
	gpcd_image_store((__u64 *)(map + RMT_WORD), word);
	gpcd_image_write_end(info, GPCD_IMAGE_FEED);
}

/*
 * Nobody reads the event meanwhile except the kernel, before a counter can wrap twice. It may come
 * late once: two stores do not fill 32 bits, but four do.
 */
START_TEST(a_narrow_counter_wraps_unread)
{
	int door = open(DOOR, O_RDWR | O_CLOEXEC), low, high;
	char *map = mmap(NULL, GPCD_IMAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, door, 0);
	const struct timespec wait = { .tv_sec = 1, .tv_nsec = NARROW_NS - 1000000000L };

	ck_assert(map != MAP_FAILED);
	rmt_store(map, 0);
	low = event_open(0, 0, RMT_WORD);
	high = event_open(0, 0, RMT_WORD + 4);
	for (uint64_t turn = 1; turn <= 4; turn++) {
		rmt_store(map, turn * 0x60000000ULL & 0xffffffff);
		nanosleep(&wait, NULL);
	}
	ck_assert_uint_eq(event_count(low), 4 * 0x60000000ULL);
	ck_assert_uint_eq(event_count(high), 0);
	close(low);
	close(high);
	munmap(map, GPCD_IMAGE_SIZE);
	close(door);
}
END_TEST

/* --- chips that go, processors that go --------------------------------------------- */

START_TEST(a_lost_chip_counts_later)
{
	int event = event_open(0, 1, 0);
	uint64_t count;

	move_time(WHILE);
	count = event_count(event);
	set_fault("ones");
	ck_assert_uint_eq(event_count(event), count);
	set_fault("none");
	ck_assert_uint_eq(event_count(event), count);
	move_time(WHILE);
	ck_assert_uint_gt(event_count(event), count);
	close(event);
}
END_TEST

START_TEST(a_chip_that_goes_freezes_its_events)
{
	int event = event_open(0, 1, 0), type = pmu_number(0, "type"), again;
	struct perf_event_attr attr = event_attr(0, 1, 0);
	uint64_t count;

	move_time(WHILE);
	count = event_count(event);
	set_fault("unplug");
	ck_assert_uint_eq(event_count(event), count);
	ck_assert_int_eq(event_try(&attr, -1, 0, -1), -ENODEV);
	ck_assert_int_eq(module_unload("gpcd_pmu"), -EWOULDBLOCK);

	set_fault("none");
	ck_assert_int_eq(pmu_number(0, "type"), type);
	again = event_open(0, 1, 0);
	move_time(WHILE);
	ck_assert_uint_gt(event_count(again), 0);
	ck_assert_uint_eq(event_count(event), count);
	close(again);
	close(event);
}
END_TEST

/* The PMU's files belong to the chip that has its number now. */
START_TEST(another_chip_has_its_own_totals)
{
	int type = pmu_number(0, "type");

	ck_assert_int_eq(access(PMU "0/events/vc0_phits", R_OK), 0);
	ck_assert_int_eq(access(PMU "0/events/nic_in_flits", R_OK), 0);
	close(device);
	ck_assert_int_eq(module_unload("gpcd_emu"), 0);
	ck_assert_int_eq(module_load("gpcd_emu", "clock=virtual chip=aries"), 0);
	device = open_device();
	ck_assert_int_eq(pmu_number(0, "type"), type);
	ck_assert_int_eq(access(PMU "0/events/vc0_phits", R_OK), -1);
	ck_assert_int_eq(access(PMU "0/events/vc0_flits", R_OK), 0);
	ck_assert_int_eq(access(PMU "0/events/nic_in_flits", R_OK), 0);
	close(event_open(0, 1, 0));
}
END_TEST

/* From Linux 6.12 on perf's core chooses the processor of a PMU: the first that there is. */
static bool core_chooses(void)
{
	struct utsname name;
	char *minor;
	long major;

	ck_assert_int_eq(uname(&name), 0);
	major = strtol(name.release, &minor, 10);
	return major > 6 || (major == 6 && strtol(minor + 1, NULL, 10) >= 12);
}

static void cpu_online(int cpu, const char *text)
{
	char path[64];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online", cpu);
	ck_assert_int_eq(write_file(path, text), 0);
}

START_TEST(a_processor_that_goes_hands_on)
{
	int event = event_open(0, 1, 0), cpu = pmu_number(0, "cpumask");
	int last = sysconf(_SC_NPROCESSORS_ONLN) - 1;
	uint64_t count;

	/* The first processor cannot go offline. */
	ck_assert_int_eq(cpu, core_chooses() ? 0 : last);
	if (last > 0) {
		move_time(WHILE);
		count = event_count(event);
		ck_assert_uint_gt(count, 0);
		cpu_online(last, "0");
		ck_assert_int_eq(pmu_number(0, "cpumask"), core_chooses() ? 0 : last - 1);
		ck_assert_uint_eq(event_count(event), count);
		move_time(WHILE);
		ck_assert_uint_gt(event_count(event), count);
		count = event_count(event);
		cpu_online(last, "1");
		move_time(WHILE);
		ck_assert_uint_gt(event_count(event), count);
	}
	close(event);
}
END_TEST

/* From Linux 6.12 on a read does not interrupt the processor on which the event is. */
START_TEST(any_processor_reads_it)
{
	int event = event_open(0, 1, 0), cpus = sysconf(_SC_NPROCESSORS_ONLN);
	unsigned int n = gpcd_total_addrs(GPCD_CHIP_GEMINI, gpcd_chip_total(GPCD_CHIP_GEMINI, 0),
					  (__u64 *)all, REGISTERS);
	cpu_set_t one;

	read_all(before, n);
	for (int cpu = 0; cpu < cpus; cpu++) {
		uint64_t sum = 0;

		CPU_ZERO(&one);
		CPU_SET(cpu, &one);
		ck_assert_int_eq(sched_setaffinity(0, sizeof(one), &one), 0);
		move_time(WHILE);
		read_all(after, n);
		for (unsigned int i = 0; i < n; i++)
			sum += counted(GPCD_CHIP_GEMINI, i);
		ck_assert_uint_gt(sum, 0);
		ck_assert_uint_eq(event_count(event), sum);
	}
	close(event);
}
END_TEST

/* --- what is refused ------------------------------------------------------------------ */

static int refused(uint64_t total, uint64_t addr)
{
	struct perf_event_attr attr = event_attr(0, total, addr);

	return -event_try(&attr, -1, 0, -1);
}

/* A counter of 16 bits wraps in 66 us at the soonest. */
START_TEST(a_counter_that_wraps_too_soon_is_refused)
{
	unsigned int chip = chip_of_device(), i, found = 0;
	struct gpcd_reg reg;

	for (i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		if (reg.rule->kind != GPCD_KIND_COUNTER || reg.rule->width >= 24)
			continue;
		ck_assert_int_eq(refused(0, reg.addr), EOVERFLOW);
		found++;
	}
	ck_assert_uint_eq(found, 5);
}
END_TEST

START_TEST(what_is_no_counter_is_refused)
{
	unsigned int chip = chip_of_device(), i;
	struct gpcd_reg reg;

	for (i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		if (reg.rule->kind != GPCD_KIND_COUNTER)
			ck_assert_int_eq(refused(0, reg.addr), EINVAL);
	}
	ck_assert_int_eq(refused(0, 0), EINVAL);
	ck_assert_int_eq(refused(0, addrs[0] + 4), EINVAL);
	ck_assert_int_eq(refused(0, 1ULL << 32), EINVAL);
	ck_assert_int_eq(refused(0, addrs[0] | 1ULL << 32), EINVAL);
	ck_assert_int_eq(refused(200, 0), EINVAL);
	ck_assert_int_eq(refused(256, 0), EINVAL);
	ck_assert_int_eq(refused(1 << 16 | 1, 0), EINVAL);
	ck_assert_int_eq(refused(1, addrs[0]), EINVAL);
}
END_TEST

START_TEST(only_the_whole_machine_is_counted)
{
	struct perf_event_attr attr = event_attr(0, 1, 0);

	ck_assert_int_eq(event_try(&attr, 0, -1, -1), -EINVAL);
	ck_assert_int_eq(event_try(&attr, getpid(), 0, -1), -EINVAL);
	attr.sample_period = 1000;
	ck_assert_int_eq(event_try(&attr, -1, 0, -1), -EOPNOTSUPP);
	attr.sample_period = 0;
	attr.config2 = 1;
	ck_assert_int_eq(event_try(&attr, -1, 0, -1), -EINVAL);
	attr.config2 = 0;
	attr.exclude_user = 1;
	ck_assert_int_eq(event_try(&attr, -1, 0, -1), -EINVAL);
}
END_TEST

/* Even though the setting lets everybody count whole processors. */
START_TEST(without_privilege_there_is_none)
{
	struct perf_event_attr attr = event_attr(0, 1, 0);
	int error;

	ck_assert_int_eq(write_file("/proc/sys/kernel/perf_event_paranoid", "-1"), 0);
	ck_assert_int_eq(seteuid(65534), 0);
	error = event_try(&attr, -1, 0, -1);
	ck_assert_int_eq(seteuid(0), 0);
	ck_assert_int_eq(write_file("/proc/sys/kernel/perf_event_paranoid", "2"), 0);
	ck_assert_int_eq(error, -EACCES);
}
END_TEST

/* Become nobody, with CAP_PERFMON and no other capability. */
static int become_perfmon(void)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[2] = { { 0 } };

	data[CAP_TO_INDEX(CAP_PERFMON)].effective = CAP_TO_MASK(CAP_PERFMON);
	data[CAP_TO_INDEX(CAP_PERFMON)].permitted = CAP_TO_MASK(CAP_PERFMON);
	return prctl(PR_SET_KEEPCAPS, 1) || setresuid(65534, 65534, 65534) ||
	       syscall(SYS_capset, &header, data);
}

START_TEST(cap_perfmon_is_enough)
{
	struct perf_event_attr attr = event_attr(0, 1, 0);
	pid_t child = fork();
	int status;

	if (!child) {
		int event = become_perfmon() ? -ECHILD : event_try(&attr, -1, 0, -1);

		_exit(event < 0 ? -event : 0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), 0);
}
END_TEST

static Suite *perf_suite(void)
{
	Suite *suite = suite_create("perf");
	TCase *gemini = tcase_create("gemini");
	TCase *aries = tcase_create("aries");
	TCase *cassini = tcase_create("cassini");

	tcase_add_checked_fixture(gemini, setup, teardown);
	tcase_add_test(gemini, every_counter_of_a_gemini);
	tcase_add_test(gemini, every_total_of_a_gemini);
	tcase_add_test(gemini, a_group_is_read_at_once);
	tcase_add_test(gemini, disabled_it_does_not_count);
	tcase_add_test(gemini, a_written_counter_is_not_counted);
	tcase_add_test(gemini, a_narrow_counter_wraps_unread);
	tcase_add_test(gemini, a_lost_chip_counts_later);
	tcase_add_test(gemini, a_chip_that_goes_freezes_its_events);
	tcase_add_test(gemini, another_chip_has_its_own_totals);
	tcase_add_test(gemini, a_processor_that_goes_hands_on);
	tcase_add_test(gemini, any_processor_reads_it);
	tcase_add_test(gemini, what_is_no_counter_is_refused);
	tcase_add_test(gemini, only_the_whole_machine_is_counted);
	tcase_add_test(gemini, without_privilege_there_is_none);
	tcase_add_test(gemini, cap_perfmon_is_enough);
	suite_add_tcase(suite, gemini);
	tcase_add_checked_fixture(aries, setup_aries, teardown);
	tcase_add_test(aries, every_counter_of_an_aries);
	tcase_add_test(aries, every_total_of_an_aries);
	suite_add_tcase(suite, aries);

	tcase_add_checked_fixture(cassini, setup_cassini, teardown);
	tcase_add_test(cassini, every_counter_of_a_cassini);
	tcase_add_test(cassini, every_total_of_a_cassini);
	tcase_add_test(cassini, a_counter_that_wraps_too_soon_is_refused);
	suite_add_tcase(suite, cassini);
	return suite;
}

int main(void)
{
	return suite_run(perf_suite());
}
