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
 * struct drive - images that follow a network, and when they are written
 * @folder: folder for image files, one for each NIC, or NULL
 * @chips: names of the chips that have image files, an argz(3) vector; NULL: all chips
 * @chips_size: bytes of @chips
 * @devices: emulated chips to drive, "gpcd_emuN=CHIP", an argz(3) vector
 * @devices_size: bytes of @devices
 * @pace: seconds of the chips' time in a second; 0: as fast as it goes
 * @period: time from one write to the next, ns
 * @images: the images, once they are open
 * @failed: exit code of the first image that was lost since, or 0
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
	int failed;
};

/* The options --image, --chips, --device, --pace and --interval; the input is a struct drive. */
extern const struct argp drive_argp;

/**
 * drive_wanted() - check if any image is to follow the network
 * @drive: what is wanted
 *
 * Return: true if --image or --device is given.
 */
bool drive_wanted(const struct drive *drive);

/**
 * drive_bytes() - estimate how much room the image files of a machine take
 * @drive: what is wanted
 * @machine: the machine
 *
 * Return: the room, bytes.
 */
uint64_t drive_bytes(const struct drive *drive, const struct machine *machine);

/**
 * drive_check() - check that a machine has the chips whose images are wanted
 * @drive: what is wanted
 * @machine: the machine
 *
 * Return: the exit code, having said what is wrong.
 */
int drive_check(const struct drive *drive, const struct machine *machine);

/**
 * drive_open() - make and open the images
 * @drive: what is wanted, for drive_close() in any case
 * @machine: the machine, for which drive_check() has found nothing wrong
 *
 * Call it between stop_catch() and stop_heeded(). If it fails, or a signal asks for the end in the
 * meantime, the image files that it has made are removed, and the folder if it has made that.
 *
 * Return: the exit code, having said what is wrong.
 */
int drive_open(struct drive *drive, const struct machine *machine);

/**
 * drive_write() - write the counters of a network into the images
 * @drive: the images
 * @net: the network
 * @last: it is the last write: an image that somebody has locked is an error
 *
 * An image that fails is reported, and driven no more; the others go on.
 *
 * Return: the exit code, having said what is wrong; 0 if any image is left.
 */
int drive_write(struct drive *drive, struct net *net, bool last);

/**
 * drive_close() - close the images: their chips stay live, but their time stands still
 * @drive: the images
 *
 * Return: the exit code: that of the first image that failed.
 */
int drive_close(struct drive *drive);

#endif /* DRIVE_H */
