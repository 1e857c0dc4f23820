// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/complain.h"
#include "job.h"
#include "netsim/image/image.h"
#include "netsim/packet.h"
#include "netsim/traffic/traffic.h"

_Static_assert(MPI_PARTS - JOB_OVERHEAD == 0 && NET_PAYLOAD - 64 == 0, "what job_fits() counts");

#define ENTRIES_MOST	(1u << 20)	/* at most 48 bytes each, and 176 during simulation */

/* --- logs --- */

/* Equal messages, PUTs or GETs from a rank to another. */
struct log_entry {
	uint64_t bytes; /* payload of each */
	uint64_t count; /* number of them */
	uint32_t rank; /* the other rank */
	uint8_t kind; /* JOB_MESSAGE, JOB_PUT or JOB_GET */
	bool zero; /* the payload is zeros */
};

/* The log of a rank, in the order in which it sent. */
struct log {
	struct log_entry *entries;
	size_t count;
	size_t room;
};

/* --- their traffic --- */

/* A series of transfers that a node issues, repeated. */
struct issue {
	struct net_transfer transfers[MPI_PARTS]; /* in their order */
	unsigned int parts; /* number of transfers */
	uint64_t count; /* repetitions of the series */
};

/* How far a node is in its issues. */
struct cursor {
	size_t next, end; /* current issue, and the last one + 1 */
	uint64_t times; /* repetitions of the current issue that are done */
	unsigned int part; /* next transfer of the current issue */
};

/* Context of the traffic of a round. */
struct schedule {
	struct cursor *cursors; /* by node */
	struct issue issues[]; /* of all nodes, node by node */
};

/* Order of the issues of a node: what its ranks send, then what it fetches. */
enum { OWN, PULLED, TURNS };

/* Issues that are assigned to nodes. */
struct issue_turns {
	size_t *at; /* by node and turn: number of issues, or index of the next one */
	struct issue *issues; /* NULL: only count */
};

static bool schedule_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct schedule *schedule = context;
	struct cursor *cursor = &schedule->cursors[node];
	const struct issue *issue = &schedule->issues[cursor->next];

	if (cursor->next == cursor->end)
		return false;
	*transfer = issue->transfers[cursor->part++];
	if (cursor->part < issue->parts)
		return true;
	cursor->part = 0;
	if (++cursor->times < issue->count)
		return true;
	cursor->times = 0;
	cursor->next++;
	return true;
}

/* Find what the nodes of both ranks issue for an entry; return a mask of enum net_op. */
static unsigned int expand(const struct log_entry *entry, uint32_t node, uint32_t other,
			   struct issue issues[TURNS])
{
	struct mpi_part parts[MPI_PARTS] = { {
		.transfer = {
			.op = entry->kind == JOB_GET ? NET_GET : NET_PUT,
			.bytes = entry->bytes,
			.zero = entry->zero,
			.bte = mpi_bte(&mpi_cray, entry->bytes),
		},
	} };
	unsigned int count = 1, requests = 0;
	struct issue *issue;

	issues[OWN] = (struct issue){ .count = entry->count };
	issues[PULLED] = issues[OWN];
	if (node == other)
		return 0;
	if (entry->kind == JOB_MESSAGE)
		count = mpi_message(&mpi_cray, entry->bytes, entry->zero, parts);
	for (unsigned int i = 0; i < count; i++) {
		issue = &issues[parts[i].pulled ? PULLED : OWN];
		parts[i].transfer.node = parts[i].pulled ? node : other;
		issue->transfers[issue->parts++] = parts[i].transfer;
		requests |= 1u << parts[i].transfer.op;
	}
	return requests;
}

/* Assign the issues of a log to nodes, or only count them. */
static unsigned int assign(const struct log *log, const struct places *places, uint32_t node,
			   const struct issue_turns *turns)
{
	unsigned int requests = 0;
	struct issue issues[TURNS];
	uint32_t other;
	size_t at;

	for (size_t i = 0; i < log->count; i++) {
		other = places->node[log->entries[i].rank];
		requests |= expand(&log->entries[i], node, other, issues);
		for (unsigned int turn = OWN; turn < TURNS; turn++) {
			if (!issues[turn].parts)
				continue;
			at = turns->at[TURNS * (turn == PULLED ? other : node) + turn]++;
			if (turns->issues)
				turns->issues[at] = issues[turn];
		}
	}
	return requests;
}

static unsigned int assign_all(const struct log *logs, const struct places *places,
			       const struct issue_turns *turns)
{
	unsigned int requests = 0;

	for (uint32_t rank = 0; rank < places->ranks; rank++)
		requests |= assign(&logs[rank], places, places->node[rank], turns);
	return requests;
}

/* Replace counts by the index of the first of each; return the sum of all counts. */
static size_t sum_up(size_t *at, size_t count)
{
	size_t sum = 0, here;

	for (size_t i = 0; i < count; i++) {
		here = at[i];
		at[i] = sum;
		sum += here;
	}
	return sum;
}

/*
 * Make the traffic of the logs of all ranks of places. The logs may be freed afterwards, the
 * traffic by traffic_free(). Its requests are 0 if no node sends to another one. All traffic begins
 * in cycle 0. A node issues what its ranks send, rank by rank, then what it has to fetch of the
 * messages that are sent to it. So traffic does not depend on which rank's records arrived first.
 * Return 0 or -ENOMEM.
 */
static int schedule_traffic(const struct log *logs, const struct places *places, uint32_t nodes,
			    struct net_traffic *traffic)
{
	struct issue_turns turns = { .at = calloc(TURNS * nodes, sizeof(*turns.at)) };
	struct schedule *schedule;
	size_t count;

	if (!turns.at)
		return -ENOMEM;
	assign_all(logs, places, &turns);
	count = sum_up(turns.at, TURNS * nodes);
	schedule = calloc(1, sizeof(*schedule) + count * sizeof(*schedule->issues) +
			  nodes * sizeof(*schedule->cursors));
	if (!schedule)
		goto free_turns;
	schedule->cursors = (struct cursor *)&schedule->issues[count];
	for (uint32_t node = 0; node < nodes; node++)
		schedule->cursors[node].next = turns.at[TURNS * node];
	turns.issues = schedule->issues;
	*traffic = (struct net_traffic){
		.next = schedule_next, .context = schedule,
		.requests = assign_all(logs, places, &turns),
	};
	for (uint32_t node = 0; node < nodes; node++)
		schedule->cursors[node].end = turns.at[TURNS * node + PULLED];

free_turns:
	free(turns.at);
	return schedule ? 0 : -ENOMEM;
}

/* --- rounds --- */

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
		engine_free(&engine);
		return engine_failed(err);
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
