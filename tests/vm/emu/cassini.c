// SPDX-License-Identifier: GPL-2.0-only
/*
 * A Cassini in the kernel: what its device says, registers that share a word, a mapping longer than
 * the other chips', and no legacy interface. every_register.c, kinds_written.c and perf.c have each
 * of its registers.
 */
#include <fcntl.h>
#include <linux/gpcd_image.h>
#include <poll.h>
#include <sys/mman.h>

#include <gpcd/gpcd.h>

#include "chip.h"
#include "suite.h"

#define PAGE	4096
#define ONES	(~0ULL)
#define SIZE	0x11007000ULL
#define WORD	0x8b0	/* six gauges: at bytes 0, 2, 3, 5, 6 and 7 */
#define LOAD	0x9803020	/* a counter of 52 bits, and a gauge at its bit 52 */
#define MOST	(LOAD + 6)
#define SMALL	0x11005000	/* a counter of 16 bits, from bit 4 on */

static int device, door;

static void setup(void)
{
	chip_forget();
	ck_assert_int_eq(module_load("gpcd", ""), 0);
	ck_assert_int_eq(module_load("gpcd_emu", "chip=cassini2 clock=virtual traffic=0"), 0);
	device = open_device();
	door = open("/dev/gpcd_emu0", O_RDWR | O_CLOEXEC);
	ck_assert_int_ge(door, 0);
}

static void teardown(void)
{
	close(door);
	close(device);
	chip_unload();
}

static const unsigned char *map_of(int fd, int protection, size_t length, off_t from)
{
	void *map = mmap(NULL, length, protection, MAP_SHARED, fd, from);

	return map == MAP_FAILED ? NULL : map;
}

static uint64_t word_at(const unsigned char *map, uint64_t at)
{
	return __atomic_load_n((const uint64_t *)(map + at), __ATOMIC_RELAXED);
}

/* Store a word of the chip by its back door. */
static void put(uint64_t addr, uint64_t word)
{
	uint64_t *page = (uint64_t *)map_of(door, PROT_READ | PROT_WRITE, PAGE, addr / PAGE * PAGE);

	ck_assert_ptr_nonnull(page);
	__atomic_store_n(page + addr % PAGE / 8, word, __ATOMIC_RELAXED);
	munmap(page, PAGE);
}

static int read_at(uint64_t addr, uint64_t *value, uint8_t *status)
{
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = 1, .addrs = (uintptr_t)&addr,
		.values = (uintptr_t)value, .statuses = (uintptr_t)status,
	};

	return call(device, GPCD_IOC_SNAPSHOT, &req);
}

static uint64_t value_at(uint64_t addr)
{
	uint64_t value = 0;
	uint8_t status = 0xff;

	ck_assert_int_eq(read_at(addr, &value, &status), 0);
	ck_assert_uint_eq(status, GPCD_STATUS_OK);
	return value;
}

static void write_at(uint64_t addr, uint64_t value)
{
	struct gpcd_write_req req = {
		.size = sizeof(req), .count = 1,
		.addrs = (uintptr_t)&addr, .values = (uintptr_t)&value,
	};

	ck_assert_int_eq(call(device, GPCD_IOC_WRITE, &req), 0);
}

START_TEST(it_says_what_it_is)
{
	struct gpcd_info info = { .size = sizeof(info) };

	ck_assert_int_eq(call(device, GPCD_IOC_INFO, &info), 0);
	ck_assert_uint_eq(info.chip, GPCD_CHIP_CASSINI2);
	ck_assert_uint_eq(info.nics, 1);
	ck_assert_uint_eq(info.nregs, 1922);
	ck_assert_uint_eq(info.map_size, SIZE);
	ck_assert_uint_eq(info.catalogue_hash, gpcd_catalogue_hash(GPCD_CHIP_CASSINI2));
	ck_assert_uint_eq(info.features & GPCD_FEATURE_LEGACY, 0);
	ck_assert(info.features & GPCD_FEATURE_MAP && info.features & GPCD_FEATURE_RING);
}
END_TEST

/* Entries say where registers are in their words. */
START_TEST(its_catalogue_has_shifts)
{
	static struct gpcd_catalogue_entry entries[2000];
	struct gpcd_catalogue_page page = {
		.size = sizeof(page), .count = ARRAY_SIZE(entries),
		.entry_size = sizeof(*entries), .entries = (uintptr_t)entries,
	};
	struct gpcd_reg reg;

	ck_assert_int_eq(call(device, GPCD_IOC_CATALOGUE, &page), 0);
	ck_assert_uint_eq(page.count, 1922);
	for (uint32_t i = 0; i < page.count; i++) {
		ck_assert_int_eq(gpcd_catalogue_at(GPCD_CHIP_CASSINI2, i, &reg), 0);
		ck_assert_uint_eq(entries[i].addr, reg.addr);
		ck_assert_msg(entries[i].shift == gpcd_reg_shift(&reg), "%s: %u", entries[i].name,
			      entries[i].shift);
		ck_assert_uint_eq(entries[i].shift / 8, entries[i].addr % 8);
	}
}
END_TEST

