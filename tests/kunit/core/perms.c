// SPDX-License-Identifier: GPL-2.0-only
/*
 * Permission decisions: the nearest entry, the default, own devices, the epoch.
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
	policy = (struct gpcd_policy){ .may = GPCD_MAY_OWN };
}

/* How often mappings were judged, and how often while the table was locked. */
static unsigned int judged, judged_locked;

static bool judge_seen(gpcd_reach *reach)
{
	judged++;
	judged_locked += mutex_is_locked(&perms_lock);
	return gpcd_devices_judge(reach);
}

/* Make an entry that names no device. */
static int may_set(u64 job, u32 may)
{
	struct gpcd_perms_entry entry = { .job = job, .may = may };

	return gpcd_perms_set(&entry, NULL, false);
}

/* The table's verdict on a device that no entry names. */
static struct gpcd_verdict judge(struct cgroup *cgroup)
{
	static const struct gpcd_device device = { .desc = { .domain = 9, .nic_addr = 9 } };

	return gpcd_perms_judge(cgroup, &device);
}

/* The default */

static const struct {
	const char *text;
	u32 may;
} defaults[] = {
	{ "none", 0 }, { "nic", GPCD_MAY_NIC }, { "setup,nic\n", GPCD_MAY_NIC | GPCD_MAY_SETUP },
	{ "router,others", GPCD_MAY_ROUTER | GPCD_MAY_OTHERS }, { "all", GPCD_MAY_ALL },
	{ "none,nic", GPCD_MAY_NIC },
};

static void default_decides_without_entries(struct kunit *test)
{
	struct cgroup *cgroup = made_up_cgroup(test, 10, NULL);
	struct gpcd_verdict verdict;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(defaults); i++) {
		KUNIT_ASSERT_EQ(test, default_set(defaults[i].text, NULL), 0);
		verdict = judge(cgroup);
		KUNIT_EXPECT_EQ(test, verdict.may, defaults[i].may);
		KUNIT_EXPECT_EQ(test, verdict.source, GPCD_PERMS_DEFAULT);
		KUNIT_EXPECT_EQ(test, verdict.entry_job, 0);
	}
}

static void default_is_what_is_own(struct kunit *test)
{
	struct cgroup *cgroup = made_up_cgroup(test, 10, NULL);

	KUNIT_EXPECT_EQ(test, judge(cgroup).may, GPCD_MAY_OWN);
}

static void default_refuses_what_is_no_permission(struct kunit *test)
{
	static const char *const bad[] = {
		"", "\n", "2", "NIC", "nic,", ",nic", "nic,,router", "nic router", "nic\n\n",
		"nic\nrouter", "ni", "nics", "nic,two",
	};
	u64 epoch = gpcd_perms_epoch();
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bad); i++)
		KUNIT_EXPECT_EQ_MSG(test, default_set(bad[i], NULL), -EINVAL, "'%s'", bad[i]);
	KUNIT_EXPECT_EQ(test, policy.may, GPCD_MAY_OWN);
	KUNIT_EXPECT_EQ(test, gpcd_perms_epoch(), epoch);
}

/* What is shown can be written again. */
static void default_is_shown_in_words(struct kunit *test)
{
	char text[GPCD_MAY_TEXT];
	u32 may, again;

	KUNIT_ASSERT_EQ(test, default_set("others,nic", NULL), 0);
	KUNIT_EXPECT_EQ(test, default_get(text, NULL), 11);
	KUNIT_EXPECT_STREQ(test, text, "nic,others\n");
	for (may = 0; may <= GPCD_MAY_ALL; may++) {
		KUNIT_EXPECT_EQ(test, gpcd_may_print(text, may), strlen(text));
		KUNIT_EXPECT_EQ(test, gpcd_may_parse(text, &again), 0);
		KUNIT_EXPECT_EQ(test, again, may);
	}
}

/* Entries */

