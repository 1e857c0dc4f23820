/* SPDX-License-Identifier: GPL-2.0-only */
/* Common code of the motifs: options, times, and data that can be checked. */
#ifndef MOTIFS_MOTIF_H
#define MOTIFS_MOTIF_H

#include <stdint.h>

#include "ugni/msg/msg.h"

/* A run of a motif. */
struct motif {
	const char *name;
	struct msg *msg;
	unsigned int rank;
	unsigned int ranks;
	size_t bytes;		/* of a message */
	unsigned int iterations;
	uint64_t compute;	/* ns of computation in each step */
	unsigned int grid[3];	/* ranks in X, Y, Z; 0: not requested */
	uint64_t began;		/* virtual time of motif_start(), ns */
};

/*
 * Parse the options and connect to the other ranks; name, bytes and iterations of @motif are set
 * before. After an error the process exits with a message: status 2 for a wrong option, else 1.
 */
void motif_open(struct motif *motif, int argc, char **argv);

/*
 * Arrange the ranks in 2 or 3 dimensions, as near to a cube as possible unless a grid was
 * requested. If the requested grid does not fit the ranks, the process exits with status 2.
 */
void motif_grid(struct motif *motif, unsigned int dimensions);

/* Continue only if @err is 0; otherwise print a message and exit with status 1. */
void motif_must(const struct motif *motif, int err);

/* Wait for all ranks, then start to measure the time. */
void motif_start(struct motif *motif);

/*
 * Print the time from the first rank's start to the last rank's end, in total and for each of
 * @steps steps; @step is the word for one of them. Closes the connection to the other ranks.
 */
void motif_end(struct motif *motif, unsigned int steps, const char *step);

/* Allocate zeroed memory, which the caller frees; exits with status 1 if there is none. */
void *motif_alloc(const struct motif *motif, size_t bytes);

/* Compute for the time of a step. */
void motif_compute(const struct motif *motif);

/*
 * Fill @data with data that no other message has, from the sender's rank @from and the message's
 * number.
 */
void motif_fill(void *data, size_t bytes, unsigned int from, unsigned int number);

/*
 * Check that @data is what motif_fill() wrote for these arguments; if not, print a message and exit
 * with status 1.
 */
void motif_check(const struct motif *motif, const void *data, size_t bytes, unsigned int from,
		 unsigned int number);

#endif /* MOTIFS_MOTIF_H */
