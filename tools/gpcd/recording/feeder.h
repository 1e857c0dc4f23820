/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A recorded device, replayed into a chip: an image file, or an emulated chip. The chip's counters
 * count up to what was recorded, as a simulator would have them count; registers are not written.
 */
#ifndef RECORDING_FEEDER_H
#define RECORDING_FEEDER_H

#include <gpcd/image.h>

#include "player.h"

/**
 * struct feeder - a chip that a recorded device is replayed into
 * @name: image:FILE, or /dev/gpcd_emuN
 * @feed: the right to drive it
 * @counters: the registers of the device that are counters
 * @slots: by counter: its index in the device's group
 * @count: how many
 * @open: a batch is open: the reading was torn
 * @epoch: the device's epoch in the last reading
 * @begin: CLOCK_REALTIME of the first reading, ns; 0: there was none
 */
struct feeder {
	const char *name;
	struct gpcd_image_feed *feed;
	struct gpcd_feed_reg *counters;
	unsigned int *slots;
	unsigned int count;
	bool open;
	uint64_t epoch;
	uint64_t begin;
};

/**
 * feeder_open() - take the right to drive a chip
 * @feeder: filled in, for feeder_close() in any case
 * @name: image:FILE, which is made if it is not there; or /dev/gpcd_emuN, the back door of an
 *	emulated chip
 * @played: the device that will be replayed; the chip must be of its type
 *
 * Return: the exit code, having said what is wrong.
 */
int feeder_open(struct feeder *feeder, const char *name, const struct played *played);

/**
 * feeder_replay() - have the chip count up to a reading
 * @feeder: the chip
 * @played: the device; without a reading, the chip stands still
 *
 * In a new epoch of the device the chip begins one, too. A reading that was torn leaves the chip
 * amid an update until the next one.
 *
 * Return: the exit code, having said what is wrong.
 */
int feeder_replay(struct feeder *feeder, const struct played *played);

/**
 * feeder_close() - stop driving the chip, which stays live
 * @feeder: the chip
 */
void feeder_close(struct feeder *feeder);

#endif /* RECORDING_FEEDER_H */
