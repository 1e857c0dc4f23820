// SPDX-License-Identifier: GPL-2.0-only
/* A folder of counters as an interface, and the sources by their names. */
#include "nics/sources.h"
#include "reading.h"
#include "suite.h"
#include "tree.h"

static const struct nic_source *const counters = &nic_source_counters;
static struct nic nic;
static bool opened;

static void setup(void)
{
	tree_begin();
	read_clear();
	failing = NULL;
	hanging = NULL;
	opened = false;
	nic = (struct nic){ 0 };
	tree_put("mine/a", "1\n");
	tree_put("mine/b", "2\n");
}

static void teardown(void)
{
	if (opened)
		counters->close(&nic);
	tree_end();
}

static void open_folder(const char *name)
{
	ck_assert_int_eq(counters->open(&nic, name), 0);
	opened = true;
}

START_TEST(a_folder)
{
	static const bool wanted[] = { false, true };

	open_folder(tree_path("mine"));
	ck_assert_uint_eq(nic.count, 2);
	ck_assert_str_eq(nic.items[0].name, "a");
	ck_assert_str_eq(nic.items[0].family, "");
	ck_assert_str_eq(nic.about.driver, "mine");
	ck_assert(nic.about.minor);
	ck_assert_int_eq(counters->read(&nic, wanted, &reading), 0);
	ck_assert_uint_eq(read_values[0], UNTOUCHED);
	read_is(1, 2);
	ck_assert_int_eq(counters->about(&nic), 0);
}
END_TEST

/* The environment's folder stands for that of the system, not for those that people name. */
START_TEST(a_folder_from_where_the_program_is)
{
	char *before = getcwd(NULL, 0);

	ck_assert_int_eq(chdir(tree), 0);
	open_folder("mine");
	ck_assert_int_eq(chdir("/"), 0);
	ck_assert_int_eq(counters->read(&nic, NULL, &reading), 0);
	read_is(0, 1);
	ck_assert_int_eq(chdir(before), 0);
	free(before);
}
END_TEST

START_TEST(no_folder)
{
	char path[2 * 4096];

	memset(path, 'x', sizeof(path));
	path[0] = '/';
	path[sizeof(path) - 1] = '\0';
	ck_assert_int_eq(counters->open(&nic, tree_path("none")), -ENOENT);
	ck_assert_int_eq(counters->open(&nic, tree_path("mine/a")), -ENOTDIR);
	ck_assert_int_eq(counters->open(&nic, ""), -ENOENT);
	ck_assert_int_eq(counters->open(&nic, path), -ENAMETOOLONG);
}
END_TEST

static int refuse(void *data, const char *name, const struct nic_about *about)
{
	(void)data;
	(void)name;
	(void)about;
	return 1;
}

START_TEST(none_are_found)
{
	ck_assert_int_eq(counters->find(&(struct nic_visitor){ refuse, NULL }), 0);
}
END_TEST

/* --- the list of sources --- */

static const struct {
	const char *where;
	const char *prefix;	/* NULL: there is no such source */
	const char *name;
} places[] = {
	{ "cxi:cxi0", "cxi", "cxi0" },
	{ "counters:/tmp/a:b", "counters", "/tmp/a:b" },
	{ "cxi:", "cxi", "" },
	{ "cxi", NULL, NULL },
	{ "", NULL, NULL },
	{ ":cxi0", NULL, NULL },
	{ "cx:cxi0", NULL, NULL },
	{ "cxi0:cxi0", NULL, NULL },
	{ "CXI:cxi0", NULL, NULL },
	{ "/dev/gpcd0", NULL, NULL },
};

START_TEST(sources_by_name)
{
	const char *name = NULL;
	const struct nic_source *source = nic_source_of(places[_i].where, &name);

	ck_assert_int_eq(!source, !places[_i].prefix);
	if (!source)
		return;
	ck_assert_str_eq(source->prefix, places[_i].prefix);
	ck_assert_str_eq(name, places[_i].name);
}
END_TEST

START_TEST(every_source_is_whole)
{
	const char *name;

	for (unsigned int i = 0; nic_sources[i]; i++) {
		const struct nic_source *source = nic_sources[i];
		char where[NIC_NAME_ROOM];

		ck_assert_ptr_null(strchr(source->prefix, ':'));
		ck_assert(source->help && source->find && source->open && source->about &&
			  source->read && source->close);
		snprintf(where, sizeof(where), "%s:x", source->prefix);
		ck_assert_ptr_eq(nic_source_of(where, &name), source);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("nic_counters");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, a_folder);
	tcase_add_test(tcase, a_folder_from_where_the_program_is);
	tcase_add_test(tcase, no_folder);
	tcase_add_test(tcase, none_are_found);
	tcase_add_loop_test(tcase, sources_by_name, 0, sizeof(places) / sizeof(*places));
	tcase_add_test(tcase, every_source_is_whole);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
