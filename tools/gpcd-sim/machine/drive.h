/* SPDX-License-Identifier: GPL-2.0-only */
/* Register images that follow a simulated network. */
#ifndef DRIVE_H
#define DRIVE_H

#include "engine.h"

struct net_images;

/* Images that follow a network, and when they are written. */
struct drive {
	const char *folder; /* of image files, one for each NIC, or NULL */
	struct option_list chips; /* chips that have image files; none: all */
	struct option_list devices; /* "gpcd_emuN=CHIP" */
	double pace; /* seconds of the chips' time in a second; 0: unpaced */
	uint64_t period; /* from one write to the next, ns */
	struct net_images *images; /* once they are open */
	int failed; /* exit code of the first image that was lost since, or 0 */
};

/* The options --image, --chips, --device, --pace and --interval. */
extern const struct options drive_options;

/* Return true if --image or --device is given. */
bool drive_wanted(const struct drive *drive);

/* Estimate the room (bytes) that the image files of a machine take. */
uint64_t drive_bytes(const struct drive *drive, const struct machine *machine);

/*
 * Check that a machine has the chips whose images are asked for. Return the exit code; errors are
 * reported.
 */
int drive_check(const struct drive *drive, const struct machine *machine);

/*
 * Make and open the images, after drive_check(), between stop_catch() and stop_heeded(). Call
 * drive_close() in any case. After an error or a signal, the image files that were made are
 * removed, and the folder if it was made too. Return the exit code; errors are reported.
 */
int drive_open(struct drive *drive, const struct machine *machine);

/*
 * Write the counters of a network into the images. An image that fails is reported and no longer
 * driven; the others continue. If last is set, an image that another process has locked is an
 * error. Return the exit code: 0 if any image is left.
 */
int drive_write(struct drive *drive, struct net *net, bool last);

/*
 * Close the images: their chips stay live, but their time stands still. Return the exit code of the
 * first image that failed, or 0.
 */
int drive_close(struct drive *drive);

#endif /* DRIVE_H */
