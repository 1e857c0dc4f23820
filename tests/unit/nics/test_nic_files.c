// SPDX-License-Identifier: GPL-2.0-only
/* A folder with a file for each counter: what is read, at which cost, and what goes wrong. */
#include <sys/resource.h>

#include "nics/files/files.h"
#include "nics/items.h"
#include "reading.h"
#include "suite.h"
#include "tree.h"

#define DIR	"dir"

#define COUNT(list)	((int)(sizeof(list) / sizeof((list)[0])))

static struct nic_files *files;
static unsigned int allocations;

/* A clock that tests turn; asking for its time takes a microsecond. */
static uint64_t monotonic;

/* From it to CLOCK_REALTIME, which is later than all changes of files. */
#define SINCE_1970	(4000000000 * SECOND)

int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
	uint64_t time = monotonic;

	if (clock == CLOCK_MONOTONIC)
		time = monotonic += 1000;
	else
		time += SINCE_1970;
	now->tv_sec = time / SECOND;
	now->tv_nsec = time % SECOND;
	return 0;
}

static void let_a_millisecond_pass(void)
{
	monotonic += SECOND / 1000;
}

void *__wrap_malloc(size_t size)
{
	allocations++;
	return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	allocations++;
	return __real_calloc(count, size);
}

void *__wrap_reallocarray(void *old, size_t count, size_t size)
{
	allocations++;
	return __real_reallocarray(old, count, size);
}

static void setup(void)
{
	tree_begin();
	read_clear();
	monotonic = 1000 * SECOND;
	failing = NULL;
	hanging = NULL;
	at_pread = NULL;
	preads = 0;
	openats = 0;
	allocations = 0;
	files = NULL;
	tree_put(DIR "/a", "1\n");
	tree_put(DIR "/b", "2\n");
	tree_put(DIR "/c", "3\n");
}

static void teardown(void)
{
	nic_files_close(files);
	tree_end();
}

/* Open the folder as if it had not changed for long. */
static void open_files(enum nic_files_owner owner)
{
	tree_age(DIR);
	ck_assert_int_eq(nic_files_open(&files, tree_path(DIR), owner), 0);
}

static void read_all(void)
{
	ck_assert_int_eq(nic_files_read(files, NULL, &reading), 0);
}

START_TEST(all_are_read)
{
	open_files(NIC_FILES_KERNEL);
	ck_assert_uint_eq(nic_files_count(files), 3);
	read_all();
	read_is(0, 1);
	read_is(1, 2);
	read_is(2, 3);
	ck_assert(read_ns[0] > 1000 * SECOND && read_ns[0] < read_ns[1]);
	ck_assert_uint_eq(read_values[3], UNTOUCHED);
}
END_TEST

START_TEST(only_wanted_ones_are_read)
{
	static const bool wanted[] = { false, true, false };

	open_files(NIC_FILES_KERNEL);
	ck_assert_int_eq(nic_files_read(files, wanted, &reading), 0);
	read_is(1, 2);
	ck_assert_uint_eq(read_values[0], UNTOUCHED);
	ck_assert_uint_eq(read_values[2], UNTOUCHED);
	ck_assert_uint_eq(preads, 1);
	ck_assert_uint_eq(openats, 1);
}
END_TEST

START_TEST(a_read_is_one_pread_each)
{
	unsigned int allocated;
	int err;

	open_files(NIC_FILES_KERNEL);
	read_all();
	ck_assert_uint_eq(openats, 3);
	tree_put(DIR "/b", "20\n");
	/* libcheck allocates, too. */
	allocations = 0;
	err = nic_files_read(files, NULL, &reading);
	allocated = allocations;
	ck_assert_int_eq(err, 0);
	ck_assert_uint_eq(allocated, 0);
	read_is(1, 20);
	ck_assert_uint_eq(preads, 6);
	ck_assert_uint_eq(openats, 3);
}
END_TEST

START_TEST(files_of_a_daemon_are_opened_for_each_read)
{
	tree_put(DIR "/b", "-2\n");
	tree_put(DIR "/c", "3\n%c%c%c", 0, 0, 0);
	open_files(NIC_FILES_DAEMON);
	read_all();
	read_is(1, UINT32_MAX - 1);
	read_is(2, 3);
	read_all();
	ck_assert_uint_eq(openats, 6);
}
END_TEST

