// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <linux/genetlink.h>
#include <linux/gpcd.h>
#include <netlink/genl/genl.h>
#include <stdlib.h>

#include "nics/clock.h"
#include "ethtool.h"

/* --- the family --- */

static int family_take(void *data, struct nlmsghdr *reply)
{
	struct nlattr *number = nlmsg_find_attr(reply, GENL_HDRLEN, CTRL_ATTR_FAMILY_ID);

	if (!nic_netlink_has(number, sizeof(uint16_t)))
		return -EPROTO;
	*(int *)data = nla_get_u16(number);
	return 0;
}

static int family_find(struct net *net)
{
	struct nl_msg *request = nlmsg_alloc();
	int err = -ENOMEM;

	if (request && genlmsg_put(request, 0, 0, GENL_ID_CTRL, 0, 0, CTRL_CMD_GETFAMILY, 1) &&
	    !nla_put_string(request, CTRL_ATTR_FAMILY_NAME, ETHTOOL_GENL_NAME))
		err = nic_netlink_ask(net->generic, request, family_take, &net->ethtool);
	nlmsg_free(request);
	return err;
}

int net_ethtool_open(struct net *net)
{
	int err = nic_netlink_open(&net->generic, NETLINK_GENERIC);

	if (err)
		return err;
	err = family_find(net);
	if (err) {
		nic_netlink_close(net->generic);
		net->generic = NULL;
	}
	return err;
}

/* --- requests --- */

static int header_put(struct nl_msg *bytes, const struct net *net,
		      const struct net_request *request)
{
	struct nlattr *header = nla_nest_start(bytes, request->header);

	if (!header || nla_put_u32(bytes, ETHTOOL_A_HEADER_DEV_INDEX, net->index) ||
	    nla_put_u32(bytes, ETHTOOL_A_HEADER_FLAGS, request->flags))
		return -ENOMEM;
	nla_nest_end(bytes, header);
	return request->add && request->add(bytes) ? -ENOMEM : 0;
}

struct nl_msg *net_ethtool_message(const struct net *net, const struct net_request *request)
{
	struct nl_msg *bytes = nlmsg_alloc();

	if (bytes && genlmsg_put(bytes, 0, 0, net->ethtool, 0, 0, request->command,
				 ETHTOOL_GENL_VERSION) &&
	    !header_put(bytes, net, request))
		return bytes;
	nlmsg_free(bytes);
	return NULL;
}

/* --- replies --- */

static int message_take(void *data, struct nlmsghdr *reply)
{
	struct net_message *message = data;

	if (!genlmsg_valid_hdr(reply, 0))
		return -EPROTO;
	return message->request->parse(message, reply);
}

int net_message_open(struct net_message **result, const struct net *net,
		     const struct net_request *request)
{
	struct net_message *message;
	int err = -ENOMEM;

	if (!net->generic)
		return -EOPNOTSUPP;
	message = calloc(1, sizeof(*message));
	if (!message)
		return err;
	message->request = request;
	message->bytes = net_ethtool_message(net, request);
	if (message->bytes)
		err = nic_netlink_ask(net->generic, message->bytes, message_take, message);
	if (err)
		net_message_close(message);
	else
		*result = message;
	return err;
}

static int key_add(struct net_message *message, const struct net_key *key)
{
	struct net_key *keys = reallocarray(message->keys, message->count + 1, sizeof(*keys));

	if (!keys)
		return -ENOMEM;
	message->keys = keys;
	keys[message->count++] = *key;
	return 0;
}

static bool key_same(const struct net_key *one, const struct net_key *other)
{
	return one->attribute == other->attribute && one->set == other->set &&
	       one->id == other->id && one->most == other->most;
}

int net_message_value(struct net_message *message, const struct net_key *key, uint64_t value)
{
	unsigned int i = message->filled;

	if (!message->values)
		return key_add(message, key);
	if (i == message->count || !key_same(key, &message->keys[i]))
		return -ESTALE;
	message->values->values[i] = value;
	message->values->statuses[i] = GPCD_STATUS_OK;
	message->filled++;
	return 0;
}

int net_message_read(const struct net *net, void *way, const struct nic_values *values)
{
	struct net_message *message = way;
	uint64_t now;
	int err;

	message->values = values;
	message->filled = 0;
	err = nic_netlink_ask(net->generic, message->bytes, message_take, message);
	now = nic_clock_ns(CLOCK_MONOTONIC);
	for (unsigned int i = 0; i < message->filled; i++)
		values->ns[i] = now;
	return err ? err : message->filled < message->count ? -ESTALE : 0;
}

void net_message_close(void *way)
{
	struct net_message *message = way;

	if (!message)
		return;
	nlmsg_free(message->bytes);
	free(message->keys);
	free(message);
}
