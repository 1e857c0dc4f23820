// SPDX-License-Identifier: GPL-2.0-only
/*
 * Entries of the permission table: which one decides, what queries return, and who may change it by
 * legacy calls. The control node is in perms_ctl.c.
 */
#include "actor.h"
#include "suite.h"

/* --- which entry decides ------------------------------------------------- */

static const struct access read_nic = { .addr = NIC_REG };
static const struct access read_tile = { .addr = TILE_REG };
static const struct access read_remote = { .nic_addr = REMOTE, .addr = NIC_REG };
static const struct access write_nic = { .addr = NIC_REG, .write = 1 };

START_TEST(nearest_ancestor_decides)
{
	int fd = device_open();

	job_make("nic/child");
	job_make("nic/child/grandchild");
	ck_assert_int_eq(access_by(&member, "nic/child/grandchild", &read_nic), 0);
	ck_assert_int_eq(access_by(&member, "nic/child/grandchild", &read_tile), EPERM);
	ck_assert_int_eq(perms_set(fd, job_id("nic/child"), GPC_PERMS_ALL), 0);
	ck_assert_int_eq(access_by(&member, "nic/child/grandchild", &read_remote), 0);
	ck_assert_int_eq(access_by(&member, "nic", &read_tile), EPERM);
	ck_assert_int_eq(perms_set(fd, job_id("nic/child/grandchild"), GPC_PERMS_NONE), 0);
	ck_assert_int_eq(access_by(&member, "nic/child/grandchild", &read_nic), EPERM);
	ck_assert_int_eq(access_by(&member, "nic/child", &read_remote), 0);
}
END_TEST

START_TEST(default_where_no_entry)
{
	const struct access *reads[] = { &read_nic, &read_tile, &read_remote };
	unsigned int level, i;

	job_make("free");
	for (level = 0; level <= GPC_PERMS_ALL; level++) {
		default_level_set(level);
		for (i = 0; i < 3; i++)
			ck_assert_int_eq(access_by(&member, "free", reads[i]),
					 i < level ? 0 : EPERM);
	}
}
END_TEST

START_TEST(default_is_local)
{
	job_make("free");
	ck_assert_int_eq(access_by(&member, "free", &read_tile), 0);
	ck_assert_int_eq(access_by(&member, "free", &read_remote), EPERM);
}
END_TEST

START_TEST(none_refuses_beside_a_generous_default)
{
	default_level_set(GPC_PERMS_ALL);
	ck_assert_int_eq(access_by(&member, "none", &read_nic), EPERM);
}
END_TEST

START_TEST(removed_entry_decides_no_more)
{
	uint64_t job = job_id("none");

	ck_assert_int_eq(access_by(&member, "none", &read_nic), EPERM);
	ck_assert_int_eq(perms_remove(job), 0);
	ck_assert_int_eq(access_by(&member, "none", &read_nic), 0);
	ck_assert_int_eq(perms_remove(job), ENOENT);
	ck_assert_int_eq(access_by(&member, "nic", &read_tile), EPERM);
	ck_assert_int_eq(perms_remove(0), 0);
	ck_assert_int_eq(access_by(&member, "nic", &read_tile), 0);
}
END_TEST

/* Ids of cgroups pass 32 bits once their inode numbers have wrapped. */
START_TEST(jobs_above_32_bits)
{
	const uint64_t low = 0x55, high = low | 1ULL << 32, top = ~0ULL;
	struct gpcd_perms_entry found[3];
	struct gpcd_nic nics[3];
	struct gpcd_perms_list list = {
		.size = sizeof(list), .after = low, .count = 3, .nic_count = 3,
		.entry_size = sizeof(found[0]), .entries = (uintptr_t)found,
		.nics = (uintptr_t)nics,
	};
	int fd = device_open();

	must(!perms_remove(0), "PERMS_REMOVE");
	ck_assert_int_eq(perms_set(fd, low, GPC_PERMS_NIC), 0);
	ck_assert_int_eq(perms_set(fd, high, GPC_PERMS_ALL), 0);
	ck_assert_int_eq(perms_set(fd, top, GPC_PERMS_NONE), 0);
	ck_assert_int_eq(ioctl(ctl_open(), GPCD_IOC_PERMS_LIST, &list), 0);
	ck_assert_uint_eq(list.count, 2);
	ck_assert_uint_eq(found[0].job, high);
	ck_assert_uint_eq(found[0].may, GPCD_MAY_ALL);
	ck_assert_uint_eq(found[1].job, top);
	ck_assert_int_eq(perms_remove(high), 0);
	ck_assert_int_eq(perms_remove(high), ENOENT);
	ck_assert_int_eq(perms_remove(top), 0);
	ck_assert_int_eq(perms_remove(low), 0);
}
END_TEST

/* --- ignoring permissions ------------------------------------------------ */

START_TEST(ignoring_raises_readers)
{
	int fd = device_open();

	ignore_toggle(fd);
	ck_assert_int_eq(access_by(&member, "none", &read_remote), 0);
	ck_assert_int_eq(access_by(&user, "none", &read_nic), EACCES);
	ignore_toggle(fd);
	ck_assert_int_eq(access_by(&member, "none", &read_nic), EPERM);
}
END_TEST

