/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lists of registers, and how they are read and written.
 *
 * Every read takes the same four steps: gpcd_list_init() resolves addresses into
 * slots, gpcd_list_authorise() denies slots that the reader may not read,
 * gpcd_list_snapshot() reads the values of the rest, and gpcd_settle() tells what
 * has a value and what has none.
 */
#ifndef GPCD_LIST_H
#define GPCD_LIST_H

#include <linux/fs.h>
#include <linux/gpcd.h>

#include "core/provider.h"

struct gpcd_file;
struct gpcd_reader;

/* Register lists (list.c) */

/**
 * struct gpcd_list - registers of one device, resolved
 * @device: the device, with a reference
 * @opened: the caller has opened the device; else it was found by its NIC address
 * @count: number of registers
 * @perms_epoch: gpcd_perms_epoch() at the last authorisation
 * @words: addresses until they are resolved; values after a read
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
 * Return: 0, also for an address that the chip lacks, whose slot is ABSENT; -EDOM
 * misaligned.
 */
int gpcd_slot_resolve(struct gpcd_slot *slot, unsigned int chip, u64 addr);

/**
 * gpcd_slots_join() - find the runs of a list
 * @slots: the registers, resolved
 * @count: number of registers; with GPCD_SWEEP_CHUNK or more this may sleep
 */
void gpcd_slots_join(struct gpcd_slot *slots, u32 count);

/** gpcd_slot_reg() - return the catalogue's entry of a slot that is not ABSENT */
const struct gpcd_reg *gpcd_slot_reg(const struct gpcd_slot *slot, unsigned int chip);

/**
 * struct gpcd_wish - registers that a caller asks for
 * @domain: name space of @nic_addr; 0: that of the file's device. Must be 0 if
 *	@nic_addr is 0
 * @nic_addr: address of the NIC whose registers they are; 0: the file's device
 * @count: number of registers
 * @addrs: addresses of the registers, in user memory
 */
struct gpcd_wish {
	u32 domain;
	u32 nic_addr;
	u32 count;
	u64 addrs;
};

/**
 * gpcd_list_init() - fetch addresses from user memory and resolve them
 * @list: filled in; after success the caller calls gpcd_list_destroy()
 * @file: the open file of the caller
 * @wish: the registers
 *
 * Return: 0, -EINVAL a domain without a NIC address, -EMSGSIZE too many registers,
 * -EFAULT, -EDOM a misaligned address, -EADDRNOTAVAIL no such NIC, -ENOMEM.
 */
int gpcd_list_init(struct gpcd_list *list, struct gpcd_file *file, const struct gpcd_wish *wish);

/**
 * gpcd_list_of() - make a list of registers that no caller has asked for, and nobody judges
 * @list: filled in; after success gpcd_list_destroy()
 * @device: the device
 * @addrs: addresses of the registers
 * @count: number of registers: 1 or more, but fewer than GPCD_SWEEP_CHUNK
 *
 * Return: 0, -EDOM a misaligned address, -ENOMEM.
 */
int gpcd_list_of(struct gpcd_list *list, struct gpcd_device *device, const u64 *addrs, u32 count);

/**
 * gpcd_list_copy() - make a list of the same registers, with words and statuses of its own
 * @list: filled in; after success the caller calls gpcd_list_destroy()
 * @from: a list that nobody authorises meanwhile
 *
 * Return: 0, -ENOMEM.
 */
int gpcd_list_copy(struct gpcd_list *list, const struct gpcd_list *from);

/** gpcd_list_authorise() - deny the slots that @reader may not read */
void gpcd_list_authorise(struct gpcd_list *list, struct gpcd_reader *reader);

/**
 * gpcd_list_heed() - deny anew, if since the last time permissions have changed or the reader's
 *	job has ended
 * @list: a list that has been authorised
 * @reader: the reader, who was asked for privilege already
 *
 * Any context but NMI if the list has fewer registers than GPCD_SWEEP_CHUNK.
 */
void gpcd_list_heed(struct gpcd_list *list, struct gpcd_reader *reader);

/** gpcd_list_authorise_caller() - deny the slots that the calling process may not read */
void gpcd_list_authorise_caller(struct gpcd_list *list);

/**
 * gpcd_list_demand() - check that every register of a list may be read
 * @list: a list that has been authorised
 * @file: the open file of the caller
 *
 * Return: 0; or, for the first register that fails, -EPERM: denied, -ENXIO: absent.
 */
int gpcd_list_demand(const struct gpcd_list *list, struct gpcd_file *file);

/** gpcd_list_destroy() - free the arrays of a list and drop its reference on the device */
void gpcd_list_destroy(struct gpcd_list *list);

/* Reading and writing (sweep.c, ways/file/write.c) */

/**
 * gpcd_settle() - tell which registers of a sweep have values
 * @device: the device that was read
 * @sweep: the sweep; values that there are not become 0
 * @statuses: filled in with the enum gpcd_status of each value
 *
 * Return: the number of values whose status is not GPCD_STATUS_OK.
 */
u32 gpcd_settle(struct gpcd_device *device, const struct gpcd_sweep *sweep, u8 *statuses);

/**
 * gpcd_list_snapshot() - read a list into its words and statuses
 * @list: a list that has been authorised
 * @req: outputs are filled in, except the sequence
 *
 * Any context but NMI if the list has fewer registers than GPCD_SWEEP_CHUNK.
 *
 * Return: 0, -ENODEV.
 */
int gpcd_list_snapshot(struct gpcd_list *list, struct gpcd_snapshot_req *req);

/** gpcd_snapshot_whole() - return whether all values of a read are good, and of one moment */
static inline bool gpcd_snapshot_whole(const struct gpcd_snapshot_req *req)
{
	return !req->failed && !(req->result & GPCD_SNAPSHOT_TORN);
}

/**
 * gpcd_list_counts() - add up what the counters of a list have counted
 * @list: a list that has been read as a whole
 * @before: its values at an earlier time of the same epoch
 *
 * Any context but NMI if the list has fewer registers than GPCD_SWEEP_CHUNK. A counter may
 * have wrapped once.
 *
 * Return: the sum; what is too much for 64 bits is as much as they hold.
 */
u64 gpcd_list_counts(const struct gpcd_list *list, const u64 *before);

/**
 * gpcd_list_pace() - return how often to read a list, ns, so that no counter wraps twice unseen
 * @list: a list of counters
 *
 * May sleep if the list has GPCD_SWEEP_CHUNK registers or more. No counter counts more than once
 * a nanosecond. This is a quarter of the time in which the narrowest one then wraps, so that a
 * read may come late.
 */
u64 gpcd_list_pace(const struct gpcd_list *list);

/**
 * gpcd_list_deliver() - copy values and statuses to user memory
 * @list: a list that has been read
 * @req: has the addresses of the caller's arrays
 *
 * Return: 0, -EFAULT.
 */
int gpcd_list_deliver(const struct gpcd_list *list, const struct gpcd_snapshot_req *req);

/**
 * gpcd_list_write() - write registers, up to the first that fails
 * @filp: the open file; must be open for writing, and the caller privileged
 * @wish: the registers
 * @from: address of the values, in user memory
 * @done: filled in with the number of registers that were written
 *
 * Return: 0 or a negative errno.
 */
int gpcd_list_write(struct file *filp, const struct gpcd_wish *wish, u64 from, u32 *done);

#endif /* GPCD_LIST_H */
