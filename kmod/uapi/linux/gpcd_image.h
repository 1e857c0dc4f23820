/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * The register image: the common form of a mapping of /dev/gpcdN (GPCD_FEATURE_MAP of
 * <linux/gpcd.h>), an image file and the back door of an emulated chip. A register is at its
 * address. One page, the same in all images, describes the image. Pages without registers read as
 * ones in a mapping of a device.
 */
#ifndef _UAPI_LINUX_GPCD_IMAGE_H
#define _UAPI_LINUX_GPCD_IMAGE_H

#include <linux/types.h>

/**
 * GPCD_IMAGE_SIZE: bytes of an image, unless its chip has registers beyond: then the image ends
 * with the last page that has some (struct gpcd_info.map_size).
 */
#define GPCD_IMAGE_SIZE		0x8000000

/** GPCD_IMAGE_INFO: offset of struct gpcd_image_info, in the last page of GPCD_IMAGE_SIZE. */
#define GPCD_IMAGE_INFO		0x7fff000

/** GPCD_IMAGE_MAGIC: "GPCDIMAG", little-endian. */
#define GPCD_IMAGE_MAGIC	0x47414d4944435047ULL

/** GPCD_IMAGE_VERSION: layout of struct gpcd_image_info. */
#define GPCD_IMAGE_VERSION	2

/**
 * enum gpcd_image_state - validity of the registers of an image
 * @GPCD_IMAGE_LIVE: they are the chip's, except pages that the process which mapped a
 *	device may not read: these are all ones
 * @GPCD_IMAGE_GONE: the chip is gone; in a mapping of a device they are all ones
 * @GPCD_IMAGE_DENIED: the process which mapped the device may read none of them any more:
 *	they are all ones
 */
enum gpcd_image_state {
	GPCD_IMAGE_LIVE = 1,
	GPCD_IMAGE_GONE = 2,
	GPCD_IMAGE_DENIED = 3,
};

/**
 * enum gpcd_image_writer - kinds of writers of batches, each with a sequence word of its own
 * @GPCD_IMAGE_FEED: drives the counters from outside: a feed, at an emulated
 *	chip's back door or in an image file, or a file's source of traffic
 * @GPCD_IMAGE_OWNER: owns the chip. For a device this is the kernel: its
 *	reset, its own traffic, register writes. For a file it is any process that
 *	writes a register
 * @GPCD_IMAGE_WRITERS: number of kinds
 */
enum gpcd_image_writer {
	GPCD_IMAGE_FEED,
	GPCD_IMAGE_OWNER,
	GPCD_IMAGE_WRITERS
};

/**
 * struct gpcd_image_info - the page that describes an image
 * @magic: GPCD_IMAGE_MAGIC, written last when an image is made
 * @version: GPCD_IMAGE_VERSION
 * @chip: an &enum gpcd_chip
 * @nic_addr: NIC address of this view, never 0
 * @nic_index: index of the NIC in the chip, from 0
 * @coord: the chip's coordinate
 * @state: &enum gpcd_image_state; a chip that was gone comes back only with another epoch
 * @chip_id: identity of the chip, the same for all views of it
 * @epoch: changes at every reset, clear, counter write or replug
 * @chip_ns: the chip's own time, ns; 0: it has none
 * @sequence: sequence words, by &enum gpcd_image_writer. A word is odd while a batch
 *	of updates is being written. Values are of one time if
 *	the words were even before they were read and had not changed afterwards
 * @driver: id of the process that drives the counters of an image file, and holds a
 *	lock on the file meanwhile; 0: none, or it has not written its id
 * @domain: the name space of @nic_addr, from 1
 * @reserved: 0
 *
 * In a mapping of a device whose @state is GONE or DENIED only @magic, @version and @state
 * are valid.
 * Sequence words only grow. So if a word is even and has not changed, writers of its kind have
 * written nothing (unless they wrote 2^63 batches during the sweep).
 */
struct gpcd_image_info {
	__aligned_u64 magic;
	__u32 version;
	__u32 chip;
	__u32 nic_addr;
	__u32 nic_index;
	__u32 coord[3];
	__u32 state;
	__aligned_u64 chip_id;
	__aligned_u64 epoch;
	__aligned_u64 chip_ns;
	__aligned_u64 sequence[GPCD_IMAGE_WRITERS];
	__aligned_u64 driver;
	__u32 domain;
	__u32 reserved;
};

#endif /* _UAPI_LINUX_GPCD_IMAGE_H */
