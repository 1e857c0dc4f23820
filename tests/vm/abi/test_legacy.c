// SPDX-License-Identifier: GPL-2.0-only
/*
 * The legacy ABI to the letter, on gpcd0, a Gemini at rest; run as root.
 */
#include <linux/fs.h>

#include "device.h"
#include "suite.h"

static const unsigned long read_commands[] = { GPC_OLD_READ_REG, GPC_IOC_READ_REG };
static const unsigned long perms_commands[] = { GPC_OLD_SET_PERMS, GPC_IOC_SET_PERMS };
static const unsigned long verbose_commands[] = { GPC_OLD_VERBOSE, GPC_IOC_VERBOSE };
static const unsigned long ignore_commands[] = { GPC_OLD_IGNORE_PERMS, GPC_IOC_IGNORE_PERMS };
static const unsigned long list_commands[] = { GPC_OLD_LIST_PERMS, GPC_IOC_LIST_PERMS };

static int read_regs(unsigned long command, uint32_t count, uint64_t *addrs, uint64_t *data)
{
	struct gpcd_args args = { count, 0, addrs, data };

	return call(command, &args);
}

static int write_reg(uint64_t addr, uint64_t value)
{
	struct gpcd_args args = { 1, 0, &addr, &value };

	return call(GPC_IOC_WRITE_REG, &args);
}

static uint64_t read_reg(uint64_t addr)
{
	uint64_t value = ~0ULL;

	ck_works(read_regs(GPC_IOC_READ_REG, 1, &addr, &value));
	return value;
}

START_TEST(numbers_and_layout)
{
	ck_assert_int_eq(GPC_IOC_READ_REG, 0x6701);
	ck_assert_int_eq(GPC_IOC_LIST_PERMS, 0x6706);
	ck_assert_int_eq(MAX_NUM_MMRS, 1552);
	ck_assert_int_eq(sizeof(gpcd_args_t), 24);
	ck_assert_int_eq(sizeof(gpcd_read_args_t), 24);
	ck_assert_int_eq(sizeof(gpcd_write_args_t), 24);
	ck_assert_int_eq(sizeof(gpcd_perms_t), 16);
}
END_TEST

START_TEST(read_returns_what_was_written)
{
	uint64_t addrs[] = { TILE_REG, TILE_REG + 8, TILE_REG };
	uint64_t data[3] = { 0 };

	ck_works(write_reg(TILE_REG, 0x123456789abcULL));
	ck_works(write_reg(TILE_REG + 8, 42));
	ck_works(read_regs(read_commands[_i], 3, addrs, data));
	ck_assert_uint_eq(data[0], 0x123456789abcULL);
	ck_assert_uint_eq(data[1], 42);
	ck_assert_uint_eq(data[2], data[0]);
}
END_TEST

START_TEST(read_own_nic_by_its_address)
{
	struct gpcd_info info = { .size = sizeof(info) };
	uint64_t addr = TILE_REG, value = 0;
	struct gpcd_args args = { 1, 0, &addr, &value };

	ck_works(call(GPCD_IOC_INFO, &info));
	args.nic_addr = info.nic_addr;
	ck_works(write_reg(TILE_REG, 77));
	ck_works(call(read_commands[_i], &args));
	ck_assert_uint_eq(value, 77);
}
END_TEST

START_TEST(read_unknown_nic)
{
	uint64_t addr = TILE_REG, value = 5;
	struct gpcd_args args = { 1, UNKNOWN_NIC, &addr, &value };

	ck_fails(call(read_commands[_i], &args), ENXIO);
	ck_assert_uint_eq(value, 5);
}
END_TEST

START_TEST(read_nothing)
{
	ck_works(read_regs(read_commands[_i], 0, NULL, NULL));
}
END_TEST

START_TEST(read_as_many_as_may_be)
{
	static uint64_t addrs[MAX_NUM_MMRS + 1], data[MAX_NUM_MMRS + 1];

	for (int i = 0; i <= MAX_NUM_MMRS; i++)
		addrs[i] = TILE_REG;
	ck_works(write_reg(TILE_REG, 9));
	ck_works(read_regs(read_commands[_i], MAX_NUM_MMRS, addrs, data));
	ck_assert_uint_eq(data[MAX_NUM_MMRS - 1], 9);
	data[0] = 1;
	ck_fails(read_regs(read_commands[_i], MAX_NUM_MMRS + 1, addrs, data), E2BIG);
	ck_fails(read_regs(read_commands[_i], UINT32_MAX, addrs, data), E2BIG);
	ck_assert_uint_eq(data[0], 1);
}
END_TEST

