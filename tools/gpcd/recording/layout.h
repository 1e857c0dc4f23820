/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What recordings of `gpcd record' have: a group of columns for each type of chip, whose sources
 * are devices. First comes what a reading says of itself, then the registers (docs/recording.md).
 */
#ifndef RECORDING_LAYOUT_H
#define RECORDING_LAYOUT_H

#include <gpcd/gpcd.h>

#include "record/description.h"

/**
 * enum layout_state - what a reading says of itself, by column
 * @LAYOUT_REALTIME: CLOCK_REALTIME after the sweep, ns
 * @LAYOUT_MONOTONIC: CLOCK_MONOTONIC after the sweep, ns
 * @LAYOUT_SWEEP: how long the sweep took, ns
 * @LAYOUT_CHIP: the chip's own time, ns; 0: it has none
 * @LAYOUT_EPOCH: the epoch
 * @LAYOUT_SEQUENCE: number of the sweep
 * @LAYOUT_TORN: not 0: values may mix two updates of the chip
 * @LAYOUT_MISSED: periods without a record before this one
 * @LAYOUT_STATES: how many there are
 */
enum layout_state {
	LAYOUT_REALTIME,
	LAYOUT_MONOTONIC,
	LAYOUT_SWEEP,
	LAYOUT_CHIP,
	LAYOUT_EPOCH,
	LAYOUT_SEQUENCE,
	LAYOUT_TORN,
	LAYOUT_MISSED,
	LAYOUT_STATES,
};

/**
 * layout_columns() - describe the columns of a group of registers
 * @group: the registers, which own the names
 *
 * Return: the columns, as many as LAYOUT_STATES and registers, for free(3); or NULL: no memory.
 */
struct description_column *layout_columns(const struct gpcd_group *group);

/**
 * layout_put() - write a reading as values of a record
 * @snapshot: the reading, or NULL: the device is gone
 * @group: its registers
 * @missed: periods without a record before this one
 * @values: receives the values, one for each column
 * @absent: receives an enum description_absence of each
 */
void layout_put(const struct gpcd_snapshot *snapshot, const struct gpcd_group *group,
		uint64_t missed, uint64_t *values, uint8_t *absent);

/**
 * layout_chip() - find the type of chip whose registers a group of columns has
 * @group: the group of a recording, which anybody may have written
 *
 * Return: an &enum gpcd_chip; GPCD_CHIP_NONE: these are no registers of a chip.
 */
unsigned int layout_chip(const struct description_group *group);

/**
 * layout_get() - fill in a snapshot from values of a record
 * @snapshot: the snapshot
 * @group: its group, which has the registers of the columns, in their order
 * @values: the values of the device, which anybody may have written
 * @absent: an enum description_absence of each
 * @statuses: room for a status of each register
 * @missed: filled in
 *
 * Return: 0; -ENODATA: the device was gone; -EBADMSG: no reading can be like that.
 */
int layout_get(struct gpcd_snapshot *snapshot, const struct gpcd_group *group,
	       const uint64_t *values, const uint8_t *absent, uint8_t *statuses,
	       uint64_t *missed);

#endif /* RECORDING_LAYOUT_H */
