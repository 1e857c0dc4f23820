/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Chips: several devices may be views of one chip, by different NICs, and its counters are exported
 * once. Its totals add up what its leader counted, which is one of its devices; when the leader
 * goes down, another device continues from there.
 */
#ifndef DEVICES_CHIPS_H
#define DEVICES_CHIPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <gpcd/gpcd.h>

#include "gpcd-exporter/expose/page.h"

struct device;

/* The series of a metric of an object, one, or two of a mean: of a chip, or of its NIC. */
struct chip_series {
	double shown[2];	/* greatest numbers exported so far: totals never go down */
};

/* Identity of a chip, independent of its name. */
struct chip_key {
	dev_t volume;		/* of the folder of images; 0 for device nodes */
	ino_t folder;		/* inode number; 0 for device nodes */
	uint32_t domain;
	uint64_t number;	/* in its domain */
};

/* A chip. */
struct chip {
	char *name;
	char *labels;			/* label of its series, unique */
	struct page_labels own;		/* the same */
	struct page_labels about;	/* labels that describe it */
	struct chip_key key;
	bool shared;			/* others may join; else a copy's, without key */
	struct gpcd_info info;		/* of its first device */
	uint64_t nics;			/* bit n: an open device is the NIC with nic_index n */
	unsigned int devices;		/* devices of the chip, up or down */
	const struct device *leader;	/* open device whose readings are added; NULL: none yet */
	uint64_t *sums;			/* totals, by index in the devices' group */
	unsigned int count;		/* of sums */
	struct chip_series *series;	/* by subject of the devices */
	size_t subjects;		/* of series */
};

/* All chips. */
struct chips {
	void *by_labels;	/* tree for tfind(3) */
	void *by_key;		/* tree of the shared ones */
};

/*
 * Find or create the chip of a device that has none and whose info is filled in. Images in one
 * folder belong to one machine, as do all device nodes. An image that claims to be a NIC that an
 * open device of the chip already is must be a copy, or from another machine: it gets a chip of its
 * own. Returns 0, -EEXIST if another chip has the same label, -ENOMEM, or why the folder cannot be
 * found.
 */
int chips_join(struct device *device);

/*
 * After chips_yield(), make a device its chip's NIC again; it must be the same NIC as before.
 * Returns false if it has no chip, or if another device has become that NIC.
 */
bool chips_return(struct device *device);

/*
 * Let another device replace a closed one as NIC of its chip, and as leader. The device stays on
 * the chip, and so the chip's totals are kept.
 */
void chips_yield(struct device *device);

/* Remove a device from its chip, which is freed with its last device. */
void chips_leave(struct device *device);

/*
 * Allocate the totals and series that a device of the chip needs. The totals restart from 0 if a
 * number changes. Returns 0 or -ENOMEM.
 */
int chip_fit(struct chip *chip, unsigned int count, size_t subjects);

#endif /* DEVICES_CHIPS_H */
