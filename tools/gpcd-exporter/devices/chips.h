/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Chips: several devices may be views of one, by each of its NICs, and what it counts is exported
 * once. Its totals are the sum of what one of its devices counted at a time, the leader: when that
 * goes, another goes on where it was.
 */
#ifndef DEVICES_CHIPS_H
#define DEVICES_CHIPS_H

#include <stddef.h>
#include <stdint.h>

#include <gpcd/gpcd.h>

#include "gpcd-exporter/expose/totals.h"

struct device;

/**
 * struct chip_series - the series of a metric of an object: one, of a mean two
 * @shown: their greatest numbers so far: totals never go down
 */
struct chip_series {
	double shown[2];
};

/**
 * struct chip - a chip
 * @name: its label's value, which is no other chip's
 * @labels: label of its series
 * @about: labels that describe it
 * @info: what its first device said of itself
 * @nics: its NICs that devices show: bit n for nic_index n
 * @devices: how many these are
 * @leader: the device whose readings it has; NULL: none was read
 * @sums: totals by index in the group of its devices
 * @count: how many
 * @series: by subject of these devices
 * @subjects: how many
 */
struct chip {
	char *name;
	char *labels;
	char *about;
	struct gpcd_info info;
	uint64_t nics;
	unsigned int devices;
	const struct device *leader;
	uint64_t *sums;
	unsigned int count;
	struct chip_series *series;
	size_t subjects;
};

/**
 * struct chips - all chips
 * @by_name: tree of them, for tfind(3)
 */
struct chips {
	void *by_name;
};

/**
 * chips_join() - find the chip of a device, or make it
 * @chips: the chips
 * @name: name of the device
 * @label: its label
 * @info: what the device says of itself
 * @chip: receives the chip, for chips_leave()
 *
 * Images in one folder are of one machine, and so are all nodes. An image that claims to be a NIC
 * that the chip has already is a copy, or of another machine: it has a chip for itself.
 *
 * Return: 0, -EEXIST another chip is called like this image, -ENOMEM.
 */
int chips_join(struct chips *chips, const char *name, const char *label,
	       const struct gpcd_info *info, struct chip **chip);

/**
 * chips_leave() - forget that a device is of its chip
 * @chips: the chips
 * @chip: its chip, or NULL; freed if it was its last device
 * @nic: its nic_index
 */
void chips_leave(struct chips *chips, struct chip *chip, unsigned int nic);

/**
 * chip_fit() - have as many totals and series as a device of a chip
 * @chip: the chip; its totals begin with 0 if their number changes
 * @count: number of values of the device's group
 * @subjects: number of its subjects
 *
 * Return: 0, -ENOMEM.
 */
int chip_fit(struct chip *chip, unsigned int count, size_t subjects);

/**
 * chip_add() - add what a reading of the leader counted
 * @chip: the chip
 * @totals: the leader's, after its reading
 */
void chip_add(struct chip *chip, const struct totals *totals);

#endif /* DEVICES_CHIPS_H */
