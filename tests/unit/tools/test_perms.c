// SPDX-License-Identifier: GPL-2.0-only
/* The command's words for permissions, and how it reads its arguments. */
#include <sys/mman.h>

#include "cli/cli.h"
#include "cli/out/format.h"
#include "gpcd/commands.h"
#include "kernel.h"
#include "suite.h"

#define WORDS	14	/* of a command line, at most */

static char said[4096];

/* Run `gpcd perms' with these arguments; its output is in said. */
static int run_perms(const char *arguments)
{
	char line[256] = "perms", *argv[WORDS + 1] = { line }, *rest;
	int argc = 0, code, fd = memfd_create("output", MFD_CLOEXEC), out = dup(STDOUT_FILENO);
	ssize_t n;

	strcat(strcat(line, " "), arguments);
	for (rest = line; argc < WORDS && rest; argc++)
		argv[argc] = strsep(&rest, " ");
	argv[argc] = NULL;
	format_chosen = &format_csv;
	complain_as("gpcd perms");
	fflush(stdout);
	ck_assert_int_ge(dup2(fd, STDOUT_FILENO), 0);
	code = cmd_perms(argc, argv);
	ck_assert_int_ge(dup2(out, STDOUT_FILENO), 0);
	n = pread(fd, said, sizeof(said) - 1, 0);
	said[n > 0 ? n : 0] = '\0';
	__real_close(fd);
	__real_close(out);
	return code;
}

static void expect_said(const char *words)
{
	ck_assert_msg(strstr(said, words), "no \"%s\" in: %s", words, said);
}

static void setup(void)
{
	unsetenv(GPCD_DEVICE_ENV);
	kernel_boot();
}

#define NIC	GPCD_MAY_NIC
#define ROUTER	GPCD_MAY_ROUTER
#define SETUP	GPCD_MAY_SETUP
#define OTHERS	GPCD_MAY_OTHERS

static const struct {
	unsigned int may;
	unsigned int own;
	const char *may_read;
	const char *remedy;
} verdicts[] = {
	{ 0, 1, ",nothing,", "gpcd perms set --may nic 77," },
	{ 0, 0, ",nothing,", "gpcd perms set --may nic 77," },
	{ NIC, 1, ",\"NIC registers without set-up, of the job's own devices\",",
	  "gpcd perms set --may nic,router 77\"" },
	{ NIC, 0, ",\"nothing of this device; NIC registers without set-up, of the job's own",
	  "gpcd perms set --may nic 77 /dev/gpcd0 and the job's other devices," },
	{ ROUTER | SETUP, 1, ",\"tiles of routers, of the job's own devices\",",
	  "gpcd perms set --may nic,router,setup 77\"" },
	{ NIC | ROUTER | SETUP, 1, ",\"NIC registers and tiles of routers, of the job's own",
	  "gpcd perms set --may nic,router,setup,others 77\"" },
	{ NIC | ROUTER | SETUP, 0, ",\"nothing of this device; NIC registers and tiles of",
	  "gpcd perms set --may nic,router,setup 77 /dev/gpcd0 and the job's other devices\"" },
	{ NIC | OTHERS, 0, ",\"NIC registers without set-up, of all devices\",",
	  "gpcd perms set --may nic,router,others 77\"" },
	{ SETUP | OTHERS, 0, ",nothing,", "gpcd perms set --may nic,setup,others 77\"" },
	{ GPCD_MAY_ALL, 1, ",everything;", ",yes,," },
	{ GPCD_MAY_ALL, 0, ",everything;", ",no,," },
};

START_TEST(query_is_true_of_the_device)
{
	kernel.query = (struct gpcd_perms_query) {
		.may = verdicts[_i].may,
		.own = verdicts[_i].own,
		.source = GPCD_PERMS_ENTRY,
		.job = 77,
	};
	ck_assert_int_eq(run_perms("query"), 0);
	expect_said(verdicts[_i].may_read);
	expect_said(verdicts[_i].remedy);
}
END_TEST

START_TEST(query_of_a_newer_module)
{
	kernel.query = (struct gpcd_perms_query) {
		.may = GPCD_MAY_ALL, .own = 1, .source = GPCD_PERMS_PRIVILEGE + 1, .job = 77,
	};
	ck_assert_int_eq(run_perms("query"), 0);
	expect_said(",unknown,a reason that this version does not know,77,");
}
END_TEST

START_TEST(list_names_devices)
{
	kernel.entry = (struct gpcd_perms_entry) {
		.job = 40,
		.may = NIC | SETUP,
		.nic_count = 2,
	};
	kernel.named[0] = (struct gpcd_nic) { 1, 17 };
	kernel.named[1] = (struct gpcd_nic) { 4294967295, 4294967295 };
	ck_assert_int_eq(run_perms("list"), 0);
	expect_said("40,nic setup,1:17 4294967295:4294967295,");
}
END_TEST

START_TEST(list_of_an_entry_without_devices)
{
	kernel.entry = (struct gpcd_perms_entry) { .job = 40, .may = GPCD_MAY_ALL };
	ck_assert_int_eq(run_perms("list"), 0);
	expect_said("40,nic router setup others,,");
}
END_TEST

START_TEST(set_takes_devices_by_any_name)
{
	const struct gpcd_nic nic[] = { { 1, 1 }, { 1, 17 }, { 2, 18 }, { 1, 1 } };

	struct stat root;

	ck_assert_int_eq(stat("/", &root), 0);
	ck_assert_int_eq(run_perms("set --may nic,router / gpcd0 17 2:18 /dev/gpcd3"), 0);
	ck_assert_uint_eq(kernel.entry.job, root.st_ino);
	ck_assert_uint_eq(kernel.entry.may, NIC | ROUTER);
	ck_assert_uint_eq(kernel.entry.nic_count, 4);
	ck_assert_mem_eq(kernel.named, nic, sizeof(nic));
}
END_TEST

