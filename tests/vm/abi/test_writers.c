// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes of registers that share a word, and two processes that write at once: the result is exact
 * in any order. On gpcd0, a Gemini at rest whose clock is virtual; run as root.
 */
#include <dirent.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "device.h"
#include "suite.h"

#define RMT_FIRST	0x4c02020ULL
#define RMT_BLOCK	0x40	/* from the counters of PUTs to the counters of SENDs */
#define RMT_EACH	8
#define HALVES		(2 * RMT_EACH)
#define WRITES		3000
#define ADVANCES	300
#define ADVANCE		"/sys/class/gpcd_emu/gpcd_emu0/advance"
#define FAULT		"/sys/class/gpcd_emu/gpcd_emu0/fault"
#define CHIPS		"/sys/kernel/config/gpcd_emu"

static uint64_t rmt(int i)
{
	return RMT_FIRST + i / RMT_EACH * RMT_BLOCK + i % RMT_EACH * 4;
}

static int write_register(uint64_t addr, uint64_t value)
{
	struct gpcd_write_req req = {
		.size = sizeof(req), .count = 1,
		.addrs = user_ptr(&addr), .values = user_ptr(&value),
	};

	return call(GPCD_IOC_WRITE, &req);
}

/* Read all half words in one sweep; read again if another process wrote meanwhile. */
static struct gpcd_snapshot_req read_halves(uint64_t *values)
{
	uint64_t addrs[HALVES];
	struct gpcd_snapshot_req req;

	for (int i = 0; i < HALVES; i++)
		addrs[i] = rmt(i);
	do {
		req = (struct gpcd_snapshot_req) {
			.size = sizeof(req), .count = HALVES,
			.addrs = user_ptr(addrs), .values = user_ptr(values),
		};
		ck_works(call(GPCD_IOC_SNAPSHOT, &req));
	} while (req.result & GPCD_SNAPSHOT_TORN);
	ck_assert_uint_eq(req.failed, 0);
	return req;
}

static void clear_halves(void)
{
	for (int i = 0; i < HALVES; i++)
		ck_works(write_register(rmt(i), 0));
}

static int write_text(const char *path, const char *text)
{
	int file = open(path, O_WRONLY | O_CLOEXEC), error;

	if (file < 0)
		return errno;
	error = write(file, text, strlen(text)) < 0 ? errno : 0;
	close(file);
	return error;
}

/* Run two processes at once, which start together. Return what each returned. */
static void at_once(int (*run)(int which), int *results)
{
	pid_t children[2];
	int go[2], status;
	char c;

	ck_assert_int_eq(pipe(go), 0);
	for (int i = 0; i < 2; i++) {
		children[i] = fork();
		if (!children[i]) {
			close(go[1]);
			_exit(read(go[0], &c, 1) ? 255 : run(i));
		}
	}
	close(go[0]);
	close(go[1]);
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(waitpid(children[i], &status, 0), children[i]);
		ck_assert(WIFEXITED(status));
		results[i] = WEXITSTATUS(status);
	}
}

static void both_succeed(int (*run)(int which))
{
	int results[2];

	at_once(run, results);
	ck_assert_int_eq(results[0], 0);
	ck_assert_int_eq(results[1], 0);
}

/* --- registers that share a word ------------------------------------------ */

/* A value too wide for a half does not reach the other half, and each write is an epoch. */
START_TEST(a_half_is_written_alone)
{
	uint64_t before[HALVES], after[HALVES], epoch;

	clear_halves();
	for (int i = 0; i < HALVES; i++)
		ck_works(write_register(rmt(i), 0x1000 + i));
	epoch = read_halves(before).epoch;
	ck_works(write_register(rmt(_i), 0xabcd1234deadbeefULL));
	ck_assert_uint_eq(read_halves(after).epoch, epoch + 1);
	for (int i = 0; i < HALVES; i++)
		ck_assert_uint_eq(after[i], i == _i ? 0xdeadbeef : before[i]);
}
END_TEST

/* One call for all: each written register begins an epoch, as with a call of its own. */
START_TEST(halves_of_one_call_are_each_an_epoch)
{
	uint64_t addrs[HALVES], values[HALVES], after[HALVES], epoch;
	struct gpcd_write_req req = {
		.size = sizeof(req), .count = HALVES,
		.addrs = user_ptr(addrs), .values = user_ptr(values),
	};

	clear_halves();
	for (int i = 0; i < HALVES; i++) {
		addrs[i] = rmt(i);
		values[i] = UINT32_MAX - i;
	}
	epoch = read_halves(after).epoch;
	ck_works(call(GPCD_IOC_WRITE, &req));
	ck_assert_uint_eq(req.done, HALVES);
	ck_assert_uint_eq(read_halves(after).epoch, epoch + HALVES);
	for (int i = 0; i < HALVES; i++)
		ck_assert_uint_eq(after[i], values[i]);
}
END_TEST

