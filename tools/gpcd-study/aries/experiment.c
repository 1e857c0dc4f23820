// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/complain.h"
#include "experiment.h"

int experiment_refused(const char *what, int err)
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
 * Streams that place ranks: enum allocation_pair for fixed pairs, PAIR_KINDS for table1, and then
 * this one for new places in each repetition.
 */
enum { PLACE_ANEW = PAIR_KINDS + 1 };

static int pair_drawn(const struct trials *trials, enum allocation_pair pair, struct stream *stream,
		      uint32_t *place)
{
	int err = allocation_pair(&trials->machine->fabric.topo, pair, stream, place);
	char what[64];

	snprintf(what, sizeof(what), "two nodes %s", allocation_pair_name(pair));
	return experiment_refused(what, err);
}

int experiment_pair(const struct trials *trials, enum allocation_pair pair, uint32_t *place)
{
	struct stream stream = stream_of(trials->seed, STREAM_PLACES, pair, 0);

	return pair_drawn(trials, pair, &stream, place);
}

static int nodes_drawn(const struct topo *topo, struct stream *stream, uint32_t *place,
		       uint32_t count)
{
	bool *taken = calloc(topo_nodes(topo), sizeof(*taken));
	int err = taken ? allocation_rest(topo, stream, taken, place, count) : -ENOMEM;

	free(taken);
	return err;
}

int experiment_allocate(const struct trials *trials, const struct cell *cell, uint32_t repetition,
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
