/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The logs of ranks, as transfers of their nodes.
 */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "netsim/net.h"
#include "places.h"

/**
 * struct log_entry - equal messages, PUTs or GETs of a rank to another one
 * @bytes: payload of each, bytes
 * @count: number of them
 * @rank: the other rank
 * @kind: JOB_MESSAGE, JOB_PUT or JOB_GET
 * @zero: the payload is zeros
 */
struct log_entry {
	uint64_t bytes;
	uint64_t count;
	uint32_t rank;
	uint8_t kind;
	bool zero;
};

/**
 * struct log - the log of a rank, in the order in which it sent
 * @entries: the entries
 * @count: number of @entries
 * @room: number of entries that @entries has room for
 */
struct log {
	struct log_entry *entries;
	size_t count;
	size_t room;
};

/**
 * schedule_traffic() - make the traffic of logs
 * @logs: the logs of all ranks of @places; they may be freed afterwards
 * @places: nodes of the ranks
 * @nodes: number of nodes of the machine
 * @traffic: the result, for traffic_free(); without @requests if there is none between nodes
 *
 * All traffic begins in cycle 0. A node issues what its ranks send, rank by rank, then what it
 * has to fetch of messages that are sent to it. So traffic does not depend on which rank's
 * records arrived first.
 *
 * Return: 0 or -ENOMEM.
 */
int schedule_traffic(const struct log *logs, const struct places *places, uint32_t nodes,
		     struct net_traffic *traffic);

#endif /* SCHEDULE_H */
