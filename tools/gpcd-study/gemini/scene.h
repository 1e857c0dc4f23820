/* SPDX-License-Identifier: GPL-2.0-only */
/* A job on a set of nodes of Geminis, beside others on the machine: its places and its runs. */
#ifndef GEMINI_SCENE_H
#define GEMINI_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine/machine.h"
#include "netsim/collective/collective.h"
#include "remap.h"

/* Ranks of a node. */
#define SCENE_RANKS	4

/* Most ms of a run; a placement's job takes 0.1. */
#define SCENE_LONGEST	1

/* Exchanges of 128 ranks, as gpcd-sim program writes them, and their placements on 32 nodes. */
struct exchange {
	const char *name;
	const char *kind, *algorithm;
	uint32_t grid[PROGRAM_DIMS], side; /* ranks, and cells along each side of a box */
	uint32_t variables; /* of 8 bytes; a face has 3 or 4 KiB, which go by PUTs */
	unsigned int usual[3]; /* ranks of a node, in the default placement */
	unsigned int by_hand[3]; /* likewise, with a smaller surface */
};

/* What a run showed. */
struct outcome {
	double us; /* until the last rank has ended */
	double stalls; /* most of a link, input and output stalls */
	double remote; /* bytes between nodes */
};

/* A job on a set of nodes. The first five are given. */
struct scene {
	const struct machine *machine; /* of Geminis */
	const struct exchange *exchange;
	uint64_t seed; /* of the nodes */
	bool shared; /* others use the other nodes */
	unsigned int gap; /* router cycles between two PUTs of one of theirs */
	struct program *program;
	struct remap_table table;
	uint32_t *nodes; /* of the machine in its own order: the job's, then the others' */
	uint32_t own; /* of these, the job's */
	uint32_t *place; /* by rank, of the run */
	struct remap_seen *seen; /* by link, in the latest run */
	uint32_t waiting; /* after -ETIME, ranks that had not ended */
};

/*
 * Make the program, and draw half of the nodes or fewer for it: in the machine's order, as an
 * allocator lists them. Call scene_end() in any case. Return 0, -EDOM if there are too few nodes,
 * -E2BIG if the machine is too large for mappings, or -ENOMEM.
 */
int scene_begin(struct scene *scene);

void scene_end(struct scene *scene);

/* Return the number of entries of scene->seen. */
size_t scene_links(const struct scene *scene);

/*
 * Place the ranks in blocks on the job's nodes; a fourth dimension of the grid continues the third.
 * Return 0 or -ENOMEM.
 */
int scene_place(struct scene *scene, const unsigned int block[3]);

/*
 * Run the job with its ranks at their places, and read the counters of all links. Return 0, -EINTR
 * after a signal, -ETIME after SCENE_LONGEST, -ENOMEM, or an error of the engine.
 */
int scene_run(struct scene *scene, struct outcome *outcome);

#endif /* GEMINI_SCENE_H */
