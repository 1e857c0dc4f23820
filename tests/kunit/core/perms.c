// SPDX-License-Identifier: GPL-2.0-only
/*
 * Permission decisions: the nearest entry, the default, own devices, privilege, the epoch.
 */
#include "core/core.h"

static bool judge_seen(u32 (*reach)(struct gpcd_reader *reader,
				    const struct gpcd_device *device));
#define gpcd_devices_judge judge_seen

#include "core/perms.c"

#undef gpcd_devices_judge

#include "access/access.h"

#include "kunit/people.h"

#define GENERATIONS	4

static void perms_exit(struct kunit *test)
{
	gpcd_perms_clear();
	perms_entries = 0;
	perms_default = GPCD_LEVEL_LOCAL;
	perms_ignored = false;
}

/* How often mappings were judged, and how often while the table was locked. */
static unsigned int judged, judged_locked;

static bool judge_seen(gpcd_reach *reach)
{
	judged++;
	judged_locked += mutex_is_locked(&perms_lock);
	return gpcd_devices_judge(reach);
}

/* Set the level of an entry that names no device. */
static int level_set(u64 job, u32 level)
{
	struct gpcd_perms_entry entry = { .job = job, .level = level };

	return gpcd_perms_set(&entry);
}

/* The table's verdict on a device that no entry names. */
static struct gpcd_verdict judge(struct cgroup *cgroup)
{
	static const struct gpcd_device device = { .desc = { .domain = 9, .nic_addr = 9 } };

	return gpcd_perms_judge(cgroup, &device);
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
		verdict = judge(cgroup);
		KUNIT_EXPECT_EQ(test, verdict.level, level);
		KUNIT_EXPECT_EQ(test, verdict.source, GPCD_PERMS_DEFAULT);
		KUNIT_EXPECT_EQ(test, verdict.entry_job, 0);
	}
}

static void default_is_local(struct kunit *test)
{
	struct cgroup *cgroup = made_up_cgroup(test, 10, NULL);

	KUNIT_EXPECT_EQ(test, judge(cgroup).level, GPCD_LEVEL_LOCAL);
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

/* Every set of entries along a line of cgroups, as seen by each cgroup. */
static void expect_nearest(struct kunit *test, struct cgroup **line, unsigned int entries)
{
	unsigned int asked;
	int nearest;

	for (asked = 0; asked < GENERATIONS; asked++) {
		struct gpcd_verdict verdict = judge(line[asked]);

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
		gpcd_perms_clear();
		for (i = 0; i < GENERATIONS; i++) {
			if (entries & 1U << i)
				KUNIT_ASSERT_EQ(test, level_set(100 - i, level_of(i)), 0);
		}
		expect_nearest(test, line, entries);
	}
}

static void level_none_is_an_entry_too(struct kunit *test)
{
	struct cgroup *parent = made_up_cgroup(test, 10, NULL);
	struct cgroup *child = made_up_cgroup(test, 11, parent);

	KUNIT_ASSERT_EQ(test, level_set(10, GPCD_LEVEL_ALL), 0);
	KUNIT_ASSERT_EQ(test, level_set(11, GPCD_LEVEL_NONE), 0);
	KUNIT_EXPECT_EQ(test, judge(child).level, GPCD_LEVEL_NONE);
	KUNIT_EXPECT_EQ(test, judge(child).source, GPCD_PERMS_ENTRY);
}

static void relatives_that_are_no_ancestors_do_not_decide(struct kunit *test)
{
	struct cgroup *parent = made_up_cgroup(test, 10, NULL);
	struct cgroup *child = made_up_cgroup(test, 11, parent);
	struct cgroup *sibling = made_up_cgroup(test, 12, parent);

	made_up_cgroup(test, 13, child);
	KUNIT_ASSERT_EQ(test, level_set(12, GPCD_LEVEL_ALL), 0);
	KUNIT_ASSERT_EQ(test, level_set(13, GPCD_LEVEL_ALL), 0);
	KUNIT_EXPECT_EQ(test, judge(child).source, GPCD_PERMS_DEFAULT);
	KUNIT_EXPECT_EQ(test, judge(parent).source, GPCD_PERMS_DEFAULT);
	KUNIT_EXPECT_EQ(test, judge(sibling).level, GPCD_LEVEL_ALL);
}

static void jobs_have_64_bits(struct kunit *test)
{
	struct cgroup *cgroup = made_up_cgroup(test, 5, NULL);
	struct cgroup *later = made_up_cgroup(test, 5 | 1ULL << 32, NULL);

	KUNIT_ASSERT_EQ(test, level_set(5 | 1ULL << 32, GPCD_LEVEL_ALL), 0);
	KUNIT_EXPECT_EQ(test, judge(cgroup).source, GPCD_PERMS_DEFAULT);
	KUNIT_EXPECT_EQ(test, judge(later).entry_job, 5 | 1ULL << 32);
}

static void set_refuses_what_is_no_entry(struct kunit *test)
{
	static const struct gpcd_perms_entry bad[] = {
		{ .level = 1 }, { .job = 5, .level = 4 }, { .job = 5, .level = U32_MAX },
		{ .job = 5, .nics = 9 }, { .job = 5, .nics = U32_MAX },
		{ .job = 5, .nics = 1, .nic = { { 0, 1 } } },
		{ .job = 5, .nics = 1, .nic = { { 1, 0 } } },
		{ .job = 5, .nics = 1, .nic = { { 1, 1 }, { 0, 1 } } },
		{ .job = 5, .nic[GPCD_PERMS_NICS - 1].domain = 1 },
	};
	u64 epoch = gpcd_perms_epoch();
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bad); i++)
		KUNIT_EXPECT_EQ_MSG(test, gpcd_perms_set(&bad[i]), -EINVAL, "entry %u", i);
	KUNIT_EXPECT_TRUE(test, xa_empty(&perms_table));
	KUNIT_EXPECT_EQ(test, gpcd_perms_epoch(), epoch);
}