START_TEST(names)
{
	static const char *const names[] = { "a", "a2", "a10", "b", "c", "x,32", "\xff\n" };

	tree_put(DIR "/.hidden", "9\n");
	tree_put(DIR "/ALL-in-binary", "9\n");
	tree_put(DIR "/reset_counters", "9\n");
	tree_folder(DIR "/folder");
	ck_assert_int_eq(mkfifo(tree_path(DIR "/fifo"), 0600), 0);
	tree_put(DIR "/a10", "10\n");
	tree_put(DIR "/a2", "2\n");
	tree_put(DIR "/x,32", "32\n");
	tree_put("elsewhere/file", "255\n");
	tree_link(DIR "/\xff\n", "elsewhere/file");
	tree_link(DIR "/nowhere", "nowhere");
	open_files(NIC_FILES_KERNEL);
	ck_assert_uint_eq(nic_files_count(files), 7);
	for (unsigned int i = 0; i < 7; i++)
		ck_assert_str_eq(nic_files_name(files, i), names[i]);
	read_all();
	read_is(2, 10);
	read_is(6, 255);
}
END_TEST

START_TEST(an_empty_folder)
{
	tree_folder("empty");
	ck_assert_int_eq(nic_files_open(&files, tree_path("empty"), NIC_FILES_KERNEL), 0);
	ck_assert_uint_eq(nic_files_count(files), 0);
	read_all();
	ck_assert_uint_eq(read_values[0], UNTOUCHED);
}
END_TEST

START_TEST(no_folder)
{
	ck_assert_int_eq(nic_files_open(&files, tree_path("none"), NIC_FILES_KERNEL), -ENOENT);
	ck_assert_int_eq(nic_files_open(&files, tree_path(DIR "/a"), NIC_FILES_KERNEL), -ENOTDIR);
}
END_TEST

START_TEST(items_of_an_interface)
{
	struct nic nic = { 0 };

	open_files(NIC_FILES_KERNEL);
	ck_assert_int_eq(nic_items_add(&nic, "first", "x"), 0);
	ck_assert_int_eq(nic_files_add(files, &nic, "second"), 0);
	ck_assert_uint_eq(nic.count, 4);
	ck_assert_str_eq(nic.items[0].name, "x");
	ck_assert_str_eq(nic.items[3].name, "c");
	ck_assert_str_eq(nic.items[0].family, "first");
	ck_assert_str_eq(nic.items[3].family, "second");
	nic_items_free(&nic);
}
END_TEST

/* --- times --- */

/* Write a value with a time, which is given by the clock that tests turn. */
static void put_stamped(const char *path, unsigned int value, uint64_t ns)
{
	ns += SINCE_1970;
	tree_put(path, "%u@%llu.%09llu\n", value, (unsigned long long)(ns / SECOND),
		 (unsigned long long)(ns % SECOND));
}

START_TEST(a_stamp_is_the_time_of_its_value)
{
	uint64_t begin = monotonic;

	put_stamped(DIR "/a", 1, begin + 500000);
	put_stamped(DIR "/b", 2, begin + 1500000);
	open_files(NIC_FILES_KERNEL);
	at_pread = let_a_millisecond_pass;
	read_all();
	read_is(0, 1);
	read_is(1, 2);
	read_is(2, 3);
	ck_assert_uint_eq(read_ns[0], begin + 500000);
	ck_assert_uint_eq(read_ns[1], begin + 1500000);
	ck_assert_uint_eq(read_ns[2], monotonic);
}
END_TEST

START_TEST(an_earlier_value_is_stale)
{
	uint64_t begin = monotonic;

	put_stamped(DIR "/a", 1, begin - 5 * SECOND);
	put_stamped(DIR "/b", 2, begin);
	open_files(NIC_FILES_KERNEL);
	read_all();
	read_is_stale(0, 1);
	read_is_stale(1, 2);
	read_is(2, 3);
	ck_assert_uint_eq(read_ns[0], begin - 5 * SECOND);
	ck_assert_uint_eq(read_ns[1], begin);
}
END_TEST

START_TEST(a_stamp_of_another_clock)
{
	put_stamped(DIR "/a", 1, monotonic + 5 * SECOND);
	tree_put(DIR "/b", "2@0.000000000\n");
	open_files(NIC_FILES_KERNEL);
	read_all();
	read_is(0, 1);
	ck_assert_uint_lt(read_ns[0], monotonic);
	read_is_stale(1, 2);
	ck_assert_uint_eq(read_ns[1], 0);
}
END_TEST

