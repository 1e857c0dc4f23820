// SPDX-License-Identifier: GPL-2.0-only
/*
 * The control node, /dev/gpcdctl, with and without a chip: what the permission table accepts and
 * returns, and for whom.
 */
#include <string.h>
#include <sys/mount.h>

#include "actor.h"
#include "suite.h"

#define JOB	"ctl"

static int ctl;

static void setup(void)
{
	ctl = ctl_open();
	must(!perms_remove_by(ctl, 0), "PERMS_REMOVE");
	job_make(JOB);
}

/* Entries as the table lists them, and their devices. */
static struct {
	struct gpcd_perms_entry entry[8];
	struct gpcd_nic nic[GPCD_PERMS_NICS];
} listed;

/* Return the number of entries, or a negative errno. */
static int list_entries(uint64_t after, uint32_t count, uint32_t room)
{
	struct gpcd_perms_list list = {
		.size = sizeof(list),
		.after = after,
		.count = count,
		.entry_size = sizeof(listed.entry[0]),
		.entries = (uintptr_t)listed.entry,
		.nic_count = room,
		.nics = (uintptr_t)listed.nic,
	};
	uint32_t nics = 0;

	memset(&listed, 0xa5, sizeof(listed));
	if (ioctl(ctl, GPCD_IOC_PERMS_LIST, &list) < 0)
		return -errno;
	for (uint32_t i = 0; i < list.count; i++)
		nics += listed.entry[i].nic_count;
	ck_assert_uint_eq(list.nic_count, nics);
	return list.count;
}

static struct gpcd_nic nic_of(uint32_t i)
{
	return (struct gpcd_nic){ 1 + i % 3, 100 + i };
}

/* Set an entry that names so many devices, the first of which is nic_of(@first). */
static int entry_set(const char *job, uint32_t may, uint32_t first, uint32_t count)
{
	struct gpcd_nic nics[GPCD_PERMS_NICS + 1];

	for (uint32_t i = 0; i < count; i++)
		nics[i] = nic_of(first + i);
	return perms_give_nics(ctl, job, may, nics, count);
}

static void nics_are(const struct gpcd_nic *nics, uint32_t first, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		struct gpcd_nic wanted = nic_of(first + i);

		ck_assert_msg(!memcmp(&nics[i], &wanted, sizeof(wanted)),
			      "device %u of %u is %u:%u", i, count, nics[i].domain,
			      nics[i].nic_addr);
	}
}

/* --- entries ---------------------------------------------------------------- */

static const uint32_t counts[] = { 0, 1, 2, 9, GPCD_PERMS_NICS - 1, GPCD_PERMS_NICS };

#define COUNTS	((int)(sizeof(counts) / sizeof(*counts)))

START_TEST(entry_is_listed_as_it_was_set)
{
	uint32_t may = _i * 3, count = counts[_i];

	ck_assert_int_eq(entry_set(JOB, may, 0, count), 0);
	ck_assert_int_eq(list_entries(0, 2, GPCD_PERMS_NICS), 1);
	ck_assert_uint_eq(listed.entry[0].job, job_id(JOB));
	ck_assert_uint_eq(listed.entry[0].may, may);
	ck_assert_uint_eq(listed.entry[0].nic_count, count);
	nics_are(listed.nic, 0, count);
}
END_TEST

START_TEST(entry_is_replaced_whole)
{
	ck_assert_int_eq(entry_set(JOB, GPCD_MAY_ALL, 0, 8), 0);
	ck_assert_int_eq(entry_set(JOB, GPCD_MAY_NIC, 5, 1), 0);
	ck_assert_int_eq(list_entries(0, 2, GPCD_PERMS_NICS), 1);
	ck_assert_uint_eq(listed.entry[0].may, GPCD_MAY_NIC);
	ck_assert_uint_eq(listed.entry[0].nic_count, 1);
	nics_are(listed.nic, 5, 1);
}
END_TEST

