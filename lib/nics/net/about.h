/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Network interfaces of the caller's namespace, and what they are. */
#ifndef NICS_NET_ABOUT_H
#define NICS_NET_ABOUT_H

#include "net.h"

/* What NETLINK_ROUTE says of an interface. */
struct net_row {
	uint32_t index;
	char name[NIC_NAME_ROOM];
	char link[NIC_TEXT_ROOM];	/* its state */
	char port[NIC_TEXT_ROOM];	/* name of its port on the device */
	char device[NIC_TEXT_ROOM];	/* the device below it, such as its PCI address, or "" */
};

/*
 * List the interfaces in the order of names, with their numbers as numbers. The caller frees the
 * list. Return how many there are, or a negative errno.
 */
int net_rows(struct nic_netlink *route, struct net_row **rows);

/* Find an interface by name, or by index if @name is NULL. Return 0, -ENODEV or another errno. */
int net_row_find(struct nic_netlink *route, const char *name, uint32_t index, struct net_row *row);

/* Return 0 if the interface has this name, -ENODEV if it has another one or has gone. */
int net_check_name(const struct net *net, const char *name);

/* Fill in what an interface is. */
void net_about(const struct net *net, const struct net_row *row, struct nic_about *about);

#endif /* NICS_NET_ABOUT_H */
