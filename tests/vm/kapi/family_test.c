// SPDX-License-Identifier: GPL-2.0-only
/*
 * A family of generic netlink, for tests of what its registration waits for.
 */
#include <linux/module.h>
#include <net/genetlink.h>

static struct genl_family family = {
	.name = "family_test",
	.version = 1,
	.module = THIS_MODULE,
};

static int __init family_init(void)
{
	return genl_register_family(&family);
}
module_init(family_init);

static void __exit family_exit(void)
{
	genl_unregister_family(&family);
}
module_exit(family_exit);

MODULE_DESCRIPTION("A family of generic netlink, for tests");
MODULE_LICENSE("GPL");