/* --- files that fail --- */

static const struct {
	int error;
	enum gpcd_status status;
} errors[] = {
	{ EINVAL, GPCD_STATUS_REFUSED },
	{ EIO, GPCD_STATUS_REFUSED },
	{ EOPNOTSUPP, GPCD_STATUS_REFUSED },
	{ ENOTCONN, GPCD_STATUS_REFUSED },
	{ ENOENT, GPCD_STATUS_ABSENT },
	{ ENODEV, GPCD_STATUS_GONE },
	{ EACCES, GPCD_STATUS_DENIED },
};

START_TEST(an_error_is_for_its_file_alone)
{
	open_files(NIC_FILES_KERNEL);
	failing = "b";
	failing_errno = errors[_i].error;
	read_all();
	read_is(0, 1);
	read_is_none(1, errors[_i].status);
	read_is(2, 3);
}
END_TEST

static const char *const texts[] = {
	"", "\n", "no number\n", "-2\n", "18446744073709551616\n",
	/* As long as what is read. */
	"0000000000000000000000000000000000000000000000000000000000000000",
};

START_TEST(a_text_that_is_no_number)
{
	tree_put(DIR "/b", "%s", texts[_i]);
	open_files(NIC_FILES_KERNEL);
	read_all();
	read_is(0, 1);
	read_is_none(1, GPCD_STATUS_REFUSED);
	read_is(2, 3);
}
END_TEST

START_TEST(what_fails_is_asked_again_after_a_second)
{
	open_files(NIC_FILES_KERNEL);
	failing = "b";
	failing_errno = EINVAL;
	read_all();
	failing = NULL;
	monotonic += SECOND - SECOND / 1000;
	read_all();
	read_is_none(1, GPCD_STATUS_REFUSED);
	ck_assert_uint_eq(preads, 5);
	monotonic += SECOND / 1000;
	read_all();
	read_is(1, 2);
	ck_assert_uint_eq(preads, 8);
	ck_assert_uint_eq(openats, 3);
}
END_TEST

/* --- folders that change --- */

START_TEST(another_file)
{
	open_files(NIC_FILES_KERNEL);
	read_all();
	tree_put(DIR "/d", "4\n");
	ck_assert_int_eq(nic_files_read(files, NULL, &reading), -ESTALE);
}
END_TEST

START_TEST(a_file_less)
{
	open_files(NIC_FILES_KERNEL);
	read_all();
	tree_remove(DIR "/b");
	ck_assert_int_eq(nic_files_read(files, NULL, &reading), -ESTALE);
}
END_TEST

/* As many files as before, but not the same. */
START_TEST(a_file_with_another_name)
{
	open_files(NIC_FILES_KERNEL);
	tree_remove(DIR "/b");
	tree_put(DIR "/d", "4\n");
	ck_assert_int_eq(nic_files_read(files, NULL, &reading), -ESTALE);
}
END_TEST

START_TEST(a_change_that_nothing_shows)
{
	open_files(NIC_FILES_KERNEL);
	tree_put(DIR "/d", "4\n");
	tree_age(DIR);
	read_all();
	monotonic += 10 * SECOND;
	ck_assert_int_eq(nic_files_read(files, NULL, &reading), -ESTALE);
}
END_TEST

/* A list that was made in the tick of the clock in which the folder changed. */
START_TEST(a_change_that_may_look_the_same)
{
	struct timespec times[2];

	for (int i = 0; i < 2; i++)
		times[i] = (struct timespec){ .tv_sec = (monotonic + SINCE_1970) / SECOND };
	ck_assert_int_eq(utimensat(AT_FDCWD, tree_path(DIR), times, 0), 0);
	ck_assert_int_eq(nic_files_open(&files, tree_path(DIR), NIC_FILES_KERNEL), 0);
	tree_put(DIR "/d", "4\n");
	ck_assert_int_eq(utimensat(AT_FDCWD, tree_path(DIR), times, 0), 0);
	ck_assert_int_eq(nic_files_read(files, NULL, &reading), -ESTALE);
}
END_TEST

/* A missing file shows what the folder does not. */
START_TEST(a_file_that_is_missed)
{
	open_files(NIC_FILES_KERNEL);
	tree_remove(DIR "/b");
	tree_age(DIR);
	ck_assert_int_eq(nic_files_read(files, NULL, &reading), -ESTALE);
}
END_TEST

