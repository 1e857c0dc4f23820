/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Routing chosen by the application, in the event engine: each rank of a job chooses the routing
 * of its messages as Algorithm 1 does (model/aware.h), by the counters of its own NIC.
 *
 * A rank reads the counters in the cycle in which it has given a message to the network, before
 * any of its packets leaves. A rank is used by the thread of its chip alone.
 */
#ifndef NETSIM_AWARE_H
#define NETSIM_AWARE_H

#include "model/aware.h"
#include "netsim/counts.h"
#include "netsim/job/job.h"
#include "netsim/routing.h"

struct aware;

/** AWARE_REASONS - number of enum model_reason */
#define AWARE_REASONS	(MODEL_NO_SAMPLE + 1)

/**
 * enum aware_mode - what ranks choose between
 * @AWARE_ADAPTIVE: the default of messages: NET_ADAPTIVE0
 * @AWARE_ALLTOALL: the default of messages that belong to an alltoall: NET_ADAPTIVE1
 * @AWARE_BIASED: instead of either: NET_ADAPTIVE3
 * @AWARE_MODES: how many there are
 */
enum aware_mode {
	AWARE_ADAPTIVE,
	AWARE_ALLTOALL,
	AWARE_BIASED,
	AWARE_MODES,
};

/**
 * aware_routing() - find the routing that a mode is
 * @mode: the mode
 *
 * Return: the routing.
 */
enum net_routing aware_routing(enum aware_mode mode);

/**
 * struct aware_tally - what ranks have chosen
 * @messages: by enum aware_mode: messages
 * @bytes: likewise: their bytes
 * @reasons: by enum model_reason: messages
 */
struct aware_tally {
	uint64_t messages[AWARE_MODES];
	uint64_t bytes[AWARE_MODES];
	uint64_t reasons[AWARE_REASONS];
};

/**
 * aware_new() - begin, with ranks that have sent nothing
 * @rules: the rules; copied, but for the variant
 * @ranks: number of ranks
 * @result: for aware_free()
 *
 * Return: 0, -ENOMEM.
 */
int aware_new(const struct model_rules *rules, uint32_t ranks, struct aware **result);

/**
 * aware_choose() - let a rank choose the routing of a message; for struct job_router
 * @aware: struct aware, the ranks of a job on a machine of groups; they outlive the job
 * @choice: the message
 *
 * Return: NET_ROUTED() of the routing.
 */
unsigned int aware_choose(void *aware, const struct job_choice *choice);

/**
 * aware_watch() - say where the counters are
 * @aware: the ranks, before they run
 * @net: the network, which counts what NICs do
 */
void aware_watch(struct aware *aware, const struct net *net);

/**
 * aware_counters() - find what the registers of an Aries's NIC show
 * @sums: what it has done
 *
 * The time of pairs is in us, as AR_NIC_ORB_PRF_NET_RSP_TRACK_2 is read.
 *
 * Return: the counters.
 */
struct model_counters aware_counters(const struct net_nic_sums *sums);

/**
 * aware_message() - find what the model is told of a message
 * @choice: the message
 *
 * Return: the message; one whose data the receiver fetches is a GET.
 */
struct model_message aware_message(const struct job_choice *choice);

/**
 * aware_tally() - add up what ranks have chosen
 * @aware: the ranks, while they do not run
 * @rank: the first of them
 * @ranks: how many
 *
 * Return: the sums.
 */
struct aware_tally aware_tally(const struct aware *aware, uint32_t rank, uint32_t ranks);

/**
 * aware_free() - free what aware_new() has made
 * @aware: the ranks, or NULL
 */
void aware_free(struct aware *aware);

#endif /* NETSIM_AWARE_H */
