/* SPDX-License-Identifier: GPL-2.0-only */
/* Jobs in the event engine, compared with the reference. */
#ifndef JOBS_AGREE_H
#define JOBS_AGREE_H

#include "netsim/job/job.h"

/* A program placed on nodes, and other traffic of the nodes. */
struct placed {
	const struct net_config *config;
	const struct mpi *mpi;
	const struct program *program;
	const uint32_t *place;				/* by rank */
	const struct traffic_pattern *background;	/* or NULL; it must end */
};

/* Messages of a few hundred bytes use the protocol of large ones. */
extern const struct mpi mpi_small;

/* The outcome of a program. */
struct outcome {
	int err;		/* that stopped both engines; all else is then unset */
	uint64_t end;		/* cycle */
	uint32_t stuck;		/* ranks that did not reach their end */
};

/*
 * Run it to its end in both engines, with a look at some cycle before: every counter of every tile,
 * the totals, and the end of each rank must be the same.
 */
struct outcome jobs_agree(const char *name, const struct placed *placed, uint64_t look);

#endif /* JOBS_AGREE_H */
