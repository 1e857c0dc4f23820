// SPDX-License-Identifier: LGPL-2.1-or-later
/* From inputs whose packets wait to the outputs that they wait for, and on to what holds those. */
#include <math.h>

#include "network.h"

/* Steps of a walk: more than links on the longest way of a tree that matters. */
#define STEPS		48

/* Waits below this are not followed, in tiles. */
#define NEGLIGIBLE	0.0001

/* A link used at a third, or two thirds, may be full, from so much less to so much more. */
#define NARROW_LESS	0.02
#define NARROW_MORE	0.004

/* In no sample is it used so much more; a few packets more or less arrive in it. */
#define NARROW_MOST	0.05

/*
 * This part of links of any use is narrow by chance. More than a few are by chance, unless so many
 * times more are narrow.
 */
#define BY_CHANCE	(NARROW_LESS + NARROW_MORE)
#define FEW		2
#define BELIEVED	2

/* An output this much in demand explains why packets wait for it. */
#define DEMANDED	0.85

/* Inputs that wait so much of the time need an explanation; less if packets wait upstream, too. */
#define STRONG		0.5
#define STRONG_HELD	0.2

/* Inputs that wait this much, and outputs that lack credits so much of the time, are in a tree. */
#define WAITS		0.03
#define LACKS		0.05

/* Links that may fill another are used this much. */
#define LOADED		0.25

static double known(double value)
{
	return isnan(value) ? 0 : value;
}

/* Share of time in which an output waits for credits; guessed by what waits behind it if unread. */
static double credit_of(const struct explain_counts *counts)
{
	if (!isnan(counts->credit))
		return counts->credit;
	return fmax(0, fmin(known(counts->input), 1 - known(counts->use)));
}

/* Share of time in which an output sends, or would if it could. */
static double demand_of(const struct explain_counts *counts, const struct explain_state *state)
{
	return fmin(1, known(counts->use) / state->width + credit_of(counts));
}

/* Number of packets that wait for an output of such a demand, as in a queue. */
static double pressure_of(double demand)
{
	return demand * demand / (1.02 - demand);
}

/* Part of the waits for an output that is not its own: it lacks credits. */
static double forward_of(const struct explain_counts *counts, const struct explain_state *state)
{
	double credit = credit_of(counts), own = known(counts->use) / state->width;

	own = fmin(1, fmax(0, 2 * own - 1));
	return credit > 0 ? credit / (credit + own * own * own) : 0;
}

static void output_fill(const struct explain_machine *machine, uint32_t link,
			const struct explain_counts *counts, struct explain_state *state)
{
	bool host = explain_is_host(&machine->links[link]);
	double demand = host ? fmin(1, credit_of(counts) / explain_nic_full(machine)) :
			       demand_of(counts, state);

	state->pressure = pressure_of(demand);
	state->forward = host ? 0 : forward_of(counts, state);
}

/* --- links that are full at a part of what they carry --- */

/* The width at which a link would be full without lacking credits, or 1. */
static double width_of(const struct explain_counts *counts)
{
	for (unsigned int lanes = 1; lanes < 3; lanes++) {
		double width = lanes / 3., part = known(counts->use) / width;

		if (part > 1 - NARROW_LESS && part < 1 + NARROW_MORE &&
		    counts->most < (1 + NARROW_MOST) * width && credit_of(counts) < LACKS)
			return width;
	}
	return 1;
}

/* Whether packets of an input wait though no output that they may take is in demand. */
static bool is_unexplained(const struct explain *explain, const struct explain_counts *counts,
			   uint32_t in)
{
	const struct explain_machine *machine = explain->machine;
	const struct explain_link *link = &machine->links[in];

	if (!(counts[in].input > (credit_of(&counts[in]) > 2 * LACKS ? STRONG_HELD : STRONG)))
		return false;
	for (uint32_t i = explain->out.first[link->to]; i < explain->out.first[link->to + 1]; i++) {
		uint32_t out = explain->out.list[i];
		const struct explain_state *state = &explain->states[out];

		if (explain_may_feed(machine, link, &machine->links[out]) &&
		    state->pressure > pressure_of(DEMANDED))
			return false;
	}
	return true;
}

/* Outputs of which one may be narrow, and those that are. */
struct narrow {
	uint32_t outputs;
	uint32_t found;
};

/* Give outputs that may be narrow their width, if an input waits that nothing else explains. */
static void narrow_add(struct explain *explain, const struct explain_counts *counts, uint32_t in,
		       struct narrow *narrow)
{
	const struct explain_machine *machine = explain->machine;
	const struct explain_link *link = &machine->links[in];

	for (uint32_t i = explain->out.first[link->to]; i < explain->out.first[link->to + 1]; i++) {
		uint32_t out = explain->out.list[i];

		if (explain_is_host(&machine->links[out]) ||
		    explain->seen[out] == explain->search ||
		    !explain_may_feed(machine, link, &machine->links[out]))
			continue;
		explain->seen[out] = explain->search;
		explain->states[out].width = width_of(&counts[out]);
		narrow->outputs++;
		narrow->found += explain->states[out].width < 1;
	}
}

