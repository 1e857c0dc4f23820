/* SPDX-License-Identifier: GPL-2.0-only */
/* Turns the logs of ranks into transfers of their nodes. */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "netsim/net.h"
#include "places.h"

/* Equal messages, PUTs or GETs from a rank to another. */
struct log_entry {
	uint64_t bytes; /* payload of each */
	uint64_t count; /* number of them */
	uint32_t rank; /* the other rank */
	uint8_t kind; /* JOB_MESSAGE, JOB_PUT or JOB_GET */
	bool zero; /* the payload is zeros */
};

/* The log of a rank, in the order in which it sent. */
struct log {
	struct log_entry *entries;
	size_t count;
	size_t room;
};

/*
 * Make the traffic of the logs of all ranks of places. The logs may be freed afterwards, the
 * traffic by traffic_free(). Its requests are 0 if no node sends to another one. All traffic begins
 * in cycle 0. A node issues what its ranks send, rank by rank, then what it has to fetch of the
 * messages that are sent to it. So traffic does not depend on which rank's records arrived first.
 * Return 0 or -ENOMEM.
 */
int schedule_traffic(const struct log *logs, const struct places *places, uint32_t nodes,
		     struct net_traffic *traffic);

#endif /* SCHEDULE_H */
