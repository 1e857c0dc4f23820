// SPDX-License-Identifier: GPL-2.0-only
/* Where dictionaries are searched, which one wins, and those of the project. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <check.h>
#include <gpcd/catalogue.h>

#include "dictionary/folders.h"
#include "suite.h"
#include "text/mark.h"

static char top[40], command[160];
static struct dictionary dictionary;
static struct dictionary_failure failure;
static struct dictionary_match match;

static void setup(void)
{
	strcpy(top, "/tmp/gpcd-dictionary-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(top));
	ck_assert_int_eq(chdir(top), 0);
	setenv("HOME", top, 1);
	unsetenv("XDG_CONFIG_HOME");
	unsetenv(DICTIONARY_FOLDER_ENV);
	memset(&dictionary, 0, sizeof(dictionary));
	memset(&failure, 0, sizeof(failure));
}

static void teardown(void)
{
	dictionary_free(&dictionary);
	snprintf(command, sizeof(command), "rm -rf %s", top);
	ck_assert_int_eq(system(command), 0);
}

/* Write a file, in folders that are made for it, with a counter of this name and meaning. */
static void put(const char *path, const char *name, const char *meaning)
{
	FILE *file;

	snprintf(command, sizeof(command), "mkdir -p $(dirname %s)", path);
	ck_assert_int_eq(system(command), 0);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fprintf(file, "%sdriver = d\nsource = net\n%s counter 64 events %s", TEXT_MARK, name,
		meaning);
	fclose(file);
}

static int read_all(void)
{
	char installed[64];

	snprintf(installed, sizeof(installed), "%s/share", top);
	return dictionary_read_all(&dictionary, installed, &failure);
}

static void means(const char *name, const char *meaning)
{
	ck_assert(dictionary_find(&dictionary, NULL, name, &match));
	ck_assert_str_eq(match.entry->meaning, meaning);
}

START_TEST(later_folders_and_files_count)
{
	put("share/b.counters", "one", "share b");
	put("share/a.counters", "one", "share a");
	put("share/c.counters", "two", "share c");
	put("share/d.text", "three", "another ending");
	put("share/.e.counters", "four", "hidden");
	put(".config/gpcd/dictionary/z.counters", "two", "own");
	ck_assert_int_eq(read_all(), 0);
	ck_assert_uint_eq(dictionary.count, 2);
	means("one", "share b");
	means("two", "own");
}
END_TEST

START_TEST(a_configuration_folder)
{
	char folder[64];

	put("config/gpcd/dictionary/a.counters", "one", "config");
	put(".config/gpcd/dictionary/a.counters", "one", "home");
	snprintf(folder, sizeof(folder), "%s/config", top);
	setenv("XDG_CONFIG_HOME", folder, 1);
	ck_assert_int_eq(read_all(), 0);
	means("one", "config");
}
END_TEST

START_TEST(the_only_folder)
{
	put("share/a.counters", "one", "share");
	put("only/a.counters", "two", "only");
	setenv(DICTIONARY_FOLDER_ENV, "only", 1);
	ck_assert_int_eq(read_all(), 0);
	ck_assert_uint_eq(dictionary.count, 1);
	means("two", "only");
	dictionary_free(&dictionary);
	setenv(DICTIONARY_FOLDER_ENV, "missing", 1);
	ck_assert_int_eq(read_all(), 0);
	ck_assert_uint_eq(dictionary.count, 0);
}
END_TEST

START_TEST(a_wrong_file_is_named)
{
	put("only/a.counters", "two", "only");
	put("only/b.counters", "a{", "a group without its end");
	setenv(DICTIONARY_FOLDER_ENV, "only", 1);
	ck_assert_int_eq(read_all(), -EINVAL);
	ck_assert_str_eq(failure.path, "only/b.counters");
	ck_assert_uint_eq(failure.problem.line, 3);
}
END_TEST

START_TEST(what_is_no_file)
{
	ck_assert_int_eq(dictionary_read_file(&dictionary, "missing", &failure), -ENOENT);
	ck_assert_str_eq(failure.path, "missing");
	ck_assert_int_eq(mkdir("folder", 0700), 0);
	ck_assert_int_eq(dictionary_read_file(&dictionary, "folder", &failure), -EISDIR);
	put("large", "one", "");
	ck_assert_int_eq(truncate("large", DICTIONARY_FILE_MOST + 1), 0);
	ck_assert_int_eq(dictionary_read_file(&dictionary, "large", &failure), -EFBIG);
}
END_TEST

