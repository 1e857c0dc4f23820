/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/*
 * The register image: a chip's register address space, in which one page describes it
 * (struct gpcd_image_info of linux/gpcd_image.h). The pages of an emulated chip, a mapping of its
 * device and a file all look the same.
 *
 * A reader does not trust the describing page: it reads every member once, then checks the copy.
 */
#ifndef GPCD_IMAGE_H
#define GPCD_IMAGE_H

#include <linux/gpcd_image.h>

#include "catalogue/pages.h"

/*
 * Accesses to memory that others write at the same time, by each environment's memory model. A test
 * has a model of its own, which tries every order (tests/unit/image/test_image_model.c).
 */
#if defined(GPCD_LOAD)
/* The file that includes this header has defined all of these macros. */
#elif defined(__KERNEL__)
#include <asm/barrier.h>
#include <linux/processor.h>
#define GPCD_LOAD(p)			READ_ONCE(*(p))
#define GPCD_STORE(p, value)		WRITE_ONCE(*(p), value)
#define GPCD_LOAD_ACQUIRE(p)		smp_load_acquire(p)	/* before all that follows */
#define GPCD_STORE_RELEASE(p, value)	smp_store_release(p, value)	/* after all before */
#define GPCD_READ_FENCE()		smp_rmb()	/* loads before it, then loads after it */
#define GPCD_WRITE_FENCE()		smp_wmb()	/* stores before it, then those after it */
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

/* The largest struct gpcd_image_info.domain. */
#define GPCD_IMAGE_DOMAINS	65535

#ifndef GPCD_IMAGE_TRIES
/* Passes over the registers that batches may cross before the values count as torn. */
#define GPCD_IMAGE_TRIES	64
#endif

/* Loads to wait for batches to end, in all tries together: some ten us. */
#if defined(GPCD_IMAGE_SPINS)
/* The file that includes this header has defined it. */
#elif defined(__KERNEL__)
#define GPCD_IMAGE_SPINS	512	/* each relaxes */
#else
#define GPCD_IMAGE_SPINS	16384
#endif

/*
 * The kernel neither waits for a simulator that has a batch open, nor trusts it to close the
 * batch. So each kind of writer (enum gpcd_image_writer) has a sequence word of its own. Both
 * kinds may have a batch open at once, and neither makes the other's unfinished batch look whole.
 * If both write one word at the same time, one of the two changes may be lost.
 *
 * Writers of one kind take turns. In the kernel, writers of the owner's kind hold the chip's
 * lock; a feed holds the locks of the back doors as long as it is open. Writers of a file, of
 * both kinds, hold a lock on the file during a batch.
 *
 * A writer may die during its batch and leave its word odd. Then every sweep is torn until the next
 * batch of that kind ends, which makes the word even. Two other events also make it even:
 *
 * - In a file, the next process that locks the file makes the owner's word even: the lock proves
 *   that the writer is dead.
 * - An emulated chip that is plugged in again while no back door is open makes the feed's word
 *   even: no feed can be in a batch then.
 */

/* What is wrong with a describing page. */
enum gpcd_image_flaw {
	GPCD_FLAW_NONE,
	GPCD_FLAW_MAGIC,	/* this is no image */
	GPCD_FLAW_VERSION,	/* another layout */
	GPCD_FLAW_CHIP,	/* unknown */
	GPCD_FLAW_NIC,	/* nic_addr 0, or an index that the chip does not have */
	GPCD_FLAW_DOMAIN,	/* none, or beyond GPCD_IMAGE_DOMAINS */
	GPCD_FLAW_STATE,	/* neither live nor gone */
};

/*
 * Copy a describing page, which another process may be writing, reading each member once, and check
 * the copy. Return the first flaw, or 0, even if the chip is gone.
 */
enum gpcd_image_flaw gpcd_image_check(const struct gpcd_image_info *info,
				      struct gpcd_image_info *copy);

/*
 * A view of one chip, page by page. The pages belong to the code that filled in this structure;
 * views of one chip share the pages of the router.
 */
struct gpcd_image {
	unsigned int chip;	/* enum gpcd_chip */
	struct gpcd_image_info *info;	/* the describing page */
	__u64 *page[GPCD_PAGES_MAX];	/* by gpcd_catalogue_page_slot() */
};

/* Return the word at @addr, a multiple of 8 on a page of the chip's catalogue. */
static inline __u64 *gpcd_image_word(const struct gpcd_image *image, __u32 addr)
{
	return &image->page[gpcd_catalogue_page_slot(image->chip, addr)]
			   [addr % GPCD_PAGE_SIZE / 8];
}

