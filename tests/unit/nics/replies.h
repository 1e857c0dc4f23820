/* SPDX-License-Identifier: GPL-2.0-only */
/* A kernel that answers netlink as a test says: with attributes, or with an error. */
#ifndef NICS_REPLIES_H
#define NICS_REPLIES_H

#include <errno.h>
#include <linux/genetlink.h>
#include <linux/rtnetlink.h>
#include <netlink/attr.h>
#include <string.h>

#include "mark.h"
#include "nics/netlink.h"

/* What the kernel's family "ethtool" is called here. */
#define ETHTOOL_FAMILY	0x77

/* A request: its type, or in a family of generic netlink the family and the command. */
#define GENERIC(family, command)	((family) << 8 | (command))
#define FIND_FAMILY	GENERIC(GENL_ID_CTRL, CTRL_CMD_GETFAMILY)
#define ETHTOOL(command)	GENERIC(ETHTOOL_FAMILY, command)

#define REPLIES_MOST	16

/* What the kernel replies to a request: @err, or a message that @fill completes. */
struct reply {
	int request;
	int err;
	void (*fill)(struct nl_msg *message);
};

static struct reply replies[REPLIES_MOST];
static unsigned int reply_count;

/* Requests, and the protocol of which no socket can be made, for a reason. */
static unsigned int asked;
static int missing_protocol, missing_error;

static inline void replies_begin(void)
{
	reply_count = 0;
	asked = 0;
	missing_protocol = -1;
	missing_error = -EPROTONOSUPPORT;
}

/* From now on the kernel replies to a request in this way. */
static inline void reply_to(int request, int err, void (*fill)(struct nl_msg *message))
{
	unsigned int i = 0;

	while (i < reply_count && replies[i].request != request)
		i++;
	ck_assert_uint_lt(i, REPLIES_MOST);
	replies[i] = (struct reply){ .request = request, .err = err, .fill = fill };
	reply_count += i == reply_count;
}

int __wrap_nic_netlink_open(struct nic_netlink **netlink, int protocol);
void __wrap_nic_netlink_close(struct nic_netlink *netlink);
int __wrap_nic_netlink_fd(const struct nic_netlink *netlink);
int __wrap_nic_netlink_ask(struct nic_netlink *netlink, struct nl_msg *request,
			   nic_netlink_reply *reply, void *data);

/* An open socket is nothing but its protocol. */
int __wrap_nic_netlink_open(struct nic_netlink **netlink, int protocol)
{
	if (protocol == missing_protocol)
		return missing_error;
	*netlink = malloc(sizeof(int));
	ck_assert_ptr_nonnull(*netlink);
	*(int *)*netlink = protocol;
	return 0;
}

void __wrap_nic_netlink_close(struct nic_netlink *netlink)
{
	free(netlink);
}

int __wrap_nic_netlink_fd(const struct nic_netlink *netlink)
{
	ck_assert_ptr_nonnull(netlink);
	return 99;
}

static inline int request_of(const struct nic_netlink *netlink, struct nl_msg *request)
{
	struct nlmsghdr *head = nlmsg_hdr(request);
	struct genlmsghdr *generic = nlmsg_data(head);

	return *(const int *)netlink == NETLINK_GENERIC ?
		GENERIC(head->nlmsg_type, generic->cmd) : head->nlmsg_type;
}

int __wrap_nic_netlink_ask(struct nic_netlink *netlink, struct nl_msg *request,
			   nic_netlink_reply *reply, void *data)
{
	int number = request_of(netlink, request), err;
	struct nl_msg *message;
	unsigned int i = 0;

	asked++;
	while (i < reply_count && replies[i].request != number)
		i++;
	if (i == reply_count)
		return -EOPNOTSUPP;
	if (replies[i].err)
		return replies[i].err;
	message = nlmsg_alloc();
	ck_assert_ptr_nonnull(nlmsg_put(message, 0, 0, nlmsg_hdr(request)->nlmsg_type, 0, 0));
	replies[i].fill(message);
	err = reply(data, nlmsg_hdr(message));
	nlmsg_free(message);
	return err;
}

/* --- parts of messages --- */

/* Append the header that messages of a kind have before their attributes. */
static inline void put_head(struct nl_msg *message, int type, const void *head, size_t bytes)
{
	nlmsg_hdr(message)->nlmsg_type = type;
	ck_assert_int_eq(nlmsg_append(message, (void *)head, bytes, NLMSG_ALIGNTO), 0);
}

static inline void put_u32(struct nl_msg *message, int attribute, uint32_t value)
{
	ck_assert_int_eq(nla_put_u32(message, attribute, value), 0);
}

static inline void put_u64(struct nl_msg *message, int attribute, uint64_t value)
{
	ck_assert_int_eq(nla_put_u64(message, attribute, value), 0);
}

static inline void put_text(struct nl_msg *message, int attribute, const char *text)
{
	ck_assert_int_eq(nla_put_string(message, attribute, text), 0);
}

static inline struct nlattr *put_nest(struct nl_msg *message, int attribute)
{
	struct nlattr *nest = nla_nest_start(message, attribute);

	ck_assert_ptr_nonnull(nest);
	return nest;
}

#endif /* NICS_REPLIES_H */
