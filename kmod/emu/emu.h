/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of gpcd_emu share: an emulated chip, however it was made.
 *
 * Two locks. A chip's life serialises what adds, removes and breaks it, and
 * may sleep; no provider operation takes it, because removal waits for those.
 * A chip's lock makes one writer of its image at a time. A reader may be a hard
 * interrupt and does not wait for it; it tries it to move a real clock.
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

/* A second of work or so, for which the other handles of the chip wait. */
#define EMU_ADVANCE_MAX_NS	(3600ULL * NSEC_PER_SEC)

/**
 * struct emu_setup - what a chip is to be
 * @chip: an &enum gpcd_chip
 * @views: NICs that get a device, from the chip's first
 * @domain: name space of the NIC addresses, 1 to GPCD_IMAGE_DOMAINS
 * @nic_addr: NIC address of each view
 * @coord: the chip's coordinate
 * @virtual_clock: time passes only when told to
 * @traffic: the built-in source drives the counters; else whoever has the back
 *	door does, and keeps the chip's time
 * @seed: of the traffic
 */
struct emu_setup {
	unsigned int chip;
	unsigned int views;
	u32 domain;
	u32 nic_addr[GPCD_NICS_MAX];
	u32 coord[3];
	bool virtual_clock;
	bool traffic;
	u64 seed;
};

/**
 * enum emu_fault - what is wrong with a chip
 * @EMU_FAULT_NONE: nothing
 * @EMU_FAULT_ONES: every register reads as all ones, writes are lost
 * @EMU_FAULT_STUCK: its clock and its counters stand still, writes are lost
 * @EMU_FAULT_SLOW: every sweep takes longer
 * @EMU_FAULT_UNPLUG: it is not there
 */
enum emu_fault {
	EMU_FAULT_NONE,
	EMU_FAULT_ONES,
	EMU_FAULT_STUCK,
	EMU_FAULT_SLOW,
	EMU_FAULT_UNPLUG,
};

/**
 * struct emu_view - a chip as one NIC sees it
 * @chip: the chip
 * @image: the registers
 * @device: /dev/gpcdN, NULL while unplugged
 * @minor: N of its back door
 * @dev: its back door
 * @cdev: its back door
 */
struct emu_view {
	struct emu_chip *chip;
	struct gpcd_image *image;
	struct gpcd_device *device;
	unsigned int minor;
	struct device dev;
	struct cdev cdev;
};

/**
 * struct emu_chip - an emulated chip
 * @ref: held by its maker and by each back door, open or mapped
 * @setup: what it is
 * @life: see above
 * @fault: an &enum emu_fault, changed under @life and @lock: in force when the
 *	latter is released
 * @slow_ns: extra time a sweep takes, changed likewise
 * @lock: see above
 * @image: registers of the views, which share the router's pages
 * @traffic: the source, and the chip's clock
 * @tick: the real clock's work
 * @origin_ns: CLOCK_MONOTONIC at chip time 0, for the real clock
 * @sweeps: readers of a chip with a real clock that sweep now
 * @doors: back doors of its views that are open or mapped
 * @view: the views
 */
struct emu_chip {
	struct kref ref;
	struct emu_setup setup;
	struct mutex life;	/* sleeps; never under a provider operation */
	enum emu_fault fault;
	unsigned int slow_ns;
	raw_spinlock_t lock;	/* writers of the image */
	struct gpcd_image image[GPCD_NICS_MAX];
	struct gpcd_traffic traffic;
	struct delayed_work tick;
	u64 origin_ns;
	atomic_t sweeps;
	atomic_t doors;
	struct emu_view view[GPCD_NICS_MAX];
};

/**
 * emu_chip_create() - bring a chip to life
 * @setup: what it is to be; copied
 *
 * Return: the chip, or an ERR_PTR: -EINVAL no such chip, or more views than it
 * has NICs, -EEXIST a NIC address is taken, -ENOMEM, -ENOSPC.
 */
struct emu_chip *emu_chip_create(const struct emu_setup *setup);

/**
 * emu_chip_destroy() - end a chip; mappings of its back doors live on
 * @chip: the chip
 */
void emu_chip_destroy(struct emu_chip *chip);

