// SPDX-License-Identifier: GPL-2.0-only
/*
 * The commands of the generic netlink family.
 */
#include <linux/module.h>

#include "access/netlink/netlink.h"
#include "access/access.h"

static const struct genl_ops netlink_ops[] = {
	{
		.cmd = GPCD_CMD_DEV_GET,
		.policy = gpcd_netlink_dev_policy,
		.maxattr = GPCD_A_DEV_INDEX,
		.doit = gpcd_netlink_dev,
		.start = gpcd_netlink_dev_start,
		.dumpit = gpcd_netlink_dev_dump,
	}, {
		.cmd = GPCD_CMD_REG_GET,
		.policy = gpcd_netlink_reg_policy,
		.maxattr = GPCD_A_REG_FD,
		.start = gpcd_netlink_reg_start,
		.dumpit = gpcd_netlink_reg_dump,
	}, {
		.cmd = GPCD_CMD_PERMS_GET,
		.policy = gpcd_netlink_perms_policy,
		.maxattr = GPCD_A_PERMS_JOB,
		.start = gpcd_netlink_perms_start,
		.dumpit = gpcd_netlink_perms_dump,
	}, {
		.cmd = GPCD_CMD_ALARM_GET,
		.policy = gpcd_netlink_alarm_policy,
		.maxattr = GPCD_A_ALARM_ID,
		.dumpit = gpcd_netlink_alarm_dump,
	},
};

int __init gpcd_netlink_init(void)
{
	gpcd_netlink_family.ops = netlink_ops;
	gpcd_netlink_family.n_ops = ARRAY_SIZE(netlink_ops);
	return genl_register_family(&gpcd_netlink_family);
}

void gpcd_netlink_exit(void)
{
	genl_unregister_family(&gpcd_netlink_family);
}

MODULE_ALIAS_GENL_FAMILY(GPCD_GENL_NAME);
