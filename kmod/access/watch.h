/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Modules that follow devices as they come and go: gpcd_pmu is one.
 */
#ifndef GPCD_WATCH_H
#define GPCD_WATCH_H

#include <linux/notifier.h>

#include "core/core.h"

/*
 * Follow devices as they come and go. @watcher is called with an enum gpcd_event and the struct
 * gpcd_device, first for the devices that exist; it may sleep. To keep a device it must take a
 * reference and then check that the chip is not gone. A device that comes meanwhile may be
 * announced twice, and the removal of one that goes meanwhile may be announced before its addition.
 */
int gpcd_watch(struct notifier_block *watcher);

/* Undo gpcd_watch(). When this returns, the watcher is not running. */
void gpcd_unwatch(struct notifier_block *watcher);

/* Call the watchers with an event of a device. May sleep. */
void gpcd_watchers_notify(struct gpcd_device *device, enum gpcd_event event);

#endif /* GPCD_WATCH_H */
