// SPDX-License-Identifier: GPL-2.0-only
#include <linux/module.h>

#include "catalogue/rules.h"
#include "core/core.h"
#include "core/version.h"
#include "access/access.h"

static void device_notify(struct gpcd_device *device, enum gpcd_event event, u64 epoch)
{
	gpcd_watchers_notify(device, event);
	gpcd_netlink_notify(device, event, epoch);
}

static const struct gpcd_front front = {
	.class = &gpcd_class,
	.fops = &gpcd_file_ops,
	.notify = device_notify,
};

static int __init gpcd_init(void)
{
	unsigned int chip;
	int ret;

	chip = gpcd_catalogue_init();
	if (chip) {
		pr_err("gpcd: chip %u: its row of the list has no room for its registers\n",
		       chip);
		return -EINVAL;
	}
	ret = gpcd_map_init();
	if (ret)
		return ret;
	ret = gpcd_devices_init(&front);
	if (ret)
		goto err_map;
	ret = gpcd_ctl_init();
	if (ret)
		goto err_devices;
	ret = gpcd_netlink_init();
	if (ret)
		goto err_ctl;
	return 0;

err_ctl:
	gpcd_ctl_exit();
	gpcd_jobs_exit();
err_devices:
	gpcd_devices_exit();
err_map:
	gpcd_map_exit();
	return ret;
}

static void __exit gpcd_exit(void)
{
	gpcd_netlink_exit();
	gpcd_ctl_exit();
	gpcd_devices_exit();
	gpcd_jobs_exit();
	gpcd_map_exit();
}

module_init(gpcd_init);
module_exit(gpcd_exit);

MODULE_DESCRIPTION("Performance counters of Gemini and Aries routers and Cassini NICs");
MODULE_AUTHOR("The gpcd authors");
MODULE_LICENSE("GPL");
MODULE_VERSION(GPCD_VERSION);
/* modprobe(8) also loads the module for perf, where it is installed. */
MODULE_SOFTDEP("post: gpcd_pmu");
