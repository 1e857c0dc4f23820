// SPDX-License-Identifier: GPL-2.0-only
/*
 * Send known messages between the ranks of a job, and print what the chips on their way counted
 * (Pedretti et al., Using the Cray Gemini Performance Counters, section V).
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/util.h"
#include "kinds.h"
#include "netsim/mix.h"
#include "ping.h"

enum { EXIT_COUNTERS = 3 };

/* The messages of a rank. */
struct plan {
	int *to;	/* destinations of the messages that it sends, in order */
	int sent;
	uint64_t received;
};

/* A rank that is ready to send. */
struct ping {
	struct ping_options options;
	int rank;
	struct plan plan;	/* the messages of this rank */
	MPI_Request *requests;	/* one for each message that it sends */
	size_t words;		/* 8-byte words that hold a message */
	uint64_t *out;		/* data to send or put, or buffer for a GET */
	uint64_t *in;		/* receive buffer; OP_MPI only */
	MPI_Win window;		/* for other ranks' PUTs and GETs; not OP_MPI */
};

static void plan_add(struct plan *plan, int rank, int from, int to)
{
	if (from == rank)
		plan->to[plan->sent++] = to;
	plan->received += to == rank;
}

static void add_pair(struct plan *plan, const struct ping_options *options, int rank)
{
	for (int i = 0; i < options->count; i++)
		plan_add(plan, rank, options->from, options->to);
}

/* Use the simulator's patterns, with ranks in place of nodes, so that both can be compared. */
static int add_pattern(struct plan *plan, const struct ping_options *options, int rank)
{
	const struct traffic_pattern pattern = {
		.kind = options->pattern,
		.each = { .op = NET_PUT, .bytes = options->bytes },
		.count = options->count,
		.until = NET_FOREVER,
		.seed = 1,
		.hot = options->to,
		.share = 0.1 * 4294967296,
	};
	struct net_transfer transfer;
	struct net_traffic traffic;
	int err;

	err = traffic_pattern(&options->torus, &pattern, &traffic);
	if (err)
		return err;
	for (int from = 0; from < options->ranks; from++) {
		while (traffic.next(traffic.context, from, &transfer))
			plan_add(plan, rank, from, transfer.node);
	}
	traffic_free(&traffic);
	return 0;
}

/*
 * Find the messages of a rank. The caller calls plan_free() in any case. Returns 0, -EINVAL if the
 * number of ranks does not allow the pattern, or -ENOMEM.
 */
static int plan_make(const struct ping_options *options, int rank, struct plan *plan)
{
	*plan = (struct plan){ .to = calloc(options->count, sizeof(*plan->to)) };
	if (!plan->to)
		return -ENOMEM;
	if (options->pattern)
		return add_pattern(plan, options, rank);
	add_pair(plan, options, rank);
	return 0;
}

static void plan_free(struct plan *plan)
{
	free(plan->to);
}

static void payload_fill(const struct ping *ping, uint64_t *payload)
{
	for (size_t i = 0; i < ping->words; i++)
		payload[i] = ping->options.zero ? 0 : net_mix(i);
}

static int ping_allocate(struct ping *ping)
{
	ping->words = (ping->options.bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t);
	ping->requests = calloc(ping->options.count, sizeof(*ping->requests));
	ping->out = calloc(ping->words, sizeof(*ping->out));
	ping->in = calloc(ping->words, sizeof(*ping->in));
	if (!ping->requests || !ping->out || !ping->in)
		return -ENOMEM;
	payload_fill(ping, ping->out);
	return 0;
}

static void ping_free(struct ping *ping)
{
	free(ping->in);
	free(ping->out);
	free(ping->requests);
	plan_free(&ping->plan);
}

