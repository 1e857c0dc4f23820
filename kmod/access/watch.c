// SPDX-License-Identifier: GPL-2.0-only
/*
 * Modules that follow devices as they come and go.
 */
#include <linux/export.h>

#include "access/watch.h"

static BLOCKING_NOTIFIER_HEAD(watchers);

void gpcd_watchers_notify(struct gpcd_device *device, enum gpcd_event event)
{
	blocking_notifier_call_chain(&watchers, event, device);
}

int gpcd_watch(struct notifier_block *watcher)
{
	struct gpcd_device *device;
	unsigned long index = 0;
	int ret = blocking_notifier_chain_register(&watchers, watcher);

	if (ret)
		return ret;
	for (; (device = gpcd_device_next(&index)); index++) {
		watcher->notifier_call(watcher, GPCD_EVENT_ADD, device);
		gpcd_device_put(device);
	}
	return 0;
}
EXPORT_SYMBOL_GPL(gpcd_watch);

void gpcd_unwatch(struct notifier_block *watcher)
{
	blocking_notifier_chain_unregister(&watchers, watcher);
}
EXPORT_SYMBOL_GPL(gpcd_unwatch);
