/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The devices that a command reads together: each -d, where a pattern stands for several.
 */
#ifndef DEVICE_SET_H
#define DEVICE_SET_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct device_set - names of devices
 * @names: paths, or image:FILE; each is there once, in the order of the arguments, and those
 *	of a pattern in the order of their numbers: "gpcd9" before "gpcd10"
 * @count: how many
 * @known: the same names, as a tree
 */
struct device_set {
	char **names;
	size_t count;
	void *known;
};

/**
 * device_set_find() - find the devices that -d and GPCD_DEVICE name
 * @set: receives their names, for device_set_free(), also after an error
 * @all: where nothing is named: all devices of this machine, in place of the default one
 *
 * A name with '*', '?' or '[' is a pattern, unless a file has that very name. A pattern names what
 * is there now; of images it names files, not folders. With --wait, this waits until a pattern
 * names something, and where all devices of this machine are meant, until there is one. Devices are
 * not opened: device_wait() waits for each of them.
 *
 * Return: the exit code; EXIT_DEVICE, having said so, if a pattern names nothing.
 */
int device_set_find(struct device_set *set, bool all);

/**
 * device_set_list() - find all devices of this machine, and behind them those that are named
 * @set: receives their names, for device_set_free(), also after an error; may be empty
 *
 * Return: as device_set_find().
 */
int device_set_list(struct device_set *set);

/**
 * device_set_check() - check if so many devices can be open at a time, and report if they cannot
 * @set: their names
 *
 * Return: the exit code.
 */
int device_set_check(const struct device_set *set);

/**
 * device_set_free() - free the names
 * @set: the set, empty after this
 */
void device_set_free(struct device_set *set);

#endif /* DEVICE_SET_H */
