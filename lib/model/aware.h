/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Routing chosen by the application, message by message: Algorithm 1 of De Sensi et al.
 *
 * Before it sends a message, the caller asks model_choose(), and sends with the routing it is
 * told. If the answer says so, it then reads the counters of its NIC and hands them to
 * model_observe():
 *
 *	choice = model_choose(&aware, &message);
 *	send(message, choice.routing);
 *	if (choice.read)
 *		model_observe(&aware, &counters);
 *
 * The calls do not allocate, lock or fail. A struct model_aware serves one thread at a time.
 */
#ifndef MODEL_AWARE_H
#define MODEL_AWARE_H

#include "model/rule.h"
#include "model/sample.h"

/** MODEL_THRESHOLD - bytes of messages that pass without a decision, by the paper: 4 KiB */
#define MODEL_THRESHOLD 4096

/** MODEL_AGE_LIMIT - decisions after which a remembered state is too old, by the program */
#define MODEL_AGE_LIMIT 5

/**
 * struct model_rules - what decisions depend on besides messages and counters
 * @variant: the reading of the model
 * @threshold: a decision is made when more bytes than this were sent since the last one
 * @age_limit: a remembered state is too old in this many decisions after its own; with 1 or less
 *	the other routing's state is always estimated
 * @tick_cycles: NIC cycles of a unit of pair_time
 * @scale: by enum model_routing, the factors from the state in that routing to that in the other
 */
struct model_rules {
	const struct model_variant *variant;
	uint64_t threshold;
	unsigned int age_limit;
	double tick_cycles;
	struct model_scale scale[MODEL_ROUTINGS];
};

/**
 * model_rules_default() - get the rules of a variant, with the constants of paper and program
 * @variant: the reading of the model
 *
 * Return: the rules.
 */
struct model_rules model_rules_default(const struct model_variant *variant);

/**
 * model_rules_scale() - set all scaling factors by those of the paper
 * @rules: the rules
 * @lambda: latency with a high bias over latency without; above 0
 * @sigma: stalls with a high bias over stalls without; above 0
 *
 * The factors of the dual are the inverses of these.
 */
void model_rules_scale(struct model_rules *rules, double lambda, double sigma);

/**
 * struct model_memory - the last state that was seen in a routing
 * @network: the state
 * @age: number of decisions since then; UINT_MAX: nothing was seen yet
 * @bytes: size of the message of that decision
 * @peer: its peer
 */
struct model_memory {
	struct model_network network;
	unsigned int age;
	uint64_t bytes;
	uint64_t peer;
};

/**
 * struct model_aware - an application, or a NIC, that chooses its routing; all members are private
 * @rules: what decisions depend on
 * @routing: the routing that the last decision chose
 * @bytes: bytes sent since the last decision
 * @based: @base is there
 * @sampled: @network is there, and no decision has used it
 * @base: the counters that the next ones are compared with
 * @network: the state of the network since the reading before
 * @seen: by enum model_routing, what is remembered of it
 */
struct model_aware {
	struct model_rules rules;
	enum model_routing routing;
	uint64_t bytes;
	bool based;
	bool sampled;
	struct model_counters base;
	struct model_network network;
	struct model_memory seen[MODEL_ROUTINGS];
};

/**
 * enum model_reason - why a message takes its routing
 * @MODEL_DECIDED: by rule (3) or its dual
 * @MODEL_FEW_BYTES: the threshold is not exceeded: MODEL_BIASED, as small messages need latency
 * @MODEL_NO_SAMPLE: nothing was sent since the last reading: the last decision stays
 */
enum model_reason {
	MODEL_DECIDED,
	MODEL_FEW_BYTES,
	MODEL_NO_SAMPLE,
};

/**
 * struct model_choice - the routing of a message
 * @routing: the routing
 * @reason: why
 * @read: the counters are to be read after the message is sent
 */
struct model_choice {
	enum model_routing routing;
	enum model_reason reason;
	bool read;
};

/**
 * model_aware_init() - begin, with MODEL_ADAPTIVE and no reading
 * @aware: filled in
 * @rules: the rules; copied, but for the variant
 */
void model_aware_init(struct model_aware *aware, const struct model_rules *rules);

/**
 * model_choose() - choose the routing of a message
 * @aware: the application
 * @message: the message that it is about to send
 *
 * Return: the choice.
 */
struct model_choice model_choose(struct model_aware *aware, const struct model_message *message);

/**
 * model_observe() - take note of counters
 * @aware: the application
 * @now: the counters
 *
 * The first reading only is what the next is compared with. If no flit was sent or no response
 * came since the last one, that one stays what the next is compared with: nothing is lost where
 * responses are late. If a counter went back, all begins with @now.
 */
void model_observe(struct model_aware *aware, const struct model_counters *now);

#endif /* MODEL_AWARE_H */
