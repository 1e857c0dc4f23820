/* SPDX-License-Identifier: GPL-2.0-only */
/* For tests of authority: actions by another user, in another job. */
#ifndef ACTOR_H
#define ACTOR_H

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gpcd_pub.h>
#include <linux/gpcd_perms.h>

#define USER_ID		4201	/* no such user needs to exist */
#define GROUP_ID	4202	/* owns the device nodes: test_permissions.sh */
#define JOBS		"/sys/fs/cgroup/gpcd-test"
#define CTL_PATH	"/dev/gpcdctl"

/* A register of each class. */
#define NIC_REG		0x4c02024ULL	/* GM_RMT_PUT_PERFORMANCE_COUNTERS1 */
#define TILE_REG	GPC_TILE_SPC(1, 2, 3)

/* One's own device, and another chip's. */
#define OWN		0
#define REMOTE		2

/* A kind of process. */
struct actor {
	const char *job;	/* cgroup below JOBS, or NULL: the root of all cgroups */
	int root;	/* stays root */
	int member;	/* belongs to the group that owns the device nodes */
	int capability;	/* kept without being root; 0: none */
};

/* Exit if the test itself is broken. Also used in a child, hence no ck_assert. */
static inline void must(int good, const char *what)
{
	if (good)
		return;
	perror(what);
	abort();
}

static inline void job_path(char path[PATH_MAX], const char *job, const char *file)
{
	snprintf(path, PATH_MAX, "%s/%s/%s", JOBS, job, file);
}

static inline uint64_t job_id(const char *job)
{
	char path[PATH_MAX];
	struct stat st;

	job_path(path, job, ".");
	must(!stat(path, &st), path);
	return st.st_ino;
}

/* Open the folder of a job's cgroup. */
static inline int job_open(const char *job)
{
	char path[PATH_MAX];
	int fd;

	job_path(path, job, ".");
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	must(fd >= 0, path);
	return fd;
}

static inline void job_make(const char *job)
{
	char path[PATH_MAX];

	job_path(path, job, "");
	must(!mkdir(path, 0755) || errno == EEXIST, path);
}

static inline void job_join(const char *job)
{
	char path[PATH_MAX];
	int fd;

	job_path(path, job, "cgroup.procs");
	fd = open(path, O_WRONLY | O_CLOEXEC);
	must(fd >= 0 && write(fd, "0", 1) == 1, path);
	close(fd);
}

static inline void capability_keep(int capability)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[2] = { { 0 } };

	data[CAP_TO_INDEX(capability)].effective = CAP_TO_MASK(capability);
	data[CAP_TO_INDEX(capability)].permitted = CAP_TO_MASK(capability);
	must(!syscall(SYS_capset, &header, data), "capset");
}

static inline void actor_become(const struct actor *actor)
{
	gid_t member = GROUP_ID;

	if (actor->root)
		return;
	must(!prctl(PR_SET_KEEPCAPS, actor->capability != 0), "prctl");
	must(!setgroups(actor->member, &member), "setgroups");
	must(!setresgid(USER_ID, USER_ID, USER_ID), "setresgid");
	must(!setresuid(USER_ID, USER_ID, USER_ID), "setresuid");
	if (actor->capability)
		capability_keep(actor->capability);
}

/*
 * fork() into a job, or into the caller's if it is NULL. Moving there later would wait for a grace
 * period.
 */
static inline pid_t job_fork(const char *job)
{
	struct clone_args args = { .flags = CLONE_INTO_CGROUP, .exit_signal = SIGCHLD };
	pid_t pid;

	if (!job)
		return fork();
	args.cgroup = job_open(job);
	pid = syscall(SYS_clone3, &args, sizeof(args));
	close(args.cgroup);
	return pid;
}

/* Run a deed in a process of the actor's; return its result, 0 or an errno. */
static inline int act(const struct actor *actor, int (*deed)(const void *), const void *arg)
{
	pid_t pid = job_fork(actor->job);
	int status;

	must(pid >= 0, "fork");
	if (!pid) {
		actor_become(actor);
		_exit(deed(arg));
	}
	must(waitpid(pid, &status, 0) == pid && WIFEXITED(status), "actor");
	return WEXITSTATUS(status);
}