static u32 may_of(unsigned int generation)
{
	return generation ? BIT(generation - 1) : GPCD_MAY_ALL;
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
		KUNIT_ASSERT_EQ_MSG(test, verdict.may,
				    nearest < 0 ? GPCD_MAY_OWN : may_of(nearest),
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
				KUNIT_ASSERT_EQ(test, may_set(100 - i, may_of(i)), 0);
		}
		expect_nearest(test, line, entries);
	}
}

static void nothing_is_an_entry_too(struct kunit *test)
{
	struct cgroup *parent = made_up_cgroup(test, 10, NULL);
	struct cgroup *child = made_up_cgroup(test, 11, parent);

	KUNIT_ASSERT_EQ(test, may_set(10, GPCD_MAY_ALL), 0);
	KUNIT_ASSERT_EQ(test, may_set(11, 0), 0);
	KUNIT_EXPECT_EQ(test, judge(child).may, 0);
	KUNIT_EXPECT_EQ(test, judge(child).source, GPCD_PERMS_ENTRY);
}

static void relatives_that_are_no_ancestors_do_not_decide(struct kunit *test)
{
	struct cgroup *parent = made_up_cgroup(test, 10, NULL);
	struct cgroup *child = made_up_cgroup(test, 11, parent);
	struct cgroup *sibling = made_up_cgroup(test, 12, parent);

	made_up_cgroup(test, 13, child);
	KUNIT_ASSERT_EQ(test, may_set(12, GPCD_MAY_ALL), 0);
	KUNIT_ASSERT_EQ(test, may_set(13, GPCD_MAY_ALL), 0);
	KUNIT_EXPECT_EQ(test, judge(child).source, GPCD_PERMS_DEFAULT);
	KUNIT_EXPECT_EQ(test, judge(parent).source, GPCD_PERMS_DEFAULT);
	KUNIT_EXPECT_EQ(test, judge(sibling).may, GPCD_MAY_ALL);
}

static void jobs_have_64_bits(struct kunit *test)
{
	struct cgroup *cgroup = made_up_cgroup(test, 5, NULL);
	struct cgroup *later = made_up_cgroup(test, 5 | 1ULL << 32, NULL);

	KUNIT_ASSERT_EQ(test, may_set(5 | 1ULL << 32, GPCD_MAY_ALL), 0);
	KUNIT_EXPECT_EQ(test, judge(cgroup).source, GPCD_PERMS_DEFAULT);
	KUNIT_EXPECT_EQ(test, judge(later).entry_job, 5 | 1ULL << 32);
}

static const struct {
	struct gpcd_perms_entry entry;
	struct gpcd_nic nics[2];
} no_entries[] = {
	{ { .may = 1 } }, { { .job = 5, .may = GPCD_MAY_ALL + 1 } },
	{ { .job = 5, .may = U32_MAX } }, { { .job = 5, .nic_count = GPCD_PERMS_NICS + 1 } },
	{ { .job = 5, .nic_count = U32_MAX } }, { { .job = 5, .nic_count = 1 }, { { 0, 1 } } },
	{ { .job = 5, .nic_count = 1 }, { { 1, 0 } } },
	{ { .job = 5, .nic_count = 2 }, { { 1, 1 }, { 0, 1 } } },
};

static void set_refuses_what_is_no_entry(struct kunit *test)
{
	u64 epoch = gpcd_perms_epoch();
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(no_entries); i++)
		KUNIT_EXPECT_EQ_MSG(test, gpcd_perms_set(&no_entries[i].entry, no_entries[i].nics,
							 false), -EINVAL, "entry %u", i);
	KUNIT_EXPECT_TRUE(test, xa_empty(&perms_table));
	KUNIT_EXPECT_EQ(test, gpcd_perms_epoch(), epoch);
}