static void entries_are_counted(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, level_set(5, 1), 0);
	KUNIT_ASSERT_EQ(test, level_set(6, 0), 0);
	KUNIT_EXPECT_EQ(test, perms_entries, 2);
	KUNIT_ASSERT_EQ(test, level_set(5, 2), 0);
	KUNIT_EXPECT_EQ(test, perms_entries, 2);
	KUNIT_EXPECT_EQ(test, gpcd_perms_remove(6), 0);
	KUNIT_EXPECT_EQ(test, gpcd_perms_remove(6), -ENOENT);
	KUNIT_EXPECT_EQ(test, perms_entries, 1);
	gpcd_perms_clear();
	KUNIT_EXPECT_EQ(test, perms_entries, 0);
	KUNIT_EXPECT_TRUE(test, xa_empty(&perms_table));
}

static void table_has_an_end(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, level_set(5, 1), 0);
	perms_entries = PERMS_ENTRIES_MAX;
	KUNIT_EXPECT_EQ(test, level_set(6, 1), -ENOSPC);
	KUNIT_EXPECT_NULL(test, xa_load(&perms_table, 6));
	KUNIT_EXPECT_EQ(test, level_set(5, 2), 0);
	KUNIT_EXPECT_EQ(test, perms_entries, PERMS_ENTRIES_MAX);
	KUNIT_EXPECT_EQ(test, gpcd_perms_remove(5), 0);
	KUNIT_EXPECT_EQ(test, level_set(6, 1), 0);
}

/* Ids that no cgroup has. */
#define NO_CGROUP	(1ULL << 62)

/* A full table has room again after a job in it has ended. */
static void full_table_forgets_the_dead(struct kunit *test)
{
	struct gpcd_perms_entry entry = { .job = NO_CGROUP + 1, .level = 1 };

	KUNIT_ASSERT_EQ(test, level_set(NO_CGROUP, 1), 0);
	perms_entries = PERMS_ENTRIES_MAX;
	KUNIT_EXPECT_EQ(test, gpcd_jobs_set(&entry), -ENOSPC);
	gpcd_perms_seen(NO_CGROUP, true);
	KUNIT_EXPECT_EQ(test, gpcd_jobs_set(&entry), 0);
	KUNIT_EXPECT_NULL(test, xa_load(&perms_table, NO_CGROUP));
	KUNIT_EXPECT_NOT_NULL(test, xa_load(&perms_table, NO_CGROUP + 1));
	KUNIT_EXPECT_EQ(test, perms_entries, PERMS_ENTRIES_MAX);
}

/* Ignoring, and the epoch */

