// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The carrier of chips whose registers were read earlier, by any program. Nothing can be read: the
 * caller supplies the values.
 */
#include <errno.h>

#include "gpcd/carrier/carrier.h"

static int recall_open(struct gpcd *dev)
{
	(void)dev;
	return 0;
}

static void recall_close(struct gpcd *dev)
{
	(void)dev;
}

static int recall_command(struct gpcd *dev, unsigned long command, void *arg)
{
	if (command != GPCD_IOC_INFO)
		return -EOPNOTSUPP;
	*(struct gpcd_info *)arg = dev->recorded;
	return 0;
}

static int recall_read(struct gpcd_list *list, struct gpcd_snapshot_req *req)
{
	(void)list;
	(void)req;
	return -EOPNOTSUPP;
}

static void recall_list_close(struct gpcd_list *list)
{
	(void)list;
}

const struct gpcd_carrier gpcd_carrier_recorded = {
	.open = recall_open,
	.close = recall_close,
	.command = recall_command,
	.list_read = recall_read,
	.list_close = recall_list_close,
};
