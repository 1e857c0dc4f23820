// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Counters that ethtool has defined for all drivers, in groups: of the Ethernet PHY, the MAC, its
 * control frames, and RMON (RFC 2819), which also has histograms of sizes.
 */
#include <errno.h>
#include <linux/ethtool.h>
#include <netlink/genl/genl.h>
#include <stdio.h>
#include <string.h>

#include "nics/items.h"
#include "ethtool.h"

/* A group by its set of strings, which names its counters. */
static const struct group {
	uint16_t set;
	uint8_t bit;	/* of requests */
	const char *family;
} groups[] = {
	{ ETH_SS_STATS_ETH_PHY, ETHTOOL_STATS_ETH_PHY, "eth-phy" },
	{ ETH_SS_STATS_ETH_MAC, ETHTOOL_STATS_ETH_MAC, "eth-mac" },
	{ ETH_SS_STATS_ETH_CTRL, ETHTOOL_STATS_ETH_CTRL, "eth-ctrl" },
	{ ETH_SS_STATS_RMON, ETHTOOL_STATS_RMON, "rmon" },
};

#define GROUPS	(sizeof(groups) / sizeof(*groups))

/* Return the index of a group, or GROUPS. */
static size_t net_group_of(unsigned int set)
{
	size_t i = 0;

	while (i < GROUPS && groups[i].set != set)
		i++;
	return i;
}

/* --- values --- */

/* The type of the attribute within is the counter's number, from 0. */
static int group_parse_one(struct net_message *message, struct net_key *key, struct nlattr *nest)
{
	struct nlattr *attribute;
	int err = 0, left;

	nla_for_each_nested(attribute, nest, left) {
		key->id = nla_type(attribute);
		if (!nic_netlink_has(attribute, sizeof(uint64_t)))
			continue;
		err = net_message_value(message, key, nla_get_u64(attribute));
		if (err)
			break;
	}
	return err;
}

static int group_parse_class(struct net_message *message, struct net_key *key, struct nlattr *nest)
{
	struct nlattr *attribute, *value = NULL;
	int left;

	key->id = 0;
	key->most = 0;
	nla_for_each_nested(attribute, nest, left) {
		if (nla_type(attribute) == ETHTOOL_A_STATS_GRP_HIST_VAL)
			value = attribute;
		else if (!nic_netlink_has(attribute, sizeof(uint32_t)))
			continue;
		else if (nla_type(attribute) == ETHTOOL_A_STATS_GRP_HIST_BKT_LOW)
			key->id = nla_get_u32(attribute);
		else if (nla_type(attribute) == ETHTOOL_A_STATS_GRP_HIST_BKT_HI)
			key->most = nla_get_u32(attribute);
	}
	if (!nic_netlink_has(value, sizeof(uint64_t)))
		return 0;
	return net_message_value(message, key, nla_get_u64(value));
}

static int net_group_parse(struct net_message *message, struct nlattr *nest)
{
	struct nlattr *set = nla_find(nla_data(nest), nla_len(nest), ETHTOOL_A_STATS_GRP_SS_ID);
	struct nlattr *attribute;
	struct net_key key = {};
	int err = 0, left;

	if (!nic_netlink_has(set, sizeof(uint32_t)) || net_group_of(nla_get_u32(set)) == GROUPS)
		return 0;
	nla_for_each_nested(attribute, nest, left) {
		key = (struct net_key){ .attribute = nla_type(attribute), .set = nla_get_u32(set) };
		if (err)
			break;
		if (key.attribute == ETHTOOL_A_STATS_GRP_STAT)
			err = group_parse_one(message, &key, attribute);
		else if (key.attribute == ETHTOOL_A_STATS_GRP_HIST_RX ||
			 key.attribute == ETHTOOL_A_STATS_GRP_HIST_TX)
			err = group_parse_class(message, &key, attribute);
	}
	return err;
}

static int net_groups_parse(struct net_message *message, struct nlmsghdr *reply)
{
	struct nlattr *attribute;
	int err = 0, left;

	nlmsg_for_each_attr(attribute, reply, GENL_HDRLEN, left) {
		if (nla_type(attribute) != ETHTOOL_A_STATS_GRP)
			continue;
		err = net_group_parse(message, attribute);
		if (err)
			break;
	}
	return err;
}

static int groups_put(struct nl_msg *request)
{
	struct nlattr *nest = nla_nest_start(request, ETHTOOL_A_STATS_GROUPS);
	uint32_t bits = 0;

	for (size_t i = 0; i < GROUPS; i++)
		bits |= 1u << groups[i].bit;
	if (!nest || nla_put_flag(request, ETHTOOL_A_BITSET_NOMASK) ||
	    nla_put_u32(request, ETHTOOL_A_BITSET_SIZE, 32) ||
	    nla_put_u32(request, ETHTOOL_A_BITSET_VALUE, bits))
		return -ENOMEM;
	nla_nest_end(request, nest);
	return 0;
}

static const struct net_request stats_request = {
	.command = ETHTOOL_MSG_STATS_GET, .header = ETHTOOL_A_STATS_HEADER, .add = groups_put,
	.parse = net_groups_parse,
};

