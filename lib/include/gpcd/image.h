/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libgpcd: make register images and drive their counters, for emulators and simulators.
 * Programs that only read counters need only <gpcd/gpcd.h>: gpcd_open() also opens images.
 *
 * Errors and threads follow the rules of <gpcd/gpcd.h>.
 */
#ifndef GPCD_GPCD_IMAGE_H
#define GPCD_GPCD_IMAGE_H

#include <gpcd/gpcd.h>
#include <gpcd/nic.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * gpcd_image_create() - make a register image in a file
 * @path: the file, or a link to it; an existing file is replaced only if it is
 *	an image already (-EEXIST)
 * @info: chip, chip_id, domain (0: 1), nic_addr, nic_index and coord of the view;
 *	the rest, also size, is ignored
 *
 * The file has its full size, its register pages are allocated, and all counters
 * are 0. A struct gpcd_image_source or gpcd_image_feed drives the counters. The
 * file appears as a whole. An image that it replaces is marked gone, so that its
 * readers look for the new one.
 *
 * Return: 0, -EEXIST, -EBUSY a source or feed drives the image to be replaced,
 * -ENOENT no such folder, or a link to nothing, -ENOSPC, -EINVAL a contradictory
 * @info, -errno.
 */
int gpcd_image_create(const char *path, const struct gpcd_info *info);

/**
 * gpcd_image_guard() - use images that may be truncated meanwhile
 * @use: drives images by sources or feeds, and returns 0 or a negative errno
 * @data: its argument
 *
 * Access to a page that the file of an image has lost raises SIGBUS. This library
 * handles it during the call; a signal that comes from elsewhere goes to the
 * program's own handler, or does what it would have done. A thread must not block
 * the signal. Calls may nest. Readings and writes of registers are guarded already:
 * they fail with -EFAULT.
 *
 * Return: what @use returns, or -EFAULT a page has disappeared; then @use was left
 * in the middle, so it must hold no lock and own no memory. A source or feed that it
 * used can then only be released, in such a call too.
 */
int gpcd_image_guard(int (*use)(void *data), void *data);

/** struct gpcd_image_source - traffic that drives the counters of an image file */
struct gpcd_image_source;

/**
 * gpcd_image_source_open() - drive the counters of an image file with traffic
 * @path: the file; only one source or feed at a time can drive it (-EBUSY)
 * @seed: seed of the traffic: the same seed gives the same counters
 * @source: filled in; the caller closes the source with gpcd_image_source_close()
 *	or gpcd_image_source_release()
 *
 * Return: 0, -EPROTO not an image, -EBUSY, -ENODEV the image was marked gone,
 * -ENOMEM, -errno.
 */
int gpcd_image_source_open(const char *path, uint64_t seed, struct gpcd_image_source **source);

/**
 * gpcd_image_source_advance() - let the chip's time pass
 * @source: the source
 * @ns: time to pass, in ns; the traffic moves in whole ticks of 10 ms
 *
 * Any process that may read the file can lock it. If another process keeps it
 * locked, this gives up within a second. The time that has not passed then
 * passes in the next call.
 *
 * Return: 0, -EBUSY another process keeps the image locked, -ENODEV the image
 * was marked gone, -errno.
 */
int gpcd_image_source_advance(struct gpcd_image_source *source, uint64_t ns);

/**
 * gpcd_image_source_close() - stop driving an image, and mark the image gone
 * @source: the source, or NULL
 *
 * Readers of the image get -ENODEV.
 */
void gpcd_image_source_close(struct gpcd_image_source *source);

/**
 * gpcd_image_source_release() - stop driving an image, which stays live
 * @source: the source, or NULL
 *
 * The image's time stands still until another source or feed drives it.
 */
void gpcd_image_source_release(struct gpcd_image_source *source);

/** struct gpcd_image_feed - the right of a simulator to drive the counters of a chip */
struct gpcd_image_feed;

/**
 * struct gpcd_feed_reg - a register that a feed increments or reads
 * @enable: bits of @control that must be set for the counter to count; 0: it always counts
 * @addr: address of the register's word
 * @control: address of the control register that governs the counter
 * @chip: an &enum gpcd_chip
 * @kind: an &enum gpcd_kind: COUNTER or SETUP
 * @shift: lowest bit of the counter in its word
 * @width: bits of the counter
 *
 * Filled in by gpcd_feed_reg_find(). It can be used for every chip of that type.
 */
