// SPDX-License-Identifier: GPL-2.0-only
/*
 * Permission decisions: the nearest entry, the default, privilege, the epoch.
 */
#include "core/perms.c"

#include "kunit/people.h"

#define GENERATIONS	4

static void perms_exit(struct kunit *test)
{
	perms_clear();
	perms_default = GPCD_LEVEL_LOCAL;
	perms_ignored = false;
}

static int remove_job(u64 job)
{
	struct gpcd_perms_remove remove = { .job = job };

	return gpcd_perms_remove_command(NULL, &remove);
}

static int remove_all(u64 job)
{
	struct gpcd_perms_remove remove = { .job = job, .flags = GPCD_PERMS_REMOVE_ALL };

	return gpcd_perms_remove_command(NULL, &remove);
}

/* The default */

static void default_decides_without_entries(struct kunit *test)
{
	static const char *const texts[] = { "0", "1", "2", "0x3\n" };
	struct cgroup *cgroup = made_up_cgroup(test, 10, NULL);
	struct gpcd_verdict verdict;
	u32 level;

	for (level = 0; level <= GPCD_LEVEL_ALL; level++) {
		KUNIT_ASSERT_EQ(test, default_set(texts[level], NULL), 0);
		verdict = gpcd_perms_judge(cgroup);
		KUNIT_EXPECT_EQ(test, verdict.level, level);
		KUNIT_EXPECT_EQ(test, verdict.source, GPCD_PERMS_DEFAULT);
		KUNIT_EXPECT_EQ(test, verdict.entry_job, 0);
	}
}

static void default_is_local(struct kunit *test)
{
	struct cgroup *cgroup = made_up_cgroup(test, 10, NULL);

	KUNIT_EXPECT_EQ(test, gpcd_perms_judge(cgroup).level, GPCD_LEVEL_LOCAL);
}

static void default_refuses_what_is_no_level(struct kunit *test)
{
	static const struct {
		const char *text;
		int error;
	} bad[] = {
		{ "4", -EINVAL }, { "-1", -EINVAL }, { "", -EINVAL }, { "two", -EINVAL },
		{ "4294967295", -EINVAL }, { "4294967296", -ERANGE }, { "4294967299", -ERANGE },
	};
	u64 epoch = gpcd_perms_epoch();
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bad); i++)
		KUNIT_EXPECT_EQ_MSG(test, default_set(bad[i].text, NULL), bad[i].error, "'%s'",
				    bad[i].text);
	KUNIT_EXPECT_EQ(test, perms_default, GPCD_LEVEL_LOCAL);
	KUNIT_EXPECT_EQ(test, gpcd_perms_epoch(), epoch);
}

/* Entries */

static u32 level_of(unsigned int generation)
{
	return (generation + 3) % (GPCD_LEVEL_ALL + 1);
}

/* Every set of entries along a line of cgroups, asked about by each of them. */
static void expect_nearest(struct kunit *test, struct cgroup **line, unsigned int entries)
{
	unsigned int asked;
	int nearest;

	for (asked = 0; asked < GENERATIONS; asked++) {
		struct gpcd_verdict verdict = gpcd_perms_judge(line[asked]);

		nearest = fls(entries & ((2U << asked) - 1)) - 1;
		KUNIT_ASSERT_EQ_MSG(test, verdict.source,
				    nearest < 0 ? GPCD_PERMS_DEFAULT : GPCD_PERMS_ENTRY,
				    "entries %#x, generation %u", entries, asked);
		KUNIT_ASSERT_EQ_MSG(test, verdict.level,
				    nearest < 0 ? GPCD_LEVEL_LOCAL : level_of(nearest),
				    "entries %#x, generation %u", entries, asked);
		KUNIT_ASSERT_EQ_MSG(test, verdict.entry_job,
				    nearest < 0 ? 0 : cgroup_id(line[nearest]),
				    "entries %#x, generation %u", entries, asked);
	}
}