/* A register of an open device. */
struct target {
	int fd;
	uint32_t nic_addr;	/* OWN or REMOTE */
	uint64_t addr;
};

static inline int result(int ret)
{
	return ret < 0 ? errno : 0;
}

static inline int status_errno(unsigned int status)
{
	return status == GPCD_STATUS_OK ? 0 : status == GPCD_STATUS_DENIED ? EPERM : EIO;
}

static inline int read_legacy(const struct target *target)
{
	uint64_t addr = target->addr, value;
	struct gpcd_args args = { 1, target->nic_addr, &addr, &value };

	return result(ioctl(target->fd, GPC_IOC_READ_REG, &args));
}

static inline int write_legacy(const struct target *target)
{
	uint64_t addr = target->addr, value = 1;
	struct gpcd_args args = { 1, target->nic_addr, &addr, &value };

	return result(ioctl(target->fd, GPC_IOC_WRITE_REG, &args));
}

static inline int snapshot(int fd, unsigned long command, uint32_t nic_addr, uint64_t addr)
{
	uint64_t value = ~0;
	uint8_t status = ~0;
	struct gpcd_snapshot_req req = {
		.size = sizeof(req),
		.count = 1,
		.nic_addr = nic_addr,
		.addrs = addr ? (uintptr_t)&addr : 0,
		.values = (uintptr_t)&value,
		.statuses = (uintptr_t)&status,
	};

	if (ioctl(fd, command, &req) < 0)
		return errno;
	must(status == GPCD_STATUS_OK || !value, "no value where there is no right");
	return status_errno(status);
}

static inline int read_snapshot(const struct target *target)
{
	return snapshot(target->fd, GPCD_IOC_SNAPSHOT, target->nic_addr, target->addr);
}

static inline int group_open(const struct target *target)
{
	uint64_t addr = target->addr;
	struct gpcd_group_req req = {
		.size = sizeof(req),
		.count = 1,
		.nic_addr = target->nic_addr,
		.addrs = (uintptr_t)&addr,
	};

	return ioctl(target->fd, GPCD_IOC_GROUP, &req);
}

static inline int group_read(int group)
{
	return snapshot(group, GPCD_IOC_GROUP_READ, 0, 0);
}

static inline int read_group(const struct target *target)
{
	int group = group_open(target);
	int err = group < 0 ? errno : group_read(group);

	if (group >= 0)
		close(group);
	return err;
}

static inline int write_modern(const struct target *target)
{
	uint64_t addr = target->addr, value = 1;
	struct gpcd_write_req req = {
		.size = sizeof(req),
		.count = 1,
		.nic_addr = target->nic_addr,
		.addrs = (uintptr_t)&addr,
		.values = (uintptr_t)&value,
	};

	return result(ioctl(target->fd, GPCD_IOC_WRITE, &req));
}

/* A register, and what is tried with it. */
struct access {
	uint32_t nic_addr;	/* OWN or REMOTE */
	uint64_t addr;
	int write;	/* write it, rather than read */
};

/* Try an access by all ways through an open device; return the errno on which they agree. */
static inline int access_through(int fd, const struct access *access)
{
	static int (* const ways[2][3])(const struct target *) = {
		{ read_legacy, read_snapshot, read_group },
		{ write_legacy, write_modern, write_modern },
	};
	struct target target = { fd, access->nic_addr, access->addr };
	int err = ways[access->write][0](&target);

	must(ways[access->write][1](&target) == err, "all ways agree");
	must(ways[access->write][2](&target) == err, "all ways agree");
	return err;
}

/* A deed: open the device and try. */
static inline int access_try(const void *access)
{
	int fd = open(GPCD_DEV_PATH, O_RDWR);

	return fd < 0 ? errno : access_through(fd, access);
}

/*
 * The administrator changes the permission table. An entry by SET_PERMS owns the device of the
 * call.
 */

static inline int device_open(void)
{
	int fd = open(GPCD_DEV_PATH, O_RDWR | O_CLOEXEC);

	must(fd >= 0, GPCD_DEV_PATH);
	return fd;
}

static inline int perms_set(int fd, uint64_t job, uint64_t level)
{
	struct gpcd_perms perms = { .perms = level, .job_id = job };

	return result(ioctl(fd, GPC_IOC_SET_PERMS, &perms));
}