/* The table keeps devices of its own. */
static void next_entry_is_as_it_was_set(struct kunit *test)
{
	static const struct gpcd_perms_entry wanted = { .job = 5, .may = 3, .nic_count = 2 };
	struct gpcd_nic nics[] = { { 1, 7 }, { 2, 8 } }, *found;
	struct gpcd_perms_entry entry;

	found = kunit_kcalloc(test, GPCD_PERMS_NICS, sizeof(*found), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, found);
	KUNIT_ASSERT_EQ(test, gpcd_perms_set(&wanted, nics, false), 0);
	memset(nics, 0, sizeof(nics));
	KUNIT_ASSERT_TRUE(test, gpcd_perms_next(4, &entry, found));
	KUNIT_EXPECT_EQ(test, memcmp(&entry, &wanted, sizeof(entry)), 0);
	KUNIT_EXPECT_EQ(test, found[0].nic_addr, 7);
	KUNIT_EXPECT_EQ(test, found[1].domain, 2);
	KUNIT_EXPECT_EQ(test, found[2].domain, 0);
	KUNIT_EXPECT_TRUE(test, gpcd_perms_next(0, &entry, NULL));
	KUNIT_EXPECT_FALSE(test, gpcd_perms_next(5, &entry, found));
}

static void entries_are_counted(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, may_set(5, 1), 0);
	KUNIT_ASSERT_EQ(test, may_set(6, 0), 0);
	KUNIT_EXPECT_EQ(test, perms_entries, 2);
	KUNIT_ASSERT_EQ(test, may_set(5, 2), 0);
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
	KUNIT_ASSERT_EQ(test, may_set(5, 1), 0);
	perms_entries = PERMS_ENTRIES_MAX;
	KUNIT_EXPECT_EQ(test, may_set(6, 1), -ENOSPC);
	KUNIT_EXPECT_NULL(test, xa_load(&perms_table, 6));
	KUNIT_EXPECT_EQ(test, may_set(5, 2), 0);
	KUNIT_EXPECT_EQ(test, perms_entries, PERMS_ENTRIES_MAX);
	KUNIT_EXPECT_EQ(test, gpcd_perms_remove(5), 0);
	KUNIT_EXPECT_EQ(test, may_set(6, 1), 0);
}

/* Ids that no cgroup has. */
#define NO_CGROUP	(1ULL << 62)

/* A full table has room again after a job in it has ended. */
static void full_table_forgets_the_dead(struct kunit *test)
{
	struct gpcd_perms_entry entry = { .job = NO_CGROUP + 1, .may = 1 };

	KUNIT_ASSERT_EQ(test, may_set(NO_CGROUP, 1), 0);
	perms_entries = PERMS_ENTRIES_MAX;
	KUNIT_EXPECT_EQ(test, gpcd_jobs_set(&entry, NULL), -ENOSPC);
	gpcd_perms_seen(NO_CGROUP, true);
	KUNIT_EXPECT_EQ(test, gpcd_jobs_set(&entry, NULL), 0);
	KUNIT_EXPECT_NULL(test, xa_load(&perms_table, NO_CGROUP));
	KUNIT_EXPECT_NOT_NULL(test, xa_load(&perms_table, NO_CGROUP + 1));
	KUNIT_EXPECT_EQ(test, perms_entries, PERMS_ENTRIES_MAX);
}

/* The policy, and the epoch */

static const struct gpcd_policy no_policy;

/* One state by whatever way it is set. */
static void policy_is_set_by_members(struct kunit *test)
{
	const struct gpcd_policy to = { .may = GPCD_MAY_NIC, .ignored = true };
	struct gpcd_policy was = gpcd_policy_set(GPCD_PERMS_POLICY_MAY, to);

	KUNIT_EXPECT_EQ(test, was.may, GPCD_MAY_OWN);
	KUNIT_EXPECT_FALSE(test, was.ignored);
	KUNIT_EXPECT_EQ(test, gpcd_policy_get().may, GPCD_MAY_NIC);
	KUNIT_EXPECT_FALSE(test, gpcd_policy_get().ignored);
	gpcd_policy_toggle();
	KUNIT_EXPECT_EQ(test, gpcd_policy_get().may, GPCD_MAY_NIC);
	KUNIT_EXPECT_TRUE(test, gpcd_policy_get().ignored);
	KUNIT_ASSERT_EQ(test, default_set("router", NULL), 0);
	was = gpcd_policy_set(GPCD_PERMS_POLICY_IGNORED, no_policy);
	KUNIT_EXPECT_EQ(test, was.may, GPCD_MAY_ROUTER);
	KUNIT_EXPECT_TRUE(test, was.ignored);
	KUNIT_EXPECT_EQ(test, gpcd_policy_get().may, GPCD_MAY_ROUTER);
	KUNIT_EXPECT_FALSE(test, gpcd_policy_get().ignored);
}

