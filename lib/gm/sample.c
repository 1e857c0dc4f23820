// SPDX-License-Identifier: LGPL-2.1-or-later
/* Samples: all leaders read their chips right after a barrier, and time them on a common clock. */
#include <errno.h>

#include "gm/gm.h"

/* Later than any time. MPICH 4.0 compares MPI_UINT64_T as signed in MPI_MAX. */
#define END	((uint64_t)INT64_MAX)

uint64_t gm_lap(uint64_t *since)
{
	uint64_t now = gm_clock_ns(), lap = now - *since;

	*since = now;
	return lap;
}

/* Leaders synchronise their clocks with the first leader's, which need not be rank 0. */
static int clock_agree(struct gm *gm)
{
	int err;

	if (!gm_leads(gm))
		return 0;
	err = gm_clock_sync(&gm->clock, gm->leaders);
	if (err) {
		gm_say(gm, "rank %d: MPI: clocks cannot be synchronised", gm->world);
		return err;
	}
	gm->ahead = -gm->clock.offset;
	return gm_mpi(gm, PMPI_Bcast(&gm->ahead, 1, MPI_INT64_T, gm->root, gm->leaders));
}

static int wait_for_all(struct gm *gm)
{
	int err = gm_barrier(gm->comm);

	if (err)
		gm_say(gm, "rank %d: MPI: the barrier failed", gm->world);
	return err;
}

/*
 * Wait until the last leader has read its chip, so that no rank sends messages that belong to the
 * next interval. If the simulator could not count the messages of one rank, no chip is up to date.
 * This error replaces -EOWNERDEAD, which is the chip's view of the same fault.
 */
static int conclude(struct gm *gm, bool flushed)
{
	int mine = flushed, all;
	int err = gm_mpi(gm, PMPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_LAND, gm->comm));

	if (err)
		return err;
	if (!all && (!gm->now.err || gm->now.err == -EOWNERDEAD))
		gm->now.err = -EREMOTEIO;
	*gm->text = '\0';
	return 0;
}

int gemini_read_counters(MPI_Comm comm, gemini_state_t *state)
{
	OWN_CALLS;
	int err = gm_enter(comm, state);
	struct gm *gm = state->gm;
	uint64_t since;
	bool flushed;

	if (err)
		return err;
	flushed = !own_flush();
	since = gm_clock_ns();
	err = clock_agree(gm);
	gm->cost.clock_ns = gm_lap(&since);
	if (!err)
		err = wait_for_all(gm);
	if (err)
		return err;
	gm->cost.barrier_ns = gm_lap(&since);
	if (gm_leads(gm))
		gm_device_read(gm);
	gm->cost.read_ns = gm_lap(&since);
	gm->samples++;
	return conclude(gm, flushed);
}

/* A rank without a sample contributes the neutral values of a minimum and a maximum. */
static struct gemini_sample when(const struct gm *gm, const struct gm_moment *moment)
{
	bool taken = gm_leads(gm) && !moment->err;

	return (struct gemini_sample) {
		.first_ns = taken ? moment->ns : END,
		.last_ns = taken ? moment->ns : 0,
	};
}

/* Turn a minimum into a maximum, and back: the earliest time is the one furthest from END. */
static void moments_turn(struct summary *summary)
{
	summary->before.first_ns = END - summary->before.first_ns;
	summary->now.first_ns = END - summary->now.first_ns;
}

int gm_summarise(struct gm *gm, struct summary *summary)
{
	struct summary mine = {
		.before = when(gm, &gm->before),
		.now = when(gm, &gm->now),
	};
	int err;

	if (gm_leads(gm))
		mine.cost = gm->cost;
	moments_turn(&mine);
	err = gm_mpi(gm, PMPI_Allreduce(&mine, summary, sizeof(mine) / sizeof(uint64_t),
					MPI_UINT64_T, MPI_MAX, gm->comm));
	moments_turn(summary);
	return err;
}

static int last_sample(MPI_Comm comm, gemini_state_t *state, struct summary *summary)
{
	int err = gm_enter(comm, state);

	if (err)
		return err;
	if (!state->gm->samples) {
		gm_say(state->gm, "rank %d: no sample: call gemini_read_counters() first",
		       state->gm->world);
		return -ENODATA;
	}
	return gm_summarise(state->gm, summary);
}

int gemini_get_cost(MPI_Comm comm, gemini_state_t *state, struct gemini_cost *cost)
{
	OWN_CALLS;
	struct summary summary;
	int err = last_sample(comm, state, &summary);

	if (!err)
		*cost = summary.cost;
	return err;
}

int gemini_get_sample(MPI_Comm comm, gemini_state_t *state, struct gemini_sample *sample)
{
	OWN_CALLS;
	struct summary summary;
	int err = last_sample(comm, state, &summary);

	if (!err && summary.now.first_ns > summary.now.last_ns) {
		gm_say(state->gm, "no chip could be read");
		err = -ENODATA;
	}
	if (!err)
		*sample = summary.now;
	return err;
}
