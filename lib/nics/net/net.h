/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Network interfaces: ways to read their counters, each some of them by one call of the kernel. */
#ifndef NICS_NET_H
#define NICS_NET_H

#include <stdint.h>

#include "nics/netlink.h"
#include "nics/nic.h"

/* An open network interface. */
struct net {
	uint32_t index;	/* number of the interface */
	struct nic_netlink *route;	/* NETLINK_ROUTE */
	struct nic_netlink *generic;	/* NETLINK_GENERIC, or NULL */
	int ethtool;	/* number of the family "ethtool" in NETLINK_GENERIC */
};

/*
 * A way. @open appends items to @nic; if there are none, @way may stay NULL. @read fills in
 * @values, which begin with its first item, and returns 0, -ESTALE if the list of items has
 * changed, or another negative errno: -ENODEV if the interface has gone or is being reset.
 */
struct net_way {
	int (*open)(const struct net *net, struct nic *nic, void **way);
	int (*read)(const struct net *net, void *way, const struct nic_values *values);
	void (*close)(void *way);
	bool generic;	/* it needs NETLINK_GENERIC */
};

extern const struct net_way net_link;	/* counters that every interface has */
extern const struct net_way net_groups;	/* what ethtool has defined for all drivers */
extern const struct net_way net_pause;	/* pause frames */
extern const struct net_way net_fec;	/* error correction */
extern const struct net_way net_strings;	/* what drivers name as they like */

/*
 * Give an interface a command of ethtool, whose first member is its number. Return 0 or a negative
 * errno.
 */
int net_ioctl(const struct net *net, void *command);

#endif /* NICS_NET_H */
