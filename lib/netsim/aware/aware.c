// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "aware.h"

/* Router cycles of 800 MHz in a unit of pair_time. */
#define CYCLES_US	800

struct aware_rank {
	struct model_routing_state model;	/* what it has seen */
	struct aware_tally tally;	/* what it has chosen */
};

struct aware {
	const struct net *net;	/* has their counters */
	uint64_t reading;	/* router cycles that it takes a rank to read them */
	struct aware_rank rank[];
};

enum net_routing aware_routing(enum aware_mode mode)
{
	static const enum net_routing routings[AWARE_MODES] = {
		[AWARE_ADAPTIVE] = NET_ADAPTIVE0,
		[AWARE_ALLTOALL] = NET_ADAPTIVE1,
		[AWARE_BIASED] = NET_ADAPTIVE3,
	};

	return routings[mode];
}

int aware_new(const struct model_rules *rules, uint32_t ranks, struct aware **result)
{
	struct aware *aware = calloc(1, sizeof(*aware) + ranks * sizeof(*aware->rank));
	uint32_t i;

	if (!aware)
		return -ENOMEM;
	for (i = 0; i < ranks; i++)
		model_routing_init(&aware->rank[i].model, rules);
	*result = aware;
	return 0;
}

/* Add one flit per packet for its header to the flits of the payload. */
struct model_counters aware_counters(const struct net_nic_sums *sums)
{
	return (struct model_counters){
		.flits = sums->requests + sums->data, .stalled = sums->waited,
		.responses_stalled = sums->answers_waited, .pairs = sums->pairs,
		.pair_time = sums->latency / CYCLES_US,
	};
}

struct model_message aware_message(const struct job_choice *choice)
{
	return (struct model_message){
		.bytes = choice->bytes, .kind = choice->pulled ? MODEL_GET : MODEL_PUT,
		.peer = choice->peer,
	};
}

/* The model knows one default; the message says which it is. */
static enum aware_mode aware_mode_of(enum model_routing routing, bool alltoall)
{
	if (routing == MODEL_BIASED)
		return AWARE_BIASED;
	return alltoall ? AWARE_ALLTOALL : AWARE_ADAPTIVE;
}

unsigned int aware_choose(void *context, const struct job_choice *choice, uint64_t *busy)
{
	struct aware *aware = context;
	struct aware_rank *rank = &aware->rank[choice->rank];
	struct model_message message = aware_message(choice);
	struct model_routing_choice made = model_routing_choose(&rank->model, &message);
	enum aware_mode mode = aware_mode_of(made.routing, choice->alltoall);
	struct model_counters counters;
	struct net_nic_sums sums;

	rank->tally.messages[mode]++;
	rank->tally.bytes[mode] += choice->bytes;
	rank->tally.reasons[made.reason]++;
	if (made.read) {
		net_nic_sums(aware->net, choice->node, &sums);
		counters = aware_counters(&sums);
		model_routing_observe(&rank->model, &counters);
		*busy = aware->reading;
	}
	return NET_ROUTED(aware_routing(mode));
}

void aware_reading(struct aware *aware, uint64_t cycles)
{
	aware->reading = cycles;
}

void aware_watch(struct aware *aware, const struct net *net)
{
	aware->net = net;
}

struct aware_tally aware_tally(const struct aware *aware, uint32_t rank, uint32_t ranks)
{
	struct aware_tally sum = { 0 };
	const struct aware_tally *one;
	uint32_t i;
	int j;

	for (i = rank; i < rank + ranks; i++) {
		one = &aware->rank[i].tally;
		for (j = 0; j < AWARE_MODES; j++) {
			sum.messages[j] += one->messages[j];
			sum.bytes[j] += one->bytes[j];
		}
		for (j = 0; j < AWARE_REASONS; j++)
			sum.reasons[j] += one->reasons[j];
	}
	return sum;
}

void aware_free(struct aware *aware)
{
	free(aware);
}
