/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/*
 * The register image: 128 MiB of register address space and one page that
 * describes it, the same behind an emulated chip's pages, a PCI BAR and a file.
 *
 * A reader of an image trusts nothing in it: it reads every member once, then
 * checks the copy.
 */
#ifndef GPCD_IMAGE_H
#define GPCD_IMAGE_H

#include "catalogue/pages.h"

/* Memory that others write at the same time: the kernel has its own model of it. */
#ifdef __KERNEL__
#include <asm/barrier.h>
#include <linux/processor.h>
#define GPCD_LOAD(p)			READ_ONCE(*(p))
#define GPCD_STORE(p, value)		WRITE_ONCE(*(p), value)
#define GPCD_LOAD_ACQUIRE(p)		smp_load_acquire(p)	/* before what follows */
#define GPCD_STORE_RELEASE(p, value)	smp_store_release(p, value)	/* after the rest */
#define GPCD_READ_FENCE()		smp_rmb()	/* of loads before from loads after */
#define GPCD_WRITE_FENCE()		smp_wmb()	/* of stores before from stores after */
#define GPCD_RELAX()			cpu_relax()
#else
#define GPCD_LOAD(p)			__atomic_load_n(p, __ATOMIC_RELAXED)
#define GPCD_STORE(p, value)		__atomic_store_n(p, value, __ATOMIC_RELAXED)
#define GPCD_LOAD_ACQUIRE(p)		__atomic_load_n(p, __ATOMIC_ACQUIRE)
#define GPCD_STORE_RELEASE(p, value)	__atomic_store_n(p, value, __ATOMIC_RELEASE)
#define GPCD_READ_FENCE()		__atomic_thread_fence(__ATOMIC_ACQUIRE)
#define GPCD_WRITE_FENCE()		__atomic_thread_fence(__ATOMIC_RELEASE)
#define GPCD_RELAX()			((void)0)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** GPCD_IMAGE_SIZE: bytes of register address space; a file's size. */
#define GPCD_IMAGE_SIZE		0x8000000

/** GPCD_IMAGE_INFO: offset of struct gpcd_image_info, in the last page. */
#define GPCD_IMAGE_INFO		0x7fff000

/** GPCD_IMAGE_MAGIC: "GPCDIMAG", little-endian. */
#define GPCD_IMAGE_MAGIC	0x47414d4944435047ULL

/** GPCD_IMAGE_VERSION: layout of struct gpcd_image_info. */
#define GPCD_IMAGE_VERSION	1

/** GPCD_IMAGE_LIVE, GPCD_IMAGE_GONE: struct gpcd_image_info.state */
#define GPCD_IMAGE_LIVE		1
#define GPCD_IMAGE_GONE		2

/** GPCD_IMAGE_TRIES: sweeps crossed by batches before one counts as torn. */
#define GPCD_IMAGE_TRIES	64

/** GPCD_IMAGE_SPINS: loads that wait for batches to end, a few ten us of all tries. */
#ifdef __KERNEL__
#define GPCD_IMAGE_SPINS	512	/* each relaxes */
#else
#define GPCD_IMAGE_SPINS	16384
#endif

/**
 * struct gpcd_image_info - the page that is no register
 * @magic: GPCD_IMAGE_MAGIC, written last when an image is made
 * @version: GPCD_IMAGE_VERSION
 * @chip: an &enum gpcd_chip
 * @nic_addr: NIC address of this view, never 0
 * @nic_index: which of the chip's NICs
 * @coord: the chip's coordinate
 * @state: GPCD_IMAGE_LIVE, or GPCD_IMAGE_GONE; then live again only with
 *	another epoch
 * @chip_id: the same for all views of one chip
 * @epoch: changes at every reset, clear, counter write or replug
 * @chip_ns: the chip's own time, ns
 * @sequence: odd while a batch of updates is being written
 * @driver: process that drives the counters of an image file, and holds a lock on
 *	the file meanwhile; 0: nobody does, or nobody says so
 */
struct gpcd_image_info {
	__u64 magic;
	__u32 version;
	__u32 chip;
	__u32 nic_addr;
	__u32 nic_index;
	__u32 coord[3];
	__u32 state;
	__u64 chip_id;
	__u64 epoch;
	__u64 chip_ns;
	__u64 sequence;
	__u64 driver;
};

