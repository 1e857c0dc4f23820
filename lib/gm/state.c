// SPDX-License-Identifier: LGPL-2.1-or-later
/* States, and their samples. */
#include <errno.h>
#include <stdlib.h>

#include "gm/gm.h"

/* --- creation and destruction --- */

static bool is_fit(MPI_Comm comm)
{
	int inter = 1;

	return comm != MPI_COMM_NULL && !PMPI_Comm_test_inter(comm, &inter) && !inter;
}

/* Create a state with what a process knows by itself: its rank and its device. */
static struct gm *gm_new(void)
{
	struct gm *gm = calloc(1, sizeof(*gm));

	if (!gm)
		return NULL;
	gm->comm = MPI_COMM_NULL;
	gm->leaders = MPI_COMM_NULL;
	gm_hold(gm, sizeof(*gm));
	PMPI_Comm_rank(MPI_COMM_WORLD, &gm->world);
	gm->chip = gm_device_open(gm);
	return gm;
}

static void gm_free(struct gm *gm)
{
	if (!gm)
		return;
	nics_close(gm->nics);
	router_close(&gm->router);
	free(gm);
}

static int gm_init(struct gm *gm)
{
	int err = gm_mpi(gm, PMPI_Comm_rank(gm->comm, &gm->rank));

	if (!err)
		err = gm_routed_agree(gm);
	if (!err)
		err = gm_leaders_find(gm);
	return err ? err : gm_links_find(gm);
}

/*
 * If one rank has no memory, all ranks fail. That rank has no state, so gm_agree() cannot be used.
 */
int gm_join(MPI_Comm comm, gemini_state_t *state)
{
	int mine = !!state->gm, all = 0;
	int err = PMPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, comm) ? -EIO : 0;

	if (err || !all) {
		gm_leave(state);
		PMPI_Comm_free(&comm);
		return err ? err : -ENOMEM;
	}
	state->gm->comm = comm;
	state->gm->unfit = gm_init(state->gm);
	return state->gm->unfit;
}

int gm_begin(gemini_state_t *state)
{
	state->gm = gm_new();
	if (!state->gm)
		return -ENOMEM;
	gm_device_read(state->gm);
	state->gm->alone = true;
	state->gm->samples = 1;
	return 0;
}

void gm_leave(gemini_state_t *state)
{
	gm_free(state->gm);
	state->gm = NULL;
}

int gemini_init_state(MPI_Comm comm, gemini_state_t *state)
{
	OWN_CALLS;
	MPI_Comm own;

	state->gm = NULL;
	if (!is_fit(comm))
		return -EINVAL;
	if (PMPI_Comm_dup(comm, &own))
		return -EIO;
	if (PMPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN)) {
		PMPI_Comm_free(&own);
		return -EIO;
	}
	state->gm = gm_new();
	return gm_join(own, state);
}

static int recognise(MPI_Comm comm, struct gm *gm)
{
	int how = MPI_UNEQUAL;

	if (is_fit(comm) && !PMPI_Comm_compare(comm, gm->comm, &how) &&
	    (how == MPI_IDENT || how == MPI_CONGRUENT))
		return 0;
	gm_say(gm, "rank %d: not the communicator of gemini_init_state(), nor one like it",
	       gm->world);
	return -EINVAL;
}

/* Keeps the text that says why a state is unfit. */
int gm_enter(MPI_Comm comm, gemini_state_t *state)
{
	if (!state->gm)
		return -EINVAL;
	return state->gm->unfit ? state->gm->unfit : recognise(comm, state->gm);
}

int gemini_finalize_state(MPI_Comm comm, gemini_state_t *state)
{
	OWN_CALLS;
	struct gm *gm = state->gm;
	int err;

	if (!gm)
		return 0;
	err = recognise(comm, gm);
	if (err)
		return err;
	if (gm_leads(gm))
		PMPI_Comm_free(&gm->leaders);
	PMPI_Comm_free(&gm->comm);
	gm_leave(state);
	return 0;
}

const char *gemini_error(const gemini_state_t *state)
{
	return state->gm ? state->gm->text : "no state: see what gemini_init_state() returned";
}

/* --- samples --- */

/*
 * All leaders read their chips right after a barrier, and time them on a common clock.
 */

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
