// SPDX-License-Identifier: GPL-2.0-only
/*
 * The permission table by netlink: listed here, for those who may change it, and changed by
 * ioctl(2) on /dev/gpcdctl. The ioctl also lists it, after removing jobs that have ended. A dump
 * does not: it would have to wait for changes of the table and for pages to be unmapped.
 */
#include <linux/capability.h>

#include "access/netlink/netlink.h"
#include "access/access.h"

/* No attribute is accepted. */
const struct nla_policy gpcd_netlink_perms_policy[] = {
	[GPCD_A_PERMS_JOB] = { .type = NLA_REJECT },
};

int gpcd_netlink_perms_start(struct netlink_callback *cb)
{
	if (!netlink_capable(cb->skb, CAP_SYS_ADMIN)) {
		NL_SET_ERR_MSG(cb->extack, "the permission table is for CAP_SYS_ADMIN");
		return -EPERM;
	}
	return 0;
}

static int nic_fill(struct sk_buff *skb, const struct gpcd_nic *nic)
{
	struct nlattr *nest = nla_nest_start(skb, GPCD_A_PERMS_NIC);

	if (!nest || nla_put_u32(skb, GPCD_A_NIC_DOMAIN, nic->domain) ||
	    nla_put_u32(skb, GPCD_A_NIC_ADDR, nic->nic_addr))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

static int perms_fill(struct sk_buff *skb, const struct gpcd_perms_entry *entry)
{
	u32 i;

	if (nla_put_u64_64bit(skb, GPCD_A_PERMS_JOB, entry->job, GPCD_A_PERMS_PAD) ||
	    nla_put_u32(skb, GPCD_A_PERMS_LEVEL, entry->level))
		return -EMSGSIZE;
	for (i = 0; i < entry->nics; i++) {
		if (nic_fill(skb, &entry->nic[i]))
			return -EMSGSIZE;
	}
	return 0;
}

int gpcd_netlink_perms_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct gpcd_perms_entry entry;
	u64 last = cb->args[0], job = last;
	void *head;
	int ret = 0;

	/* The top bit is always set, so that the sequence is never 0. */
	cb->seq = gpcd_perms_epoch() | 1U << 31;
	while (gpcd_perms_next(&job, &entry)) {
		head = gpcd_netlink_begin(skb, cb, GPCD_CMD_PERMS_GET);
		ret = head ? perms_fill(skb, &entry) : -EMSGSIZE;
		if (gpcd_netlink_end(skb, head, ret))
			break;
		last = job;
		cond_resched();
	}
	cb->args[0] = last;
	return gpcd_netlink_done(skb, ret);
}
