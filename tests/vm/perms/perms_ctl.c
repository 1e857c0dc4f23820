// SPDX-License-Identifier: GPL-2.0-only
/*
 * The control node, /dev/gpcdctl, with and without a chip: what the permission table accepts and
 * returns, and for whom.
 */
#include <string.h>

#include "actor.h"
#include "suite.h"

#define JOB	0x100000001ULL	/* not a cgroup's id, nor are its multiples */

static int ctl;

static void setup(void)
{
	ctl = ctl_open();
	must(!perms_remove_by(ctl, 0), "PERMS_REMOVE");
}

static int list_entries(uint64_t after, struct gpcd_perms_entry *entries, uint32_t count)
{
	struct gpcd_perms_list list = {
		.size = sizeof(list),
		.after = after,
		.count = count,
		.entry_size = sizeof(*entries),
		.entries = (uintptr_t)entries,
	};

	return ioctl(ctl, GPCD_IOC_PERMS_LIST, &list) < 0 ? -errno : (int)list.count;
}

static struct gpcd_perms_entry entry_of(uint64_t job, uint32_t may, uint32_t nics)
{
	struct gpcd_perms_entry entry = { .job = job, .may = may, .nics = nics };

	for (uint32_t i = 0; i < nics; i++)
		entry.nic[i] = (struct gpcd_nic){ 1 + i, 100 + i };
	return entry;
}

/* --- entries ---------------------------------------------------------------- */

START_TEST(entry_is_listed_as_it_was_set)
{
	struct gpcd_perms_entry entry = entry_of(JOB, _i % 16, _i), got[2];

	ck_assert_int_eq(perms_give(ctl, &entry), 0);
	memset(got, 0xa5, sizeof(got));
	ck_assert_int_eq(list_entries(0, got, 2), 1);
	ck_assert_msg(!memcmp(got, &entry, sizeof(entry)), "with %d devices it differs", _i);
}
END_TEST

START_TEST(entry_is_replaced_whole)
{
	struct gpcd_perms_entry first = entry_of(JOB, GPCD_MAY_ALL, 8);
	struct gpcd_perms_entry second = entry_of(JOB, GPCD_MAY_NIC, 1), got[2];

	ck_assert_int_eq(perms_give(ctl, &first), 0);
	ck_assert_int_eq(perms_give(ctl, &second), 0);
	ck_assert_int_eq(list_entries(0, got, 2), 1);
	ck_assert_msg(!memcmp(got, &second, sizeof(second)), "something of the first is left");
}
END_TEST

START_TEST(entry_goes_when_it_is_removed)
{
	struct gpcd_perms_entry entry = entry_of(JOB, GPCD_MAY_NIC, 1), got;

	ck_assert_int_eq(perms_give(ctl, &entry), 0);
	ck_assert_int_eq(perms_remove_by(ctl, JOB), 0);
	ck_assert_int_eq(list_entries(0, &got, 1), 0);
	ck_assert_int_eq(perms_remove_by(ctl, JOB), ENOENT);
}
END_TEST

START_TEST(removal_of_all_names_no_job)
{
	struct gpcd_perms_remove req = {
		.size = sizeof(req), .flags = GPCD_PERMS_REMOVE_ALL, .job = JOB,
	};
	struct gpcd_perms_entry entry = entry_of(JOB, GPCD_MAY_NIC, 1);

	ck_assert_int_eq(perms_give(ctl, &entry), 0);
	ck_assert_int_eq(result(ioctl(ctl, GPCD_IOC_PERMS_REMOVE, &req)), EINVAL);
	ck_assert_int_eq(list_entries(0, &entry, 1), 1);
}
END_TEST

/* Exactly one thing in each entry is out of its range. */
static const struct bad {
	const char *what;
	struct gpcd_perms_entry entry;
} bad[] = {
	{ "job 0", { .may = 1 } },
	{ "a bit above", { .job = JOB, .may = GPCD_MAY_ALL + 1 } },
	{ "the last bit", { .job = JOB, .may = 1U << 31 | GPCD_MAY_NIC } },
	{ "9 devices", { JOB, 1, 9, { { 1, 1 }, { 1, 2 }, { 1, 3 }, { 1, 4 }, { 1, 5 },
				      { 1, 6 }, { 1, 7 }, { 1, 8 } } } },
	{ "2^32 - 1 devices", { .job = JOB, .may = 1, .nics = UINT32_MAX } },
	{ "domain 0", { JOB, 1, 1, { { 0, 1 } } } },
	{ "nic_addr 0", { JOB, 1, 1, { { 1, 0 } } } },
	{ "the second nic_addr 0", { JOB, 1, 2, { { 1, 1 }, { 1, 0 } } } },
	{ "a domain behind the last device", { JOB, 1, 1, { { 1, 1 }, { 1, 0 } } } },
	{ "a nic_addr behind the last device", { .job = JOB, .may = 1,
						 .nic[GPCD_PERMS_NICS - 1].nic_addr = 1 } },
};