static const struct {
	const char *words;
	uint32_t may;
} words[] = {
	{ "none", 0 }, { "nic", NIC }, { "NIC,Setup", NIC | SETUP },
	{ "others,router", ROUTER | OTHERS },
	{ "all", GPCD_MAY_ALL }, { "none,nic", NIC }, { "nic,nic", NIC },
};

START_TEST(words_are_a_mask)
{
	char arguments[64];

	snprintf(arguments, sizeof(arguments), "set --may %s /", words[_i].words);
	ck_assert_int_eq(run_perms(arguments), 0);
	ck_assert_uint_eq(kernel.entry.may, words[_i].may);
}
END_TEST

START_TEST(table_needs_no_chip)
{
	kernel.unplugged = 1;
	ck_assert_int_eq(run_perms("set --may nic / 1 2 3 4 5 6 7 8 9"), 0);
	ck_assert_uint_eq(kernel.entry.nic_count, 9);
	ck_assert_int_eq(run_perms("list"), 0);
	ck_assert_int_eq(run_perms("remove 5"), 0);
	ck_assert_int_eq(run_perms("policy"), 0);
}
END_TEST

static const struct {
	const char *arguments;
	uint32_t flags;
	uint32_t may;
	uint32_t ignored;
} policies[] = {
	{ "policy", 0, NIC, 0 },
	{ "policy --may none", GPCD_PERMS_POLICY_MAY, 0, 0 },
	{ "policy --ignore on", GPCD_PERMS_POLICY_IGNORED, NIC, 1 },
	{ "policy --may router,others --ignore off",
	  GPCD_PERMS_POLICY_MAY | GPCD_PERMS_POLICY_IGNORED, ROUTER | OTHERS, 0 },
};

START_TEST(policy_sets_what_is_given)
{
	ck_assert_int_eq(run_perms(policies[_i].arguments), 0);
	ck_assert_uint_eq(kernel.policy.flags, policies[_i].flags);
	ck_assert_uint_eq(kernel.policy.may, policies[_i].may);
	ck_assert_uint_eq(kernel.policy.ignored, policies[_i].ignored);
}
END_TEST

START_TEST(policy_is_printed)
{
	kernel.policy.may = NIC | OTHERS;
	kernel.policy.ignored = 1;
	ck_assert_int_eq(run_perms("policy"), 0);
	expect_said("nic others,yes");
}
END_TEST

START_TEST(remove_one_or_all)
{
	ck_assert_int_eq(run_perms("remove 5"), 0);
	ck_assert_uint_eq(kernel.removed.job, 5);
	ck_assert_int_eq(run_perms("remove all"), 0);
	ck_assert_uint_eq(kernel.removed.flags, GPCD_PERMS_REMOVE_ALL);
}
END_TEST

static const struct {
	int ctl;
	int refuse;
	int code;
} refusals[] = {
	{ .ctl = ENOENT, .code = EXIT_DEVICE },
	{ .ctl = EACCES, .code = EXIT_PERMISSION },
	{ .refuse = EPERM, .code = EXIT_PERMISSION },
	{ .refuse = ENOSPC, .code = EXIT_RUNTIME },
};

START_TEST(refusals_have_exit_codes)
{
	kernel.ctl = refusals[_i].ctl;
	kernel.refuse = refusals[_i].refuse;
	ck_assert_int_eq(run_perms("set --may nic /"), refusals[_i].code);
	ck_assert_int_eq(run_perms("list"), refusals[_i].code);
	ck_assert_int_eq(run_perms("remove 5"), refusals[_i].code);
	ck_assert_int_eq(run_perms("policy --ignore off"), refusals[_i].code);
}
END_TEST

/* The kernel finds out what is no cgroup, the removal what has no entry. */
START_TEST(jobs_that_are_none)
{
	kernel.refuse = EBADF;
	ck_assert_int_eq(run_perms("set --may nic /"), EXIT_USAGE);
	kernel.refuse = ENOENT;
	ck_assert_int_eq(run_perms("set --may nic /"), EXIT_USAGE);
	ck_assert_int_eq(run_perms("remove 5"), EXIT_RUNTIME);
	kernel.refuse = 0;
	ck_assert_int_eq(run_perms("set --may nic /no/such/cgroup"), EXIT_USAGE);
	ck_assert_int_eq(run_perms("set --may nic /dev/null"), EXIT_USAGE);
	ck_assert_int_eq(run_perms("remove /proc"), EXIT_USAGE);
	ck_assert_uint_eq(kernel.entry.job, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("perms");
	TCase *tests = tcase_create("perms");

	tcase_add_checked_fixture(tests, setup, NULL);
	tcase_add_loop_test(tests, query_is_true_of_the_device, 0, ARRAY_SIZE(verdicts));
	tcase_add_test(tests, query_of_a_newer_module);
	tcase_add_test(tests, list_names_devices);
	tcase_add_test(tests, list_of_an_entry_without_devices);
	tcase_add_test(tests, set_takes_devices_by_any_name);
	tcase_add_loop_test(tests, words_are_a_mask, 0, ARRAY_SIZE(words));
	tcase_add_test(tests, table_needs_no_chip);
	tcase_add_loop_test(tests, policy_sets_what_is_given, 0, ARRAY_SIZE(policies));
	tcase_add_test(tests, policy_is_printed);
	tcase_add_test(tests, remove_one_or_all);
	tcase_add_test(tests, jobs_that_are_none);
	tcase_add_loop_test(tests, refusals_have_exit_codes, 0, ARRAY_SIZE(refusals));
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