static void ignored_all_see_all(struct kunit *test)
{
	struct cgroup *cgroup = made_up_cgroup(test, 10, NULL);
	struct gpcd_verdict verdict;

	KUNIT_ASSERT_EQ(test, may_set(10, 0), 0);
	gpcd_policy_toggle();
	verdict = judge(cgroup);
	KUNIT_EXPECT_EQ(test, verdict.may, GPCD_MAY_ALL);
	KUNIT_EXPECT_EQ(test, verdict.source, GPCD_PERMS_IGNORED);
	KUNIT_EXPECT_EQ(test, verdict.entry_job, 0);
	gpcd_policy_toggle();
	KUNIT_EXPECT_EQ(test, judge(cgroup).may, 0);
}

#define EXPECT_NEW_EPOCH(test, call) do { \
	u64 before_ = gpcd_perms_epoch(); \
	call; \
	KUNIT_EXPECT_NE_MSG(test, gpcd_perms_epoch(), before_, #call); \
} while (0)

static void every_change_is_a_new_epoch(struct kunit *test)
{
	u64 epoch;

	EXPECT_NEW_EPOCH(test, may_set(5, 1));
	EXPECT_NEW_EPOCH(test, may_set(5, 2));
	EXPECT_NEW_EPOCH(test, gpcd_perms_remove(5));
	EXPECT_NEW_EPOCH(test, gpcd_perms_clear());
	EXPECT_NEW_EPOCH(test, gpcd_policy_set(GPCD_PERMS_POLICY_MAY, no_policy));
	EXPECT_NEW_EPOCH(test, gpcd_policy_set(GPCD_PERMS_POLICY_IGNORED, no_policy));
	EXPECT_NEW_EPOCH(test, gpcd_policy_toggle());
	EXPECT_NEW_EPOCH(test, gpcd_policy_toggle());
	EXPECT_NEW_EPOCH(test, default_set("nic", NULL));
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

#define NIC	GPCD_MAY_NIC
#define ROUTER	GPCD_MAY_ROUTER
#define SETUP	GPCD_MAY_SETUP
#define OTHERS	GPCD_MAY_OTHERS
#define OWN	GPCD_MAY_OWN

/* An entry and the devices that it names; for each what is reached opened, and by its address. */
static const struct {
	u32 may, nic_count;
	struct gpcd_nic nics[2];
	u32 reach[ARRAY_SIZE(devices)][2];
} reaches[] = {
	{ 0, 0, { }, { { 0, 0 }, { 0, 0 }, { 0, 0 } } },
	{ NIC, 0, { }, { { NIC, 0 }, { NIC, 0 }, { NIC, 0 } } },
	{ ROUTER | SETUP, 0, { },
	  { { ROUTER | SETUP, 0 }, { ROUTER | SETUP, 0 }, { ROUTER | SETUP, 0 } } },
	{ NIC | OTHERS, 0, { }, { { NIC, NIC }, { NIC, NIC }, { NIC, NIC } } },
	{ SETUP | OTHERS, 0, { }, { { 0, 0 }, { 0, 0 }, { 0, 0 } } },
	{ OTHERS, 0, { }, { { 0, 0 }, { 0, 0 }, { 0, 0 } } },
	{ GPCD_MAY_ALL, 0, { }, { { OWN, OWN }, { OWN, OWN }, { OWN, OWN } } },
	{ 0, 1, { { 1, 7 } }, { { 0, 0 }, { 0, 0 }, { 0, 0 } } },
	{ NIC, 1, { { 1, 7 } }, { { NIC, NIC }, { 0, 0 }, { 0, 0 } } },
	{ OWN, 1, { { 2, 7 } }, { { 0, 0 }, { 0, 0 }, { OWN, OWN } } },
	{ OWN, 2, { { 1, 8 }, { 1, 7 } }, { { OWN, OWN }, { OWN, OWN }, { 0, 0 } } },
	{ NIC | OTHERS, 1, { { 1, 7 } }, { { NIC, NIC }, { NIC, NIC }, { NIC, NIC } } },
};

static void reach_cell_by_cell(struct kunit *test)
{
	struct gpcd_reader reader = { .cgroup = made_up_cgroup(test, 10, NULL) };
	unsigned int row, i, way;

	for (row = 0; row < ARRAY_SIZE(reaches); row++) {
		struct gpcd_perms_entry entry = {
			.job = 10, .may = reaches[row].may, .nic_count = reaches[row].nic_count,
		};

		KUNIT_ASSERT_EQ(test, gpcd_perms_set(&entry, reaches[row].nics, false), 0);
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

	KUNIT_ASSERT_EQ(test, may_set(10, 0), 0);
	KUNIT_EXPECT_EQ(test, gpcd_perms_reach(&reader, &devices[0], false), OWN);
	reader.cgroup->self.flags = 0;
	KUNIT_EXPECT_EQ(test, gpcd_perms_reach(&reader, &devices[0], false), OWN);
}

static void reach_ends_with_the_job(struct kunit *test)
{
	struct gpcd_reader reader = { .cgroup = made_up_cgroup(test, 10, NULL) };

	KUNIT_ASSERT_EQ(test, may_set(10, GPCD_MAY_ALL), 0);
	KUNIT_EXPECT_EQ(test, gpcd_perms_reach(&reader, &devices[0], true), OWN);
	reader.cgroup->self.flags = 0;
	KUNIT_EXPECT_EQ(test, gpcd_perms_reach(&reader, &devices[0], true), 0);
}

/* Jobs that are seen to end */

static void entry_of_the_dead_goes(struct kunit *test)
{
	u64 epoch;

	KUNIT_ASSERT_EQ(test, may_set(5, GPCD_MAY_NIC), 0);
	gpcd_perms_seen(5, true);
	KUNIT_EXPECT_NOT_NULL(test, xa_load(&perms_table, 5));
	epoch = gpcd_perms_epoch();
	gpcd_perms_seen(5, false);
	KUNIT_EXPECT_NULL(test, xa_load(&perms_table, 5));
	KUNIT_EXPECT_NE(test, gpcd_perms_epoch(), epoch);
	gpcd_perms_seen(5, false);
	KUNIT_EXPECT_EQ(test, perms_entries, 0);
}

/* A job that was known by its cgroup needs no look to be known. */
static void entry_of_a_cgroup_goes_without_a_look(struct kunit *test)
{
	static const struct gpcd_perms_entry entry = { .job = 5, .may = GPCD_MAY_NIC };

	KUNIT_ASSERT_EQ(test, gpcd_perms_set(&entry, NULL, true), 0);
	gpcd_perms_seen(5, false);
	KUNIT_EXPECT_NULL(test, xa_load(&perms_table, 5));
}

static void entry_of_who_never_lived_stays(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, may_set(5, GPCD_MAY_NIC), 0);
	gpcd_perms_seen(5, false);
	gpcd_perms_seen(5, false);
	KUNIT_EXPECT_NOT_NULL(test, xa_load(&perms_table, 5));
}

/* Queries */

static void expect_query(struct kunit *test, int capability, u32 may, u32 source)
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
	KUNIT_EXPECT_EQ(test, query.may, may);
	KUNIT_EXPECT_EQ(test, query.source, source);
	KUNIT_EXPECT_EQ(test, query.entry_job, source == GPCD_PERMS_ENTRY ? query.job : 0);
	KUNIT_EXPECT_EQ(test, query.own, 1);
}

