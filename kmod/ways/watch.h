/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Modules that follow devices as they come and go: gpcd_pmu is one.
 */
#ifndef GPCD_WATCH_H
#define GPCD_WATCH_H

#include <linux/notifier.h>

#include "core/core.h"

/**
 * gpcd_watch() - follow devices as they come and go
 * @watcher: called with an &enum gpcd_event and the &struct gpcd_device; may sleep. To keep a
 *	device it takes a reference, and makes sure afterwards that the chip is not gone already
 *
 * It is told first of the devices that are there. One that comes meanwhile may be told twice, and
 * the end of one that goes meanwhile may be told before it.
 *
 * Return: 0 or a negative errno.
 */
int gpcd_watch(struct notifier_block *watcher);

/** gpcd_unwatch() - undo gpcd_watch(); when it returns, the watcher is not running */
void gpcd_unwatch(struct notifier_block *watcher);

/** gpcd_watchers_tell() - tell watchers what happens to a device; may sleep */
void gpcd_watchers_tell(struct gpcd_device *device, enum gpcd_event event);

#endif /* GPCD_WATCH_H */
