/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For the tests of the generic netlink family: a socket to it, and a chip.
 */
#ifndef TALK_H
#define TALK_H

#include <linux/gpcd_netlink.h>
#include <linux/netlink.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>

#include "chip.h"

#define NOBODY	65534
#define TEXT	128

/* A socket, and the outcome of the last request. */
static struct talk {
	struct nl_sock *sock;
	int family;	/* number of the family */
	/* called with the attributes of each message, and its command */
	void (*heard)(struct nlattr **attrs, int cmd);
	int messages;	/* how many came */
	int interrupted;	/* how many of them said that the list has changed meanwhile */
	char said[TEXT];	/* why it was refused, in words */
} talk;

static int device;

static inline int talk_message(struct nl_msg *msg, void *arg)
{
	struct nlattr *attrs[32] = { 0 };

	(void)arg;
	ck_assert_int_eq(genlmsg_parse(nlmsg_hdr(msg), 0, attrs, 31, NULL), 0);
	talk.messages++;
	if (talk.heard)
		talk.heard(attrs, genlmsg_hdr(nlmsg_hdr(msg))->cmd);
	return NL_OK;
}

static inline int talk_interrupted(struct nl_msg *msg, void *arg)
{
	(void)msg;
	(void)arg;
	talk.interrupted++;
	return NL_OK;
}

/* The message comes as an attribute after the error; the request is not sent back with it. */
static inline int talk_error(struct sockaddr_nl *from, struct nlmsgerr *error, void *arg)
{
	struct nlmsghdr *head = (struct nlmsghdr *)error - 1;
	struct nlattr *attrs[NLMSGERR_ATTR_MAX + 1] = { 0 };
	int length = head->nlmsg_len - NLMSG_HDRLEN - sizeof(*error);

	(void)from;
	*(int *)arg = error->error;
	if (head->nlmsg_flags & NLM_F_ACK_TLVS)
		nla_parse(attrs, NLMSGERR_ATTR_MAX, (struct nlattr *)(error + 1), length, NULL);
	if (attrs[NLMSGERR_ATTR_MSG])
		snprintf(talk.said, TEXT, "%s", nla_get_string(attrs[NLMSGERR_ATTR_MSG]));
	return NL_STOP;
}

static inline int talk_end(struct nl_msg *msg, void *arg)
{
	(void)msg;
	*(int *)arg = 0;
	return NL_STOP;
}

static inline void talk_open(void)
{
	int on = 1;

	talk.sock = nl_socket_alloc();
	ck_assert_int_eq(genl_connect(talk.sock), 0);
	talk.family = genl_ctrl_resolve(talk.sock, GPCD_GENL_NAME);
	ck_assert_int_gt(talk.family, 0);
	nl_socket_disable_auto_ack(talk.sock);
	setsockopt(nl_socket_get_fd(talk.sock), SOL_NETLINK, NETLINK_EXT_ACK, &on, sizeof(on));
	setsockopt(nl_socket_get_fd(talk.sock), SOL_NETLINK, NETLINK_CAP_ACK, &on, sizeof(on));
}

static inline void talk_close(void)
{
	nl_socket_free(talk.sock);
}

/* Ask, and receive until the answer is whole. Return 0 or a positive errno. */
static inline int ask(int cmd, int flags, const struct nlattr *attr)
{
	struct nl_msg *msg = nlmsg_alloc();
	struct nl_cb *cb = nl_cb_alloc(NL_CB_DEFAULT);
	int error = 1;

	talk.messages = 0;
	talk.interrupted = 0;
	talk.said[0] = '\0';
	genlmsg_put(msg, 0, 0, talk.family, 0, flags | NLM_F_ACK, cmd, GPCD_GENL_VERSION);
	if (attr)
		nlmsg_append(msg, (void *)attr, attr->nla_len, NLA_ALIGNTO);
	ck_assert_int_gt(nl_send_auto(talk.sock, msg), 0);
	nl_cb_set(cb, NL_CB_VALID, NL_CB_CUSTOM, talk_message, NULL);
	nl_cb_set(cb, NL_CB_DUMP_INTR, NL_CB_CUSTOM, talk_interrupted, NULL);
	nl_cb_set(cb, NL_CB_FINISH, NL_CB_CUSTOM, talk_end, &error);
	nl_cb_set(cb, NL_CB_ACK, NL_CB_CUSTOM, talk_end, &error);
	nl_cb_err(cb, NL_CB_CUSTOM, talk_error, &error);
	while (error == 1)
		nl_recvmsgs(talk.sock, cb);
	nl_cb_put(cb);
	nlmsg_free(msg);
	return -error;
}

static inline int ask_number(int cmd, int flags, int type, uint32_t number)
{
	struct {
		struct nlattr head;
		uint32_t number;
	} attr = { { sizeof(attr), type }, number };

	return ask(cmd, flags, &attr.head);
}

static inline void netlink_setup(void)
{
	chip_load();
	device = open_device();
	talk_open();
	talk.heard = NULL;
}

static inline void netlink_teardown(void)
{
	talk_close();
	close(device);
	chip_unload();
}

#endif /* TALK_H */
