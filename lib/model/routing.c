// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <limits.h>

#include "model/routing.h"

/* --- readings --- */

const struct model_variant model_paper = {
	.name = "paper",
	.help = "as the paper prints it",
	.whole_flits = true,
};

const struct model_variant model_published = {
	.name = "published",
	.help = "as its authors' program computes it",
	.whole_latencies = true,
	.less_responses = true,
	.same_message = true,
};

const struct model_variant * const model_variants[MODEL_VARIANTS] = {
	&model_paper, &model_published,
};

/* --- messages --- */

/* Bytes of payload of a packet, and of a flit. */
#define PACKET 64
#define FLIT 16

/* Packets that a NIC may have outstanding. */
#define OUTSTANDING 1024

/* Packets and flits stay below 2^63: signed, they convert to floating point without a branch. */
static int64_t started_packets(uint64_t bytes)
{
	return bytes / PACKET + (bytes % PACKET || !bytes);
}

static double put_flits(const struct model_variant *variant, uint64_t bytes, int64_t packets)
{
	int64_t payload = bytes / FLIT + (bytes % FLIT || !bytes);

	return variant->whole_flits ? packets + payload : bytes * 5.0 / PACKET;
}

static double get_flits(const struct model_variant *variant, uint64_t bytes, int64_t packets)
{
	return variant->whole_flits ? packets : (double)bytes / PACKET;
}

/*
 * The published program rounds (p - 1 + 512) / 1024 up: one latency for the first 513 packets, and
 * one for each started 1,024 after them.
 */
static double latencies_of(const struct model_variant *variant, int64_t packets)
{
	if (variant->whole_latencies)
		return (packets - 1 + OUTSTANDING / 2 + OUTSTANDING - 1) / OUTSTANDING;
	return (packets + OUTSTANDING / 2.0) / OUTSTANDING;
}

struct model_terms model_terms(const struct model_variant *variant,
			       const struct model_message *message)
{
	int64_t packets = started_packets(message->bytes);

	return (struct model_terms){
		.packets = packets,
		.flits = message->kind == MODEL_GET ?
			 get_flits(variant, message->bytes, packets) :
			 put_flits(variant, message->bytes, packets),
		.latencies = latencies_of(variant, packets),
	};
}

/* --- the state of the network --- */

/* Half of the range is years of counting: a counter that seems to have gone so far went back. */
static int64_t change(uint64_t before, uint64_t now)
{
	return now - before;
}

int model_sample(const struct model_variant *variant, double tick_cycles,
		 const struct model_counters *before, const struct model_counters *now,
		 struct model_network *network)
{
	int64_t flits = change(before->flits, now->flits);
	int64_t stalled = change(before->stalled, now->stalled);
	int64_t answers = change(before->responses_stalled, now->responses_stalled);
	int64_t pairs = change(before->pairs, now->pairs);
	int64_t time = change(before->pair_time, now->pair_time);

	if (!variant->less_responses)
		answers = 0;
	if (flits < 0 || stalled < 0 || answers < 0 || pairs < 0 || time < 0)
		return -ESTALE;
	if (!flits || !pairs)
		return -ENODATA;
	network->latency = (double)time / (double)pairs * tick_cycles;
	network->stalls = stalled > answers ? (double)(stalled - answers) / (double)flits : 0;
	return 0;
}

/* --- routing by the application --- */

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

void model_routing_init(struct model_routing_state *aware, const struct model_rules *rules)
{
	*aware = (struct model_routing_state){
		.rules = *rules,
		.routing = MODEL_ADAPTIVE,
		.seen = { { .age = UINT_MAX }, { .age = UINT_MAX } },
	};
}

static void gather_bytes(struct model_routing_state *aware, uint64_t bytes)
{
	if (__builtin_add_overflow(aware->bytes, bytes, &aware->bytes))
		aware->bytes = UINT64_MAX;
}

/* Remember the sample for its routing; what is known of the other routing ages. */
static void keep_sample(struct model_routing_state *aware, const struct model_message *message)
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

static enum model_routing decide(struct model_routing_state *aware,
				 const struct model_message *message)
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

