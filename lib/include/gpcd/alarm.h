/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Alarms: the kernel's watch on how fast a group counts. <gpcd/gpcd.h> includes this file. */
#ifndef GPCD_ALARM_H
#define GPCD_ALARM_H

#include <stdint.h>
#include <linux/gpcd_alarm.h>

struct gpcd_group;

#ifdef __cplusplus
extern "C" {
#endif

/** struct gpcd_alarm - the kernel's watch on how fast a group counts */
struct gpcd_alarm;

/**
 * gpcd_alarm_open() - have the kernel watch a group
 * @group: the group, of counters only, without fields; it takes no more registers from now on. It
 *	may be destroyed, and its device closed, before the alarm
 * @req: the members up to @name are set by the caller. @period_min_ns is filled in, even on
 *	failure, unless it stays 0 because the kernel did not get that far; @id is filled in
 * @alarm: filled in; the caller closes it with gpcd_alarm_close()
 *
 * See <linux/gpcd_alarm.h>.
 *
 * Return: 0; -EOPNOTSUPP an image, or a kernel without alarms; -EINVAL the group is empty or has
 * fields, or flags that exclude each other; -EDOM a number is out of range, the name has other
 * characters, a register is no counter; -EOVERFLOW a counter may wrap twice between two looks of
 * the kernel, which are @period_min_ns apart or more; -EPERM a register may not be read, or
 * GPCD_ALARM_KEEP without CAP_SYS_ADMIN; -ENXIO the chip has no such register; -EBUSY there is no
 * time left for it; -EBADF @ring is not a ring; -EADDRNOTAVAIL no such NIC; -ENODEV, -ENOMEM,
 * -EMFILE.
 */
int gpcd_alarm_open(struct gpcd_group *group, struct gpcd_alarm_req *req,
		    struct gpcd_alarm **alarm);

/**
 * gpcd_alarm_close() - end an alarm, unless it has GPCD_ALARM_KEEP
 * @alarm: the alarm, or NULL
 */
void gpcd_alarm_close(struct gpcd_alarm *alarm);

/**
 * gpcd_alarm_fd() - return a descriptor to wait for with poll(2)
 * @alarm: the alarm, which owns the descriptor
 *
 * POLLIN: a change can be read; POLLHUP: there will be no more.
 */
int gpcd_alarm_fd(const struct gpcd_alarm *alarm);

/**
 * gpcd_alarm_read() - read the oldest change that has not been read; never waits
 * @alarm: the alarm
 * @change: filled in
 *
 * Changes that were not read in time are lost; their numbers are skipped. After a change to
 * GPCD_ALARM_GONE, _DENIED or _REMOVED there are no more.
 *
 * Return: 0; -EAGAIN there is none.
 */
int gpcd_alarm_read(struct gpcd_alarm *alarm, struct gpcd_alarm_change *change);

/**
 * gpcd_alarm_remove() - end an alarm of any user; needs CAP_SYS_ADMIN
 * @id: its number
 *
 * Return: 0; -ENOENT there is no such alarm, -EPERM, -EACCES, -ENODEV the module is not loaded.
 */
int gpcd_alarm_remove(uint32_t id);

#ifdef __cplusplus
}
#endif

#endif /* GPCD_ALARM_H */
