/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Routing chosen by the application, in the event engine: each rank of a job chooses the routing of
 * its messages by Algorithm 1 (model/routing.h), from the counters of its own NIC.
 *
 * A rank reads the counters in the cycle in which it has given a message to the network, before any
 * of its packets leaves. aware_reading() makes that take time. Only the thread of its chip uses a
 * rank.
 */
#ifndef NETSIM_AWARE_H
#define NETSIM_AWARE_H

#include "model/routing.h"
#include "netsim/counts.h"
#include "netsim/job/job.h"
#include "netsim/routing.h"

struct aware;

/* Number of enum model_reason. */
#define AWARE_REASONS	(MODEL_NO_SAMPLE + 1)

/* What ranks choose between. */
enum aware_mode {
	AWARE_ADAPTIVE,	/* default of messages: NET_ADAPTIVE0 */
	AWARE_ALLTOALL,	/* default of messages of an alltoall: NET_ADAPTIVE1 */
	AWARE_BIASED,	/* instead of either: NET_ADAPTIVE3 */
	AWARE_MODES,
};

/* Return the routing of a mode. */
enum net_routing aware_routing(enum aware_mode mode);

/* What ranks have chosen, in messages and bytes. */
struct aware_tally {
	uint64_t messages[AWARE_MODES];
	uint64_t bytes[AWARE_MODES];
	uint64_t reasons[AWARE_REASONS];	/* messages */
};

/*
 * Make the state of ranks that have sent nothing; free it with aware_free(). The rules are copied,
 * but not their variant. Returns 0 or -ENOMEM.
 */
int aware_new(const struct model_rules *rules, uint32_t ranks, struct aware **result);

/*
 * Choose the routing of a message, for struct job_router; returns NET_ROUTED() of it. The first
 * argument is the struct aware of a job on a machine of groups, which outlives the job.
 */
unsigned int aware_choose(void *aware, const struct job_choice *choice, uint64_t *busy);

/* Have each reading of counters keep its rank busy for so many router cycles, before it runs. */
void aware_reading(struct aware *aware, uint64_t cycles);

/* Set the network whose counters ranks read, before they run; it counts what NICs do. */
void aware_watch(struct aware *aware, const struct net *net);

/*
 * Return what the registers of an Aries's NIC would show. The time of pairs is in us, as read from
 * AR_NIC_ORB_PRF_NET_RSP_TRACK_2.
 */
struct model_counters aware_counters(const struct net_nic_sums *sums);

/* Return a message as the model sees it; one whose data the receiver fetches is a GET. */
struct model_message aware_message(const struct job_choice *choice);

/* Add up what ranks have chosen, from rank on, while they do not run. */
struct aware_tally aware_tally(const struct aware *aware, uint32_t rank, uint32_t ranks);

/* Free what aware_new() has made; NULL is allowed. */
void aware_free(struct aware *aware);

#endif /* NETSIM_AWARE_H */