static void ignored_all_see_all(struct kunit *test)
{
	struct cgroup *cgroup = made_up_cgroup(test, 10, NULL);
	struct gpcd_verdict verdict;

	KUNIT_ASSERT_EQ(test, level_set(10, GPCD_LEVEL_NONE), 0);
	gpcd_perms_ignore_toggle();
	verdict = judge(cgroup);
	KUNIT_EXPECT_EQ(test, verdict.level, GPCD_LEVEL_ALL);
	KUNIT_EXPECT_EQ(test, verdict.source, GPCD_PERMS_IGNORED);
	KUNIT_EXPECT_EQ(test, verdict.entry_job, 0);
	gpcd_perms_ignore_toggle();
	KUNIT_EXPECT_EQ(test, judge(cgroup).level, GPCD_LEVEL_NONE);
}

#define EXPECT_NEW_EPOCH(test, call) do { \
	u64 before_ = gpcd_perms_epoch(); \
	call; \
	KUNIT_EXPECT_NE_MSG(test, gpcd_perms_epoch(), before_, #call); \
} while (0)

static void every_change_is_a_new_epoch(struct kunit *test)
{
	u64 epoch;

	EXPECT_NEW_EPOCH(test, level_set(5, 1));
	EXPECT_NEW_EPOCH(test, level_set(5, 2));
	EXPECT_NEW_EPOCH(test, gpcd_perms_remove(5));
	EXPECT_NEW_EPOCH(test, gpcd_perms_clear());
	EXPECT_NEW_EPOCH(test, gpcd_perms_ignore(false));
	EXPECT_NEW_EPOCH(test, gpcd_perms_ignore_toggle());
	EXPECT_NEW_EPOCH(test, gpcd_perms_ignore_toggle());
	EXPECT_NEW_EPOCH(test, default_set("1", NULL));
	epoch = gpcd_perms_epoch();
	gpcd_perms_remove(5);
	judge(made_up_cgroup(test, 5, NULL));
	KUNIT_EXPECT_EQ(test, gpcd_perms_epoch(), epoch);
}

/* Reach: who gets what of which device */

static const struct gpcd_device devices[] = {
	{ .desc = { .domain = 1, .nic_addr = 7 } },
	{ .desc = { .domain = 1, .nic_addr = 8 } },
	{ .desc = { .domain = 2, .nic_addr = 7 } },
};

#define NONE	GPCD_LEVEL_NONE
#define NIC	GPCD_LEVEL_NIC
#define LOCAL	GPCD_LEVEL_LOCAL
#define ALL	GPCD_LEVEL_ALL

/* An entry; then for each device what is reached opened, and by its address. */
static const struct {
	struct gpcd_perms_entry entry;
	u32 reach[ARRAY_SIZE(devices)][2];
} reaches[] = {
	{ { 10, NONE, 0 }, { { NONE, NONE }, { NONE, NONE }, { NONE, NONE } } },
	{ { 10, NIC, 0 }, { { NIC, NONE }, { NIC, NONE }, { NIC, NONE } } },
	{ { 10, LOCAL, 0 }, { { LOCAL, NONE }, { LOCAL, NONE }, { LOCAL, NONE } } },
	{ { 10, ALL, 0 }, { { LOCAL, LOCAL }, { LOCAL, LOCAL }, { LOCAL, LOCAL } } },
	{ { 10, NONE, 1, { { 1, 7 } } }, { { NONE, NONE }, { NONE, NONE }, { NONE, NONE } } },
	{ { 10, NIC, 1, { { 1, 7 } } }, { { NIC, NIC }, { NONE, NONE }, { NONE, NONE } } },
	{ { 10, LOCAL, 1, { { 2, 7 } } }, { { NONE, NONE }, { NONE, NONE }, { LOCAL, LOCAL } } },
	{ { 10, LOCAL, 2, { { 1, 8 }, { 1, 7 } } },
	  { { LOCAL, LOCAL }, { LOCAL, LOCAL }, { NONE, NONE } } },
	{ { 10, ALL, 1, { { 1, 7 } } }, { { LOCAL, LOCAL }, { LOCAL, LOCAL }, { LOCAL, LOCAL } } },
};

static void reach_cell_by_cell(struct kunit *test)
{
	struct gpcd_reader reader = { .cgroup = made_up_cgroup(test, 10, NULL) };
	unsigned int row, i, way;

	for (row = 0; row < ARRAY_SIZE(reaches); row++) {
		KUNIT_ASSERT_EQ(test, gpcd_perms_set(&reaches[row].entry), 0);
		for (i = 0; i < ARRAY_SIZE(devices); i++) {
			for (way = 0; way < 2; way++)
				KUNIT_EXPECT_EQ_MSG(test,
						    gpcd_perms_reach(&reader, &devices[i], !way),
						    reaches[row].reach[i][way],
						    "row %u, device %u, %s", row, i,
						    way ? "by its address" : "opened");
		}
	}
}

