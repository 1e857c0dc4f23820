// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers by netlink: which an open device has, and the values of an open group. A dump
 * takes as many messages as it needs; all values are of one sweep, which is made when it begins.
 */
#include <linux/file.h>
#include <linux/nospec.h>
#include <linux/slab.h>

#include "ways/netlink/netlink.h"
#include "ways/ways.h"

/* Registers whose values and statuses go into one message. */
#define VALUES_AT_ONCE 256

const struct nla_policy gpcd_netlink_reg_policy[] = {
	[GPCD_A_REG_FD] = { .type = NLA_U32 },
};

const struct nla_policy gpcd_netlink_snapshot_policy[] = {
	[GPCD_A_SNAPSHOT_FD] = { .type = NLA_U32 },
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
		NL_SET_ERR_MSG(cb->extack, "the descriptor is not that of a device, /dev/gpcdN");
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

/**
 * struct reading - a sweep that a dump tells the values of
 * @list: the registers, read
 * @req: when and how
 * @next: the first of the registers that have not been told
 */
struct reading {
	struct gpcd_list list;
	struct gpcd_snapshot_req req;
	u32 next;
};

int gpcd_netlink_snapshot_start(struct netlink_callback *cb)
{
	struct file *filp = gpcd_netlink_file(cb, GPCD_A_SNAPSHOT_FD);
	struct reading *reading;
	int ret = -ENOMEM;

	if (IS_ERR(filp))
		return PTR_ERR(filp);
	reading = kzalloc(sizeof(*reading), GFP_KERNEL_ACCOUNT);
	if (reading)
		ret = gpcd_group_snapshot(filp, &reading->list, &reading->req);
	fput(filp);
	if (ret == -EBADF)
		NL_SET_ERR_MSG(cb->extack, "the descriptor is not that of a group");
	else if (ret == -ENODEV)
		NL_SET_ERR_MSG(cb->extack, "the device is gone");
	if (ret)
		kfree(reading);
	else
		cb->args[0] = (long)reading;
	return ret;
}

static int head_fill(struct sk_buff *skb, const struct reading *reading)
{
	const struct gpcd_snapshot_req *req = &reading->req;

	if (nla_put_u64_64bit(skb, GPCD_A_SNAPSHOT_SEQUENCE, req->sequence, GPCD_A_SNAPSHOT_PAD) ||
	    nla_put_u64_64bit(skb, GPCD_A_SNAPSHOT_START_NS, req->start_ns, GPCD_A_SNAPSHOT_PAD) ||
	    nla_put_u64_64bit(skb, GPCD_A_SNAPSHOT_END_NS, req->end_ns, GPCD_A_SNAPSHOT_PAD) ||
	    nla_put_u64_64bit(skb, GPCD_A_SNAPSHOT_CHIP_NS, req->chip_ns, GPCD_A_SNAPSHOT_PAD) ||
	    nla_put_u64_64bit(skb, GPCD_A_SNAPSHOT_EPOCH, req->epoch, GPCD_A_SNAPSHOT_PAD) ||
	    nla_put_u32(skb, GPCD_A_SNAPSHOT_FAILED, req->failed) ||
	    nla_put_u32(skb, GPCD_A_SNAPSHOT_RESULT, req->result) ||
	    nla_put_u32(skb, GPCD_A_SNAPSHOT_COUNT, reading->list.count))
		return -EMSGSIZE;
	return 0;
}

static int values_fill(struct sk_buff *skb, const struct reading *reading, u32 count)
{
	const struct gpcd_list *list = &reading->list;
	u32 from = reading->next;

	if ((!from && head_fill(skb, reading)) ||
	    nla_put_u32(skb, GPCD_A_SNAPSHOT_FIRST, from) ||
	    nla_put_64bit(skb, GPCD_A_SNAPSHOT_VALUES, count * sizeof(*list->words),
			  list->words + from, GPCD_A_SNAPSHOT_PAD) ||
	    nla_put(skb, GPCD_A_SNAPSHOT_STATUSES, count, list->statuses + from))
		return -EMSGSIZE;
	return 0;
}

int gpcd_netlink_snapshot_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct reading *reading = (struct reading *)cb->args[0];
	u32 count;
	void *head;
	int ret = 0;

	while (reading->next < reading->list.count) {
		count = min(reading->list.count - reading->next, (u32)VALUES_AT_ONCE);
		head = gpcd_netlink_begin(skb, cb, GPCD_CMD_SNAPSHOT_GET);
		ret = head ? values_fill(skb, reading, count) : -EMSGSIZE;
		if (gpcd_netlink_end(skb, head, ret))
			break;
		reading->next += count;
	}
	return gpcd_netlink_done(skb, ret);
}

int gpcd_netlink_snapshot_done(struct netlink_callback *cb)
{
	struct reading *reading = (struct reading *)cb->args[0];

	gpcd_list_destroy(&reading->list);
	kfree(reading);
	return 0;
}