/* --- names --- */

/* Maximum number of names of a group. */
#define NAMES_MOST	64

struct names {
	char name[GROUPS][NAMES_MOST][ETH_GSTRING_LEN];
};

static void names_take_one(char name[NAMES_MOST][ETH_GSTRING_LEN], struct nlattr *nest)
{
	struct nlattr *id = nla_find(nla_data(nest), nla_len(nest), ETHTOOL_A_STRING_INDEX);
	struct nlattr *value = nla_find(nla_data(nest), nla_len(nest), ETHTOOL_A_STRING_VALUE);

	if (nic_netlink_has(id, sizeof(uint32_t)) && value && nla_get_u32(id) < NAMES_MOST)
		nla_strlcpy(name[nla_get_u32(id)], value, ETH_GSTRING_LEN);
}

static void names_take_set(struct names *names, struct nlattr *nest)
{
	struct nlattr *set = nla_find(nla_data(nest), nla_len(nest), ETHTOOL_A_STRINGSET_ID);
	struct nlattr *strings = nla_find(nla_data(nest), nla_len(nest),
					  ETHTOOL_A_STRINGSET_STRINGS);
	struct nlattr *attribute;
	int left;

	if (!nic_netlink_has(set, sizeof(uint32_t)) || !strings ||
	    net_group_of(nla_get_u32(set)) == GROUPS)
		return;
	nla_for_each_nested(attribute, strings, left) {
		unsigned int group = net_group_of(nla_get_u32(set));

		names_take_one(names->name[group], attribute);
	}
}

static int names_take(void *data, struct nlmsghdr *reply)
{
	struct nlattr *sets = nlmsg_find_attr(reply, GENL_HDRLEN, ETHTOOL_A_STRSET_STRINGSETS);
	struct nlattr *attribute;
	int left;

	if (!sets)
		return -EPROTO;
	nla_for_each_nested(attribute, sets, left) {
		struct names *names = data;

		names_take_set(names, attribute);
	}
	return 0;
}

static int names_put(struct nl_msg *request)
{
	struct nlattr *sets = nla_nest_start(request, ETHTOOL_A_STRSET_STRINGSETS), *set;

	for (size_t i = 0; sets && i < GROUPS; i++) {
		set = nla_nest_start(request, ETHTOOL_A_STRINGSETS_STRINGSET);
		if (!set || nla_put_u32(request, ETHTOOL_A_STRINGSET_ID, groups[i].set))
			return -ENOMEM;
		nla_nest_end(request, set);
	}
	if (!sets)
		return -ENOMEM;
	nla_nest_end(request, sets);
	return 0;
}

static int names_ask(const struct net *net, struct names *names)
{
	const struct net_request request = {
		.command = ETHTOOL_MSG_STRSET_GET, .header = ETHTOOL_A_STRSET_HEADER,
		.add = names_put,
	};
	struct nl_msg *bytes = net_ethtool_message(net, &request);
	int err = bytes ? nic_netlink_ask(net->generic, bytes, names_take, names) : -ENOMEM;

	nlmsg_free(bytes);
	return err;
}

/* Write the name that the command ethtool prints for a class of a histogram. */
static void group_class_name(char *name, size_t room, const struct net_key *key, const char *family)
{
	const char *way = key->attribute == ETHTOOL_A_STATS_GRP_HIST_RX ? "rx" : "tx";

	if (key->id && key->most)
		snprintf(name, room, "%s-%s-etherStatsPkts%uto%uOctets", way, family, key->id,
			 key->most);
	else if (key->most)
		snprintf(name, room, "%s-%s-etherStatsPkts%uOctets", way, family, key->most);
	else
		snprintf(name, room, "%s-%s-etherStatsPkts%utoMaxOctets", way, family, key->id);
}

/* A counter without a name has its number. */
static int group_add_item(struct nic *nic, const struct net_key *key, const struct names *names)
{
	size_t group = net_group_of(key->set);
	char name[64];

	if (key->attribute != ETHTOOL_A_STATS_GRP_STAT)
		group_class_name(name, sizeof(name), key, groups[group].family);
	else if (key->id < NAMES_MOST && names->name[group][key->id][0])
		snprintf(name, sizeof(name), "%s", names->name[group][key->id]);
	else
		snprintf(name, sizeof(name), "%u", key->id);
	return nic_items_add(nic, groups[group].family, name);
}

static int groups_open(const struct net *net, struct nic *nic, void **way)
{
	struct names names = {};
	struct net_message *message;
	int err = net_message_open(&message, net, &stats_request);

	if (err)
		return err;
	if (message->count)
		err = names_ask(net, &names);
	for (unsigned int i = 0; !err && i < message->count; i++)
		err = group_add_item(nic, &message->keys[i], &names);
	if (err)
		net_message_close(message);
	else
		*way = message;
	return err;
}

const struct net_way net_groups = {
	.open = groups_open, .read = net_message_read, .close = net_message_close, .generic = true,
};
