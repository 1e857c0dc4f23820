// SPDX-License-Identifier: LGPL-2.1-or-later
/* Counters that the kernel gives with settings of an interface: pause frames, error correction. */
#include <errno.h>
#include <netlink/genl/genl.h>
#include <stdio.h>
#include <string.h>

#include "nics/items.h"
#include "ethtool.h"

/* A counter, and the attribute in which it is. */
struct name {
	uint16_t attribute;
	const char *name;
};

static const char *setting_name(const struct name *names, uint16_t attribute)
{
	while (names->name && names->attribute != attribute)
		names++;
	return names->name;
}

/* The kernel gives a number for all lanes of the link, and then one for each. */
static int setting_add_items(struct nic *nic, const struct net_message *message, const char *family,
			     const struct name *names)
{
	const struct net_key *key = message->keys;
	char name[64];
	int err = 0;

	for (unsigned int i = 0; !err && i < message->count; i++, key++) {
		snprintf(name, sizeof(name), key->id ? "%s_lane_%u" : "%s",
			 setting_name(names, key->attribute), key->id - 1);
		err = nic_items_add(nic, family, name);
	}
	return err;
}

/* Take the values of an attribute, one or an array. */
static int setting_parse_one(struct net_message *message, struct nlattr *attribute)
{
	struct net_key key = { .attribute = nla_type(attribute) };
	unsigned int count = nla_len(attribute) / sizeof(uint64_t);
	uint64_t value;
	int err = 0;

	for (; !err && key.id < count; key.id++) {
		memcpy(&value, (char *)nla_data(attribute) + key.id * sizeof(value),
		       sizeof(value));
		err = net_message_value(message, &key, value);
	}
	return err;
}

/* What a driver does not count has no attribute. */
static int setting_parse(struct net_message *message, struct nlmsghdr *reply, int nest,
			 const struct name *names)
{
	struct nlattr *stats = nlmsg_find_attr(reply, GENL_HDRLEN, nest), *attribute;
	int err = 0, left;

	if (!stats)
		return 0;
	nla_for_each_nested(attribute, stats, left) {
		if (!err && setting_name(names, nla_type(attribute)))
			err = setting_parse_one(message, attribute);
	}
	return err;
}

static int setting_open(const struct net *net, struct nic *nic, void **way,
			const struct net_request *request, const char *family,
			const struct name *names)
{
	struct net_message *message;
	int err = net_message_open(&message, net, request);

	if (err)
		return err;
	err = setting_add_items(nic, message, family, names);
	if (err)
		net_message_close(message);
	else
		*way = message;
	return err;
}

/* --- pause frames --- */

static const struct name pause_names[] = {
	{ ETHTOOL_A_PAUSE_STAT_TX_FRAMES, "tx_pause_frames" },
	{ ETHTOOL_A_PAUSE_STAT_RX_FRAMES, "rx_pause_frames" },
	{}
};

static int pause_parse(struct net_message *message, struct nlmsghdr *reply)
{
	return setting_parse(message, reply, ETHTOOL_A_PAUSE_STATS, pause_names);
}

static const struct net_request pause_request = {
	.command = ETHTOOL_MSG_PAUSE_GET, .header = ETHTOOL_A_PAUSE_HEADER,
	.flags = ETHTOOL_FLAG_STATS, .parse = pause_parse,
};

static int pause_open(const struct net *net, struct nic *nic, void **way)
{
	return setting_open(net, nic, way, &pause_request, "pause", pause_names);
}

const struct net_way net_pause = {
	.open = pause_open, .read = net_message_read, .close = net_message_close, .generic = true,
};

/* --- error correction --- */

static const struct name fec_names[] = {
	{ ETHTOOL_A_FEC_STAT_CORRECTED, "corrected_blocks" },
	{ ETHTOOL_A_FEC_STAT_UNCORR, "uncorrectable_blocks" },
	{ ETHTOOL_A_FEC_STAT_CORR_BITS, "corrected_bits" },
	{}
};

static int fec_parse(struct net_message *message, struct nlmsghdr *reply)
{
	return setting_parse(message, reply, ETHTOOL_A_FEC_STATS, fec_names);
}

static const struct net_request fec_request = {
	.command = ETHTOOL_MSG_FEC_GET, .header = ETHTOOL_A_FEC_HEADER,
	.flags = ETHTOOL_FLAG_STATS, .parse = fec_parse,
};

static int fec_open(const struct net *net, struct nic *nic, void **way)
{
	return setting_open(net, nic, way, &fec_request, "fec", fec_names);
}

const struct net_way net_fec = {
	.open = fec_open, .read = net_message_read, .close = net_message_close, .generic = true,
};
