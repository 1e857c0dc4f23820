// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "netsim/matching/matching.h"
#include "netsim/mix.h"

/* --- which receive gets which message --- */

/*
 * The program says what receives ask for: an envelope of a rank, a source and a tag. Receives with
 * the same envelope share a queue: a list of waiting receives, and one of messages that they could
 * take. A message fits at most MATCHING_QUEUES envelopes.
 */

/* What a receive asks for, with PROGRAM_ANY where all will do. */
struct envelope {
	uint32_t rank;
	uint32_t peer;
	uint32_t tag;
};

/* A hash table of envelopes, with open addressing. */
struct envelopes {
	uint32_t *recv;	/* 1 + a receive that has the envelope; 0: free */
	uint32_t mask;	/* places - 1; at least one is free */
};

static struct envelope envelope_of(const struct matching *matching, uint32_t recv)
{
	const struct program_op *op = &matching->program->op[recv];

	return (struct envelope){ matching_owner(matching, recv), op->peer, op->tag };
}

/* Return the envelope that a message fits, by a kind of receives. */
static struct envelope envelope_for(const struct matching *matching, uint32_t send,
				    unsigned int kind)
{
	const struct program_op *op = &matching->program->op[send];

	return (struct envelope){
		op->peer, kind & 1 ? PROGRAM_ANY : matching_owner(matching, send),
		kind & 2 ? PROGRAM_ANY : op->tag,
	};
}

/* Return a stand of an operation. */
static struct matching_stand *stand_of(const struct matching *matching, uint32_t op,
				       unsigned int number)
{
	return &matching_op(matching, op)->stand[number];
}

/* Return the place of an envelope, or the free one for it. */
static uint32_t envelope_place(const struct matching *matching, const struct envelopes *envelopes,
			       const struct envelope *envelope)
{
	uint64_t hash = net_mix(net_mix((uint64_t)envelope->rank << 32 | envelope->peer) +
				envelope->tag);
	uint32_t place = hash & envelopes->mask;
	struct envelope other;

	for (; envelopes->recv[place]; place = (place + 1) & envelopes->mask) {
		other = envelope_of(matching, envelopes->recv[place] - 1);
		if (other.rank == envelope->rank && other.peer == envelope->peer &&
		    other.tag == envelope->tag)
			break;
	}
	return place;
}

/* Give all receives with the same envelope one list. Returns the number of lists. */
static uint32_t receives_start(struct matching *matching, struct envelopes *envelopes)
{
	const struct program *program = matching->program;
	uint32_t lists = 0, recv, place;
	struct envelope envelope;

	for (recv = 0; recv < program->ops; recv++) {
		if (program->op[recv].kind != PROGRAM_RECV)
			continue;
		envelope = envelope_of(matching, recv);
		place = envelope_place(matching, envelopes, &envelope);
		if (!envelopes->recv[place]) {
			envelopes->recv[place] = 1 + recv;
			stand_of(matching, recv, 0)->list = 1 + lists++;
		} else {
			stand_of(matching, recv, 0)->list =
				stand_of(matching, envelopes->recv[place] - 1, 0)->list;
		}
	}
	return lists;
}

static void sends_start(struct matching *matching, const struct envelopes *envelopes)
{
	const struct program *program = matching->program;
	uint32_t send, recv;
	struct envelope envelope;
	unsigned int i;

	for (send = 0; send < program->ops; send++) {
		if (program->op[send].kind != PROGRAM_SEND)
			continue;
		for (i = 0; i < matching->stands; i++) {
			envelope = envelope_for(matching, send, matching->kind[i]);
			recv = envelopes->recv[envelope_place(matching, envelopes, &envelope)];
			if (recv)
				stand_of(matching, send, i)->list =
					stand_of(matching, recv - 1, 0)->list;
		}
	}
}

