/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of gpcd.ko share.
 *
 * Every read goes one way: gpcd_list_init() resolves addresses into slots,
 * gpcd_list_authorise() judges them, gpcd_list_snapshot() reads the words,
 * gpcd_settle() makes values and statuses of them.
 */
#ifndef GPCD_CORE_H
#define GPCD_CORE_H

#include <linux/cdev.h>
#include <linux/completion.h>
#include <linux/device.h>
#include <linux/fs.h>
#include <linux/gpcd.h>
#include <linux/percpu-refcount.h>
#include <linux/poll.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

#include "core/provider.h"

struct cgroup;

/* Devices (device.c) */

/**
 * struct gpcd_device - a chip as one NIC sees it
 * @dev: node of the device tree; counts the references
 * @cdev: /dev/gpcdN
 * @desc: what the provider said; @desc.ops only between gpcd_device_enter()
 *	and gpcd_device_leave()
 * @users: operations in progress; killed when the chip goes
 * @idle: completed when the last of them has left
 * @gone: woken when the chip goes; for poll(2)
 * @index: the N of /dev/gpcdN
 * @rcu: look-ups take no lock
 */
struct gpcd_device {
	struct device dev;
	struct cdev cdev;
	struct gpcd_device_desc desc;
	struct percpu_ref users;
	struct completion idle;
	wait_queue_head_t gone;
	unsigned int index;
	struct rcu_head rcu;
};

/**
 * gpcd_device_enter() - begin an operation; any context but NMI
 * @device: the device
 *
 * To be left soon: never hold it across an access to user memory, which a
 * hostile caller may delay for ever, and the chip's removal with it.
 *
 * Return: false when the chip is gone.
 */
static inline bool gpcd_device_enter(struct gpcd_device *device)
{
	return percpu_ref_tryget_live(&device->users);
}

/** gpcd_device_leave() - end an operation */
static inline void gpcd_device_leave(struct gpcd_device *device)
{
	percpu_ref_put(&device->users);
}

static inline struct gpcd_device *gpcd_device_get(struct gpcd_device *device)
{
	get_device(&device->dev);
	return device;
}

static inline void gpcd_device_put(struct gpcd_device *device)
{
	put_device(&device->dev);
}

static inline bool gpcd_device_gone(struct gpcd_device *device)
{
	return percpu_ref_is_dying(&device->users);
}

/** gpcd_device_poll() - poll(2) of what reads a device: nothing but its end is news */
__poll_t gpcd_device_poll(struct gpcd_device *device, struct file *filp,
			  struct poll_table_struct *wait);

/** gpcd_device_enter_index() - enter /dev/gpcdN; any context but NMI; NULL: none */
struct gpcd_device *gpcd_device_enter_index(unsigned int index);

/** gpcd_device_find() - get the living device of a NIC address in a domain; NULL: none */
struct gpcd_device *gpcd_device_find(u32 domain, u32 nic_addr);

int gpcd_devices_init(void);
void gpcd_devices_exit(void);

/* The device class and its attributes (sysfs.c) */

extern struct class gpcd_class;

/* Open files and their commands (file.c) */

/**
 * struct gpcd_file - an open /dev/gpcdN
 * @device: a reference; the chip may be gone
 * @sequence: snapshots taken
 * @verbose: tell the kernel log why a call is refused
 */
struct gpcd_file {
	struct gpcd_device *device;
	atomic64_t sequence;
	bool verbose;
};

extern const struct file_operations gpcd_file_ops;

/**
 * gpcd_refuse() - say why a call is refused, as often as is bearable
 * @file: the open file
 * @error: a negative errno
 * @fmt: a sentence without its full stop
 *
 * Return: @error.
 */
__printf(3, 4)
int gpcd_refuse(struct gpcd_file *file, int error, const char *fmt, ...);

/**
 * enum gpcd_reply - when an argument is copied back to the caller
 * @GPCD_REPLY_NEVER: it has no output
 * @GPCD_REPLY_ON_SUCCESS: when the command succeeds
 * @GPCD_REPLY_ALWAYS: it tells how far a failed command got
 */
enum gpcd_reply {
	GPCD_REPLY_NEVER,
	GPCD_REPLY_ON_SUCCESS,
	GPCD_REPLY_ALWAYS,
};

/**
 * struct gpcd_command - a command of the modern ABI
 * @cmd: its number
 * @flags: flags it knows
 * @first: bytes of its argument in the first version
 * @size: bytes of its argument
 * @out: bytes from which on the argument is output: zero when it comes
 * @reply: when the argument is copied back
 * @run: serves it; @arg is a copy of the argument, checked as far as the
 *	above allows; returns 0, a result or a negative errno
 */
struct gpcd_command {
	unsigned int cmd;
	u32 flags;
	u16 first;
	u16 size;
	u16 out;
	u8 reply;
	long (*run)(struct file *filp, void *arg);
};

/**
 * gpcd_command_run() - find a command, fetch its argument, run it, reply
 * @commands: the commands there are
 * @count: how many
 * @cmd: the one that is wanted
 * @filp: the open file
 * @user: its argument
 *
 * Return: what the command returns; -ENOTTY: not one of them.
 */
long gpcd_command_run(const struct gpcd_command *commands, unsigned int count, unsigned int cmd,
		      struct file *filp, void __user *user);

/**
 * struct gpcd_array - an array in user memory whose elements may grow
 * @to: where the next element goes
 * @step: bytes from one to the next, the caller's
 * @size: bytes of an element, the kernel's
 */
struct gpcd_array {
	void __user *to;
	u32 step;
	u32 size;
};

