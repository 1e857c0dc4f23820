/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The neighbours of a rank, and what it says to them.
 */
#ifndef NETSIM_STENCIL_H
#define NETSIM_STENCIL_H

#include "traffic.h"

/** STENCIL_NEIGHBOURS: most of a rank */
#define STENCIL_NEIGHBOURS	26

/**
 * struct stencil_message - what a rank sends to one of its neighbours
 * @step: to the neighbour, along x, y, z
 * @offset: to the neighbour's number, where that is not round the grid
 * @bytes: of the message
 */
struct stencil_message {
	int step[3];
	int offset;
	uint64_t bytes;
};

/** stencil_check() - 0, or -EINVAL for what is no stencil or cannot be placed */
int stencil_check(const struct stencil *stencil);

/** stencil_messages() - of any rank, were it not at the edge of the grid: how many */
unsigned int stencil_messages(const struct stencil *stencil, struct stencil_message *messages);

/** stencil_neighbour() - the rank a message leads to, or stencil_ranks(): out of the grid */
uint32_t stencil_neighbour(const struct stencil *stencil, const unsigned int *at,
			   const struct stencil_message *message);

#endif /* NETSIM_STENCIL_H */
