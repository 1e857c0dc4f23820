/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The processes that simulate a network together, each a part of its chips (docs/decisions/0037).
 * A transport implements this: lib/peers by MPI, tests/netsim/fake_peers.c by threads.
 */
#ifndef NETSIM_PEERS_H
#define NETSIM_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fabric.h"

/* Most processes. */
#define NET_PEERS	4096

/* Most threads of each of several processes. */
#define NET_PEER_THREADS	256

/* Most numbers of each kind in a vote. */
#define NET_VOTES	8

/* What two processes send each other in an exchange. */
struct net_letter {
	unsigned int peer;	/* number of the other process */
	const void *sent;
	size_t sent_bytes;
	const void *received;	/* result: aligned as by malloc(), valid until the next exchange */
	size_t received_bytes;	/* result */
};

/* Numbers that all processes agree on: each becomes the greatest of theirs, or their sum. */
struct net_vote {
	uint64_t most[NET_VOTES];
	uint64_t sum[NET_VOTES];
};

/*
 * The processes. All of them call exchange and gather in the same order, each from one thread at a
 * time. There is no failure: a transport that cannot go on ends all processes.
 */
struct net_peers {
	unsigned int number;	/* of this process, from 0 */
	unsigned int count;	/* 1 to NET_PEERS */
	/*
	 * Send a letter to each neighbour, who sends one in the same exchange, and receive theirs.
	 * Vote with all processes; NULL: do not.
	 */
	void (*exchange)(void *context, struct net_letter *letters, unsigned int count,
			 struct net_vote *vote);
	/*
	 * Return what all processes have given, in the order of their numbers, and its size, for
	 * free(). everywhere: in all processes; otherwise NULL in all but process 0.
	 */
	void *(*gather)(void *context, const void *given, size_t bytes, bool everywhere,
			size_t *all);
	/* End all processes, with a message on standard error. Does not return. */
	void (*abort)(void *context, const char *why);
	void *context;	/* passed to all of them */
};

/* A transport library: it has one of these by the name net_transport. */
struct net_transport {
	const char *version;	/* of gpcd, as in the program that loads it */
	/* Join the processes that the launcher has started. Call close in the end. */
	void (*open)(struct net_peers *peers);
	/* Leave them; all do. */
	void (*close)(struct net_peers *peers);
};

/* How a machine is divided. */
struct net_partition {
	unsigned int first[NET_PEERS + 1];	/* chip of each process; then the number of chips */
	unsigned int reach;	/* least hop of a link that is cut, in router cycles, or UINT_MAX */
	unsigned int cut;	/* directions of links that are cut */
};

/* Divide a machine among processes, at most as many as it has chips. */
void net_partition(const struct net_fabric *fabric, unsigned int count,
		   struct net_partition *partition);

/* Return the process that simulates a chip. */
unsigned int net_partition_find(const struct net_partition *partition, unsigned int count,
				unsigned int chip);

#endif /* NETSIM_PEERS_H */
