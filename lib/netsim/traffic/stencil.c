// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "netsim/flow/state.h"
#include "netsim/mix.h"
#include "netsim/packet.h"
#include "netsim/routing/route.h"
#include "stencil.h"

/* Limits, so that no product overflows its type. */
#define RANKS	(1u << 28)
#define BOX	(1u << 16)
#define CELL	(1u << 20)
#define BYTES	(1ull << 52)

uint32_t stencil_ranks(const struct stencil *stencil)
{
	uint64_t ranks = 1;
	unsigned int i;

	for (i = 0; i < 3; i++) {
		if (!stencil->grid[i] || stencil->grid[i] > RANKS / ranks)
			return 0;
		ranks *= stencil->grid[i];
	}
	return ranks;
}

/* Whether the sum of a message over all steps is small enough. */
static bool are_bytes_few(const struct stencil *stencil)
{
	struct stencil_message messages[STENCIL_NEIGHBOURS];
	unsigned int count = stencil_messages(stencil, messages);

	while (stencil->steps && count--)
		if (messages[count].bytes > BYTES / stencil->steps)
			return false;
	return true;
}

int stencil_check(const struct stencil *stencil)
{
	bool points = stencil->points == 6 || stencil->points == 26 || stencil->points == 27;
	unsigned int i;

	if (!points || !stencil_ranks(stencil))
		return -EINVAL;
	for (i = 0; i < 3; i++) {
		if (!stencil->box[i] || stencil->box[i] > BOX ||
		    !stencil->node[i] || stencil->grid[i] % stencil->node[i])
			return -EINVAL;
	}
	if (!stencil->cell || stencil->cell > CELL)
		return -EINVAL;
	return are_bytes_few(stencil) ? 0 : -EINVAL;
}

static struct stencil_message message_to(const struct stencil *stencil, const int *step)
{
	struct stencil_message message = { .bytes = stencil->cell };
	int stride = 1, i;

	for (i = 0; i < 3; i++, stride *= stencil->grid[i - 1]) {
		message.step[i] = step[i];
		message.offset += step[i] * stride;
		if (!step[i])
			message.bytes *= stencil->box[i];
	}
	return message;
}

unsigned int stencil_messages(const struct stencil *stencil, struct stencil_message *messages)
{
	unsigned int most = stencil->points == 6 ? 1 : 3;
	unsigned int count = 0, apart;
	int step[3];

	for (step[2] = -1; step[2] <= 1; step[2]++) {
		for (step[1] = -1; step[1] <= 1; step[1]++) {
			for (step[0] = -1; step[0] <= 1; step[0]++) {
				apart = abs(step[0]) + abs(step[1]) + abs(step[2]);
				if (apart && apart <= most)
					messages[count++] = message_to(stencil, step);
			}
		}
	}
	return count;
}

uint32_t stencil_neighbour(const struct stencil *stencil, const unsigned int *at,
			   const struct stencil_message *message)
{
	const unsigned int *grid = stencil->grid;
	unsigned int to[3], i;

	for (i = 0; i < 3; i++) {
		to[i] = at[i] + message->step[i];
		if (to[i] < grid[i])
			continue;
		if (!stencil->periodic)
			return stencil_ranks(stencil);
		to[i] = message->step[i] < 0 ? grid[i] - 1 : 0;
	}
	return to[0] + grid[0] * (to[1] + grid[1] * to[2]);
}

/* Return a node of the system by its number with the last dimension fastest. */
static uint32_t node_at(const struct topo *topo, uint32_t index)
{
	unsigned int coord[TOPO_DIMS];
	unsigned int rest = topo_node_chip(topo, index), dim;

	for (dim = topo->dims; dim-- > 0; rest /= topo->size[dim])
		coord[dim] = rest % topo->size[dim];
	return topo_node(topo, topo_chip(topo, coord), topo_node_nic(topo, index));
}

/* Return the number of a rank's block, counted z fastest, then y, then x. */
static uint32_t block_of(const struct stencil *stencil, uint32_t rank)
{
	uint32_t block = 0, rest = rank;
	unsigned int i, at, blocks;

	for (i = 0; i < 3; i++, rest /= stencil->grid[i - 1]) {
		at = rest % stencil->grid[i] / stencil->node[i];
		blocks = stencil->grid[i] / stencil->node[i];
		block = block * blocks + at;
	}
	return block;
}

