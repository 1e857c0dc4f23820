// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/complain.h"
#include "machine/simulate.h"
#include "netsim/image/image.h"
#include "netsim/packet.h"
#include "netsim/traffic/traffic.h"
#include "round.h"

_Static_assert(MPI_PARTS - JOB_OVERHEAD == 0 && NET_PAYLOAD - 64 == 0, "what job_fits() counts");

#define ENTRIES_MOST	(1u << 20)	/* at most 48 bytes each, and 176 during simulation */

int round_new(struct round *round, const struct machine *machine, const struct places *places,
	      struct drive *drive, const struct damage *damage)
{
	*round = (struct round){
		.machine = machine, .places = places, .drive = drive, .damage = damage,
		.config = engine_config(machine),
		.logs = calloc(places->ranks, sizeof(*round->logs)),
	};
	round->config.seed = places->seed;
	round->config.nics = drive_wanted(drive);
	return round->logs ? tally_open(&round->tally, places->ranks) : -ENOMEM;
}

static void round_forget(struct round *round)
{
	for (uint32_t rank = 0; rank < round->places->ranks; rank++) {
		free(round->logs[rank].entries);
		round->logs[rank] = (struct log){ 0 };
	}
	round->entries = 0;
}

void round_free(struct round *round)
{
	if (!round->logs)
		return;
	round_forget(round);
	free(round->logs);
	tally_close(&round->tally);
}

/* Names are printed to a terminal: allow only names of C functions. */
static bool is_call_name(const char *name)
{
	size_t length = strnlen(name, JOB_NAME);

	for (size_t i = 0; i < length; i++) {
		if (!isalnum((unsigned char)name[i]) && name[i] != '_')
			return false;
	}
	return length && length < JOB_NAME;
}

static int check_record(const struct round *round, const struct job_record *record)
{
	if (record->flags & ~(JOB_ZERO | JOB_DERIVED | JOB_STEP))
		return -EPROTO;
	if (record->kind == JOB_UNSEEN)
		return is_call_name(record->name) ? 0 : -EPROTO;
	if (record->kind > JOB_GET || record->rank >= round->places->ranks)
		return -EPROTO;
	return job_fits(record->count, record->bytes) ? 0 : -E2BIG;
}

/* Add the count of an entry to the last one, if they are equal. */
static bool log_merge(struct log *log, const struct log_entry *entry)
{
	struct log_entry *last = log->count ? &log->entries[log->count - 1] : NULL;

	if (!last || last->bytes != entry->bytes || last->rank != entry->rank ||
	    last->kind != entry->kind || last->zero != entry->zero)
		return false;
	last->count += entry->count;
	return true;
}

static int log_add(struct round *round, struct log *log, const struct log_entry *entry)
{
	size_t room = log->room ? 2 * log->room : 16;
	struct log_entry *more;

	if (!entry->count || log_merge(log, entry))
		return 0;
	if (log->count == log->room) {
		more = reallocarray(log->entries, room, sizeof(*more));
		if (!more)
			return -ENOMEM;
		log->entries = more;
		log->room = room;
	}
	log->entries[log->count++] = *entry;
	round->entries++;
	return 0;
}

int round_log(struct round *round, uint32_t rank, const struct job_record *record)
{
	const struct log_entry entry = {
		.kind = record->kind, .rank = record->rank, .bytes = record->bytes,
		.count = record->count, .zero = record->flags & JOB_ZERO,
	};
	const uint32_t *node = round->places->node;
	bool local;
	int err = check_record(round, record);

	if (!err && record->kind == JOB_UNSEEN) {
		tally_unseen(&round->tally, record);
		return 0;
	}
	if (err)
		return err;
	local = node[rank] == node[record->rank];
	if (!local)
		err = log_add(round, &round->logs[rank], &entry);
	if (!err)
		tally_messages(&round->tally, record, local);
	return err;
}

bool round_full(const struct round *round)
{
	return round->entries >= ENTRIES_MOST;
}

static int simulate_round(struct round *round, const struct net_config *config,
			  const struct net_traffic *traffic)
{
	struct engine engine;
	struct simulation simulation = {
		.engine = &engine, .drive = round->drive, .until = NET_FOREVER,
	};
	int err = engine_event(&engine, round->machine, config, traffic);
	int code;

	if (err) {
		complain("%s", engine_why(err));
		engine_free(&engine);
		return exit_code(err);
	}
	code = simulate(&simulation);
	net_images_restart(round->drive->images, engine.net);
	tally_round(&round->tally, engine.net);
	if (simulation.interrupted) {
		complain("a round was ended at %.6g us; the counters end there",
			 engine.cycles * US_PER_CYCLE);
		code = EXIT_RUNTIME;
	}
	engine_free(&engine);
	return code;
}

/* A round begins with the failures of the rounds before it. */
static int simulate_damaged(struct round *round, const struct net_traffic *traffic)
{
	struct net_config config = round->config;
	struct damage_state state;
	int err, code;

	if (!damage_changes(round->damage))
		return simulate_round(round, &config, traffic);
	err = damage_since(round->damage, round->machine, round->tally.cycles, &state);
	config.fabric = &state.fabric;
	config.changes = &state.changes;
	code = err ? complain_error("a round", err) : simulate_round(round, &config, traffic);
	damage_state_free(&state);
	return code;
}

int round_run(struct round *round)
{
	struct net_traffic traffic;
	int code = 0, err;

	err = schedule_traffic(round->logs, round->places,
			       topo_nodes(&round->machine->fabric.topo), &traffic);
	round_forget(round);
	if (err) {
		complain("a round: %s", strerror(-err));
		return exit_code(err);
	}
	if (traffic.requests)
		code = simulate_damaged(round, &traffic);
	traffic_free(&traffic);
	return code;
}