/* Find what receives ask for; the owners of operations are set. Returns 0 or -ENOMEM. */
static int envelopes_new(struct matching *matching)
{
	uint32_t receives = program_sum(matching->program).ops[PROGRAM_RECV], places = 2, lists;
	struct envelopes envelopes;

	while (places <= 2 * (uint64_t)receives)
		places *= 2;
	envelopes.mask = places - 1;
	envelopes.recv = calloc(places, sizeof(*envelopes.recv));
	if (!envelopes.recv)
		return -ENOMEM;
	lists = receives_start(matching, &envelopes);
	sends_start(matching, &envelopes);
	free(envelopes.recv);
	matching->queue = calloc(lists + (size_t)1, sizeof(*matching->queue));
	return matching->queue ? 0 : -ENOMEM;
}

/* --- lists --- */

/* Add an operation to a list of its queue, all of which stand there by the same number. */
static void queue_add(struct matching *matching, struct matching_list *list, unsigned int number,
		      uint32_t op)
{
	stand_of(matching, op, number)->next = 0;
	if (list->first)
		stand_of(matching, list->last - 1, number)->next = 1 + op;
	else
		list->first = 1 + op;
	list->last = 1 + op;
}

/* Return by which number a message stands in a queue. */
static unsigned int stand_in(const struct matching *matching, uint32_t send, uint32_t list)
{
	unsigned int i = 0;

	while (stand_of(matching, send, i)->list != list)
		i++;
	return i;
}

/* Take the first message of a list that no receive has taken by way of another list. */
static uint32_t queue_take(struct matching *matching, uint32_t list)
{
	struct matching_list *came = &matching->queue[list].unexpected;
	uint32_t first;

	while ((first = came->first)) {
		came->first = stand_of(matching, first - 1,
				       stand_in(matching, first - 1, list))->next;
		if (!matching_receive(matching, first - 1))
			break;
	}
	return first;
}

uint32_t matching_post(struct matching *matching, uint32_t recv)
{
	struct matching_op *op = matching_op(matching, recv);
	uint32_t list = op->stand[0].list, send = queue_take(matching, list);

	if (send) {
		matching_op(matching, send - 1)->receive = 1 + recv;
		return send;
	}
	op->sequence = matching->posts[op->owner]++;
	queue_add(matching, &matching->queue[list].posted, 0, recv);
	return 0;
}

/* Find the list whose first receive fits the message and was posted first; 0: no receive fits. */
static uint32_t queue_best(const struct matching *matching, uint32_t send)
{
	uint32_t best = 0, list, recv, least = 0, sequence;
	unsigned int i;

	for (i = 0; i < matching->stands; i++) {
		list = stand_of(matching, send, i)->list;
		recv = list ? matching->queue[list].posted.first : 0;
		if (!recv)
			continue;
		sequence = matching_op(matching, recv - 1)->sequence;
		if (best && sequence > least)
			continue;
		best = list;
		least = sequence;
	}
	return best;
}

uint32_t matching_take(struct matching *matching, uint32_t send)
{
	uint32_t list = queue_best(matching, send), recv;
	struct matching_list *posted = &matching->queue[list].posted;
	unsigned int i;

	if (list) {
		recv = posted->first;
		posted->first = stand_of(matching, recv - 1, 0)->next;
		matching_op(matching, send)->receive = recv;
		return recv;
	}
	for (i = 0; i < matching->stands; i++) {
		list = stand_of(matching, send, i)->list;
		if (list)
			queue_add(matching, &matching->queue[list].unexpected, i, send);
	}
	return 0;
}

/*
 * Messages from one rank to another may overtake each other on the way. They are taken in the order
 * of sending.
 */

/* --- pairs --- */

/*
 * Number the pairs of a rank from pairs on; returns the next number. For each rank that is sent to,
 * known has 1 + its pair with the last rank so far that sends to it, or 0.
 */
static uint32_t rank_pairs(struct matching *matching, uint32_t rank, uint32_t *known,
			   uint32_t pairs)
{
	const struct program *program = matching->program;
	uint32_t first = pairs, op, *pair;

	for (op = program->first[rank]; op < program->first[rank + 1]; op++) {
		if (program->op[op].kind != PROGRAM_SEND)
			continue;
		pair = &known[program->op[op].peer];
		if (*pair <= first)
			*pair = ++pairs;
		matching_op(matching, op)->pair = *pair - 1;
	}
	return pairs;
}

