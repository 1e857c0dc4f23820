/* SPDX-License-Identifier: GPL-2.0-only */
/* Sends a few transfers through an empty network, to see their effect on the counters. */
#ifndef PING_H
#define PING_H

#include "machine/engine.h"

/* A transfer. */
struct ping {
	uint32_t node; /* issues the transfer */
	struct net_transfer transfer;
	bool sent; /* it has been issued */
};

/*
 * Send transfers, in the order in which a node issues them, through an empty network until all have
 * arrived. engine receives the network with its counters; call engine_free() in any case. Return
 * the exit code; errors are reported.
 */
int pings_send(struct engine *engine, const struct machine *machine, struct ping *pings,
	       unsigned int count);

#endif /* PING_H */
