/* SPDX-License-Identifier: GPL-2.0-only */
/* Permissions: readers, the permission table, and the jobs that have entries in it. */
#ifndef GPCD_PERMS_H
#define GPCD_PERMS_H

#include <linux/gpcd_perms.h>

struct cgroup;
struct gpcd_device;

/* Readers (reader.c) */

/* The process whose permissions decide a read. */
struct gpcd_reader {
	struct cgroup *cgroup;	/* its job, with a reference */
	s8 privileged;	/* has CAP_PERFMON or CAP_SYS_ADMIN; -1: not known yet */
};

/* Make the calling process the reader. Its privilege is not asked for until it matters. */
void gpcd_reader_get(struct gpcd_reader *reader);

/* Copy a reader whose privilege is known. */
void gpcd_reader_copy(struct gpcd_reader *reader, const struct gpcd_reader *from);

/* Return whether two readers, both of known privilege, may read the same. */
static inline bool gpcd_reader_same(const struct gpcd_reader *a, const struct gpcd_reader *b)
{
	return a->cgroup == b->cgroup && a->privileged == b->privileged;
}

/* Drop the reference that gpcd_reader_get() took. */
void gpcd_reader_put(struct gpcd_reader *reader);

/*
 * Return whether the reader may read everything. If that is not known yet, the reader must be the
 * calling process. Writes no audit record.
 */
bool gpcd_reader_privileged(struct gpcd_reader *reader);

/* Return whether the reader's job has ended, that is, its cgroup was removed. */
bool gpcd_reader_ended(const struct gpcd_reader *reader);

/* Permissions (perms.c) */

/* What may be read of one device. */
#define GPCD_MAY_OWN	(GPCD_MAY_NIC | GPCD_MAY_ROUTER | GPCD_MAY_SETUP)

/* The permission table's answer for a job and a device. */
struct gpcd_verdict {
	u32 may;	/* GPCD_MAY_* */
	u32 source;	/* what decided: GPCD_PERMS_* */
	u64 entry_job;	/* job whose entry decided, or 0 */
	bool own;	/* the device is the job's own if the job has opened it */
	bool named;	/* the entry names it: the job's own even if not open */
};

/* Look up a job, or its nearest ancestor with an entry, in the table. */
struct gpcd_verdict gpcd_perms_judge(struct cgroup *cgroup, const struct gpcd_device *device);

/*
 * Decide which registers of a device a reader may read; @opened: the reader has opened the device,
 * rather than found it by its NIC address. Every system call that reads or names a register asks
 * this function and no other. Return which needs are met, a mask within GPCD_MAY_OWN; 0: nothing
 * may be read.
 */
u32 gpcd_perms_reach(struct gpcd_reader *reader, const struct gpcd_device *device, bool opened);

/*
 * Bring all mappings up to date after permissions have changed or a job may have ended. Return
 * whether any device is mapped. May sleep.
 */
bool gpcd_perms_apply(void);

/* Return a number that changes whenever the table's answers may change. */
u64 gpcd_perms_epoch(void);

/* What holds beside the table. A command, the module parameter and IGNORE_PERMS change it. */
struct gpcd_policy {
	u32 may;	/* what jobs without an entry may read */
	bool ignored;	/* permissions are: everybody may read everything */
};

/* Return the present policy. */
struct gpcd_policy gpcd_policy_get(void);

/* Set the members of the policy that @which, GPCD_PERMS_POLICY_*, says. Return the earlier one. */
struct gpcd_policy gpcd_policy_set(u32 which, struct gpcd_policy to);

/* Ignore permissions if they are obeyed, and vice versa. */
void gpcd_policy_toggle(void);

/*
 * Set the entry of a job. @entry and its devices come from user space; they are checked and copied.
 * @lived: the job is known to be a cgroup. Return 0, -EINVAL for what is no permission, job or
 * device, -ENOSPC or -ENOMEM.
 */
int gpcd_perms_set(const struct gpcd_perms_entry *entry, const struct gpcd_nic *nics, bool lived);

/* Remove the entry of a job. Return 0 or -ENOENT. */
int gpcd_perms_remove(u64 job);

/* Remove all entries. */
void gpcd_perms_clear(void);

/*
 * Find the first entry after the one of @job (0: the first of all). Fill in *@entry and, unless
 * @nics is NULL, its devices: @nics has room for GPCD_PERMS_NICS. Return false if there is none.
 */
bool gpcd_perms_next(u64 job, struct gpcd_perms_entry *entry, struct gpcd_nic *nics);

/*
 * Record whether a job, with an entry or without, is an existing cgroup. If not, and it was seen
 * alive before, its entry is removed, and the caller must call gpcd_perms_apply().
 */
void gpcd_perms_seen(u64 job, bool alive);

/* Permissions as words (words.c) */

/* Bytes that hold every mask as words, with a newline and a NUL. */
#define GPCD_MAY_TEXT	40

/* Parse words separated by commas, such as "nic,router", or "none". Return 0 or -EINVAL. */
int gpcd_may_parse(const char *text, u32 *may);

/* Write a mask as words, ended by a newline. Return the length. */
int gpcd_may_print(char *text, u32 may);

/* Jobs (jobs.c) */

/*
 * Set the entry of a job, as gpcd_perms_set() does, and remove it within ten seconds after the job
 * has ended. If the table is full, entries of ended jobs are removed first. May sleep.
 */
int gpcd_jobs_set(const struct gpcd_perms_entry *entry, const struct gpcd_nic *nics);

/*
 * Likewise for the job whose cgroup the calling process has open as @fd; @entry gets its id. Return
 * also -EBADF if that is no cgroup (version 2), or -ENOENT if it was removed.
 */
int gpcd_jobs_set_cgroup(int fd, struct gpcd_perms_entry *entry, const struct gpcd_nic *nics);

/* A device is mapped: check from time to time whether the mapper's job has ended. */
void gpcd_jobs_watch(void);

/* Remove the entries of jobs that have ended. May sleep. */
void gpcd_jobs_look(void);

/* Stop checking jobs, and empty the table. May sleep. */
void gpcd_jobs_exit(void);

#endif /* GPCD_PERMS_H */