int stencil_place(const struct stencil *stencil, const struct topo *topo, uint32_t *place)
{
	uint32_t ranks = stencil_ranks(stencil), nodes, rank, i;
	uint32_t *node;

	if (stencil_check(stencil))
		return -EINVAL;
	nodes = ranks / (stencil->node[0] * stencil->node[1] * stencil->node[2]);
	if (nodes > topo_nodes(topo))
		return -E2BIG;
	node = calloc(nodes, sizeof(*node));
	if (!node)
		return -ENOMEM;
	for (i = 0; i < nodes; i++)
		node[i] = node_at(topo, i);
	for (rank = 0; rank < ranks; rank++)
		place[rank] = node[block_of(stencil, rank)];
	if (stencil->random)
		net_mix_shuffle(stencil->seed, false, place, ranks);
	free(node);
	return 0;
}

/* A neighbour's neighbours include the rank: all ranks together check both directions. */
int stencil_routes_left(const struct stencil *stencil, const uint32_t *place,
			const struct net_fabric *fabric, struct stencil_gap *gap)
{
	const unsigned int *grid = stencil->grid;
	struct stencil_message messages[STENCIL_NEIGHBOURS];
	unsigned int count = stencil_messages(stencil, messages), i;
	uint32_t ranks = stencil_ranks(stencil), rank, other;

	for (rank = 0; rank < ranks; rank++) {
		const unsigned int at[] = {
			rank % grid[0], rank / grid[0] % grid[1], rank / grid[0] / grid[1],
		};

		for (i = 0; i < count; i++) {
			other = stencil_neighbour(stencil, at, &messages[i]);
			if (other == ranks || place[other] == place[rank])
				continue;
			*gap = (struct stencil_gap){ place[rank], place[other] };
			if (net_routes_left(fabric, topo_node_chip(&fabric->topo, gap->from),
					    topo_node_chip(&fabric->topo, gap->to)))
				return -EHOSTUNREACH;
		}
	}
	return 0;
}

/* --- for the flow engine --- */

/*
 * What goes one way between neighbours: parts of the message there, and of the one back, which is
 * as long.
 */
static struct flow_channels way_load(const struct stencil *stencil, uint64_t bytes,
				     const struct net_config *config)
{
	struct mpi_part parts[MPI_PARTS];
	unsigned int count = mpi_message(&stencil->mpi, bytes, stencil->zero, parts);
	struct flow_load load = { 0 };
	unsigned int i;

	for (i = 0; i < count; i++)
		flow_load(config, &parts[i].transfer, parts[i].pulled, stencil->steps, &load);
	return flow_one_way(&load);
}

struct job {
	const struct stencil *stencil;
	const uint32_t *place;
	struct flow *flow;
	unsigned int count;
	struct stencil_message messages[STENCIL_NEIGHBOURS];
	struct flow_channels loads[STENCIL_NEIGHBOURS];
};

static int rank_flow(const struct job *job, const unsigned int *at)
{
	const struct stencil *stencil = job->stencil;
	uint32_t rank = at[0] + stencil->grid[0] * (at[1] + stencil->grid[1] * at[2]);
	uint32_t ranks = stencil_ranks(stencil), other;
	bool inside = true;
	unsigned int i;
	int err = 0;

	for (i = 0; i < 3; i++)
		inside &= at[i] - 1 < stencil->grid[i] - 2 && stencil->grid[i] > 2;
	for (i = 0; i < job->count && !err; i++) {
		other = inside ? rank + job->messages[i].offset :
			stencil_neighbour(stencil, at, &job->messages[i]);
		if (other != ranks && job->place[other] != job->place[rank])
			err = flow_add_route(job->flow, job->place[rank], job->place[other],
					     &job->loads[i]);
	}
	return err;
}

