/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lists of registers, and how they are read and written.
 *
 * Every read goes one way: gpcd_list_init() resolves addresses into slots,
 * gpcd_list_authorise() judges them, gpcd_list_snapshot() reads the words,
 * gpcd_settle() makes values and statuses of them.
 */
#ifndef GPCD_LIST_H
#define GPCD_LIST_H

#include <linux/fs.h>
#include <linux/gpcd.h>
#include <linux/sched.h>

#include "core/provider.h"

struct gpcd_file;
struct gpcd_reader;

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

/** gpcd_list_destroy() - free a list and let its device go */
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

#endif /* GPCD_LIST_H */
