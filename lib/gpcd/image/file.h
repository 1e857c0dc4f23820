/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A register image in a file that is mapped into memory.
 */
#ifndef GPCD_IMAGE_FILE_H
#define GPCD_IMAGE_FILE_H

#include <pthread.h>

#include <gpcd/gpcd.h>

#include "image/chipmodel.h"

/* A mapped image. */
struct gpcd_image_file {
	struct gpcd_image image;	/* its pages are in map */
	unsigned char *map;
	size_t size;	/* bytes of map: the chip's gpcd_chip_size() */
	int fd;
	int writable;	/* the file and the mapping are writable */
	int door;	/* back door of an emulated chip: the kernel writes registers too */
	int driving;	/* the image names this process as its driver */
	pthread_mutex_t writer;	/* held by the thread that changes registers */
};

/*
 * Open and map an image, even if its chip is gone; @access is O_RDWR or O_RDONLY. Close it with
 * gpcd_image_file_close(). Return -EPROTO if the file is no image, -ENOMEM or another -errno.
 */
int gpcd_image_file_open(const char *path, int access, struct gpcd_image_file **file);

/*
 * Create a file, which must not exist, with room for an image, which is not initialised. Close it
 * with gpcd_image_file_close(). On error no file is left.
 */
int gpcd_image_file_create(const char *path, unsigned int chip, struct gpcd_image_file **file);

/*
 * Open and map a view of an emulated chip by its back door, /dev/gpcd_emuN. Close it with
 * gpcd_image_file_close(). Errors as gpcd_image_file_open().
 */
int gpcd_image_door_open(const char *path, struct gpcd_image_file **file);

/*
 * Allocate the memory of all pages of a writable image. Afterwards no access to a page of the chip
 * can raise SIGBUS. Return -EPROTO if a page is missing and cannot be allocated, -ENOMEM or another
 * -errno.
 */
int gpcd_image_file_populate(struct gpcd_image_file *file);

/* Return whether the file still has all of its pages. */
int gpcd_image_file_whole(const struct gpcd_image_file *file);

/* Give up the right to drive the image, unmap it and close the file. */
void gpcd_image_file_close(struct gpcd_image_file *file);

/* Return whether the chip of the image is gone. */
int gpcd_image_file_gone(const struct gpcd_image_file *file);

/*
 * Describe the device that an image shows. Return -ENODEV if the chip is gone, -EPROTO if the file
 * is no longer an image.
 */
int gpcd_image_file_info(const struct gpcd_image_file *file, struct gpcd_info *info);

/*
 * Take the right to drive the counters of a writable image, until the file is closed. Return -EBUSY
 * if another source or feed has the right, or another -errno.
 */
int gpcd_image_file_claim(struct gpcd_image_file *file);

/*
 * Claim a writable image, and store in it that this process drives it. gpcd_image_file_close()
 * clears this. A process that dies earlier cannot, but its claim ends: see
 * gpcd_image_file_abandoned(). Return as gpcd_image_file_claim().
 */
int gpcd_image_file_drive(struct gpcd_image_file *file);

/*
 * Return 1 if the image names a driver but no process has claimed it, that is, the driver has died;
 * 0 otherwise, or if the locks cannot be queried.
 */
int gpcd_image_file_abandoned(const struct gpcd_image_file *file);

/*
 * Become the only writer of registers of a writable image. Any process that may read the file can
 * lock it, so this waits for a second at most. If a writer of single registers left its batch open,
 * having the lock proves that it is dead: the batch is closed, in a new epoch. A batch that a dead
 * driver left open stays open until the next driver closes it. Return -EBUSY if another process
 * keeps the file locked, -EFAULT if the file has lost a page, or another -errno.
 */
int gpcd_image_file_lock(struct gpcd_image_file *file);

/* Release the lock of gpcd_image_file_lock(). */
void gpcd_image_file_unlock(struct gpcd_image_file *file);

#endif /* GPCD_IMAGE_FILE_H */