START_TEST(entry_out_of_range)
{
	struct gpcd_perms_entry got;
	int err = perms_give(ctl, &bad[_i].entry);

	ck_assert_msg(err == EINVAL, "%s: errno %d, not EINVAL", bad[_i].what, err);
	ck_assert_int_eq(list_entries(0, &got, 1), 0);
}
END_TEST

/* Ids of cgroups pass 32 bits once their inode numbers have wrapped. */
START_TEST(jobs_above_32_bits)
{
	const uint64_t low = 0x55, high = low | 1ULL << 32, top = ~0ULL;
	const struct gpcd_perms_entry entries[] = {
		entry_of(low, GPCD_MAY_NIC, 0), entry_of(high, GPCD_MAY_ALL, 0),
		entry_of(top, 0, 0),
	};
	struct gpcd_perms_entry found[3];

	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(perms_give(ctl, &entries[i]), 0);
	ck_assert_int_eq(list_entries(low, found, 3), 2);
	ck_assert_uint_eq(found[0].job, high);
	ck_assert_uint_eq(found[0].may, GPCD_MAY_ALL);
	ck_assert_uint_eq(found[1].job, top);
	ck_assert_int_eq(perms_remove_by(ctl, high), 0);
	ck_assert_int_eq(perms_remove_by(ctl, high), ENOENT);
	ck_assert_int_eq(list_entries(0, found, 3), 2);
	ck_assert_uint_eq(found[0].job, low);
	ck_assert_uint_eq(found[0].may, GPCD_MAY_NIC);
	ck_assert_int_eq(perms_remove_by(ctl, top), 0);
}
END_TEST

/* --- lists ------------------------------------------------------------------- */

#define LISTED 100
#define PAGE 7

START_TEST(list_by_pages)
{
	struct gpcd_perms_entry page[PAGE + 1];
	uint64_t last = 0;
	int i, n = 0, got;

	for (i = LISTED; i; i--) {
		struct gpcd_perms_entry entry = entry_of(i * JOB, i % 16, i % 9);

		ck_assert_int_eq(perms_give(ctl, &entry), 0);
	}
	page[PAGE].job = 0;
	while ((got = list_entries(last, page, PAGE)) > 0) {
		ck_assert_int_eq(got, n + PAGE < LISTED ? PAGE : LISTED - n);
		for (i = 0; i < got; i++) {
			n++;
			ck_assert_uint_eq(page[i].job, n * JOB);
			ck_assert_uint_eq(page[i].may, n % 16);
			ck_assert_uint_eq(page[i].nics, n % 9);
		}
		last = page[got - 1].job;
	}
	ck_assert_int_eq(got, 0);
	ck_assert_int_eq(n, LISTED);
	ck_assert_uint_eq(page[PAGE].job, 0);
}
END_TEST

#define STRIDE (sizeof(struct gpcd_perms_entry) + 16)

START_TEST(list_of_longer_entries)
{
	struct gpcd_perms_entry entries[] = {
		entry_of(JOB, GPCD_MAY_NIC, 8), entry_of(2 * JOB, GPCD_MAY_ALL, 0),
	};
	unsigned char longer[2 * STRIDE];
	struct gpcd_perms_list list = {
		.size = sizeof(list), .count = 2, .entry_size = STRIDE,
		.entries = (uintptr_t)longer,
	};

	memset(longer, 0xa5, sizeof(longer));
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(perms_give(ctl, &entries[i]), 0);
	ck_assert_int_eq(ioctl(ctl, GPCD_IOC_PERMS_LIST, &list), 0);
	ck_assert_uint_eq(list.count, 2);
	ck_assert_uint_eq(list.entry_size, sizeof(entries[0]));
	for (int i = 0; i < 2; i++) {
		const unsigned char *at = longer + i * STRIDE;

		ck_assert_msg(!memcmp(at, &entries[i], sizeof(entries[i])), "entry %d differs", i);
		for (size_t j = sizeof(entries[i]); j < STRIDE; j++)
			ck_assert_msg(at[j] == 0xa5, "byte %zu behind entry %d was written", j, i);
	}
}
END_TEST

