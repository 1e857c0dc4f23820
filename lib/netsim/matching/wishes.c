// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Which receive gets which message. The program says what receives ask for: a rank, a source and a
 * tag. Receives that ask for the same share one list of waiting receives, and one of messages that
 * they could take. A message fits at most MATCHING_WISHES of these wishes.
 */
#include <errno.h>
#include <stdlib.h>

#include "netsim/matching/matching.h"
#include "netsim/mix.h"

/* What a receive asks for, with PROGRAM_ANY where all will do. */
struct wish {
	uint32_t rank;
	uint32_t peer;
	uint32_t tag;
};

/* A hash table of wishes, with open addressing. */
struct wishes {
	uint32_t *recv;	/* 1 + a receive that has the wish; 0: free */
	uint32_t mask;	/* places - 1; at least one is free */
};

static struct wish wish_of(const struct matching *matching, uint32_t recv)
{
	const struct program_op *op = &matching->program->op[recv];

	return (struct wish){ matching->owner[recv], op->peer, op->tag };
}

/* Return one of the wishes that a message fits. */
static struct wish wish_for(const struct matching *matching, uint32_t send, unsigned int match)
{
	const struct program_op *op = &matching->program->op[send];

	return (struct wish){
		op->peer, match & 1 ? PROGRAM_ANY : matching->owner[send],
		match & 2 ? PROGRAM_ANY : op->tag,
	};
}

/* Return the place of a wish, or the free one for it. */
static uint32_t wish_place(const struct matching *matching, const struct wishes *wishes,
			   const struct wish *wish)
{
	uint64_t hash = net_mix(net_mix((uint64_t)wish->rank << 32 | wish->peer) + wish->tag);
	uint32_t place = hash & wishes->mask;
	struct wish other;

	for (; wishes->recv[place]; place = (place + 1) & wishes->mask) {
		other = wish_of(matching, wishes->recv[place] - 1);
		if (other.rank == wish->rank && other.peer == wish->peer && other.tag == wish->tag)
			break;
	}
	return place;
}

/* Give all receives with the same wish one list. Returns the number of lists. */
static uint32_t receives_start(struct matching *matching, struct wishes *wishes)
{
	const struct program *program = matching->program;
	uint32_t lists = 0, recv, place;
	struct wish wish;

	for (recv = 0; recv < program->ops; recv++) {
		if (program->op[recv].kind != PROGRAM_RECV)
			continue;
		wish = wish_of(matching, recv);
		place = wish_place(matching, wishes, &wish);
		if (!wishes->recv[place]) {
			wishes->recv[place] = 1 + recv;
			matching->op[recv].list[0] = 1 + lists++;
		} else {
			matching->op[recv].list[0] =
				matching->op[wishes->recv[place] - 1].list[0];
		}
	}
	return lists;
}

static void sends_start(struct matching *matching, const struct wishes *wishes)
{
	const struct program *program = matching->program;
	uint32_t send, recv;
	struct wish wish;
	unsigned int i;

	for (send = 0; send < program->ops; send++) {
		if (program->op[send].kind != PROGRAM_SEND)
			continue;
		for (i = 0; i < MATCHING_WISHES; i++) {
			wish = wish_for(matching, send, i);
			recv = wishes->recv[wish_place(matching, wishes, &wish)];
			if (recv)
				matching->op[send].list[i] = matching->op[recv - 1].list[0];
		}
	}
}

int matching_wishes_new(struct matching *matching)
{
	uint32_t receives = program_sum(matching->program).ops[PROGRAM_RECV], places = 2, lists;
	struct wishes wishes;

	while (places <= 2 * (uint64_t)receives)
		places *= 2;
	wishes.mask = places - 1;
	wishes.recv = calloc(places, sizeof(*wishes.recv));
	if (!wishes.recv)
		return -ENOMEM;
	lists = receives_start(matching, &wishes);
	sends_start(matching, &wishes);
	free(wishes.recv);
	matching->wish = calloc(lists + (size_t)1, sizeof(*matching->wish));
	return matching->wish ? 0 : -ENOMEM;
}

/* --- lists --- */

static void wish_add(struct matching *matching, struct matching_list *list, unsigned int match,
		     uint32_t op)
{
	matching->op[op].next[match] = 0;
	if (list->first)
		matching->op[list->last - 1].next[match] = 1 + op;
	else
		list->first = 1 + op;
	list->last = 1 + op;
}

/* Return the index of a list among a message's lists. */
static unsigned int wish_index(const struct matching *matching, uint32_t send, uint32_t list)
{
	unsigned int i = 0;

	while (matching->op[send].list[i] != list)
		i++;
	return i;
}

/* Take the first message of a list that no receive has taken by way of another list. */
static uint32_t wish_take(struct matching *matching, uint32_t list)
{
	struct matching_list *came = &matching->wish[list].unexpected;
	uint32_t first;

	while ((first = came->first)) {
		came->first = matching->op[first - 1].next[wish_index(matching, first - 1, list)];
		if (!matching->receive[first - 1])
			break;
	}
	return first;
}

uint32_t matching_post(struct matching *matching, uint32_t recv)
{
	uint32_t list = matching->op[recv].list[0], send = wish_take(matching, list);

	if (send) {
		matching->receive[send - 1] = 1 + recv;
		return send;
	}
	matching->sequence[recv] = matching->posts[matching->owner[recv]]++;
	wish_add(matching, &matching->wish[list].posted, 0, recv);
	return 0;
}

/* Find the list whose first receive fits the message and was posted first; 0: no receive fits. */
static uint32_t wish_best(const struct matching *matching, uint32_t send)
{
	uint32_t best = 0, list, recv, least = 0;
	unsigned int i;

	for (i = 0; i < MATCHING_WISHES; i++) {
		list = matching->op[send].list[i];
		recv = list ? matching->wish[list].posted.first : 0;
		if (!recv || (best && matching->sequence[recv - 1] > least))
			continue;
		best = list;
		least = matching->sequence[recv - 1];
	}
	return best;
}

uint32_t matching_take(struct matching *matching, uint32_t send)
{
	uint32_t list = wish_best(matching, send), recv;
	struct matching_list *posted = &matching->wish[list].posted;
	unsigned int i;

	if (list) {
		recv = posted->first;
		posted->first = matching->op[recv - 1].next[0];
		matching->receive[send] = recv;
		return recv;
	}
	for (i = 0; i < MATCHING_WISHES; i++) {
		list = matching->op[send].list[i];
		if (list)
			wish_add(matching, &matching->wish[list].unexpected, i, send);
	}
	return 0;
}
