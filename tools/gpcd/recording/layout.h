/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Layout of recordings of `gpcd record': a group of columns for each type of chip, whose sources
 * are devices. The first columns describe the reading, the others are registers
 * (docs/recording.md).
 */
#ifndef RECORDING_LAYOUT_H
#define RECORDING_LAYOUT_H

#include <gpcd/gpcd.h>

#include "record/description.h"

/* Columns that describe a reading. */
enum layout_state {
	LAYOUT_REALTIME, /* CLOCK_REALTIME after the sweep, ns */
	LAYOUT_MONOTONIC, /* CLOCK_MONOTONIC after the sweep, ns */
	LAYOUT_SWEEP, /* duration of the sweep, ns */
	LAYOUT_CHIP, /* the chip's own time, ns; 0: it has none */
	LAYOUT_EPOCH,
	LAYOUT_SEQUENCE,
	LAYOUT_TORN, /* not 0: values may mix two updates of the chip */
	LAYOUT_MISSED, /* periods without a record before this one */
	LAYOUT_STATES,
};

/*
 * Describe the columns of a group, which owns the names: LAYOUT_STATES columns, then one for each
 * register. Return them for free(3), or NULL if there is no memory.
 */
struct description_column *layout_columns(const struct gpcd_group *group);

/*
 * Say of the columns of a group, whose chip a device describes, what layout_chip() needs besides;
 * their names become UTF-8. Return what they mean, for free(3), with these names; NULL if there is
 * no memory. It must outlive @columns.
 */
struct description_meaning *layout_meanings(const struct gpcd_group *group,
					    struct description_column *columns);

/*
 * Write a reading as values of a record; @snapshot is NULL if the device is gone. @missed is the
 * number of periods without a record before this one. @absent receives an enum description_absence
 * for each value.
 */
void layout_put(const struct gpcd_snapshot *snapshot, const struct gpcd_group *group,
		uint64_t missed, uint64_t *values, uint8_t *absent);

/*
 * Find which type of chip has the registers of a recording's group, or describe it by the group: it
 * is known until gpcd_chip_forget(). The group is untrusted input. Return the chip's number,
 * -EINVAL if no chip has them, or as gpcd_chip_learn().
 */
int layout_chip(const struct description_group *group);

/*
 * Fill in a snapshot from the values of a record, which are untrusted input. @group has the
 * registers of the columns, in their order; @absent is an enum description_absence for each value;
 * @statuses has room for a status of each register. Return 0; -ENODATA if the device was gone;
 * -EBADMSG if no reading can have these values.
 */
int layout_get(struct gpcd_snapshot *snapshot, const struct gpcd_group *group,
	       const uint64_t *values, const uint8_t *absent, uint8_t *statuses,
	       uint64_t *missed);

#endif /* RECORDING_LAYOUT_H */
