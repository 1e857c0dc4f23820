/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libgpcd: read the counters of high-radix routers by name.
 *
 *	struct gpcd *dev;
 *	struct gpcd_group *group;
 *	struct gpcd_snapshot *before, *after;
 *
 *	gpcd_open(NULL, &dev);
 *	gpcd_group_create(dev, 0, &group);
 *	gpcd_group_add_glob(group, "GM_*_TILE_PERFORMANCE_COUNTERS_*");
 *	gpcd_snapshot_create(group, &before);
 *	gpcd_snapshot_create(group, &after);
 *	gpcd_group_read(group, before);
 *	...
 *	gpcd_group_read(group, after);
 *	gpcd_snapshot_delta(before, after, 0, &phits);
 *
 * Every function that can fail returns 0 (or a count) or a negative errno.
 * Nothing prints. Different objects may be used by different threads at once;
 * one object by one thread at a time, except that a struct gpcd may be shared
 * by all calls but gpcd_close().
 */
#ifndef GPCD_GPCD_H
#define GPCD_GPCD_H

#include <stddef.h>
#include <stdint.h>
#include <linux/gpcd.h>
#include <gpcd/catalogue.h>

#ifdef __cplusplus
extern "C" {
#endif

/** GPCD_DEVICE_ENV: environment variable that names the default device. */
#define GPCD_DEVICE_ENV "GPCD_DEVICE"

/** struct gpcd - an open device: a chip as one NIC sees it */
struct gpcd;
/** struct gpcd_group - registers that are read together */
struct gpcd_group;
/** struct gpcd_snapshot - the values of a group at one time */
struct gpcd_snapshot;

/**
 * gpcd_open() - open a device
 * @where: "/dev/gpcd1", "gpcd1", "image:PATH" (a register image in a file), or
 *	NULL: what GPCD_DEVICE says, else /dev/gpcd0
 * @dev: the device, to be closed with gpcd_close()
 *
 * Return: 0; -ENOENT no such device or file, -EACCES not allowed to open it,
 * -ENODEV its chip is gone, -EPROTO not an image or one of another version, or
 * not a gpcd device, or one whose registers are not those that this library
 * knows, -ENOMEM.
 */
int gpcd_open(const char *where, struct gpcd **dev);

/**
 * gpcd_close() - close a device; its groups must be gone
 * @dev: the device, or NULL
 */
void gpcd_close(struct gpcd *dev);

/**
 * gpcd_path() - what was opened: a device path or "image:PATH"
 * @dev: the device, which owns the string
 */
const char *gpcd_path(const struct gpcd *dev);

/**
 * gpcd_chip() - the device's chip, an &enum gpcd_chip
 * @dev: the device
 */
unsigned int gpcd_chip(const struct gpcd *dev);

/**
 * gpcd_get_info() - what the device is, and its present epoch
 * @dev: the device
 * @info: filled in
 *
 * Return: 0, -ENODEV.
 */
int gpcd_get_info(struct gpcd *dev, struct gpcd_info *info);

/**
 * gpcd_abandoned() - has the program that drove the device's counters died?
 * @dev: the device
 *
 * An image that is driven says so until its source or feed is closed or released.
 * Where the driver was killed instead, the image stays live, and its counters
 * stand still for good. They can still be read. An image that nobody ever drove,
 * and a device of the kernel, is not abandoned.
 *
 * Return: 1 or 0.
 */
int gpcd_abandoned(const struct gpcd *dev);

/**
 * gpcd_resolve() - a register, or a field of one, by name
 * @chip: an &enum gpcd_chip
 * @name: NAME or NAME:FIELD, letter case ignored
 * @reg: filled in
 * @field: the field, or NULL where @name has none
 *
 * Return: 0, -ENOENT unknown register, -ENXIO unknown field.
 */
int gpcd_resolve(unsigned int chip, const char *name, struct gpcd_reg *reg,
		 const struct gpcd_field **field);

/**
 * gpcd_read() - one register, once
 * @dev: the device
 * @nic_addr: whose register; 0: the device's own
 * @name: NAME or NAME:FIELD
 * @value: the value
 *
 * Return: 0, -ENOENT or -ENXIO unknown name, -EADDRNOTAVAIL unknown @nic_addr,
 * -EPERM, -ENODEV.
 */
int gpcd_read(struct gpcd *dev, uint32_t nic_addr, const char *name, uint64_t *value);

/**
 * gpcd_write() - write one register
 * @dev: the device
 * @nic_addr: whose register; 0: the device's own
 * @name: NAME; a field cannot be written by itself (-EINVAL)
 * @value: the value
 *
 * A device's registers are CAP_SYS_ADMIN's to write (-EPERM), an image's whoever
 * may write its file (-EBADF).
 *
 * Return: 0, -ENOENT unknown name, -EADDRNOTAVAIL unknown @nic_addr, -EPERM,
 * -EBADF the device opened read-only, -EBUSY somebody keeps the image locked,
 * -ENODEV.
 */
int gpcd_write(struct gpcd *dev, uint32_t nic_addr, const char *name, uint64_t value);

/**
 * gpcd_group_create() - an empty group
 * @dev: the device; must outlive the group
 * @nic_addr: whose registers; 0: the device's own
 * @group: the group, to be removed with gpcd_group_destroy()
 *
 * Return: 0, -ENOMEM.
 */
int gpcd_group_create(struct gpcd *dev, uint32_t nic_addr, struct gpcd_group **group);

/**
 * gpcd_group_destroy() - remove a group; its snapshots stay readable
 * @group: the group, or NULL
 */
void gpcd_group_destroy(struct gpcd_group *group);

/**
 * gpcd_group_add() - add a register or a field by name
 * @group: a group without snapshots
 * @name: NAME or NAME:FIELD
 *
 * Return: 0, -ENOENT or -ENXIO unknown name, -EBUSY a snapshot exists,
 * -EMSGSIZE more than GPCD_MAX_REGS, -ENOMEM.
 */
int gpcd_group_add(struct gpcd_group *group, const char *name);

/**
 * gpcd_group_add_addr() - add a register by address
 * @group: a group without snapshots
 * @addr: the address
 *
 * Return: as gpcd_group_add().
 */
int gpcd_group_add_addr(struct gpcd_group *group, uint64_t addr);

/**
 * gpcd_group_add_glob() - add the registers that a pattern matches
 * @group: a group without snapshots
 * @glob: letters of any case, '*', '?', [sets]; in address order, aliases left out
 *
 * Return: how many were added, or as gpcd_group_add(); 0 is no error.
 */
int gpcd_group_add_glob(struct gpcd_group *group, const char *glob);

/**
 * gpcd_group_count() - values in a group
 * @group: the group
 */
unsigned int gpcd_group_count(const struct gpcd_group *group);

/**
 * gpcd_group_reg() - the register of a value
 * @group: the group, which owns the result until another register is added
 * @i: 0 to gpcd_group_count() - 1
 */
const struct gpcd_reg *gpcd_group_reg(const struct gpcd_group *group, unsigned int i);

/**
 * gpcd_group_field() - the field of a value; NULL: the whole register
 * @group: the group
 * @i: 0 to gpcd_group_count() - 1
 */
const struct gpcd_field *gpcd_group_field(const struct gpcd_group *group, unsigned int i);

/**
 * gpcd_group_name() - NAME or NAME:FIELD of a value
 * @group: the group, which owns the string until another register is added
 * @i: 0 to gpcd_group_count() - 1
 */
const char *gpcd_group_name(const struct gpcd_group *group, unsigned int i);

/**
 * gpcd_group_kind() - an &enum gpcd_kind: of the field, else of the register
 * @group: the group
 * @i: 0 to gpcd_group_count() - 1
 */
unsigned int gpcd_group_kind(const struct gpcd_group *group, unsigned int i);

/**
 * gpcd_group_width() - bits of a value: of the field, else of the register
 * @group: the group
 * @i: 0 to gpcd_group_count() - 1
 */
unsigned int gpcd_group_width(const struct gpcd_group *group, unsigned int i);

/**
 * gpcd_snapshot_create() - room for the values of a group
 * @group: the group; it takes no more registers from now on
 * @snapshot: the snapshot, to be removed with gpcd_snapshot_destroy()
 *
 * Return: 0, -EINVAL an empty group, -ENOMEM.
 */
int gpcd_snapshot_create(struct gpcd_group *group, struct gpcd_snapshot **snapshot);

/**
 * gpcd_snapshot_destroy() - remove a snapshot
 * @snapshot: the snapshot, or NULL
 */
void gpcd_snapshot_destroy(struct gpcd_snapshot *snapshot);

/**
 * gpcd_group_read() - read all registers of a group in one sweep
 * @group: the group
 * @snapshot: one of its snapshots; keeps its old values when the read fails
 *
 * One system call and no allocation, but for the first. A register that
 * cannot be read fails by itself: see gpcd_snapshot_status().
 *
 * Return: 0, -ENODEV the chip is gone, -EADDRNOTAVAIL an unknown NIC address,
 * -EINVAL a snapshot of another group, -ENOMEM.
 */
int gpcd_group_read(struct gpcd_group *group, struct gpcd_snapshot *snapshot);

/**
 * gpcd_snapshot_value() - a value; 0 unless its status is OK or TORN
 * @snapshot: the snapshot
 * @i: 0 to gpcd_group_count() - 1
 */
uint64_t gpcd_snapshot_value(const struct gpcd_snapshot *snapshot, unsigned int i);

/**
 * gpcd_snapshot_status() - what became of a value: an enum gpcd_status
 * @snapshot: the snapshot
 * @i: 0 to gpcd_group_count() - 1
 */
unsigned int gpcd_snapshot_status(const struct gpcd_snapshot *snapshot, unsigned int i);

/**
 * struct gpcd_times - when and under what circumstances a snapshot was taken
 * @realtime_ns: CLOCK_REALTIME after the sweep
 * @start_ns: CLOCK_MONOTONIC before the sweep, as this process sees that clock
 * @end_ns: CLOCK_MONOTONIC after it
 * @chip_ns: the chip's own time; 0: it has none
 * @epoch: changes at every reset, clear, counter write or replug
 * @sequence: number of the snapshot among those of its group, from 1
 * @failed: values whose status is not OK
 * @torn: 1: the chip was updating throughout the sweep
 */
struct gpcd_times {
	uint64_t realtime_ns;
	uint64_t start_ns;
	uint64_t end_ns;
	uint64_t chip_ns;
	uint64_t epoch;
	uint64_t sequence;
	uint32_t failed;
	uint32_t torn;
};

/**
 * gpcd_snapshot_times() - see struct gpcd_times
 * @snapshot: the snapshot, which owns the result
 */
const struct gpcd_times *gpcd_snapshot_times(const struct gpcd_snapshot *snapshot);

/**
 * gpcd_delta() - (@now - @before) mod 2^@width
 * @before: earlier value
 * @now: later value
 * @width: bits of the counter, 1 to 64
 *
 * Exact if the counter has wrapped at most once in between.
 */
uint64_t gpcd_delta(uint64_t before, uint64_t now, unsigned int width);

/**
 * gpcd_snapshot_delta() - how far a counter went between two snapshots
 * @before: earlier snapshot of a group
 * @after: later snapshot of the same group
 * @i: 0 to gpcd_group_count() - 1
 * @delta: the difference, safe across one wrap
 *
 * Return: 0; -EINVAL not a counter, -ESTALE the epoch changed in between,
 * -ENODATA one of the two values could not be read.
 */
int gpcd_snapshot_delta(const struct gpcd_snapshot *before, const struct gpcd_snapshot *after,
			unsigned int i, uint64_t *delta);

/**
 * gpcd_snapshot_rate() - how fast a counter went
 * @before: earlier snapshot of a group
 * @after: later snapshot of the same group
 * @i: 0 to gpcd_group_count() - 1
 * @per_second: counts a second, by the chip's time where it has one, else by
 *	CLOCK_MONOTONIC at the middle of each sweep
 *
 * Return: as gpcd_snapshot_delta(); -ENODATA also when no time has passed.
 */
int gpcd_snapshot_rate(const struct gpcd_snapshot *before, const struct gpcd_snapshot *after,
		       unsigned int i, double *per_second);

/**
 * gpcd_perms_query() - what this process may read, and why
 * @dev: the device
 * @perms: filled in; on an image: level ALL
 *
 * Return: 0, -ENODEV.
 */
int gpcd_perms_query(struct gpcd *dev, struct gpcd_perms_query *perms);

/*
 * The permission table is the machine's, not a device's: the functions below
 * need CAP_SYS_ADMIN and /dev/gpcdctl, but no chip.
 */

/**
 * gpcd_perms_set() - make or change a job's entry
 * @entry: the entry; its devices need not exist
 *
 * Return: 0; -EDOM job 0, no such level, too many devices, or one with a domain
 * or NIC address 0; -ENOSPC the table is full; -ENODEV the module is not loaded;
 * -EACCES or -EPERM not allowed; -ENOMEM.
 */
int gpcd_perms_set(const struct gpcd_perms_entry *entry);

/**
 * gpcd_perms_remove() - take a job's entry away
 * @job: the job
 *
 * Return: 0; -ENOENT no such entry; -ENODEV, -EACCES, -EPERM as gpcd_perms_set().
 */
int gpcd_perms_remove(uint64_t job);

/**
 * gpcd_perms_clear() - take all entries away
 *
 * Return: 0; -ENODEV, -EACCES, -EPERM as gpcd_perms_set().
 */
int gpcd_perms_clear(void);

/**
 * gpcd_perms_list() - entries of the permission table
 * @after: entries of jobs greater than this
 * @entries: array
 * @count: its length
 *
 * Return: entries written, ascending by job, 0 at the end; -ENODEV, -EACCES,
 * -EPERM as gpcd_perms_set().
 */
int gpcd_perms_list(uint64_t after, struct gpcd_perms_entry *entries, unsigned int count);

/**
 * gpcd_perms_ignore() - let everybody read everything, or no longer
 * @on: 1: all readers are at GPCD_LEVEL_ALL; 0: as the table says
 *
 * It raises readers only and grants no writing.
 *
 * Return: what it was before, 1 or 0; -ENODEV, -EACCES, -EPERM as
 * gpcd_perms_set().
 */
int gpcd_perms_ignore(int on);

/**
 * gpcd_image_create() - make a register image in a file
 * @path: the file, or a link to it; replaced only if it is an image already
 *	(-EEXIST)
 * @info: chip, chip_id, domain (0: 1), nic_addr, nic_index and coord of the view;
 *	the rest is ignored
 *
 * The file has its full size and its register pages allocated at once, and
 * all counters at 0. A struct gpcd_image_source or gpcd_image_feed drives it. It
 * appears whole; the image it replaces is marked gone, so that its readers look for this one.
 *
 * Return: 0, -EEXIST, -EBUSY a source or feed drives the one to replace,
 * -ENOENT no such folder, or a link to nothing, -ENOSPC, -EINVAL a contradictory
 * @info, -errno.
 */
int gpcd_image_create(const char *path, const struct gpcd_info *info);

/** struct gpcd_image_source - traffic that drives the counters of an image file */
struct gpcd_image_source;

/**
 * gpcd_image_source_open() - drive an image's counters
 * @path: an image file; one source or feed at a time (-EBUSY)
 * @seed: of the traffic: the same seed gives the same counters
 * @source: the source, to be closed with gpcd_image_source_close()
 *
 * Return: 0, -EPROTO not an image, -EBUSY, -ENODEV the image was marked gone,
 * -ENOMEM, -errno.
 */
int gpcd_image_source_open(const char *path, uint64_t seed, struct gpcd_image_source **source);

/**
 * gpcd_image_source_advance() - let the chip's time pass
 * @source: the source
 * @ns: by how much; the traffic moves in whole ticks of 10 ms
 *
 * Any process that may read the file can lock it. While one does, this gives up
 * within a second, and the time that has not passed does so in the next call.
 *
 * Return: 0, -EBUSY somebody keeps the image locked, -ENODEV the image was
 * marked gone, -errno.
 */
int gpcd_image_source_advance(struct gpcd_image_source *source, uint64_t ns);

/**
 * gpcd_image_source_close() - stop driving; the image is marked gone, so that
 *	its readers get -ENODEV
 * @source: the source, or NULL
 */
void gpcd_image_source_close(struct gpcd_image_source *source);

/**
 * gpcd_image_source_release() - stop driving; the image stays live, its time
 *	stands still, and another source may take over
 * @source: the source, or NULL
 */
void gpcd_image_source_release(struct gpcd_image_source *source);

/** struct gpcd_image_feed - a simulator's hold on the counters of a chip */
struct gpcd_image_feed;

/**
 * struct gpcd_feed_reg - a register that a feed counts up or looks at
 * @enable: the bits of @control without which it stands still; 0: nothing stops it
 * @addr: address of its word
 * @control: address of the control register that governs it
 * @chip: an &enum gpcd_chip
 * @kind: an &enum gpcd_kind: COUNTER or SETUP
 * @shift: its lowest bit in its word
 * @width: its bits
 *
 * Filled in by gpcd_feed_reg_find(); good for every chip of that type.
 */
struct gpcd_feed_reg {
	uint64_t enable;
	uint32_t addr;
	uint32_t control;
	uint8_t chip;
	uint8_t kind;
	uint8_t shift;
	uint8_t width;
};

/**
 * struct gpcd_feed_filter - what a filtering counter of a tile counts
 * @valid: 0: nothing at all
 * @phit: index of the phit in its packet
 * @pattern: what the phit must be where @mask has ones; 24 bits
 * @mask: which of its bits matter; 24 bits
 */
struct gpcd_feed_filter {
	uint32_t valid;
	uint32_t phit;
	uint32_t pattern;
	uint32_t mask;
};

/**
 * gpcd_feed_reg_find() - resolve a counter, or the set-up of a filter
 * @chip: an &enum gpcd_chip
 * @name: NAME, or NAME:FIELD for a counting field of a packed register
 * @reg: filled in
 *
 * Return: 0, -ENOENT unknown register, -ENXIO unknown field, -EINVAL neither a
 * counter nor the set-up of a filter.
 */
int gpcd_feed_reg_find(unsigned int chip, const char *name, struct gpcd_feed_reg *reg);

/**
 * gpcd_image_feed_open() - become who drives the counters of a chip
 * @path: an image file, which is one view of a chip; or /dev/gpcd_emuN, the
 *	back door of an emulated chip without traffic of its own: then all views
 *	of the chip go together, as they show the same tiles
 * @feed: the feed, to be closed with gpcd_image_feed_close()
 *
 * Updates come in batches: gpcd_image_feed_begin(), gpcd_image_feed_count() as
 * often as it takes, gpcd_image_feed_end(), all by one thread. Readers see a
 * batch whole or their values are marked torn.
 *
 * Return: 0, -EPROTO not an image, or one that lacks pages, -EBUSY another feed
 * or source drives it, -ENODEV the chip is gone, -ENOMEM, -errno.
 */
int gpcd_image_feed_open(const char *path, struct gpcd_image_feed **feed);

/**
 * gpcd_image_feed_info() - which chip it is: type, NIC, coordinate, epoch
 * @feed: the feed
 * @info: filled in, of the view that was opened
 *
 * Return: 0, -ENODEV, -EPROTO.
 */
int gpcd_image_feed_info(const struct gpcd_image_feed *feed, struct gpcd_info *info);

/**
 * gpcd_image_feed_time() - the chip's time, ns: where an earlier feed left it
 * @feed: the feed
 */
uint64_t gpcd_image_feed_time(const struct gpcd_image_feed *feed);

/**
 * gpcd_image_feed_filter() - what a filter is set up to match, read at once
 * @feed: the feed; it need not be in a batch
 * @setup: its set-up register
 * @filter: filled in
 *
 * Return: 0, -EINVAL no set-up of a filter, or of another type of chip.
 */
int gpcd_image_feed_filter(const struct gpcd_image_feed *feed, const struct gpcd_feed_reg *setup,
			   struct gpcd_feed_filter *filter);

/**
 * gpcd_image_feed_begin() - begin a batch
 * @feed: the feed
 *
 * Any process that may read an image file can lock it. While one does, this
 * gives up within a second.
 *
 * Return: 0, -EBUSY somebody keeps the image locked, -ENODEV the chip is gone,
 * -EINVAL amid a batch, -errno.
 */
int gpcd_image_feed_begin(struct gpcd_image_feed *feed);

/**
 * gpcd_image_feed_count() - something happened @n times
 * @feed: the feed, amid a batch
 * @counter: the counter; that of a NIC is the opened view's own
 * @n: by how much it goes up, modulo its width; a disabled one does not
 *
 * Return: 0, -EINVAL not amid a batch, no counter, or of another type of chip.
 */
int gpcd_image_feed_count(struct gpcd_image_feed *feed, const struct gpcd_feed_reg *counter,
			  uint64_t n);

/**
 * gpcd_image_feed_end() - end a batch
 * @feed: the feed
 * @chip_ns: the chip's time from now on
 *
 * Return: 0, -EINVAL not amid a batch.
 */
int gpcd_image_feed_end(struct gpcd_image_feed *feed, uint64_t chip_ns);

/**
 * gpcd_image_feed_close() - stop driving; an image file is marked gone, so that
 *	its readers get -ENODEV. An emulated chip goes when its maker says so
 * @feed: the feed, or NULL
 */
void gpcd_image_feed_close(struct gpcd_image_feed *feed);

/**
 * gpcd_image_feed_release() - stop driving; the chip stays live, its time
 *	stands still, and another feed or source may take over
 * @feed: the feed, or NULL
 */
void gpcd_image_feed_release(struct gpcd_image_feed *feed);

#ifdef __cplusplus
}
#endif

#endif /* GPCD_GPCD_H */
