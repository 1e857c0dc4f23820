/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How packets find their routes through a machine of groups (docs/simulator.md, "Routing"). */
#ifndef NETSIM_ROUTING_H
#define NETSIM_ROUTING_H

#include <stdint.h>

/* How packets find their routes. */
enum net_routing {
	/* The minimal route; a hash of source and destination chooses the link between groups. */
	NET_MINIMAL,
	NET_VALIANT,	/* non-minimal, over a router drawn for each packet */
	NET_ADAPTIVE0,	/* the least loaded of two minimal and two non-minimal routes */
	NET_ADAPTIVE1,	/* likewise, reconsidered; non-minimal routes get dearer hop by hop */
	NET_ADAPTIVE2,	/* likewise, decided once; non-minimal routes are a little dearer */
	NET_ADAPTIVE3,	/* ... much dearer */
	NET_MIN_HASH,	/* minimal, by hash of the two nodes */
	NET_NMIN_HASH,	/* non-minimal, by hash of the two nodes */
	NET_IN_ORDER,	/* as NET_MINIMAL, on fixed lanes: keeps the order between two nodes */
	NET_ROUTINGS,
};

/* The adaptive routings, in order. */
#define NET_BIASES	(NET_ADAPTIVE3 - NET_ADAPTIVE0 + 1)

/* Most bits of net_bias.shift: no load overflows. */
#define NET_SHIFT_MOST	16

/* Against non-minimal routes: the load of one counts 2^shift times, plus add. */
struct net_bias {
	uint8_t shift;	/* at most NET_SHIFT_MOST */
	uint16_t add;	/* flits */
	uint16_t hop;	/* flits more for each hop made; only NET_ADAPTIVE1 chooses after hops */
};

/* The biases of machines that name none, from NET_ADAPTIVE0 on. */
extern const struct net_bias net_biases[NET_BIASES];

/* net_transfer.routing of a transfer that names its routing. */
#define NET_ROUTED(routing)	((routing) + 1)

/* Return a routing's name, such as "adaptive0"; NULL: there is no such routing. */
const char *net_routing_name(unsigned int routing);

/* Return the routing with a name, ignoring case, or -EINVAL. */
int net_routing_find(const char *name);

#endif /* NETSIM_ROUTING_H */
