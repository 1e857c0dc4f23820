/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Alarms: the kernel watches how fast the counters of a group count, and reports when this rate
 * crosses a threshold. GPCD_IOC_ALARM, on a group, makes one and returns its descriptor.
 *
 * An alarm looks at the group once a period, or more often if a counter could wrap twice in a
 * period. It adds up how far each counter has advanced since the last period, and divides by the
 * elapsed time, by the chip's own clock if it has one. Two thresholds keep a rate that stays near
 * one of them from raising the alarm again and again.
 *
 * A look without valid values leaves the state as it is. If the chip was updating, answered with
 * all ones, or its time stands still, the next look measures from the last valid one. If counters
 * were written since then, or may have wrapped twice, a new period begins.
 */
#ifndef _UAPI_LINUX_GPCD_ALARM_H
#define _UAPI_LINUX_GPCD_ALARM_H

#include <linux/ioctl.h>
#include <linux/types.h>

/* Flags of an alarm */
#define GPCD_ALARM_BELOW	(1U << 0)	/* raised below its threshold, not above it */
#define GPCD_ALARM_KEEP		(1U << 1)	/* stays when its descriptor is closed */
#define GPCD_ALARM_FREEZE	(1U << 2)	/* freezes a ring when it is raised */

/** GPCD_ALARM_NAME: bytes of a name, including its NUL. */
#define GPCD_ALARM_NAME		32

/** GPCD_ALARM_CHANGES: number of unread changes that are kept. */
#define GPCD_ALARM_CHANGES	16

/** GPCD_ALARM_PERIOD_MIN_NS: shortest period of an alarm: for shorter ones there are rings. */
#define GPCD_ALARM_PERIOD_MIN_NS	10000000ULL

/** GPCD_ALARM_PERIOD_NS: longest period of an alarm, an hour. */
#define GPCD_ALARM_PERIOD_NS	3600000000000ULL

/**
 * enum gpcd_alarm_state - state of an alarm
 * @GPCD_ALARM_CLEAR: all is well
 * @GPCD_ALARM_RAISED: the rate has crossed its threshold, and has not returned past the other one
 * @GPCD_ALARM_GONE: it has ended, because the chip is gone
 * @GPCD_ALARM_DENIED: it has ended, because the group's creator may no longer read all of the
 *	registers
 * @GPCD_ALARM_REMOVED: it has ended, because somebody has removed it, or closed its descriptor
 */
enum gpcd_alarm_state {
	GPCD_ALARM_CLEAR = 1,
	GPCD_ALARM_RAISED = 2,
	GPCD_ALARM_GONE = 3,
	GPCD_ALARM_DENIED = 4,
	GPCD_ALARM_REMOVED = 5,
};

