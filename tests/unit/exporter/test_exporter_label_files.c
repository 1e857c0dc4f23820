// SPDX-License-Identifier: GPL-2.0-only
/* Labels from files: what they say, which are ignored and why, and changes, seen at once. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "gpcd-exporter/devices/label_files.h"
#include "suite.h"
#include "wrap.h"

static char top[32];
static struct label_files labels;
static unsigned int opened;	/* files of the folder */

/* The kernel's clock, and the last change of a folder, stand still at this time; 0: they do not. */
static struct timespec tick;

int __wrap_openat(int folder, const char *name, int flags, ...)
{
	opened++;
	return __real_openat(folder, name, flags);
}

static int hold_change(int err, struct stat *about)
{
	if (!err && tick.tv_sec)
		about->st_ctim = (struct timespec) { tick.tv_sec, 0 };
	return err;
}

int __wrap_lstat(const char *path, struct stat *about)
{
	return hold_change(__real_lstat(path, about), about);
}

int __wrap_fstat(int fd, struct stat *about)
{
	return hold_change(__real_fstat(fd, about), about);
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
	int err = __real_clock_gettime(clock, now);

	if (tick.tv_sec && clock == CLOCK_REALTIME_COARSE)
		*now = tick;
	return err;
}

static const char *path_of(const char *name)
{
	static char path[512];

	snprintf(path, sizeof(path), "%s/%s", top, name);
	return path;
}

/* Write a file as a scheduler does: whole, under its name. */
static void put_bytes(const char *name, const char *bytes, size_t length)
{
	char hidden[64];
	FILE *file;

	strcpy(hidden, path_of(".new"));
	file = fopen(hidden, "w");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
	ck_assert_int_eq(fchmod(fileno(file), 0644), 0);
	ck_assert_int_eq(fclose(file), 0);
	ck_assert_int_eq(rename(hidden, path_of(name)), 0);
}

static void put(const char *name, const char *text)
{
	put_bytes(name, text, strlen(text));
}

static void setup(void)
{
	strcpy(top, "/tmp/gpcd-labels-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(top));
	ck_assert_int_eq(label_files_make(&labels, top), 0);
	complain_as("gpcd-exporter");
}

static void teardown(void)
{
	char command[64];

	tick = (struct timespec) { 0 };
	label_files_free(&labels);
	snprintf(command, sizeof(command), "rm -rf %s", top);
	ck_assert_int_eq(system(command), 0);
}

/* Compare the labels of a device, one file after the other. */
static void device_has(const char *device, const char *wanted)
{
	const struct label_file *file = label_files_of(&labels, device);
	char text[4096] = "";

	for (; file; file = label_files_next(&labels, file)) {
		strcat(text, file->text);
		strcat(text, ";");
	}
	ck_assert_str_eq(text, wanted);
}

/* Read the folder, and return what was written to standard error meanwhile. */
static const char *said_reading(void)
{
	static char said[8192];
	FILE *file = tmpfile();
	int before = dup(STDERR_FILENO);

	ck_assert(file && before >= 0);
	dup2(fileno(file), STDERR_FILENO);
	label_files_read(&labels);
	dup2(before, STDERR_FILENO);
	close(before);
	rewind(file);
	said[fread(said, 1, sizeof(said) - 1, file)] = '\0';
	fclose(file);
	return said;
}

START_TEST(a_file_labels_a_device_or_the_node)
{
	put("net:eth0", "job=7\n");
	put("node@1", "user=\"ann\"\njob=8\nempty=\n");
	put("node@2", "job=9\nuser=b\n");
	put("node@3", "user=b\njob=9\n");
	label_files_read(&labels);
	device_has("net:eth0", "job=\"7\";");
	device_has("gpcd0", "job=\"8\",user=\"\\\"ann\\\"\";job=\"9\",user=\"b\";");
	ck_assert_int_eq(unlink(path_of("net:eth0")), 0);
	label_files_read(&labels);
	device_has("net:eth0", "job=\"8\",user=\"\\\"ann\\\"\";job=\"9\",user=\"b\";");
}
END_TEST

#define LONG_NAME	"name_of_thirty_three_bytes_______"
/* A value of 128 bytes. */
#define LONG_VALUE \
	"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef" \
	"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static const struct {
	const char *text;
	size_t length;	/* 0: up to the NUL */
	const char *why;
} wrong[] = {
	{ "", 0, "no labels" },
	{ "job=\n", 0, "no labels" },
	{ "job=1", 0, "its last line has no end: write a hidden file, and rename it" },
	{ "job=1\n\n", 0, "a line is not NAME=VALUE" },
	{ "job\n", 0, "a line is not NAME=VALUE" },
	{ "=1\n", 0, "a line is not NAME=VALUE" },
	{ "1st=1\n", 0, "a line is not NAME=VALUE" },
	{ "a-b=1\n", 0, "a line is not NAME=VALUE" },
	{ "__name__=x\n", 0, "a line is not NAME=VALUE" },
	{ LONG_NAME "=1\n", 0, "a line is not NAME=VALUE" },
	{ "job=1\0\n", 7, "a line is not NAME=VALUE" },
	{ "device=x\n", 0, "a label twice, or the label device" },
	{ "a=1\nb=2\na=1\n", 0, "a label twice" },
	{ "a=" LONG_VALUE "x\n", 0, "a value of more than 128 bytes" },
	{ "a=1\nb=1\nc=1\nd=1\ne=1\nf=1\ng=1\nh=1\ni=1\n", 0, "more than 8 labels" },
};

