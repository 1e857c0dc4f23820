// SPDX-License-Identifier: LGPL-2.1-or-later
/* Creation and destruction of a state. */
#include <errno.h>
#include <stdlib.h>

#include "gm/gm.h"

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
	router_close(&gm->router);
	free(gm);
}

static int gm_init(struct gm *gm)
{
	int err = gm_mpi(gm, PMPI_Comm_rank(gm->comm, &gm->rank));

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
