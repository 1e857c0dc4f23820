// SPDX-License-Identifier: GPL-2.0-only
/*
 * gm-ping: sends known messages between the ranks of a job, and prints what the chips on their way
 * counted (Pedretti et al., Using the Cray Gemini Performance Counters, section V).
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gm/hooks.h"
#include "netsim/mix.h"
#include "plan.h"

/* Defined if the program runs under gm-profile. */
#pragma weak gm_profile_quiet

enum { EXIT_USAGE = 2, EXIT_COUNTERS = 3 };

/* A rank that is ready to send. */
struct ping {
	struct options options;
	int rank;
	struct plan plan;	/* the messages of this rank */
	MPI_Request *requests;	/* one for each message that it sends */
	size_t words;		/* 8-byte words that hold a message */
	uint64_t *out;		/* data to send or put, or buffer for a GET */
	uint64_t *in;		/* receive buffer; OP_MPI only */
	MPI_Win window;		/* for other ranks' PUTs and GETs; not OP_MPI */
};

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

static int counters_print(const struct options *options, gemini_state_t *state)
{
	if (options->output)
		return gemini_write_counters(MPI_COMM_WORLD, state, options->output,
					     options->format);
	return gemini_fprint_counters(MPI_COMM_WORLD, state, stdout, options->format);
}

static int ping_run(struct ping *ping)
{
	gemini_state_t state;
	int err = gemini_init_state(MPI_COMM_WORLD, &state);

	if (!err)
		err = ping_sample(ping, &state);
	if (!err)
		err = counters_print(&ping->options, &state);
	if (err && ping->rank == 0)
		fprintf(stderr, "gm-ping: %s\n", gemini_error(&state));
	gemini_finalize_state(MPI_COMM_WORLD, &state);
	return err ? EXIT_COUNTERS : 0;
}

static int ping_run_windowed(struct ping *ping)
{
	uint64_t *base;
	int status;

	/* Open MPI 4.1 rejects MPI_Win_create() for a single rank. */
	MPI_Win_allocate(ping->words * sizeof(*base), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base,
			 &ping->window);
	payload_fill(ping, base);
	MPI_Win_lock_all(0, ping->window);
	status = ping_run(ping);
	MPI_Win_unlock_all(ping->window);
	MPI_Win_free(&ping->window);
	return status;
}

/* An error that all ranks share is returned; an error of one rank alone aborts the job. */
static int ping_begin(struct ping *ping, int argc, char **argv)
{
	int err, ranks;

	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	MPI_Comm_rank(MPI_COMM_WORLD, &ping->rank);
	err = options_parse(&ping->options, argc, argv, ranks, ping->rank != 0);
	if (err)
		return err;
	err = plan_make(&ping->options, ping->rank, &ping->plan);
	if (err == -EINVAL) {
		if (ping->rank == 0)
			fprintf(stderr,
				"gm-ping: pattern %s: not for this --torus, or this number of ranks\n",
				ping->options.pattern->name);
		return err;
	}
	if (!err)
		err = ping_allocate(ping);
	if (err) {
		fprintf(stderr, "gm-ping: rank %d: %s: less --bytes or --count\n", ping->rank,
			strerror(-err));
		MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct ping ping = { .window = MPI_WIN_NULL };
	int err, status;

	MPI_Init(&argc, &argv);
	err = ping_begin(&ping, argc, argv);
	if (err) {
		/* Prevent gm-profile from reporting that nothing was sent. */
		ping_free(&ping);
		if (gm_profile_quiet)
			gm_profile_quiet(1);
		MPI_Finalize();
		return err == -ECANCELED ? 0 : EXIT_USAGE;
	}
	status = ping.options.op == OP_MPI ? ping_run(&ping) : ping_run_windowed(&ping);
	ping_free(&ping);
	MPI_Finalize();
	return status;
}
