// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "stencil.h"

/* A node, and which transfer is its next. */
struct sender {
	uint32_t first, end;	/* its ranks in exchange.ranks, end exclusive */
	uint32_t step;		/* exchanges that are done */
	uint32_t rank;		/* the rank that sends, in exchange.ranks */
	uint16_t message;	/* its message, by number of the neighbour */
	uint16_t part;		/* part of that message, then of the neighbour's message to it */
};

/* The context of a stencil's traffic. */
struct exchange {
	struct stencil stencil;
	unsigned int count;					/* neighbours of a rank */
	struct stencil_message messages[STENCIL_NEIGHBOURS];	/* to them */
	struct mpi_part parts[STENCIL_NEIGHBOURS][MPI_PARTS];	/* of the messages */
	unsigned int part_count[STENCIL_NEIGHBOURS];		/* likewise */
	uint32_t *place;					/* node of each rank */
	uint32_t *ranks;					/* by node */
	struct sender senders[];				/* all nodes of the system */
};

/* Return the node of a neighbour; the rank's own node if it has no such neighbour. */
static uint32_t other_node(const struct exchange *exchange, uint32_t rank, unsigned int message)
{
	const unsigned int *grid = exchange->stencil.grid;
	const unsigned int at[] = {
		rank % grid[0], rank / grid[0] % grid[1], rank / grid[0] / grid[1],
	};
	uint32_t other = stencil_neighbour(&exchange->stencil, at, &exchange->messages[message]);

	return exchange->place[other == stencil_ranks(&exchange->stencil) ? rank : other];
}

/*
 * Return the next part of a message that this node issues, or NULL: of its own message, what is not
 * pulled; of the neighbour's message, which is as long, what is pulled.
 */
static const struct mpi_part *next_part(const struct exchange *exchange, struct sender *sender)
{
	unsigned int count = exchange->part_count[sender->message];
	const struct mpi_part *part;
	bool theirs;

	while (sender->part < 2 * count) {
		theirs = sender->part >= count;
		part = &exchange->parts[sender->message][sender->part++ % count];
		if (part->pulled == theirs)
			return part;
	}
	return NULL;
}

/* Go on to the next neighbour, rank or step. */
static void advance(const struct exchange *exchange, struct sender *sender)
{
	sender->part = 0;
	if (++sender->message < exchange->count)
		return;
	sender->message = 0;
	if (++sender->rank < sender->end)
		return;
	sender->rank = sender->first;
	sender->step++;
}

static bool exchange_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct exchange *exchange = context;
	struct sender *sender = &exchange->senders[node];
	const struct mpi_part *part;
	uint32_t other;

	while (sender->first < sender->end && sender->step < exchange->stencil.steps) {
		other = other_node(exchange, exchange->ranks[sender->rank], sender->message);
		part = other == node ? NULL : next_part(exchange, sender);
		if (part) {
			*transfer = part->transfer;
			transfer->node = other;
			return true;
		}
		advance(exchange, sender);
	}
	return false;
}

/* Sort ranks by node, each node's in their own order. */
static void sort_ranks(struct exchange *exchange, uint32_t ranks, uint32_t nodes)
{
	struct sender *senders = exchange->senders;
	uint32_t rank, node, sum = 0;

	for (rank = 0; rank < ranks; rank++)
		senders[exchange->place[rank]].end++;
	for (node = 0; node < nodes; node++) {
		senders[node].first = sum;
		sum += senders[node].end;
		senders[node].end = senders[node].first;
		senders[node].rank = senders[node].first;
	}
	for (rank = 0; rank < ranks; rank++)
		exchange->ranks[senders[exchange->place[rank]].end++] = rank;
}

static void list_parts(struct exchange *exchange, struct net_traffic *traffic)
{
	unsigned int i, part;

	exchange->count = stencil_messages(&exchange->stencil, exchange->messages);
	for (i = 0; i < exchange->count; i++) {
		exchange->part_count[i] = mpi_message(&exchange->stencil.mpi,
						      exchange->messages[i].bytes,
						      exchange->stencil.zero, exchange->parts[i]);
		for (part = 0; part < exchange->part_count[i]; part++)
			traffic->requests |= 1u << exchange->parts[i][part].transfer.op;
	}
}

int stencil_traffic(const struct stencil *stencil, const struct topo *topo,
		    struct net_traffic *traffic)
{
	uint32_t nodes = topo_nodes(topo), ranks = stencil_ranks(stencil);
	size_t size = sizeof(struct exchange) + nodes * sizeof(struct sender) +
		      2 * (size_t)ranks * sizeof(uint32_t);
	struct exchange *exchange = calloc(1, size);
	int err;

	if (!exchange)
		return -ENOMEM;
	exchange->place = (uint32_t *)&exchange->senders[nodes];
	exchange->ranks = exchange->place + ranks;
	err = stencil_place(stencil, topo, exchange->place);
	if (err) {
		free(exchange);
		return err;
	}
	exchange->stencil = *stencil;
	sort_ranks(exchange, ranks, nodes);
	*traffic = (struct net_traffic){ .next = exchange_next, .context = exchange };
	list_parts(exchange, traffic);
	return 0;
}
