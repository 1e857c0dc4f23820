/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A register image in a file that is mapped into memory.
 */
#ifndef GPCD_IMAGE_FILE_H
#define GPCD_IMAGE_FILE_H

#include <pthread.h>

#include <gpcd/gpcd.h>

#include "image/chipmodel.h"

/**
 * struct gpcd_image_file - a mapped image
 * @image: the image, whose pages are in @map
 * @map: the mapping of the file, GPCD_IMAGE_SIZE bytes
 * @fd: descriptor of the file
 * @writable: the file and the mapping are writable
 * @door: the file is a back door of an emulated chip: the kernel writes registers too
 * @driving: the image says that this process drives its counters
 * @writer: held by the thread that changes registers
 */
struct gpcd_image_file {
	struct gpcd_image image;
	unsigned char *map;
	int fd;
	int writable;
	int door;
	int driving;
	pthread_mutex_t writer;
};

/**
 * gpcd_image_file_open() - open and map an image, also one whose chip is gone
 * @path: the file
 * @access: O_RDWR or O_RDONLY
 * @file: filled in; the caller releases it with gpcd_image_file_close()
 *
 * Return: 0, -EPROTO the file is no image, -ENOMEM, -errno.
 */
int gpcd_image_file_open(const char *path, int access, struct gpcd_image_file **file);

/**
 * gpcd_image_file_create() - make a file with room for an image
 * @path: the file, which must not exist
 * @chip: an &enum gpcd_chip
 * @file: filled in; its image is not initialised. The caller releases it with
 *	gpcd_image_file_close()
 *
 * Return: 0; -ENOSPC, -ENOMEM, -errno: no file is left.
 */
int gpcd_image_file_create(const char *path, unsigned int chip, struct gpcd_image_file **file);

/**
 * gpcd_image_door_open() - open and map a view of an emulated chip by its back door
 * @path: /dev/gpcd_emuN
 * @file: filled in; the caller releases it with gpcd_image_file_close()
 *
 * Return: as gpcd_image_file_open().
 */
int gpcd_image_door_open(const char *path, struct gpcd_image_file **file);

/**
 * gpcd_image_file_populate() - allocate the memory of every page of a chip
 * @file: a writable image
 *
 * Afterwards no access to a page of the chip can raise SIGBUS.
 *
 * Return: 0, -EPROTO a page is missing and cannot be allocated, -ENOMEM, -errno.
 */
int gpcd_image_file_populate(struct gpcd_image_file *file);

/** gpcd_image_file_whole() - return whether the file still has all of its pages */
int gpcd_image_file_whole(const struct gpcd_image_file *file);

/** gpcd_image_file_close() - give up the right to drive the image, unmap it and close the file */
void gpcd_image_file_close(struct gpcd_image_file *file);

/** gpcd_image_file_gone() - return whether the chip of the image is gone */
int gpcd_image_file_gone(const struct gpcd_image_file *file);

/**
 * gpcd_image_file_info() - describe the device that an image shows
 * @file: the image
 * @info: filled in
 *
 * Return: 0, -ENODEV the chip is gone, -EPROTO the file is no image any more.
 */
int gpcd_image_file_info(const struct gpcd_image_file *file, struct gpcd_info *info);

/**
 * gpcd_image_file_claim() - take the right to drive an image's counters, until the file is closed
 * @file: a writable image
 *
 * Return: 0, -EBUSY another source or feed has the right, -errno.
 */
int gpcd_image_file_claim(struct gpcd_image_file *file);

/**
 * gpcd_image_file_drive() - claim an image, and store in it that this process drives it
 * @file: a writable image
 *
 * gpcd_image_file_close() clears what is stored. A process that dies before cannot do
 * so, but its claim ends: readers notice by gpcd_image_file_abandoned().
 *
 * Return: as gpcd_image_file_claim().
 */
int gpcd_image_file_drive(struct gpcd_image_file *file);

/**
 * gpcd_image_file_abandoned() - return whether the process that drove an image has died
 * @file: the image
 *
 * Return: 1: the image says that it is driven, but no process has claimed it; 0: not so,
 * or the file's locks cannot be asked for.
 */
int gpcd_image_file_abandoned(const struct gpcd_image_file *file);

/**
 * gpcd_image_file_lock() - become the only writer of registers
 * @file: a writable image
 *
 * Any process that may read the file can lock it, so this waits for a second at most.
 * If a writer of single registers of a file has left its batch open, having the lock
 * proves that the writer is dead: the batch is closed, in a new epoch. A batch that a
 * dead driver has left open stays open until the next driver closes it.
 *
 * Return: 0, -EBUSY another process keeps the file locked, -errno.
 */
int gpcd_image_file_lock(struct gpcd_image_file *file);

/** gpcd_image_file_unlock() - release what gpcd_image_file_lock() has locked */
void gpcd_image_file_unlock(struct gpcd_image_file *file);

#endif /* GPCD_IMAGE_FILE_H */
