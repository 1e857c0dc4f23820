// SPDX-License-Identifier: GPL-2.0-only
/* What a rank reports to the simulator: equal records are merged where possible. */
#include <errno.h>
#include <string.h>

#include "gm/profile/report/connection.h"
#include "suite.h"

static struct connection connection;
static struct job_unsent unsent;

static void setup(void)
{
	memset(&unsent, 0, sizeof(unsent));
	connection = (struct connection){ .unsent = &unsent };
}

static void add(enum job_kind kind, uint64_t bytes, uint64_t count)
{
	const struct job_record record = {
		.kind = kind, .rank = 1, .bytes = bytes, .count = count,
	};

	ck_assert_int_eq(connection_add(&connection, &record), 0);
}

START_TEST(equal_records_are_one)
{
	add(JOB_MESSAGE, 64, 2);
	add(JOB_MESSAGE, 64, 3);
	ck_assert_uint_eq(unsent.used, 1);
	ck_assert_uint_eq(unsent.records[0].count, 5);
}
END_TEST

START_TEST(others_are_not)
{
	add(JOB_MESSAGE, 64, 1);
	add(JOB_MESSAGE, 65, 1);
	add(JOB_PUT, 65, 1);
	ck_assert_uint_eq(unsent.used, 3);
}
END_TEST

/* 4 MiB are 65,536 packets and 3 more: 4,095 of these fit into 2^28 packets. */
START_TEST(none_becomes_too_much_to_simulate)
{
	for (int i = 0; i < 4096; i++)
		add(JOB_MESSAGE, 4 << 20, 1);
	ck_assert_uint_eq(unsent.used, 2);
	ck_assert_uint_eq(unsent.records[0].count, 4095);
	ck_assert_uint_eq(unsent.records[1].count, 1);
}
END_TEST

START_TEST(unseen_calls_have_no_packets)
{
	add(JOB_UNSEEN, 0, 1ULL << 40);
	add(JOB_UNSEEN, 0, 1ULL << 40);
	ck_assert_uint_eq(unsent.used, 1);
	ck_assert_uint_eq(unsent.records[0].count, 1ULL << 41);
}
END_TEST

static void add_record(const struct job_record *record)
{
	ck_assert_int_eq(connection_add(&connection, record), 0);
}

/* A request is one record; a thread's computation may come in parts. */
START_TEST(who_waits_for_whom_is_told_one_by_one)
{
	const struct job_record wait = { .kind = JOB_WAIT, .rank = JOB_ANY, .count = 1 };
	const struct job_record receive = { .kind = JOB_RECEIVE, .rank = 1, .count = 1 };
	struct job_record send = { .kind = JOB_MESSAGE, .rank = 1, .count = 1, .request = 1 };

	for (int i = 0; i < 2; i++) {
		add_record(&wait);
		add_record(&receive);
	}
	add_record(&receive);
	add_record(&send);
	send.request = 2;
	add_record(&send);
	send.tag = 1;
	add_record(&send);
	ck_assert_uint_eq(unsent.used, 8);
}
END_TEST

START_TEST(computing_adds_up)
{
	struct job_record record = { .kind = JOB_COMPUTE, .bytes = 5, .count = 1 };

	add_record(&record);
	record.bytes = 7;
	add_record(&record);
	record.thread = 1;
	add_record(&record);
	ck_assert_uint_eq(unsent.used, 2);
	ck_assert_uint_eq(unsent.records[0].bytes, 12);
	ck_assert_uint_eq(unsent.records[0].count, 1);
}
END_TEST

START_TEST(without_a_line_nothing_is_done)
{
	connection.line.fd = -1;
	add(JOB_PUT, 64, 7);
	add(JOB_WAIT, 0, 1);
	ck_assert_int_eq(connection_flush(&connection), -ENOTCONN);
	ck_assert_uint_eq(connection.lost, 7);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("gm_connection");
	TCase *tcase = tcase_create("line");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, equal_records_are_one);
	tcase_add_test(tcase, others_are_not);
	tcase_add_test(tcase, none_becomes_too_much_to_simulate);
	tcase_add_test(tcase, unseen_calls_have_no_packets);
	tcase_add_test(tcase, who_waits_for_whom_is_told_one_by_one);
	tcase_add_test(tcase, computing_adds_up);
	tcase_add_test(tcase, without_a_line_nothing_is_done);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
