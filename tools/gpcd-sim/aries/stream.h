/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Random numbers of experiments: each rank of each job has, in each repetition, a stream of its
 * own, so that a job that draws more or less than another one changes nothing for that one.
 */
#ifndef ARIES_STREAM_H
#define ARIES_STREAM_H

#include <stdint.h>

/** STREAM_JOBS: jobs are numbered below this; the application is job 0 */
#define STREAM_JOBS		(1u << 16)

/** STREAM_RANKS: ranks and repetitions are numbered below this */
#define STREAM_RANKS		(1u << 24)

/** STREAM_PLACES: the job whose streams place ranks on nodes */
#define STREAM_PLACES		(STREAM_JOBS - 1)

/** STREAM_WHOLE: the rank whose stream is that of a whole job */
#define STREAM_WHOLE		(STREAM_RANKS - 1)

/**
 * struct stream - a stream of random numbers
 * @key: which stream it is: for one seed no two of them have the same
 * @drawn: how many numbers were drawn
 */
struct stream {
	uint64_t key;
	uint64_t drawn;
};

/**
 * stream_of() - begin a stream
 * @seed: of the experiment
 * @job: whose it is, below STREAM_JOBS
 * @rank: of that job, below STREAM_RANKS
 * @repetition: in which, below STREAM_RANKS
 *
 * Return: the stream, at its first number.
 */
struct stream stream_of(uint64_t seed, uint32_t job, uint32_t rank, uint32_t repetition);

/**
 * stream_next() - draw a number
 * @stream: the stream
 *
 * Return: 64 bits.
 */
uint64_t stream_next(struct stream *stream);

/**
 * stream_below() - draw a number below a limit
 * @stream: the stream
 * @limit: 1 or more
 *
 * Return: 0 to @limit - 1.
 */
uint32_t stream_below(struct stream *stream, uint32_t limit);

/**
 * stream_wait() - draw a time, distributed exponentially
 * @stream: the stream
 * @mean: the mean time, ns; 0: always 0
 *
 * Return: the time, ns, rounded down; at most 44 times @mean.
 */
uint64_t stream_wait(struct stream *stream, uint64_t mean);

/**
 * stream_shuffle() - put a list into a random order, all of them equally likely
 * @stream: the stream
 * @list: changed in place
 * @count: its entries
 */
void stream_shuffle(struct stream *stream, uint32_t *list, uint32_t count);

#endif /* ARIES_STREAM_H */