static void nearest_entry_decides(struct kunit *test)
{
	struct cgroup *line[GENERATIONS], *parent = NULL;
	unsigned int entries, i;

	for (i = 0; i < GENERATIONS; parent = line[i++])
		line[i] = made_up_cgroup(test, 100 - i, parent);
	for (entries = 0; entries < 1U << GENERATIONS; entries++) {
		perms_clear();
		for (i = 0; i < GENERATIONS; i++) {
			if (entries & 1U << i)
				KUNIT_ASSERT_EQ(test, gpcd_perms_set(100 - i, level_of(i)), 0);
		}
		expect_nearest(test, line, entries);
	}
}

static void level_none_is_an_entry_too(struct kunit *test)
{
	struct cgroup *parent = made_up_cgroup(test, 10, NULL);
	struct cgroup *child = made_up_cgroup(test, 11, parent);

	KUNIT_ASSERT_EQ(test, gpcd_perms_set(10, GPCD_LEVEL_ALL), 0);
	KUNIT_ASSERT_EQ(test, gpcd_perms_set(11, GPCD_LEVEL_NONE), 0);
	KUNIT_EXPECT_EQ(test, gpcd_perms_judge(child).level, GPCD_LEVEL_NONE);
	KUNIT_EXPECT_EQ(test, gpcd_perms_judge(child).source, GPCD_PERMS_ENTRY);
}

static void relatives_that_are_no_ancestors_do_not_decide(struct kunit *test)
{
	struct cgroup *parent = made_up_cgroup(test, 10, NULL);
	struct cgroup *child = made_up_cgroup(test, 11, parent);
	struct cgroup *sibling = made_up_cgroup(test, 12, parent);

	made_up_cgroup(test, 13, child);
	KUNIT_ASSERT_EQ(test, gpcd_perms_set(12, GPCD_LEVEL_ALL), 0);
	KUNIT_ASSERT_EQ(test, gpcd_perms_set(13, GPCD_LEVEL_ALL), 0);
	KUNIT_EXPECT_EQ(test, gpcd_perms_judge(child).source, GPCD_PERMS_DEFAULT);
	KUNIT_EXPECT_EQ(test, gpcd_perms_judge(parent).source, GPCD_PERMS_DEFAULT);
	KUNIT_EXPECT_EQ(test, gpcd_perms_judge(sibling).level, GPCD_LEVEL_ALL);
}

static void jobs_have_64_bits(struct kunit *test)
{
	struct cgroup *cgroup = made_up_cgroup(test, 5, NULL);
	struct cgroup *later = made_up_cgroup(test, 5 | 1ULL << 32, NULL);

	KUNIT_ASSERT_EQ(test, gpcd_perms_set(5 | 1ULL << 32, GPCD_LEVEL_ALL), 0);
	KUNIT_EXPECT_EQ(test, gpcd_perms_judge(cgroup).source, GPCD_PERMS_DEFAULT);
	KUNIT_EXPECT_EQ(test, gpcd_perms_judge(later).entry_job, 5 | 1ULL << 32);
}

static void set_refuses_what_is_no_entry(struct kunit *test)
{
	static const struct {
		u64 job, level;
	} bad[] = {
		{ 0, 1 }, { 5, 4 }, { 5, U64_MAX }, { 5, 1ULL << 32 }, { 5, 1ULL << 32 | 1 },
	};
	u64 epoch = gpcd_perms_epoch();
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bad); i++)
		KUNIT_EXPECT_EQ_MSG(test, gpcd_perms_set(bad[i].job, bad[i].level), -EINVAL,
				    "job %llu, level %#llx", bad[i].job, bad[i].level);
	KUNIT_EXPECT_TRUE(test, xa_empty(&perms_table));
	KUNIT_EXPECT_EQ(test, gpcd_perms_epoch(), epoch);
}

static void entries_are_counted(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, gpcd_perms_set(5, 1), 0);
	KUNIT_ASSERT_EQ(test, gpcd_perms_set(6, 0), 0);
	KUNIT_EXPECT_EQ(test, perms_entries, 2);
	KUNIT_ASSERT_EQ(test, gpcd_perms_set(5, 2), 0);
	KUNIT_EXPECT_EQ(test, perms_entries, 2);
	KUNIT_EXPECT_EQ(test, remove_job(6), 0);
	KUNIT_EXPECT_EQ(test, remove_job(6), -ENOENT);
	KUNIT_EXPECT_EQ(test, perms_entries, 1);
	KUNIT_EXPECT_EQ(test, remove_all(5), -EINVAL);
	KUNIT_EXPECT_EQ(test, perms_entries, 1);
	KUNIT_EXPECT_EQ(test, remove_all(0), 0);
	KUNIT_EXPECT_EQ(test, perms_entries, 0);
	KUNIT_EXPECT_TRUE(test, xa_empty(&perms_table));
}