static void query_says_what_decided(struct kunit *test)
{
	struct gpcd_reader self;
	u64 own;

	gpcd_reader_get(&self);
	own = cgroup_id(self.cgroup);
	gpcd_reader_put(&self);
	expect_query(test, NO_CAPABILITY, OWN, GPCD_PERMS_DEFAULT);
	expect_query(test, CAP_PERFMON, GPCD_MAY_ALL, GPCD_PERMS_PRIVILEGE);
	KUNIT_ASSERT_EQ(test, may_set(own, GPCD_MAY_NIC), 0);
	expect_query(test, NO_CAPABILITY, NIC, GPCD_PERMS_ENTRY);
	expect_query(test, CAP_PERFMON, GPCD_MAY_ALL, GPCD_PERMS_PRIVILEGE);
	KUNIT_ASSERT_EQ(test, may_set(own, GPCD_MAY_ALL), 0);
	expect_query(test, CAP_PERFMON, GPCD_MAY_ALL, GPCD_PERMS_ENTRY);
	gpcd_policy_toggle();
	expect_query(test, NO_CAPABILITY, GPCD_MAY_ALL, GPCD_PERMS_IGNORED);
}

/* Taking pages back may take long: readers of the table must not wait for it. */
static void mappings_are_judged_without_the_lock(struct kunit *test)
{
	/* Stop the worker that looks at the table. */
	gpcd_jobs_exit();
	judged = 0;
	judged_locked = 0;
	KUNIT_EXPECT_EQ(test, default_set("nic", NULL), 0);
	KUNIT_EXPECT_EQ(test, may_set(10, GPCD_MAY_NIC), 0);
	KUNIT_EXPECT_EQ(test, gpcd_perms_remove(10), 0);
	gpcd_policy_set(GPCD_PERMS_POLICY_IGNORED, no_policy);
	gpcd_policy_toggle();
	gpcd_perms_clear();
	KUNIT_EXPECT_EQ(test, judged, 6U);
	KUNIT_EXPECT_EQ(test, judged_locked, 0U);
}