/**
 * struct gpcd_alarm_req - have the kernel watch a group (GPCD_IOC_ALARM, on a group)
 * @size: sizeof(struct gpcd_alarm_req)
 * @flags: GPCD_ALARM_BELOW, GPCD_ALARM_KEEP, GPCD_ALARM_FREEZE
 * @raise: raised when the rate is above this, counts a second; with GPCD_ALARM_BELOW: below it
 * @clear: cleared when the rate is not above this, and this is not above @raise; with
 *	GPCD_ALARM_BELOW: not below, both times
 * @period_ns: minimum time over which the rate is measured, from @period_min_ns to
 *	GPCD_ALARM_PERIOD_NS
 * @ring: with GPCD_ALARM_FREEZE a ring's descriptor, else 0. The alarm keeps the ring open
 * @reserved: 0
 * @name: name for listeners: 1 to GPCD_ALARM_NAME - 1 letters, digits, '_', '-', '.' and
 *	':', then NULs
 * @period_min_ns: out: the shortest period for this group, even if the call fails: ten
 *	times the time of a look, and no less than GPCD_ALARM_PERIOD_MIN_NS. 0: the call failed
 *	before this was known
 * @id: out: the number of the alarm, from 1
 * @reserved2: 0
 *
 * Returns a descriptor (close-on-exec) for GPCD_IOC_ALARM_READ and poll(2): POLLIN when there
 * is a change to be read, POLLHUP with POLLERR once there will be no more. Each change is also sent
 * to netlink's listeners, without the rate. The alarm reads with the authority of the group's
 * creator. With GPCD_ALARM_KEEP, which needs CAP_SYS_ADMIN, it stays when it is closed, and ends
 * only by itself or by GPCD_IOC_ALARM_REMOVE; it then cannot freeze a ring: EINVAL. An alarm that
 * has ended is in no list, whether its descriptor is open or not.
 *
 * EDOM: a member out of its range, a register that is no counter; EOVERFLOW: a counter so narrow
 * that it may wrap twice from one look to the next, with 23 bits or fewer, or more if a look takes
 * long (a ring can read it more often); EPERM: a register may not be read, or CAP_SYS_ADMIN is
 * missing; ENXIO: the chip has no such register; EBADF: @ring is not a ring; EBUSY: all alarms
 * together would take more of a processor's time than the module parameter alarm_share allows;
 * ENODEV, ENOMEM, EMFILE, ENFILE.
 */
struct gpcd_alarm_req {
	__u32 size;
	__u32 flags;
	__aligned_u64 raise;
	__aligned_u64 clear;
	__aligned_u64 period_ns;
	__s32 ring;
	__u32 reserved;
	char name[GPCD_ALARM_NAME];
	__aligned_u64 period_min_ns;
	__u32 id;
	__u32 reserved2;
};

#define GPCD_ALARM_REQ_SIZE_1	88

/**
 * struct gpcd_alarm_change - the oldest unread change (GPCD_IOC_ALARM_READ, on an alarm)
 * @size: sizeof(struct gpcd_alarm_change)
 * @flags: 0
 * @number: out: number of the change, from 1. Skipped numbers were lost, because only the last
 *	GPCD_ALARM_CHANGES changes are kept
 * @rate: out: the measured rate, counts a second; 0 for the end of an alarm
 * @at_ns: out: CLOCK_MONOTONIC of the host when it was measured
 * @chip_ns: out: the chip's own time then; 0: it has none, or the alarm has ended
 * @state: out: &enum gpcd_alarm_state
 * @reserved: out: 0
 *
 * EAGAIN: there is none. A change that could not be delivered (EFAULT) is lost.
 */
struct gpcd_alarm_change {
	__u32 size;
	__u32 flags;
	__aligned_u64 number;
	__aligned_u64 rate;
	__aligned_u64 at_ns;
	__aligned_u64 chip_ns;
	__u32 state;
	__u32 reserved;
};

#define GPCD_ALARM_CHANGE_SIZE_1	48

/**
 * struct gpcd_alarm_remove - end an alarm (GPCD_IOC_ALARM_REMOVE, on /dev/gpcdctl)
 * @size: sizeof(struct gpcd_alarm_remove)
 * @flags: 0
 * @id: the number of the alarm, which may be any user's
 * @reserved: 0
 *
 * Needs CAP_SYS_ADMIN: EPERM. ENOENT: there is no such alarm.
 */
struct gpcd_alarm_remove {
	__u32 size;
	__u32 flags;
	__u32 id;
	__u32 reserved;
};

#define GPCD_ALARM_REMOVE_SIZE_1	16

#define GPCD_IOC_ALARM		_IO('g', 0x49)	/* struct gpcd_alarm_req, on a group */
#define GPCD_IOC_ALARM_READ	_IO('g', 0x4a)	/* struct gpcd_alarm_change, on an alarm */
#define GPCD_IOC_ALARM_REMOVE	_IO('g', 0x54)	/* struct gpcd_alarm_remove, on /dev/gpcdctl */

#endif /* _UAPI_LINUX_GPCD_ALARM_H */
