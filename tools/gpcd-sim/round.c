// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "netsim/image/image.h"
#include "netsim/packet.h"
#include "netsim/traffic/traffic.h"
#include "round.h"
#include "simulate.h"

_Static_assert(MPI_PARTS - JOB_OVERHEAD == 0 && NET_PAYLOAD - 64 == 0, "what job_fits() counts");

#define TOLD_MOST	(1u << 20)	/* entries: at most 48 bytes each, and 176 in a run */

int round_new(struct round *round, const struct machine *machine, const struct places *places,
	      struct drive *drive)
{
	*round = (struct round){
		.machine = machine, .places = places, .drive = drive,
		.config = engine_config(machine),
		.stories = calloc(places->ranks, sizeof(*round->stories)),
	};
	round->config.seed = places->seed;
	return round->stories ? tally_open(&round->tally, places->ranks) : -ENOMEM;
}

static void forget(struct round *round)
{
	for (uint32_t rank = 0; rank < round->places->ranks; rank++) {
		free(round->stories[rank].tells);
		round->stories[rank] = (struct story){ 0 };
	}
	round->told = 0;
}

void round_free(struct round *round)
{
	if (!round->stories)
		return;
	forget(round);
	free(round->stories);
	tally_close(&round->tally);
}

/* What ends up on a terminal. */
static bool is_name(const char *name)
{
	size_t length = strnlen(name, JOB_NAME);

	for (size_t i = 0; i < length; i++) {
		if (!isalnum((unsigned char)name[i]) && name[i] != '_')
			return false;
	}
	return length && length < JOB_NAME;
}

static int check(const struct round *round, const struct job_record *record)
{
	if (record->flags & ~(JOB_ZERO | JOB_DERIVED) || record->reserved)
		return -EPROTO;
	if (record->kind == JOB_UNSEEN)
		return is_name(record->name) ? 0 : -EPROTO;
	if (record->kind > JOB_GET || record->rank >= round->places->ranks)
		return -EPROTO;
	return job_fits(record->count, record->bytes) ? 0 : -E2BIG;
}

/* The same once more. */
static bool merge(struct story *story, const struct tell *tell)
{
	struct tell *last = story->count ? &story->tells[story->count - 1] : NULL;

	if (!last || last->bytes != tell->bytes || last->rank != tell->rank ||
	    last->kind != tell->kind || last->zero != tell->zero)
		return false;
	last->count += tell->count;
	return true;
}

static int add(struct round *round, struct story *story, const struct tell *tell)
{
	size_t room = story->room ? 2 * story->room : 16;
	struct tell *more;

	if (!tell->count || merge(story, tell))
		return 0;
	if (story->count == story->room) {
		more = reallocarray(story->tells, room, sizeof(*more));
		if (!more)
			return -ENOMEM;
		story->tells = more;
		story->room = room;
	}
	story->tells[story->count++] = *tell;
	round->told++;
	return 0;
}

int round_tell(struct round *round, uint32_t rank, const struct job_record *record)
{
	const struct tell tell = {
		.kind = record->kind, .rank = record->rank, .bytes = record->bytes,
		.count = record->count, .zero = record->flags & JOB_ZERO,
	};
	const uint32_t *node = round->places->node;
	bool local;
	int err = check(round, record);

	if (!err && record->kind == JOB_UNSEEN) {
		tally_unseen(&round->tally, record);
		return 0;
	}
	if (err)
		return err;
	local = node[rank] == node[record->rank];
	if (!local)
		err = add(round, &round->stories[rank], &tell);
	if (!err)
		tally_messages(&round->tally, record, local);
	return err;
}

bool round_full(const struct round *round)
{
	return round->told >= TOLD_MOST;
}

static int run(struct round *round, const struct net_traffic *traffic)
{
	struct engine engine;
	struct simulation simulation = {
		.engine = &engine, .drive = round->drive, .until = NET_FOREVER,
	};
	int err = engine_event(&engine, round->machine, &round->config, traffic);
	int code;

	if (err) {
		complain("%s", engine_why(err));
		return exit_code(err);
	}
	code = simulate(&simulation);
	net_images_restart(round->drive->images, engine.net);
	tally_round(&round->tally, engine.net);
	if (simulation.interrupted) {
		complain("a round was ended at %.6g us; the counters are those of that time",
			 engine.cycles * US_PER_CYCLE);
		code = EXIT_RUNTIME;
	}
	engine_free(&engine);
	return code;
}

int round_run(struct round *round)
{
	struct net_traffic traffic;
	int code = 0, err;

	err = schedule_traffic(round->stories, round->places,
			       NET_NICS * round->machine->fabric.topo.chips, &traffic);
	forget(round);
	if (err) {
		complain("a round: %s", strerror(-err));
		return exit_code(err);
	}
	if (traffic.requests)
		code = run(round, &traffic);
	traffic_free(&traffic);
	return code;
}
