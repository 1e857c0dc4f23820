/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lists of registers: how they are read and written.
 *
 * Every read takes four steps: gpcd_list_init() resolves addresses into slots,
 * gpcd_list_authorise() denies slots that the reader may not read, gpcd_list_snapshot() reads the
 * other slots, and gpcd_settle() gives each value its status.
 */
#ifndef GPCD_LIST_H
#define GPCD_LIST_H

#include <linux/fs.h>
#include <linux/gpcd.h>

#include "core/provider.h"

struct gpcd_device;
struct gpcd_file;
struct gpcd_reader;

/* Register lists (list.c) */

/* The most registers of a list that a caller asks for. */
#define GPCD_LIST_REGS_MAX	65536

/*
 * Resolved registers of one device. The array of words holds addresses until they are resolved, and
 * values after a read.
 */
struct gpcd_list {
	struct gpcd_device *device;	/* with a reference */
	bool opened;	/* by the caller; else it was found by its NIC address */
	u32 count;
	u64 perms_epoch;	/* gpcd_perms_epoch() at the last authorisation */
	u64 *words;
	struct gpcd_slot *slots;
	u8 *statuses;	/* enum gpcd_status of each value */
};

/*
 * Find the register at @addr. An address that the device lacks gives an ABSENT slot. Return 0, or
 * -EINVAL if it is misaligned.
 */
int gpcd_slot_resolve(struct gpcd_slot *slot, const struct gpcd_device *device, u64 addr);

/* Find the runs of resolved slots. May sleep if @count is GPCD_SWEEP_CHUNK or more. */
void gpcd_slots_join(struct gpcd_slot *slots, u32 count);

/* Return the catalogue entry of a slot that is not ABSENT. */
const struct gpcd_reg *gpcd_slot_reg(const struct gpcd_slot *slot, unsigned int chip);

/* Registers that a caller asks for. */
struct gpcd_list_request {
	u32 domain;	/* 0: the domain of the file's device; 0 if nic_addr is 0 */
	u32 nic_addr;	/* 0: the file's device */
	u32 count;
	u64 addrs;	/* in user memory */
	bool legacy;	/* as if there were no other devices than those with GPCD_FEATURE_LEGACY */
};

/*
 * Fetch the addresses of @request from user memory and resolve them. After success the caller calls
 * gpcd_list_destroy(). Return 0, -EINVAL for a misaligned address or a domain without a NIC
 * address, -ERANGE for too many registers, -EFAULT, -ENXIO for an unknown NIC, or -ENOMEM.
 */
int gpcd_list_init(struct gpcd_list *list, struct gpcd_file *file,
		   const struct gpcd_list_request *request);

/*
 * Make a list that no caller asked for and that needs no authorisation, of one or more registers,
 * but fewer than GPCD_SWEEP_CHUNK. After success the caller calls gpcd_list_destroy(). Return 0,
 * -EINVAL for a misaligned address, or -ENOMEM.
 */
int gpcd_list_of(struct gpcd_list *list, struct gpcd_device *device, const u64 *addrs, u32 count);

/*
 * Make a list of the same registers with words and statuses of its own. Nobody may authorise @from
 * meanwhile. After success the caller calls gpcd_list_destroy().
 */
int gpcd_list_copy(struct gpcd_list *list, const struct gpcd_list *from);

/* Deny the slots that @reader may not read. */
void gpcd_list_authorise(struct gpcd_list *list, struct gpcd_reader *reader);

/*
 * Authorise an authorised list again if permissions have changed since, or the reader's job has
 * ended. The reader's privilege must be known. Any context but NMI if the list has fewer than
 * GPCD_SWEEP_CHUNK registers.
 */
void gpcd_list_refresh(struct gpcd_list *list, struct gpcd_reader *reader);

/* Deny the slots that the calling process may not read. */
void gpcd_list_authorise_caller(struct gpcd_list *list);

/*
 * Check that every register of an authorised list may be read. Return 0, or the error of the first
 * that may not: -EPERM if it is denied, -ENXIO if it is absent.
 */
int gpcd_list_require(const struct gpcd_list *list, struct gpcd_file *file);

/* Free the arrays of the list and drop its reference on the device. */
void gpcd_list_destroy(struct gpcd_list *list);

/* Reading and writing (sweep.c, access/file/write.c) */

/*
 * Give each value of a sweep its enum gpcd_status; a value that could not be read becomes 0. Return
 * the number of values whose status is not GPCD_STATUS_OK.
 */
u32 gpcd_settle(struct gpcd_device *device, const struct gpcd_sweep *sweep, u8 *statuses);

/*
 * Read an authorised list into its words and statuses, and fill in the outputs of @req except the
 * sequence. Any context but NMI if the list has fewer than GPCD_SWEEP_CHUNK registers. Return 0 or
 * -ENODEV.
 */
int gpcd_list_snapshot(struct gpcd_list *list, struct gpcd_snapshot_req *req);

/* Return whether a read has good values only, all of one moment. */
static inline bool gpcd_snapshot_whole(const struct gpcd_snapshot_req *req)
{
	return !req->failed && !(req->result & GPCD_SNAPSHOT_TORN);
}

/*
 * Return the sum of what the counters of a list have counted since @before, its values at an
 * earlier time of the same epoch; U64_MAX if the sum is larger. The list must have been read as a
 * whole; a counter may have wrapped once. Any context but NMI if the list has fewer than
 * GPCD_SWEEP_CHUNK registers.
 */
u64 gpcd_list_counts(const struct gpcd_list *list, const u64 *before);

/*
 * Return how often to read a list of counters, in ns, so that no counter wraps twice unseen. No
 * counter counts more than once a nanosecond; the result is a quarter of the time in which the
 * narrowest one then wraps, so that a read may come late. May sleep if the list has
 * GPCD_SWEEP_CHUNK registers or more.
 */
u64 gpcd_list_pace(const struct gpcd_list *list);

/*
 * Return the error of an operation on a list that was made for this call, @ret. A chip that went
 * after it had been found by its NIC address is one that is not found: ENODEV would mean the chip
 * of the file.
 */
static inline int gpcd_list_error(const struct gpcd_list *list, int ret)
{
	return ret == -ENODEV && !list->opened ? -ENXIO : ret;
}

/* Copy values and statuses of a list to the caller's arrays in user memory. Return 0 or -EFAULT. */
int gpcd_list_deliver(const struct gpcd_list *list, const struct gpcd_snapshot_req *req);

/*
 * Write registers, from the first to the first that fails, with the values at @from in user memory.
 * @done becomes the number of registers written. The file must be open for writing and the caller
 * privileged.
 */
int gpcd_list_write(struct file *filp, const struct gpcd_list_request *request, u64 from,
		    u32 *done);

#endif /* GPCD_LIST_H */