/* --- the files of the project, read in the tree where the test was started --- */

static const char *files;

/*
 * Names that a driver alone has, and those for all drivers; {N} and {*} do not multiply them. The
 * numbers come from the drivers' own lists of counters.
 */
static const struct {
	const char *driver;
	enum dictionary_source source;
	unsigned int names;
} known[] = {
	{ "cxi", DICTIONARY_CXI, 1922 + 39 },
	{ "*", DICTIONARY_RDMA, 21 + 8 + 1 },
	{ "rxe", DICTIONARY_RDMA, 15 },
	{ "mlx5_ib", DICTIONARY_RDMA, 31 + 3 + 1 },
	{ "mlx4_ib", DICTIONARY_RDMA, 25 },
	{ "efa", DICTIONARY_RDMA, 17 + 12 },
	{ "bnxt_re", DICTIONARY_RDMA, 92 },
	{ "irdma", DICTIONARY_RDMA, 46 },
	{ "hns_roce", DICTIONARY_RDMA, 22 },
	{ "erdma", DICTIONARY_RDMA, 11 },
	{ "iw_cxgb4", DICTIONARY_RDMA, 8 },
	{ "mana_ib", DICTIONARY_RDMA, 34 + 6 },
	{ "hfi1", DICTIONARY_RDMA, 10 + 63 },
	{ "siw", DICTIONARY_RDMA, 0 },
	{ "*", DICTIONARY_NET, 25 + 44 },
	{ "mlx5_core", DICTIONARY_NET, 216 + 7 },
	{ "mlx4_en", DICTIONARY_NET, 85 },
	{ "mana", DICTIONARY_NET, 21 },
	{ "ionic", DICTIONARY_NET, 67 + 6 },
	{ "cxi_eth", DICTIONARY_NET, 21 },
	{ "veth", DICTIONARY_NET, 4 },
};

static void read_project(const char *driver, enum dictionary_source source)
{
	dictionary_free(&dictionary);
	dictionary.driver = driver;
	dictionary.source = source;
	setenv(DICTIONARY_FOLDER_ENV, files, 1);
	ck_assert_msg(!read_all(), "%s:%u: %s", failure.path, failure.problem.line,
		      failure.problem.text);
}

/* Count the names of entries that are for all drivers, or of those that are not. */
static unsigned int count_names(bool general)
{
	unsigned int count = 0;

	for (size_t i = 0; i < dictionary.count; i++) {
		if (dictionary.list[i].general == general)
			count += dictionary_name_count(dictionary.list[i].name);
	}
	return count;
}

START_TEST(names_of_each_driver)
{
	read_project(known[_i].driver, known[_i].source);
	ck_assert_uint_eq(count_names(!strcmp(known[_i].driver, "*")), known[_i].names);
}
END_TEST

/* Each name finds an entry of its own family, and it is the one that it comes from. */
START_TEST(every_name_is_found)
{
	char name[DICTIONARY_NAME_ROOM], meaning[DICTIONARY_MEANING_ROOM];

	read_project(known[_i].driver, known[_i].source);
	for (size_t i = 0; i < dictionary.count; i++) {
		const struct dictionary_entry *entry = &dictionary.list[i];
		char family[DICTIONARY_LIST_ROOM];

		strcpy(family, dictionary_head(&dictionary, entry)->families);
		family[strcspn(family, " ")] = '\0';
		for (unsigned int j = 0; j < dictionary_name_count(entry->name); j++) {
			dictionary_name_write(entry->name, j, name);
			if (strchr(name, '{'))
				continue;
			ck_assert_msg(dictionary_find(&dictionary, family, name, &match), "%s",
				      name);
			ck_assert_msg(match.entry == entry || entry->general, "%s", name);
			dictionary_meaning(&match, meaning);
			ck_assert_ptr_null(strchr(meaning, '{'));
		}
	}
}
END_TEST

static void form_is(const char *family, const char *name, const char *variant,
		    enum dictionary_kind kind, unsigned int bits, const char *unit)
{
	struct dictionary_form form;

