/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counters of all links, recorded while a network is simulated.
 */
#ifndef SAMPLER_H
#define SAMPLER_H

#include <argp.h>

#include "engine.h"

struct recorder;

/**
 * struct sampler - a recording of all links, and when it goes on
 * @path: path of the recording, or NULL: there is none
 * @every: router cycles from one record to the next; 0: the default
 * @tiles: record each tile, not the sums of links
 * @fd: file descriptor of the recording
 * @recorder: the recording, once it is open
 * @values: the values of a record
 * @next: router cycle of the next record
 * @last: router cycle of the last one
 */
struct sampler {
	const char *path;
	uint64_t every;
	bool tiles;
	int fd;
	struct recorder *recorder;
	uint64_t *values;
	uint64_t next;
	uint64_t last;
};

/* The options --record, --every and --tiles; the input is a struct sampler. */
extern const struct argp sampler_argp;

/**
 * sampler_open() - begin to record, if that is wanted, with the counters as they are
 * @sampler: what is wanted, for sampler_close() in any case
 * @engine: a network of the event engine
 * @title: what is recorded, in a few words
 *
 * Return: the exit code, having said what is wrong.
 */
int sampler_open(struct sampler *sampler, const struct engine *engine, const char *title);

/**
 * sampler_next() - find up to where the network may run before the next record
 * @sampler: the sampler
 *
 * Return: a router cycle; NET_FOREVER: there is no next record.
 */
uint64_t sampler_next(const struct sampler *sampler);

/**
 * sampler_take() - add a record, if it is time
 * @sampler: the sampler
 * @engine: the network
 * @last: it is the last record: it is time, unless the network has not run since the one before
 *
 * Return: the exit code, having said what is wrong.
 */
int sampler_take(struct sampler *sampler, const struct engine *engine, bool last);

/**
 * sampler_close() - end the recording
 * @sampler: the sampler; { 0 } will do
 *
 * Return: the exit code, having said what is wrong.
 */
int sampler_close(struct sampler *sampler);

#endif /* SAMPLER_H */
