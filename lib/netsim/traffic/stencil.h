/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The neighbours of a rank, and its messages to them. */
#ifndef NETSIM_STENCIL_H
#define NETSIM_STENCIL_H

#include "traffic.h"

/* Most neighbours of a rank. */
#define STENCIL_NEIGHBOURS	26

/* What a rank sends to one of its neighbours. */
struct stencil_message {
	int step[3];	/* to the neighbour, along x, y, z */
	int offset;	/* to the neighbour's number, unless across the grid's edge */
	uint64_t bytes;
};

/* Check a stencil. Returns 0, or -EINVAL for what is no stencil or cannot be placed. */
int stencil_check(const struct stencil *stencil);

/*
 * List the messages, up to STENCIL_NEIGHBOURS, of a rank that is not at the edge of the grid.
 * Returns how many there are.
 */
unsigned int stencil_messages(const struct stencil *stencil, struct stencil_message *messages);

/*
 * Return the rank that a message of the rank at a coordinate goes to; stencil_ranks(): it is out of
 * the grid.
 */
uint32_t stencil_neighbour(const struct stencil *stencil, const unsigned int *at,
			   const struct stencil_message *message);

#endif /* NETSIM_STENCIL_H */
