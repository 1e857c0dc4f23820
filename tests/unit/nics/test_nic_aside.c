// SPDX-License-Identifier: GPL-2.0-only
/* Files of a daemon that hangs, comes late, stops and starts again. */
#include <sys/wait.h>

#include "nics/files/aside.h"
#include "nics/items.h"
#include "patience.h"
#include "reading.h"
#include "suite.h"
#include "tree.h"

#define DIR	"run"

static struct nic_aside *aside;
static struct nic nic;

static void setup(void)
{
	tree_begin();
	read_clear();
	sem_init(&hangs, 0, 0);
	sem_init(&let_go, 0, 0);
	failing = NULL;
	hanging = NULL;
	impatient = false;
	aside = NULL;
	tree_put(DIR "/a", "1\n");
	tree_put(DIR "/b", "-2\n");
}

static void teardown(void)
{
	nic_aside_close(aside);
	wait_alone();
	nic_items_free(&nic);
	tree_end();
}

static void open_folder(void)
{
	ck_assert_int_eq(nic_aside_open(&aside, tree_path(DIR), &nic, "rh"), 0);
}

static void read_all(void)
{
	ck_assert_int_eq(nic_aside_read(aside, NULL, &reading), 0);
}

/* Read with a daemon that hangs at a file. */
static void read_hanging(const char *name)
{
	hanging = name;
	impatient = true;
	read_all();
	impatient = false;
}

static void stop_hanging(void)
{
	hanging = NULL;
	sem_post(&let_go);
}

START_TEST(all_are_read)
{
	open_folder();
	ck_assert_uint_eq(nic.count, 2);
	ck_assert_str_eq(nic.items[1].name, "b");
	ck_assert_str_eq(nic.items[1].family, "rh");
	read_all();
	read_is(0, 1);
	read_is(1, UINT32_MAX - 1);
	ck_assert_uint_le(read_ns[0], read_ns[1]);
	tree_put(DIR "/a", "10\n");
	read_all();
	read_is(0, 10);
}
END_TEST

START_TEST(only_wanted_ones_are_read)
{
	static const bool wanted[] = { false, true }, none[] = { false, false };
	unsigned int before;

	open_folder();
	ck_assert_int_eq(nic_aside_read(aside, wanted, &reading), 0);
	read_is(1, UINT32_MAX - 1);
	ck_assert_uint_eq(read_values[0], UNTOUCHED);
	before = preads;
	ck_assert_int_eq(nic_aside_read(aside, none, &reading), 0);
	ck_assert_uint_eq(preads, before);
}
END_TEST

START_TEST(nothing_was_ever_read)
{
	open_folder();
	read_hanging("b");
	read_is_none(0, GPCD_STATUS_REFUSED);
	read_is_none(1, GPCD_STATUS_REFUSED);
	stop_hanging();
}
END_TEST

START_TEST(earlier_values_while_it_hangs)
{
	uint64_t before;

	open_folder();
	read_all();
	before = read_ns[0];
	tree_put(DIR "/a", "10\n");
	for (unsigned int i = 0; i < 3; i++) {
		read_clear();
		read_hanging("b");
		read_is_stale(0, 1);
		read_is_stale(1, UINT32_MAX - 1);
		ck_assert_uint_eq(read_ns[0], before);
	}
	stop_hanging();
}
END_TEST

/* One that was not wanted before has no earlier value. */
START_TEST(some_have_no_earlier_value)
{
	static const bool wanted[] = { true, false };

	open_folder();
	ck_assert_int_eq(nic_aside_read(aside, wanted, &reading), 0);
	read_hanging("a");
	read_is_stale(0, 1);
	read_is_none(1, GPCD_STATUS_REFUSED);
	stop_hanging();
}
END_TEST

START_TEST(the_thread_is_of_use_again)
{
	open_folder();
	read_hanging("b");
	sem_wait(&hangs);
	tree_put(DIR "/a", "10\n");
	stop_hanging();
	do {
		usleep(1000);
		read_all();
	} while (read_statuses[0] != GPCD_STATUS_OK);
	read_is(0, 10);
	read_is(1, UINT32_MAX - 1);
	ck_assert_uint_eq(threads(), 2);
}
END_TEST

/* What came too late is the earlier value of the next read. */
START_TEST(a_late_answer_is_not_lost)
{
	open_folder();
	read_hanging("b");
	sem_wait(&hangs);
	tree_put(DIR "/a", "10\n");
	stop_hanging();
	hanging = "a";
	do {
		usleep(1000);
		impatient = true;
		read_all();
	} while (read_statuses[0] == GPCD_STATUS_REFUSED);
	read_is_stale(0, 1);
	read_is_stale(1, UINT32_MAX - 1);
	stop_hanging();
}
END_TEST

