// SPDX-License-Identifier: GPL-2.0-only
/*
 * A model of the permission table: what each job may read if every call that changed the
 * table did what its documentation says.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/gpcd_perms.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hostile.h"

#define CGROUPS	"/sys/fs/cgroup"

#define CONTROL	"/dev/gpcdctl"

static struct job {
	const char *path;
	int parent;
	uint64_t id;
	int fd;	/* of its folder */
	int entry;	/* GPCD_MAY_*, or -1 */
	bool alive;
	unsigned int nics;
	uint32_t nic[NICS];
} jobs[JOBS] = {
	[JOB_ROOT] = { "", -1, 0, -1, -1 },
	[JOB_TOP] = { "/hostile", JOB_ROOT, 0, -1, -1 },
	[JOB_A] = { "/hostile/a", JOB_TOP, 0, -1, -1 },
	[JOB_A_X] = { "/hostile/a/x", JOB_A, 0, -1, -1 },
	[JOB_B] = { "/hostile/b", JOB_TOP, 0, -1, -1 },
	[JOB_GUEST] = { "/hostile/guest", JOB_TOP, 0, -1, -1 },	/* comes and goes */
};

static bool sure = true;
static bool ignored;
static bool changed;
static bool moved;
static unsigned int default_may = MODEL_OWN;

/* Junk meets no descriptor that is so high. */
#define FD_LEAST	512

static void job_open(struct job *job, const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	job->entry = -1;
	if (job->fd >= 0)
		close(job->fd);
	job->fd = fcntl(fd, F_DUPFD_CLOEXEC, FD_LEAST);
	close(fd);
	if (job->fd < 0)
		err(2, "%s", path);
}

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
		job_open(job, path);
	job->id = st.st_ino;
	job->alive = true;
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

int model_job_fd(int job)
{
	return jobs[job].fd;
}

uint64_t model_job_of(int fd)
{
	for (int i = 0; i < JOBS; i++) {
		if (jobs[i].fd == fd)
			return jobs[i].id;
	}
	return 0;
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

/* Return the job whose entry counts: this one, or its nearest ancestor with an entry. */
static const struct job *decisive(int job)
{
	while (job >= 0 && jobs[job].entry < 0)
		job = jobs[job].parent;
	return job < 0 ? NULL : &jobs[job];
}

unsigned int model_may(int job, bool privileged)
{
	const struct job *decides = decisive(job);

	if (ignored || privileged)
		return GPCD_MAY_ALL;
	return decides ? (unsigned int)decides->entry : default_may;
}

static bool named(const struct job *job, uint32_t nic_addr)
{
	for (unsigned int i = 0; i < job->nics; i++) {
		if (job->nic[i] == nic_addr)
			return true;
	}
	return false;
}

bool model_own(int job, uint32_t nic_addr)
{
	const struct job *decides = ignored ? NULL : decisive(job);

	return !decides || !decides->nics || named(decides, nic_addr);
}

unsigned int model_reach(int job, bool privileged, const struct model_nic *nic)
{
	const struct job *decides = decisive(job);
	unsigned int may = model_may(job, privileged);
	bool own = nic->opened ? model_own(job, nic->nic_addr) :
				 decides && named(decides, nic->nic_addr);

	return own || may & GPCD_MAY_OTHERS ? may & MODEL_OWN : 0;
}

bool model_lives(int job, uint64_t id)
{
	return jobs[job].alive && jobs[job].id == id;
}

static struct job *job_by_id(uint64_t id)
{
	for (int i = 0; i < JOBS; i++) {
		if (jobs[i].id == id)
			return &jobs[i];
	}
	return NULL;
}

void model_set(uint64_t id, unsigned int may, unsigned int nics, const uint32_t *nic)
{
	struct job *job = job_by_id(id);

	changed = true;
	if (!job)
		return;
	job->entry = may;
	job->nics = nics;
	memcpy(job->nic, nic, nics * sizeof(*nic));
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

void model_ignore(bool on)
{
	ignored = on;
	changed = true;
}

bool model_ignored(void)
{
	return ignored;
}

void model_default(unsigned int may)
{
	default_may = may;
	changed = true;
}

unsigned int model_default_may(void)
{
	return default_may;
}

/* Only guests are ever in the guests' job: it ends with its last member. */
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
		if (!rmdir(CGROUPS "/hostile/guest"))
			jobs[JOB_GUEST].alive = false;
	}
	return ret;
}

static void table_reset(void)
{
	struct gpcd_perms_remove remove = {
		.size = sizeof(remove), .flags = GPCD_PERMS_REMOVE_ALL,
	};
	struct gpcd_perms_policy policy = {
		.size = sizeof(policy), .may = MODEL_OWN,
		.flags = GPCD_PERMS_POLICY_MAY | GPCD_PERMS_POLICY_IGNORED,
	};
	int fd = open(CONTROL, O_RDWR | O_CLOEXEC);

	if (fd < 0 || ioctl(fd, GPCD_IOC_PERMS_REMOVE, &remove) ||
	    ioctl(fd, GPCD_IOC_PERMS_POLICY, &policy))
		err(2, "resetting the permission table");
	close(fd);
	model_clear();
	ignored = false;
	default_may = MODEL_OWN;
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
