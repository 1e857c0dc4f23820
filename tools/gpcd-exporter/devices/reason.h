/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef DEVICES_REASON_H
#define DEVICES_REASON_H

/**
 * reason_of() - tell in a word why something is down, for a label
 * @err: the error, a negative errno
 *
 * Return: one of the words of docs/exporter.md.
 */
const char *reason_of(int err);

/**
 * reason_left_out() - explain why a device is not among those that are exported
 * @err: what exports_add() returned, a negative errno
 */
const char *reason_left_out(int err);

#endif /* DEVICES_REASON_H */
