// SPDX-License-Identifier: LGPL-2.1-or-later
/* Collectives over all ranks of a communicator. */
#include "gm/profile/calls/collective_form.h"

#ifndef FORM_LARGE
COLLECTIVE(Barrier, Ibarrier,
	   (MPI_Comm comm), (comm),
	   DERIVE(dissemination, 0, .count = 0, .type = MPI_BYTE))
#endif

COLLECTIVE(Bcast, Ibcast,
	   (void *buf, COUNT count, MPI_Datatype type, int root, MPI_Comm comm),
	   (buf, count, type, root, comm),
	   DERIVE(binomial_down, root, .count = count, .type = type))

COLLECTIVE(Reduce, Ireduce,
	   (const void *out, void *in, COUNT count, MPI_Datatype type, MPI_Op op, int root,
	    MPI_Comm comm),
	   (out, in, count, type, op, root, comm),
	   DERIVE(binomial_up, root, .count = count, .type = type))

COLLECTIVE(Allreduce, Iallreduce,
	   (const void *out, void *in, COUNT count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
	   (out, in, count, type, op, comm),
	   DERIVE(recursive_doubling, 0, .count = count, .type = type))

COLLECTIVE(Gather, Igather,
	   (const void *out, COUNT out_count, MPI_Datatype out_type,
	    void *in, COUNT in_count, MPI_Datatype in_type, int root, MPI_Comm comm),
	   (out, out_count, out_type, in, in_count, in_type, root, comm),
	   DERIVE(linear_in, root, .count = out_count, .type = out_type))

COLLECTIVE(Gatherv, Igatherv,
	   (const void *out, COUNT out_count, MPI_Datatype out_type,
	    void *in, const COUNT in_counts[], const DISPLACEMENT in_starts[],
	    MPI_Datatype in_type, int root, MPI_Comm comm),
	   (out, out_count, out_type, in, in_counts, in_starts, in_type, root, comm),
	   DERIVE(linear_in, root, .count = out_count, .type = out_type))

COLLECTIVE(Scatter, Iscatter,
	   (const void *out, COUNT out_count, MPI_Datatype out_type,
	    void *in, COUNT in_count, MPI_Datatype in_type, int root, MPI_Comm comm),
	   (out, out_count, out_type, in, in_count, in_type, root, comm),
	   DERIVE(linear_out, root, .count = out_count, .type = out_type))

COLLECTIVE(Scatterv, Iscatterv,
	   (const void *out, const COUNT out_counts[], const DISPLACEMENT out_starts[],
	    MPI_Datatype out_type, void *in, COUNT in_count, MPI_Datatype in_type, int root,
	    MPI_Comm comm),
	   (out, out_counts, out_starts, out_type, in, in_count, in_type, root, comm),
	   DERIVE(linear_out, root, .counts = out_counts, .type = out_type))

/* The receive arguments give the length of a block: the send buffer may be MPI_IN_PLACE. */
COLLECTIVE(Allgather, Iallgather,
	   (const void *out, COUNT out_count, MPI_Datatype out_type,
	    void *in, COUNT in_count, MPI_Datatype in_type, MPI_Comm comm),
	   (out, out_count, out_type, in, in_count, in_type, comm),
	   DERIVE(ring, 0, .count = in_count, .type = in_type))

COLLECTIVE(Allgatherv, Iallgatherv,
	   (const void *out, COUNT out_count, MPI_Datatype out_type,
	    void *in, const COUNT in_counts[], const DISPLACEMENT in_starts[],
	    MPI_Datatype in_type, MPI_Comm comm),
	   (out, out_count, out_type, in, in_counts, in_starts, in_type, comm),
	   DERIVE(ring, 0, .counts = in_counts, .type = in_type))

COLLECTIVE(Alltoall, Ialltoall,
	   (const void *out, COUNT out_count, MPI_Datatype out_type,
	    void *in, COUNT in_count, MPI_Datatype in_type, MPI_Comm comm),
	   (out, out_count, out_type, in, in_count, in_type, comm),
	   DERIVE(pairwise, 0, .count = in_count, .type = in_type))

COLLECTIVE(Alltoallv, Ialltoallv,
	   (const void *out, const COUNT out_counts[], const DISPLACEMENT out_starts[],
	    MPI_Datatype out_type, void *in, const COUNT in_counts[],
	    const DISPLACEMENT in_starts[], MPI_Datatype in_type, MPI_Comm comm),
	   (out, out_counts, out_starts, out_type, in, in_counts, in_starts, in_type, comm),
	   DERIVE(pairwise, 0, .counts = out == MPI_IN_PLACE ? in_counts : out_counts,
		  .type = out == MPI_IN_PLACE ? in_type : out_type))

COLLECTIVE(Alltoallw, Ialltoallw,
	   (const void *out, const COUNT out_counts[], const DISPLACEMENT out_starts[],
	    const MPI_Datatype out_types[], void *in, const COUNT in_counts[],
	    const DISPLACEMENT in_starts[], const MPI_Datatype in_types[], MPI_Comm comm),
	   (out, out_counts, out_starts, out_types, in, in_counts, in_starts, in_types, comm),
	   DERIVE(pairwise, 0, .counts = out == MPI_IN_PLACE ? in_counts : out_counts,
		  .types = out == MPI_IN_PLACE ? in_types : out_types))

COLLECTIVE(Reduce_scatter, Ireduce_scatter,
	   (const void *out, void *in, const COUNT in_counts[], MPI_Datatype type, MPI_Op op,
	    MPI_Comm comm),
	   (out, in, in_counts, type, op, comm),
	   DERIVE(pairwise, 0, .counts = in_counts, .type = type))

COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block,
	   (const void *out, void *in, COUNT in_count, MPI_Datatype type, MPI_Op op,
	    MPI_Comm comm),
	   (out, in, in_count, type, op, comm),
	   DERIVE(pairwise, 0, .count = in_count, .type = type))

COLLECTIVE(Scan, Iscan,
	   (const void *out, void *in, COUNT count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
	   (out, in, count, type, op, comm),
	   DERIVE(chain, 0, .count = count, .type = type))

COLLECTIVE(Exscan, Iexscan,
	   (const void *out, void *in, COUNT count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
	   (out, in, count, type, op, comm),
	   DERIVE(chain, 0, .count = count, .type = type))
