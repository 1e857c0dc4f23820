/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef DEVICES_REASON_H
#define DEVICES_REASON_H

/*
 * Return a word for the reason why something is down, for a label; docs/exporter.md lists them.
 * @err is a negative errno.
 */
const char *reason_of(int err);

/* Return text that explains why exports_add() failed with @err. */
const char *reason_left_out(int err);

#endif /* DEVICES_REASON_H */
