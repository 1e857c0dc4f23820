/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The neighbours of a rank, and its messages to them.
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

/**
 * stencil_check() - check a stencil
 * @stencil: the stencil
 *
 * Return: 0, -EINVAL for what is no stencil or cannot be placed.
 */
int stencil_check(const struct stencil *stencil);

/**
 * stencil_messages() - list the messages of a rank that is not at the edge of the grid
 * @stencil: the stencil
 * @messages: filled in; room for STENCIL_NEIGHBOURS
 *
 * Return: how many.
 */
unsigned int stencil_messages(const struct stencil *stencil, struct stencil_message *messages);

/**
 * stencil_neighbour() - find the rank that a message goes to
 * @stencil: the stencil
 * @at: coordinate of the sender
 * @message: the message
 *
 * Return: the rank, or stencil_ranks(): it is out of the grid.
 */
uint32_t stencil_neighbour(const struct stencil *stencil, const unsigned int *at,
			   const struct stencil_message *message);

#endif /* NETSIM_STENCIL_H */