static int pairs_new(struct matching *matching)
{
	const struct program *program = matching->program;
	uint32_t *known = calloc(program->ranks, sizeof(*known)), rank, pairs = 0;

	if (!known)
		return -ENOMEM;
	for (rank = 0; rank < program->ranks; rank++)
		pairs = rank_pairs(matching, rank, known, pairs);
	free(known);
	matching->pairs = calloc(pairs + (size_t)1, sizeof(*matching->pairs));
	return matching->pairs ? 0 : -ENOMEM;
}

/* --- beginning and end --- */

/* Find which kinds of receives the program has. Most have one, without any rank and any tag. */
static void kinds_find(struct matching *matching)
{
	const struct program *program = matching->program;
	const struct program_op *op = program->op, *end = op + program->ops;
	unsigned int kinds = 0, kind;

	for (; op < end; op++) {
		kind = (op->peer == PROGRAM_ANY) | (op->tag == PROGRAM_ANY) << 1;
		if (op->kind == PROGRAM_RECV)
			kinds |= 1u << kind;
	}
	for (kind = 0; kind < MATCHING_QUEUES; kind++)
		if (kinds & 1u << kind)
			matching->kind[matching->stands++] = kind;
	/* Messages that come early need one, even if no receive takes them. */
	if (!matching->stands)
		matching->stands = 1;
}

static int tables_new(struct matching *matching)
{
	const struct program *program = matching->program;
	size_t ops = program->ops + (size_t)1;
	uint32_t rank, op;

	matching->op_size = sizeof(struct matching_op) +
			    matching->stands * sizeof(struct matching_stand);
	matching->ops = calloc(ops, matching->op_size);
	matching->posts = calloc(program->ranks, sizeof(*matching->posts));
	if (!matching->ops || !matching->posts)
		return -ENOMEM;
	for (rank = 0; rank < program->ranks; rank++)
		for (op = program->first[rank]; op < program->first[rank + 1]; op++)
			matching_op(matching, op)->owner = rank;
	return 0;
}

int matching_new(struct matching *matching, const struct program *program)
{
	int err;

	*matching = (struct matching){ .program = program };
	kinds_find(matching);
	err = tables_new(matching);
	if (!err)
		err = pairs_new(matching);
	if (!err)
		err = envelopes_new(matching);
	return err;
}

void matching_free(struct matching *matching)
{
	free(matching->ops);
	free(matching->queue);
	free(matching->posts);
	free(matching->pairs);
}

/* --- the order of sending --- */

/* Return the pair of a send. */
static struct matching_pair *pair_of(const struct matching *matching, const struct matching_op *op)
{
	return &matching->pairs[op->pair];
}

void matching_sent(struct matching *matching, uint32_t send)
{
	struct matching_op *op = matching_op(matching, send);

	op->sequence = pair_of(matching, op)->sent++;
}

/* Remove a message from the early ones; before is 1 + the previous one, or 0. */
static void early_remove(struct matching *matching, struct matching_list *early, uint32_t before,
			 uint32_t send)
{
	uint32_t next = stand_of(matching, send, 0)->next;

	if (before)
		stand_of(matching, before - 1, 0)->next = next;
	else
		early->first = next;
	if (early->last == 1 + send)
		early->last = before;
}

uint32_t matching_came(struct matching *matching, uint32_t send)
{
	const struct matching_op *op = matching_op(matching, send);
	struct matching_pair *pair = pair_of(matching, op);

	if (op->sequence != pair->came) {
		queue_add(matching, &pair->early, 0, send);
		return 0;
	}
	pair->came++;
	return 1 + send;
}

uint32_t matching_early(struct matching *matching, uint32_t send)
{
	struct matching_pair *pair = pair_of(matching, matching_op(matching, send));
	uint32_t next = pair->early.first, before = 0;

	for (; next; before = next, next = stand_of(matching, next - 1, 0)->next) {
		if (matching_op(matching, next - 1)->sequence != pair->came)
			continue;
		early_remove(matching, &pair->early, before, next - 1);
		pair->came++;
		return next;
	}
	return 0;
}
