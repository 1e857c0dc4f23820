// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests to the generic netlink family: valid and invalid commands, flags and attributes, with
 * descriptors of all kinds.
 */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "grammar.h"
#include "vm/access/genl.h"

#define REPLIES_AT	1024	/* in the turn's text; the request is before it */
#define REPLIES_MAX	64	/* of one request; each has many registers */

/* --- what the family is called today, by the player ------------------------ */

/* The module stays while the player plays. */
static int family(void)
{
	static int number;
	int fd;

	if (number)
		return number;
	fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC);
	number = family_ask(fd);
	close(fd);
	return number;
}

/* --- a request -------------------------------------------------------------- */

/* Mostly a descriptor, because requests are about descriptors. */
static size_t attribute_make(struct turn *turn, char *at)
{
	struct nlattr *attr = (void *)at;
	uint8_t decision = bytes_take(&turn->bytes);
	uint64_t value = decision & 0x80 ? number_junk(decision, turn->fd) : (uint64_t)turn->fd;

	attr->nla_type = decision >> 4 & 7;
	attr->nla_len = sizeof(*attr) + (decision % 16 == 15 ? 8 : decision % 16 == 14 ? 2 : 4);
	memcpy(attr + 1, &value, sizeof(value));
	return NLA_ALIGN(attr->nla_len);
}

static void request_make(struct turn *turn)
{
	static const uint16_t flags[] = {
		NLM_F_DUMP, NLM_F_DUMP, NLM_F_ACK, 0, NLM_F_DUMP | NLM_F_ACK,
	};
	struct message *message = (void *)turn->text;
	unsigned int attributes;
	size_t length = sizeof(*message);

	handle_choose(turn, THING_DEVICE | THING_GROUP);
	memset(turn->text, 0, REPLIES_AT);
	message->generic.cmd = bytes_pick(&turn->bytes, GPCD_CMD_MAX + 3);
	message->generic.version = GPCD_GENL_VERSION;
	message->head.nlmsg_type = family();
	message->head.nlmsg_flags = flags[bytes_pick(&turn->bytes, ARRAY_SIZE(flags))];
	message->head.nlmsg_flags |= NLM_F_REQUEST;
	attributes = bytes_pick(&turn->bytes, 4);
	while (attributes--)
		length += attribute_make(turn, turn->text + length);
	message->head.nlmsg_len = length;
}

/* Uses bare system calls only. A request that asks for no answer may get none. */
static long act_request(struct turn *turn)
{
	const uint64_t opening[6] = { AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC };
	struct message *message = (void *)turn->text;
	char *replies = turn->text + REPLIES_AT;
	long fd = system_call(SYS_socket, opening, false);
	uint64_t sending[6] = { fd, (uintptr_t)message, message->head.nlmsg_len };
	uint64_t receiving[6] = { fd, (uintptr_t)replies, TEXT_MAX - REPLIES_AT, MSG_DONTWAIT };
	uint64_t closing[6] = { fd };
	long ret, got;

	if (fd < 0)
		return fd;
	ret = system_call(SYS_sendto, sending, false);
	for (int i = 0; i < REPLIES_MAX && ret > 0; i++) {
		got = system_call(SYS_recvfrom, receiving, false);
		if (got <= 0)
			break;
		ret = reply_end(replies, got);
	}
	system_call(SYS_close, closing, false);
	return ret;
}

static void netlink_make(struct turn *turn)
{
	request_make(turn);
	turn->act = act_request;
}

const struct call grammar_netlink[] = {
	{
		.name = "netlink",
		.make = netlink_make,
		.errors = { EINVAL, EBADF, EPERM, ENODEV, EOPNOTSUPP, ERANGE, EMSGSIZE, EMFILE,
			    ENOBUFS, EFAULT, EAGAIN },
	}, { }
};
