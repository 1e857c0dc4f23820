// SPDX-License-Identifier: GPL-2.0-only
/*
 * Entries of jobs that have ended. A worker of the module looks for them twice a minute: make all
 * of them first, then wait once.
 */
#include <sched.h>
#include <string.h>

#include "actor.h"
#include "hang.h"
#include "suite.h"

#define NEVER	0x10000000001ULL	/* not a cgroup's id, now or later */

static uint64_t ended, ended_outside, living, opened, opened_outside;

static int listed(uint64_t job)
{
	struct gpcd_perms_entry entry = { 0 };
	struct gpcd_nic nic;
	struct gpcd_perms_list list = {
		.size = sizeof(list), .after = job - 1, .count = 1, .nic_count = 1,
		.entry_size = sizeof(entry), .entries = (uintptr_t)&entry, .nics = (uintptr_t)&nic,
	};
	int ctl = ctl_open();

	must(!ioctl(ctl, GPCD_IOC_PERMS_LIST, &list), "PERMS_LIST");
	close(ctl);
	return entry.job == job;
}

/* The legacy call knows a job by its id alone. */
static int set_deed(const void *job)
{
	return perms_set(device_open(), *(const uint64_t *)job, GPC_PERMS_NIC);
}

/* In a namespace whose root is the caller's job: other jobs are outside. */
static int set_deed_within(const void *job)
{
	must(!unshare(CLONE_NEWCGROUP), "unshare");
	return set_deed(job);
}

/* The cgroup was opened outside. */
static int give_deed_within(const void *cgroup)
{
	struct gpcd_perms_set req = {
		.size = sizeof(req), .cgroup = *(const int *)cgroup, .may = GPCD_MAY_NIC,
	};

	must(!unshare(CLONE_NEWCGROUP), "unshare");
	return result(ioctl(ctl_open(), GPCD_IOC_PERMS_SET, &req));
}

static void job_end(const char *job)
{
	char path[PATH_MAX];

	job_path(path, job, "");
	must(!rmdir(path), path);
}

static uint64_t job_of(const char *job)
{
	job_make(job);
	return job_id(job);
}

static void jobs_end(void)
{
	const struct actor inside = { .root = 1, .job = "living" };
	const uint64_t never = NEVER;
	int cgroup;

	must(!perms_remove(0), "PERMS_REMOVE");
	living = job_of("living");
	/* Ids ascend, and the worker goes through them in order. */
	ended_outside = job_of("ended_outside");
	ended = job_of("ended");
	opened = job_of("opened");
	opened_outside = job_of("opened_outside");
	cgroup = job_open("opened_outside");
	must(!act(&inside, give_deed_within, &cgroup), "PERMS_SET in a namespace");
	must(!perms_give(ctl_open(), "opened", GPCD_MAY_NIC), "PERMS_SET");
	must(listed(opened) && listed(opened_outside), "entries");
	must(!act(&inside, set_deed_within, &ended_outside), "SET_PERMS in a namespace");
	must(!set_deed(&ended) && !set_deed(&living) && !set_deed(&never), "SET_PERMS");
	job_end("ended_outside");
	job_end("ended");
	job_end("opened");
	job_end("opened_outside");
	for (int i = 0; i < 10 * HANG_SECONDS && listed(ended); i++)
		usleep(100000);
	usleep(500000);
}

START_TEST(entry_goes_with_its_job)
{
	ck_assert_msg(!listed(ended), "it is there still");
}
END_TEST

START_TEST(callers_cgroup_namespace_changes_nothing)
{
	ck_assert_msg(!listed(ended_outside), "a job outside of it keeps its entry for ever");
}
END_TEST

/* The descriptor of its cgroup, which is still open, does not keep it. */
START_TEST(entry_by_descriptor_goes_with_its_job)
{
	ck_assert_msg(!listed(opened), "it is there still");
	ck_assert_msg(!listed(opened_outside), "one from another namespace is there still");
}
END_TEST

START_TEST(entry_of_a_living_job_stays)
{
	ck_assert(listed(living));
}
END_TEST

START_TEST(entry_of_what_never_was_a_job_stays)
{
	ck_assert(listed(NEVER));
}
END_TEST

/*
 * Listing the table from its beginning removes entries of jobs that have ended, even just before.
 */
START_TEST(listing_from_the_beginning_forgets_ended_jobs)
{
	struct gpcd_perms_entry first;
	struct gpcd_nic nics[8];
	struct gpcd_perms_list list = {
		.size = sizeof(list), .count = 1, .nic_count = 8,
		.entry_size = sizeof(first), .entries = (uintptr_t)&first, .nics = (uintptr_t)nics,
	};
	uint64_t job = job_of("ended_now"), by_descriptor = job_of("opened_now");
	int ctl = ctl_open();

	ck_assert_int_eq(set_deed(&job), 0);
	ck_assert_int_eq(perms_give(ctl, "opened_now", GPCD_MAY_NIC), 0);
	job_end("ended_now");
	job_end("opened_now");
	ck_assert_int_eq(ioctl(ctl, GPCD_IOC_PERMS_LIST, &list), 0);
	close(ctl);
	ck_assert(!listed(job));
	ck_assert(!listed(by_descriptor));
}
END_TEST

static Suite *perms_jobs_suite(void)
{
	Suite *suite = suite_create("perms_jobs");
	TCase *tcase = tcase_create("jobs");

	tcase_add_unchecked_fixture(tcase, jobs_end, NULL);
	tcase_add_test(tcase, entry_goes_with_its_job);
	tcase_add_test(tcase, callers_cgroup_namespace_changes_nothing);
	tcase_add_test(tcase, entry_by_descriptor_goes_with_its_job);
	tcase_add_test(tcase, entry_of_a_living_job_stays);
	tcase_add_test(tcase, entry_of_what_never_was_a_job_stays);
	tcase_add_test(tcase, listing_from_the_beginning_forgets_ended_jobs);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(perms_jobs_suite());
}
