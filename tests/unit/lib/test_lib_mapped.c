// SPDX-License-Identifier: GPL-2.0-only
/* Registers that the kernel has mapped: when they are read there, and when by a call. */

#include "image/image.h"
#include "kernel_map.h"
#include "suite.h"

#define TILE	"GM_0_0_TILE_PERFORMANCE_COUNTERS_0"	/* 48 bits */
#define TILE_AT	0x2001380
#define HALF	"GM_RMT_PUT_PERFORMANCE_COUNTERS1"	/* the upper half of its word */
#define HALF_AT	0x4c02020
#define WHOLE_AT	0x56001c8	/* all 64 bits of its word */

/* The memory that the kernel has mapped. */
static unsigned char *memory;

static struct gpcd *dev;
static struct gpcd_group *group;
static struct gpcd_snapshot *snapshot;

static uint64_t *word_at(uint64_t at)
{
	return (uint64_t *)(memory + at);
}

static struct gpcd_image_info *info(void)
{
	return (struct gpcd_image_info *)(memory + GPCD_IMAGE_INFO);
}

static void open_device(void)
{
	ck_assert_int_eq(gpcd_open(NULL, &dev), 0);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add(group, TILE), 0);
	ck_assert_int_eq(gpcd_group_add(group, HALF), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &snapshot), 0);
	kernel_count();
}

static void setup(void)
{
	unsetenv(GPCD_DEVICE_ENV);
	kernel_boot();
	kernel.features |= GPCD_FEATURE_MAP;
	memory = __real_mmap(NULL, GPCD_IMAGE_SIZE, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	ck_assert(memory != MAP_FAILED);
	kernel_map = (struct kernel_map) {
		.kind = DEVICE, .protection = PROT_READ,
		.memory = memory, .length = GPCD_IMAGE_SIZE,
	};
	*info() = (struct gpcd_image_info) {
		.magic = GPCD_IMAGE_MAGIC, .version = GPCD_IMAGE_VERSION,
		.state = GPCD_IMAGE_LIVE, .epoch = 77, .chip_ns = 88,
	};
	*word_at(TILE_AT) = 0xffff123456789abcULL;
	*word_at(HALF_AT) = 0x0123456789abcdefULL;
}

static void teardown(void)
{
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
	gpcd_close(dev);
	ck_assert_int_eq(kernel_map.maps, 0);
	ck_assert_int_eq(kernel_files(GROUP), 0);
	__real_munmap(memory, GPCD_IMAGE_SIZE);
}

static void expect_way(enum gpcd_way way, int why)
{
	int said;

	ck_assert_int_eq(gpcd_way(dev, &said), way);
	ck_assert_int_eq(said, why);
}

static void expect_calls(void)
{
	ck_assert_int_eq(gpcd_group_read(group, snapshot), 0);
	ck_assert_int_ge(kernel.calls, 1);
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 0), TILE_AT + kernel.offset);
	ck_assert_uint_eq(gpcd_snapshot_times(snapshot)->epoch, KERNEL_EPOCH);
}

static void expect_mapped(void)
{
	kernel_count();
	ck_assert_int_eq(gpcd_group_read(group, snapshot), 0);
	ck_assert_int_eq(kernel.calls, 0);
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 0), 0x123456789abcULL);
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 1), 0x01234567);
}

START_TEST(reads_memory_alone)
{
	const struct gpcd_times *times;

	open_device();
	expect_way(GPCD_WAY_MAPPED, 0);
	expect_mapped();
	times = gpcd_snapshot_times(snapshot);
	ck_assert_uint_eq(times->epoch, 77);
	ck_assert_uint_eq(times->chip_ns, 88);
	ck_assert_uint_eq(times->failed, 0);
	ck_assert_uint_eq(times->sequence, 1);
	ck_assert_uint_ne(times->start_ns, 0);
	ck_assert_uint_le(times->start_ns, times->end_ns);
	ck_assert_uint_eq(gpcd_snapshot_status(snapshot, 0), GPCD_STATUS_OK);
}
END_TEST

/* Neighbours, one of them twice, one passed over, and a half word between two whole ones. */
START_TEST(reads_each_register_of_a_run)
{
	static const uint64_t addrs[] = {
		TILE_AT, TILE_AT + 8, TILE_AT + 16, TILE_AT + 16, TILE_AT + 32, HALF_AT + 4,
		TILE_AT + 40, TILE_AT + 24, TILE_AT + 32, TILE_AT + 40,
	};
	const int count = sizeof(addrs) / sizeof(*addrs);

	open_device();
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	for (int i = 0; i < 6; i++)
		*word_at(TILE_AT + 8 * i) = 0xffff000000000064ULL + i;
	for (int i = 0; i < count; i++)
		ck_assert_int_eq(gpcd_group_add_addr(group, addrs[i]), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &snapshot), 0);
	kernel_count();
	ck_assert_int_eq(gpcd_group_read(group, snapshot), 0);
	ck_assert_int_eq(kernel.calls, 0);
	for (int i = 0; i < count; i++)
		ck_assert_uint_eq(gpcd_snapshot_value(snapshot, i), addrs[i] == HALF_AT + 4 ?
				  0x01234567 : 0x64 + (addrs[i] - TILE_AT) / 8);
	/* All ones in the middle of a run. */
	*word_at(TILE_AT + 8) = ~0ULL;
	ck_assert_int_eq(gpcd_group_read(group, snapshot), 0);
	ck_assert_int_ge(kernel.calls, 1);
}
END_TEST

START_TEST(allocates_once)
{
	open_device();
	expect_mapped();
	expect_mapped();
	ck_assert_int_eq(kernel.allocations, 0);
}
END_TEST

