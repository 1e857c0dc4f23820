/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Replay a recorded device into an image file or an emulated chip. The chip's counters count up to
 * the recorded values, as a simulator would drive them; registers are not written.
 */
#ifndef RECORDING_FEEDER_H
#define RECORDING_FEEDER_H

#include <gpcd/image.h>

#include "playback.h"

/* A chip into which a recorded device is replayed. */
struct feeder {
	const char *name; /* image:FILE, or /dev/gpcd_emuN */
	struct gpcd_image_feed *feed;
	struct gpcd_feed_reg *counters; /* the device's registers that are counters */
	unsigned int *slots; /* index of each counter in the device's group */
	unsigned int count;
	bool open; /* a batch is open, because the reading was torn */
	uint64_t epoch; /* of the device, in the last reading */
	uint64_t begin; /* CLOCK_REALTIME of the first reading, ns; 0: none yet */
};

/*
 * Take over a chip for the replay of @played, which must have the same type. @name is image:FILE,
 * which is created if need be, or /dev/gpcd_emuN, the back door of an emulated chip. Call
 * feeder_close() in any case. Report any error and return the exit code.
 */
int feeder_open(struct feeder *feeder, const char *name, const struct played *played);

/*
 * Let the chip count up to a reading; without one it stands still. A new epoch of the device begins
 * a new epoch of the chip. A torn reading leaves the chip amid an update until the next reading.
 * Report any error and return the exit code.
 */
int feeder_replay(struct feeder *feeder, const struct played *played);

/* Stop driving the chip, which stays live. */
void feeder_close(struct feeder *feeder);

#endif /* RECORDING_FEEDER_H */
