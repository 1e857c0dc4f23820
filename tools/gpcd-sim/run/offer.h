/* SPDX-License-Identifier: GPL-2.0-only */
/* All that the nodes of a run have to send, as one traffic for the event engine. */
#ifndef OFFER_H
#define OFFER_H

#include "ranks.h"
#include "workload.h"

/* The traffic of a run. */
struct offer {
	struct ranks *ranks; /* the jobs, or NULL; owned */
	struct net_traffic closed; /* traffic of the jobs */
	struct net_traffic open; /* other traffic: the background, or all there is */
	struct net_traffic traffic; /* both together, for an engine */
};

/*
 * Make the traffic of a workload. It may not be moved in memory, and the fabric in config must
 * outlive it. No transfer of a pattern begins at cycle until or later. Call offer_close() in any
 * case. Return the exit code; errors are reported.
 */
int offer_open(struct offer *offer, const struct workload *workload,
	       const struct net_config *config, uint64_t until);

/* Free a traffic; { 0 } is allowed. */
void offer_close(struct offer *offer);

#endif /* OFFER_H */