static inline int ctl_open(void)
{
	int ctl = open(CTL_PATH, O_RDWR | O_CLOEXEC);

	must(ctl >= 0, CTL_PATH);
	return ctl;
}

/* Remove entries through an open control node; job 0: all. */
static inline int perms_remove_by(int ctl, uint64_t job)
{
	struct gpcd_perms_remove req = {
		.size = sizeof(req),
		.flags = job ? 0 : GPCD_PERMS_REMOVE_ALL,
		.job = job,
	};

	return result(ioctl(ctl, GPCD_IOC_PERMS_REMOVE, &req));
}

static inline int perms_remove(uint64_t job)
{
	int ctl = ctl_open(), err = perms_remove_by(ctl, job);

	close(ctl);
	return err;
}

/* Set the entry of a job, which owns @count devices, or what it can open. */
static inline int perms_give_nics(int ctl, const char *job, uint32_t may,
				  const struct gpcd_nic *nics, uint32_t count)
{
	struct gpcd_perms_set req = {
		.size = sizeof(req), .cgroup = job_open(job), .may = may,
		.nic_count = count, .nics = (uintptr_t)nics,
	};
	int err = result(ioctl(ctl, GPCD_IOC_PERMS_SET, &req));

	close(req.cgroup);
	return err;
}

static inline int perms_give(int ctl, const char *job, uint32_t may)
{
	return perms_give_nics(ctl, job, may, NULL, 0);
}

/* What the levels of gpcd_pub.h allow, as masks and in words. */
static const uint32_t level_may[] = {
	0, GPCD_MAY_NIC | GPCD_MAY_SETUP, GPCD_MAY_NIC | GPCD_MAY_ROUTER | GPCD_MAY_SETUP,
	GPCD_MAY_ALL,
};

static const char * const level_words[] = { "none", "nic,setup", "nic,router,setup", "all" };

static inline void default_level_set(unsigned int level)
{
	FILE *file = fopen("/sys/module/gpcd/parameters/default_perms", "w");

	must(file && fputs(level_words[level], file) > 0 && !fclose(file), "default_perms");
}

static inline void ignore_toggle(int fd)
{
	must(!ioctl(fd, GPC_IOC_IGNORE_PERMS, NULL), "IGNORE_PERMS");
}

/* Read the policy. */
static inline struct gpcd_perms_policy policy_now(void)
{
	struct gpcd_perms_policy policy = { .size = sizeof(policy) };
	int ctl = ctl_open();

	must(!ioctl(ctl, GPCD_IOC_PERMS_POLICY, &policy), "PERMS_POLICY");
	close(ctl);
	return policy;
}

static inline void ignore_set(uint32_t on)
{
	struct gpcd_perms_policy policy = {
		.size = sizeof(policy), .flags = GPCD_PERMS_POLICY_IGNORED, .ignored = on,
	};
	int ctl = ctl_open();

	must(!ioctl(ctl, GPCD_IOC_PERMS_POLICY, &policy), "PERMS_POLICY");
	close(ctl);
}

static inline void perms_query(struct gpcd_perms_query *answer)
{
	int fd = device_open();

	*answer = (struct gpcd_perms_query) { .size = sizeof(*answer) };
	must(!ioctl(fd, GPCD_IOC_PERMS_QUERY, answer), "PERMS_QUERY");
	close(fd);
}

static const char * const level_job[] = { "none", "nic", "local", "all" };

/* Make one job per level, named after it, no other entries, and permissions not ignored. */
static inline void table_fill(void)
{
	int fd = device_open();
	unsigned int level;

	ignore_set(0);
	default_level_set(GPC_PERMS_LOCAL);
	must(!perms_remove(0), "PERMS_REMOVE");
	for (level = 0; level <= GPC_PERMS_ALL; level++) {
		job_make(level_job[level]);
		must(!perms_set(fd, job_id(level_job[level]), level), "SET_PERMS");
	}
	close(fd);
}

static const struct actor user = { .member = 0 };
static const struct actor member = { .member = 1 };
static const struct actor root = { .root = 1 };

/* Return the result of an access by an actor in a job. */
static inline int access_by(const struct actor *who, const char *job, const struct access *access)
{
	struct actor actor = *who;

	actor.job = job;
	return act(&actor, access_try, access);
}

#endif /* ACTOR_H */