static void reach_of_the_privileged_is_all(struct kunit *test)
{
	struct gpcd_reader reader = {
		.cgroup = made_up_cgroup(test, 10, NULL), .privileged = true,
	};

	KUNIT_ASSERT_EQ(test, level_set(10, GPCD_LEVEL_NONE), 0);
	KUNIT_EXPECT_EQ(test, gpcd_perms_reach(&reader, &devices[0], false), GPCD_LEVEL_LOCAL);
	reader.cgroup->self.flags = 0;
	KUNIT_EXPECT_EQ(test, gpcd_perms_reach(&reader, &devices[0], false), GPCD_LEVEL_LOCAL);
}

static void reach_ends_with_the_job(struct kunit *test)
{
	struct gpcd_reader reader = { .cgroup = made_up_cgroup(test, 10, NULL) };

	KUNIT_ASSERT_EQ(test, level_set(10, GPCD_LEVEL_ALL), 0);
	KUNIT_EXPECT_EQ(test, gpcd_perms_reach(&reader, &devices[0], true), GPCD_LEVEL_LOCAL);
	reader.cgroup->self.flags = 0;
	KUNIT_EXPECT_EQ(test, gpcd_perms_reach(&reader, &devices[0], true), GPCD_LEVEL_NONE);
}

/* Jobs that are seen to end */

static void entry_of_the_dead_goes(struct kunit *test)
{
	u64 epoch;

	KUNIT_ASSERT_EQ(test, level_set(5, GPCD_LEVEL_NIC), 0);
	gpcd_perms_seen(5, true);
	KUNIT_EXPECT_NOT_NULL(test, xa_load(&perms_table, 5));
	epoch = gpcd_perms_epoch();
	gpcd_perms_seen(5, false);
	KUNIT_EXPECT_NULL(test, xa_load(&perms_table, 5));
	KUNIT_EXPECT_NE(test, gpcd_perms_epoch(), epoch);
	gpcd_perms_seen(5, false);
	KUNIT_EXPECT_EQ(test, perms_entries, 0);
}

static void entry_of_who_never_lived_stays(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, level_set(5, GPCD_LEVEL_NIC), 0);
	gpcd_perms_seen(5, false);
	gpcd_perms_seen(5, false);
	KUNIT_EXPECT_NOT_NULL(test, xa_load(&perms_table, 5));
}

/* Privilege */

static const struct {
	int capability;
	bool privileged;
} capabilities[] = {
	{ CAP_PERFMON, true }, { CAP_SYS_ADMIN, true }, { CAP_NET_ADMIN, false },
	{ CAP_DAC_OVERRIDE, false }, { NO_CAPABILITY, false },
};

static bool privileged_with(struct kunit *test, struct gpcd_reader *reader, int capability)
{
	struct cred *cred = prepare_creds();
	const struct cred *before;
	bool privileged;

	KUNIT_ASSERT_NOT_NULL(test, cred);
	before = people_enter(cred, capability);
	privileged = gpcd_reader_privileged(reader);
	people_leave(before, cred);
	return privileged;
}

static void privilege_is_perfmon_or_admin(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(capabilities); i++) {
		struct gpcd_reader reader = { .privileged = -1 };

		KUNIT_EXPECT_EQ_MSG(test,
				    privileged_with(test, &reader, capabilities[i].capability),
				    capabilities[i].privileged, "capability %d",
				    capabilities[i].capability);
	}
}

/* The reader of a passed-on group has no more rights than its maker. */
static void privilege_is_asked_once(struct kunit *test)
{
	struct gpcd_reader admin = { .privileged = -1 }, nobody = { .privileged = -1 };

	KUNIT_EXPECT_TRUE(test, privileged_with(test, &admin, CAP_SYS_ADMIN));
	KUNIT_EXPECT_TRUE(test, privileged_with(test, &admin, NO_CAPABILITY));
	KUNIT_EXPECT_FALSE(test, privileged_with(test, &nobody, NO_CAPABILITY));
	KUNIT_EXPECT_FALSE(test, privileged_with(test, &nobody, CAP_SYS_ADMIN));
}

