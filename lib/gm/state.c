// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * A state, from its beginning to its end.
 */
#include <errno.h>
#include <stdlib.h>

#include "gm/gm.h"

static bool is_fit(MPI_Comm comm)
{
	int inter = 1;

	return comm != MPI_COMM_NULL && !PMPI_Comm_test_inter(comm, &inter) && !inter;
}

/* Nobody goes on without a rank that has no memory, and none has a state to agree by yet. */
static int gm_new(MPI_Comm comm, struct gm **result)
{
	struct gm *gm = calloc(1, sizeof(*gm));
	int mine = !!gm, all;

	*result = NULL;
	if (PMPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, comm)) {
		free(gm);
		return -EIO;
	}
	if (!gm || !all) {
		free(gm);
		return -ENOMEM;
	}
	gm->comm = comm;
	gm->leaders = MPI_COMM_NULL;
	gm_hold(gm, sizeof(*gm));
	*result = gm;
	return 0;
}

static int gm_init(struct gm *gm)
{
	int err = gm_mpi(gm, PMPI_Comm_rank(gm->comm, &gm->rank));

	if (!err)
		err = gm_mpi(gm, PMPI_Comm_rank(MPI_COMM_WORLD, &gm->world));
	if (!err)
		err = gm_leaders_find(gm);
	return err ? err : gm_links_find(gm);
}

int gemini_init_state(MPI_Comm comm, gemini_state_t *state)
{
	MPI_Comm own;
	int err;

	state->gm = NULL;
	if (!is_fit(comm))
		return -EINVAL;
	if (PMPI_Comm_dup(comm, &own))
		return -EIO;
	err = PMPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN) ? -EIO : gm_new(own, &state->gm);
	if (err) {
		PMPI_Comm_free(&own);
		return err;
	}
	state->gm->unfit = gm_init(state->gm);
	return state->gm->unfit;
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

/* The words for an unfit state stay. */
int gm_enter(MPI_Comm comm, gemini_state_t *state)
{
	if (!state->gm)
		return -EINVAL;
	return state->gm->unfit ? state->gm->unfit : recognise(comm, state->gm);
}

int gemini_finalize_state(MPI_Comm comm, gemini_state_t *state)
{
	struct gm *gm = state->gm;
	int err;

	if (!gm)
		return 0;
	err = recognise(comm, gm);
	if (err)
		return err;
	router_close(&gm->router);
	if (gm_leads(gm))
		PMPI_Comm_free(&gm->leaders);
	PMPI_Comm_free(&gm->comm);
	free(gm);
	state->gm = NULL;
	return 0;
}

const char *gemini_error(const gemini_state_t *state)
{
	return state->gm ? state->gm->text : "no state: see what gemini_init_state() returned";
}
