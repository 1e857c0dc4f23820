/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A model of a network that is not too busy: packets take the lanes of their ways, one after the
 * other, in the order in which they were sent, and no buffer is ever full (docs/models.md,
 * "Predicting"). It runs the same closed traffic as the event engine, an event for the beginning
 * and the end of each packet, not for each hop.
 */
#ifndef NETSIM_OUTLOOK_H
#define NETSIM_OUTLOOK_H

#include "netsim/net.h"

/**
 * enum outlook_world - what packets meet with
 * @OUTLOOK_REAL: everything
 * @OUTLOOK_ALONE: no packets of other nodes: those of one node still follow each other at the pace
 *	of the slowest link of their way
 * @OUTLOOK_INSTANT: nothing: a packet takes its hops' time alone, and NICs send at any rate
 * @OUTLOOK_WORLDS: number of worlds
 */
enum outlook_world {
	OUTLOOK_REAL,
	OUTLOOK_ALONE,
	OUTLOOK_INSTANT,
	OUTLOOK_WORLDS,
};

/**
 * outlook_run() - run closed traffic until nothing happens any more
 * @config: choices, as of net_new(); packets take minimal ways whatever its routing is, and it has
 *	no changes and no failed lanes
 * @traffic: what nodes send: closed, each transfer of one packet, as those of jobs are
 * @world: what packets meet with
 *
 * Return: 0, -EINVAL for what struct net_config does not allow, for failed lanes, for traffic that
 * is open, or for a transfer of several packets, -ENOMEM.
 */
int outlook_run(const struct net_config *config, const struct net_traffic *traffic,
		enum outlook_world world);

#endif /* NETSIM_OUTLOOK_H */