static void expect_query(struct kunit *test, int capability, u32 level, u32 source)
{
	struct gpcd_file file = { .device = (struct gpcd_device *)&devices[0] };
	struct file *filp = kunit_kzalloc(test, sizeof(*filp), GFP_KERNEL);
	struct gpcd_perms_query query = {};
	struct cred *cred = prepare_creds();
	const struct cred *before;
	long ret;

	KUNIT_ASSERT_TRUE(test, cred && filp);
	filp->private_data = &file;
	before = people_enter(cred, capability);
	ret = gpcd_perms_query_command(filp, &query);
	people_leave(before, cred);
	KUNIT_EXPECT_EQ(test, ret, 0);
	KUNIT_EXPECT_EQ(test, query.level, level);
	KUNIT_EXPECT_EQ(test, query.source, source);
	KUNIT_EXPECT_EQ(test, query.entry_job, source == GPCD_PERMS_ENTRY ? query.job : 0);
	KUNIT_EXPECT_EQ(test, query.default_level, GPCD_LEVEL_LOCAL);
	KUNIT_EXPECT_EQ(test, query.own, 1);
}

static void query_says_what_decided(struct kunit *test)
{
	struct gpcd_reader self;
	u64 own;

	gpcd_reader_get(&self);
	own = cgroup_id(self.cgroup);
	gpcd_reader_put(&self);
	expect_query(test, NO_CAPABILITY, GPCD_LEVEL_LOCAL, GPCD_PERMS_DEFAULT);
	expect_query(test, CAP_PERFMON, GPCD_LEVEL_ALL, GPCD_PERMS_PRIVILEGE);
	KUNIT_ASSERT_EQ(test, level_set(own, GPCD_LEVEL_NIC), 0);
	expect_query(test, NO_CAPABILITY, GPCD_LEVEL_NIC, GPCD_PERMS_ENTRY);
	expect_query(test, CAP_PERFMON, GPCD_LEVEL_ALL, GPCD_PERMS_PRIVILEGE);
	KUNIT_ASSERT_EQ(test, level_set(own, GPCD_LEVEL_ALL), 0);
	expect_query(test, CAP_PERFMON, GPCD_LEVEL_ALL, GPCD_PERMS_ENTRY);
	gpcd_perms_ignore_toggle();
	expect_query(test, NO_CAPABILITY, GPCD_LEVEL_ALL, GPCD_PERMS_IGNORED);
}

/* Taking pages back may take long: readers of the table must not wait for it. */
static void mappings_are_judged_without_the_lock(struct kunit *test)
{
	/* Stop the worker that looks at the table. */
	gpcd_jobs_exit();
	judged = 0;
	judged_locked = 0;
	KUNIT_EXPECT_EQ(test, default_set("2", NULL), 0);
	KUNIT_EXPECT_EQ(test, level_set(10, GPCD_LEVEL_NIC), 0);
	KUNIT_EXPECT_EQ(test, gpcd_perms_remove(10), 0);
	gpcd_perms_ignore(true);
	gpcd_perms_ignore_toggle();
	gpcd_perms_clear();
	KUNIT_EXPECT_EQ(test, judged, 6U);
	KUNIT_EXPECT_EQ(test, judged_locked, 0U);
}

static void refused_changes_judge_nothing(struct kunit *test)
{
	judged = 0;
	KUNIT_EXPECT_EQ(test, level_set(0, GPCD_LEVEL_NIC), -EINVAL);
	KUNIT_EXPECT_EQ(test, gpcd_perms_remove(10), -ENOENT);
	KUNIT_EXPECT_EQ(test, default_set("4", NULL), -EINVAL);
	KUNIT_EXPECT_EQ(test, judged, 0U);
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
	KUNIT_CASE(full_table_forgets_the_dead),
	KUNIT_CASE(ignored_all_see_all),
	KUNIT_CASE(every_change_is_a_new_epoch),
	KUNIT_CASE(reach_cell_by_cell),
	KUNIT_CASE(reach_of_the_privileged_is_all),
	KUNIT_CASE(reach_ends_with_the_job),
	KUNIT_CASE(entry_of_the_dead_goes),
	KUNIT_CASE(entry_of_who_never_lived_stays),
	KUNIT_CASE(privilege_is_perfmon_or_admin),
	KUNIT_CASE(privilege_is_asked_once),
	KUNIT_CASE(query_says_what_decided),
	KUNIT_CASE(mappings_are_judged_without_the_lock),
	KUNIT_CASE(refused_changes_judge_nothing),
	{}
};

static struct kunit_suite perms_suite = {
	.name = "perms",
	.exit = perms_exit,
	.test_cases = perms_cases,
};
kunit_test_suite(perms_suite);