/**
 * struct gpcd_image - a view of one chip, page by page
 * @chip: an &enum gpcd_chip
 * @info: the describing page
 * @page: the register pages, by gpcd_catalogue_page_slot()
 *
 * The pages belong to whoever filled this in; views of one chip share those
 * of the router.
 */
struct gpcd_image {
	unsigned int chip;
	struct gpcd_image_info *info;
	__u64 *page[GPCD_CATALOGUE_PAGES];
};

/**
 * gpcd_image_word() - the word at an address
 * @image: the image
 * @addr: a multiple of 8, on a page of the chip's catalogue
 */
static inline __u64 *gpcd_image_word(const struct gpcd_image *image, __u32 addr)
{
	return &image->page[gpcd_catalogue_page_slot(image->chip, addr)]
			   [addr % GPCD_PAGE_SIZE / 8];
}

/** gpcd_image_load() - read a word that somebody else may be writing */
static inline __u64 gpcd_image_load(const __u64 *word)
{
	return GPCD_LOAD(word);
}

/** gpcd_image_store() - write a word that somebody else may be reading */
static inline void gpcd_image_store(__u64 *word, __u64 value)
{
	GPCD_STORE(word, value);
}

/**
 * gpcd_image_read_begin() - the batch that a sweep belongs to
 * @info: the describing page
 *
 * Return: the sequence, with its lowest bit cleared: a sweep begun amid a batch
 * can only succeed by not having met it, which gpcd_image_read_retry() tells.
 */
static inline __u64 gpcd_image_read_begin(const struct gpcd_image_info *info)
{
	return GPCD_LOAD_ACQUIRE(&info->sequence) & ~1ULL;
}

/**
 * gpcd_image_read_retry() - did a batch of updates cross the sweep?
 * @info: the describing page
 * @begin: what gpcd_image_read_begin() returned before the sweep
 */
static inline int gpcd_image_read_retry(const struct gpcd_image_info *info, __u64 begin)
{
	GPCD_READ_FENCE();
	return GPCD_LOAD(&info->sequence) != begin;
}

/**
 * struct gpcd_image_pass - a sweep, repeated until no batch crosses it
 * @begin: the batch it belongs to
 * @chip_ns: the chip's time of the values
 * @epoch: the epoch of the values
 * @tries: passes begun
 * @spins: loads spent on waiting
 * @torn: the values may mix two batches
 */
struct gpcd_image_pass {
	__u64 begin;
	__u64 chip_ns;
	__u64 epoch;
	unsigned int tries;
	unsigned int spins;
	int torn;
};

/**
 * gpcd_image_pass() - is another pass over the registers wanted?
 * @info: the describing page
 * @pass: all zero at first
 *
 * ``while (gpcd_image_pass(info, &pass))`` around the loads. A writer that died
 * amid a batch, and one that hardly pauses between batches, costs at most
 * GPCD_IMAGE_SPINS loads and makes the values torn.
 */
static inline int gpcd_image_pass(const struct gpcd_image_info *info,
				  struct gpcd_image_pass *pass)
{
	if (pass->tries) {
		pass->torn = gpcd_image_read_retry(info, pass->begin);
		if (!pass->torn || pass->tries >= GPCD_IMAGE_TRIES)
			return 0;
	}
	pass->tries++;
	while (gpcd_image_load(&info->sequence) & 1) {
		if (pass->spins == GPCD_IMAGE_SPINS) {
			pass->tries = GPCD_IMAGE_TRIES;
			break;
		}
		pass->spins++;
		GPCD_RELAX();
	}
	pass->begin = gpcd_image_read_begin(info);
	pass->chip_ns = gpcd_image_load(&info->chip_ns);
	pass->epoch = gpcd_image_load(&info->epoch);
	return 1;
}

/**
 * gpcd_image_write_begin() - open a batch; one writer at a time
 * @info: the describing page
 */
static inline void gpcd_image_write_begin(struct gpcd_image_info *info)
{
	GPCD_STORE(&info->sequence, info->sequence | 1);
	GPCD_WRITE_FENCE();
}

/**
 * gpcd_image_write_end() - close the batch
 * @info: the describing page
 */
static inline void gpcd_image_write_end(struct gpcd_image_info *info)
{
	GPCD_STORE_RELEASE(&info->sequence, (info->sequence | 1) + 1);
}

#ifdef __cplusplus
}
#endif

#endif /* GPCD_IMAGE_H */
