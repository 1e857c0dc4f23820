/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counters in generic netlink's family "ethtool": a request, and what its replies have. */
#ifndef NICS_NET_ETHTOOL_H
#define NICS_NET_ETHTOOL_H

#include <linux/ethtool_netlink.h>

#include "net.h"

/* What distinguishes a counter from the others of a reply. */
struct net_key {
	uint16_t attribute;	/* in which its value is */
	uint16_t set;	/* of strings that have its name, or 0 */
	uint32_t id;	/* number of the counter; of a histogram, the least size */
	uint32_t most;	/* of a histogram, the largest size */
};

struct net_message;

/* A request that is the same for all interfaces, but for their number. */
struct net_request {
	uint8_t command;
	uint16_t header;	/* attribute with the number of the interface, and flags */
	uint32_t flags;
	int (*add)(struct nl_msg *request);	/* add more attributes; may be NULL */
	/* Call net_message_value() for each counter of a reply, and return the first error. */
	int (*parse)(struct net_message *message, struct nlmsghdr *reply);
};

/* A request, and the counters that the first reply to it had, in their order. */
struct net_message {
	const struct net_request *request;
	struct nl_msg *bytes;	/* of the request */
	struct net_key *keys;
	unsigned int count;
	const struct nic_values *values;	/* to fill in, or NULL: for the first reply */
	unsigned int filled;
};

/* Open NETLINK_GENERIC, if the kernel has ethtool's family. Return 0 or a negative errno. */
int net_ethtool_open(struct net *net);

/* Return a new message of this family with its header, or NULL. */
struct nl_msg *net_ethtool_message(const struct net *net, const struct net_request *request);

/* Ask for the first time. Return 0 or a negative errno. */
int net_message_open(struct net_message **message, const struct net *net,
		     const struct net_request *request);

/* A counter of a reply. Return 0, -ENOMEM, or -ESTALE if the first reply had others. */
int net_message_value(struct net_message *message, const struct net_key *key, uint64_t value);

/* Ask again: the function read of a way. */
int net_message_read(const struct net *net, void *message, const struct nic_values *values);

/* The function close of a way. */
void net_message_close(void *message);

#endif /* NICS_NET_ETHTOOL_H */
