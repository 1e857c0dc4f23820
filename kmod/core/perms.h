/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Permissions: readers, the permission table, and the jobs in the table.
 */
#ifndef GPCD_PERMS_H
#define GPCD_PERMS_H

#include <linux/gpcd.h>

struct cgroup;
struct gpcd_device;

/* Readers (reader.c) */

/**
 * struct gpcd_reader - the process whose permissions decide a read
 * @cgroup: the job of the process, with a reference
 * @privileged: 1: the process has CAP_PERFMON or CAP_SYS_ADMIN; 0: it has neither;
 *	-1: not known yet, and the reader is the calling process
 */
struct gpcd_reader {
	struct cgroup *cgroup;
	s8 privileged;
};

/** gpcd_reader_get() - fill in the calling process; its privilege is asked for when it matters */
void gpcd_reader_get(struct gpcd_reader *reader);

/** gpcd_reader_copy() - make another of a reader who was asked for privilege already */
void gpcd_reader_copy(struct gpcd_reader *reader, const struct gpcd_reader *from);

/** gpcd_reader_same() - return whether two readers, both asked for privilege, read the same */
static inline bool gpcd_reader_same(const struct gpcd_reader *a, const struct gpcd_reader *b)
{
	return a->cgroup == b->cgroup && a->privileged == b->privileged;
}

/** gpcd_reader_put() - drop the reference that gpcd_reader_get() took */
void gpcd_reader_put(struct gpcd_reader *reader);

/** gpcd_reader_privileged() - return whether the reader may read everything; no audit record */
bool gpcd_reader_privileged(struct gpcd_reader *reader);

/** gpcd_reader_ended() - return whether the reader's job has ended: its cgroup was removed */
bool gpcd_reader_ended(const struct gpcd_reader *reader);

/* Permissions (perms.c) */

/**
 * struct gpcd_verdict - what the permission table says about a job and a device
 * @level: the enum gpcd_level of the job
 * @source: what decided, GPCD_PERMS_*
 * @entry_job: the job whose entry decided, or 0
 * @own: the device is the job's own if the job has opened it
 * @named: the entry names the device, which is the job's own even if it is not open
 */
struct gpcd_verdict {
	u32 level;
	u32 source;
	u64 entry_job;
	bool own;
	bool named;
};

/** gpcd_perms_judge() - look up what the table says about a job, or its ancestors, and a device */
struct gpcd_verdict gpcd_perms_judge(struct cgroup *cgroup, const struct gpcd_device *device);

/**
 * gpcd_perms_reach() - decide which registers of a device a reader may read
 * @reader: the reader
 * @device: the device
 * @opened: the reader has opened the device; else it was found by its NIC address
 *
 * Every system call that reads or names a register asks this function, and no other.
 *
 * Return: GPCD_LEVEL_NONE, GPCD_LEVEL_NIC or GPCD_LEVEL_LOCAL, which means all
 * registers of @device.
 */
u32 gpcd_perms_reach(struct gpcd_reader *reader, const struct gpcd_device *device, bool opened);

/**
 * gpcd_perms_apply() - have all mappings of all devices show what their mappers may read now:
 *	permissions have changed, or a job may have ended
 *
 * May sleep. Return: whether any device is mapped.
 */
bool gpcd_perms_apply(void);

/** gpcd_perms_epoch() - return a number that changes whenever the table's answers may change */
u64 gpcd_perms_epoch(void);

/** gpcd_perms_default() - return the enum gpcd_level of jobs without an entry */
u32 gpcd_perms_default(void);

/**
 * gpcd_perms_set() - make or change the entry of a job
 * @entry: the entry; copied, and checked, because it is a user's
 *
 * Return: 0; -EDOM a number out of range, -ENOSPC, -ENOMEM.
 */
int gpcd_perms_set(const struct gpcd_perms_entry *entry);

/** gpcd_perms_remove() - remove the entry of a job. Return: 0, -ENOENT */
int gpcd_perms_remove(u64 job);

/** gpcd_perms_clear() - remove all entries */
void gpcd_perms_clear(void);

/**
 * gpcd_perms_next() - find the next entry, ascending by job
 * @job: a job, or 0 at first; replaced by the job of the next entry
 * @entry: filled in
 *
 * Return: true; false: there is no further entry.
 */
bool gpcd_perms_next(u64 *job, struct gpcd_perms_entry *entry);

/** gpcd_perms_ignored() - return whether permissions are ignored: all readers at GPCD_LEVEL_ALL */
bool gpcd_perms_ignored(void);

/** gpcd_perms_ignore() - ignore permissions, or obey them again; return the setting before */
bool gpcd_perms_ignore(bool on);

/** gpcd_perms_ignore_toggle() - ignore permissions if they are obeyed, else obey them */
void gpcd_perms_ignore_toggle(void);

/** gpcd_perms_print() - print the table to the kernel log */
void gpcd_perms_print(void);

/**
 * gpcd_perms_seen() - tell the table whether a job exists
 * @job: a job, with an entry or without
 * @alive: the job is a cgroup. If it is none, but was seen alive before, its entry
 *	is removed, and the caller has mappings judged: see gpcd_perms_apply()
 */
void gpcd_perms_seen(u64 job, bool alive);

/* Jobs (jobs.c) */

/**
 * gpcd_jobs_set() - make or change the entry of a job, which is removed after the job's end
 * @entry: the entry; copied, and checked, because it is a user's
 *
 * May sleep. If the table is full, entries of jobs that have ended are removed
 * first. The entry goes within ten seconds after the end of its job.
 *
 * Return: as gpcd_perms_set().
 */
int gpcd_jobs_set(const struct gpcd_perms_entry *entry);

/**
 * gpcd_jobs_watch() - a device is mapped: look from time to time whether the mapper's job has ended
 */
void gpcd_jobs_watch(void);

/** gpcd_jobs_look() - remove the entries of jobs that have ended; may sleep */
void gpcd_jobs_look(void);

/** gpcd_jobs_exit() - stop looking at jobs, and empty the table; may sleep */
void gpcd_jobs_exit(void);

#endif /* GPCD_PERMS_H */
