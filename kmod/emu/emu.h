/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Declarations shared by the files of gpcd_emu. Chips are made by module parameters or configfs.
 *
 * A chip has two locks. Its mutex @life serialises adding, removing and breaking the chip. No
 * provider operation takes @life, because removal waits for these operations. Its spinlock @lock
 * allows one writer of the image at a time. A reader may be a hard interrupt: it never waits for
 * @lock, but tries it to move a real clock.
 */
#ifndef GPCD_EMU_H
#define GPCD_EMU_H

#include <linux/atomic.h>
#include <linux/cdev.h>
#include <linux/device.h>
#include <linux/kref.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include "core/provider.h"
#include "image/traffic.h"

#define EMU_SLOW_MAX_NS		1000000

/* This takes about a second of work, during which other users of the chip wait. */
#define EMU_ADVANCE_MAX_NS	(3600ULL * NSEC_PER_SEC)

/* The set-up of an emulated chip. */
struct emu_setup {
	unsigned int chip;	/* enum gpcd_chip */
	unsigned int views;	/* NICs that get a device, from the first one on */
	u32 domain;	/* of the NIC addresses, 1 to GPCD_IMAGE_DOMAINS */
	u32 nic_addr[GPCD_NICS_MAX];	/* of each view */
	u32 coord[3];
	bool virtual_clock;	/* time passes only by emu_chip_advance() */
	bool traffic;	/* drives counters and chip time; else a feed does */
	u64 seed;
};

/* What is wrong with a chip. ONES and STUCK also lose writes. */
enum emu_fault {
	EMU_FAULT_NONE,
	EMU_FAULT_ONES,	/* every register reads as all ones */
	EMU_FAULT_STUCK,	/* clock and counters stand still */
	EMU_FAULT_SLOW,	/* every sweep takes longer */
	EMU_FAULT_UNPLUG,
};

/* A chip as seen by one NIC. */
struct emu_view {
	struct emu_chip *chip;
	struct gpcd_image *image;
	struct gpcd_device *device;	/* NULL while the chip is unplugged */
	unsigned int minor;	/* the N of the back door, /dev/gpcd_emuN */
	struct device dev;	/* back door in the device tree */
	struct cdev cdev;	/* of the back door */
};

/*
 * An emulated chip. The views share the router's pages of @image. @epoch is the latest epoch that
 * the chip is known to have had. It is read and changed under @lock; while the chip is unplugged,
 * so that nothing writes registers, it is set under @life alone.
 */
struct emu_chip {
	struct kref ref;	/* of the chip's maker, and one of each back door */
	struct emu_setup setup;
	struct mutex life;	/* sleeps; never under a provider operation */
	enum emu_fault fault;	/* changed under life and lock; in force once lock is released */
	unsigned int slow_ns;	/* extra time of a sweep; changed under life and lock */
	raw_spinlock_t lock;	/* writers of the image */
	struct gpcd_image image[GPCD_NICS_MAX];
	u64 epoch;
	struct gpcd_traffic traffic;	/* also the chip's clock */
	struct delayed_work tick;	/* moves a real clock */
	u64 origin_ns;	/* CLOCK_MONOTONIC at chip time 0, for a real clock */
	atomic_t sweeps;	/* in progress, for a real clock */
	atomic_t doors;	/* back doors that are open or mapped */
	struct emu_view view[GPCD_NICS_MAX];
};

/*
 * Create a chip from a copy of @setup, plug it in and add its back doors; free it with
 * emu_chip_destroy(). Return an ERR_PTR on error: -EINVAL if there is no such chip or it has fewer
 * NICs than views, -EEXIST if a NIC address is taken, -ENOMEM or -ENOSPC.
 */
struct emu_chip *emu_chip_create(const struct emu_setup *setup);

/*
 * Remove the back doors of a chip, unplug it and drop the maker's reference. Its memory stays while
 * a back door is open or mapped.
 */
void emu_chip_destroy(struct emu_chip *chip);

/*
 * Allocate a chip that is not plugged in yet, from a copy of @setup; drop it with emu_chip_put().
 * NULL if there is no memory.
 */
struct emu_chip *emu_chip_alloc(const struct emu_setup *setup);

/* Take a reference on a chip's memory. */
void emu_chip_get(struct emu_chip *chip);

/* Drop a reference on a chip's memory; the last one frees it. */
void emu_chip_put(struct emu_chip *chip);

/*
 * Set what is wrong with a chip. Any fault but EMU_FAULT_UNPLUG plugs in an unplugged chip again,
 * which resets it. @slow_ns, up to EMU_SLOW_MAX_NS, is for EMU_FAULT_SLOW. Return 0, -ERESTARTSYS
 * if interrupted before it began, or as emu_chip_create().
 */
int emu_chip_fault(struct emu_chip *chip, enum emu_fault fault, unsigned int slow_ns);

/*
 * As emu_chip_fault(), for a caller that holds the chip's @life. A chip that is plugged in again
 * has the fault from the beginning.
 */
int emu_chip_fault_held(struct emu_chip *chip, enum emu_fault fault, unsigned int slow_ns);

/*
 * Let up to EMU_ADVANCE_MAX_NS pass on a virtual clock; nothing happens if the chip is stuck.
 * Return 0, -EOPNOTSUPP if the clock is real, -ENODEV if the chip is unplugged, -ERANGE if @ns is
 * too large or the chip's time would overflow, -ERESTARTSYS if interrupted before it began, or
 * -EINTR if killed on the way.
 */
int emu_chip_advance(struct emu_chip *chip, u64 ns);

/*
 * Allocate the memory of the images of a chip whose setup is filled in. Call emu_chip_pages_free()
 * even on error.
 */
int emu_chip_pages_alloc(struct emu_chip *chip);

/* Free the memory of a chip's images, even if only a part is allocated. */
void emu_chip_pages_free(struct emu_chip *chip);

/* Start the clock of a chip. The caller holds @life. */
void emu_clock_start(struct emu_chip *chip);

/* Stop the clock of a chip. May sleep. */
void emu_clock_stop(struct emu_chip *chip);

/*
 * Return the time that a real clock should show. The caller holds @lock. The time of a stuck chip
 * stands still, and what it misses is lost. If the clock was held up for more than a second, the
 * time beyond that second is lost too.
 */
u64 emu_clock_due(struct emu_chip *chip);

/*
 * Move a real clock before a reader sweeps. Any context but NMI. Afterwards the chip's time lags by
 * at most about 10 us; or, if another reader is sweeping already, by up to the 10 ms period of the
 * work: if each reader moved the clock, it would tear the sweeps of the others.
 */
void emu_clock_sweep_begin(struct emu_chip *chip);

/* Note that the sweep is over. */
void emu_clock_sweep_end(struct emu_chip *chip);

/* Register the numbers and the class of back doors. */
int emu_backdoor_init(void);

/* Undo emu_backdoor_init(). No back door may be left. */
void emu_backdoor_exit(void);

/* Register the configfs folder of chips. */
int emu_configfs_init(void);

/* Remove the configfs folder, and destroy the chips made in it. */
void emu_configfs_exit(void);

#endif /* GPCD_EMU_H */