START_TEST(list_of_entries_below_the_first_version)
{
	struct gpcd_perms_entry entry;
	struct gpcd_perms_list list = {
		.size = sizeof(list), .count = 1, .entries = (uintptr_t)&entry,
		.entry_size = GPCD_PERMS_ENTRY_SIZE_1 - 1,
	};

	ck_assert_int_eq(result(ioctl(ctl, GPCD_IOC_PERMS_LIST, &list)), EINVAL);
	list.entry_size = 0;
	ck_assert_int_eq(result(ioctl(ctl, GPCD_IOC_PERMS_LIST, &list)), EINVAL);
}
END_TEST

/* --- ignoring ---------------------------------------------------------------- */

/* Return the earlier setting, or a negative errno. */
static int ignore(uint32_t on)
{
	struct gpcd_perms_ignore req = { .size = sizeof(req), .on = on };

	return ioctl(ctl, GPCD_IOC_PERMS_IGNORE, &req) ? -errno : (int)req.was;
}

static int ignored(void)
{
	FILE *file = fopen("/sys/class/gpcd/ignore_perms", "r");
	int on = -1;

	must(file && fscanf(file, "%d", &on) == 1, "ignore_perms");
	fclose(file);
	return on;
}

START_TEST(ignore_sets_and_says_what_was)
{
	static const struct {
		uint32_t on;
		int was;
	} steps[] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 }, { 0, 0 } };

	ignore(0);
	for (unsigned int i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
		int was = ignore(steps[i].on);

		ck_assert_msg(was == steps[i].was, "step %u: it says %d, wanted %d", i, was,
			      steps[i].was);
		ck_assert_int_eq(ignored(), steps[i].on);
	}
	ck_assert_int_eq(ignore(2), -EINVAL);
	ck_assert_int_eq(ignored(), 0);
}
END_TEST

/* --- authority --------------------------------------------------------------- */

static int set_deed(const void *unused)
{
	struct gpcd_perms_entry entry = entry_of(JOB, GPCD_MAY_ALL, 0);

	(void)unused;
	return perms_give(ctl, &entry);
}

static int list_deed(const void *unused)
{
	struct gpcd_perms_entry entry;
	int got = list_entries(0, &entry, 1);

	(void)unused;
	return got < 0 ? -got : 0;
}

static int remove_deed(const void *unused)
{
	(void)unused;
	return perms_remove_by(ctl, 0);
}

static int ignore_deed(const void *unused)
{
	int was = ignore(0);

	(void)unused;
	return was < 0 ? -was : 0;
}

static int open_deed(const void *unused)
{
	(void)unused;
	return result(open(CTL_PATH, O_RDWR));
}

/* The descriptor was passed on by root. */
START_TEST(each_call_needs_admin)
{
	int (* const deeds[])(const void *) = { set_deed, list_deed, remove_deed, ignore_deed };
	const struct actor perfmon = { .member = 1, .capability = CAP_PERFMON };
	const struct actor admin = { .capability = CAP_SYS_ADMIN };

	ck_assert_int_eq(act(&member, deeds[_i], NULL), EPERM);
	ck_assert_int_eq(act(&perfmon, deeds[_i], NULL), EPERM);
	ck_assert_int_eq(act(&admin, deeds[_i], NULL), 0);
}
END_TEST

START_TEST(node_is_roots)
{
	ck_assert_int_eq(act(&member, open_deed, NULL), EACCES);
	ck_assert_int_eq(act(&root, open_deed, NULL), 0);
}
END_TEST

static Suite *perms_ctl_suite(void)
{
	Suite *suite = suite_create("perms_ctl");
	TCase *tcase = tcase_create("ctl");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_loop_test(tcase, entry_is_listed_as_it_was_set, 0, GPCD_PERMS_NICS + 1);
	tcase_add_test(tcase, entry_is_replaced_whole);
	tcase_add_test(tcase, entry_goes_when_it_is_removed);
	tcase_add_test(tcase, removal_of_all_names_no_job);
	tcase_add_loop_test(tcase, entry_out_of_range, 0, sizeof(bad) / sizeof(*bad));
	tcase_add_test(tcase, jobs_above_32_bits);
	tcase_add_test(tcase, list_by_pages);
	tcase_add_test(tcase, list_of_longer_entries);
	tcase_add_test(tcase, list_of_entries_below_the_first_version);
	tcase_add_test(tcase, ignore_sets_and_says_what_was);
	tcase_add_loop_test(tcase, each_call_needs_admin, 0, 4);
	tcase_add_test(tcase, node_is_roots);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(perms_ctl_suite());
}
