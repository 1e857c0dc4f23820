// SPDX-License-Identifier: GPL-2.0-only
/* Chips that fail, and the back door that makes them fail. */
#include <image/image.h>
#include <sys/mman.h>
#include <time.h>

#include "chip.h"
#include "suite.h"

#define BACKDOOR2	"/sys/class/gpcd_emu/gpcd_emu1"
#define REGISTERS_MAX	4096

static uint64_t registers[REGISTERS_MAX];

static void pass_time(const char *ns)
{
	ck_assert_int_eq(write_file(BACKDOOR "/advance", ns), 0);
}

/* Return the sum of all static counters of the chip. */
static uint64_t traffic(int fd)
{
	uint64_t values[COUNTERS], sum = 0;
	struct gpcd_args args = {
		.num_mmrs = COUNTERS, .mmr_addrs = addrs, .mmr_data = values,
	};

	ck_assert_int_eq(call(fd, GPC_IOC_READ_REG, &args), 0);
	for (int i = 0; i < COUNTERS; i++)
		sum += values[i];
	return sum;
}

START_TEST(all_ones_are_no_values)
{
	uint64_t values[COUNTERS];
	uint8_t statuses[COUNTERS];
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = COUNTERS, .addrs = (uintptr_t)addrs,
		.values = (uintptr_t)values, .statuses = (uintptr_t)statuses,
	};
	int fd = open_device();

	set_fault("ones");
	ck_assert_int_eq(read_legacy(fd), ENODEV);
	ck_assert_int_eq(call(fd, GPCD_IOC_SNAPSHOT, &req), 0);
	ck_assert_int_eq(req.failed, COUNTERS);
	for (int i = 0; i < COUNTERS; i++) {
		ck_assert_int_eq(statuses[i], GPCD_STATUS_GONE);
		ck_assert_int_eq(values[i], 0);
	}
	set_fault("none");
	ck_assert_int_eq(read_legacy(fd), 0);
	ck_assert_int_eq(read_snapshot(fd), 0);
	close(fd);
}
END_TEST

/* Prepare a sweep of all registers of a chip, or of its counters alone. */
static struct gpcd_snapshot_req registers_of(unsigned int chip, int counters_only)
{
	static uint64_t values[REGISTERS_MAX];
	static uint8_t statuses[REGISTERS_MAX];
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .addrs = (uintptr_t)registers,
		.values = (uintptr_t)values, .statuses = (uintptr_t)statuses,
	};
	struct gpcd_reg reg;

	for (int i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		if (!counters_only || reg.rule->kind == GPCD_KIND_COUNTER)
			registers[req.count++] = reg.addr;
	}
	return req;
}

/* Open the second chip, made through configfs: /dev/gpcd1. */
static int open_second(const char *chip)
{
	int fd;

	ck_assert(!mkdir(CONFIG, 0755));
	ck_assert_int_eq(write_file(CONFIG "/chip", chip), 0);
	ck_assert_int_eq(write_file(CONFIG "/nic_addrs", "77"), 0);
	ck_assert_int_eq(write_file(CONFIG "/clock", "virtual"), 0);
	ck_assert_int_eq(write_file(CONFIG "/live", "1"), 0);
	fd = open("/dev/gpcd1", O_RDWR | O_CLOEXEC);
	ck_assert_msg(fd >= 0, "/dev/gpcd1: %s", strerror(errno));
	return fd;
}

START_TEST(all_ones_are_no_values_of_any_register)
{
	struct gpcd_snapshot_req req = registers_of(_i, 0);
	const uint8_t *statuses = (void *)(uintptr_t)req.statuses;
	int fd = open_second(gpcd_chip_name(_i));

	ck_assert_int_eq(write_file(BACKDOOR2 "/fault", "ones"), 0);
	ck_assert_int_eq(call(fd, GPCD_IOC_SNAPSHOT, &req), 0);
	for (uint32_t i = 0; i < req.count; i++)
		ck_assert_msg(statuses[i] == GPCD_STATUS_GONE, "%#lx: status %u", registers[i],
			      statuses[i]);
	ck_assert_uint_eq(req.failed, req.count);
	close(fd);
	ck_assert(!rmdir(CONFIG));
}
END_TEST

START_TEST(full_counters_are_no_fault)
{
	static uint64_t ones[REGISTERS_MAX];
	struct gpcd_snapshot_req req = registers_of(_i, 1);
	const uint64_t *values = (void *)(uintptr_t)req.values;
	struct gpcd_write_req write = {
		.size = sizeof(write), .count = req.count, .addrs = req.addrs,
		.values = (uintptr_t)ones,
	};
	int fd = open_second(gpcd_chip_name(_i));

	memset(ones, -1, sizeof(ones));
	ck_assert_int_eq(call(fd, GPCD_IOC_WRITE, &write), 0);
	ck_assert_int_eq(call(fd, GPCD_IOC_SNAPSHOT, &req), 0);
	ck_assert_uint_eq(req.failed, 0);
	for (uint32_t i = 0; i < req.count; i++)
		ck_assert_uint_eq(values[i], gpcd_width_mask(gpcd_catalogue_find(_i, registers[i])
							     ->rule->width));
	close(fd);
	ck_assert(!rmdir(CONFIG));
}
END_TEST

START_TEST(a_stuck_chip_stands_still)
{
	int fd = open_device();
	uint64_t before = traffic(fd), moved;

	pass_time("1000000000");
	moved = traffic(fd);
	ck_assert_msg(moved > before, "nothing moves");
	set_fault("stuck");
	pass_time("1000000000");
	ck_assert_msg(traffic(fd) == moved, "a stuck chip moves");
	set_fault("none");
	pass_time("1000000000");
	ck_assert_msg(traffic(fd) > moved, "a mended chip does not move");
	close(fd);
}
END_TEST

