// SPDX-License-Identifier: GPL-2.0-only
/*
 * The commands of the generic netlink family: a list of devices, and notifications of their events.
 * Both are public, as in sysfs, and no register is read for them.
 */
#include <linux/module.h>

#include "access/netlink/netlink.h"
#include "access/access.h"

static const struct nla_policy dev_policy[] = {
	[GPCD_A_DEV_INDEX] = { .type = NLA_U32 },
};

static int device_fill(struct sk_buff *skb, const struct gpcd_device *device)
{
	const struct gpcd_device_desc *desc = &device->desc;

	if (nla_put_u32(skb, GPCD_A_DEV_INDEX, device->index) ||
	    nla_put_u32(skb, GPCD_A_DEV_CHIP, desc->chip) ||
	    nla_put_u64_64bit(skb, GPCD_A_DEV_CHIP_ID, desc->chip_id, GPCD_A_DEV_PAD) ||
	    nla_put_u32(skb, GPCD_A_DEV_DOMAIN, desc->domain) ||
	    nla_put_u32(skb, GPCD_A_DEV_NIC_ADDR, desc->nic_addr) ||
	    nla_put_u32(skb, GPCD_A_DEV_NIC_INDEX, desc->nic_index) ||
	    nla_put_u32(skb, GPCD_A_DEV_NICS, gpcd_chip_nics(desc->chip)) ||
	    nla_put(skb, GPCD_A_DEV_COORD, sizeof(desc->coord), desc->coord) ||
	    nla_put_u64_64bit(skb, GPCD_A_DEV_FEATURES, READ_ONCE(desc->features),
			      GPCD_A_DEV_PAD) ||
	    nla_put_u64_64bit(skb, GPCD_A_DEV_HASH, gpcd_catalogue_hash(desc->chip),
			      GPCD_A_DEV_PAD) ||
	    nla_put_u32(skb, GPCD_A_DEV_REGISTERS, gpcd_catalogue_count(desc->chip)) ||
	    nla_put_u32(skb, GPCD_A_DEV_FAULT, READ_ONCE(device->fault)))
		return -EMSGSIZE;
	return 0;
}

static int device_reply(struct genl_info *info, const struct gpcd_device *device)
{
	struct sk_buff *skb = genlmsg_new(GENLMSG_DEFAULT_SIZE, GFP_KERNEL);
	void *head;

	if (!skb)
		return -ENOMEM;
	head = genlmsg_put_reply(skb, info, &gpcd_netlink_family, 0, GPCD_CMD_DEV_GET);
	if (!head || device_fill(skb, device)) {
		nlmsg_free(skb);
		return -EMSGSIZE;
	}
	genlmsg_end(skb, head);
	return genlmsg_reply(skb, info);
}

static int dev_get(struct sk_buff *skb, struct genl_info *info)
{
	struct nlattr *attr = info->attrs[GPCD_A_DEV_INDEX];
	struct gpcd_device *device;
	unsigned long index;
	int ret = -ENODEV;

	if (!attr) {
		NL_SET_ERR_MSG(info->extack, "needs the number of a device, or NLM_F_DUMP");
		return -EINVAL;
	}
	index = nla_get_u32(attr);
	device = gpcd_device_next(&index);
	if (device && index == nla_get_u32(attr))
		ret = device_reply(info, device);
	else
		NL_SET_ERR_MSG_ATTR(info->extack, attr, "no device has this number");
	if (device)
		gpcd_device_put(device);
	return ret;
}

static int dev_start(struct netlink_callback *cb)
{
	struct nlattr *attr = gpcd_netlink_attr(cb, GPCD_A_DEV_INDEX);

	if (!attr)
		return 0;
	NL_SET_ERR_MSG_ATTR(cb->extack, attr, "a dump is of all devices");
	return -EINVAL;
}

static int dev_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct gpcd_device *device;
	unsigned long index = cb->args[0];
	void *head;
	int ret = 0;

	cb->seq = gpcd_devices_generation();
	while (!ret && (device = gpcd_device_next(&index))) {
		head = gpcd_netlink_begin(skb, cb, GPCD_CMD_DEV_GET);
		ret = head ? device_fill(skb, device) : -EMSGSIZE;
		gpcd_device_put(device);
		if (!gpcd_netlink_end(skb, head, ret))
			index++;
	}
	cb->args[0] = index;
	return gpcd_netlink_done(skb, ret);
}

/* An event of a device, for its message. */
struct event {
	const struct gpcd_device *device;
	u64 epoch;	/* the epoch that begins with it, or 0 */
};

static int event_fill(struct sk_buff *skb, const void *what)
{
	const struct event *event = what;

	if (device_fill(skb, event->device))
		return -EMSGSIZE;
	if (!event->epoch)
		return 0;
	return nla_put_u64_64bit(skb, GPCD_A_DEV_EPOCH, event->epoch, GPCD_A_DEV_PAD);
}

void gpcd_netlink_notify(const struct gpcd_device *device, enum gpcd_event event, u64 epoch)
{
	static const u8 cmds[] = {
		[GPCD_EVENT_ADD] = GPCD_CMD_DEV_ADD_NTF,
		[GPCD_EVENT_REMOVE] = GPCD_CMD_DEV_REMOVE_NTF,
		[GPCD_EVENT_RESET] = GPCD_CMD_DEV_RESET_NTF,
		[GPCD_EVENT_FAULT] = GPCD_CMD_DEV_FAULT_NTF,
	};
	const struct event filled = { .device = device, .epoch = epoch };

	gpcd_netlink_send(cmds[event], event_fill, &filled);
}

static const struct genl_ops netlink_ops[] = {
	{
		.cmd = GPCD_CMD_DEV_GET,
		.policy = dev_policy,
		.maxattr = GPCD_A_DEV_INDEX,
		.doit = dev_get,
		.start = dev_start,
		.dumpit = dev_dump,
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
