/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Register images that follow a simulated network.
 */
#ifndef DRIVE_H
#define DRIVE_H

#include <argp.h>

#include "engine.h"

struct net_images;

/**
 * struct drive - which images, and when they are written
 * @folder: for an image file a NIC, or NULL
 * @chips: whose; as argz(3); NULL: all
 * @chips_size: its bytes
 * @devices: "gpcd_emuN=CHIP", as argz(3)
 * @devices_size: its bytes
 * @pace: seconds of the chips' time in one of ours; 0: as fast as it goes
 * @period: from write to write, ns
 * @images: once open
 */
struct drive {
	const char *folder;
	char *chips;
	size_t chips_size;
	char *devices;
	size_t devices_size;
	double pace;
	uint64_t period;
	struct net_images *images;
};

/* --image, --chips, --device, --pace, --interval; its input is a struct drive. */
extern const struct argp drive_argp;

/* Is there anything to drive? */
bool drive_wanted(const struct drive *drive);

/* Bytes that the image files of a machine take. */
uint64_t drive_bytes(const struct drive *drive, const struct machine *machine);

/* Make and open the images; returns the exit code, having said what is wrong. */
int drive_open(struct drive *drive, const struct machine *machine);

/*
 * Bring them up to the network; @last: afterwards there is no other chance.
 * Returns the exit code, having said what is wrong.
 */
int drive_write(struct drive *drive, struct net *net, bool last);

/* The chips stay live, their time stands still. */
void drive_close(struct drive *drive);

#endif /* DRIVE_H */
