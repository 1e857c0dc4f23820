// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers by netlink: the list of an open device's registers. Their values are read by ioctl(2).
 */
#include <linux/file.h>
#include <linux/nospec.h>

#include "access/netlink/netlink.h"
#include "access/access.h"

const struct nla_policy gpcd_netlink_reg_policy[] = {
	[GPCD_A_REG_FD] = { .type = NLA_U32 },
};

static int reg_fill(struct sk_buff *skb, unsigned int chip, u32 at)
{
	char name[GPCD_NAME_MAX];
	struct gpcd_slot slot;
	struct gpcd_reg reg;

	gpcd_catalogue_at(chip, array_index_nospec(at, gpcd_catalogue_count(chip)), &reg);
	gpcd_slot_resolve(&slot, chip, reg.addr);
	gpcd_reg_name(&reg, name);
	if (nla_put_u32(skb, GPCD_A_REG_ADDR, reg.addr) ||
	    nla_put_string(skb, GPCD_A_REG_NAME, name) ||
	    nla_put_u8(skb, GPCD_A_REG_KIND, reg.rule->kind) ||
	    nla_put_u8(skb, GPCD_A_REG_UNIT, reg.rule->unit) ||
	    nla_put_u8(skb, GPCD_A_REG_WIDTH, reg.rule->width) ||
	    nla_put_u8(skb, GPCD_A_REG_LEVEL, slot.level))
		return -EMSGSIZE;
	return 0;
}

int gpcd_netlink_reg_start(struct netlink_callback *cb)
{
	struct file *filp = gpcd_netlink_file(cb, GPCD_A_REG_FD);
	const struct gpcd_file *file;
	int ret = 0;

	if (IS_ERR(filp))
		return PTR_ERR(filp);
	file = filp->private_data;
	if (filp->f_op != &gpcd_file_ops) {
		NL_SET_ERR_MSG(cb->extack, "the descriptor is not a device, /dev/gpcdN");
		ret = -EBADF;
	} else if (gpcd_device_gone(file->device)) {
		NL_SET_ERR_MSG(cb->extack, "the device is gone");
		ret = -ENODEV;
	} else {
		cb->args[0] = file->device->desc.chip;
	}
	fput(filp);
	return ret;
}

int gpcd_netlink_reg_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	unsigned int chip = cb->args[0];
	u32 at = cb->args[1];
	void *head;
	int ret = 0;

	for (; at < gpcd_catalogue_count(chip); at++) {
		head = gpcd_netlink_begin(skb, cb, GPCD_CMD_REG_GET);
		ret = head ? reg_fill(skb, chip, at) : -EMSGSIZE;
		if (gpcd_netlink_end(skb, head, ret))
			break;
	}
	cb->args[1] = at;
	return gpcd_netlink_done(skb, ret);
}