START_TEST(read_is_all_or_nothing)
{
	uint64_t addrs[] = { TILE_REG, ABSENT_REG };
	uint64_t data[] = { 11, 12 };

	ck_fails(read_regs(read_commands[_i], 2, addrs, data), ENXIO);
	addrs[1] = ~7ULL;
	ck_fails(read_regs(read_commands[_i], 2, addrs, data), ENXIO);
	addrs[1] = MISALIGNED;
	ck_fails(read_regs(read_commands[_i], 2, addrs, data), EINVAL);
	addrs[1] = RMT_LOW + 1;
	ck_fails(read_regs(read_commands[_i], 2, addrs, data), EINVAL);
	ck_assert_uint_eq(data[0], 11);
	ck_assert_uint_eq(data[1], 12);
}
END_TEST

START_TEST(read_bad_pointers)
{
	uint64_t addr = TILE_REG, value;

	ck_fails(call(read_commands[_i], NULL), EFAULT);
	ck_fails(call(read_commands[_i], (void *)-4096L), EFAULT);
	ck_fails(read_regs(read_commands[_i], 1, NULL, &value), EFAULT);
	ck_fails(read_regs(read_commands[_i], 1, &addr, NULL), EFAULT);
}
END_TEST

START_TEST(read_across_a_hole)
{
	char *page = page_before_hole();
	uint64_t *last = (uint64_t *)(page + sysconf(_SC_PAGESIZE)) - 1;
	uint64_t addrs[] = { TILE_REG, TILE_REG }, data[2];

	*last = TILE_REG;
	ck_works(read_regs(read_commands[_i], 1, last, data));
	ck_fails(read_regs(read_commands[_i], 2, last, data), EFAULT);
	ck_works(read_regs(read_commands[_i], 1, addrs, last));
	ck_fails(read_regs(read_commands[_i], 2, addrs, last), EFAULT);
	ck_fails(call(read_commands[_i], last - 1), EFAULT);
}
END_TEST

START_TEST(halves_of_a_word)
{
	uint64_t addrs[] = { RMT_HIGH, RMT_LOW };
	uint64_t data[2];

	ck_works(write_reg(RMT_LOW, 0x11223344));
	ck_works(write_reg(RMT_HIGH, 0x1aabbccddULL));
	ck_works(read_regs(read_commands[_i], 2, addrs, data));
	ck_assert_uint_eq(data[0], 0xaabbccdd);
	ck_assert_uint_eq(data[1], 0x11223344);
}
END_TEST

START_TEST(halves_full_of_ones)
{
	ck_works(write_reg(RMT_LOW, UINT32_MAX));
	ck_works(write_reg(RMT_HIGH, UINT32_MAX));
	ck_assert_uint_eq(read_reg(RMT_LOW), UINT32_MAX);
	ck_assert_uint_eq(read_reg(RMT_HIGH), UINT32_MAX);
	ck_works(write_reg(RMT_LOW, 0));
	ck_assert_uint_eq(read_reg(RMT_HIGH), UINT32_MAX);
}
END_TEST

START_TEST(write_modulo_width)
{
	ck_works(write_reg(TILE_REG, ~0ULL));
	ck_assert_uint_eq(read_reg(TILE_REG), (1ULL << 48) - 1);
	ck_works(write_reg(TILE_REG, 1ULL << 48 | 3));
	ck_assert_uint_eq(read_reg(TILE_REG), 3);
}
END_TEST