/* z is the innermost loop: ranks of a node, and of its neighbours, are near each other. */
int stencil_flow(const struct stencil *stencil, const uint32_t *place,
		 const struct net_config *config, struct flow *flow)
{
	struct job job = { .stencil = stencil, .place = place, .flow = flow };
	const unsigned int *grid = stencil->grid;
	unsigned int at[3], i;
	int err = stencil_check(stencil);

	if (err)
		return err;
	job.count = stencil_messages(stencil, job.messages);
	for (i = 0; i < job.count; i++)
		job.loads[i] = way_load(stencil, job.messages[i].bytes, config);
	for (at[0] = 0; at[0] < grid[0]; at[0]++)
		for (at[1] = 0; at[1] < grid[1]; at[1]++)
			for (at[2] = 0; at[2] < grid[2] && !err; at[2]++)
				err = rank_flow(&job, at);
	return err;
}

/* --- as traffic --- */

/* A node, and which transfer is its next. */
struct sender {
	uint32_t first, end;	/* its ranks in exchange.ranks, end exclusive */
	uint32_t step;		/* exchanges that it has sent */
	uint32_t ended;		/* if exchanges wait: those that have ended here */
	uint32_t rank;		/* the rank that sends, in exchange.ranks */
	uint16_t message;	/* its message, by number of the neighbour */
	uint16_t part;		/* part of that message, then of the neighbour's message to it */
	uint64_t packets;	/* if exchanges wait: that come here in each of them */
	uint64_t left[2];	/* packets still to come, of an even and of an odd exchange */
};

/* The context of a stencil's traffic. */
struct exchange {
	struct stencil stencil;
	unsigned int count;					/* neighbours of a rank */
	struct stencil_message messages[STENCIL_NEIGHBOURS];	/* to them */
	struct mpi_part parts[STENCIL_NEIGHBOURS][MPI_PARTS];	/* of the messages */
	unsigned int part_count[STENCIL_NEIGHBOURS];		/* likewise */
	uint64_t requests[STENCIL_NEIGHBOURS];			/* packets of a message */
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
		if (exchange->stencil.waits && sender->step > sender->ended)
			return false;
		other = other_node(exchange, exchange->ranks[sender->rank], sender->message);
		part = other == node ? NULL : next_part(exchange, sender);
		if (part) {
			*transfer = part->transfer;
			transfer->node = other;
			transfer->id = exchange->stencil.waits ? sender->step : 0;
			return true;
		}
		advance(exchange, sender);
	}
	return false;
}

/*
 * Count a packet that has come. No neighbour is more than one exchange ahead of a node: it cannot
 * end one without the node's packets.
 */
static uint64_t exchange_hear(void *context, unsigned int chip, uint64_t cycle,
			      const struct net_notice *notice)
{
	struct exchange *exchange = context;
	struct sender *sender;

	(void)chip;
	(void)cycle;
	if (!notice || (notice->event != NET_ARRIVED && notice->event != NET_RETURNED))
		return NET_FOREVER;
	sender = &exchange->senders[notice->node];
	if (!--sender->left[notice->id % 2]) {
		sender->left[notice->id % 2] = sender->packets;
		sender->ended++;
	}
	return NET_FOREVER;
}

/*
 * Count what comes to each node in an exchange: as many requests as it sends, because its
 * neighbours send it the same, and a response to each of its own.
 */
static void count_packets(struct exchange *exchange, uint32_t nodes)
{
	struct sender *sender;
	uint32_t node, rank;
	unsigned int i;

	for (node = 0; node < nodes; node++) {
		sender = &exchange->senders[node];
		for (rank = sender->first; rank < sender->end; rank++)
			for (i = 0; i < exchange->count; i++)
				if (other_node(exchange, exchange->ranks[rank], i) != node)
					sender->packets += 2 * exchange->requests[i];
		sender->left[0] = sender->packets;
		sender->left[1] = sender->packets;
	}
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
	const struct net_transfer *transfer;
	unsigned int i, part;

	exchange->count = stencil_messages(&exchange->stencil, exchange->messages);
	for (i = 0; i < exchange->count; i++) {
		exchange->part_count[i] = mpi_message(&exchange->stencil.mpi,
						      exchange->messages[i].bytes,
						      exchange->stencil.zero, exchange->parts[i]);
		for (part = 0; part < exchange->part_count[i]; part++) {
			transfer = &exchange->parts[i][part].transfer;
			traffic->requests |= 1u << transfer->op;
			exchange->requests[i] += net_transactions(transfer);
		}
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
	if (stencil->waits) {
		traffic->step = exchange_hear;
		count_packets(exchange, nodes);
	}
	return 0;
}
