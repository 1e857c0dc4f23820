/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Latencies of a run: histograms of its packets, by kind, by hops, by group of transfers
 * (docs/simulator.md, "Latency").
 */
#ifndef NETSIM_LATENCY_H
#define NETSIM_LATENCY_H

#include "histogram.h"
#include "netsim/net.h"

struct latency;

/*
 * Begin to measure, with as many threads as the network has; free with latency_free(). Returns 0 or
 * -ENOMEM.
 */
int latency_new(unsigned int threads, struct latency **result);

/* Free latencies; NULL is allowed. */
void latency_free(struct latency *latency);

/*
 * Distinguish packets by groups of transfers, before anything is counted. The function returns the
 * group of a transfer's id; it is called from any thread. By default all packets are of group 0.
 */
void latency_group(struct latency *latency,
		   unsigned int (*group)(const void *context, uint32_t id), const void *context);

/* Return the meter, for net_measure(), that counts into latencies. */
struct net_meter latency_meter(struct latency *latency);

/* A set of packets. */
struct latency_key {
	unsigned int group;	/* of their transfers */
	bool response;		/* they are responses */
	unsigned int hops;	/* links that they crossed */
};

/* How long some packets took, in router cycles. */
struct latency_row {
	struct latency_key key;	/* which packets */
	struct histogram nic;	/* from the NIC to the arrival of the tail */
	struct histogram call;	/* from the cycle in which the node wanted to send */
};

/*
 * Sum up what was counted, while no network runs: rows that are not empty, by group, requests
 * before responses, by hops; free them with latency_rows_free(). Returns 0 or -ENOMEM, also if a
 * packet could not be counted.
 */
int latency_rows(const struct latency *latency, struct latency_row **rows, size_t *count);

/* Free rows; NULL is allowed. */
void latency_rows_free(struct latency_row *rows, size_t count);

#endif /* NETSIM_LATENCY_H */
