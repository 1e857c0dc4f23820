// SPDX-License-Identifier: GPL-2.0-only
/* How ranks of an experiment are placed, and cells that several experiments have. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/complain.h"
#include "trials.h"

/*
 * Report why ranks could not be placed; what is, for instance, "two nodes inter-groups". Return the
 * exit code, 0 if err is 0.
 */
static int experiment_refused(const char *what, int err)
{
	if (err == -EDOM) {
		complain("the machine has no room for %s: give a larger one, by --dragonfly", what);
		return EXIT_USAGE;
	}
	if (err)
		complain("%s: %s", what, strerror(-err));
	return exit_code(err);
}

/*
 * Streams that place ranks: enum allocation_pair for pairs, PAIR_KINDS for table1, and then this
 * one for cells that are allocated anew.
 */
enum { PLACE_ANEW = PAIR_KINDS + 1, PLACE_APART };

static int pair_drawn(const struct trials *trials, enum allocation_pair pair, struct stream *stream,
		      uint32_t *place)
{
	int err = allocation_pair(&trials->machine->fabric.topo, pair, stream, place);
	char what[64];

	snprintf(what, sizeof(what), "two nodes %s", allocation_pair_name(pair));
	return experiment_refused(what, err);
}

/* For struct cell: place the two ranks of a ping-pong at the cell's distance. */
int place_pair(const struct trials *trials, const struct cell *cell, uint32_t allocation,
	       uint32_t *place)
{
	struct stream stream = stream_of(trials->seed, STREAM_PLACES, cell->pair, allocation);

	return pair_drawn(trials, cell->pair, &stream, place);
}

static int spread_drawn(const struct trials *trials, const struct cell *cell,
			struct stream *stream, uint32_t *place)
{
	uint32_t ranks = cell->work.ranks;
	char what[64];

	snprintf(what, sizeof(what), "%u nodes at %u routers in %u groups", ranks, cell->routers,
		 cell->groups);
	return experiment_refused(what, allocation_spread(&trials->machine->fabric.topo,
							  cell->groups, cell->routers, stream,
							  place, ranks));
}

static int nodes_drawn(const struct topo *topo, struct stream *stream, uint32_t *place,
		       uint32_t count)
{
	bool *taken = calloc(topo_nodes(topo), sizeof(*taken));
	int err = taken ? allocation_rest(topo, stream, taken, place, count) : -ENOMEM;

	free(taken);
	return err;
}

/*
 * Allocate nodes anew in each repetition, for struct cell. They depend on the program only, so that
 * all routings and sizes have the same nodes. The ranks of a ping-pong are at each distance of enum
 * allocation_pair in turn. The ranks of WORK_SHIFT fill routers of one and of two groups in turn.
 * All others are at random nodes. Return the exit code; errors are reported.
 */
int place_anew(const struct trials *trials, const struct cell *cell, uint32_t repetition,
	       uint32_t *place)
{
	struct stream stream = stream_of(trials->seed, STREAM_PLACES, PLACE_ANEW, repetition);
	const struct topo *topo = &trials->machine->fabric.topo;
	uint32_t ranks = cell->work.ranks;
	char what[64];
	int err;

	if (cell->work.kind == WORK_PINGPONG)
		return pair_drawn(trials, repetition % PAIR_KINDS, &stream, place);
	if (cell->work.kind == WORK_SHIFT)
		err = allocation_spread(topo, 1 + repetition % 2, ranks / topo_nics(topo), &stream,
					place, ranks);
	else
		err = nodes_drawn(topo, &stream, place, ranks);
	snprintf(what, sizeof(what), "%u nodes", ranks);
	return experiment_refused(what, err);
}

/* Stream that places ranks of place_spread(), for each number of routers and allocation. */
#define PLACES		(STREAM_WHOLE - 1)
#define ROUTER_BITS	12

int place_spread(const struct trials *trials, const struct cell *cell, uint32_t allocation,
		 uint32_t *place)
{
	uint32_t which = allocation << ROUTER_BITS | cell->routers;
	struct stream stream = stream_of(trials->seed, STREAM_PLACES, PLACES, which);

	return spread_drawn(trials, cell, &stream, place);
}

/* The group of a node's chip. */
static unsigned int group_of(const struct topo *topo, uint32_t node)
{
	return topo_node_chip(topo, node) / topo_group(topo);
}

/* Draw a group where none of some nodes is, and which is not @other. */
static unsigned int free_group(const struct topo *topo, struct stream *stream, const uint32_t *own,
			       uint32_t ranks, unsigned int other)
{
	unsigned int groups = topo->chips / topo_group(topo), group;
	bool taken;

	do {
		group = stream_below(stream, groups);
		taken = group == other;
		for (uint32_t i = 0; i < ranks; i++)
			taken |= group_of(topo, own[i]) == group;
	} while (taken);
	return group;
}

/* Place the other jobs in two groups without the application, ranks in each in turn. */
int place_apart(const struct trials *trials, const struct cell *cell, uint32_t allocation,
		const uint32_t *own, uint32_t *place)
{
	struct stream stream = stream_of(trials->seed, STREAM_PLACES, PLACE_APART, allocation);
	const struct topo *topo = &trials->machine->fabric.topo;
	uint32_t size = topo_group(topo) * topo_nics(topo), half = trials->beside.ranks / 2, first;
	uint32_t ranks = cell->work.ranks, *order;
	unsigned int groups[2];

	if (topo->chips / topo_group(topo) < 3 || trials->jobs * half > size)
		return experiment_refused("other jobs in two other groups", -EDOM);
	order = calloc(size, sizeof(*order));
	if (!order)
		return experiment_refused("other jobs", -ENOMEM);
	groups[0] = free_group(topo, &stream, own, ranks, topo->chips);
	groups[1] = free_group(topo, &stream, own, ranks, groups[0]);
	for (unsigned int i = 0; i < 2; i++) {
		first = groups[i] * size;
		for (uint32_t j = 0; j < size; j++)
			order[j] = first + j;
		stream_shuffle(&stream, order, size);
		for (uint32_t j = 0; j < trials->jobs * half; j++)
			place[2 * j + i] = order[j];
	}
	free(order);
	return 0;
}

/* --- cells of several experiments --- */

#define ROUTERS		5
#define GROUPS		2

static int place_few(const struct trials *trials, const struct cell *cell, uint32_t allocation,
		     uint32_t *place)
{
	struct stream stream = stream_of(trials->seed, STREAM_PLACES, PAIR_KINDS, allocation);

	return spread_drawn(trials, cell, &stream, place);
}

struct cell experiment_few(enum work_kind kind, uint64_t bytes)
{
	return (struct cell){
		.work = { .kind = kind, .ranks = RANKS_FEW, .bytes = bytes },
		.allocate = place_few, .groups = GROUPS, .routers = ROUTERS,
		.routing = NET_ADAPTIVE0,
	};
}

/* Less than in the paper, but sent by PUTs, as the paper's 4 MiB are. */
#define PUT_BYTES		(256u << 10)
#define PAPER_BYTES	(4u << 20)

struct cell experiment_puts(const struct trials *trials)
{
	return (struct cell){
		.work = {
			.kind = WORK_PINGPONG, .ranks = 2,
			.bytes = trials->scale == SCALE_PAPER ? PAPER_BYTES : PUT_BYTES,
			.engine = PUT_BYTES,
		},
		.allocate = place_pair,
	};
}