START_TEST(a_file_that_is_replaced)
{
	open_files(NIC_FILES_KERNEL);
	read_all();
	tree_put(DIR "/.b", "20\n");
	tree_rename(DIR "/.b", DIR "/b");
	read_all();
	read_is(1, 20);
	ck_assert_uint_eq(openats, 4);
}
END_TEST

START_TEST(the_folder_vanishes)
{
	open_files(NIC_FILES_KERNEL);
	read_all();
	tree_remove(DIR);
	ck_assert_int_eq(nic_files_read(files, NULL, &reading), -ENODEV);
}
END_TEST

/* A device that was replaced is another one, and counts anew. */
START_TEST(another_folder_in_its_place)
{
	open_files(NIC_FILES_KERNEL);
	read_all();
	tree_rename(DIR, "old");
	tree_put(DIR "/a", "1\n");
	tree_put(DIR "/b", "2\n");
	tree_put(DIR "/c", "3\n");
	ck_assert_int_eq(nic_files_read(files, NULL, &reading), -ENODEV);
}
END_TEST

/* --- descriptors --- */

static struct rlimit limit_before;

static void limit_descriptors(rlim_t most)
{
	struct rlimit limit;

	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit_before), 0);
	limit = limit_before;
	limit.rlim_cur = most;
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

static void unlimit_descriptors(void)
{
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit_before), 0);
}

/* The descriptor that a program would get now. */
static int next_descriptor(void)
{
	int fd = dup(STDIN_FILENO), number = fd;

	ck_assert_int_ge(fd, 0);
	close(fd);
	return number;
}

START_TEST(half_of_the_descriptors_are_left)
{
	char path[16];

	for (unsigned int i = 0; i < 100; i++) {
		snprintf(path, sizeof(path), DIR "/n%u", i);
		tree_put(path, "%u\n", 1000 + i);
	}
	open_files(NIC_FILES_KERNEL);
	limit_descriptors(2 * (next_descriptor() + 2));
	for (unsigned int round = 1; round <= 2; round++) {
		read_clear();
		read_all();
		for (unsigned int i = 0; i < 100; i++)
			read_is(3 + i, 1000 + i);
		/* Two are kept. */
		ck_assert_uint_eq(openats, round == 1 ? 103 : 103 + 101);
	}
	unlimit_descriptors();
}
END_TEST

START_TEST(no_descriptor_is_left)
{
	open_files(NIC_FILES_KERNEL);
	limit_descriptors(next_descriptor());
	read_all();
	read_is_none(0, GPCD_STATUS_REFUSED);
	unlimit_descriptors();
	monotonic += SECOND;
	read_all();
	read_is(0, 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("nic_files");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, all_are_read);
	tcase_add_test(tcase, only_wanted_ones_are_read);
	tcase_add_test(tcase, a_read_is_one_pread_each);
	tcase_add_test(tcase, files_of_a_daemon_are_opened_for_each_read);
	tcase_add_test(tcase, names);
	tcase_add_test(tcase, an_empty_folder);
	tcase_add_test(tcase, no_folder);
	tcase_add_test(tcase, items_of_an_interface);
	tcase_add_test(tcase, a_stamp_is_the_time_of_its_value);
	tcase_add_test(tcase, an_earlier_value_is_stale);
	tcase_add_test(tcase, a_stamp_of_another_clock);
	tcase_add_loop_test(tcase, an_error_is_for_its_file_alone, 0, COUNT(errors));
	tcase_add_loop_test(tcase, a_text_that_is_no_number, 0, COUNT(texts));
	tcase_add_test(tcase, what_fails_is_asked_again_after_a_second);
	tcase_add_test(tcase, another_file);
	tcase_add_test(tcase, a_file_less);
	tcase_add_test(tcase, a_file_with_another_name);
	tcase_add_test(tcase, a_change_that_nothing_shows);
	tcase_add_test(tcase, a_change_that_may_look_the_same);
	tcase_add_test(tcase, a_file_that_is_missed);
	tcase_add_test(tcase, a_file_that_is_replaced);
	tcase_add_test(tcase, the_folder_vanishes);
	tcase_add_test(tcase, another_folder_in_its_place);
	tcase_add_test(tcase, half_of_the_descriptors_are_left);
	tcase_add_test(tcase, no_descriptor_is_left);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
