// SPDX-License-Identifier: GPL-2.0-only
/*
 * Readings of clocks do not influence the synchronisation's messages, so the program runs once: all
 * runs of a study read their own clocks at the same moments.
 */
#include <stdlib.h>

#include "world.h"
#include "netsim/collective/clocks.h"
#include "netsim/mix.h"
#include "findings.h"

/* A run. */
struct session {
	const struct sync_clocks *clocks;
	uint64_t drawn; /* state of the random numbers */
	struct model_clock clock[WORLD_RANKS];
	int64_t offset[WORLD_RANKS]; /* estimated lead of each clock over core 0's, fs */
};

/* Draw a whole number from -most to most. */
static int64_t draw(struct session *session, int64_t most)
{
	uint64_t number = net_mix(session->drawn++);

	return most ? (int64_t)(number % (2 * most + 1)) - most : 0;
}

static void begin_session(struct session *session, const struct sync_clocks *clocks, uint32_t run)
{
	uint32_t rank;

	*session = (struct session){
		.clocks = clocks, .drawn = net_mix(net_mix(clocks->seed) + run),
	};
	for (rank = 0; rank < WORLD_RANKS; rank++) {
		session->clock[rank].offset = draw(session, clocks->offset);
		session->clock[rank].drift = draw(session, clocks->drift);
	}
}

/* Read a core's clock, less its estimated offset. */
static int64_t read_core(struct session *session, uint32_t rank, uint64_t time)
{
	return model_clock_read(&session->clock[rank], time) +
	       draw(session, session->clocks->jitter) - session->offset[rank];
}

static uint64_t end_of(const struct world_run *run, const struct host_result *result,
		       uint32_t rank, uint32_t op)
{
	return result->op[run->program->first[rank] + op].end;
}

/*
 * Find the difference that a master measures; return false if @rank is no master in this dimension.
 */
static bool find_delta(struct session *session, const struct world_run *run,
		       const struct host_result *result, bool averaged, unsigned int dim,
		       uint32_t rank, int64_t *delta)
{
	struct clocks_exchange master, slave;
	int64_t t0, t1, t2;

	if (!clocks_exchange(WORLD_RANKS, rank, averaged, dim, &master) || master.peer > rank)
		return false;
	clocks_exchange(WORLD_RANKS, master.peer, averaged, dim, &slave);
	t0 = read_core(session, master.peer,
		       end_of(run, result, master.peer, slave.op + CLOCKS_T0));
	t1 = read_core(session, rank, end_of(run, result, rank, master.op + CLOCKS_T1));
	t2 = read_core(session, master.peer,
		       end_of(run, result, master.peer, slave.op + CLOCKS_T2));
	*delta = model_clock_delta(t0, t1, t2);
	return true;
}

static void synchronise_dim(struct session *session, const struct world_run *run,
			    const struct host_result *result, bool averaged, unsigned int dim)
{
	struct model_clock_sum sums[WORLD_RANKS] = { 0 };
	uint32_t rank;

	for (rank = 0; rank < WORLD_RANKS; rank++)
		if (find_delta(session, run, result, averaged, dim, rank, &sums[rank].sum))
			sums[rank].count = 1;
	if (averaged)
		model_clock_average(sums, WORLD_RANKS, dim);
	for (rank = 0; rank < WORLD_RANKS; rank++)
		if (sums[rank].count)
			session->offset[rank] += model_clock_mean(&sums[rank]);
}

/* Add up the clocks' errors at a moment. */
static void add_errors(const struct session *session, uint64_t time, struct sync_study *study)
{
	int64_t reference = model_clock_read(&session->clock[0], time), error;
	uint32_t rank;

	for (rank = 1; rank < WORLD_RANKS; rank++) {
		error = model_clock_read(&session->clock[rank], time) - session->offset[rank] -
			reference;
		error = llabs(error);
		study->error_sum += error;
		study->error_most = error > study->error_most ? error : study->error_most;
	}
}

/*
 * Each core enters when its clock has the value that core 0's has at @time, and reads the time
 * spent on its clock, too.
 */
static int enter(const struct world *world, const struct program *barrier,
		 struct session *session, uint64_t time, struct sync_study *study)
{
	int64_t target = model_clock_read(&session->clock[0], time), says, least, most;
	uint64_t start[WORLD_RANKS], end[WORLD_RANKS];
	uint32_t rank;
	int err;

	for (rank = 0; rank < WORLD_RANKS; rank++) {
		says = target + session->offset[rank] - draw(session, session->clocks->jitter);
		says = model_clock_when(&session->clock[rank], says);
		start[rank] = says < 0 ? 0 : says;
	}
	err = barrier_ends(world, barrier, start, end);
	if (err)
		return err;
	least = INT64_MAX;
	most = INT64_MIN;
	for (rank = 0; rank < WORLD_RANKS; rank++) {
		says = read_core(session, rank, end[rank]) - target;
		least = says < least ? says : least;
		most = says > most ? says : most;
		study->sum += says;
	}
	study->least = least < study->least ? least : study->least;
	study->most = most > study->most ? most : study->most;
	study->range_sum += most - least;
	return 0;
}

static int run_all(const struct world *world, const struct sync_clocks *clocks,
		   const struct world_run *run, const struct host_result *result,
		   const struct program *barrier, struct sync_study *study)
{
	const struct world coded = world_coded(world, study->code);
	uint64_t time = result->end + SYNC_LEAD;
	struct session session;
	unsigned int dim;
	uint32_t i;
	int err = 0;

	study->ps = result->end;
	study->least = study->barrier ? INT64_MAX : 0;
	study->most = study->barrier ? INT64_MIN : 0;
	for (i = 0; i < study->runs && !err; i++) {
		begin_session(&session, clocks, i);
		for (dim = 0; 1u << dim < WORLD_RANKS; dim++)
			synchronise_dim(&session, run, result, study->averaged, dim);
		add_errors(&session, time, study);
		if (study->barrier)
			err = enter(&coded, barrier, &session, time, study);
	}
	return err;
}

int sync_run(const struct world *world, const struct sync_clocks *clocks, struct sync_study *study)
{
	struct world_run run = { .links = study->links };
	struct program *program, *barrier;
	struct host_result result;
	int err = world_program("clocks", study->averaged ? "averaged" : "pairs", WORLD_SHORT, 0,
				&program);

	if (err)
		return err;
	run.program = program;
	err = barrier_program(&barrier);
	if (err)
		goto out_program;
	err = world_run(world, &run, &result);
	if (err)
		goto out_barrier;
	err = run_all(world, clocks, &run, &result, barrier, study);
	host_result_free(&result);
out_barrier:
	program_free(barrier);
out_program:
	program_free(program);
	return err;
}