static void table_has_an_end(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, gpcd_perms_set(5, 1), 0);
	perms_entries = PERMS_ENTRIES_MAX;
	KUNIT_EXPECT_EQ(test, gpcd_perms_set(6, 1), -ENOSPC);
	KUNIT_EXPECT_NULL(test, xa_load(&perms_table, 6));
	KUNIT_EXPECT_EQ(test, gpcd_perms_set(5, 2), 0);
	KUNIT_EXPECT_EQ(test, perms_entries, PERMS_ENTRIES_MAX);
	KUNIT_EXPECT_EQ(test, remove_job(5), 0);
	KUNIT_EXPECT_EQ(test, gpcd_perms_set(6, 1), 0);
}

/* Ignoring, and the epoch */

static void ignored_all_see_all(struct kunit *test)
{
	struct cgroup *cgroup = made_up_cgroup(test, 10, NULL);
	struct gpcd_verdict verdict;

	KUNIT_ASSERT_EQ(test, gpcd_perms_set(10, GPCD_LEVEL_NONE), 0);
	gpcd_perms_ignore_toggle();
	verdict = gpcd_perms_judge(cgroup);
	KUNIT_EXPECT_EQ(test, verdict.level, GPCD_LEVEL_ALL);
	KUNIT_EXPECT_EQ(test, verdict.source, GPCD_PERMS_IGNORED);
	KUNIT_EXPECT_EQ(test, verdict.entry_job, 0);
	gpcd_perms_ignore_toggle();
	KUNIT_EXPECT_EQ(test, gpcd_perms_judge(cgroup).level, GPCD_LEVEL_NONE);
}

#define EXPECT_NEW_EPOCH(test, call) do { \
	u64 before_ = gpcd_perms_epoch(); \
	call; \
	KUNIT_EXPECT_NE_MSG(test, gpcd_perms_epoch(), before_, #call); \
} while (0)

static void every_change_is_a_new_epoch(struct kunit *test)
{
	u64 epoch;

	EXPECT_NEW_EPOCH(test, gpcd_perms_set(5, 1));
	EXPECT_NEW_EPOCH(test, gpcd_perms_set(5, 2));
	EXPECT_NEW_EPOCH(test, remove_job(5));
	EXPECT_NEW_EPOCH(test, remove_all(0));
	EXPECT_NEW_EPOCH(test, gpcd_perms_ignore_toggle());
	EXPECT_NEW_EPOCH(test, gpcd_perms_ignore_toggle());
	EXPECT_NEW_EPOCH(test, default_set("1", NULL));
	epoch = gpcd_perms_epoch();
	remove_job(5);
	gpcd_perms_judge(made_up_cgroup(test, 5, NULL));
	KUNIT_EXPECT_EQ(test, gpcd_perms_epoch(), epoch);
}

/* Privilege */

static const struct {
	int capability;
	bool privileged;
} capabilities[] = {
	{ CAP_PERFMON, true }, { CAP_SYS_ADMIN, true }, { CAP_NET_ADMIN, false },
	{ CAP_DAC_OVERRIDE, false }, { NO_CAPABILITY, false },
};

static void privilege_is_perfmon_or_admin(struct kunit *test)
{
	const struct cred *before;
	bool privileged;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(capabilities); i++) {
		struct cred *cred = prepare_creds();

		KUNIT_ASSERT_NOT_NULL(test, cred);
		before = people_enter(cred, capabilities[i].capability);
		privileged = gpcd_perms_privileged(NULL);
		people_leave(before, cred);
		KUNIT_EXPECT_EQ_MSG(test, privileged, capabilities[i].privileged, "capability %d",
				    capabilities[i].capability);
	}
}

