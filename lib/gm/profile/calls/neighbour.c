// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Collectives over neighbours. Displacements of alltoallw are in bytes, so both of its forms use
 * MPI_Aint.
 */
#include "gm/profile/calls/collective_form.h"

COLLECTIVE(Neighbor_allgather, Ineighbor_allgather,
	   (const void *out, COUNT out_count, MPI_Datatype out_type,
	    void *in, COUNT in_count, MPI_Datatype in_type, MPI_Comm comm),
	   (out, out_count, out_type, in, in_count, in_type, comm),
	   NEIGHBOURS(.count = out_count, .type = out_type))

COLLECTIVE(Neighbor_allgatherv, Ineighbor_allgatherv,
	   (const void *out, COUNT out_count, MPI_Datatype out_type,
	    void *in, const COUNT in_counts[], const DISPLACEMENT in_starts[],
	    MPI_Datatype in_type, MPI_Comm comm),
	   (out, out_count, out_type, in, in_counts, in_starts, in_type, comm),
	   NEIGHBOURS(.count = out_count, .type = out_type))

COLLECTIVE(Neighbor_alltoall, Ineighbor_alltoall,
	   (const void *out, COUNT out_count, MPI_Datatype out_type,
	    void *in, COUNT in_count, MPI_Datatype in_type, MPI_Comm comm),
	   (out, out_count, out_type, in, in_count, in_type, comm),
	   NEIGHBOURS(.count = out_count, .type = out_type))

COLLECTIVE(Neighbor_alltoallv, Ineighbor_alltoallv,
	   (const void *out, const COUNT out_counts[], const DISPLACEMENT out_starts[],
	    MPI_Datatype out_type, void *in, const COUNT in_counts[],
	    const DISPLACEMENT in_starts[], MPI_Datatype in_type, MPI_Comm comm),
	   (out, out_counts, out_starts, out_type, in, in_counts, in_starts, in_type, comm),
	   NEIGHBOURS(.counts = out_counts, .type = out_type))

COLLECTIVE(Neighbor_alltoallw, Ineighbor_alltoallw,
	   (const void *out, const COUNT out_counts[], const MPI_Aint out_starts[],
	    const MPI_Datatype out_types[], void *in, const COUNT in_counts[],
	    const MPI_Aint in_starts[], const MPI_Datatype in_types[], MPI_Comm comm),
	   (out, out_counts, out_starts, out_types, in, in_counts, in_starts, in_types, comm),
	   NEIGHBOURS(.counts = out_counts, .types = out_types))