START_TEST(ignoring_grants_no_writing)
{
	int fd = device_open();

	ignore_toggle(fd);
	ck_assert_int_eq(access_by(&member, "all", &write_nic), EPERM);
	ignore_toggle(fd);
}
END_TEST

/* --- what the query says ------------------------------------------------- */

static int query_differs(const void *arg)
{
	const struct gpcd_perms_query *wanted = arg;
	struct gpcd_perms_query got;

	perms_query(&got);
	if (got.may == wanted->may && got.source == wanted->source &&
	    got.job == wanted->job && got.entry_job == wanted->entry_job && got.own)
		return 0;
	fprintf(stderr, "may %#x source %u job %llu entry %llu own %u\n", got.may, got.source,
		got.job, got.entry_job, got.own);
	return 1;
}

static void assert_query(const struct actor *who, const char *job, unsigned int level,
			 unsigned int source, const char *entry)
{
	struct actor actor = *who;
	struct gpcd_perms_query wanted = {
		.may = level_may[level],
		.source = source,
		.job = job_id(job),
		.entry_job = entry ? job_id(entry) : 0,
	};

	actor.job = job;
	ck_assert_msg(!act(&actor, query_differs, &wanted),
		      "%s: wanted level %u source %u entry %s; its answer is above", job, level,
		      source, entry);
}

START_TEST(query_says_who_decided)
{
	job_make("free");
	job_make("nic/heir");
	assert_query(&member, "free", GPC_PERMS_LOCAL, GPCD_PERMS_DEFAULT, NULL);
	assert_query(&member, "none", GPC_PERMS_NONE, GPCD_PERMS_ENTRY, "none");
	assert_query(&member, "nic/heir", GPC_PERMS_NIC, GPCD_PERMS_ENTRY, "nic");
}
END_TEST

START_TEST(query_says_privilege)
{
	job_make("free");
	assert_query(&root, "free", GPC_PERMS_ALL, GPCD_PERMS_PRIVILEGE, NULL);
}
END_TEST

START_TEST(query_says_ignored)
{
	int fd = device_open();

	ignore_toggle(fd);
	assert_query(&member, "none", GPC_PERMS_ALL, GPCD_PERMS_IGNORED, NULL);
	ignore_toggle(fd);
	assert_query(&member, "none", GPC_PERMS_NONE, GPCD_PERMS_ENTRY, "none");
}
END_TEST

/* --- administration ------------------------------------------------------ */

START_TEST(levels_above_all_are_refused)
{
	int fd = device_open();

	ck_assert_int_eq(perms_set(fd, 77, GPC_PERMS_ALL + 1), EINVAL);
	ck_assert_int_eq(perms_set(fd, 77, 1ULL << 32), EINVAL);
	ck_assert_int_eq(perms_remove(77), ENOENT);
}
END_TEST

static int set_entry(const void *unused)
{
	(void)unused;
	return perms_set(device_open(), 77, GPC_PERMS_ALL);
}

static int toggle_ignoring(const void *unused)
{
	(void)unused;
	return result(ioctl(device_open(), GPC_IOC_IGNORE_PERMS, NULL));
}

static int print_table(const void *unused)
{
	(void)unused;
	return result(ioctl(device_open(), GPC_IOC_LIST_PERMS, NULL));
}

/* CAP_PERFMON sees all, but administers nothing. */
START_TEST(administration_needs_admin)
{
	int (*deeds[])(const void *) = {
		set_entry, toggle_ignoring, print_table,
	};
	const struct actor perfmon = { .member = 1, .capability = CAP_PERFMON };
	const struct actor admin = { .member = 1, .capability = CAP_SYS_ADMIN };

	ck_assert_int_eq(act(&member, deeds[_i], NULL), EPERM);
	ck_assert_int_eq(act(&perfmon, deeds[_i], NULL), EPERM);
	ck_assert_int_eq(act(&admin, deeds[_i], NULL), 0);
	if (deeds[_i] == toggle_ignoring)
		ignore_toggle(device_open());
}
END_TEST

static Suite *perms_entries_suite(void)
{
	Suite *suite = suite_create("perms_entries");
	TCase *decision = tcase_create("decision");
	TCase *administration = tcase_create("administration");

	tcase_add_checked_fixture(decision, table_fill, NULL);
	tcase_add_test(decision, nearest_ancestor_decides);
	tcase_add_test(decision, default_where_no_entry);
	tcase_add_test(decision, default_is_local);
	tcase_add_test(decision, none_refuses_beside_a_generous_default);
	tcase_add_test(decision, removed_entry_decides_no_more);
	tcase_add_test(decision, ignoring_raises_readers);
	tcase_add_test(decision, ignoring_grants_no_writing);
	tcase_add_test(decision, query_says_who_decided);
	tcase_add_test(decision, query_says_privilege);
	tcase_add_test(decision, query_says_ignored);
	suite_add_tcase(suite, decision);

	tcase_add_checked_fixture(administration, table_fill, NULL);
	tcase_add_test(administration, levels_above_all_are_refused);
	tcase_add_test(administration, jobs_above_32_bits);
	tcase_add_loop_test(administration, administration_needs_admin, 0, 3);
	suite_add_tcase(suite, administration);
	return suite;
}

int main(void)
{
	return suite_run(perms_entries_suite());
}
