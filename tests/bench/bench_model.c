// SPDX-License-Identifier: GPL-2.0-only
/*
 * Time that choosing a message's routing takes, without reading counters: below the threshold, and
 * with a decision for each message.
 *
 *	bench_model [MESSAGES]
 *
 * Under `valgrind --tool=callgrind', the difference of two runs is the number of instructions.
 */
#include "bench.h"
#include "model/routing.h"

#define MESSAGES 10000000
#define ROUNDS 11

/* Counters go on as if each message took 2 us and stalled a cycle a flit. */
static unsigned int choose_all(struct model_routing_state *aware, unsigned long messages,
			       uint64_t bytes)
{
	struct model_message message = { .bytes = bytes };
	struct model_counters counters = { 0 };
	unsigned int biased = 0;

	for (unsigned long i = 0; i < messages; i++) {
		struct model_routing_choice choice = model_routing_choose(aware, &message);

		biased += choice.routing == MODEL_BIASED;
		if (!choice.read)
			continue;
		counters.flits += 5;
		counters.stalled += 5 + (i & 4);
		counters.pairs++;
		counters.pair_time += 2;
		model_routing_observe(aware, &counters);
	}
	return biased;
}

static void measure(const char *what, const struct model_variant *variant, uint64_t threshold,
		    unsigned long messages)
{
	struct model_rules rules = model_rules_default(variant);
	struct model_routing_state aware;
	double ns[ROUNDS], began;
	unsigned int biased = 0;

	rules.threshold = threshold;
	for (unsigned int i = 0; i < ROUNDS; i++) {
		model_routing_init(&aware, &rules);
		began = seconds(CLOCK_PROCESS_CPUTIME_ID);
		biased = choose_all(&aware, messages, 64);
		ns[i] = (seconds(CLOCK_PROCESS_CPUTIME_ID) - began) / messages * 1e9;
	}
	doubles_sort(ns, ROUNDS);
	printf("%-28s %6.2f [%.2f, %.2f] ns a message, %u of %lu biased\n", what, ns[ROUNDS / 2],
	       ns[0], ns[ROUNDS - 1], biased, messages);
}

int main(int argc, char **argv)
{
	unsigned long messages = argc > 1 ? strtoul(argv[1], NULL, 10) : MESSAGES;

	if (!messages)
		return 2;
	measure("below the threshold", &model_paper, UINT64_MAX, messages);
	measure("decided and observed, paper", &model_paper, 0, messages);
	measure("decided and observed, program", &model_published, 0, messages);
	return 0;
}
