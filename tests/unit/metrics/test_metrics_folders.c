// SPDX-License-Identifier: GPL-2.0-only
/* Where files of metrics are searched, and which one wins. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <check.h>
#include <gpcd/catalogue.h>

#include "metrics/folders.h"
#include "suite.h"

static char top[32], command[128];
static struct metrics metrics;
static struct metrics_failure failure;

static void setup(void)
{
	strcpy(top, "/tmp/gpcd-metrics-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(top));
	ck_assert_int_eq(chdir(top), 0);
	setenv("HOME", top, 1);
	unsetenv("XDG_CONFIG_HOME");
	unsetenv(METRICS_FOLDER_ENV);
	metrics = (struct metrics) { .chip = GPCD_CHIP_GEMINI };
	failure = (struct metrics_failure) { 0 };
}

static void teardown(void)
{
	metrics_free(&metrics);
	snprintf(command, sizeof(command), "rm -rf %s", top);
	ck_assert_int_eq(system(command), 0);
}

/* Write a file, in folders that are made for it, with a metric of this name and help. */
static void put(const char *path, const char *name, const char *help)
{
	FILE *file;

	snprintf(command, sizeof(command), "mkdir -p $(dirname %s)", path);
	ck_assert_int_eq(system(command), 0);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fprintf(file, "metric %s per nic unit \"\" help \"%s\" = %s", name, help,
		"delta(GM_TARB_PERF_OUT_PKTS);");
	fclose(file);
}

static int read_all(void)
{
	char installed[64];

	snprintf(installed, sizeof(installed), "%s/share", top);
	return metrics_read_all(&metrics, gpcd_chip_name(metrics.chip), installed, &failure);
}

static void help_is(const char *name, const char *help)
{
	const struct metric *metric = metrics_find(&metrics, name);

	ck_assert_ptr_nonnull(metric);
	ck_assert_str_eq(metric->help, help);
}

START_TEST(later_folders_and_files_count)
{
	put("share/gemini/b.metrics", "one", "share b");
	put("share/gemini/a.metrics", "one", "share a");
	put("share/gemini/c.metrics", "two", "share c");
	put("share/aries/d.metrics", "three", "aries");
	put("share/gemini/e.text", "four", "another ending");
	put("share/gemini/.f.metrics", "five", "hidden");
	put(".config/gpcd/metrics/gemini/z.metrics", "two", "own");
	ck_assert_int_eq(read_all(), 0);
	ck_assert_uint_eq(metrics.count, 2);
	help_is("one", "share b");
	help_is("two", "own");
	ck_assert_str_eq(metrics_find(&metrics, "two")->set, "z");
}
END_TEST

START_TEST(a_configuration_folder)
{
	char folder[64];

	put("config/gpcd/metrics/gemini/a.metrics", "one", "config");
	put(".config/gpcd/metrics/gemini/a.metrics", "one", "home");
	snprintf(folder, sizeof(folder), "%s/config", top);
	setenv("XDG_CONFIG_HOME", folder, 1);
	ck_assert_int_eq(read_all(), 0);
	help_is("one", "config");
	metrics_free(&metrics);
	setup();
	setenv("XDG_CONFIG_HOME", "relative", 1);
	ck_assert_int_eq(read_all(), 0);
	ck_assert_uint_eq(metrics.count, 0);
}
END_TEST

/* Read as a user who is not root, to whom modes mean something. */
static int read_as_user(void)
{
	bool root = !geteuid();
	int err;

	if (root)
		ck_assert_int_eq(seteuid(65534), 0);
	err = read_all();
	if (root)
		ck_assert_int_eq(seteuid(0), 0);
	return err;
}

/* HOME may be that of the user who called su(1); but a folder of one's own is to be readable. */
START_TEST(the_home_of_another_user)
{
	ck_assert_int_eq(chmod(top, 0755), 0);
	put("share/gemini/a.metrics", "one", "share");
	put("home/.config/gpcd/metrics/gemini/a.metrics", "two", "home");
	snprintf(command, sizeof(command), "%s/home", top);
	setenv("HOME", command, 1);
	ck_assert_int_eq(chmod("home", 0), 0);
	ck_assert_int_eq(read_as_user(), 0);
	ck_assert_uint_eq(metrics.count, 1);
	metrics_free(&metrics);
	metrics.chip = GPCD_CHIP_GEMINI;
	ck_assert_int_eq(chmod("home", 0755), 0);
	ck_assert_int_eq(chmod("home/.config/gpcd/metrics/gemini", 0), 0);
	ck_assert_int_eq(read_as_user(), -EACCES);
	ck_assert_int_eq(chmod("home/.config/gpcd/metrics/gemini", 0755), 0);
}
END_TEST

START_TEST(the_only_folder)
{
	put("share/gemini/a.metrics", "one", "share");
	put("only/gemini/a.metrics", "two", "only");
	setenv(METRICS_FOLDER_ENV, "only", 1);
	ck_assert_int_eq(read_all(), 0);
	ck_assert_uint_eq(metrics.count, 1);
	help_is("two", "only");
}
END_TEST