static void send_messages(struct ping *ping)
{
	const struct plan *plan = &ping->plan;
	int bytes = ping->options.bytes;

	for (int i = 0; i < plan->sent; i++)
		MPI_Isend(ping->out, bytes, MPI_BYTE, plan->to[i], 0, MPI_COMM_WORLD,
			  &ping->requests[i]);
	for (uint64_t i = 0; i < plan->received; i++)
		MPI_Recv(ping->in, bytes, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
			 MPI_STATUS_IGNORE);
	for (int i = 0; i < plan->sent; i++)
		MPI_Wait(&ping->requests[i], MPI_STATUS_IGNORE);
}

static void put_or_get(struct ping *ping)
{
	const struct plan *plan = &ping->plan;
	int bytes = ping->options.bytes;

	for (int i = 0; i < plan->sent; i++) {
		if (ping->options.op == OP_PUT) {
			MPI_Put(ping->out, bytes, MPI_BYTE, plan->to[i], 0, bytes, MPI_BYTE,
				ping->window);
			continue;
		}
		/* All GETs share one buffer: the previous one must have completed. */
		if (i)
			MPI_Win_flush(plan->to[i - 1], ping->window);
		MPI_Get(ping->out, bytes, MPI_BYTE, plan->to[i], 0, bytes, MPI_BYTE,
			ping->window);
	}
	MPI_Win_flush_all(ping->window);
}

/* Between the samples, the program sends only the messages. */
static int ping_sample(struct ping *ping, gemini_state_t *state)
{
	int err = gemini_read_counters(MPI_COMM_WORLD, state);

	if (err)
		return err;
	if (ping->options.op == OP_MPI)
		send_messages(ping);
	else
		put_or_get(ping);
	return gemini_read_counters(MPI_COMM_WORLD, state);
}

static int counters_print(const struct ping_options *options, gemini_state_t *state)
{
	if (options->output)
		return gemini_write_counters(MPI_COMM_WORLD, state, options->output,
					     options->format);
	return gemini_fprint_counters(MPI_COMM_WORLD, state, stdout, options->format);
}

static int ping_count(struct ping *ping)
{
	gemini_state_t state;
	int err = gemini_init_state(MPI_COMM_WORLD, &state);

	if (!err)
		err = ping_sample(ping, &state);
	if (!err)
		err = counters_print(&ping->options, &state);
	if (err && ping->rank == 0)
		fprintf(stderr, "gm-measure ping: %s\n", gemini_error(&state));
	gemini_finalize_state(MPI_COMM_WORLD, &state);
	return err ? EXIT_COUNTERS : 0;
}

static int ping_count_windowed(struct ping *ping)
{
	uint64_t *base;
	int status;

	/* Open MPI 4.1 rejects MPI_Win_create() for a single rank. */
	MPI_Win_allocate(ping->words * sizeof(*base), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base,
			 &ping->window);
	payload_fill(ping, base);
	MPI_Win_lock_all(0, ping->window);
	status = ping_count(ping);
	MPI_Win_unlock_all(ping->window);
	MPI_Win_free(&ping->window);
	return status;
}

/* An error that all ranks share is returned; an error of one rank alone aborts the job. */
static int ping_begin(struct ping *ping, int argc, char **argv, int ranks)
{
	int err;

	err = ping_options_parse(&ping->options, argc, argv, ranks, ping->rank != 0);
	if (err)
		return err;
	err = plan_make(&ping->options, ping->rank, &ping->plan);
	if (err == -EINVAL) {
		if (ping->rank == 0)
			fprintf(stderr,
				"gm-measure ping: pattern %s: not for this --torus, or this number of ranks\n",
				ping->options.pattern->name);
		return err;
	}
	if (!err)
		err = ping_allocate(ping);
	if (err) {
		fprintf(stderr, "gm-measure ping: rank %d: %s: less --bytes or --count\n",
			ping->rank, strerror(-err));
		MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
	}
	return 0;
}

int ping_run(int argc, char **argv, int rank, int ranks)
{
	struct ping ping = { .rank = rank, .window = MPI_WIN_NULL };
	int status;

	status = ping_begin(&ping, argc, argv, ranks);
	if (!status)
		status = ping.options.op == OP_MPI ? ping_count(&ping) : ping_count_windowed(&ping);
	ping_free(&ping);
	return status;
}