START_TEST(entry_goes_when_it_is_removed)
{
	uint64_t job = job_id(JOB);

	ck_assert_int_eq(entry_set(JOB, GPCD_MAY_NIC, 0, 1), 0);
	ck_assert_int_eq(perms_remove_by(ctl, job), 0);
	ck_assert_int_eq(list_entries(0, 1, GPCD_PERMS_NICS), 0);
	ck_assert_int_eq(perms_remove_by(ctl, job), ENOENT);
}
END_TEST

START_TEST(removal_of_all_names_no_job)
{
	struct gpcd_perms_remove req = {
		.size = sizeof(req), .flags = GPCD_PERMS_REMOVE_ALL, .job = job_id(JOB),
	};

	ck_assert_int_eq(entry_set(JOB, GPCD_MAY_NIC, 0, 1), 0);
	ck_assert_int_eq(result(ioctl(ctl, GPCD_IOC_PERMS_REMOVE, &req)), EINVAL);
	ck_assert_int_eq(list_entries(0, 1, GPCD_PERMS_NICS), 1);
}
END_TEST

/* Exactly one thing in each entry is wrong. */
static const struct bad {
	const char *what;
	struct gpcd_perms_set set;
	struct gpcd_nic nics[2];
	int error;
} bad[] = {
	{ "a bit above", { .may = GPCD_MAY_ALL + 1 }, { }, EINVAL },
	{ "the last bit", { .may = 1U << 31 | GPCD_MAY_NIC }, { }, EINVAL },
	{ "a flag", { .may = 1, .flags = 1 }, { }, EINVAL },
	{ "a reserved member", { .may = 1, .reserved = 1 }, { }, EINVAL },
	{ "a device too many", { .may = 1, .nic_count = GPCD_PERMS_NICS + 1 }, { }, ERANGE },
	{ "2^32 - 1 devices", { .may = 1, .nic_count = UINT32_MAX }, { }, ERANGE },
	{ "devices at 0", { .may = 1, .nic_count = 2, .nics = 8 }, { }, EFAULT },
	{ "domain 0", { .may = 1, .nic_count = 1 }, { { 0, 1 } }, EINVAL },
	{ "nic_addr 0", { .may = 1, .nic_count = 1 }, { { 1, 0 } }, EINVAL },
	{ "the second nic_addr 0", { .may = 1, .nic_count = 2 }, { { 1, 1 }, { 1, 0 } }, EINVAL },
};

START_TEST(entry_out_of_range)
{
	struct gpcd_perms_set set = bad[_i].set;
	int err;

	set.size = sizeof(set);
	set.cgroup = job_open(JOB);
	if (!set.nics)
		set.nics = (uintptr_t)bad[_i].nics;
	err = result(ioctl(ctl, GPCD_IOC_PERMS_SET, &set));
	close(set.cgroup);
	ck_assert_msg(err == bad[_i].error, "%s: errno %d, not %d", bad[_i].what, err,
		      bad[_i].error);
	ck_assert_int_eq(list_entries(0, 1, GPCD_PERMS_NICS), 0);
}
END_TEST

/* --- descriptors ------------------------------------------------------------- */

#define V1	"/tmp/cgroup-v1"

static int path_open(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC);

	must(fd >= 0, path);
	return fd;
}

static int open_none(void)
{
	return -1;
}

static int open_closed(void)
{
	int fd = path_open("/dev/null", O_RDONLY);

	close(fd);
	return fd;
}

static int open_device(void)
{
	return path_open("/dev/null", O_RDONLY);
}

static int open_folder(void)
{
	return path_open("/proc", O_RDONLY | O_DIRECTORY);
}

static int open_file_of_cgroup(void)
{
	char path[PATH_MAX];

	job_path(path, JOB, "cgroup.procs");
	return path_open(path, O_RDONLY);
}

/* A hierarchy of version 1 that no controller is needed for. */
static int open_version_1(void)
{
	int fd;

	must(!mkdir(V1, 0755) || errno == EEXIST, V1);
	must(!mount("none", V1, "cgroup", 0, "none,name=gpcd"), "mount of a cgroup of version 1");
	fd = path_open(V1, O_RDONLY | O_DIRECTORY);
	must(!umount2(V1, MNT_DETACH), "umount");
	return fd;
}

