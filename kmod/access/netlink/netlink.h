/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Declarations shared by the files of the generic netlink family. Each dump is two callbacks of
 * struct genl_ops: @start checks the request, in the caller's context; @dumpit fills one buffer.
 *
 * While one of them runs, no family can be registered, and once one waits for that, no request
 * of any family is served. So never wait here for anything that a user can delay.
 */
#ifndef GPCD_NETLINK_H
#define GPCD_NETLINK_H

#include <linux/gpcd_netlink.h>
#include <net/genetlink.h>

#include "core/core.h"

/* Shared by all commands (talk.c) */

/* The family; family.c has its commands. */
extern struct genl_family gpcd_netlink_family;

/* Return an attribute of the request that a dump answers, or NULL if it has none. */
struct nlattr *gpcd_netlink_attr(struct netlink_callback *cb, unsigned int type);

/*
 * Begin a message of a dump. Return its header, for gpcd_netlink_end(), or NULL if there is no
 * room.
 */
void *gpcd_netlink_begin(struct sk_buff *skb, struct netlink_callback *cb, u8 cmd);

/* End a message of a dump, or take it back if @ret is an error. Return @ret. */
int gpcd_netlink_end(struct sk_buff *skb, void *head, int ret);

/*
 * Send a message to the listeners of all network namespaces. @fill adds the attributes to the
 * message and gets @what; it returns 0 or -EMSGSIZE. May sleep.
 */
void gpcd_netlink_send(u8 cmd, int (*fill)(struct sk_buff *skb, const void *what),
		       const void *what);

/*
 * Return the result of a @dumpit: @ret is 0 if all is listed, else why the last message is not in
 * the buffer.
 */
static inline int gpcd_netlink_done(const struct sk_buff *skb, int ret)
{
	return skb->len ? (int)skb->len : ret;
}

#endif /* GPCD_NETLINK_H */
