/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A few transfers through an empty network, to see what the counters make of them.
 */
#ifndef PING_H
#define PING_H

#include "machine/engine.h"

/**
 * struct ping - a transfer
 * @node: that issues it
 * @transfer: what it is
 * @sent: it has been
 */
struct ping {
	uint32_t node;
	struct net_transfer transfer;
	bool sent;
};

/*
 * Send them, in their order, until everything has arrived; the engine, for
 * engine_free(), has the counters. Returns the exit code, having said what is wrong.
 */
int pings_send(struct engine *engine, const struct machine *machine, struct ping *pings,
	       unsigned int count);

#endif /* PING_H */
