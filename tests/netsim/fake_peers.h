/* SPDX-License-Identifier: GPL-2.0-only */
/* Processes that simulate a network together, as threads of a test. */
#ifndef FAKE_PEERS_H
#define FAKE_PEERS_H

#include "netsim/peers.h"

/* So many "processes". */
struct peers;

struct peers *peers_new(unsigned int count);
void peers_free(struct peers *peers);

/* Return the transport of one of them. */
const struct net_peers *peers_at(const struct peers *peers, unsigned int number);

/* Call a function for each of them, with its number, at once. */
void peers_run(const struct peers *peers, void (*call)(void *context, unsigned int number),
	       void *context);

#endif /* FAKE_PEERS_H */