struct gpcd_feed_reg {
	uint64_t enable;
	uint32_t addr;
	uint32_t control;
	uint8_t chip;
	uint8_t kind;
	uint8_t shift;
	uint8_t width;
};

/**
 * struct gpcd_feed_filter - the packets that a filtering counter of a tile counts
 * @valid: 0: the filter matches nothing
 * @phit: index in its packet of the phit that is compared
 * @pattern: 24 bits that the phit must have where @mask has ones
 * @mask: 24 bits: ones where the phit is compared
 */
struct gpcd_feed_filter {
	uint32_t valid;
	uint32_t phit;
	uint32_t pattern;
	uint32_t mask;
};

/**
 * gpcd_feed_reg_find() - find a counter, or a set-up register, by name
 * @chip: an &enum gpcd_chip
 * @name: NAME, or NAME:FIELD for a counting field of a packed register
 * @reg: filled in
 *
 * Return: 0, -ENOENT unknown register, -ENXIO unknown field, -EINVAL neither a
 * counter nor a set-up register, or chips of this type have no images.
 */
int gpcd_feed_reg_find(unsigned int chip, const char *name, struct gpcd_feed_reg *reg);

/**
 * gpcd_image_feed_open() - take the right to drive the counters of a chip
 * @path: an image file, which is one view of a chip; or /dev/gpcd_emuN, the
 *	back door of an emulated chip without traffic of its own. A back door
 *	opens all views of the chip, because they show the same tiles
 * @feed: filled in; the caller closes the feed with gpcd_image_feed_close() or
 *	gpcd_image_feed_release()
 *
 * Updates come in batches: one thread calls gpcd_image_feed_begin(), then
 * gpcd_image_feed_count() any number of times, then gpcd_image_feed_end().
 * Readers see a batch whole, or their values are marked torn.
 *
 * Return: 0, -EPROTO not an image, or an image that lacks pages, -EBUSY another
 * feed or source drives it, -ENODEV the chip is gone, -ENOMEM, -errno.
 */
int gpcd_image_feed_open(const char *path, struct gpcd_image_feed **feed);

/**
 * gpcd_image_feed_info() - describe the chip of a feed: type, NIC, coordinate, epoch
 * @feed: the feed
 * @info: @size is set by the caller, as for gpcd_get_info(). Filled in, for the view that was
 *	opened
 *
 * Return: 0, -EINVAL @size is too short, -ENODEV, -EPROTO.
 */
int gpcd_image_feed_info(const struct gpcd_image_feed *feed, struct gpcd_info *info);

/**
 * gpcd_image_feed_time() - return the chip's time in ns, as the last feed or source left it
 * @feed: the feed
 */
uint64_t gpcd_image_feed_time(const struct gpcd_image_feed *feed);

/**
 * gpcd_image_feed_filter() - return what a filter is set up to match
 * @feed: the feed, in a batch or not
 * @setup: the set-up register of the filter
 * @filter: filled in, from one read of the register
 *
 * Return: 0, -EINVAL @setup is not a filter's set-up register, or belongs to another type of chip.
 */
int gpcd_image_feed_filter(const struct gpcd_image_feed *feed, const struct gpcd_feed_reg *setup,
			   struct gpcd_feed_filter *filter);

/**
 * gpcd_image_feed_word() - read a register's whole word
 * @feed: the feed, in a batch or not
 * @reg: a set-up register, or a counter; for a field of a packed register, the register
 * @value: filled in
 *
 * Return: 0, -EINVAL @reg belongs to another type of chip.
 */
int gpcd_image_feed_word(const struct gpcd_image_feed *feed, const struct gpcd_feed_reg *reg,
			 uint64_t *value);

/**
 * gpcd_image_feed_begin() - begin a batch
 * @feed: the feed
 *
 * Any process that may read an image file can lock it. If another process keeps
 * it locked, this gives up within a second.
 *
 * Return: 0, -EBUSY another process keeps the image locked, -ENODEV the chip is
 * gone, -EINVAL a batch is open already, -errno.
 */
int gpcd_image_feed_begin(struct gpcd_image_feed *feed);

