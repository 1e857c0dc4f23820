/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A placement of a job's ranks by measured congestion. It is found from what somebody on a Gemini
 * system can know: which rank sends how much to which, where the job ran, what the tile counters of
 * all links counted then, the speeds of links (Table II of Pedretti et al.), and that routes take
 * the dimensions in order (their V.C).
 */
#ifndef GEMINI_REMAP_H
#define GEMINI_REMAP_H

#include <stdint.h>

#include "netsim/fabric.h"
#include "netsim/program/program.h"

/* What the ranks of a job send each other: pairs of ranks, sorted by the first. */
struct remap_table {
	uint32_t ranks;
	uint32_t *first; /* first pair of each rank; ranks + 1 entries */
	uint32_t *peer; /* the other rank */
	double *there; /* phits to it */
	double *back; /* phits from it */
};

/*
 * Add up a program's messages, for remap_table_free(), also after an error. A byte takes as many
 * phits as in a PUT of 64 bytes, with its response (V.A). Return 0 or -ENOMEM.
 */
int remap_table_make(const struct program *program, struct remap_table *table);

void remap_table_free(struct remap_table *table);

/* Return the bytes of messages between ranks on different nodes. */
double remap_remote(const struct remap_table *table, const uint32_t *place);

/* Which counters a mapping uses. */
enum remap_use {
	REMAP_BYTES, /* none: the table and the speeds of links alone */
	REMAP_PHITS, /* phits, which show what others send over a link */
	REMAP_STALLS, /* also input and output stalls, which make a link dearer */
	REMAP_USES,
};

/* What the counters of a link counted, all its tiles together: at [chip * topo_ports() + port]. */
struct remap_seen {
	double phits; /* into the chip at its far end, on both virtual channels */
	double stalls; /* input stalls there, and output stalls here */
};

/* How a mapping is made. */
struct remap {
	const struct net_fabric *fabric; /* a torus of at most REMAP_CHIPS chips */
	const struct remap_table *table;
	const struct remap_seen *seen; /* with the ranks at their places; REMAP_BYTES: unused */
	enum remap_use use;
	uint64_t seed; /* of the exchanges that are tried */
	uint32_t tries; /* exchanges of two ranks, or of two nodes' ranks, for each rank */
};

/* Most chips of a machine: the routes between all pairs of them are kept. */
#define REMAP_CHIPS	1024

/*
 * Exchange ranks between the nodes of a job so that its busiest links become less busy. place has
 * the node of each rank, before and after. Return 0, -E2BIG, -EHOSTUNREACH or -ENOMEM.
 */
int remap_find(const struct remap *remap, uint32_t *place);

#endif /* GEMINI_REMAP_H */
