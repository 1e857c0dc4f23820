// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "netsim/packet.h"
#include "traffic.h"

/* Every generator is one allocation. */
void traffic_free(struct net_traffic *traffic)
{
	free(traffic->context);
	traffic->context = NULL;
}

/* --- messages of MPI --- */

const struct mpi mpi_cray = {
	.several = 17,
	.pulled = 4 * 1024 + 1,
	.engine = 256 * 1024 + 1,
	.header = 64,
	.get = 256 * 1024,
};

unsigned int mpi_message(const struct mpi *mpi, uint64_t bytes, bool zero, struct mpi_part *parts)
{
	struct mpi_part header = { .transfer = { .op = NET_PUT, .bytes = mpi->header } };
	struct mpi_part data = { .transfer = { .op = NET_PUT, .bytes = bytes, .zero = zero } };
	struct mpi_part gets = { .transfer = { .op = NET_GET }, .pulled = true };
	unsigned int count = 0;

	parts[count++] = header;
	if (bytes < mpi->several)
		return count;
	data.transfer.bte = mpi_bte(mpi, bytes);
	if (bytes < mpi->engine && bytes >= mpi->pulled) {
		data.transfer.op = NET_GET;
		data.pulled = true;
	}
	parts[count++] = data;
	if (bytes >= mpi->engine && mpi->get) {
		gets.transfer.bytes = NET_PAYLOAD * (bytes / mpi->get + !!(bytes % mpi->get));
		parts[count++] = gets;
	}
	return count;
}

/* --- two traffics as one --- */

/*
 * Open traffic in the background of closed traffic. The next transfer of each is kept for every
 * node, to know when the node has to be called for it.
 */

/* Which of the two traffics. */
enum side {
	CLOSED,	/* depends on what happens */
	OPEN,	/* in the background */
	SIDES,
};

/* What a node has ready; sides are bits. */
struct stand {
	struct net_transfer transfer[SIDES];	/* the next one of each side */
	uint8_t has;				/* sides that transfer has one of */
	uint8_t busy;	/* sides whose last transfer has not completely left the NIC */
	bool over;				/* the open side has no more */
	uint8_t last;				/* side of the last transfer */
};

/* The time of a chip. */
struct hour {
	uint64_t now;	/* cycle */
	uint64_t wake;	/* when the closed traffic wants to be called */
};

/* Both traffics. */
struct beside {
	const struct topo *topo;
	struct net_traffic traffic[SIDES];	/* by side */
	struct hour *hour;			/* by chip */
	struct stand *stand;			/* by node */
};

/* Ask a side for its next transfer, if the node has none and the last one has left. */
static void stand_fill(struct beside *beside, uint32_t node, enum side side)
{
	const struct net_traffic *traffic = &beside->traffic[side];
	struct stand *stand = &beside->stand[node];
	struct net_transfer *transfer = &stand->transfer[side];

	if ((stand->has | stand->busy) & 1u << side || (side == OPEN && stand->over))
		return;
	if (traffic->next(traffic->context, node, transfer))
		stand->has |= 1u << side;
	else
		stand->over |= side == OPEN;
	if (side == OPEN)
		transfer->id = BESIDE_ID;
}

static bool may_begin(const struct stand *stand, enum side side, uint64_t now)
{
	return stand->has & 1u << side && stand->transfer[side].cycle <= now;
}

static bool beside_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct beside *beside = context;
	struct stand *stand = &beside->stand[node];
	uint64_t now = beside->hour[topo_node_chip(beside->topo, node)].now;
	enum side side = !stand->last;

	if (!may_begin(stand, side, now))
		side = stand->last;
	if (!may_begin(stand, side, now))
		return false;
	*transfer = stand->transfer[side];
	stand->has &= ~(1u << side);
	stand->busy |= 1u << side;
	stand->last = side;
	return true;
}

/* Return the next cycle in which the chip wants to be called. */
static uint64_t beside_wake(const struct beside *beside, unsigned int chip)
{
	const struct hour *hour = &beside->hour[chip];
	unsigned int nics = topo_nics(beside->topo), nic;
	uint64_t wake = hour->wake, cycle;
	const struct stand *stand;
	enum side side;

	for (nic = 0; nic < nics; nic++) {
		stand = &beside->stand[topo_node(beside->topo, chip, nic)];
		for (side = CLOSED; side < SIDES; side++) {
			cycle = stand->transfer[side].cycle;
			if (stand->has & 1u << side && cycle > hour->now && cycle < wake)
				wake = cycle;
		}
	}
	return wake;
}

/* A transfer has left its NIC, which asks for the next one right now. */
static void beside_sent(struct beside *beside, const struct net_notice *notice)
{
	enum side side = notice->id == BESIDE_ID ? OPEN : CLOSED;

	beside->stand[notice->node].busy &= ~(1u << side);
	stand_fill(beside, notice->node, CLOSED);
	stand_fill(beside, notice->node, OPEN);
}

static uint64_t beside_step(void *context, unsigned int chip, uint64_t cycle,
			    const struct net_notice *notice)
{
	struct beside *beside = context;
	const struct net_traffic *closed = &beside->traffic[CLOSED];
	struct hour *hour = &beside->hour[chip];
	unsigned int nics = topo_nics(beside->topo), nic;

	hour->now = cycle;
	if (notice ? notice->id != BESIDE_ID : hour->wake == cycle)
		hour->wake = closed->step(closed->context, chip, cycle, notice);
	if (notice && notice->event == NET_SENT)
		beside_sent(beside, notice);
	else if (!notice || notice->event != NET_ANSWERED)
		for (nic = 0; nic < nics; nic++)
			stand_fill(beside, topo_node(beside->topo, chip, nic), CLOSED);
	return beside_wake(beside, chip);
}

int traffic_beside(const struct topo *topo, const struct net_traffic *closed,
		   const struct net_traffic *open, struct net_traffic *traffic)
{
	uint32_t nodes = topo_nodes(topo), node;
	size_t hours = topo->chips * sizeof(struct hour);
	struct beside *beside;

	beside = calloc(1, sizeof(*beside) + hours + nodes * sizeof(struct stand));
	if (!beside)
		return -ENOMEM;
	beside->topo = topo;
	beside->traffic[CLOSED] = *closed;
	beside->traffic[OPEN] = *open;
	beside->hour = (struct hour *)(beside + 1);
	beside->stand = (struct stand *)(beside->hour + topo->chips);
	for (node = 0; node < nodes; node++) {
		beside->stand[node].last = OPEN;
		stand_fill(beside, node, OPEN);
	}
	*traffic = (struct net_traffic){
		.next = beside_next, .step = beside_step, .context = beside,
		.requests = closed->requests | open->requests,
		.phits = closed->phits > open->phits ? closed->phits : open->phits,
	};
	return 0;
}