/**
 * emu_chip_alloc() - the memory of a chip that is not plugged in yet
 * @setup: what it is to be; copied
 *
 * Return: the chip, for emu_chip_put(), or NULL.
 */
struct emu_chip *emu_chip_alloc(const struct emu_setup *setup);

/** emu_chip_get() - hold a chip's memory */
void emu_chip_get(struct emu_chip *chip);

/** emu_chip_put() - the reverse */
void emu_chip_put(struct emu_chip *chip);

/**
 * emu_chip_fault() - break a chip, or mend it
 * @chip: the chip
 * @fault: what is to be wrong with it; any other than EMU_FAULT_UNPLUG plugs a
 *	chip in again that was not there, which resets it
 * @slow_ns: for EMU_FAULT_SLOW, up to EMU_SLOW_MAX_NS
 *
 * Return: 0, -ERESTARTSYS interrupted before it began, or as emu_chip_create().
 */
int emu_chip_fault(struct emu_chip *chip, enum emu_fault fault, unsigned int slow_ns);

/**
 * emu_chip_fault_held() - emu_chip_fault(), by who holds the chip's life
 * @chip: the chip
 * @fault: as above; a chip that comes back does so with its fault
 * @slow_ns: as above
 *
 * Return: 0, or as emu_chip_create().
 */
int emu_chip_fault_held(struct emu_chip *chip, enum emu_fault fault, unsigned int slow_ns);

/**
 * emu_chip_advance() - let time pass on a virtual clock
 * @chip: the chip
 * @ns: how much, up to EMU_ADVANCE_MAX_NS; a stuck chip does not feel it
 *
 * Return: 0; -EOPNOTSUPP its clock is real, -ENODEV it is unplugged, -ERANGE
 * too much or the end of time, -ERESTARTSYS interrupted before it began, -EINTR
 * killed on the way.
 */
int emu_chip_advance(struct emu_chip *chip, u64 ns);

/**
 * emu_chip_pages_alloc() - the memory of a chip's images
 * @chip: the chip, its set-up in place
 *
 * Return: 0 or -ENOMEM; what was allocated goes with emu_chip_pages_free().
 */
int emu_chip_pages_alloc(struct emu_chip *chip);

/** emu_chip_pages_free() - the reverse, also of a part */
void emu_chip_pages_free(struct emu_chip *chip);

/** emu_clock_start() - time begins; under @chip's life */
void emu_clock_start(struct emu_chip *chip);

/** emu_clock_stop() - time ends; may sleep */
void emu_clock_stop(struct emu_chip *chip);

/**
 * emu_clock_due() - the chip's time by the machine's clock; under @chip's lock
 * @chip: the chip
 *
 * A stuck chip's time is the one it has: what it misses is lost, and so is what
 * a clock that was held up misses beyond a second.
 */
u64 emu_clock_due(struct emu_chip *chip);

/**
 * emu_clock_sweep_begin() - a reader is about to sweep: move a real clock
 * @chip: the chip
 *
 * In any context but NMI; the chip's time is then some 10 us old at most. It may
 * be as old as the period of the work, 10 ms, where another reader sweeps: a
 * clock that each reader moved would tear the sweeps of the others.
 */
void emu_clock_sweep_begin(struct emu_chip *chip);

/** emu_clock_sweep_end() - the sweep is over */
void emu_clock_sweep_end(struct emu_chip *chip);

/**
 * emu_backdoor_add() - give a view its back door
 * @view: a view of a chip that is plugged in
 *
 * Return: 0 or a negative errno.
 */
int emu_backdoor_add(struct emu_view *view);

/** emu_backdoor_remove() - take it away; may sleep */
void emu_backdoor_remove(struct emu_view *view);

/** emu_backdoor_init() - make room for back doors; 0 or a negative errno */
int emu_backdoor_init(void);

/** emu_backdoor_exit() - the reverse; all of them have gone */
void emu_backdoor_exit(void);

/** emu_configfs_init() - let chips be made by configfs; 0 or a negative errno */
int emu_configfs_init(void);

/** emu_configfs_exit() - the reverse; ends the chips that were made so */
void emu_configfs_exit(void);

#endif /* GPCD_EMU_H */
