/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All that the nodes of a run have to send: one traffic for the event engine.
 */
#ifndef OFFER_H
#define OFFER_H

#include "ranks.h"
#include "workload.h"

/**
 * struct offer - the traffic of a run
 * @ranks: its jobs, or NULL
 * @closed: traffic of the jobs
 * @open: traffic of what is no job: in the background, or all there is
 * @traffic: the whole, for an engine
 */
struct offer {
	struct ranks *ranks;
	struct net_traffic closed;
	struct net_traffic open;
	struct net_traffic traffic;
};

/**
 * offer_open() - make the traffic of a workload
 * @offer: the result, for offer_close() in any case; it may not be moved
 * @workload: the workload
 * @config: configuration of the network, whose fabric must outlive the offer
 * @until: cycle from which on no transfer of a pattern begins
 *
 * Return: the exit code, having said what is wrong.
 */
int offer_open(struct offer *offer, const struct workload *workload,
	       const struct net_config *config, uint64_t until);

/**
 * offer_close() - free a traffic
 * @offer: the traffic; { 0 } will do
 */
void offer_close(struct offer *offer);

#endif /* OFFER_H */
