// SPDX-License-Identifier: GPL-2.0-only
#include <linux/module.h>

#include "core/core.h"

#define CREATE_TRACE_POINTS
#include "core/trace.h"

static int __init gpcd_init(void)
{
	gpcd_catalogue_init();
	return gpcd_devices_init();
}

static void __exit gpcd_exit(void)
{
	gpcd_devices_exit();
	gpcd_perms_exit();
}

module_init(gpcd_init);
module_exit(gpcd_exit);

MODULE_DESCRIPTION("Performance counters of Gemini and Aries routers");
MODULE_AUTHOR("The gpcd authors");
MODULE_LICENSE("GPL");
