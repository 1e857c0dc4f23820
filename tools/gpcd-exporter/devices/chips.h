/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Chips: several devices may be views of one, by each of its NICs, and what it counts is exported
 * once. Its totals are the sum of what one of its devices counted at a time, the leader: when that
 * goes, another goes on where it was.
 */
#ifndef DEVICES_CHIPS_H
#define DEVICES_CHIPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

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
 * struct chip_key - which chip it is, whatever it is called
 * @volume: of images, with @folder the folder of their files; of nodes 0
 * @folder: its number on @volume
 * @domain: domain of the chip
 * @number: its number there
 */
struct chip_key {
	dev_t volume;
	ino_t folder;
	uint32_t domain;
	uint64_t number;
};

/**
 * struct chip - a chip
 * @name: what it is called
 * @labels: label of its series, which is no other chip's
 * @about: labels that describe it
 * @key: which chip it is
 * @shared: other devices may join it; else it is that of a copy, and has no @key
 * @info: what its first device said of itself
 * @nics: its NICs that devices show, while these are open: bit n for nic_index n
 * @devices: how many devices are of it, also while they are down
 * @leader: the device whose readings it has, which is open; NULL: none was read
 * @sums: totals by index in the group of its devices
 * @count: how many
 * @series: by subject of these devices
 * @subjects: how many
 */
struct chip {
	char *name;
	char *labels;
	char *about;
	struct chip_key key;
	bool shared;
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
 * @by_labels: tree of them, for tfind(3)
 * @by_key: tree of those that are shared
 */
struct chips {
	void *by_labels;
	void *by_key;
};

/**
 * chips_join() - find the chip of a device, or make it
 * @device: a device that is of no chip, and has said what it is
 *
 * Images in one folder are of one machine, and so are all nodes. An image that claims to be a NIC
 * that an open device of the chip is already is a copy, or of another machine: it has a chip for
 * itself.
 *
 * Return: 0, -EEXIST another chip's label is the same, -ENOMEM, or why there is no folder.
 */
int chips_join(struct device *device);

/**
 * chips_return() - have a device be its NIC of its chip again, after chips_yield()
 * @device: the device, which is the same NIC as before
 *
 * Return: true; false if it has no chip, or another device is that NIC by now.
 */
bool chips_return(struct device *device);

/**
 * chips_yield() - let another device be a device's NIC of its chip, and another one lead that
 * @device: a device that is closed; it stays one of its chip, whose totals it keeps
 */
void chips_yield(struct device *device);

/**
 * chips_leave() - have a device be of no chip; the chip of its last device is freed
 * @device: the device
 */
void chips_leave(struct device *device);

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