/** gpcd_array_put() - copy an element out, as much of it as the caller knows; -EFAULT */
int gpcd_array_put(struct gpcd_array *array, const void *element);

/* Commands: one function each */
long gpcd_info_command(struct file *filp, void *arg);
long gpcd_catalogue_command(struct file *filp, void *arg);
long gpcd_snapshot_command(struct file *filp, void *arg);
long gpcd_group_command(struct file *filp, void *arg);
long gpcd_write_command(struct file *filp, void *arg);
long gpcd_perms_query_command(struct file *filp, void *arg);

/**
 * gpcd_legacy_ioctl() - serve a command of gpcd_pub.h, of either generation
 * @filp: the open file
 * @cmd: the command
 * @user: its argument
 * @compat: the caller is a 32-bit program
 *
 * Return: 0 or a negative errno; -ENOTTY: not one of them.
 */
long gpcd_legacy_ioctl(struct file *filp, unsigned int cmd, void __user *user, bool compat);

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

/* The control node (ctl.c) */

int gpcd_ctl_init(void);
void gpcd_ctl_exit(void);

/* Register lists (list.c) */

/**
 * gpcd_pause() - in a loop over as many registers as a caller likes: let others run
 * @i: the loop's number; the first 1,023 do not sleep
 */
static inline void gpcd_pause(u32 i)
{
	if (i % GPCD_SWEEP_CHUNK == GPCD_SWEEP_CHUNK - 1)
		cond_resched();
}

/**
 * struct gpcd_list - registers of one device, resolved
 * @device: whose; a reference
 * @opened: the device was opened; else it was found by its NIC address
 * @count: how many
 * @perms_epoch: gpcd_perms_epoch() at the last authorisation
 * @words: addresses while it is resolved; words, then values once it is read
 * @slots: the registers
 * @statuses: enum gpcd_status of each value
 */
struct gpcd_list {
	struct gpcd_device *device;
	bool opened;
	u32 count;
	u64 perms_epoch;
	u64 *words;
	struct gpcd_slot *slots;
	u8 *statuses;
};

/**
 * gpcd_slot_resolve() - find the register at an address
 * @slot: filled in
 * @chip: an &enum gpcd_chip
 * @addr: the address
 *
 * Return: 0, also for an address that the chip lacks; -EDOM misaligned.
 */
int gpcd_slot_resolve(struct gpcd_slot *slot, unsigned int chip, u64 addr);

/** gpcd_slot_reg() - the catalogue's entry of a slot that is not absent */
const struct gpcd_reg *gpcd_slot_reg(const struct gpcd_slot *slot, unsigned int chip);

/**
 * struct gpcd_wish - registers that a caller names
 * @domain: of @nic_addr; 0: that of the file's device; 0 if @nic_addr is
 * @nic_addr: whose; 0: those of the file's device
 * @count: how many
 * @addrs: their addresses, in user memory
 */
struct gpcd_wish {
	u32 domain;
	u32 nic_addr;
	u32 count;
	u64 addrs;
};

/**
 * gpcd_list_init() - fetch addresses from user memory and resolve them
 * @list: initialised; to be destroyed unless an error is returned
 * @file: through which they are asked for
 * @wish: which
 *
 * Return: 0, -EINVAL a domain alone, -EMSGSIZE too many, -EFAULT, -EDOM
 * misaligned, -EADDRNOTAVAIL no such NIC, -ENOMEM.
 */
int gpcd_list_init(struct gpcd_list *list, struct gpcd_file *file, const struct gpcd_wish *wish);

/** gpcd_list_authorise() - deny what a reader may not see */
void gpcd_list_authorise(struct gpcd_list *list, struct gpcd_reader *reader);

/** gpcd_list_authorise_caller() - deny what the caller may not see */
void gpcd_list_authorise_caller(struct gpcd_list *list);

/**
 * gpcd_list_demand() - insist on every register of a list
 * @list: authorised
 * @file: through which they are asked for
 *
 * Return: 0, or by the first that fails -EPERM denied, -ENXIO absent.
 */
int gpcd_list_demand(const struct gpcd_list *list, struct gpcd_file *file);

void gpcd_list_destroy(struct gpcd_list *list);

/* Reading and writing (snapshot.c, write.c) */

/**
 * gpcd_settle() - make values and statuses of words that were read
 * @device: of whom
 * @sweep: the sweep; its words become values
 * @statuses: out: enum gpcd_status of each
 *
 * Return: how many are not GPCD_STATUS_OK.
 */
u32 gpcd_settle(struct gpcd_device *device, const struct gpcd_sweep *sweep, u8 *statuses);

/**
 * gpcd_list_snapshot() - read a list into its words and statuses
 * @list: authorised
 * @req: its outputs are filled in, the sequence excepted
 *
 * Return: 0, -ENODEV.
 */
int gpcd_list_snapshot(struct gpcd_list *list, struct gpcd_snapshot_req *req);

/**
 * gpcd_list_deliver() - copy values and statuses to user memory
 * @list: read
 * @req: says where to
 *
 * Return: 0, -EFAULT.
 */
int gpcd_list_deliver(const struct gpcd_list *list, const struct gpcd_snapshot_req *req);

/** gpcd_device_epoch() - the epoch of a device; -ENODEV */
int gpcd_device_epoch(struct gpcd_device *device, u64 *epoch);

/**
 * gpcd_list_write() - write registers, as far as it goes
 * @filp: the open file; must be writable, its user privileged
 * @wish: which
 * @from: their values, in user memory
 * @done: out: how many were written
 *
 * Return: 0 or a negative errno.
 */
int gpcd_list_write(struct file *filp, const struct gpcd_wish *wish, u64 from, u32 *done);

#endif /* GPCD_CORE_H */
