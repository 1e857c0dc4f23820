// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <limits.h>

#include "model/aware.h"

struct model_rules model_rules_default(const struct model_variant *variant)
{
	struct model_rules rules = {
		.variant = variant,
		.threshold = MODEL_THRESHOLD,
		.age_limit = MODEL_AGE_LIMIT,
		.tick_cycles = MODEL_TICK_CYCLES,
	};

	model_rules_scale(&rules, MODEL_LAMBDA, MODEL_SIGMA);
	return rules;
}

void model_rules_scale(struct model_rules *rules, double lambda, double sigma)
{
	rules->scale[MODEL_ADAPTIVE] = (struct model_scale){ lambda, sigma };
	rules->scale[MODEL_BIASED] = (struct model_scale){ 1 / lambda, 1 / sigma };
}

void model_aware_init(struct model_aware *aware, const struct model_rules *rules)
{
	*aware = (struct model_aware){
		.rules = *rules,
		.routing = MODEL_ADAPTIVE,
		.seen = { { .age = UINT_MAX }, { .age = UINT_MAX } },
	};
}

static void gather_bytes(struct model_aware *aware, uint64_t bytes)
{
	if (__builtin_add_overflow(aware->bytes, bytes, &aware->bytes))
		aware->bytes = UINT64_MAX;
}

/* Remember the sample for its routing; what is known of the other routing ages. */
static void keep_sample(struct model_aware *aware, const struct model_message *message)
{
	struct model_memory *other = &aware->seen[model_other(aware->routing)];

	aware->seen[aware->routing] = (struct model_memory){
		.network = aware->network,
		.bytes = message->bytes,
		.peer = message->peer,
	};
	if (other->age < UINT_MAX)
		other->age++;
}

static bool is_fresh(const struct model_rules *rules, const struct model_memory *memory,
		     const struct model_message *message)
{
	if (memory->age >= rules->age_limit)
		return false;
	return !rules->variant->same_message ||
	       (memory->bytes == message->bytes && memory->peer == message->peer);
}

static enum model_routing decide(struct model_aware *aware, const struct model_message *message)
{
	const struct model_rules *rules = &aware->rules;
	enum model_routing current = aware->routing, other = model_other(current);
	struct model_terms terms = model_terms(rules->variant, message);
	const struct model_network *known = &aware->seen[other].network;
	struct model_network estimate;

	keep_sample(aware, message);
	if (!is_fresh(rules, &aware->seen[other], message)) {
		estimate = model_scaled(&aware->network, &rules->scale[current]);
		known = &estimate;
	}
	return model_changes(&terms, &aware->network, known) ? other : current;
}

struct model_choice model_choose(struct model_aware *aware, const struct model_message *message)
{
	gather_bytes(aware, message->bytes);
	if (aware->bytes <= aware->rules.threshold)
		return (struct model_choice){ MODEL_BIASED, MODEL_FEW_BYTES, false };
	if (!aware->sampled)
		return (struct model_choice){ aware->routing, MODEL_NO_SAMPLE, true };
	aware->routing = decide(aware, message);
	aware->bytes = 0;
	aware->sampled = false;
	return (struct model_choice){ aware->routing, MODEL_DECIDED, true };
}

void model_observe(struct model_aware *aware, const struct model_counters *now)
{
	const struct model_rules *rules = &aware->rules;
	int err = -ESTALE;

	if (aware->based)
		err = model_sample(rules->variant, rules->tick_cycles, &aware->base, now,
				   &aware->network);
	aware->sampled = !err;
	aware->based = true;
	if (err != -ENODATA)
		aware->base = *now;
}
