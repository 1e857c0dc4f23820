// SPDX-License-Identifier: GPL-2.0-only
/* The family, and how its commands read requests and send answers. */
#include <linux/module.h>
#include <linux/rtnetlink.h>

#include "access/netlink/netlink.h"

static const struct genl_multicast_group groups[] = {
	{ .name = GPCD_GENL_DEVICES },
};

struct genl_family gpcd_netlink_family __ro_after_init = {
	.name = GPCD_GENL_NAME,
	.version = GPCD_GENL_VERSION,
	.module = THIS_MODULE,
	.netnsok = true,
	.parallel_ops = true,
	.resv_start_op = GPCD_CMD_DEV_GET,
	.mcgrps = groups,
	.n_mcgrps = ARRAY_SIZE(groups),
};

struct nlattr *gpcd_netlink_attr(struct netlink_callback *cb, unsigned int type)
{
	struct nlattr **attrs = gpcd_genl_attrs(cb);

	return attrs ? attrs[type] : NULL;
}

static bool net_listens(struct net *net)
{
	return genl_has_listeners(&gpcd_netlink_family, net, 0);
}

static bool anybody_listens(void)
{
	struct net *net;
	bool any = false;

	for_each_net(net)
		any |= net_listens(net);
	return any;
}

/*
 * A listener that misses the message, because the kernel has no memory for it or the listener's
 * buffer is full, gets ENOBUFS from its socket, and must list everything again.
 */
static void net_send(struct net *net, struct sk_buff *skb)
{
	struct sk_buff *copy = skb ? skb_clone(skb, GFP_KERNEL) : NULL;

	if (copy)
		genlmsg_multicast_netns(&gpcd_netlink_family, net, copy, 0, 0, GFP_KERNEL);
	else
		genl_set_err(&gpcd_netlink_family, net, 0, 0, -ENOBUFS);
}

static struct sk_buff *message_make(u8 cmd, int (*fill)(struct sk_buff *skb, const void *what),
				    const void *what)
{
	struct sk_buff *skb = genlmsg_new(GENLMSG_DEFAULT_SIZE, GFP_KERNEL);
	void *head;

	if (!skb)
		return NULL;
	head = genlmsg_put(skb, 0, 0, &gpcd_netlink_family, 0, cmd);
	if (!head || fill(skb, what)) {
		nlmsg_free(skb);
		return NULL;
	}
	genlmsg_end(skb, head);
	return skb;
}

void gpcd_netlink_send(u8 cmd, int (*fill)(struct sk_buff *skb, const void *what),
		       const void *what)
{
	struct sk_buff *skb;
	struct net *net;

	down_read(&net_rwsem);
	if (anybody_listens()) {
		skb = message_make(cmd, fill, what);
		for_each_net(net) {
			if (net_listens(net))
				net_send(net, skb);
		}
		kfree_skb(skb);
	}
	up_read(&net_rwsem);
}

void *gpcd_netlink_begin(struct sk_buff *skb, struct netlink_callback *cb, u8 cmd)
{
	void *head = genlmsg_put(skb, NETLINK_CB(cb->skb).portid, cb->nlh->nlmsg_seq,
				 &gpcd_netlink_family, NLM_F_MULTI, cmd);

	if (head)
		genl_dump_check_consistent(cb, head);
	return head;
}

int gpcd_netlink_end(struct sk_buff *skb, void *head, int ret)
{
	if (!ret)
		genlmsg_end(skb, head);
	else if (head)
		genlmsg_cancel(skb, head);
	return ret;
}
