// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "netsim/collective/chain.h"
#include "trial.h"

static void step_calc(struct chain *chain, uint64_t ns)
{
	if (ns)
		chain_calc(chain, ns);
	chain_next(chain);
}

/* --- applications --- */

struct mpi work_mpi(const struct work *work)
{
	struct mpi mpi = mpi_cray;

	if (work->engine)
		mpi.engine = work->engine;
	return mpi;
}

static void pingpong_round(struct chain *chain, const struct work *work, struct stream *stream)
{
	uint32_t peer = !chain->rank;

	if (chain->rank) {
		chain_recv(chain, peer, work->bytes);
		chain_next(chain);
	}
	step_calc(chain, stream_wait(stream, work->delay));
	chain_send(chain, peer, work->bytes);
	chain_next(chain);
	if (!chain->rank)
		chain_recv(chain, peer, work->bytes);
	chain_next(chain);
}

static void pingpong_rank(struct chain *chain, const struct work *work, struct stream *stream)
{
	for (uint32_t round = 0; round < work_rounds(work); round++)
		pingpong_round(chain, work, stream);
}

static void alltoall_rank(struct chain *chain, const struct work *work, struct stream *stream)
{
	step_calc(chain, stream_wait(stream, work->delay));
	for (uint32_t by = 1; by < work->ranks; by++) {
		chain_send(chain, chain_round(chain, by), work->bytes);
		chain_recv(chain, chain_round(chain, work->ranks - by), work->bytes);
		chain_next(chain);
	}
}

static void shift_rank(struct chain *chain, const struct work *work, struct stream *stream)
{
	uint32_t by = work->ranks / 2;

	step_calc(chain, stream_wait(stream, work->delay));
	chain_send(chain, chain_round(chain, by), work->bytes);
	chain_recv(chain, chain_round(chain, work->ranks - by), work->bytes);
	chain_next(chain);
}

int work_program(const struct work *work, uint64_t begin, uint64_t seed, uint32_t repetition,
		 struct program **program)
{
	struct builder builder;
	struct stream stream;
	struct circle circle;
	struct chain chain;
	int err = builder_begin(&builder, work->ranks, &program_limits_default);

	for (uint32_t rank = 0; rank < work->ranks && !err; rank++) {
		stream = stream_of(seed, 0, rank, repetition);
		chain_begin(&chain, &builder, rank);
		step_calc(&chain, begin + work->idle);
		if (work->kind == WORK_PINGPONG)
			pingpong_rank(&chain, work, &stream);
		else if (work->kind == WORK_ALLTOALL)
			alltoall_rank(&chain, work, &stream);
		else if (work->kind == WORK_SHIFT)
			shift_rank(&chain, work, &stream);
		else if (work->kind == WORK_PLAN)
			program_plan_rank(&chain, &work->plan);
	}
	if (!err)
		err = builder_finish(&builder, program, &circle);
	builder_free(&builder);
	return err;
}

/* --- jobs beside them --- */

/* For kinds where it is the same for all ranks, return the distance of the receiver in ranks. */
static uint32_t beside_by(const struct beside *beside, uint32_t step)
{
	return beside->kind == BESIDE_ALLTOALL ? 1 + step % (beside->ranks - 1) : 1;
}

/*
 * Return each rank's receiver in each step, at [step * ranks + rank], and after all of these its
 * senders, in the same order. With BESIDE_UNIFORM the receivers are a permutation, in which a rank
 * may be its own peer.
 */
static uint32_t *beside_peers(const struct beside *beside, uint64_t seed, uint32_t job,
			      uint32_t repetition)
{
	struct stream stream = stream_of(seed, job, STREAM_WHOLE, repetition);
	uint32_t ranks = beside->ranks, *to, *from;
	uint32_t *peers = calloc(2 * (size_t)beside->steps, ranks * sizeof(*peers));

	for (uint32_t step = 0; peers && step < beside->steps; step++) {
		to = peers + step * ranks;
		from = to + (size_t)beside->steps * ranks;
		for (uint32_t rank = 0; rank < ranks; rank++)
			to[rank] = (rank + beside_by(beside, step)) % ranks;
		if (beside->kind == BESIDE_UNIFORM)
			stream_shuffle(&stream, to, ranks);
		for (uint32_t rank = 0; rank < ranks; rank++)
			from[to[rank]] = rank;
	}
	return peers;
}

/* A job's coming and going, the same for all of its ranks. */
struct visit {
	struct stream stream;
	uint32_t left; /* steps until it goes */
};

/* The rank of a job whose stream is for its visits. */
#define VISITS	(STREAM_WHOLE - 1)

static void visit_extend(struct visit *visit, const struct beside *beside)
{
	visit->left = stream_wait(&visit->stream, beside->stay) / (BESIDE_STEP + beside->pause);
}

/* As visits have no memory, a job that is there at first stays as long as any other one. */
static struct visit visit_begin(const struct beside *beside, uint64_t seed, uint32_t job,
				uint32_t repetition)
{
	struct visit visit = { .stream = stream_of(seed, job, VISITS, repetition) };

	if (beside->away && stream_below(&visit.stream, beside->stay + beside->away) < beside->stay)
		visit_extend(&visit, beside);
	return visit;
}

/* Return the ns for which the job is away before its next step. */
static uint64_t visit_step(struct visit *visit, const struct beside *beside)
{
	uint64_t away;

	if (!beside->away)
		return 0;
	if (visit->left) {
		visit->left--;
		return 0;
	}
	away = stream_wait(&visit->stream, beside->away);
	visit_extend(visit, beside);
	return away;
}

static void beside_rank(struct chain *chain, const struct beside *beside, struct stream *stream,
			struct visit visit, const uint32_t *peers)
{
	const uint32_t *to = peers + chain->rank;
	const uint32_t *from = to + (size_t)beside->steps * beside->ranks;

	for (uint32_t step = 0; step < beside->steps; step++) {
		step_calc(chain, visit_step(&visit, beside) + stream_wait(stream, beside->pause));
		chain_send(chain, to[step * beside->ranks], beside->bytes);
		chain_recv(chain, from[step * beside->ranks], beside->bytes);
		chain_next(chain);
	}
}

int work_beside(const struct beside *beside, uint64_t seed, uint32_t job, uint32_t repetition,
		struct program **program)
{
	struct visit visit = visit_begin(beside, seed, job, repetition);
	uint32_t *peers = beside_peers(beside, seed, job, repetition);
	struct builder builder;
	struct stream stream;
	struct circle circle;
	struct chain chain;
	int err;

	if (!peers)
		return -ENOMEM;
	err = builder_begin(&builder, beside->ranks, &program_limits_default);
	for (uint32_t rank = 0; rank < beside->ranks && !err; rank++) {
		stream = stream_of(seed, job, rank, repetition);
		chain_begin(&chain, &builder, rank);
		beside_rank(&chain, beside, &stream, visit, peers);
	}
	if (!err)
		err = builder_finish(&builder, program, &circle);
	builder_free(&builder);
	free(peers);
	return err;
}
