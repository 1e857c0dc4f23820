/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Register images are files, and a file may become shorter while it is read.
 */
#ifndef CLI_GUARD_H
#define CLI_GUARD_H

#include <gpcd/gpcd.h>

/**
 * guard_call() - read a device, even if its image is cut off meanwhile
 * @read: reads it; returns 0 or a negative errno. It must hold no lock and no memory
 * @data: its argument
 *
 * cli_begin() must have been called.
 *
 * Return: what @read returns; -EFAULT if a page of the image is no longer there.
 */
int guard_call(int (*read)(void *data), void *data);

/**
 * guard_read() - gpcd_group_read(), guarded
 * @group: the registers
 * @snapshot: receives their values
 *
 * Return: as gpcd_group_read() and guard_call().
 */
int guard_read(struct gpcd_group *group, struct gpcd_snapshot *snapshot);

#endif /* CLI_GUARD_H */
