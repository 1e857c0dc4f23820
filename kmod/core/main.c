// SPDX-License-Identifier: GPL-2.0-only
#include <linux/module.h>

#include "core/core.h"

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
	ret = gpcd_devices_init(&gpcd_class, &gpcd_file_ops);
	if (ret)
		goto err_map;
	ret = gpcd_ctl_init();
	if (ret)
		goto err_devices;
	return 0;

err_devices:
	gpcd_devices_exit();
err_map:
	gpcd_map_exit();
	return ret;
}

static void __exit gpcd_exit(void)
{
	gpcd_ctl_exit();
	gpcd_devices_exit();
	gpcd_jobs_exit();
	gpcd_map_exit();
}

module_init(gpcd_init);
module_exit(gpcd_exit);

MODULE_DESCRIPTION("Performance counters of Gemini and Aries routers");
MODULE_AUTHOR("The gpcd authors");
MODULE_LICENSE("GPL");