/* The reader of a handed-on group has no more to say than its maker had. */
static void privilege_of_a_file_is_its_openers(struct kunit *test)
{
	struct file *file = kunit_kzalloc(test, sizeof(*file), GFP_KERNEL);
	const struct cred *before;
	bool privileged;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, file);
	for (i = 0; i < ARRAY_SIZE(capabilities); i++) {
		struct cred *cred = prepare_creds();

		KUNIT_ASSERT_NOT_NULL(test, cred);
		before = people_enter(cred, capabilities[i].capability);
		revert_creds(before);
		file->f_cred = cred;
		privileged = gpcd_perms_privileged(file);
		put_cred(cred);
		KUNIT_EXPECT_EQ_MSG(test, privileged, capabilities[i].privileged, "capability %d",
				    capabilities[i].capability);
	}
}

static void expect_query(struct kunit *test, int capability, u32 level, u32 source)
{
	struct gpcd_perms_query query = {};
	struct cred *cred = prepare_creds();
	const struct cred *before;
	long ret;

	KUNIT_ASSERT_NOT_NULL(test, cred);
	before = people_enter(cred, capability);
	ret = gpcd_perms_query_command(NULL, &query);
	people_leave(before, cred);
	KUNIT_EXPECT_EQ(test, ret, 0);
	KUNIT_EXPECT_EQ(test, query.level, level);
	KUNIT_EXPECT_EQ(test, query.source, source);
	KUNIT_EXPECT_EQ(test, query.entry_job, source == GPCD_PERMS_ENTRY ? query.job : 0);
	KUNIT_EXPECT_EQ(test, query.default_level, GPCD_LEVEL_LOCAL);
}

static void query_says_what_decided(struct kunit *test)
{
	struct cgroup *cgroup = gpcd_cgroup_get();
	u64 own = cgroup_id(cgroup);

	cgroup_put(cgroup);
	expect_query(test, NO_CAPABILITY, GPCD_LEVEL_LOCAL, GPCD_PERMS_DEFAULT);
	expect_query(test, CAP_PERFMON, GPCD_LEVEL_ALL, GPCD_PERMS_PRIVILEGE);
	KUNIT_ASSERT_EQ(test, gpcd_perms_set(own, GPCD_LEVEL_NIC), 0);
	expect_query(test, NO_CAPABILITY, GPCD_LEVEL_NIC, GPCD_PERMS_ENTRY);
	expect_query(test, CAP_PERFMON, GPCD_LEVEL_ALL, GPCD_PERMS_PRIVILEGE);
	KUNIT_ASSERT_EQ(test, gpcd_perms_set(own, GPCD_LEVEL_ALL), 0);
	expect_query(test, CAP_PERFMON, GPCD_LEVEL_ALL, GPCD_PERMS_ENTRY);
	gpcd_perms_ignore_toggle();
	expect_query(test, NO_CAPABILITY, GPCD_LEVEL_ALL, GPCD_PERMS_IGNORED);
}

static struct kunit_case perms_cases[] = {
	KUNIT_CASE(default_decides_without_entries),
	KUNIT_CASE(default_is_local),
	KUNIT_CASE(default_refuses_what_is_no_level),
	KUNIT_CASE(nearest_entry_decides),
	KUNIT_CASE(level_none_is_an_entry_too),
	KUNIT_CASE(relatives_that_are_no_ancestors_do_not_decide),
	KUNIT_CASE(jobs_have_64_bits),
	KUNIT_CASE(set_refuses_what_is_no_entry),
	KUNIT_CASE(entries_are_counted),
	KUNIT_CASE(table_has_an_end),
	KUNIT_CASE(ignored_all_see_all),
	KUNIT_CASE(every_change_is_a_new_epoch),
	KUNIT_CASE(privilege_is_perfmon_or_admin),
	KUNIT_CASE(privilege_of_a_file_is_its_openers),
	KUNIT_CASE(query_says_what_decided),
	{}
};

static struct kunit_suite perms_suite = {
	.name = "perms",
	.exit = perms_exit,
	.test_cases = perms_cases,
};
kunit_test_suite(perms_suite);