START_TEST(write_checks_all_before_the_first)
{
	static const uint64_t bad[] = { ABSENT_REG, MISALIGNED };
	static const int error[] = { ENXIO, EINVAL };
	uint64_t addrs[] = { TILE_REG, 0 }, data[] = { 99, 99 };
	struct gpcd_args args = { 2, 0, addrs, data };

	ck_works(write_reg(TILE_REG, 7));
	for (int i = 0; i < 2; i++) {
		addrs[1] = bad[i];
		ck_fails(call(GPC_IOC_WRITE_REG, &args), error[i]);
	}
	args.mmr_data = NULL;
	addrs[1] = TILE_REG;
	ck_fails(call(GPC_IOC_WRITE_REG, &args), EFAULT);
	args.mmr_data = data;
	args.nic_addr = UNKNOWN_NIC;
	ck_fails(call(GPC_IOC_WRITE_REG, &args), ENXIO);
	args.num_mmrs = MAX_NUM_MMRS + 1;
	ck_fails(call(GPC_IOC_WRITE_REG, &args), E2BIG);
	ck_assert_uint_eq(read_reg(TILE_REG), 7);
}
END_TEST

START_TEST(write_needs_an_open_for_writing)
{
	int readonly = open(GPCD_DEV_PATH, O_RDONLY | O_CLOEXEC);
	uint64_t addr = TILE_REG, value = 1;
	struct gpcd_args args = { 1, 0, &addr, &value };

	ck_fails(call_on(readonly, GPC_IOC_WRITE_REG, &args), EBADF);
	ck_works(call_on(readonly, GPC_IOC_READ_REG, &args));
	close(readonly);
}
END_TEST

/* The VFS takes bare 2 for FIGETBSZ: nothing is written, num_mmrs is lost. */
START_TEST(bare_write_never_arrives)
{
	uint64_t addr = TILE_REG, value = 1234;
	struct gpcd_args args = { 1, 0, &addr, &value };

	ck_assert_int_eq(GPC_OLD_WRITE_REG, FIGETBSZ);
	ck_works(write_reg(TILE_REG, 5));
	ck_works(call(GPC_OLD_WRITE_REG, &args));
	ck_assert_uint_eq(args.num_mmrs, 4096);
	ck_assert_uint_eq(read_reg(TILE_REG), 5);
}
END_TEST

/* The kernel log's lines about gpcd since it was opened. */

static int log_open(void)
{
	int log = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	ck_assert(log >= 0 && lseek(log, 0, SEEK_END) >= 0);
	return log;
}

static int log_count(int log, const char *text)
{
	char line[1024];
	int found = 0;
	ssize_t n;

	while ((n = read(log, line, sizeof(line) - 1)) > 0) {
		line[n] = '\0';
		found += strstr(line, "gpcd") && strstr(line, text);
	}
	return found;
}

START_TEST(set_perms)
{
	struct gpcd_perms perms = { GPC_PERMS_ALL, 4711 };
	struct gpcd_perms_remove gone = { .size = sizeof(gone), .job = 4711 };

	ck_works(call(perms_commands[_i], &perms));
	perms.perms = GPC_PERMS_NONE;
	ck_works(call(perms_commands[_i], &perms));
	ck_works(call_ctl(GPCD_IOC_PERMS_REMOVE, &gone));
	perms.perms = GPC_PERMS_ALL + 1;
	ck_fails(call(perms_commands[_i], &perms), EINVAL);
	perms.perms = 1ULL << 32;
	ck_fails(call(perms_commands[_i], &perms), EINVAL);
	perms = (struct gpcd_perms){ GPC_PERMS_ALL, 0 };
	ck_fails(call(perms_commands[_i], &perms), EINVAL);
	ck_fails(call(perms_commands[_i], NULL), EFAULT);
	ck_fails(call_ctl(GPCD_IOC_PERMS_REMOVE, &gone), ENOENT);
}
END_TEST

START_TEST(list_perms_prints_the_table)
{
	struct gpcd_perms perms = { GPC_PERMS_NIC, 4712 };
	struct gpcd_perms_remove gone = { .size = sizeof(gone), .job = 4712 };
	int log = log_open();

	ck_works(call(perms_commands[_i], &perms));
	ck_works(call(list_commands[_i], NULL));
	ck_assert_int_eq(log_count(log, "job 4712 level 1"), 1);
	ck_works(call_ctl(GPCD_IOC_PERMS_REMOVE, &gone));
	ck_works(call(list_commands[_i], NULL));
	ck_assert_int_eq(log_count(log, "job 4712"), 0);
	close(log);
}
END_TEST

