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

static uint64_t ended, ended_outside, living;

static int listed(uint64_t job)
{
	struct gpcd_perms_entry entry = { 0 };
	struct gpcd_perms_list list = {
		.size = sizeof(list), .after = job - 1, .count = 1,
		.entry_size = sizeof(entry), .entries = (uintptr_t)&entry,
	};
	int ctl = ctl_open();

	must(!ioctl(ctl, GPCD_IOC_PERMS_LIST, &list), "PERMS_LIST");
	close(ctl);
	return entry.job == job;
}

static int set_deed(const void *job)
{
	struct gpcd_perms_entry entry = { .job = *(const uint64_t *)job, .may = GPCD_MAY_NIC };

	return perms_give(ctl_open(), &entry);
}

/* In a namespace whose root is the caller's job: other jobs are outside. */
static int set_deed_within(const void *job)
{
	must(!unshare(CLONE_NEWCGROUP), "unshare");
	return set_deed(job);
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

	must(!perms_remove(0), "PERMS_REMOVE");
	living = job_of("living");
	/* Ids ascend, and the worker goes through them in order. */
	ended_outside = job_of("ended_outside");
	ended = job_of("ended");
	must(!act(&inside, set_deed_within, &ended_outside), "PERMS_SET in a namespace");
	must(!set_deed(&ended) && !set_deed(&living) && !set_deed(&never), "PERMS_SET");
	job_end("ended_outside");
	job_end("ended");
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
	struct gpcd_perms_list list = {
		.size = sizeof(list), .count = 1,
		.entry_size = sizeof(first), .entries = (uintptr_t)&first,
	};
	uint64_t job = job_of("ended_now");
	int ctl = ctl_open();

	ck_assert_int_eq(set_deed(&job), 0);
	job_end("ended_now");
	ck_assert_int_eq(ioctl(ctl, GPCD_IOC_PERMS_LIST, &list), 0);
	close(ctl);
	ck_assert(!listed(job));
}
END_TEST

static Suite *perms_jobs_suite(void)
{
	Suite *suite = suite_create("perms_jobs");
	TCase *tcase = tcase_create("jobs");

	tcase_add_unchecked_fixture(tcase, jobs_end, NULL);
	tcase_add_test(tcase, entry_goes_with_its_job);
	tcase_add_test(tcase, callers_cgroup_namespace_changes_nothing);
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
