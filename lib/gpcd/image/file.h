/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A register image in a file, mapped.
 */
#ifndef GPCD_IMAGE_FILE_H
#define GPCD_IMAGE_FILE_H

#include <pthread.h>

#include <gpcd/gpcd.h>

#include "image/chipmodel.h"

/**
 * struct gpcd_image_file - a mapped image
 * @image: its pages, in @map
 * @map: GPCD_IMAGE_SIZE bytes
 * @fd: the file
 * @writable: so are file and mapping
 * @door: it is a back door, behind which the kernel writes too
 * @driving: the image says that this process drives it
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
 * gpcd_image_file_open() - map an image
 * @path: the file
 * @access: O_RDWR or O_RDONLY
 * @file: the image, for gpcd_image_file_close()
 *
 * Return: 0, -EPROTO no image, -ENOMEM, -errno. One that is gone is opened.
 */
int gpcd_image_file_open(const char *path, int access, struct gpcd_image_file **file);

/**
 * gpcd_image_file_create() - make a file with room for an image
 * @path: must not exist
 * @chip: an &enum gpcd_chip
 * @file: the image, not yet initialised, for gpcd_image_file_close()
 *
 * Return: 0, -ENOSPC, -ENOMEM, -errno; then there is no file.
 */
int gpcd_image_file_create(const char *path, unsigned int chip, struct gpcd_image_file **file);

/**
 * gpcd_image_door_open() - map a view of an emulated chip by its back door
 * @path: /dev/gpcd_emuN
 * @file: the view, for gpcd_image_file_close()
 *
 * Return: as gpcd_image_file_open().
 */
int gpcd_image_door_open(const char *path, struct gpcd_image_file **file);

/**
 * gpcd_image_file_populate() - have memory behind every page of a chip
 * @file: a writable image
 *
 * Afterwards a page that is missing cannot be a SIGBUS.
 *
 * Return: 0, -EPROTO where there is none and can be none, -ENOMEM, -errno.
 */
int gpcd_image_file_populate(struct gpcd_image_file *file);

/** gpcd_image_file_close() - unmap and close */
void gpcd_image_file_close(struct gpcd_image_file *file);

/** gpcd_image_file_gone() - has the image's chip gone? */
int gpcd_image_file_gone(const struct gpcd_image_file *file);

/**
 * gpcd_image_file_info() - what the image is of
 * @file: the image
 * @info: filled in
 *
 * Return: 0, -ENODEV it is gone, -EPROTO it is no image any more.
 */
int gpcd_image_file_info(const struct gpcd_image_file *file, struct gpcd_info *info);

/**
 * gpcd_image_file_claim() - become the image's only source, until it is closed
 * @file: a writable image
 *
 * Return: 0, -EBUSY there is another, -errno.
 */
int gpcd_image_file_claim(struct gpcd_image_file *file);

/**
 * gpcd_image_file_drive() - claim an image, and have it say that it is driven
 * @file: a writable image
 *
 * gpcd_image_file_close() takes that back. A process that dies before cannot, but
 * its claim ends: its readers can tell by gpcd_image_file_abandoned().
 *
 * Return: as gpcd_image_file_claim().
 */
int gpcd_image_file_drive(struct gpcd_image_file *file);

/**
 * gpcd_image_file_abandoned() - does it say that it is driven, and nobody has it?
 * @file: the image
 *
 * Where the file cannot be asked for its locks: 0.
 */
int gpcd_image_file_abandoned(const struct gpcd_image_file *file);

/**
 * gpcd_image_file_lock() - become the only writer of registers, soon
 * @file: a writable image
 *
 * Any process that may read the file can lock it; so this waits a second at most.
 * A file's lock tells that a writer of single registers who left its batch open is
 * dead: the batch is closed, in a new epoch. A driver's dead batch is left to the
 * next driver.
 *
 * Return: 0, -EBUSY somebody keeps it locked, -errno.
 */
int gpcd_image_file_lock(struct gpcd_image_file *file);

/** gpcd_image_file_unlock() - let other writers in */
void gpcd_image_file_unlock(struct gpcd_image_file *file);

#endif /* GPCD_IMAGE_FILE_H */
