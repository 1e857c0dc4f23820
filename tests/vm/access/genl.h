/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Requests to the generic netlink family by bare system calls, for programs without libnl, so that
 * every call that fails or is hostile is our own.
 */
#ifndef GENL_H
#define GENL_H

#include <errno.h>
#include <linux/genetlink.h>
#include <linux/gpcd_netlink.h>
#include <linux/netlink.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

/* The beginning of a request or a reply, followed by attributes. */
struct message {
	struct nlmsghdr head;
	struct genlmsghdr generic;
};

/* Return the first attribute of a type; NULL: there is none. */
static inline const struct nlattr *attribute_of(const char *at, const char *end, int type)
{
	const struct nlattr *attr = (const void *)at;

	for (; at + sizeof(*attr) <= end && attr->nla_len >= sizeof(*attr);
	     at += NLA_ALIGN(attr->nla_len), attr = (const void *)at) {
		if (attr->nla_type == type)
			return attr;
	}
	return NULL;
}

/* Return the 16 bits of an attribute; 0: there is none of this type. */
static inline int attribute_u16(const char *at, const char *end, int type)
{
	const struct nlattr *attr = attribute_of(at, end, type);

	return attr ? *(const uint16_t *)(attr + 1) : 0;
}

/* Return the number of a multicast group if it has this name; 0: it has another. */
static inline uint32_t group_is(const struct nlattr *group, const char *name)
{
	const char *at = (const char *)(group + 1), *end = (const char *)group + group->nla_len;
	const struct nlattr *its = attribute_of(at, end, CTRL_ATTR_MCAST_GRP_NAME);
	const struct nlattr *id = attribute_of(at, end, CTRL_ATTR_MCAST_GRP_ID);

	return its && id && !strcmp((const char *)(its + 1), name) ? *(const uint32_t *)(id + 1) :
								     0;
}

/* Return the number of the multicast group of this name; 0: none has it. */
static inline uint32_t group_of(const struct nlattr *groups, const char *name)
{
	const char *at = (const char *)(groups + 1), *end = (const char *)groups + groups->nla_len;
	const struct nlattr *group = (const void *)at;
	uint32_t id = 0;

	for (; !id && at + sizeof(*group) <= end && group->nla_len >= sizeof(*group);
	     at += NLA_ALIGN(group->nla_len), group = (const void *)at)
		id = group_is(group, name);
	return id;
}

/* Ask the kernel about the family, through a fresh socket; return the bytes of its reply. */
static inline ssize_t family_describe(int fd, char *reply, size_t size)
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

	return send(fd, &ask, sizeof(ask), 0) < 0 ? -1 : recv(fd, reply, size, 0);
}

/* Return the family's current number, through a fresh socket; 0: none. */
static inline int family_ask(int fd)
{
	char reply[8192];
	ssize_t length = family_describe(fd, reply, sizeof(reply));

	if (length < (ssize_t)sizeof(struct message))
		return 0;
	return attribute_u16(reply + sizeof(struct message), reply + length, CTRL_ATTR_FAMILY_ID);
}

/* Return the current number of a multicast group of the family; 0: none. */
static inline uint32_t group_ask(const char *name)
{
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC);
	char reply[8192];
	ssize_t length = family_describe(fd, reply, sizeof(reply));
	const struct nlattr *groups = NULL;

	if (length >= (ssize_t)sizeof(struct message))
		groups = attribute_of(reply + sizeof(struct message), reply + length,
				      CTRL_ATTR_MCAST_GROUPS);
	close(fd);
	return groups ? group_of(groups, name) : 0;
}

/* Open a socket for group_join(); -1: there is none. */
static inline int listener_open(void)
{
	const struct sockaddr_nl any = { .nl_family = AF_NETLINK };
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC);

	/* Without an address of its own it would be taken for the kernel, and receive nothing. */
	if (!bind(fd, (const struct sockaddr *)&any, sizeof(any)))
		return fd;
	close(fd);
	return -1;
}

/* Subscribe to a multicast group; 0 or a negative errno. */
static inline int group_join(int fd, const char *name)
{
	uint32_t group = group_ask(name);

	if (!group)
		return -ENOENT;
	return setsockopt(fd, SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, &group, sizeof(group)) ?
	       -errno : 0;
}

/* Return what the last message says: a negative errno, 0, or 1: there is more to come. */
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

/* A request for a dump: of an open descriptor's object, or of everything. */
struct request {
	struct message message;
	struct nlattr attr;	/* type of @descriptor */
	uint32_t descriptor;
};

/* Ask @family for a dump; @attribute 0: of everything. */
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

/*
 * Send a request and receive the whole answer; @heard (or NULL) gets each piece of it. Nothing may
 * be waiting on the socket. Return 0 or a negative errno.
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