START_TEST(a_wrong_file_is_named_once)
{
	char line[256];

	put("node", "job=1\n");
	put_bytes("node@2", wrong[_i].text,
		  wrong[_i].length ? wrong[_i].length : strlen(wrong[_i].text));
	snprintf(line, sizeof(line), "gpcd-exporter: %s: ignored: %s", path_of("node@2"),
		 wrong[_i].why);
	ck_assert_msg(!strncmp(said_reading(), line, strlen(line)), "%s", wrong[_i].why);
	device_has("x", "job=\"1\";");
	ck_assert_str_eq(said_reading(), "");
	put("gpcd0", "job=2\n");
	ck_assert_str_eq(said_reading(), "");
	put("node@2", "job=3\n");
	ck_assert_str_eq(said_reading(), "");
	device_has("x", "job=\"1\";job=\"3\";");
}
END_TEST

START_TEST(the_largest_values)
{
	char text[LABEL_FILE_BYTES + 2];

	memset(text, '\n', sizeof(text));
	put_bytes("node", text, LABEL_FILE_BYTES + 1);
	ck_assert_ptr_nonnull(strstr(said_reading(), "more than 4096 bytes"));
	put_bytes("node", text, LABEL_FILE_BYTES);
	ck_assert_ptr_nonnull(strstr(said_reading(), "not NAME=VALUE"));
	put("node", "a=" LONG_VALUE "\n_b=1\nc=1\nd=1\ne=1\nf=1\ng=1\nh=\xff\n");
	ck_assert_str_eq(said_reading(), "");
	ck_assert_ptr_nonnull(strstr(label_files_of(&labels, "x")->text, "h=\"\xef\xbf\xbd\""));
}
END_TEST

static void make_link(const char *name)
{
	put(".target", "job=2\n");
	ck_assert_int_eq(symlink(".target", path_of(name)), 0);
}

static void make_pipe(const char *name)
{
	ck_assert_int_eq(mkfifo(path_of(name), 0644), 0);
}

static void make_folder(const char *name)
{
	ck_assert_int_eq(mkdir(path_of(name), 0755), 0);
}

static void make_open(const char *name)
{
	put(name, "job=2\n");
	ck_assert_int_eq(chmod(path_of(name), 0664), 0);
}

/* Only root can give a file away. */
static void make_foreign(const char *name)
{
	make_open(name);
	ck_assert_int_eq(chmod(path_of(name), geteuid() ? 0646 : 0644), 0);
	if (!geteuid())
		ck_assert_int_eq(chown(path_of(name), 65534, 0), 0);
}