START_TEST(a_wrong_file_is_named)
{
	put("only/gemini/a.metrics", "two", "only");
	put("only/gemini/b.metrics", "2", "a name is no number");
	setenv(METRICS_FOLDER_ENV, "only", 1);
	ck_assert_int_eq(read_all(), -EINVAL);
	ck_assert_str_eq(failure.path, "only/gemini/b.metrics");
	ck_assert_str_eq(failure.problem.text, "the name of the metric belongs here");
	ck_assert_uint_eq(failure.problem.at.column, 8);
}
END_TEST

START_TEST(what_is_no_file)
{
	ck_assert_int_eq(metrics_read_file(&metrics, "missing", &failure), -ENOENT);
	ck_assert_str_eq(failure.path, "missing");
	ck_assert_int_eq(mkdir("folder.metrics", 0700), 0);
	ck_assert_int_eq(metrics_read_file(&metrics, "folder.metrics", &failure), -EISDIR);
	ck_assert_int_eq(mkfifo("pipe", 0600), 0);
	ck_assert_int_eq(metrics_read_file(&metrics, "pipe", &failure), -EISDIR);
	put("large", "one", "");
	ck_assert_int_eq(truncate("large", METRICS_FILE_MOST + 1), 0);
	ck_assert_int_eq(metrics_read_file(&metrics, "large", &failure), -EFBIG);
}
END_TEST

/* A recording may call its chip "../../etc". */
START_TEST(a_name_that_is_no_folders_has_no_metrics)
{
	static const char *const names[] = { "../gemini", ".gemini", "gemini/", "/", "", NULL };
	char longest[300];

	put("only/gemini/a.metrics", "two", "only");
	put("only/.gemini/a.metrics", "two", "only");
	setenv(METRICS_FOLDER_ENV, "only/gemini", 1);
	memset(longest, 'x', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	for (unsigned int i = 0; names[i]; i++)
		ck_assert_int_eq(metrics_read_all(&metrics, names[i], "", &failure), 0);
	ck_assert_int_eq(metrics_read_all(&metrics, longest, "", &failure), 0);
	ck_assert_uint_eq(metrics.count, 0);
}
END_TEST

static int see_folder(void *data, const char *path)
{
	strcat(data, path);
	strcat(data, " ");
	return 0;
}

START_TEST(folders_of_all_chips)
{
	char seen[256] = "";
	const struct text_visitor visitor = { see_folder, seen };

	put("only/gemini/a.metrics", "one", "only");
	put("only/mlx5_ib/a.metrics", "two", "only");
	setenv(METRICS_FOLDER_ENV, "only", 1);
	ck_assert_int_eq(metrics_each_folder("", &visitor, &failure), 0);
	ck_assert_str_eq(seen, "only/gemini only/mlx5_ib ");
	/* Without a chip nobody knows which registers there are. */
	metrics.chip = GPCD_CHIP_NONE;
	ck_assert_int_eq(metrics_read_all(&metrics, "mlx5_ib", "", &failure), 0);
	help_is("two", "only");
}
END_TEST

/* The files of the project: read in the tree where the test was started. */
static const char *sets;

START_TEST(default_sets)
{
	setenv(METRICS_FOLDER_ENV, sets, 1);
	for (unsigned int chip = GPCD_CHIP_GEMINI; chip <= GPCD_CHIP_ARIES; chip++) {
		metrics.chip = chip;
		ck_assert_msg(!read_all(), "%s:%u: %s", failure.path, failure.problem.at.line,
			      failure.problem.text);
		ck_assert_uint_gt(metrics.count, 10);
		ck_assert_ptr_nonnull(metrics_find(&metrics, "link_use"));
		ck_assert_ptr_nonnull(metrics_find(&metrics, "nic_bytes_out"));
		metrics_free(&metrics);
	}
	for (unsigned int chip = GPCD_CHIP_CASSINI1; chip <= GPCD_CHIP_CASSINI2; chip++) {
		metrics.chip = chip;
		ck_assert_msg(!read_all(), "%s:%u: %s", failure.path, failure.problem.at.line,
			      failure.problem.text);
		ck_assert_ptr_nonnull(metrics_find(&metrics, "nic_tx_bytes"));
		metrics_free(&metrics);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("metrics_folders");
	TCase *tcase = tcase_create("all");

	sets = realpath("lib/metrics/sets", NULL);
	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, later_folders_and_files_count);
	tcase_add_test(tcase, a_configuration_folder);
	tcase_add_test(tcase, the_home_of_another_user);
	tcase_add_test(tcase, the_only_folder);
	tcase_add_test(tcase, a_wrong_file_is_named);
	tcase_add_test(tcase, what_is_no_file);
	tcase_add_test(tcase, a_name_that_is_no_folders_has_no_metrics);
	tcase_add_test(tcase, folders_of_all_chips);
	tcase_add_test(tcase, default_sets);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