static int open_ended(void)
{
	char path[PATH_MAX];
	int fd;

	job_make("ended");
	fd = job_open("ended");
	job_path(path, "ended", "");
	must(!rmdir(path), path);
	return fd;
}

static int open_itself(void)
{
	return dup(ctl);
}

/* A path, which cannot be read. */
static int open_path(void)
{
	char path[PATH_MAX];

	job_path(path, JOB, ".");
	return path_open(path, O_PATH);
}

static const struct {
	const char *what;
	int (*open)(void);
	int error;
} descriptors[] = {
	{ "-1", open_none, EBADF },
	{ "a closed descriptor", open_closed, EBADF },
	{ "/dev/null", open_device, EBADF },
	{ "a folder", open_folder, EBADF },
	{ "a file of a cgroup", open_file_of_cgroup, EBADF },
	{ "a cgroup of version 1", open_version_1, EBADF },
	{ "a cgroup that has ended", open_ended, ENOENT },
	{ "the control node", open_itself, EBADF },
	{ "the path of a cgroup", open_path, 0 },
};

START_TEST(cgroup_is_a_descriptor_of_one)
{
	struct gpcd_perms_set set = {
		.size = sizeof(set), .cgroup = descriptors[_i].open(), .may = GPCD_MAY_NIC,
	};
	int err = result(ioctl(ctl, GPCD_IOC_PERMS_SET, &set));

	ck_assert_msg(err == descriptors[_i].error, "%s: errno %d, not %d", descriptors[_i].what,
		      err, descriptors[_i].error);
	ck_assert_int_eq(list_entries(0, 1, GPCD_PERMS_NICS), !err);
	close(set.cgroup);
}
END_TEST

/* --- lists ------------------------------------------------------------------- */

#define LISTED	40
#define PAGE	7

static const char *job_name(int i)
{
	static char name[16];

	snprintf(name, sizeof(name), "ctl-%d", i);
	return name;
}

/* Ids ascend: the last job that is made has the highest. */
static void jobs_make(void)
{
	for (int i = 0; i < LISTED; i++)
		job_make(job_name(i));
	for (int i = LISTED; i--;)
		ck_assert_int_eq(entry_set(job_name(i), i % 16, i, i % 9), 0);
}

static void page_is(int first, int count)
{
	const struct gpcd_nic *nic = listed.nic;

	for (int i = 0; i < count; i++) {
		const struct gpcd_perms_entry *entry = &listed.entry[i];
		int n = first + i;

		ck_assert_uint_eq(entry->job, job_id(job_name(n)));
		ck_assert_uint_eq(entry->may, n % 16);
		ck_assert_uint_eq(entry->nic_count, n % 9);
		nics_are(nic, n, n % 9);
		nic += n % 9;
	}
}

START_TEST(list_by_pages)
{
	uint64_t last = 0;
	int n = 0, got;

	jobs_make();
	while ((got = list_entries(last, PAGE, GPCD_PERMS_NICS)) > 0) {
		ck_assert_int_eq(got, n + PAGE < LISTED ? PAGE : LISTED - n);
		page_is(n, got);
		n += got;
		last = listed.entry[got - 1].job;
	}
	ck_assert_int_eq(got, 0);
	ck_assert_int_eq(n, LISTED);
}
END_TEST

/* The devices of entries 1 to 4 are 1 + 2 + 3 + 4. */
START_TEST(list_ends_where_devices_do_not_fit)
{
	static const struct {
		uint32_t room;
		int got;
	} rows[] = { { 0, -ERANGE }, { 1, 1 }, { 2, 1 }, { 3, 2 }, { 9, 3 }, { 10, 4 } };
	uint64_t first;

	jobs_make();
	first = job_id(job_name(0));
	for (unsigned int i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		int got = list_entries(first, 4, rows[i].room);

		ck_assert_msg(got == rows[i].got, "room for %u devices: %d, not %d", rows[i].room,
			      got, rows[i].got);
		page_is(1, got < 0 ? 0 : got);
		ck_assert_uint_eq(listed.nic[rows[i].room].domain, 0xa5a5a5a5);
	}
	ck_assert_int_eq(list_entries(0, 1, 0), 1);
}
END_TEST

