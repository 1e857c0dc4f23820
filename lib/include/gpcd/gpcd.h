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
 * No function prints. Different threads may use different objects at once. Only
 * one thread at a time may use one object, except that several threads may use
 * one struct gpcd in all calls but gpcd_close().
 *
 * The structures of <linux/gpcd.h> and <linux/gpcd_ring.h> grow. Where a function
 * fills in one of them, the program sets @size to the structure's sizeof before:
 * less than the first version's is -EINVAL. No function writes beyond it; members
 * that the library does not know become 0. The structures of libgpcd itself that
 * programs make never grow.
 */
#ifndef GPCD_GPCD_H
#define GPCD_GPCD_H

#include <stddef.h>
#include <stdint.h>
#include <linux/gpcd.h>
#include <linux/gpcd_ring.h>
#include <gpcd/catalogue.h>
#include <gpcd/alarm.h>
#include <gpcd/learn.h>
#include <gpcd/perms.h>

#ifdef __cplusplus
extern "C" {
#endif

/** GPCD_DEVICE_ENV: environment variable that names the default device. */
#define GPCD_DEVICE_ENV "GPCD_DEVICE"

/** struct gpcd - an open device: one chip, as one of its NICs sees it */
struct gpcd;
/** struct gpcd_group - registers that are read together */
struct gpcd_group;
/** struct gpcd_snapshot - the values of a group at one time */
struct gpcd_snapshot;

/**
 * gpcd_open() - open a device
 * @where: "/dev/gpcd1", "gpcd1", "image:PATH" (a register image in a file), or
 *	NULL: the device that GPCD_DEVICE names, else /dev/gpcd0
 * @dev: filled in; the caller closes the device with gpcd_close()
 *
 * Open a device in the process that reads it. If registers are mapped (gpcd_way()), the
 * permissions of the process that called gpcd_open() apply to a group; otherwise the
 * permissions of the process that first read it.
 *
 * If the kernel's module is newer than this library, and has other registers of
 * the chip, or another chip, the chip is learned from the kernel: its number is
 * at least GPCD_CHIPS_LEARNED, and it is read by system calls. Registers that the
 * library does not know have no fields and no help line.
 *
 * Return: 0; -ENOENT no such device or file, -EACCES not allowed to open it,
 * -ENODEV its chip is gone, -EPROTO no gpcd device, or no image, or an image of
 * another version, or the kernel's list of registers does not have the
 * fingerprint that the kernel says, -ENOSPC 4,096 chips are learned already,
 * -ENOMEM.
 */
int gpcd_open(const char *where, struct gpcd **dev);

/**
 * gpcd_open_recorded() - open a chip whose registers were read earlier
 * @name: the string that gpcd_path() will return
 * @info: @chip, and other known facts about the chip, such as @coord; @size, @catalogue_hash, @nics
 *	and @nregs are ignored, and so is what GPCD_INFO_SIZE_1 does not cover
 * @dev: filled in; the caller closes the device with gpcd_close()
 *
 * Such a device has groups and snapshots. They are not read (-EOPNOTSUPP), but filled in by
 * gpcd_snapshot_fill().
 *
 * Return: 0; -EINVAL no such type of chip; -ENOMEM.
 */
int gpcd_open_recorded(const char *name, const struct gpcd_info *info, struct gpcd **dev);

/**
 * gpcd_close() - close a device
 * @dev: the device, whose groups must have been destroyed; or NULL
 */
void gpcd_close(struct gpcd *dev);

/**
 * gpcd_path() - return the name of an open device: its path or "image:PATH"
 * @dev: the device, which owns the string
 */
const char *gpcd_path(const struct gpcd *dev);

/**
 * gpcd_chip() - return the type of the device's chip, an &enum gpcd_chip or a learned chip's number
 * @dev: the device
 */
unsigned int gpcd_chip(const struct gpcd *dev);

/**
 * gpcd_get_info() - describe a device, and return its present epoch
 * @dev: the device
 * @info: @size is set by the caller. Filled in; @chip as gpcd_chip() returns it. Without a kernel,
 *	@regs_max is the library's own limit, and there are no rings
 *
 * Return: 0; -ENODEV; -EINVAL @size is too short; -EPROTO a file that is no longer an image,
 * because somebody overwrote it.
 */
int gpcd_get_info(struct gpcd *dev, struct gpcd_info *info);

/**
 * enum gpcd_way - how groups of a device are read
 * @GPCD_WAY_CALLS: by a system call
 * @GPCD_WAY_MAPPED: from memory, where the kernel has mapped the registers; in case of doubt by a
 *	system call
 * @GPCD_WAY_FILE: from an image file
 * @GPCD_WAY_RECORDED: not at all: they were read earlier
 * @GPCD_WAY_DRIVER: from a driver of the host, in the ways that it has (<gpcd/nics.h>)
 */
enum gpcd_way {
	GPCD_WAY_CALLS,
	GPCD_WAY_MAPPED,
	GPCD_WAY_FILE,
	GPCD_WAY_RECORDED,
	GPCD_WAY_DRIVER,
};

/**
 * gpcd_way() - return how groups of a device are read
 * @dev: the device
 * @why: filled in with the reason why a device is not mapped: -EOPNOTSUPP the kernel or the chip
 *	does not offer it, or the chip was learned from the kernel, -EBUSY its registers cannot be
 *	read by mapping, or its clock moves only when they are read by a call, -EPERM, another
 *	negative errno; 0: it is mapped, or it is a file
 *
 * The library chooses the way when the device is opened.
 */
enum gpcd_way gpcd_way(const struct gpcd *dev, int *why);

/**
 * gpcd_abandoned() - return whether the program that drove the device's counters has died
 * @dev: the device
 *
 * While a program drives an image, the image says so, until the source or feed
 * is closed or released. If the program is killed instead, the image stays live
 * and its counters can be read, but they stand still for good.
 *
 * Return: 1: the program has died; 0: it has not, or no program ever drove the
 * image, or the device belongs to the kernel.
 */
int gpcd_abandoned(const struct gpcd *dev);

/**
 * gpcd_is_glob() - return whether a name has '*', '?', '[' or a backslash
 * @name: the name
 *
 * A counter of a chip that a program describes may have such a name: look for a register of that
 * name before you take it for a pattern.
 */
int gpcd_is_glob(const char *name);

/**
 * gpcd_resolve() - find a register, or a field of a register, by name
 * @chip: the number of a known chip
 * @name: NAME or NAME:FIELD, letter case ignored; on a chip that a program describes also #N, the
 *	counter of index N from 0, unless a counter has that name
 * @reg: filled in
 * @field: filled in with the field, or NULL if @name has no field
 *
 * Return: 0, -ENOENT unknown register, -ENXIO unknown field.
 */
int gpcd_resolve(unsigned int chip, const char *name, struct gpcd_reg *reg,
		 const struct gpcd_field **field);

/**
 * gpcd_read() - read one register or field once
 * @dev: the device
 * @nic_addr: address of the NIC whose register it is; 0: the device's own
 * @name: NAME or NAME:FIELD
 * @value: filled in
 *
 * Return: 0, -ENOENT unknown register, -ENXIO unknown field or @nic_addr, -EPERM, -ENODEV.
 */
int gpcd_read(struct gpcd *dev, uint32_t nic_addr, const char *name, uint64_t *value);

/**
 * gpcd_write() - write one register
 * @dev: the device
 * @nic_addr: address of the NIC whose register it is; 0: the device's own
 * @name: NAME; a field cannot be written by itself (-EINVAL)
 * @value: the value
 *
 * Writing to a device needs CAP_SYS_ADMIN (-EPERM). Writing to an image needs
 * write permission on its file (-EBADF).
 *
 * Return: 0, -ENOENT unknown name, -ENXIO unknown @nic_addr, -EPERM,
 * -EBADF the device was opened read-only, -EOPNOTSUPP its registers can only be read,
 * -EBUSY another process keeps the image locked, -ENODEV.
 */
int gpcd_write(struct gpcd *dev, uint32_t nic_addr, const char *name, uint64_t value);

/**
 * gpcd_group_create() - create an empty group
 * @dev: the device; must outlive the group
 * @nic_addr: address of the NIC whose registers are read; 0: the device's own
 * @group: filled in; the caller removes the group with gpcd_group_destroy()
 *
 * Return: 0, -ENOMEM.
 */
int gpcd_group_create(struct gpcd *dev, uint32_t nic_addr, struct gpcd_group **group);

/**
 * gpcd_group_share() - create a group with the same values, of another device
 * @like: the group of the first device; may be destroyed before the new one
 * @dev: the other device; must outlive the new group
 * @nic_addr: address of the NIC whose registers are read; 0: the device's own
 * @group: filled in; the caller removes the group with gpcd_group_destroy()
 *
 * The groups share what they know of their registers, so that many devices of one type cost little
 * time and memory. Neither takes more registers then. They are independent otherwise.
 *
 * Return: 0, -EINVAL @dev has a chip of another type, -ERANGE more registers than @dev allows
 * (@regs_max of gpcd_get_info()), -ENOMEM.
 */
int gpcd_group_share(struct gpcd_group *like, struct gpcd *dev, uint32_t nic_addr,
		     struct gpcd_group **group);

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
 * Return: 0, -ENOENT or -ENXIO unknown name, -EBUSY the group takes no more registers, because a
 * snapshot, a ring, an alarm or another group was made of it, -ERANGE more than the device allows
 * (@regs_max of gpcd_get_info()), -ENOMEM.
 */
int gpcd_group_add(struct gpcd_group *group, const char *name);

/**
 * gpcd_group_add_addr() - add a register by address
 * @group: a group without snapshots
 * @addr: the address: of the byte that holds the register's lowest bit
 *
 * Return: as gpcd_group_add().
 */
int gpcd_group_add_addr(struct gpcd_group *group, uint64_t addr);

/**
 * gpcd_group_add_glob() - add the registers that a pattern matches
 * @group: a group without snapshots
 * @glob: letters of any case, '*', '?', [sets]; a backslash before any of these makes it a letter
 *
 * They are added in address order, without aliases.
 *
 * Return: the number of registers added, or as gpcd_group_add(); 0 is no error.
 */
int gpcd_group_add_glob(struct gpcd_group *group, const char *glob);

/**
 * gpcd_group_count() - return the number of values in a group
 * @group: the group
 */
unsigned int gpcd_group_count(const struct gpcd_group *group);

/**
 * gpcd_group_reg() - return the register of a value
 * @group: the group, which owns the result until another register is added
 * @i: 0 to gpcd_group_count() - 1
 */
const struct gpcd_reg *gpcd_group_reg(const struct gpcd_group *group, unsigned int i);

/**
 * gpcd_group_field() - return the field of a value; NULL: the whole register
 * @group: the group
 * @i: 0 to gpcd_group_count() - 1
 */
const struct gpcd_field *gpcd_group_field(const struct gpcd_group *group, unsigned int i);

/**
 * gpcd_group_name() - return NAME or NAME:FIELD of a value
 * @group: the group, which owns the string until another register is added
 * @i: 0 to gpcd_group_count() - 1
 */
const char *gpcd_group_name(const struct gpcd_group *group, unsigned int i);

/**
 * gpcd_group_kind() - return the &enum gpcd_kind of a value's field, else of its register
 * @group: the group
 * @i: 0 to gpcd_group_count() - 1
 */
unsigned int gpcd_group_kind(const struct gpcd_group *group, unsigned int i);

/**
 * gpcd_group_width() - return the bits of a value's field, else of its register
 * @group: the group
 * @i: 0 to gpcd_group_count() - 1
 */
unsigned int gpcd_group_width(const struct gpcd_group *group, unsigned int i);

/**
 * gpcd_group_wrap_ns() - return the longest time over which the difference of a value is exact
 * @group: the group
 * @i: 0 to gpcd_group_count() - 1
 *
 * After a longer time a counter may have wrapped more than once. No chip counts more than once a
 * nanosecond, as their clocks are slower. But a network interface counts bytes, words and packets
 * as fast as its link carries them: they wrap sooner if the link is that fast, by the speed that it
 * had when the device was opened or, later, at the last gpcd_nic_about(). An alarm asks for it.
 *
 * Return: ns; UINT64_MAX if it never wraps in practice: it has 64 bits, or it saturates.
 */
uint64_t gpcd_group_wrap_ns(const struct gpcd_group *group, unsigned int i);

/**
 * gpcd_snapshot_create() - create a snapshot, which has room for the values of a group
 * @group: the group; it takes no more registers from now on
 * @snapshot: filled in; the caller removes the snapshot with gpcd_snapshot_destroy()
 *
 * Return: 0, -EINVAL the group is empty, -ENOMEM.
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
 * @snapshot: a snapshot of the group; keeps its old values if the read fails
 *
 * A read takes at most one system call, or two the first time that it needs one, and no allocation
 * after the first read of a group. It takes no system call if the device's own registers are mapped
 * (gpcd_way()), unless the kernel must be asked for the values. A read of an image takes none.
 * A register that cannot be read does not make the others fail: see gpcd_snapshot_status().
 *
 * Return: 0, -ENODEV the chip is gone, -ENXIO an unknown NIC address,
 * -EINVAL a snapshot of another group, -ENOMEM.
 */
int gpcd_group_read(struct gpcd_group *group, struct gpcd_snapshot *snapshot);

/** struct gpcd_ring - samples of a group that the kernel takes by itself */
struct gpcd_ring;

/**
 * gpcd_ring_open() - have the kernel sample a group
 * @group: the group; it takes no more registers from now on. It may be destroyed, and its
 *	device closed, before the ring
 * @req: @size, @period_ns, @records (0: the library chooses), @wakeup, @cpu (-1: the kernel
 *	chooses) and @flags are set by the caller. @period_min_ns is filled in, even on failure,
 *	unless it stays 0 because the kernel was not asked
 * @ring: filled in; the caller closes it with gpcd_ring_close()
 *
 * The samples are taken at multiples of the period. See <linux/gpcd_ring.h>.
 *
 * Return: 0; -EOPNOTSUPP an image, or a device without rings; -EINVAL the group is empty, @size is
 * too short, @records is no power of two, @wakeup is not less, or @cpu is not online; -E2BIG @req
 * has a member that this kernel does not know; -ERANGE registers, records or period are out of
 * their range (gpcd_get_info(); the shortest period is @period_min_ns); -EBUSY
 * the processors have no time for it; -EPERM more than RLIMIT_MEMLOCK, or a @cpu on which the
 * caller may not run; -ENXIO no such NIC; -EPROTO the parts of the ring do not fit; -ENODEV,
 * -ENOMEM, -EMFILE.
 */
int gpcd_ring_open(struct gpcd_group *group, struct gpcd_ring_req *req, struct gpcd_ring **ring);

/**
 * gpcd_ring_close() - stop sampling
 * @ring: the ring, or NULL
 */
void gpcd_ring_close(struct gpcd_ring *ring);

/**
 * gpcd_ring_fd() - return a descriptor to wait for with poll(2)
 * @ring: the ring, which owns the descriptor
 *
 * POLLIN: @wakeup samples can be read; POLLHUP: there will be no more.
 */
int gpcd_ring_fd(const struct gpcd_ring *ring);

/**
 * gpcd_ring_read() - read the oldest sample that has not been read; never waits
 * @ring: the ring
 * @snapshot: a snapshot of the ring's group; keeps its old values if there is no sample
 * @missed: filled in: number of samples missing since the one before, because there was no room
 *	for them, because the processor was late, or because newer ones replaced them
 *
 * This takes no system call. One thread at a time may read a ring.
 *
 * Return: 0; -EAGAIN there is none; -ENODEV the chip is gone, and all samples were read; -EPERM
 * permission was withdrawn, and all samples were read; -EINVAL a snapshot of another group.
 */
int gpcd_ring_read(struct gpcd_ring *ring, struct gpcd_snapshot *snapshot, uint64_t *missed);

/**
 * gpcd_ring_freeze() - pause sampling, or resume it
 * @ring: the ring
 * @on: 1: pause; 0: resume
 *
 * Return: the previous setting, 1 or 0; -ENODEV the ring has ended.
 */
int gpcd_ring_freeze(struct gpcd_ring *ring, int on);

/**
 * gpcd_snapshot_value() - return a value; 0 unless its status is OK or TORN
 * @snapshot: the snapshot
 * @i: 0 to gpcd_group_count() - 1
 */
uint64_t gpcd_snapshot_value(const struct gpcd_snapshot *snapshot, unsigned int i);

/**
 * gpcd_snapshot_values() - return all values, in the order of the group
 * @snapshot: the snapshot; it keeps the values, which the next reading replaces
 */
const uint64_t *gpcd_snapshot_values(const struct gpcd_snapshot *snapshot);

/**
 * gpcd_status_error() - return why there is no value
 * @status: an &enum gpcd_status
 *
 * Return: 0 if the value is known (OK, TORN or STALE); -EPERM denied, -ENOENT absent, -EIO refused,
 * -ENODEV gone.
 */
int gpcd_status_error(unsigned int status);

/**
 * gpcd_snapshot_status() - return the enum gpcd_status of a value
 * @snapshot: the snapshot
 * @i: 0 to gpcd_group_count() - 1
 */
unsigned int gpcd_snapshot_status(const struct gpcd_snapshot *snapshot, unsigned int i);

/**
 * gpcd_snapshot_value_ns() - return when a value was read
 * @snapshot: the snapshot
 * @i: 0 to gpcd_group_count() - 1
 *
 * Return: CLOCK_MONOTONIC in ns: for a network interface the time of this very value, else the
 * middle of the sweep; 0: there is no value.
 */
uint64_t gpcd_snapshot_value_ns(const struct gpcd_snapshot *snapshot, unsigned int i);

/**
 * struct gpcd_times - when and under what circumstances a snapshot was taken
 * @realtime_ns: CLOCK_REALTIME after the sweep
 * @start_ns: CLOCK_MONOTONIC before the sweep, as this process sees that clock
 * @end_ns: CLOCK_MONOTONIC after the sweep
 * @chip_ns: the chip's own time; 0: the chip has none
 * @epoch: changes at every reset, clear, counter write or replug
 * @sequence: number of the read among all reads of the group, from 1
 * @failed: number of values whose status is not OK
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
 * gpcd_snapshot_times() - return when a snapshot was taken
 * @snapshot: the snapshot, which owns the result
 */
const struct gpcd_times *gpcd_snapshot_times(const struct gpcd_snapshot *snapshot);

/**
 * gpcd_snapshot_fill() - fill in a snapshot with values that were read earlier
 * @snapshot: the snapshot
 * @times: when they were read; @sequence is above 0, and @failed is ignored
 * @values: one for each value of the group; for a field, the field's value
 * @statuses: an &enum gpcd_status of each value; NULL: all are GPCD_STATUS_OK. A value that
 *	gpcd_status_error() says is unknown is ignored
 *
 * Differences, rates and metrics of such snapshots are the same as when the values were read.
 *
 * Return: 0; -EINVAL @sequence is 0, a status is invalid, or a value is wider than its register.
 */
int gpcd_snapshot_fill(struct gpcd_snapshot *snapshot, const struct gpcd_times *times,
		       const uint64_t *values, const uint8_t *statuses);

/**
 * gpcd_delta() - return (@now - @before) mod 2^@width
 * @before: earlier value
 * @now: later value
 * @width: bits of the counter, 1 to 64
 *
 * The result is exact if the counter has wrapped at most once in between.
 */
uint64_t gpcd_delta(uint64_t before, uint64_t now, unsigned int width);

/**
 * gpcd_snapshot_delta() - return how far a counter advanced between two snapshots
 * @before: earlier snapshot of a group
 * @after: later snapshot of the same group
 * @i: 0 to gpcd_group_count() - 1
 * @delta: filled in with the difference, which is exact across one wrap
 *
 * Return: 0; -EINVAL not a counter, -ESTALE the epoch changed in between, or a saturating counter
 * was cleared, -EOVERFLOW a saturating counter is at its maximum: the difference is at least what
 * its values say, -ENODATA one of the two values could not be read.
 */
int gpcd_snapshot_delta(const struct gpcd_snapshot *before, const struct gpcd_snapshot *after,
			unsigned int i, uint64_t *delta);

/**
 * gpcd_snapshot_sum() - add up how far counters advanced between two snapshots
 * @before: earlier snapshot of a group
 * @after: later snapshot of the same group
 * @which: indices, each 0 to gpcd_group_count() - 1
 * @count: number of indices
 * @sum: filled in with the sum of the differences, mod 2^64
 * @wrap_ns: filled in with the least gpcd_group_wrap_ns() of these counters: if more time has
 *	passed between the snapshots, the sum may be too small
 *
 * Return: 0, or as gpcd_snapshot_delta() for the first counter that has no difference; nothing is
 * filled in then.
 */
int gpcd_snapshot_sum(const struct gpcd_snapshot *before, const struct gpcd_snapshot *after,
		      const unsigned int *which, unsigned int count, uint64_t *sum,
		      uint64_t *wrap_ns);

/**
 * gpcd_snapshot_elapsed() - return how much time passed between two snapshots
 * @before: earlier snapshot of a group
 * @after: later snapshot of the same group
 * @ns: filled in with nanoseconds, above 0, by the chip's time if the chip has one, else by
 *	CLOCK_MONOTONIC at the middle of each sweep
 *
 * Return: 0; -EINVAL they are of two groups, -ESTALE the epoch changed in between, -ENODATA one was
 * never read, or no time has passed.
 */
int gpcd_snapshot_elapsed(const struct gpcd_snapshot *before, const struct gpcd_snapshot *after,
			  uint64_t *ns);

/**
 * gpcd_snapshot_rate() - return the rate of a counter between two snapshots
 * @before: earlier snapshot of a group
 * @after: later snapshot of the same group
 * @i: 0 to gpcd_group_count() - 1
 * @per_second: filled in with counts per second, by the chip's time if the chip
 *	has one, else by CLOCK_MONOTONIC at the middle of each sweep
 *
 * Return: as gpcd_snapshot_delta(); -ENODATA also if no time has passed.
 */
int gpcd_snapshot_rate(const struct gpcd_snapshot *before, const struct gpcd_snapshot *after,
		       unsigned int i, double *per_second);

#ifdef __cplusplus
}
#endif

#endif /* GPCD_GPCD_H */
