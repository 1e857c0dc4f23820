// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Choose leaders: the lowest rank on each chip reads it. If several ranks of a node cannot open the
 * same device, the lowest of them reports why.
 */
#include <limits.h>

#include "gm/gm.h"

/* Equal identities have equal hashes; different identities rarely do. */
static int hash(uint64_t id)
{
	return id * 0x9e3779b97f4a7c15ULL >> 33;
}

/*
 * Find out whether this rank is the lowest in @chips with its chip's identity. In each step the
 * ranks with the first rank's identity get their answer; ranks with another identity but the same
 * hash repeat the step among themselves. Frees @chips.
 */
static int is_lowest(struct gm *gm, uint64_t own, MPI_Comm chips, bool *lowest)
{
	while (chips != MPI_COMM_NULL) {
		uint64_t id = own;
		int err = gm_mpi(gm, PMPI_Bcast(&id, 1, MPI_UINT64_T, 0, chips)), rank;
		bool same = id == own;
		MPI_Comm others = MPI_COMM_NULL;

		if (!err)
			err = gm_mpi(gm, PMPI_Comm_rank(chips, &rank));
		if (!err)
			err = gm_mpi(gm, PMPI_Comm_split(chips, same ? MPI_UNDEFINED : 0, rank,
							 &others));
		PMPI_Comm_free(&chips);
		if (err)
			return err;
		if (same)
			*lowest = rank == 0;
		chips = others;
	}
	return 0;
}

static int coord_key(const struct gm *gm)
{
	const unsigned int *coord = gm->router.coord;

	for (int i = 0; i < 3; i++) {
		if (coord[i] > INTERCONNECT_COORD)
			return INT_MAX;
	}
	return gm->placed ? (int)(coord[0] << 20 | coord[1] << 10 | coord[2]) : INT_MAX;
}

static int gather_leaders(struct gm *gm, bool leads)
{
	int color = leads ? 0 : MPI_UNDEFINED;
	int err = gm_mpi(gm, PMPI_Comm_split(gm->comm, color, coord_key(gm), &gm->leaders));

	if (!err && gm_leads(gm))
		err = gm_mpi(gm, PMPI_Comm_rank(gm->leaders, &gm->root));
	if (!err)
		err = gm_mpi(gm, PMPI_Bcast(&gm->root, 1, MPI_INT, 0, gm->comm));
	return err;
}

/*
 * Make a communicator of the ranks that share a chip, or for ranks that could not open their
 * device, of the ranks of the same node with the same device and error.
 */
static int split(struct gm *gm, uint64_t id, MPI_Comm *chips)
{
	int fault = !!gm->fault, any = 0;
	MPI_Comm node = MPI_COMM_NULL;
	int err = gm_mpi(gm, PMPI_Comm_split(gm->comm, fault ? MPI_UNDEFINED : hash(id), gm->rank,
					     chips));

	if (!err)
		err = gm_mpi(gm, PMPI_Allreduce(&fault, &any, 1, MPI_INT, MPI_MAX, gm->comm));
	if (!err && any)
		err = gm_mpi(gm, PMPI_Comm_split_type(gm->comm, fault ? MPI_COMM_TYPE_SHARED :
						      MPI_UNDEFINED, gm->rank, MPI_INFO_NULL,
						      &node));
	if (err || !fault)
		return err;
	err = gm_mpi(gm, PMPI_Comm_split(node, hash(id), gm->rank, chips));
	PMPI_Comm_free(&node);
	return err;
}

int gm_leaders_find(struct gm *gm)
{
	MPI_Comm chips;
	bool leads = true;
	int err = split(gm, gm->chip, &chips);

	if (!err)
		err = is_lowest(gm, gm->chip, chips, &leads);
	if (!err)
		err = gather_leaders(gm, leads);
	if (!err && (!leads || gm->fault))
		gm_device_close(gm);
	return err;
}