/* --- two processes -------------------------------------------------------- */

/* Each counts a half of each word up, and finds there what it wrote last. */
static int count_up(int which)
{
	uint64_t values[HALVES];

	for (uint64_t n = 1; n <= WRITES; n++) {
		int i = 2 * (n % RMT_EACH) + which;

		if (write_register(rmt(i), n))
			return 1;
		read_halves(values);
		if (values[i] != n)
			return 2;
	}
	return 0;
}

START_TEST(halves_of_a_word_are_written_by_two)
{
	uint64_t values[HALVES], epoch;

	clear_halves();
	epoch = read_halves(values).epoch;
	both_succeed(count_up);
	ck_assert_uint_eq(read_halves(values).epoch, epoch + 2 * WRITES);
	for (uint64_t i = 0; i < RMT_EACH; i++) {
		uint64_t last = WRITES - (WRITES - i) % RMT_EACH;

		ck_assert_uint_eq(values[2 * i], last);
		ck_assert_uint_eq(values[2 * i + 1], last);
	}
}
END_TEST

static int pass_time(int which)
{
	for (int i = 0; i < ADVANCES; i++) {
		if (write_text(ADVANCE, which ? "1000" : "70000000"))
			return 1;
	}
	return 0;
}

START_TEST(time_that_two_let_pass_adds_up)
{
	uint64_t values[HALVES], began = read_halves(values).chip_ns;

	both_succeed(pass_time);
	ck_assert_uint_eq(read_halves(values).chip_ns, began + ADVANCES * 70001000ULL);
}
END_TEST

/* Each process breaks and mends the chip; in the end it is whole, and no register has changed. */
static int break_and_mend(int which)
{
	for (int i = 0; i < ADVANCES; i++) {
		if (write_text(FAULT, which ? "ones" : "slow:1000") || write_text(FAULT, "none"))
			return 1;
	}
	return 0;
}

START_TEST(a_chip_that_two_mend_is_whole)
{
	uint64_t before[HALVES], after[HALVES], epoch;

	epoch = read_halves(before).epoch;
	both_succeed(break_and_mend);
	ck_assert_uint_eq(read_halves(after).epoch, epoch);
	ck_assert_mem_eq(before, after, sizeof(before));
}
END_TEST

static int make_chip(int which)
{
	(void)which;
	return mkdir(CHIPS "/both", 0755) ? errno : 0;
}

static int set_up_chip(int which)
{
	if (write_text(CHIPS "/both/nic_addrs", which ? "901" : "902") ||
	    write_text(CHIPS "/both/coord", which ? "1,1,1" : "2,2,2"))
		return 1;
	return 0;
}

static int bring_to_life(int which)
{
	(void)which;
	return write_text(CHIPS "/both/live", "1");
}

static int end_life(int which)
{
	(void)which;
	return write_text(CHIPS "/both/live", "0");
}

static int devices(void)
{
	DIR *folder = opendir("/sys/class/gpcd");
	int n = 0;

	ck_assert_ptr_nonnull(folder);
	for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder))
		n += entry->d_name[0] != '.';
	closedir(folder);
	return n;
}

/* One process makes it, both bring it to life, and it has one device; both end it. */
START_TEST(a_chip_that_two_make_is_one)
{
	int before = devices(), results[2];

	for (int round = 0; round < 10; round++) {
		at_once(make_chip, results);
		ck_assert_int_eq(results[0] + results[1], EEXIST);
		both_succeed(set_up_chip);
		both_succeed(bring_to_life);
		ck_assert_int_eq(devices(), before + 1);
		both_succeed(end_life);
		ck_assert_int_eq(devices(), before);
		ck_assert_int_eq(rmdir(CHIPS "/both"), 0);
	}
}
END_TEST

static Suite *writers_suite(void)
{
	Suite *suite = suite_create("writers");
	TCase *tcase = tcase_create("writers");

	tcase_add_checked_fixture(tcase, device_setup, device_teardown);
	tcase_add_loop_test(tcase, a_half_is_written_alone, 0, HALVES);
	tcase_add_test(tcase, halves_of_one_call_are_each_an_epoch);
	tcase_add_test(tcase, halves_of_a_word_are_written_by_two);
	tcase_add_test(tcase, time_that_two_let_pass_adds_up);
	tcase_add_test(tcase, a_chip_that_two_mend_is_whole);
	tcase_add_test(tcase, a_chip_that_two_make_is_one);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(writers_suite());
}