static const struct {
	void (*make)(const char *name);
	const char *why;
} unsafe[] = {
	{ make_link, "a symbolic link" },
	{ make_pipe, "not a file" },
	{ make_folder, "not a file" },
	{ make_open, "only root or the exporter's user may own it and write to it" },
	{ make_foreign, "only root or the exporter's user may own it and write to it" },
};

START_TEST(a_file_that_is_not_to_be_trusted)
{
	unsafe[_i].make("node");
	ck_assert_ptr_nonnull(strstr(said_reading(), unsafe[_i].why));
	device_has("x", "");
}
END_TEST

START_TEST(a_folder_that_is_not_to_be_trusted)
{
	put("node", "job=1\n");
	ck_assert_int_eq(chmod(top, 0777), 0);
	ck_assert_ptr_nonnull(strstr(said_reading(), ": no labels: only root"));
	device_has("x", "");
	ck_assert_str_eq(said_reading(), "");
	ck_assert_int_eq(chmod(top, 0755), 0);
	ck_assert_str_eq(said_reading(), "");
	device_has("x", "job=\"1\";");
}
END_TEST

START_TEST(a_folder_that_comes_and_goes)
{
	ck_assert_int_eq(rmdir(top), 0);
	ck_assert_ptr_nonnull(strstr(said_reading(), ": no labels: No such file or directory"));
	ck_assert_str_eq(said_reading(), "");
	ck_assert_int_eq(mkdir(top, 0755), 0);
	put("node", "job=1\n");
	ck_assert_str_eq(said_reading(), "");
	device_has("x", "job=\"1\";");
}
END_TEST

START_TEST(only_so_many_files)
{
	char name[32];

	for (int i = 0; i <= LABEL_FILES_MOST; i++) {
		snprintf(name, sizeof(name), "d%d", i);
		put(name, "job=1\n");
	}
	ck_assert_ptr_nonnull(strstr(said_reading(), "more than 256 files"));
	ck_assert_uint_eq(labels.count, LABEL_FILES_MOST);
	put("d0", "job=2\n");
	ck_assert_str_eq(said_reading(), "");
}
END_TEST

static void change_to(int job)
{
	char text[32], wanted[32];

	snprintf(text, sizeof(text), "job=%d\n", job);
	snprintf(wanted, sizeof(wanted), "job=\"%d\";", job);
	put("node", text);
	label_files_read(&labels);
	device_has("x", wanted);
}

START_TEST(changes_within_a_tick_are_seen)
{
	tick = (struct timespec) { 1000, 0 };
	for (int i = 0; i < 3; i++)
		change_to(i);
	ck_assert(!labels.settled);
	tick = (struct timespec) { 1000, 4000000 };
	change_to(3);
	ck_assert(labels.settled);
	tick = (struct timespec) { 1001, 0 };
	change_to(4);
}
END_TEST

START_TEST(a_folder_that_stays_is_not_read)
{
	put("node", "job=1\n");
	tick = (struct timespec) { 1000, 4000000 };
	label_files_read(&labels);
	opened = 0;
	for (int i = 0; i < 100; i++)
		label_files_read(&labels);
	ck_assert_uint_eq(opened, 0);
	put("node@2", "job=2\n");
	tick = (struct timespec) { 1001, 0 };
	label_files_read(&labels);
	ck_assert_uint_eq(opened, 2);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("exporter_label_files");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, a_file_labels_a_device_or_the_node);
	tcase_add_loop_test(tcase, a_wrong_file_is_named_once, 0, ARRAY_SIZE(wrong));
	tcase_add_test(tcase, the_largest_values);
	tcase_add_loop_test(tcase, a_file_that_is_not_to_be_trusted, 0, ARRAY_SIZE(unsafe));
	tcase_add_test(tcase, a_folder_that_is_not_to_be_trusted);
	tcase_add_test(tcase, a_folder_that_comes_and_goes);
	tcase_add_test(tcase, only_so_many_files);
	tcase_add_test(tcase, changes_within_a_tick_are_seen);
	tcase_add_test(tcase, a_folder_that_stays_is_not_read);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
