/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Requests to the kernel by netlink. The kernel replies while the request is being sent, so no
 * function waits. A reply is not acknowledged: one message goes, one comes.
 */
#ifndef NICS_NETLINK_H
#define NICS_NETLINK_H

#include <linux/netlink.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>
#include <stdint.h>

struct nic_netlink;

/*
 * Open a socket of a protocol, such as NETLINK_ROUTE. Return 0; -EPROTONOSUPPORT if the kernel does
 * not have the protocol, or if a folder stands for / (NIC_ROOT_ENV), because the kernel knows only
 * the interfaces of this machine; or a negative errno.
 */
int nic_netlink_open(struct nic_netlink **netlink, int protocol);

/* Close the socket, which may be NULL. */
void nic_netlink_close(struct nic_netlink *netlink);

/* Return the descriptor of the socket, which also takes ioctls of network interfaces. */
int nic_netlink_fd(const struct nic_netlink *netlink);

/*
 * Called for each message of a reply, with NLM_F_DUMP in the request possibly many. Any other
 * return value than 0 is what nic_netlink_ask() returns; then it is not called again.
 */
typedef int nic_netlink_reply(void *data, struct nlmsghdr *reply);

/*
 * Send a request and receive its reply. A request may be sent again and again. Return 0, what
 * @reply returned, the kernel's negative errno, or -EAGAIN if a dump changed meanwhile.
 */
int nic_netlink_ask(struct nic_netlink *netlink, struct nl_msg *request,
		    nic_netlink_reply *reply, void *data);

/* Return whether an attribute is there and has at least @bytes of data. */
static inline int nic_netlink_has(const struct nlattr *attr, int bytes)
{
	return attr && nla_len(attr) >= bytes;
}

#endif /* NICS_NETLINK_H */
