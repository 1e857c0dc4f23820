/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A few transfers through an empty network, to see what the counters make of them.
 */
#ifndef PING_H
#define PING_H

#include "machine/engine.h"

/**
 * struct ping - a transfer
 * @node: the node that issues it
 * @transfer: the transfer
 * @sent: it has been issued
 */
struct ping {
	uint32_t node;
	struct net_transfer transfer;
	bool sent;
};

/**
 * pings_send() - send transfers through an empty network until everything has arrived
 * @engine: receives the network with its counters, for engine_free() in any case
 * @machine: the machine
 * @pings: the transfers, in the order in which a node issues them
 * @count: number of @pings
 *
 * Return: the exit code, having said what is wrong.
 */
int pings_send(struct engine *engine, const struct machine *machine, struct ping *pings,
	       unsigned int count);

#endif /* PING_H */
