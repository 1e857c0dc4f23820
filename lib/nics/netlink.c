// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "netlink.h"
#include "nic.h"

/* Bytes of the longest message that the kernel puts together for a reader who has room for it. */
#define MESSAGE_MOST	32768

/* A socket, and room for replies, so that none is allocated for them. */
struct nic_netlink {
	struct nl_sock *socket;
	bool done;	/* the last message of a reply has come */
	bool interrupted;	/* what it lists has changed meanwhile */
	union {
		struct nlmsghdr first;
		char bytes[MESSAGE_MOST];
	} room;
};

static int netlink_set_up(struct nl_sock *socket, int protocol)
{
	int err;

	nl_socket_disable_auto_ack(socket);
	errno = 0;
	err = nl_connect(socket, protocol);
	return !err ? 0 : errno ? -errno : -ENOMEM;
}

int nic_netlink_open(struct nic_netlink **result, int protocol)
{
	struct nic_netlink *netlink;
	int err = -ENOMEM;

	if (secure_getenv(NIC_ROOT_ENV))
		return -EPROTONOSUPPORT;
	netlink = calloc(1, sizeof(*netlink));
	if (!netlink)
		return err;
	netlink->socket = nl_socket_alloc();
	if (netlink->socket)
		err = netlink_set_up(netlink->socket, protocol);
	if (err)
		nic_netlink_close(netlink);
	else
		*result = netlink;
	return err;
}

void nic_netlink_close(struct nic_netlink *netlink)
{
	if (!netlink)
		return;
	nl_socket_free(netlink->socket);
	free(netlink);
}

int nic_netlink_fd(const struct nic_netlink *netlink)
{
	return nl_socket_get_fd(netlink->socket);
}

static int netlink_skip(void *data, struct nlmsghdr *reply)
{
	(void)data;
	(void)reply;
	return 0;
}

/* Take a message of a reply. Both its end and an error begin with the kernel's error number. */
static int netlink_take(struct nic_netlink *netlink, struct nlmsghdr *head,
			nic_netlink_reply *reply, void *data)
{
	bool ends = head->nlmsg_type == NLMSG_DONE || head->nlmsg_type == NLMSG_ERROR;

	netlink->interrupted |= head->nlmsg_flags & NLM_F_DUMP_INTR;
	netlink->done = ends || !(head->nlmsg_flags & NLM_F_MULTI);
	if (!ends)
		return reply(data, head);
	return nlmsg_datalen(head) < (int)sizeof(int) ? 0 : *(int *)nlmsg_data(head);
}

/*
 * Receive what the kernel has sent: nothing means that it never will. Return the number of bytes or
 * a negative errno.
 */
static int netlink_receive(struct nic_netlink *netlink)
{
	ssize_t bytes;

	do
		bytes = recv(nic_netlink_fd(netlink), netlink->room.bytes, MESSAGE_MOST,
			     MSG_DONTWAIT | MSG_TRUNC);
	while (bytes < 0 && errno == EINTR);
	if (bytes < 0)
		return errno == EAGAIN ? -EIO : -errno;
	return bytes > MESSAGE_MOST ? -EPROTO : bytes;
}

/* Take all messages that came together; after an error only their end matters. */
static int netlink_take_all(struct nic_netlink *netlink, uint32_t number, int bytes,
			    nic_netlink_reply *reply, void *data)
{
	struct nlmsghdr *head = &netlink->room.first;
	int err = 0, next;

	for (; nlmsg_ok(head, bytes); head = nlmsg_next(head, &bytes)) {
		/* An earlier reply that nobody received. */
		if (head->nlmsg_seq != number)
			continue;
		next = netlink_take(netlink, head, err ? netlink_skip : reply, data);
		err = err ? err : next;
	}
	return err;
}

int nic_netlink_ask(struct nic_netlink *netlink, struct nl_msg *request,
		    nic_netlink_reply *reply, void *data)
{
	struct nlmsghdr *head = nlmsg_hdr(request);
	int err = 0, bytes, next;

	head->nlmsg_seq = NL_AUTO_SEQ;
	head->nlmsg_pid = NL_AUTO_PORT;
	nl_complete_msg(netlink->socket, request);
	netlink->done = false;
	netlink->interrupted = false;
	if (send(nic_netlink_fd(netlink), head, head->nlmsg_len, 0) < 0)
		return -errno;
	while (!netlink->done) {
		bytes = netlink_receive(netlink);
		if (bytes < 0)
			return bytes;
		next = netlink_take_all(netlink, head->nlmsg_seq, bytes,
					err ? netlink_skip : reply, data);
		err = err ? err : next;
	}
	return err ? err : netlink->interrupted ? -EAGAIN : 0;
}