/* Find narrow outputs; where many are looked at, a few are used at a third by chance. */
static void narrow_find(struct explain *explain, const struct explain_counts *counts)
{
	const struct explain_machine *machine = explain->machine;
	struct narrow narrow = { 0 };
	double chance;

	explain->search++;
	for (uint32_t i = 0; i < machine->count; i++) {
		if (is_unexplained(explain, counts, i))
			narrow_add(explain, counts, i, &narrow);
	}
	chance = BY_CHANCE * narrow.outputs;
	if (chance <= FEW || narrow.found > BELIEVED * chance)
		return;
	for (uint32_t i = 0; i < machine->count; i++)
		explain->states[i].width = 1;
}

/* --- the walk --- */

/* Sum up how much the outputs that an input may feed make its packets wait. */
static double pressures_sum(const struct explain *explain, uint32_t in)
{
	const struct explain_machine *machine = explain->machine;
	const struct explain_link *link = &machine->links[in];
	double sum = 0;

	for (uint32_t i = explain->out.first[link->to]; i < explain->out.first[link->to + 1]; i++) {
		uint32_t out = explain->out.list[i];

		if (explain_may_feed(machine, link, &machine->links[out]))
			sum += explain->states[out].pressure;
	}
	return sum;
}

/* Pass the waits of an input on to the outputs that it may feed. */
static void waits_pass(struct explain *explain, uint32_t in)
{
	const struct explain_machine *machine = explain->machine;
	const struct explain_link *link = &machine->links[in];
	double part = explain->states[in].share / explain->states[in].sum;

	for (uint32_t i = explain->out.first[link->to]; i < explain->out.first[link->to + 1]; i++) {
		uint32_t out = explain->out.list[i];
		struct explain_state *state = &explain->states[out];

		if (!explain_may_feed(machine, link, &machine->links[out]))
			continue;
		state->rooted += part * state->pressure * (1 - state->forward);
		state->next += part * state->pressure * state->forward;
	}
}

static void walk_all(struct explain *explain)
{
	uint32_t count = explain->machine->count;

	for (unsigned int steps = 0; steps < STEPS; steps++) {
		bool more = false;

		for (uint32_t i = 0; i < count; i++) {
			if (explain->states[i].share > NEGLIGIBLE && explain->states[i].sum > 0)
				waits_pass(explain, i);
		}
		for (uint32_t i = 0; i < count; i++) {
			explain->states[i].share = explain->states[i].next;
			explain->states[i].next = 0;
			more |= explain->states[i].share > NEGLIGIBLE;
		}
		if (!more)
			return;
	}
}

void explain_walk(struct explain *explain, const struct explain_counts *counts)
{
	const struct explain_machine *machine = explain->machine;

	explain->total = 0;
	for (uint32_t i = 0; i < machine->count; i++) {
		double waits = known(counts[i].input) * machine->links[i].lanes;

		explain->states[i] = (struct explain_state) {
			.width = 1, .waits = waits, .share = waits,
		};
		explain->total += waits;
		output_fill(machine, i, &counts[i], &explain->states[i]);
	}
	narrow_find(explain, counts);
	for (uint32_t i = 0; i < machine->count; i++)
		output_fill(machine, i, &counts[i], &explain->states[i]);
	for (uint32_t i = 0; i < machine->count; i++)
		explain->states[i].sum = pressures_sum(explain, i);
	walk_all(explain);
}

/* --- trees --- */

/* Whether packets that arrive by a link wait there; or, if asked, are many. */
static bool is_waiting(const struct explain_counts *counts, bool loaded)
{
	return counts->input > WAITS || (loaded && counts->use > LOADED);
}

/* Whether packets upstream of a link wait for it, too; or, if asked, fill it. */
static bool is_held(const struct explain_counts *counts, bool loaded)
{
	return credit_of(counts) > LACKS || (loaded && counts->use > LOADED);
}

struct explain_tree explain_tree(struct explain *explain, const struct explain_counts *counts,
				 uint32_t root, bool loaded)
{
	const struct explain_machine *machine = explain->machine;
	uint32_t count = 0, next = 0, out = root;

	explain->search++;
	do {
		uint32_t chip = machine->links[out].from;

		for (uint32_t i = explain->in.first[chip]; i < explain->in.first[chip + 1]; i++) {
			uint32_t in = explain->in.list[i];

			if (explain->seen[in] == explain->search ||
			    !is_waiting(&counts[in], loaded) ||
			    !explain_may_feed(machine, &machine->links[in], &machine->links[out]))
				continue;
			explain->seen[in] = explain->search;
			explain->queue[count++] = in;
		}
		/* Packets wait upstream for this one only if that lacks credits. */
		while (next < count && (explain_is_host(&machine->links[explain->queue[next]]) ||
					!is_held(&counts[explain->queue[next]], loaded)))
			next++;
		if (next < count)
			out = explain->queue[next];
	} while (next++ < count);
	return (struct explain_tree) { explain->queue, count };
}