START_TEST(registers_of_a_word_are_read_one_by_one)
{
	static const struct { uint64_t at, value; } six[] = {
		{ 0, 0x2a5 }, { 2, 0x9 }, { 3, 0x15 }, { 5, 0x5b }, { 6, 0x11 }, { 7, 0x1d },
	};
	uint64_t value;
	uint8_t status;

	put(WORD, 0xfdf1dbfff5f9fea5ULL);
	for (int i = 0; i < ARRAY_SIZE(six); i++)
		ck_assert_uint_eq(value_at(WORD + six[i].at), six[i].value);
	/* A byte of the word where none begins has no register; a word without any is absent. */
	ck_assert_int_ne(read_at(WORD + 1, &value, &status), 0);
	ck_assert_int_ne(read_at(WORD + 4, &value, &status), 0);
	ck_assert_int_eq(read_at(0x8c0, &value, &status), 0);
	ck_assert_uint_eq(status, GPCD_STATUS_ABSENT);
}
END_TEST

START_TEST(a_write_leaves_the_others)
{
	put(WORD, 0);
	write_at(WORD + 3, ONES);
	ck_assert_uint_eq(value_at(WORD + 3), 0x1f);
	write_at(WORD, 0x155);
	write_at(WORD + 3, 0xa);
	ck_assert_uint_eq(value_at(WORD), 0x155);
	ck_assert_uint_eq(value_at(WORD + 2), 0);
	ck_assert_uint_eq(value_at(WORD + 3), 0xa);
	write_at(SMALL, 0x12345);
	ck_assert_uint_eq(value_at(SMALL), 0x2345);
}
END_TEST

/* Two registers have all bits of the word: then it can be all ones while the chip lives. */
START_TEST(a_full_word_may_be_all_ones)
{
	uint64_t value;
	uint8_t status;

	put(LOAD, ONES);
	ck_assert_uint_eq(value_at(LOAD), ONES >> 12);
	ck_assert_uint_eq(value_at(MOST), 0xfff);
	put(WORD, ONES);
	ck_assert_int_eq(read_at(WORD, &value, &status), 0);
	ck_assert_uint_eq(status, GPCD_STATUS_GONE);
	put(WORD, 0);
	set_fault("ones");
	ck_assert_int_eq(read_at(LOAD, &value, &status), 0);
	ck_assert_uint_eq(status, GPCD_STATUS_GONE);
	set_fault("none");
}
END_TEST

START_TEST(a_mapping_ends_with_its_registers)
{
	const unsigned char *map = map_of(device, PROT_READ, SIZE, 0);
	const struct gpcd_image_info *info = (const void *)(map + GPCD_IMAGE_INFO);

	ck_assert_ptr_nonnull(map);
	ck_assert_uint_eq(info->magic, GPCD_IMAGE_MAGIC);
	ck_assert_uint_eq(info->chip, GPCD_CHIP_CASSINI2);
	put(SMALL, 0xabcd0);
	ck_assert_uint_eq(word_at(map, SMALL), 0xabcd0);
	put(LOAD, 7ULL << 52 | 8);
	ck_assert_uint_eq(word_at(map, LOAD), 7ULL << 52 | 8);
	/* No register is beside the describing page. */
	ck_assert_uint_eq(word_at(map, GPCD_IMAGE_INFO - 8), ONES);
	ck_assert_uint_eq(word_at(map, GPCD_IMAGE_SIZE), ONES);
	munmap((void *)map, SIZE);
	ck_assert_ptr_null(map_of(device, PROT_READ, SIZE + PAGE, 0));
	ck_assert_int_eq(errno, EINVAL);
	ck_assert_ptr_null(map_of(device, PROT_READ, PAGE, SIZE));
	ck_assert_int_eq(errno, EINVAL);
	ck_assert_ptr_null(map_of(door, PROT_READ, SIZE + PAGE, 0));
	ck_assert_int_eq(errno, EINVAL);
}
END_TEST

/* Cray's programs never knew it: their commands are none of this device's. */
START_TEST(it_has_no_legacy_commands)
{
	static const unsigned long commands[] = {
		GPC_OLD_READ_REG, GPC_IOC_READ_REG, GPC_IOC_WRITE_REG, GPC_OLD_SET_PERMS,
		GPC_IOC_SET_PERMS, GPC_OLD_VERBOSE, GPC_IOC_VERBOSE, GPC_OLD_IGNORE_PERMS,
		GPC_IOC_IGNORE_PERMS, GPC_OLD_LIST_PERMS, GPC_IOC_LIST_PERMS,
	};

	for (int i = 0; i < ARRAY_SIZE(commands); i++) {
		struct gpcd_args args = { 0 };

		ck_assert_int_eq(ioctl(device, commands[i], &args), -1);
		ck_assert_int_eq(errno, ENOTTY);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("cassini");
	TCase *tcase = tcase_create("cassini");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, it_says_what_it_is);
	tcase_add_test(tcase, its_catalogue_has_shifts);
	tcase_add_test(tcase, registers_of_a_word_are_read_one_by_one);
	tcase_add_test(tcase, a_write_leaves_the_others);
	tcase_add_test(tcase, a_full_word_may_be_all_ones);
	tcase_add_test(tcase, a_mapping_ends_with_its_registers);
	tcase_add_test(tcase, it_has_no_legacy_commands);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
