/* SPDX-License-Identifier: GPL-2.0-only */
/* Programs by chance. */
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include "netsim/program/program.h"
#include "netsim/traffic/traffic.h"

/* The source of random numbers. */
struct chance {
	unsigned int (*below)(struct chance *chance, unsigned int limit);
};

/*
 * A program of some ranks that compute and send each other some messages, of all protocols. Most
 * sends have a receive that fits, so that most ranks come to their end, but not all. Without @mpi
 * there are only messages of less than 60 bytes, and they compute a few ns.
 */
struct program *random_program(struct chance *chance, const struct mpi *mpi, unsigned int ranks,
			       unsigned int steps);

#endif /* RANDOM_PROGRAM_H */