/**
 * gpcd_image_feed_count() - count an event that happened @n times
 * @feed: the feed, in a batch
 * @counter: the counter; a NIC counter of the view that was opened
 * @n: how much the counter goes up, modulo its width; a disabled counter stays
 *
 * Return: 0, -EINVAL the feed is not in a batch, or @counter is no counter or
 * belongs to another type of chip.
 */
int gpcd_image_feed_count(struct gpcd_image_feed *feed, const struct gpcd_feed_reg *counter,
			  uint64_t n);

/**
 * gpcd_image_feed_nic() - count packets that passed a NIC
 * @feed: the feed, in a batch
 * @nic: index of the NIC on its chip
 * @packets: what passed; which counters move, and by how much, depends on the type of chip
 *	(docs/nic-counters.md)
 *
 * So a simulator need not know the counters of its NICs.
 *
 * Return: 0, -EINVAL the feed is not in a batch, or an unknown way or class; -ENOENT the
 * feed has no view of that NIC; -EOPNOTSUPP no model says what NICs of that type of
 * chip count.
 */
int gpcd_image_feed_nic(struct gpcd_image_feed *feed, unsigned int nic,
			const struct gpcd_nic_packets *packets);

/**
 * gpcd_image_feed_cross() - count packets that crossed between a NIC and a host tile
 * @feed: the feed, in a batch
 * @nic: index of the NIC on its chip
 * @crossing: what crossed; which counters move depends on the type of chip (of a Gemini, none).
 *	gpcd_image_feed_nic() moves the counters that do not distinguish host tiles
 *
 * Return: 0, -EINVAL the feed is not in a batch, or an unknown way or tile; else as
 * gpcd_image_feed_nic().
 */
int gpcd_image_feed_cross(struct gpcd_image_feed *feed, unsigned int nic,
			  const struct gpcd_nic_crossing *crossing);

/**
 * gpcd_image_feed_bins() - return how a NIC's histogram of response times is set up
 * @feed: the feed, in a batch or not
 * @nic: index of the NIC on its chip
 * @bins: filled in, for gpcd_nic_bin()
 *
 * Return: 0, -ENOENT the feed has no view of that NIC; -EOPNOTSUPP NICs of that type of chip
 * keep no times of responses but their sum.
 */
int gpcd_image_feed_bins(const struct gpcd_image_feed *feed, unsigned int nic,
			 struct gpcd_nic_bins *bins);

/**
 * gpcd_image_feed_times() - count the times of responses that reached a NIC
 * @feed: the feed, in a batch
 * @nic: index of the NIC on its chip
 * @times: the times of at least one response, in the bins of gpcd_image_feed_bins()
 *
 * This updates the shortest and the longest time, and the histogram. gpcd_image_feed_nic() updates
 * the number of responses and the sum of their times.
 *
 * Return: 0, -EINVAL the feed is not in a batch; else as gpcd_image_feed_bins().
 */
int gpcd_image_feed_times(struct gpcd_image_feed *feed, unsigned int nic,
			  const struct gpcd_nic_times *times);

/**
 * gpcd_image_feed_epoch() - begin a new epoch of the chip
 * @feed: the feed, in a batch
 *
 * From this batch on the values of counters are unrelated to their earlier values, as after a
 * reset: readers take no differences across it.
 *
 * Return: 0, -EINVAL the feed is not in a batch.
 */
int gpcd_image_feed_epoch(struct gpcd_image_feed *feed);

/**
 * gpcd_image_feed_end() - end a batch
 * @feed: the feed
 * @chip_ns: the chip's time from now on, in ns
 *
 * Return: 0, -EINVAL the feed is not in a batch.
 */
int gpcd_image_feed_end(struct gpcd_image_feed *feed, uint64_t chip_ns);

/**
 * gpcd_image_feed_close() - stop driving a chip, and mark an image file gone
 * @feed: the feed, or NULL
 *
 * Readers of an image file get -ENODEV. An emulated chip stays until its maker
 * removes it.
 */
void gpcd_image_feed_close(struct gpcd_image_feed *feed);

/**
 * gpcd_image_feed_release() - stop driving a chip, which stays live
 * @feed: the feed, or NULL
 *
 * The chip's time stands still until another feed or source drives it.
 */
void gpcd_image_feed_release(struct gpcd_image_feed *feed);

#ifdef __cplusplus
}
#endif

#endif /* GPCD_GPCD_IMAGE_H */