/* Each snapshot has its number, whichever way it came. */
START_TEST(counts_both_ways)
{
	open_device();
	expect_mapped();
	info()->state = GPCD_IMAGE_DENIED;
	expect_calls();
	ck_assert_uint_eq(gpcd_snapshot_times(snapshot)->sequence, 2);
	info()->state = GPCD_IMAGE_LIVE;
	expect_mapped();
	ck_assert_uint_eq(gpcd_snapshot_times(snapshot)->sequence, 3);
}
END_TEST

START_TEST(asks_about_ones)
{
	open_device();
	*word_at(HALF_AT) = ~0ULL;
	expect_calls();
}
END_TEST

/* A register that fills its word may have counted that far, which the kernel finds out. */
START_TEST(asks_about_ones_of_a_whole_word)
{
	open_device();
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	ck_assert_int_eq(gpcd_group_add(group, TILE), 0);
	ck_assert_int_eq(gpcd_group_add(group, HALF), 0);
	ck_assert_int_eq(gpcd_group_add_addr(group, WHOLE_AT), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &snapshot), 0);
	*word_at(WHOLE_AT) = ~0ULL - 1;
	expect_mapped();
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 2), ~0ULL - 1);
	*word_at(WHOLE_AT) = ~0ULL;
	expect_calls();
}
END_TEST

/* The other half of the word has no bits beyond the register's width. */
START_TEST(upper_half_is_not_the_lower_one)
{
	open_device();
	*word_at(HALF_AT) = 0x89abcdefULL;
	ck_assert_int_eq(gpcd_group_read(group, snapshot), 0);
	ck_assert_int_eq(kernel.calls, 0);
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 1), 0);
}
END_TEST

START_TEST(asks_about_a_chip_that_is_gone)
{
	open_device();
	info()->state = GPCD_IMAGE_GONE;
	expect_calls();
	expect_calls();
}
END_TEST

START_TEST(old_values_stay_when_both_ways_fail)
{
	open_device();
	expect_mapped();
	*word_at(TILE_AT) = 5;
	info()->state = GPCD_IMAGE_GONE;
	kernel.unplugged = 1;
	ck_assert_int_eq(gpcd_group_read(group, snapshot), -ENODEV);
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 0), 0x123456789abcULL);
	ck_assert_uint_eq(gpcd_snapshot_times(snapshot)->sequence, 1);
	kernel.unplugged = 0;
}
END_TEST

START_TEST(torn_under_a_batch_that_never_ends)
{
	open_device();
	info()->sequence[_i] = 3;
	ck_assert_int_eq(gpcd_group_read(group, snapshot), 0);
	ck_assert_uint_eq(gpcd_snapshot_times(snapshot)->torn, 1);
	ck_assert_uint_eq(gpcd_snapshot_times(snapshot)->failed, 2);
	ck_assert_uint_eq(gpcd_snapshot_status(snapshot, 1), GPCD_STATUS_TORN);
	ck_assert_uint_eq(gpcd_snapshot_value(snapshot, 0), 0x123456789abcULL);
}
END_TEST

static const struct {
	uint64_t features;
	int error, why;
} unmapped[] = {
	{ 0, 0, -EOPNOTSUPP },
	{ GPCD_FEATURE_MAP | GPCD_FEATURE_CALL_CLOCK, 0, -EBUSY },
	{ GPCD_FEATURE_MAP, EPERM, -EPERM },
	{ GPCD_FEATURE_MAP, ENOMEM, -ENOMEM },
};

START_TEST(calls_where_it_is_not_mapped)
{
	kernel.features = unmapped[_i].features;
	kernel_map.error = unmapped[_i].error;
	open_device();
	expect_way(GPCD_WAY_CALLS, unmapped[_i].why);
	expect_calls();
}
END_TEST

START_TEST(calls_for_another_nic)
{
	struct gpcd_snapshot *other_snapshot;
	struct gpcd_group *other;

	open_device();
	ck_assert_int_eq(gpcd_group_create(dev, 9, &other), 0);
	ck_assert_int_eq(gpcd_group_add(other, TILE), 0);
	ck_assert_int_eq(gpcd_snapshot_create(other, &other_snapshot), 0);
	ck_assert_int_eq(gpcd_group_read(other, other_snapshot), 0);
	ck_assert_uint_eq(gpcd_snapshot_value(other_snapshot, 0), TILE_AT + kernel.offset);
	gpcd_snapshot_destroy(other_snapshot);
	gpcd_group_destroy(other);
}
END_TEST

START_TEST(calls_without_memory)
{
	open_device();
	kernel.starve = 1;
	expect_calls();
	expect_mapped();
}
END_TEST

static TCase *mapped_tests(void)
{
	TCase *tcase = tcase_create("mapped");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, reads_memory_alone);
	tcase_add_test(tcase, reads_each_register_of_a_run);
	tcase_add_test(tcase, allocates_once);
	tcase_add_test(tcase, counts_both_ways);
	tcase_add_test(tcase, asks_about_ones);
	tcase_add_test(tcase, asks_about_ones_of_a_whole_word);
	tcase_add_test(tcase, upper_half_is_not_the_lower_one);
	tcase_add_test(tcase, asks_about_a_chip_that_is_gone);
	tcase_add_test(tcase, old_values_stay_when_both_ways_fail);
	tcase_add_loop_test(tcase, torn_under_a_batch_that_never_ends, 0, GPCD_IMAGE_WRITERS);
	tcase_add_loop_test(tcase, calls_where_it_is_not_mapped, 0,
			    sizeof(unmapped) / sizeof(*unmapped));
	tcase_add_test(tcase, calls_for_another_nic);
	tcase_add_test(tcase, calls_without_memory);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("lib_mapped");

	suite_add_tcase(suite, mapped_tests());
	return suite_run(suite);
}
