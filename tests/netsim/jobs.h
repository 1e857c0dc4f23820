/* SPDX-License-Identifier: GPL-2.0-only */
/* Jobs in the event engine, held against the reference. */
#ifndef JOBS_AGREE_H
#define JOBS_AGREE_H

#include "netsim/job/job.h"

/* A program whose ranks are on nodes, and what nodes send beside them. */
struct placed {
	const struct net_config *config;
	const struct mpi *mpi;
	const struct program *program;
	const uint32_t *place;				/* by rank */
	const struct traffic_pattern *background;	/* or NULL; it must end */
};

/* Messages of some hundred bytes travel as large ones do. */
extern const struct mpi mpi_small;

/* How a program fared. */
struct outcome {
	int err;		/* that has stopped both engines, then nothing else */
	uint64_t end;		/* cycle */
	uint32_t stuck;		/* ranks that have not come to their end */
};

/*
 * Both engines run it to its end, with a look at some cycle before it: every counter of every tile,
 * the totals, and when each rank ended are the same.
 */
struct outcome jobs_agree(const char *name, const struct placed *placed, uint64_t look);

#endif /* JOBS_AGREE_H */