#define STRIDE (sizeof(struct gpcd_perms_entry) + 16)

START_TEST(list_of_longer_entries)
{
	unsigned char longer[2 * STRIDE];
	struct gpcd_nic nics[8];
	struct gpcd_perms_list list = {
		.size = sizeof(list), .count = 2, .entry_size = STRIDE, .nic_count = 8,
		.entries = (uintptr_t)longer, .nics = (uintptr_t)nics,
	};
	struct gpcd_perms_entry entries[] = {
		{ .may = GPCD_MAY_NIC, .nic_count = 8 }, { .may = GPCD_MAY_ALL },
	};

	memset(longer, 0xa5, sizeof(longer));
	for (int i = 0; i < 2; i++) {
		job_make(job_name(i));
		entries[i].job = job_id(job_name(i));
		ck_assert_int_eq(entry_set(job_name(i), entries[i].may, 0, entries[i].nic_count),
				 0);
	}
	ck_assert_int_eq(ioctl(ctl, GPCD_IOC_PERMS_LIST, &list), 0);
	ck_assert_uint_eq(list.count, 2);
	ck_assert_uint_eq(list.entry_size, sizeof(entries[0]));
	for (int i = 0; i < 2; i++) {
		const unsigned char *at = longer + i * STRIDE;

		ck_assert_msg(!memcmp(at, &entries[i], sizeof(entries[i])), "entry %d differs", i);
		for (size_t j = sizeof(entries[i]); j < STRIDE; j++)
			ck_assert_msg(at[j] == 0xa5, "byte %zu after entry %d was written", j, i);
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
	list.entry_size = sizeof(entry);
	list.reserved = 1;
	ck_assert_int_eq(result(ioctl(ctl, GPCD_IOC_PERMS_LIST, &list)), EINVAL);
}
END_TEST

/* --- the policy -------------------------------------------------------------- */

/* Return 0 and the earlier policy, or an errno. */
static int policy_set(uint32_t flags, uint32_t may, uint32_t ignored, struct gpcd_perms_policy *was)
{
	*was = (struct gpcd_perms_policy){
		.size = sizeof(*was), .flags = flags, .may = may, .ignored = ignored,
	};
	return result(ioctl(ctl, GPCD_IOC_PERMS_POLICY, was));
}

/* A text of sysfs, without its newline. */
static const char *text_of(const char *path)
{
	static char text[64];
	FILE *file = fopen(path, "r");

	must(file && fscanf(file, "%63[^\n]", text) == 1, path);
	fclose(file);
	return text;
}

#define BOTH (GPCD_PERMS_POLICY_MAY | GPCD_PERMS_POLICY_IGNORED)

/* Steps, each with the state after it; the parameter and sysfs show the same. */
static const struct {
	uint32_t flags, may, ignored;
	uint32_t may_after, ignored_after;
	const char *words;
} steps[] = {
	{ BOTH, GPCD_MAY_NIC, 0, GPCD_MAY_NIC, 0, "nic" },
	{ 0, 0, 0, GPCD_MAY_NIC, 0, "nic" },
	{ GPCD_PERMS_POLICY_IGNORED, 0, 1, GPCD_MAY_NIC, 1, "nic" },
	{ GPCD_PERMS_POLICY_MAY, GPCD_MAY_ALL, 0, GPCD_MAY_ALL, 1, "nic,router,setup,others" },
	{ GPCD_PERMS_POLICY_MAY, 0, 0, 0, 1, "none" },
	{ BOTH, 7, 0, 7, 0, "nic,router,setup" },
};

#define STEPS ((int)(sizeof(steps) / sizeof(*steps)))

START_TEST(policy_is_one_state)
{
	struct gpcd_perms_policy was;

	for (int i = 0; i < STEPS; i++) {
		ck_assert_int_eq(policy_set(steps[i].flags, steps[i].may, steps[i].ignored, &was),
				 0);
		ck_assert_msg(!i || (was.was_may == steps[i - 1].may_after &&
				     was.was_ignored == steps[i - 1].ignored_after),
			      "step %d: it was %#x, %u", i, was.was_may, was.was_ignored);
		ck_assert_str_eq(text_of("/sys/module/gpcd/parameters/default_perms"),
				 steps[i].words);
		ck_assert_int_eq(atoi(text_of("/sys/class/gpcd/ignore_perms")),
				 steps[i].ignored_after);
	}
	default_level_set(GPC_PERMS_NIC);
	ck_assert_uint_eq(policy_now().was_may, level_may[GPC_PERMS_NIC]);
	default_level_set(GPC_PERMS_LOCAL);
}
END_TEST

/* What is not set must be 0. */
static const struct {
	uint32_t flags, may, ignored;
} no_policies[] = {
	{ GPCD_PERMS_POLICY_MAY, GPCD_MAY_ALL + 1, 0 }, { GPCD_PERMS_POLICY_MAY, 1U << 31, 0 },
	{ GPCD_PERMS_POLICY_IGNORED, 0, 2 }, { GPCD_PERMS_POLICY_IGNORED, 1, 0 },
	{ GPCD_PERMS_POLICY_MAY, 0, 1 }, { 0, 1, 0 }, { 0, 0, 1 }, { BOTH + 1, 0, 0 },
};

START_TEST(policy_out_of_range)
{
	struct gpcd_perms_policy was, before = policy_now(), after;

	ck_assert_int_eq(policy_set(no_policies[_i].flags, no_policies[_i].may,
				    no_policies[_i].ignored, &was), EINVAL);
	after = policy_now();
	ck_assert_msg(!memcmp(&before, &after, sizeof(before)), "it is %#x, %u", after.was_may,
		      after.was_ignored);
}
END_TEST

/* --- authority --------------------------------------------------------------- */

static int set_deed(const void *unused)
{
	(void)unused;
	return perms_give(ctl, JOB, GPCD_MAY_ALL);
}

static int list_deed(const void *unused)
{
	int got = list_entries(0, 1, GPCD_PERMS_NICS);

	(void)unused;
	return got < 0 ? -got : 0;
}

static int remove_deed(const void *unused)
{
	(void)unused;
	return perms_remove_by(ctl, 0);
}

static int policy_deed(const void *unused)
{
	struct gpcd_perms_policy was;

	(void)unused;
	return policy_set(0, 0, 0, &was);
}

static int open_deed(const void *unused)
{
	(void)unused;
	return result(open(CTL_PATH, O_RDWR));
}

/* The descriptor was passed on by root. */
START_TEST(each_call_needs_admin)
{
	int (* const deeds[])(const void *) = { set_deed, list_deed, remove_deed, policy_deed };
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
	tcase_add_loop_test(tcase, entry_is_listed_as_it_was_set, 0, COUNTS);
	tcase_add_test(tcase, entry_is_replaced_whole);
	tcase_add_test(tcase, entry_goes_when_it_is_removed);
	tcase_add_test(tcase, removal_of_all_names_no_job);
	tcase_add_loop_test(tcase, entry_out_of_range, 0, sizeof(bad) / sizeof(*bad));
	tcase_add_loop_test(tcase, cgroup_is_a_descriptor_of_one, 0,
			    sizeof(descriptors) / sizeof(*descriptors));
	tcase_add_test(tcase, list_by_pages);
	tcase_add_test(tcase, list_ends_where_devices_do_not_fit);
	tcase_add_test(tcase, list_of_longer_entries);
	tcase_add_test(tcase, list_of_entries_below_the_first_version);
	tcase_add_test(tcase, policy_is_one_state);
	tcase_add_loop_test(tcase, policy_out_of_range, 0,
			    sizeof(no_policies) / sizeof(*no_policies));
	tcase_add_loop_test(tcase, each_call_needs_admin, 0, 4);
	tcase_add_test(tcase, node_is_roots);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(perms_ctl_suite());
}
