// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "netlink.h"
#include "nic.h"

/* Bytes of the longest message that the kernel puts together for a reader who has room for it. */
#define MESSAGE_MOST	32768

struct nic_netlink {
	struct nl_sock *socket;
	uint32_t number;	/* of the request that is being answered */
	nic_netlink_reply *reply;
	void *data;	/* for reply */
	int err;	/* of the reply */
	bool done;	/* its last message has come */
};

/* A reply that comes too late for its request is not that of the next. */
static int netlink_check(struct nl_msg *message, void *data)
{
	const struct nic_netlink *netlink = data;

	return nlmsg_hdr(message)->nlmsg_seq == netlink->number ? NL_OK : NL_SKIP;
}

static int netlink_reply(struct nl_msg *message, void *data)
{
	struct nic_netlink *netlink = data;
	struct nlmsghdr *head = nlmsg_hdr(message);

	if (!netlink->err)
		netlink->err = netlink->reply(netlink->data, head);
	if (!(head->nlmsg_flags & NLM_F_MULTI))
		netlink->done = true;
	return NL_OK;
}

/* The last message of a dump has the error that ended it. */
static int netlink_end(struct nl_msg *message, void *data)
{
	struct nic_netlink *netlink = data;
	struct nlmsghdr *head = nlmsg_hdr(message);

	if (!netlink->err && nlmsg_datalen(head) >= (int)sizeof(int))
		netlink->err = *(int *)nlmsg_data(head);
	netlink->done = true;
	return NL_OK;
}

/* The kernel's own error: libnl has one code for EMSGSIZE and many others. */
static int netlink_error(struct sockaddr_nl *from, struct nlmsgerr *error, void *data)
{
	struct nic_netlink *netlink = data;

	(void)from;
	if (!netlink->err)
		netlink->err = error->error;
	netlink->done = true;
	return NL_STOP;
}

static int netlink_set_up(struct nic_netlink *netlink, int protocol)
{
	struct nl_sock *socket = netlink->socket;
	int err;

	nl_socket_modify_cb(socket, NL_CB_SEQ_CHECK, NL_CB_CUSTOM, netlink_check, netlink);
	nl_socket_modify_cb(socket, NL_CB_VALID, NL_CB_CUSTOM, netlink_reply, netlink);
	nl_socket_modify_cb(socket, NL_CB_FINISH, NL_CB_CUSTOM, netlink_end, netlink);
	nl_socket_modify_err_cb(socket, NL_CB_CUSTOM, netlink_error, netlink);
	nl_socket_disable_auto_ack(socket);
	nl_socket_disable_msg_peek(socket);
	errno = 0;
	err = nl_connect(socket, protocol);
	if (!err)
		err = nl_socket_set_msg_buf_size(socket, MESSAGE_MOST);
	if (!err)
		err = nl_socket_set_nonblocking(socket);
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
		err = netlink_set_up(netlink, protocol);
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

/* The kernel has replied already: nothing to netlink_receive means that it never will. */
static int netlink_receive(struct nic_netlink *netlink)
{
	int err;

	while (!netlink->done) {
		errno = 0;
		err = nl_recvmsgs_default(netlink->socket);
		if (err == -NLE_DUMP_INTR)
			return -EAGAIN;
		if (err < 0 && !netlink->done)
			return errno && errno != EAGAIN ? -errno : -EIO;
	}
	return netlink->err;
}

int nic_netlink_ask(struct nic_netlink *netlink, struct nl_msg *request,
		    nic_netlink_reply *reply, void *data)
{
	struct nlmsghdr *head = nlmsg_hdr(request);
	int err;

	head->nlmsg_seq = NL_AUTO_SEQ;
	head->nlmsg_pid = NL_AUTO_PORT;
	netlink->reply = reply;
	netlink->data = data;
	netlink->err = 0;
	netlink->done = false;
	nl_complete_msg(netlink->socket, request);
	netlink->number = head->nlmsg_seq;
	errno = 0;
	err = nl_send(netlink->socket, request);
	if (err < 0)
		return errno ? -errno : -ENOMEM;
	return netlink_receive(netlink);
}
