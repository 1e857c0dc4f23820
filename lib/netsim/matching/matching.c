// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Messages from one rank to another may overtake each other on the way. They are taken in the order
 * of sending.
 */
#include <errno.h>
#include <stdlib.h>

#include "netsim/matching/matching.h"

/* --- pairs --- */

struct sent_to {
	uint32_t peer;
	uint32_t send;
};

static int sent_to_compare(const void *a, const void *b)
{
	const struct sent_to *one = a, *two = b;

	return one->peer < two->peer ? -1 : one->peer > two->peer;
}

/* Number the pairs of a rank's sends from pairs on; returns the next number. */
static uint32_t rank_pairs(struct matching *matching, uint32_t rank, struct sent_to *sends,
			   uint32_t pairs)
{
	const struct program *program = matching->program;
	uint32_t count = 0, op, i;

	for (op = program->first[rank]; op < program->first[rank + 1]; op++)
		if (program->op[op].kind == PROGRAM_SEND)
			sends[count++] = (struct sent_to){ program->op[op].peer, op };
	qsort(sends, count, sizeof(*sends), sent_to_compare);
	for (i = 0; i < count; i++) {
		if (i && sends[i].peer != sends[i - 1].peer)
			pairs++;
		matching->pair[sends[i].send] = pairs;
	}
	return pairs + !!count;
}

static int pairs_new(struct matching *matching)
{
	const struct program *program = matching->program;
	struct sent_to *sends = calloc(program->ops + 1, sizeof(*sends));
	uint32_t rank, pairs = 0;

	if (!sends)
		return -ENOMEM;
	for (rank = 0; rank < program->ranks; rank++)
		pairs = rank_pairs(matching, rank, sends, pairs);
	free(sends);
	matching->pairs = calloc(pairs + 1, sizeof(*matching->pairs));
	return matching->pairs ? 0 : -ENOMEM;
}

/* --- beginning and end --- */

static int tables_new(struct matching *matching)
{
	const struct program *program = matching->program;
	size_t ops = program->ops + (size_t)1;
	uint32_t rank, op;

	matching->owner = calloc(ops, sizeof(*matching->owner));
	matching->receive = calloc(ops, sizeof(*matching->receive));
	matching->sequence = calloc(ops, sizeof(*matching->sequence));
	matching->op = calloc(ops, sizeof(*matching->op));
	matching->posts = calloc(program->ranks, sizeof(*matching->posts));
	matching->pair = calloc(ops, sizeof(*matching->pair));
	matching->next = calloc(ops, sizeof(*matching->next));
	if (!matching->owner || !matching->receive || !matching->sequence || !matching->op ||
	    !matching->posts || !matching->pair || !matching->next)
		return -ENOMEM;
	for (rank = 0; rank < program->ranks; rank++)
		for (op = program->first[rank]; op < program->first[rank + 1]; op++)
			matching->owner[op] = rank;
	return 0;
}

int matching_new(struct matching *matching, const struct program *program)
{
	int err;

	*matching = (struct matching){ .program = program };
	err = tables_new(matching);
	if (!err)
		err = pairs_new(matching);
	if (!err)
		err = matching_wishes_new(matching);
	return err;
}

void matching_free(struct matching *matching)
{
	free(matching->owner);
	free(matching->receive);
	free(matching->sequence);
	free(matching->op);
	free(matching->wish);
	free(matching->posts);
	free(matching->pair);
	free(matching->pairs);
	free(matching->next);
}

/* --- the order of sending --- */

void matching_sent(struct matching *matching, uint32_t send)
{
	matching->sequence[send] = matching->pairs[matching->pair[send]].sent++;
}

static void early_add(struct matching *matching, struct matching_list *early, uint32_t send)
{
	matching->next[send] = 0;
	if (early->first)
		matching->next[early->last - 1] = 1 + send;
	else
		early->first = 1 + send;
	early->last = 1 + send;
}

/* Remove a message from the early ones; before is 1 + the previous one, or 0. */
static void early_remove(struct matching *matching, struct matching_list *early, uint32_t before,
			 uint32_t send)
{
	if (before)
		matching->next[before - 1] = matching->next[send];
	else
		early->first = matching->next[send];
	if (early->last == 1 + send)
		early->last = before;
}

uint32_t matching_came(struct matching *matching, uint32_t send)
{
	struct matching_pair *pair = &matching->pairs[matching->pair[send]];

	if (matching->sequence[send] != pair->came) {
		early_add(matching, &pair->early, send);
		return 0;
	}
	pair->came++;
	return 1 + send;
}

uint32_t matching_early(struct matching *matching, uint32_t send)
{
	struct matching_pair *pair = &matching->pairs[matching->pair[send]];
	uint32_t next = pair->early.first, before = 0;

	for (; next; before = next, next = matching->next[next - 1]) {
		if (matching->sequence[next - 1] != pair->came)
			continue;
		early_remove(matching, &pair->early, before, next - 1);
		pair->came++;
		return next;
	}
	return 0;
}
