/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Latencies of a run: histograms of its packets, by kind, by hops, by group of
 * transfers (docs/simulator.md, "Latency").
 */
#ifndef NETSIM_LATENCY_H
#define NETSIM_LATENCY_H

#include "histogram.h"
#include "netsim/net.h"

struct latency;

/**
 * latency_new() - begin to measure
 * @threads: as many as the network has
 * @result: the latencies, for latency_free()
 *
 * Return: 0, -ENOMEM.
 */
int latency_new(unsigned int threads, struct latency **result);

/**
 * latency_free() - free latencies
 * @latency: the latencies, or NULL
 */
void latency_free(struct latency *latency);

/**
 * latency_group() - tell packets of some transfers from those of others
 * @latency: the latencies, which have counted nothing yet
 * @group: returns the group of a transfer, by its id; called from any thread. Without this call all
 *	are of group 0
 * @context: for @group
 */
void latency_group(struct latency *latency,
		   unsigned int (*group)(const void *context, uint32_t id), const void *context);

/**
 * latency_meter() - the meter that counts into latencies
 * @latency: the latencies
 *
 * Return: what net_measure() takes.
 */
struct net_meter latency_meter(struct latency *latency);

/**
 * struct latency_key - some packets
 * @group: the group of their transfers
 * @response: they are responses
 * @hops: links that they crossed
 */
struct latency_key {
	unsigned int group;
	bool response;
	unsigned int hops;
};

/**
 * struct latency_row - how long some packets took, in router cycles
 * @key: which packets
 * @nic: from the NIC to the arrival of the tail
 * @call: from the cycle in which the node wanted to send
 */
struct latency_row {
	struct latency_key key;
	struct histogram nic;
	struct histogram call;
};

/**
 * latency_rows() - sum up what was counted, while no network runs
 * @latency: the latencies
 * @rows: the result, for latency_rows_free(): by group, requests before responses, by hops; those
 *	without packets are left out
 * @count: how many
 *
 * Return: 0, -ENOMEM: also if a packet could not be counted.
 */
int latency_rows(const struct latency *latency, struct latency_row **rows, size_t *count);

/**
 * latency_rows_free() - free rows
 * @rows: the rows, or NULL
 * @count: how many
 */
void latency_rows_free(struct latency_row *rows, size_t count);

#endif /* NETSIM_LATENCY_H */