static uint64_t sweep_ns(int fd)
{
	uint64_t value;
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = 1,
		.addrs = (uintptr_t)addrs, .values = (uintptr_t)&value,
	};

	ck_assert_int_eq(call(fd, GPCD_IOC_SNAPSHOT, &req), 0);
	return req.end_ns - req.start_ns;
}

static uint64_t shortest_sweep_ns(int fd)
{
	uint64_t shortest = ~0ULL;

	for (int i = 0; i < ROUNDS; i++) {
		uint64_t ns = sweep_ns(fd);

		shortest = ns < shortest ? ns : shortest;
	}
	return shortest;
}

START_TEST(a_slow_chip_is_slow)
{
	int fd = open_device();

	set_fault("slow:1000000");
	ck_assert_uint_ge(shortest_sweep_ns(fd), 1000000);
	set_fault("none");
	ck_assert_uint_lt(shortest_sweep_ns(fd), 1000000);
	close(fd);
}
END_TEST

START_TEST(no_such_fault)
{
	static const char * const faults[] = {
		"", "fire", "slow", "slow:", "slow:-1", "slow:1000001", "unplugged",
	};

	for (int i = 0; i < ARRAY_SIZE(faults); i++) {
		int error = write_file(BACKDOOR "/fault", faults[i]);

		/* An empty write does not arrive: sysfs drops it. */
		ck_assert_msg(error == (*faults[i] ? EINVAL : 0), "fault '%s': %s", faults[i],
			      strerror(error));
	}
}
END_TEST

static uint64_t epoch_of(int fd)
{
	struct gpcd_info info = { .size = sizeof(info) };

	ck_assert_int_eq(call(fd, GPCD_IOC_INFO, &info), 0);
	return info.epoch;
}

static uint64_t epoch_now(void)
{
	int fd = open_device();
	uint64_t epoch = epoch_of(fd);

	close(fd);
	return epoch;
}

static void clock_turn(time_t seconds)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	now.tv_sec += seconds;
	ck_assert(!clock_settime(CLOCK_REALTIME, &now));
}

static void counter_write(void)
{
	uint64_t value = 1;
	struct gpcd_write_req write = {
		.size = sizeof(write), .count = 1, .addrs = (uintptr_t)addrs,
		.values = (uintptr_t)&value,
	};
	int fd = open_device();

	ck_assert_int_eq(call(fd, GPCD_IOC_WRITE, &write), 0);
	close(fd);
}

/* Each life begins after the epochs of the writes in the one before. */
START_TEST(no_life_repeats_an_epoch_when_the_clock_goes_back)
{
	uint64_t before, after;

	for (int i = 0; i < 3; i++) {
		counter_write();
		counter_write();
		before = epoch_now();
		clock_turn(-3600);
		set_fault("unplug");
		set_fault("none");
		after = epoch_now();
		clock_turn(3600);
		ck_assert_uint_gt(after, before);
	}
}
END_TEST

/* A chip of configfs goes for good while its back door is mapped. */
START_TEST(a_mapping_outlives_the_chip)
{
	__u64 *image;
	int fd;

	ck_assert(!mkdir(CONFIG, 0755));
	ck_assert_int_eq(write_file(CONFIG "/nic_addrs", "77"), 0);
	ck_assert_int_eq(write_file(CONFIG "/traffic", "0"), 0);
	ck_assert_int_eq(write_file(CONFIG "/live", "1"), 0);
	fd = open("/dev/gpcd_emu1", O_RDWR | O_CLOEXEC);
	ck_assert_msg(fd >= 0, "back door: %s", strerror(errno));
	image = mmap(NULL, GPCD_IMAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	ck_assert(image != MAP_FAILED);
	close(fd);
	gpcd_image_store(&image[addrs[0] / 8], 1);
	ck_assert(!rmdir(CONFIG));

	/* One page that was mapped before, and one that faults only now. */
	ck_assert_uint_eq(gpcd_image_load(&image[addrs[0] / 8]), 1);
	for (int i = 0; i < COUNTERS; i++) {
		gpcd_image_store(&image[addrs[i] / 8], i);
		ck_assert_uint_eq(gpcd_image_load(&image[addrs[i] / 8]), i);
	}
	ck_assert_int_eq(module_unload("gpcd_emu"), -EWOULDBLOCK);
	ck_assert(!munmap(image, GPCD_IMAGE_SIZE));
}
END_TEST

static Suite *faults_suite(void)
{
	Suite *suite = suite_create("faults");
	TCase *tcase = tcase_create("faults");

	tcase_add_checked_fixture(tcase, chip_load, chip_unload);
	tcase_add_test(tcase, all_ones_are_no_values);
	tcase_add_loop_test(tcase, all_ones_are_no_values_of_any_register, GPCD_CHIP_GEMINI,
			    GPCD_CHIPS);
	tcase_add_loop_test(tcase, full_counters_are_no_fault, GPCD_CHIP_GEMINI, GPCD_CHIPS);
	tcase_add_test(tcase, a_stuck_chip_stands_still);
	tcase_add_test(tcase, a_slow_chip_is_slow);
	tcase_add_test(tcase, no_such_fault);
	tcase_add_test(tcase, no_life_repeats_an_epoch_when_the_clock_goes_back);
	tcase_add_test(tcase, a_mapping_outlives_the_chip);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(faults_suite());
}
