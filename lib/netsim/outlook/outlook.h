/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A model of a network that is not too busy: packets take the lanes of their routes, one after the
 * other, in the order of sending, and no buffer is ever full (docs/models.md, "Predicting"). It
 * runs the same closed traffic as the event engine, with an event for the beginning and the end of
 * each packet, not for each hop.
 */
#ifndef NETSIM_OUTLOOK_H
#define NETSIM_OUTLOOK_H

#include "netsim/net.h"

/* What delays packets, besides the time of their hops. */
enum outlook_world {
	OUTLOOK_REAL,		/* everything */
	/*
	 * No packets of other nodes: packets of one node follow each other at the pace of the
	 * slowest link of their route.
	 */
	OUTLOOK_ALONE,
	OUTLOOK_INSTANT,	/* nothing, and NICs send at any rate */
	OUTLOOK_WORLDS,
};

/*
 * Run closed traffic until nothing happens any more. The configuration is as for net_new(), without
 * changes and failed lanes; packets always take minimal routes. Each transfer has one packet, as in
 * jobs. Returns 0, -EINVAL for what struct net_config does not allow, for failed lanes, open
 * traffic, or a transfer of several packets, or -ENOMEM.
 */
int outlook_run(const struct net_config *config, const struct net_traffic *traffic,
		enum outlook_world world);

#endif /* NETSIM_OUTLOOK_H */
