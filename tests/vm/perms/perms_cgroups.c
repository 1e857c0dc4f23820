// SPDX-License-Identifier: GPL-2.0-only
/*
 * References to cgroups: a job's use of the device keeps its cgroup only as long as that use lives.
 * A kept cgroup is reachable, so that kmemleak does not report it: count the dying ones.
 */
#include <time.h>

#include "actor.h"
#include "suite.h"

#define ROUNDS	64

/* Each test's own, so that a kept one does not count against the next test. */
static char parent[32], job[48];

/* Ways to use the device, each of which looks at the caller's cgroup. */

static int query(int fd)
{
	struct gpcd_perms_query answer = { .size = sizeof(answer) };

	return result(ioctl(fd, GPCD_IOC_PERMS_QUERY, &answer));
}

static int read_by_legacy(int fd)
{
	return read_legacy(&(struct target){ fd, OWN, NIC_REG });
}

static int read_by_snapshot(int fd)
{
	return read_snapshot(&(struct target){ fd, OWN, NIC_REG });
}

static int read_by_group(int fd)
{
	return read_group(&(struct target){ fd, OWN, NIC_REG });
}

static int group_without_memory(int fd)
{
	struct gpcd_group_req req = { .size = sizeof(req), .count = 1 };

	return ioctl(fd, GPCD_IOC_GROUP, &req) < 0 && errno == EFAULT ? 0 : EPROTO;
}

static int snapshot_denied(int fd)
{
	return read_snapshot(&(struct target){ fd, REMOTE, NIC_REG }) == EPERM ? 0 : EPROTO;
}

static const struct way {
	const char *name;
	int (*use)(int fd);
} ways[] = {
	{ "query", query },
	{ "legacy read", read_by_legacy },
	{ "snapshot", read_by_snapshot },
	{ "group", read_by_group },
	{ "group that fails", group_without_memory },
	{ "snapshot that is denied", snapshot_denied },
};

static int use_often(const void *arg)
{
	const struct way *way = arg;
	int fd = device_open(), i, err = 0;

	for (i = 0; i < ROUNDS && !err; i++)
		err = way->use(fd);
	return err;
}

/* Return the number of cgroups below the test's own that are removed but still kept. */
static unsigned long dying(void)
{
	char path[PATH_MAX], key[64];
	unsigned long value;
	FILE *file;

	job_path(path, parent, "cgroup.stat");
	file = fopen(path, "r");
	must(!!file, path);
	while (fscanf(file, "%63s %lu", key, &value) == 2) {
		if (!strcmp(key, "nr_dying_descendants")) {
			fclose(file);
			return value;
		}
	}
	must(0, "nr_dying_descendants");
	return 0;
}

/* Wait for the count to settle: a released cgroup goes by a work item, some time later. */
static unsigned long dying_in_the_end(void)
{
	time_t deadline = time(NULL) + HANG_SECONDS;

	while (dying() && time(NULL) < deadline)
		usleep(10000);
	return dying();
}

static void job_remove(void)
{
	char path[PATH_MAX];

	job_path(path, job, "");
	must(!rmdir(path), path);
}

static void setup(void)
{
	snprintf(parent, sizeof(parent), "counted-%d", getpid());
	snprintf(job, sizeof(job), "%s/job", parent);
	job_make(parent);
	job_make(job);
}

START_TEST(no_use_keeps_the_cgroup)
{
	const struct way *way = &ways[_i];
	struct actor actor = member;
	unsigned long kept;
	int err;

	actor.job = job;
	err = act(&actor, use_often, way);
	ck_assert_msg(!err, "%s: %s", way->name, strerror(err));
	job_remove();
	kept = dying_in_the_end();
	ck_assert_msg(!kept, "%s: %lu cgroup kept after %d calls", way->name, kept, ROUNDS);
}
END_TEST

/* The count itself works: it sees a cgroup that is kept. */
START_TEST(an_open_group_keeps_its_makers)
{
	struct target target = { device_open(), OWN, NIC_REG };
	int group;

	job_join(job);
	group = group_open(&target);
	job_join("..");
	ck_assert_int_ge(group, 0);
	job_remove();
	ck_assert_uint_eq(dying(), 1);
	ck_assert_int_eq(group_read(group), 0);
	ck_assert_uint_eq(dying(), 1);
	close(group);
	ck_assert_uint_eq(dying_in_the_end(), 0);
}
END_TEST

/* The table knows a job by its id. */
START_TEST(an_entry_keeps_no_cgroup)
{
	int ctl = ctl_open();

	ck_assert_int_eq(perms_give(ctl, job, GPCD_MAY_NIC), 0);
	job_remove();
	ck_assert_uint_eq(dying_in_the_end(), 0);
	ck_assert_int_eq(perms_remove_by(ctl, 0), 0);
	close(ctl);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("perms_cgroups");
	TCase *tests = tcase_create("cgroups");
	int count = sizeof(ways) / sizeof(*ways);

	tcase_add_checked_fixture(tests, setup, NULL);
	tcase_add_loop_test(tests, no_use_keeps_the_cgroup, 0, count);
	tcase_add_test(tests, an_open_group_keeps_its_makers);
	tcase_add_test(tests, an_entry_keeps_no_cgroup);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