struct model_routing_choice model_routing_choose(struct model_routing_state *aware,
						 const struct model_message *message)
{
	gather_bytes(aware, message->bytes);
	if (aware->bytes <= aware->rules.threshold)
		return (struct model_routing_choice){ MODEL_BIASED, MODEL_FEW_BYTES, false };
	if (!aware->sampled)
		return (struct model_routing_choice){ aware->routing, MODEL_NO_SAMPLE, true };
	aware->routing = decide(aware, message);
	aware->bytes = 0;
	aware->sampled = false;
	return (struct model_routing_choice){ aware->routing, MODEL_DECIDED, true };
}

void model_routing_observe(struct model_routing_state *aware, const struct model_counters *now)
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

/* --- where the rule changes its choice --- */

/*
 * Sizes are cut into pieces in which the number of latencies is constant: in the paper's reading
 * one packet, in the program's the packets that share a latency. Within a piece only the flits
 * grow, so the difference of the rule's two sides only rises or only falls. From piece to piece,
 * the difference at the first size and at the last size each change by a constant. So bisection
 * works both over pieces and within one.
 */

struct model_terms model_case_terms(const struct model_case *this, uint64_t bytes)
{
	const struct model_message message = { .bytes = bytes, .kind = this->kind };

	return model_terms(this->variant, &message);
}

enum model_routing model_case_routing(const struct model_case *this, uint64_t bytes)
{
	const struct model_network *current = &this->networks[this->current];
	enum model_routing other = model_other(this->current);
	struct model_terms terms = model_case_terms(this, bytes);

	return model_changes(&terms, current, &this->networks[other]) ? other : this->current;
}

/* Return the number of a size's piece, from 1. */
static uint64_t piece_of(const struct model_case *this, uint64_t bytes)
{
	struct model_terms terms = model_case_terms(this, bytes);

	return this->variant->whole_latencies ? (uint64_t)terms.latencies : terms.packets;
}

/* In the program's reading the first latency covers 513 packets, and each further one 1,024. */
static uint64_t piece_last(const struct model_case *this, uint64_t piece)
{
	return 64 * (this->variant->whole_latencies ? 1024 * piece - 511 : piece);
}

static uint64_t piece_first(const struct model_case *this, uint64_t piece)
{
	return piece > 1 ? piece_last(this, piece - 1) + 1 : 0;
}

static bool piece_flips(const struct model_case *this, uint64_t piece, enum model_routing from)
{
	return model_case_routing(this, piece_first(this, piece)) != from ||
	       model_case_routing(this, piece_last(this, piece)) != from;
}

/*
 * Bisect for the smallest size above @same, where the choice is @from, up to @flipped, where it is
 * not.
 */
static uint64_t size_by_halves(const struct model_case *this, uint64_t same, uint64_t flipped,
			       enum model_routing from)
{
	uint64_t middle;

	while (flipped - same > 1) {
		middle = same + (flipped - same) / 2;
		if (model_case_routing(this, middle) == from)
			same = middle;
		else
			flipped = middle;
	}
	return flipped;
}

/* Bisect for the first piece that flips, above @same, which does not, up to @flips, which does. */
static uint64_t piece_by_halves(const struct model_case *this, uint64_t same, uint64_t flips,
				enum model_routing from)
{
	uint64_t middle;

	while (flips - same > 1) {
		middle = same + (flips - same) / 2;
		if (piece_flips(this, middle, from))
			flips = middle;
		else
			same = middle;
	}
	return flips;
}

/* Find the first piece after @bytes's, up to @to's, that flips; 0 if none does. */
static uint64_t next_piece(const struct model_case *this, uint64_t bytes, uint64_t to,
			   enum model_routing from)
{
	uint64_t next = piece_of(this, bytes) + 1, last = piece_of(this, to);

	if (next > last)
		return 0;
	if (piece_flips(this, next, from))
		return next;
	return piece_flips(this, last, from) ? piece_by_halves(this, next, last, from) : 0;
}

uint64_t model_flip(const struct model_case *this, uint64_t from, uint64_t to)
{
	enum model_routing routing = model_case_routing(this, from);
	uint64_t piece = piece_of(this, from), found;

	if (model_case_routing(this, piece_last(this, piece)) == routing) {
		piece = next_piece(this, from, to, routing);
		if (!piece)
			return 0;
		from = piece_first(this, piece) - 1;
	}
	if (model_case_routing(this, from + 1) != routing)
		found = from + 1;
	else
		found = size_by_halves(this, from + 1, piece_last(this, piece), routing);
	return found <= to ? found : 0;
}
