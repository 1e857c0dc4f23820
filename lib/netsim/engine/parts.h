/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The part of a network that this process simulates, if others simulate the rest: what its chips
 * send to theirs, and what all agree on between two windows (docs/decisions/0037).
 */
#ifndef NETSIM_ENGINE_PARTS_H
#define NETSIM_ENGINE_PARTS_H

#include "change.h"
#include "netsim/net.h"
#include "netsim/peers.h"

struct draft;
struct mailbox;
struct net;
struct worker;

struct parts {
	const struct net_peers *peers;
	struct net_partition partition;
	struct net_letter *letter;	/* to and from each neighbour */
	struct draft *draft;		/* likewise: what is sent */
	unsigned int neighbours;	/* processes with a link to this one's chips */
	uint16_t *neighbour;		/* by process: its index among the neighbours */
	unsigned int reach;		/* cycles between two exchanges, at most */
	uint64_t border;		/* cycle of the next exchange */
	bool fresh;			/* no window has read the letters yet */
	/* What all have agreed on in the last exchange. */
	uint64_t next;			/* next cycle with work */
	uint64_t last;			/* first cycle after the last delivery, loss or failure */
	int64_t work;			/* packets under way and NICs that have to send */
	uint64_t tolls;			/* failures and losses of this window */
	unsigned int failed;		/* the process whose error it is, if net.error is set */
	struct toll toll;		/* what failures have cost in all processes */
	struct net_cost cost;
};

/* --- from beginning to end --- */

/* Divide a network whose configuration names several processes. Returns 0 or -ENOMEM. */
int net_parts_start(struct net *net);

/* Make a worker's mailboxes for other processes. Returns 0 or -ENOMEM. */
int net_parts_worker(struct worker *worker);

/* Free what net_parts_worker() has allocated. */
void net_parts_worker_free(struct worker *worker);

void net_parts_free(struct net *net);

/* --- between windows, by one thread --- */

/* Plan the next exchange: a window of a divided network begins, and ends before until. */
void net_parts_plan(struct net *net, uint64_t until);

/*
 * A window of a divided network is over. If the next one, with the first work for this process's
 * chips in cycle next, would be after the border, exchange letters, and agree on next, on the last
 * delivery and on an error. Then net.end is the border. Returns whether it was so.
 */
bool net_parts_exchange(struct net *net, uint64_t *next, uint64_t *last);

/* Share what failures have cost in this window; returns the sum. The network has changes. */
struct toll *net_parts_toll(struct net *net);

/* --- in a window --- */

/* Deliver letters to a worker's chips. */
void net_parts_read(struct worker *worker);

#endif /* NETSIM_ENGINE_PARTS_H */
