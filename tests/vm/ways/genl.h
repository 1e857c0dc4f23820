/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Requests to the generic netlink family by bare system calls, for programs without libnl: what
 * fails or is hostile is then a call of ours, and no other.
 */
#ifndef GENL_H
#define GENL_H

#include <errno.h>
#include <linux/genetlink.h>
#include <linux/gpcd_netlink.h>
#include <linux/netlink.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>

/**
 * struct message - the beginning of a request or a reply, whose attributes follow
 * @head: of netlink
 * @generic: of generic netlink
 */
struct message {
	struct nlmsghdr head;
	struct genlmsghdr generic;
};

/** attribute_u16() - the 16 bits of an attribute; 0: there is none of this type */
static inline int attribute_u16(const char *at, const char *end, int type)
{
	const struct nlattr *attr = (const void *)at;

	for (; at + sizeof(*attr) <= end && attr->nla_len >= sizeof(*attr);
	     at += NLA_ALIGN(attr->nla_len), attr = (const void *)at) {
		if (attr->nla_type == type)
			return *(const uint16_t *)(attr + 1);
	}
	return 0;
}

/** family_ask() - the number that the family has today, through a fresh socket; 0: none */
static inline int family_ask(int fd)
{
	struct {
		struct message message;
		struct nlattr attr;
		char name[8];
	} ask = {
		.message.head = { .nlmsg_len = sizeof(ask), .nlmsg_type = GENL_ID_CTRL,
				  .nlmsg_flags = NLM_F_REQUEST },
		.message.generic = { .cmd = CTRL_CMD_GETFAMILY, .version = 2 },
		.attr = { sizeof(ask.attr) + sizeof(GPCD_GENL_NAME), CTRL_ATTR_FAMILY_NAME },
		.name = GPCD_GENL_NAME,
	};
	static char reply[8192];
	ssize_t length;

	if (send(fd, &ask, sizeof(ask), 0) < 0)
		return 0;
	length = recv(fd, reply, sizeof(reply), 0);
	if (length < (ssize_t)sizeof(struct message))
		return 0;
	return attribute_u16(reply + sizeof(struct message), reply + length, CTRL_ATTR_FAMILY_ID);
}

/** reply_end() - what the last message says: a negative errno, 0, or 1: there is more to come */
static inline long reply_end(const char *at, long length)
{
	const struct nlmsghdr *head = (const void *)at;
	const char *end = at + length;

	for (; at + sizeof(*head) <= end && head->nlmsg_len >= sizeof(*head);
	     at += NLMSG_ALIGN(head->nlmsg_len), head = (const void *)at) {
		if (head->nlmsg_type == NLMSG_ERROR || head->nlmsg_type == NLMSG_DONE)
			return *(const int *)NLMSG_DATA(head);
	}
	return 1;
}

/**
 * struct request - for a dump: of what an open descriptor stands for, or of all there is
 * @message: the command
 * @attr: says what @descriptor is
 * @descriptor: the descriptor
 */
struct request {
	struct message message;
	struct nlattr attr;
	uint32_t descriptor;
};

/** request_of() - ask @family for a dump; @attribute 0: of all there is */
static inline struct request request_of(int family, uint8_t command, int attribute,
					int descriptor)
{
	struct request request = {
		.message.head = { .nlmsg_type = family, .nlmsg_len = sizeof(request.message),
				  .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP },
		.message.generic = { .cmd = command, .version = GPCD_GENL_VERSION },
		.attr = { .nla_len = sizeof(request.attr) + sizeof(request.descriptor),
			  .nla_type = attribute },
		.descriptor = descriptor,
	};

	if (attribute)
		request.message.head.nlmsg_len = sizeof(request);
	return request;
}

/**
 * request_dump() - send a request, and take all that comes
 * @sock: a socket on which nothing is waiting
 * @request: the request
 * @heard: called with each piece of the answer and its length; NULL: nothing is
 *
 * Return: 0, or a negative errno.
 */
static inline long request_dump(int sock, const struct request *request,
				void (*heard)(const char *piece, long length))
{
	char piece[32768];
	long end = 1;
	long got;

	if (send(sock, request, request->message.head.nlmsg_len, 0) < 0)
		return -errno;
	while (end > 0) {
		got = recv(sock, piece, sizeof(piece), MSG_DONTWAIT);
		if (got < 0)
			return -errno;
		end = reply_end(piece, got);
		if (heard)
			heard(piece, got);
	}
	return end;
}

#endif /* GENL_H */
