/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who may read what: readers, the permission table, and the jobs that it names.
 */
#ifndef GPCD_PERMS_H
#define GPCD_PERMS_H

#include <linux/gpcd.h>

struct cgroup;
struct gpcd_device;

/* Readers (reader.c) */

/**
 * struct gpcd_reader - on whose authority something is read
 * @cgroup: the job, pinned
 * @privileged: CAP_PERFMON or CAP_SYS_ADMIN: 1, 0; -1: the reader is the
 *	caller, who has not been asked yet
 */
struct gpcd_reader {
	struct cgroup *cgroup;
	s8 privileged;
};

/** gpcd_reader_get() - the caller, to be asked for privilege only when it matters */
void gpcd_reader_get(struct gpcd_reader *reader);

/** gpcd_reader_put() - the reverse */
void gpcd_reader_put(struct gpcd_reader *reader);

/** gpcd_reader_privileged() - may they read whatever the table says? No audit */
bool gpcd_reader_privileged(struct gpcd_reader *reader);

/** gpcd_reader_ended() - has the job ended? Nobody is in it, nobody will be */
bool gpcd_reader_ended(const struct gpcd_reader *reader);

/* Permissions (perms.c) */

/**
 * struct gpcd_verdict - what the permission table says of a job and a device
 * @level: enum gpcd_level
 * @source: GPCD_PERMS_*
 * @entry_job: the job whose entry decided, or 0
 * @own: the device is the job's own, if it was opened
 * @named: the entry names the device: it is own, opened or not
 */
struct gpcd_verdict {
	u32 level;
	u32 source;
	u64 entry_job;
	bool own;
	bool named;
};

/** gpcd_perms_judge() - ask the table about a job, its ancestors and a device */
struct gpcd_verdict gpcd_perms_judge(struct cgroup *cgroup, const struct gpcd_device *device);

/**
 * gpcd_perms_reach() - which registers of a device may somebody read?
 * @reader: who
 * @device: the device
 * @opened: it was opened; else it was found by its NIC address
 *
 * The one judge of every way in.
 *
 * Return: GPCD_LEVEL_NONE, GPCD_LEVEL_NIC or GPCD_LEVEL_LOCAL, which is all.
 */
u32 gpcd_perms_reach(struct gpcd_reader *reader, const struct gpcd_device *device, bool opened);

/** gpcd_perms_epoch() - differs whenever the table's answers may differ */
u64 gpcd_perms_epoch(void);

/** gpcd_perms_default() - the level of a job without an entry */
u32 gpcd_perms_default(void);

/**
 * gpcd_perms_set() - give a job an entry
 * @entry: the entry, from user memory
 *
 * Return: 0; -EDOM a number out of range, -ENOSPC, -ENOMEM.
 */
int gpcd_perms_set(const struct gpcd_perms_entry *entry);

/** gpcd_perms_remove() - take an entry away; -ENOENT */
int gpcd_perms_remove(u64 job);

/** gpcd_perms_clear() - take all entries away */
void gpcd_perms_clear(void);

/**
 * gpcd_perms_next() - the entry after a job
 * @job: in: after which; out: its job
 * @entry: filled in
 *
 * Return: false: there is none.
 */
bool gpcd_perms_next(u64 *job, struct gpcd_perms_entry *entry);

/** gpcd_perms_ignored() - are all readers at GPCD_LEVEL_ALL? */
bool gpcd_perms_ignored(void);

/** gpcd_perms_ignore() - ignore permissions, or heed them; returns what was before */
bool gpcd_perms_ignore(bool on);

/** gpcd_perms_ignore_toggle() - the other of the two */
void gpcd_perms_ignore_toggle(void);

/** gpcd_perms_print() - the table, to the kernel log */
void gpcd_perms_print(void);

/**
 * gpcd_perms_seen() - somebody looked whether a job is a cgroup
 * @job: the job of an entry, or of none
 * @alive: it is; the entry of one that was and is no more goes
 */
void gpcd_perms_seen(u64 job, bool alive);

/* Jobs (jobs.c) */

/**
 * gpcd_jobs_set() - gpcd_perms_set(), with room made by jobs that have ended
 * @entry: the entry, from user memory
 *
 * May sleep. The entry goes within half a minute of the end of its job.
 *
 * Return: as gpcd_perms_set().
 */
int gpcd_jobs_set(const struct gpcd_perms_entry *entry);

/** gpcd_jobs_look() - have the entries of ended jobs gone, on return; may sleep */
void gpcd_jobs_look(void);

/** gpcd_jobs_exit() - empty the table; may sleep */
void gpcd_jobs_exit(void);

#endif /* GPCD_PERMS_H */
