/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Random numbers of experiments. In each repetition, each rank of each job has its own stream, so
 * that jobs do not affect each other by drawing more or fewer numbers.
 */
#ifndef ARIES_STREAM_H
#define ARIES_STREAM_H

#include <stdint.h>

/* Jobs are numbered below this; the application is job 0. */
#define STREAM_JOBS		(1u << 16)

/* Ranks and repetitions are numbered below this. */
#define STREAM_RANKS		(1u << 24)

/* The job whose streams place ranks on nodes. */
#define STREAM_PLACES		(STREAM_JOBS - 1)

/* The rank whose stream is for a whole job. */
#define STREAM_WHOLE		(STREAM_RANKS - 1)

/* A stream of random numbers. */
struct stream {
	uint64_t key; /* unique among the streams of a seed */
	uint64_t drawn; /* how many numbers were drawn */
};

/* Begin a stream. job is below STREAM_JOBS, rank and repetition are below STREAM_RANKS. */
struct stream stream_of(uint64_t seed, uint32_t job, uint32_t rank, uint32_t repetition);

/* Draw 64 bits. */
uint64_t stream_next(struct stream *stream);

/* Draw a number below a limit, which is 1 or more. */
uint32_t stream_below(struct stream *stream, uint32_t limit);

/*
 * Draw an exponentially distributed time, ns, rounded down, with this mean. It is at most 38 times
 * the mean.
 */
uint64_t stream_wait(struct stream *stream, uint64_t mean);

/* Shuffle a list in place; all orders are equally likely. */
void stream_shuffle(struct stream *stream, uint32_t *list, uint32_t count);

#endif /* ARIES_STREAM_H */
