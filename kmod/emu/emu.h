/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of gpcd_emu share: an emulated chip, made by module parameters or by configfs.
 *
 * A chip has two locks. Its mutex @life serialises adding, removing and breaking
 * the chip. No provider operation takes @life, because removal waits for these
 * operations. Its spinlock @lock allows one writer of the image at a time. A
 * reader may be a hard interrupt: it never waits for @lock, but tries it to move
 * a real clock.
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

/* This takes about a second of work, for which the other handles of the chip wait. */
#define EMU_ADVANCE_MAX_NS	(3600ULL * NSEC_PER_SEC)

/**
 * struct emu_setup - the set-up of an emulated chip
 * @chip: an &enum gpcd_chip
 * @views: number of NICs that get a device, from the chip's first NIC on
 * @domain: name space of the NIC addresses, 1 to GPCD_IMAGE_DOMAINS
 * @nic_addr: NIC address of each view
 * @coord: the chip's coordinate
 * @virtual_clock: time passes only by emu_chip_advance()
 * @traffic: the built-in source drives the counters and the chip's time; else a
 *	feed at the back door does
 * @seed: seed of the traffic
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
 * @EMU_FAULT_UNPLUG: the chip is unplugged
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
 * @device: /dev/gpcdN; NULL while the chip is unplugged
 * @minor: the N of the back door, /dev/gpcd_emuN
 * @dev: the back door in the device tree
 * @cdev: character device of the back door
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
 * @ref: references: one of the chip's maker, one of each back door
 * @setup: set-up of the chip
 * @life: serialises adding, removing and breaking the chip; see the top of this file
 * @fault: an &enum emu_fault; changed under @life and @lock, in force when @lock is
 *	released
 * @slow_ns: ns that a sweep takes longer; changed under @life and @lock
 * @lock: held by the writer of the image; see the top of this file
 * @image: registers of each view; the views share the router's pages
 * @epoch: the latest epoch that the chip is known to have had; read and changed under @lock, but
 *	set under @life alone while the chip is unplugged: then nothing writes registers
 * @traffic: the source of traffic, and the chip's clock
 * @tick: work that moves a real clock
 * @origin_ns: CLOCK_MONOTONIC at chip time 0, for a real clock
 * @sweeps: number of sweeps in progress, of a chip with a real clock
 * @doors: number of back doors of the chip that are open or mapped
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
	u64 epoch;
	struct gpcd_traffic traffic;
	struct delayed_work tick;
	u64 origin_ns;
	atomic_t sweeps;
	atomic_t doors;
	struct emu_view view[GPCD_NICS_MAX];
};

/**
 * emu_chip_create() - create a chip, plug it in and add its back doors
 * @setup: set-up of the chip; copied
 *
 * Return: the chip, for emu_chip_destroy(), or an ERR_PTR: -EINVAL: no such chip, or
 * more views than it has NICs, -EEXIST: a NIC address is taken, -ENOMEM, -ENOSPC.
 */
struct emu_chip *emu_chip_create(const struct emu_setup *setup);

/**
 * emu_chip_destroy() - remove the back doors of a chip, unplug it and drop a reference
 * @chip: the chip; its memory stays while a back door of it is open or mapped
 */
void emu_chip_destroy(struct emu_chip *chip);

/**
 * emu_chip_alloc() - allocate a chip, which is not plugged in yet
 * @setup: set-up of the chip; copied
 *
 * Return: the chip, with a reference for emu_chip_put(), or NULL: no memory.
 */
struct emu_chip *emu_chip_alloc(const struct emu_setup *setup);

/** emu_chip_get() - take a reference on a chip's memory */
void emu_chip_get(struct emu_chip *chip);

/** emu_chip_put() - drop a reference on a chip's memory; the last one frees it */
void emu_chip_put(struct emu_chip *chip);

