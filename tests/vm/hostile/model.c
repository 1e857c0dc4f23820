// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who may read what: the permission table as it must be if every call that changed
 * it did what its documentation says.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <gpcd_pub.h>
#include <linux/gpcd.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hostile.h"

#define CGROUPS	"/sys/fs/cgroup"

static struct job {
	const char *path;
	int parent;
	uint64_t id;
	int entry;	/* level, or -1 */
} jobs[JOBS] = {
	[JOB_ROOT] = { "", -1, 0, -1 },
	[JOB_TOP] = { "/hostile", JOB_ROOT, 0, -1 },
	[JOB_A] = { "/hostile/a", JOB_TOP, 0, -1 },
	[JOB_A_X] = { "/hostile/a/x", JOB_A, 0, -1 },
	[JOB_B] = { "/hostile/b", JOB_TOP, 0, -1 },
	[JOB_GUEST] = { "/hostile/guest", JOB_TOP, 0, -1 },	/* comes and goes */
};

static bool sure = true;
static bool ignored;
static bool changed;
static bool moved;
static unsigned int default_level = GPCD_LEVEL_LOCAL;

static int job_make(struct job *job)
{
	char path[128];
	struct stat st;

	snprintf(path, sizeof(path), CGROUPS "%s", job->path);
	if (mkdir(path, 0755) && errno != EEXIST)
		return -errno;
	if (stat(path, &st))
		return -errno;
	if (job->id != st.st_ino)
		job->entry = -1;
	job->id = st.st_ino;
	return 0;
}

void model_init(void)
{
	for (int i = 0; i < JOBS; i++) {
		if (job_make(&jobs[i]))
			err(2, CGROUPS "%s", jobs[i].path);
	}
}

uint64_t model_job_id(int job)
{
	return jobs[job].id;
}

bool model_sure(void)
{
	return sure && !player.racing;
}

void model_doubt(void)
{
	sure = false;
	changed = true;
}

unsigned int model_level(int job, bool privileged)
{
	if (ignored || privileged)
		return GPCD_LEVEL_ALL;
	for (; job >= 0; job = jobs[job].parent) {
		if (jobs[job].entry >= 0)
			return jobs[job].entry;
	}
	return default_level;
}

static struct job *job_by_id(uint64_t id)
{
	for (int i = 0; i < JOBS; i++) {
		if (jobs[i].id == id)
			return &jobs[i];
	}
	return NULL;
}

void model_set(uint64_t id, unsigned int level)
{
	struct job *job = job_by_id(id);

	if (job)
		job->entry = level;
	changed = true;
}

bool model_remove(uint64_t id)
{
	struct job *job = job_by_id(id);
	bool there = !job || job->entry >= 0;

	if (job)
		job->entry = -1;
	return there;
}

void model_clear(void)
{
	for (int i = 0; i < JOBS; i++)
		jobs[i].entry = -1;
}

void model_ignore_toggle(void)
{
	ignored = !ignored;
	changed = true;
}

bool model_ignored(void)
{
	return ignored;
}

void model_default(unsigned int level)
{
	default_level = level;
	changed = true;
}

unsigned int model_default_level(void)
{
	return default_level;
}

/* Nobody else is ever in the guests' job: it ends with its last member. */
int model_move(struct caller *caller, int to)
{
	char path[128], pid[16];
	int ret = job_make(&jobs[to]);
	int fd;

	if (ret)
		return ret;
	snprintf(path, sizeof(path), CGROUPS "%s/cgroup.procs", jobs[to].path);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	snprintf(pid, sizeof(pid), "%d", caller->pid);
	ret = write(fd, pid, strlen(pid)) < 0 ? -errno : 0;
	close(fd);
	if (!ret) {
		caller->job = to;
		moved = moved || to != caller->home;
		rmdir(CGROUPS "/hostile/guest");
	}
	return ret;
}

static void table_reset(void)
{
	struct gpcd_perms_remove remove = {
		.size = sizeof(remove), .flags = GPCD_PERMS_REMOVE_ALL,
	};
	struct gpcd_perms_query query = { .size = sizeof(query) };
	int fd = open(GPCD_DEV_PATH, O_RDWR | O_CLOEXEC);
	FILE *file = fopen("/sys/module/gpcd/parameters/default_perms", "w");

	if (fd < 0 || ioctl(fd, GPCD_IOC_PERMS_REMOVE, &remove) ||
	    ioctl(fd, GPCD_IOC_PERMS_QUERY, &query) ||
	    (query.ignored && ioctl(fd, GPC_IOC_IGNORE_PERMS, NULL)) ||
	    !file || fprintf(file, "%d", GPCD_LEVEL_LOCAL) < 0 || fclose(file))
		err(2, "resetting the permission table");
	close(fd);
	model_clear();
	ignored = false;
	default_level = GPCD_LEVEL_LOCAL;
	sure = true;
	changed = false;
}

void model_reset(void)
{
	if (changed)
		table_reset();
	if (!moved)
		return;
	for (int i = 0; i < CALLERS; i++) {
		if (callers[i].job != callers[i].home)
			model_move(&callers[i], callers[i].home);
	}
	moved = false;
}
