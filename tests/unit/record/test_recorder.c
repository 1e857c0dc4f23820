// SPDX-License-Identifier: GPL-2.0-only
/* Writing recordings: their size, their targets, and what cannot be written. */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>

#include "recorded.h"

/* 288 counters a second, for an hour: idle counters take next to nothing. */
START_TEST(idle_counters_take_no_room)
{
	static struct description_source tiles[48];
	static struct description_column columns[6];
	struct description_group group = { "tiles", columns, 6, tiles, 48, NULL };
	struct description idle = {
		.program = "test", .title = "idle", .tick = 1, .groups = &group, .ngroups = 1,
	};
	static uint64_t values[288];
	struct recorder *recorder;
	unsigned int i;

	for (i = 0; i < 48; i++)
		tiles[i].name = "tile";
	for (i = 0; i < 6; i++)
		columns[i] = (struct description_column){ "counter", "1", DESCRIPTION_COUNTER, 48,
							  false };
	for (i = 0; i < 288; i++)
		values[i] = i * 123456789ull;
	ck_assert_int_eq(recorder_open(fd, &idle, &recorder), 0);
	for (i = 0; i < 3600; i++)
		ck_assert_int_eq(recorder_add(recorder, i * 1000000000ull, values, NULL), 0);
	ck_assert_int_eq(recorder_close(recorder), 0);
	ck_assert_int_lt(lseek(fd, 0, SEEK_END), 25000);
}
END_TEST

/* --- what cannot be written --- */

START_TEST(time_does_not_go_backwards)
{
	static const uint64_t values[WIDTH];
	struct recorder *recorder;

	ck_assert_int_eq(recorder_open(fd, &description, &recorder), 0);
	ck_assert_int_eq(recorder_add(recorder, 5, values, NULL), 0);
	ck_assert_int_eq(recorder_add(recorder, 4, values, NULL), -EINVAL);
	ck_assert_int_eq(recorder_add(recorder, 5, values, NULL), 0);
	ck_assert_int_eq(recorder_close(recorder), 0);
}
END_TEST

START_TEST(nothing_to_record)
{
	struct description none = description;
	struct recorder *recorder;

	none.ngroups = 0;
	ck_assert_int_eq(recorder_open(fd, &none, &recorder), -EINVAL);
	none = description;
	none.title = "no UTF-8: \xff";
	ck_assert_int_eq(recorder_open(fd, &none, &recorder), -EINVAL);
	ck_assert_int_eq(lseek(fd, 0, SEEK_END), 0);
}
END_TEST

START_TEST(a_full_device)
{
	struct recorder *recorder;
	int full = open("/dev/full", O_WRONLY | O_CLOEXEC);

	ck_assert_int_ge(full, 0);
	ck_assert_int_eq(recorder_open(full, &description, &recorder), -ENOSPC);
	close(full);
}
END_TEST

/* A block without room is cut off; earlier blocks stay readable. */
START_TEST(a_disk_that_fills_up)
{
	struct rlimit limit = { 0, RLIM_INFINITY };
	struct recorder *recorder;
	struct outcome outcome;
	uint64_t values[WIDTH];
	uint8_t absent[WIDTH];
	unsigned int i;
	int err = 0;

	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(recorder_open(fd, &description, &recorder), 0);
	limit.rlim_cur = lseek(fd, 0, SEEK_END) + 1000;
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	for (i = 0; !err; i++) {
		values_of(i, values, absent);
		err = recorder_add(recorder, time_of(i), values, absent);
		err = err ? err : recorder_flush(recorder);
	}
	ck_assert_int_eq(err, -EFBIG);
	ck_assert_int_eq(recorder_close(recorder), -EFBIG);
	limit.rlim_cur = RLIM_INFINITY;
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	outcome = file_read();
	ck_assert_uint_gt(i, 3);
	ck_assert_uint_eq(outcome.records, i - 1);
	ck_assert_int_eq(outcome.end, RECORDING_OPEN);
	ck_assert_uint_eq(outcome.whole, lseek(fd, 0, SEEK_END));
}
END_TEST

/* --- pipes --- */

static void *pipe_write(void *context)
{
	int *ends = context;

	close(fd);
	fd = ends[1];
	records_write(3000, 0);
	close(ends[1]);
	fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	return NULL;
}

START_TEST(through_a_pipe)
{
	struct recording *recording;
	struct record record;
	unsigned int count = 0;
	pthread_t writer;
	int ends[2];
	FILE *file;

	ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
	ck_assert_int_eq(pthread_create(&writer, NULL, pipe_write, ends), 0);
	file = fdopen(ends[0], "r");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(recording_open(file, &recording), 0);
	while (recording_next(recording, &record) == 1)
		record_is(&record, count++);
	ck_assert_uint_eq(count, 3000);
	recording_close(recording);
	pthread_join(writer, NULL);
	fclose(file);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("recorder");
	TCase *tcase = tcase_create("recorder");

	tcase_add_checked_fixture(tcase, file_open, file_close);
	tcase_add_test(tcase, idle_counters_take_no_room);
	tcase_add_test(tcase, time_does_not_go_backwards);
	tcase_add_test(tcase, nothing_to_record);
	tcase_add_test(tcase, a_full_device);
	tcase_add_test(tcase, a_disk_that_fills_up);
	tcase_add_test(tcase, through_a_pipe);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
