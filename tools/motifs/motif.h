/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the motifs share: options, times, and data that can be checked.
 */
#ifndef MOTIFS_MOTIF_H
#define MOTIFS_MOTIF_H

#include <stdint.h>

#include "msg/msg.h"

/**
 * struct motif - a run of one
 * @name: what it is called
 * @msg: the way to the other ranks
 * @rank: number of this rank
 * @ranks: how many there are
 * @bytes: of a message
 * @iterations: how often it does what it does
 * @compute: ns that a rank computes in each step
 * @grid: ranks in X, Y, Z; 0: not asked for
 * @began: virtual time of motif_start(), ns
 */
struct motif {
	const char *name;
	struct msg *msg;
	unsigned int rank;
	unsigned int ranks;
	size_t bytes;
	unsigned int iterations;
	uint64_t compute;
	unsigned int grid[3];
	uint64_t began;
};

/**
 * motif_open() - read the options, and meet the other ranks
 * @motif: filled in; its @name, @bytes and @iterations are there before
 * @argc: number of words
 * @argv: the words
 *
 * Where that cannot be, the process ends with a message: status 2 after a wrong option, else 1.
 */
void motif_open(struct motif *motif, int argc, char **argv);

/**
 * motif_grid() - arrange the ranks
 * @motif: the run; @grid is filled in unless it was asked for: as near to a cube as the ranks are
 * @dimensions: 2 or 3
 *
 * If the grid that was asked for does not have as many ranks the process ends, status 2.
 */
void motif_grid(struct motif *motif, unsigned int dimensions);

/**
 * motif_must() - go on only if a call has worked
 * @motif: the run
 * @err: what it returned; if not 0 the process ends with a message, status 1
 */
void motif_must(const struct motif *motif, int err);

/** motif_start() - wait for all ranks, and begin to measure the time of @motif */
void motif_start(struct motif *motif);

/**
 * motif_end() - say how long it took, from when the first rank began to when the last was ready
 * @motif: the run
 * @steps: the time is divided by that, too
 * @step: what one of them is called
 *
 * It closes the way to the other ranks.
 */
void motif_end(struct motif *motif, unsigned int steps, const char *step);

/** motif_alloc() - return @bytes bytes of memory, or end the process @motif, status 1 */
void *motif_alloc(const struct motif *motif, size_t bytes);

/** motif_compute() - let @motif compute for its time of a step */
void motif_compute(const struct motif *motif);

/**
 * motif_fill() - make data that only one message has
 * @data: filled
 * @bytes: how many
 * @from: the rank that sends it
 * @number: of the message
 */
void motif_fill(void *data, size_t bytes, unsigned int from, unsigned int number);

/**
 * motif_check() - see that data is what motif_fill() has made
 * @motif: the run; if the data is not that the process ends with a message, status 1
 * @data: what was received
 * @bytes: how many
 * @from: the rank that has sent it
 * @number: of the message
 */
void motif_check(const struct motif *motif, const void *data, size_t bytes, unsigned int from,
		 unsigned int number);

#endif /* MOTIFS_MOTIF_H */