	ck_assert_msg(dictionary_find(&dictionary, family, name, &match), "%s", name);
	form = dictionary_form(&dictionary, match.entry, variant);
	ck_assert_msg(form.kind == kind && form.bits == bits, "%s: %s of %u bits", name,
		      dictionary_kind_name(form.kind), form.bits);
	ck_assert_str_eq(gpcd_unit_name(match.entry->unit), unit);
}

START_TEST(forms_that_matter)
{
	read_project("cxi", DICTIONARY_CXI);
	form_is("telemetry", "hni_sts_rx_ok_octets", "cassini1", DICTIONARY_COUNTER, 56, "bytes");
	form_is("telemetry", "lpe_cfg_event_cnts_ovf_cnt", NULL, DICTIONARY_COUNTER, 16, "events");
	form_is("telemetry", "lpe_sts_load_stats_load_3", NULL, DICTIONARY_COUNTER, 48, "unknown");
	form_is("telemetry", "pct_prf_trs_status_trs_in_use", "cassini1", DICTIONARY_GAUGE, 12,
		"objects");
	form_is("telemetry", "pct_prf_trs_status_trs_in_use", "cassini2", DICTIONARY_GAUGE, 14,
		"objects");
	form_is("telemetry", "hni_pcs_fecl_errors_8", "cassini1", DICTIONARY_ABSENT, 0, "errors");
	form_is("telemetry", "hni_pcs_fecl_errors_8", "cassini2", DICTIONARY_COUNTER, 56, "errors");
	read_project("mlx5_ib", DICTIONARY_RDMA);
	form_is("hw_counters", "out_of_buffer", NULL, DICTIONARY_COUNTER, 32, "packets");
	form_is("counters", "port_xmit_data", "classic", DICTIONARY_SATURATING, 32,
		"words of 4 bytes");
	form_is("counters", "port_xmit_data", "extended", DICTIONARY_COUNTER, 64,
		"words of 4 bytes");
	form_is("counters", "unicast_rcv_packets", "noietf", DICTIONARY_ABSENT, 0, "packets");
	form_is("counters", "VL15_dropped", "extended", DICTIONARY_SATURATING, 16, "packets");
	read_project("hfi1", DICTIONARY_RDMA);
	form_is("counters", "port_xmit_data", "extended", DICTIONARY_COUNTER, 64,
		"flits of 8 bytes");
	form_is("hw_counters", "SwLinkUp,32", NULL, DICTIONARY_COUNTER, 32, "events");
	read_project("mlx5_core", DICTIONARY_NET);
	form_is("ethtool", "rx_prio7_pause_duration", NULL, DICTIONARY_COUNTER, 64, "microseconds");
	form_is("ethtool", "outbound_pci_stalled_rd", NULL, DICTIONARY_GAUGE, 32, "percent");
	form_is("ethtool", "rx12_bytes", NULL, DICTIONARY_COUNTER, 64, "bytes");
	form_is("link", "rx_bytes", NULL, DICTIONARY_COUNTER, 64, "bytes");
	ck_assert(match.entry->general);
	ck_assert(!dictionary_find(&dictionary, "ethtool", "rx_no_such_counter", &match));
}
END_TEST

START_TEST(all_together)
{
	unsigned int found = 0, inferred = 0, empty = 0;

	read_project(NULL, DICTIONARY_ANY);
	for (size_t i = 0; i < dictionary.count; i++) {
		found += dictionary_mentions(&dictionary.list[i], "retrans");
		inferred += dictionary.list[i].inferred;
		empty += !dictionary.list[i].meaning[0];
	}
	ck_assert_uint_gt(found, 10);
	ck_assert_uint_gt(inferred, 100);
	ck_assert_uint_lt(empty, 10);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("dictionary_files");
	TCase *tcase = tcase_create("all");

	files = realpath("lib/dictionary/files", NULL);
	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, later_folders_and_files_count);
	tcase_add_test(tcase, a_configuration_folder);
	tcase_add_test(tcase, the_only_folder);
	tcase_add_test(tcase, a_wrong_file_is_named);
	tcase_add_test(tcase, what_is_no_file);
	tcase_add_loop_test(tcase, names_of_each_driver, 0, sizeof(known) / sizeof(*known));
	tcase_add_loop_test(tcase, every_name_is_found, 0, sizeof(known) / sizeof(*known));
	tcase_add_test(tcase, forms_that_matter);
	tcase_add_test(tcase, all_together);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
