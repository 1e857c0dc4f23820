/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Devices, opened and described for people.
 */
#ifndef DEVICE_H
#define DEVICE_H

#include <dirent.h>
#include <gpcd/gpcd.h>
#include <stdbool.h>

/**
 * device_path() - find the device that -d, GPCD_DEVICE or the default names
 *
 * Return: its path, or image:FILE; valid until the next call.
 */
const char *device_path(void);

/**
 * device_is_named() - check if -d or GPCD_DEVICE names a device; an empty name is none
 *
 * Return: not 0 if one does.
 */
int device_is_named(void);

/**
 * device_nodes() - find the nodes gpcdN in /dev
 * @nodes: receives the nodes, sorted by number; free each of them and the array
 *
 * Return: the number of nodes, or a negative errno.
 */
int device_nodes(struct dirent ***nodes);

/**
 * device_alone() - reject several -d with different names, where a command takes one device
 *
 * Return: the exit code.
 */
int device_alone(void);

/**
 * device_wait() - wait for a device as --wait says
 * @name: path of the device, or image:FILE
 *
 * Returns when the device is there and its chip is live, or when the time is over, which is one
 * for all devices of a command. Without --wait it returns at once.
 */
void device_wait(const char *name);

/**
 * device_wait_again() - pause before another look for devices, as --wait says
 *
 * Return: false, at once, if there is no --wait or its time is over.
 */
bool device_wait_again(void);

/**
 * device_open_named() - open the device that the command line names, as --wait says
 * @device: receives the device, for gpcd_close()
 *
 * Return: the exit code, having said why it cannot be opened and what to do about it.
 */
int device_open_named(struct gpcd **device);

/**
 * device_complain() - say why a device could not be opened, and what to do about it
 * @name: path of the device, or image:FILE
 * @err: a negative errno
 */
void device_complain(const char *name, int err);

/**
 * device_failed() - say that a device failed while it was open
 * @device: the device
 * @err: a negative errno
 *
 * Return: the exit code for @err.
 */
int device_failed(struct gpcd *device, int err);

/**
 * device_check() - report a device whose time stands still because its driver has died
 * @device: the device
 * @before: the snapshot before @now, or NULL
 * @now: the last snapshot
 *
 * Return: the exit code; 0 if the time of the chip goes on.
 */
int device_check(struct gpcd *device, const struct gpcd_snapshot *before,
		 const struct gpcd_snapshot *now);

#endif /* DEVICE_H */