static void refused_changes_judge_nothing(struct kunit *test)
{
	judged = 0;
	KUNIT_EXPECT_EQ(test, may_set(0, GPCD_MAY_NIC), -EINVAL);
	KUNIT_EXPECT_EQ(test, gpcd_perms_remove(10), -ENOENT);
	KUNIT_EXPECT_EQ(test, default_set("4", NULL), -EINVAL);
	KUNIT_EXPECT_EQ(test, judged, 0U);
}

static struct kunit_case perms_cases[] = {
	KUNIT_CASE(default_decides_without_entries),
	KUNIT_CASE(default_is_what_is_own),
	KUNIT_CASE(default_refuses_what_is_no_permission),
	KUNIT_CASE(default_is_shown_in_words),
	KUNIT_CASE(nearest_entry_decides),
	KUNIT_CASE(nothing_is_an_entry_too),
	KUNIT_CASE(relatives_that_are_no_ancestors_do_not_decide),
	KUNIT_CASE(jobs_have_64_bits),
	KUNIT_CASE(set_refuses_what_is_no_entry),
	KUNIT_CASE(next_entry_is_as_it_was_set),
	KUNIT_CASE(entries_are_counted),
	KUNIT_CASE(table_has_an_end),
	KUNIT_CASE(full_table_forgets_the_dead),
	KUNIT_CASE(policy_is_set_by_members),
	KUNIT_CASE(ignored_all_see_all),
	KUNIT_CASE(every_change_is_a_new_epoch),
	KUNIT_CASE(reach_cell_by_cell),
	KUNIT_CASE(reach_of_the_privileged_is_all),
	KUNIT_CASE(reach_ends_with_the_job),
	KUNIT_CASE(entry_of_the_dead_goes),
	KUNIT_CASE(entry_of_a_cgroup_goes_without_a_look),
	KUNIT_CASE(entry_of_who_never_lived_stays),
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