/* Read a word that another thread or process may be writing. */
static inline __u64 gpcd_image_load(const __u64 *word)
{
	return GPCD_LOAD(word);
}

/* Write a word that another thread or process may be reading. */
static inline void gpcd_image_store(__u64 *word, __u64 value)
{
	GPCD_STORE(word, value);
}

/* Write @width bits of a word from bit @shift on; leave the others. */
static inline void gpcd_image_store_bits(__u64 *word, unsigned int shift, unsigned int width,
					 __u64 value)
{
	__u64 mask = gpcd_width_mask(width) << shift;

	gpcd_image_store(word, (gpcd_image_load(word) & ~mask) | (value << shift & mask));
}

/*
 * Store the sequence words in @begin before a sweep. Their lowest bits are cleared, so that
 * gpcd_image_read_retry() also reports a batch that is open now.
 */
static inline void gpcd_image_read_begin(const struct gpcd_image_info *info, __u64 *begin)
{
	unsigned int i;

	for (i = 0; i < GPCD_IMAGE_WRITERS; i++)
		begin[i] = GPCD_LOAD_ACQUIRE(&info->sequence[i]) & ~1ULL;
}

/*
 * Return 1 if a batch of updates crossed the sweep since gpcd_image_read_begin(), 0 if the values
 * are whole.
 */
static inline int gpcd_image_read_retry(const struct gpcd_image_info *info, const __u64 *begin)
{
	unsigned int i;

	GPCD_READ_FENCE();
	for (i = 0; i < GPCD_IMAGE_WRITERS; i++) {
		if (GPCD_LOAD(&info->sequence[i]) != begin[i])
			return 1;
	}
	return 0;
}

/* A sweep that is repeated until no batch crosses it. */
struct gpcd_image_pass {
	__u64 begin[GPCD_IMAGE_WRITERS];	/* sequence words at the beginning of the pass */
	__u64 chip_ns;	/* of the values */
	__u64 epoch;	/* of the values */
	unsigned int tries;	/* passes begun */
	unsigned int spins;	/* loads spent on waiting */
	int torn;	/* the values may mix two batches */
};

/* Return whether a writer has a batch open. A hint, without any ordering. */
static inline int gpcd_image_in_batch(const struct gpcd_image_info *info)
{
	return (GPCD_LOAD(&info->sequence[GPCD_IMAGE_FEED]) |
		GPCD_LOAD(&info->sequence[GPCD_IMAGE_OWNER])) & 1;
}

/*
 * End a pass over the registers, and begin another one if needed. Put the loads into
 *
 *	while (gpcd_image_pass(info, &pass))
 *
 * with @pass all zero at first. If a writer has died during a batch, or hardly pauses between
 * batches, this wastes at most GPCD_IMAGE_SPINS loads, and the values are torn. Return 1 to have
 * all registers read (again), 0 if the values are whole or pass->torn is set.
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
	while (gpcd_image_in_batch(info)) {
		if (pass->spins == GPCD_IMAGE_SPINS) {
			pass->tries = GPCD_IMAGE_TRIES;
			break;
		}
		pass->spins++;
		GPCD_RELAX();
	}
	gpcd_image_read_begin(info, pass->begin);
	pass->chip_ns = gpcd_image_load(&info->chip_ns);
	pass->epoch = gpcd_image_load(&info->epoch);
	return 1;
}

/* Return the epoch that follows another. 0 is no epoch and is skipped. */
static inline __u64 gpcd_image_epoch_after(__u64 epoch)
{
	return epoch + 1 ? epoch + 1 : 1;
}

/* Open a batch. Only one writer of a kind at a time. */
static inline void gpcd_image_write_begin(struct gpcd_image_info *info,
					  enum gpcd_image_writer writer)
{
	__u64 *sequence = &info->sequence[writer];

	GPCD_STORE(sequence, GPCD_LOAD(sequence) | 1);
	GPCD_WRITE_FENCE();
}

/* Close a batch, even if its writer has died. */
static inline void gpcd_image_write_end(struct gpcd_image_info *info,
					enum gpcd_image_writer writer)
{
	__u64 *sequence = &info->sequence[writer];

	GPCD_STORE_RELEASE(sequence, (GPCD_LOAD(sequence) | 1) + 1);
}

#ifdef __cplusplus
}
#endif

#endif /* GPCD_IMAGE_H */
