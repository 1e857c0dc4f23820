/* SPDX-License-Identifier: GPL-2.0-only */
/* Random programs. */
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include "netsim/program/program.h"
#include "netsim/traffic/traffic.h"

/* The source of random numbers. */
struct chance {
	unsigned int (*below)(struct chance *chance, unsigned int limit);
};

/*
 * Return a program of some ranks that compute and exchange messages, of all protocols. Most sends
 * have a matching receive, so that most ranks, but not all, reach their end. Without @mpi all
 * messages have less than 60 bytes, and ranks compute a few ns.
 */
struct program *random_program(struct chance *chance, const struct mpi *mpi, unsigned int ranks,
			       unsigned int steps);

#endif /* RANDOM_PROGRAM_H */
