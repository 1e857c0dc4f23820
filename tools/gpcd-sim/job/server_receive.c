// SPDX-License-Identifier: GPL-2.0-only
/* Receives records from ranks, and answers them. */
#include <errno.h>
#include <string.h>

#include "cli/out/complain.h"
#include "cli/wait/clock.h"
#include "server_state.h"

/* Does this number of ranks differ from what other ranks of the job say? */
static bool differs(const struct server *server, uint32_t ranks)
{
	for (size_t i = 0; i < server->count; i++) {
		if (server->clients[i]->known)
			return server->clients[i]->ranks != ranks;
	}
	return false;
}

static int hello_check(const struct server *server, const struct job_hello *hello)
{
	if (hello->magic != JOB_MAGIC || hello->rank >= hello->ranks)
		return -EPROTO;
	if (hello->ranks > server->round->places->ranks)
		return -E2BIG;
	if (server->here[hello->rank])
		return -EBUSY;
	return differs(server, hello->ranks) ? -EPROTO : 0;
}

/* All ranks of a job that is too large are rejected: report that once. */
static void report_crowded(struct server *server, const struct job_hello *hello)
{
	if (!server->crowded)
		complain("a job of %u ranks: places: %u: see --per-node, --torus", hello->ranks,
			 server->round->places->ranks);
	server->crowded = true;
}

static void hello_rejected(struct server *server, const struct job_hello *hello, int err)
{
	server->round->tally.rejected++;
	if (err == -E2BIG)
		report_crowded(server, hello);
	else if (err == -EBUSY)
		complain("rank %u is there already: somebody else is not heard", hello->rank);
	else
		complain("somebody who is no rank of this job is not heard");
}

void server_reply(const struct server *server, struct client *client, unsigned int error)
{
	const struct round *round = server->round;
	const struct topo *topo = &round->machine->fabric.topo;
	struct job_answer answer = { .error = error };

	if (client->known) {
		answer.node = round->places->node[client->rank];
		topo_coord(topo, topo_node_chip(topo, answer.node), answer.coord);
	}
	client_answer(client, &answer);
}

static void receive_hello(struct server *server, struct client *client,
			  const struct job_hello *hello)
{
	int err = hello_check(server, hello);

	if (err) {
		hello_rejected(server, hello, err);
		server_reply(server, client, -err);
		client->over = true;
		return;
	}
	client->known = true;
	client->rank = hello->rank;
	client->ranks = hello->ranks;
	server->here[hello->rank] = true;
	rerun_rank(server->rerun, hello->rank, hello->ranks, server->seen[hello->rank]);
	server->round->tally.ranks += !server->seen[hello->rank];
	server->seen[hello->rank] = true;
	server_reply(server, client, 0);
}

/* Report only one rejected record until the next flush. */
static void record_rejected(struct server *server, struct client *client,
			    const struct job_record *record, int err)
{
	server->round->tally.rejected++;
	if (!client->error && err == -E2BIG)
		complain("rank %u to rank %u: messages: %ju, of bytes: %ju: too much to simulate",
			 client->rank, record->rank, (uintmax_t)record->count,
			 (uintmax_t)record->bytes);
	else if (!client->error)
		complain("rank %u: a record: %s", client->rank, strerror(-err));
	client->error = err == -ENOMEM ? EIO : EPROTO;
}

static void patience_begin(struct server *server)
{
	struct client *client;

	server->since = monotonic_ns();
	server->looked = false;
	for (size_t i = 0; i < server->count; i++) {
		client = server->clients[i];
		if (!client->waiting)
			client->turns = turns_read(client->pid);
	}
}

static void receive_flush(struct server *server, struct client *client)
{
	client->waiting = !client->closed && !server->ending;
	if (client->waiting && !server->since)
		patience_begin(server);
}

/* Does a record name a rank that its job does not have? */
static bool is_nobody(const struct client *client, const struct job_record *record)
{
	switch (record->kind) {
	case JOB_MESSAGE:
	case JOB_PUT:
	case JOB_GET:
		return record->rank >= client->ranks;
	case JOB_RECEIVE:
	case JOB_WAIT:
		return record->rank >= client->ranks && record->rank < JOB_NOBODY;
	default:
		return false;
	}
}

/* Log traffic in the round, and all that ranks do in the rerun. */
static int record_log(struct server *server, const struct client *client,
		      const struct job_record *record)
{
	int err = 0;

	if (is_nobody(client, record))
		return -EPROTO;
	if (record->kind <= JOB_UNSEEN)
		err = round_log(server->round, client->rank, record);
	if (!err && record->kind != JOB_UNSEEN)
		err = rerun_log(server->rerun, client->rank, record);
	return err;
}

void server_record(struct server *server, struct client *client, const struct job_record *record)
{
	int err;

	client->received++;
	if (record->kind == JOB_BYE) {
		client->end = record->count;
		return;
	}
	if (record->kind == JOB_FLUSH) {
		receive_flush(server, client);
		return;
	}
	err = record_log(server, client, record);
	if (err)
		record_rejected(server, client, record, err);
}

void server_parse(struct server *server, struct client *client)
{
	struct job_record record;
	struct job_hello hello;

	if (!client->known && client_take(client, &hello, sizeof(hello)))
		receive_hello(server, client, &hello);
	while (client->known && client_take(client, &record, sizeof(record)))
		server_record(server, client, &record);
}