static uint32_t ignored(void)
{
	struct gpcd_perms_policy policy = { .size = sizeof(policy) };

	ck_works(call_ctl(GPCD_IOC_PERMS_POLICY, &policy));
	return policy.was_ignored;
}

START_TEST(ignore_perms_toggles)
{
	ck_assert_uint_eq(ignored(), 0);
	ck_works(call(ignore_commands[_i], NULL));
	ck_assert_uint_eq(ignored(), 1);
	ck_works(call(ignore_commands[_i], NULL));
	ck_assert_uint_eq(ignored(), 0);
}
END_TEST

START_TEST(verbose_takes_one_and_minus_one)
{
	static const int others[] = { 0, 2, -2 };
	int on = 1, off = -1;

	ck_works(call(verbose_commands[_i], &on));
	ck_works(call(verbose_commands[_i], &off));
	for (int i = 0; i < 3; i++) {
		on = others[i];
		ck_fails(call(verbose_commands[_i], &on), EINVAL);
	}
	ck_fails(call(verbose_commands[_i], NULL), EFAULT);
}
END_TEST

static void refuse(int times)
{
	uint64_t addr = MISALIGNED, value;

	while (times--)
		ck_fails(read_regs(GPC_IOC_READ_REG, 1, &addr, &value), EINVAL);
}

START_TEST(verbose_says_why)
{
	int log = log_open();
	int on = 1, off = -1;

	refuse(1);
	ck_assert_int_eq(log_count(log, "is misaligned"), 0);
	ck_works(call(GPC_IOC_VERBOSE, &on));
	refuse(1);
	ck_assert_int_eq(log_count(log, "is misaligned"), 1);
	ck_works(call(GPC_IOC_VERBOSE, &off));
	refuse(1);
	ck_assert_int_eq(log_count(log, "is misaligned"), 0);
	close(log);
}
END_TEST

START_TEST(verbose_does_not_flood)
{
	int log = log_open();
	int on = 1;

	ck_works(call(GPC_IOC_VERBOSE, &on));
	refuse(1000);
	ck_assert_int_lt(log_count(log, "is misaligned"), 20);
	close(log);
}
END_TEST

START_TEST(unknown_commands)
{
	static const unsigned long unknown[] = {
		0, 7, 0xffff, _IO('g', 0), _IO('g', 7), _IO('h', 1), _IOR('g', 1, struct gpcd_args),
	};

	for (int i = 0; i < ARRAY_SIZE(unknown); i++)
		ck_fails(call(unknown[i], NULL), ENOTTY);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("legacy");
	TCase *tcase = tcase_create("legacy");

	tcase_add_checked_fixture(tcase, device_setup, device_teardown);
	tcase_add_test(tcase, numbers_and_layout);
	tcase_add_loop_test(tcase, read_returns_what_was_written, 0, 2);
	tcase_add_loop_test(tcase, read_own_nic_by_its_address, 0, 2);
	tcase_add_loop_test(tcase, read_unknown_nic, 0, 2);
	tcase_add_loop_test(tcase, read_nothing, 0, 2);
	tcase_add_loop_test(tcase, read_as_many_as_may_be, 0, 2);
	tcase_add_loop_test(tcase, read_is_all_or_nothing, 0, 2);
	tcase_add_loop_test(tcase, read_bad_pointers, 0, 2);
	tcase_add_loop_test(tcase, read_across_a_hole, 0, 2);
	tcase_add_loop_test(tcase, halves_of_a_word, 0, 2);
	tcase_add_test(tcase, halves_full_of_ones);
	tcase_add_test(tcase, write_modulo_width);
	tcase_add_test(tcase, write_checks_all_before_the_first);
	tcase_add_test(tcase, write_needs_an_open_for_writing);
	tcase_add_test(tcase, bare_write_never_arrives);
	tcase_add_loop_test(tcase, set_perms, 0, 2);
	tcase_add_loop_test(tcase, list_perms_prints_the_table, 0, 2);
	tcase_add_loop_test(tcase, ignore_perms_toggles, 0, 2);
	tcase_add_loop_test(tcase, verbose_takes_one_and_minus_one, 0, 2);
	tcase_add_test(tcase, verbose_says_why);
	tcase_add_test(tcase, verbose_does_not_flood);
	tcase_add_test(tcase, unknown_commands);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
