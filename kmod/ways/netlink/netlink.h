/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of the generic netlink family share. Each dump is two callbacks of
 * struct genl_ops: @start looks at the request, in the caller's context; @dumpit fills one
 * buffer.
 *
 * While one of them runs, no family can be registered, and once one waits for that, no request
 * of any family is served. So never wait here for what a user can delay.
 */
#ifndef GPCD_NETLINK_H
#define GPCD_NETLINK_H

#include <linux/gpcd_netlink.h>
#include <net/genetlink.h>

#include "core/core.h"

/* What all of them share (talk.c) */

/* The multicast groups, in the family's order */
enum { GPCD_NETLINK_DEVICES, GPCD_NETLINK_ALARMS };

/** gpcd_netlink_family - the family; its commands are in family.c */
extern struct genl_family gpcd_netlink_family;

/**
 * gpcd_netlink_attr() - find an attribute of the request that a dump answers
 * @cb: the dump
 * @type: the attribute
 *
 * Return: the attribute; NULL: the request has none.
 */
struct nlattr *gpcd_netlink_attr(struct netlink_callback *cb, unsigned int type);

/** gpcd_netlink_file() - find the open file whose descriptor attribute @type is; for fput() */
struct file *gpcd_netlink_file(struct netlink_callback *cb, unsigned int type);

/**
 * gpcd_netlink_begin() - begin a message of a dump
 * @skb: the buffer
 * @cb: the dump
 * @cmd: an &enum gpcd_cmd
 *
 * Return: the message's header, for genlmsg_end() or genlmsg_cancel(); NULL: no room.
 */
void *gpcd_netlink_begin(struct sk_buff *skb, struct netlink_callback *cb, u8 cmd);

/**
 * gpcd_netlink_end() - end a message of a dump, or take it back
 * @skb: the buffer
 * @head: what gpcd_netlink_begin() has returned
 * @ret: 0: it is whole; else why it is not
 *
 * Return: @ret.
 */
int gpcd_netlink_end(struct sk_buff *skb, void *head, int ret);

/**
 * gpcd_netlink_send() - send a message to all who listen; may sleep
 * @only: cookie of the one network namespace whose listeners get it; NULL: those of every one
 * @group: a GPCD_NETLINK_*
 * @cmd: an &enum gpcd_cmd
 * @fill: adds the attributes; returns 0, -EMSGSIZE
 * @what: handed to @fill
 */
void gpcd_netlink_send(const u64 *only, unsigned int group, u8 cmd,
		       int (*fill)(struct sk_buff *skb, const void *what), const void *what);

/**
 * gpcd_netlink_done() - what a @dumpit returns
 * @skb: the buffer
 * @ret: 0: there is nothing more; else why the last message is not in the buffer
 */
static inline int gpcd_netlink_done(const struct sk_buff *skb, int ret)
{
	return skb->len ? (int)skb->len : ret;
}

/* What a request may have; each is checked strictly. */
extern const struct nla_policy gpcd_netlink_dev_policy[];
extern const struct nla_policy gpcd_netlink_reg_policy[];
extern const struct nla_policy gpcd_netlink_perms_policy[];
extern const struct nla_policy gpcd_netlink_alarm_policy[];

/* Devices (dev.c) */

/** gpcd_netlink_dev() - serve a request for one device */
int gpcd_netlink_dev(struct sk_buff *skb, struct genl_info *info);

/** gpcd_netlink_dev_start() - begin to list all devices */
int gpcd_netlink_dev_start(struct netlink_callback *cb);

/** gpcd_netlink_dev_dump() - list devices */
int gpcd_netlink_dev_dump(struct sk_buff *skb, struct netlink_callback *cb);

/* Registers (reg.c) */

/** gpcd_netlink_reg_start() - begin to list the registers of an open device */
int gpcd_netlink_reg_start(struct netlink_callback *cb);

/** gpcd_netlink_reg_dump() - list registers */
int gpcd_netlink_reg_dump(struct sk_buff *skb, struct netlink_callback *cb);

/* The permission table (perms.c) */

/** gpcd_netlink_perms_start() - begin to list the permission table, if the caller may */
int gpcd_netlink_perms_start(struct netlink_callback *cb);

/** gpcd_netlink_perms_dump() - list entries */
int gpcd_netlink_perms_dump(struct sk_buff *skb, struct netlink_callback *cb);

/* Alarms (alarm.c) */

/** gpcd_netlink_alarm_dump() - list alarms */
int gpcd_netlink_alarm_dump(struct sk_buff *skb, struct netlink_callback *cb);

#endif /* GPCD_NETLINK_H */