START_TEST(an_error_is_for_its_file_alone)
{
	open_folder();
	failing = "a";
	failing_errno = EIO;
	read_all();
	read_is_none(0, GPCD_STATUS_REFUSED);
	read_is(1, UINT32_MAX - 1);
	read_hanging("b");
	read_is_none(0, GPCD_STATUS_REFUSED);
	read_is_stale(1, UINT32_MAX - 1);
	stop_hanging();
}
END_TEST

START_TEST(closing_does_not_wait)
{
	open_folder();
	read_hanging("a");
	sem_wait(&hangs);
	nic_aside_close(aside);
	aside = NULL;
	ck_assert_uint_eq(threads(), 2);
	stop_hanging();
}
END_TEST

/* A process that was forked reads by a thread of its own, or just closes what it has inherited. */
START_TEST(a_forked_process)
{
	int status;
	pid_t child;

	open_folder();
	read_all();
	for (int reads = 0; reads <= 1; reads++) {
		child = fork();
		ck_assert_int_ge(child, 0);
		if (!child) {
			read_clear();
			if (reads)
				read_all();
			nic_aside_close(aside);
			_exit(reads && (read_statuses[0] != GPCD_STATUS_OK || read_values[0] != 1));
		}
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert_int_eq(status, 0);
	}
	read_all();
	read_is(0, 1);
}
END_TEST

/* --- a daemon that stops and starts --- */

START_TEST(it_stops_and_starts_again)
{
	open_folder();
	read_all();
	tree_rename(DIR, "old");
	read_all();
	read_is_none(0, GPCD_STATUS_REFUSED);
	read_is_none(1, GPCD_STATUS_REFUSED);
	tree_put(DIR "/a", "5\n");
	tree_put(DIR "/b", "6\n");
	read_all();
	read_is(0, 5);
	read_is(1, 6);
}
END_TEST

START_TEST(it_starts_with_other_files)
{
	open_folder();
	read_all();
	tree_rename(DIR, "old");
	tree_put(DIR "/a", "5\n");
	tree_put(DIR "/c", "6\n");
	ck_assert_int_eq(nic_aside_read(aside, NULL, &reading), -ESTALE);
}
END_TEST

START_TEST(it_gets_another_file)
{
	open_folder();
	read_all();
	tree_put(DIR "/c", "3\n");
	ck_assert_int_eq(nic_aside_read(aside, NULL, &reading), -ESTALE);
}
END_TEST

START_TEST(it_starts_later)
{
	int err;

	tree_rename(DIR, "later");
	open_folder();
	ck_assert_uint_eq(nic.count, 0);
	read_all();
	tree_rename("later", DIR);
	/* It is looked for once in a second. */
	do {
		usleep(1000);
		err = nic_aside_read(aside, NULL, &reading);
	} while (!err);
	ck_assert_int_eq(err, -ESTALE);
	ck_assert_uint_eq(read_values[0], UNTOUCHED);
}
END_TEST

START_TEST(its_list_comes_late)
{
	int err;

	impatient = true;
	open_folder();
	impatient = false;
	ck_assert_uint_eq(nic.count, 0);
	do {
		usleep(1000);
		err = nic_aside_read(aside, NULL, &reading);
	} while (!err);
	ck_assert_int_eq(err, -ESTALE);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("nic_aside");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, all_are_read);
	tcase_add_test(tcase, only_wanted_ones_are_read);
	tcase_add_test(tcase, nothing_was_ever_read);
	tcase_add_test(tcase, earlier_values_while_it_hangs);
	tcase_add_test(tcase, some_have_no_earlier_value);
	tcase_add_test(tcase, the_thread_is_of_use_again);
	tcase_add_test(tcase, a_late_answer_is_not_lost);
	tcase_add_test(tcase, an_error_is_for_its_file_alone);
	tcase_add_test(tcase, closing_does_not_wait);
	tcase_add_test(tcase, a_forked_process);
	tcase_add_test(tcase, it_stops_and_starts_again);
	tcase_add_test(tcase, it_starts_with_other_files);
	tcase_add_test(tcase, it_gets_another_file);
	tcase_add_test(tcase, it_starts_later);
	tcase_add_test(tcase, its_list_comes_late);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
