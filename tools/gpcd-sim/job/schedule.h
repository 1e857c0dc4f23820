/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What ranks told, as transfers of their nodes.
 */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "netsim/net.h"
#include "places.h"

/**
 * struct tell - messages, or PUTs or GETs, of a rank
 * @bytes: of payload, each
 * @count: how many such
 * @rank: the other one
 * @kind: JOB_MESSAGE, JOB_PUT, JOB_GET
 * @zero: the payload is zeros
 */
struct tell {
	uint64_t bytes;
	uint64_t count;
	uint32_t rank;
	uint8_t kind;
	bool zero;
};

/**
 * struct story - what a rank told, in its order
 * @tells: it
 * @count: how many
 * @room: for how many
 */
struct story {
	struct tell *tells;
	size_t count;
	size_t room;
};

/**
 * schedule_traffic() - the traffic of stories; for traffic_free()
 * @stories: of all ranks of @places; they need not last
 * @nodes: of the machine
 * @traffic: filled in; without @requests if there is none between nodes
 *
 * All begins in cycle 0. A node issues what its ranks send, rank by rank, then what it has to
 * fetch of messages that are sent to it. So traffic does not depend on who told first.
 *
 * Return: 0, -ENOMEM.
 */
int schedule_traffic(const struct story *stories, const struct places *places, uint32_t nodes,
		     struct net_traffic *traffic);

#endif /* SCHEDULE_H */
