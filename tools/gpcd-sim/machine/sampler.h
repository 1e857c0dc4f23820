/* SPDX-License-Identifier: GPL-2.0-only */
/* A recording of the counters of all links while a network is simulated. */
#ifndef SAMPLER_H
#define SAMPLER_H

#include "engine.h"

struct recorder;

/* A recording. */
struct sampler {
	const char *path; /* NULL: there is no recording */
	uint64_t every; /* router cycles between records; 0: the default */
	bool tiles; /* record each tile, not the sums of links */
	int fd; /* of the recording */
	struct recorder *recorder; /* once it is open */
	uint64_t *values; /* of one record */
	uint64_t next; /* router cycle of the next record */
	uint64_t last; /* router cycle of the last record */
};

/* The options --record, --every and --tiles. */
extern const struct options sampler_options;

/*
 * If a recording is asked for, begin it with the present counters of a network of the event engine.
 * Call sampler_close() in any case. Return the exit code; errors are reported.
 */
int sampler_open(struct sampler *sampler, const struct engine *engine, const char *title);

/* Return the router cycle of the next record, or NET_FOREVER if there is none. */
uint64_t sampler_next(const struct sampler *sampler);

/*
 * Add a record if it is due. The last record is due unless the network has not run since the one
 * before. Return the exit code; errors are reported.
 */
int sampler_take(struct sampler *sampler, const struct engine *engine, bool last);

/* End the recording; { 0 } is allowed. Return the exit code; errors are reported. */
int sampler_close(struct sampler *sampler);

#endif /* SAMPLER_H */