/**
 * emu_chip_fault() - set what is wrong with a chip
 * @chip: the chip
 * @fault: the fault; any other than EMU_FAULT_UNPLUG plugs an unplugged chip in
 *	again, which resets it
 * @slow_ns: ns that a sweep takes longer with EMU_FAULT_SLOW, up to EMU_SLOW_MAX_NS
 *
 * Return: 0, -ERESTARTSYS: interrupted before it began, or as emu_chip_create().
 */
int emu_chip_fault(struct emu_chip *chip, enum emu_fault fault, unsigned int slow_ns);

/**
 * emu_chip_fault_held() - do emu_chip_fault() for a caller that holds the chip's @life
 * @chip: the chip
 * @fault: the fault; a chip that is plugged in again has it from the beginning
 * @slow_ns: ns that a sweep takes longer with EMU_FAULT_SLOW
 *
 * Return: 0, or as emu_chip_create().
 */
int emu_chip_fault_held(struct emu_chip *chip, enum emu_fault fault, unsigned int slow_ns);

/**
 * emu_chip_advance() - let time pass on a virtual clock
 * @chip: the chip; nothing happens if it is stuck
 * @ns: time to pass, in ns, up to EMU_ADVANCE_MAX_NS
 *
 * Return: 0; -EOPNOTSUPP: the clock is real, -ENODEV: the chip is unplugged, -ERANGE:
 * @ns is too large or the chip's time would overflow, -ERESTARTSYS: interrupted before
 * it began, -EINTR: killed on the way.
 */
int emu_chip_advance(struct emu_chip *chip, u64 ns);

/**
 * emu_chip_pages_alloc() - allocate the memory of a chip's images
 * @chip: the chip, whose @setup is filled in
 *
 * Return: 0 or -ENOMEM; the caller frees with emu_chip_pages_free() in both cases.
 */
int emu_chip_pages_alloc(struct emu_chip *chip);

/** emu_chip_pages_free() - free the memory of a chip's images, also if only a part is allocated */
void emu_chip_pages_free(struct emu_chip *chip);

/** emu_clock_start() - start the clock of a chip; the caller holds @life */
void emu_clock_start(struct emu_chip *chip);

/** emu_clock_stop() - stop the clock of a chip; may sleep */
void emu_clock_stop(struct emu_chip *chip);

/**
 * emu_clock_due() - return the time that a real clock should show, by the machine's clock
 * @chip: the chip; the caller holds its @lock
 *
 * The time of a stuck chip stands still, and what it misses is lost. If the clock was
 * held up for more than a second, the time beyond that second is lost too.
 */
u64 emu_clock_due(struct emu_chip *chip);

/**
 * emu_clock_sweep_begin() - move a real clock before a reader sweeps
 * @chip: the chip
 *
 * Any context but NMI. Afterwards the chip's time is at most about 10 us behind. If
 * another reader sweeps already, it may be behind by the period of the work, 10 ms: if
 * each reader moved the clock, it would tear the sweeps of the others.
 */
void emu_clock_sweep_begin(struct emu_chip *chip);

/** emu_clock_sweep_end() - tell the clock that a sweep has ended */
void emu_clock_sweep_end(struct emu_chip *chip);

/**
 * emu_backdoor_add() - add the back door of a view
 * @view: a view of a chip that is plugged in
 *
 * Return: 0 or a negative errno.
 */
int emu_backdoor_add(struct emu_view *view);

/** emu_backdoor_remove() - remove the back door of a view; may sleep */
void emu_backdoor_remove(struct emu_view *view);

/** emu_backdoor_init() - register numbers and class of back doors. Return: 0, a negative errno */
int emu_backdoor_init(void);

/** emu_backdoor_exit() - undo emu_backdoor_init(); no back door may be left */
void emu_backdoor_exit(void);

/** emu_configfs_init() - register the configfs folder of chips. Return: 0, a negative errno */
int emu_configfs_init(void);

/** emu_configfs_exit() - remove the configfs folder, and destroy the chips made by it */
void emu_configfs_exit(void);

#endif /* GPCD_EMU_H */
