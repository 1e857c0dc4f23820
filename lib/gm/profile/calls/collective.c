// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Collectives over all ranks of a communicator, or over neighbours: the blocking, the nonblocking
 * and the persistent call of each, in the forms of form.h.
 */
#include "gm/profile/calls/form.h"
#include "gm/profile/messages/messages.h"

/*
 * Return the bytes of a block, for collective_derive(). It is here because the type of counts
 * depends on the form.
 */
static uint64_t block_length(void *context, int block)
{
	const struct collective *of = context;
	const struct blocks *blocks = of->blocks;
	const COUNT *counts = blocks->counts;

	return message_bytes(counts ? counts[block] : blocks->count,
			     blocks->types ? blocks->types[block] : blocks->type);
}

/* Derive messages by an algorithm of derive.h. After @root follow members of struct blocks. */
#define DERIVE(algorithm, root, ...)							\
	collective_derive(&of, &(struct blocks){ __VA_ARGS__ }, derive_ ## algorithm, root,	\
			  block_length)

/* Derive a message to each neighbour. Arguments are members of struct blocks. */
#define NEIGHBOURS(...)									\
	collective_neighbours(&of, &(struct blocks){ __VA_ARGS__ }, block_length)

#define PERSISTENT_FORM(name, params, args, messages)					\
int FORM(name)(UNPACK params, MPI_Info info, MPI_Request *request)			\
{											\
	struct collective of;								\
	int err = NEXT(name, UNPACK args, info, request);				\
											\
	if (err || !collective_begin(&of, REPORTED_AS(name), comm))			\
		return err;								\
	of.request = request_new(REPORTED_AS(name));					\
	if (!of.request)								\
		return err;								\
	messages;									\
	request_keep(of.request, *request);						\
	return err;									\
}

/* Define the persistent call: MPI-4's, or the earlier extension of Open MPI. */
#if MPI_VERSION >= 4
#define PERSISTENT(name, ...)	PERSISTENT_FORM(MPI_ ## name ## _init, __VA_ARGS__)
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define PERSISTENT(name, ...)	PERSISTENT_FORM(MPIX_ ## name ## _init, __VA_ARGS__)
#else
#define PERSISTENT(name, ...)
#endif

/*
 * Define the blocking, the nonblocking and the persistent call of a collective. @name and @iname
 * are the names of the first two without MPI_, @params and @args the parenthesised parameters with
 * and without types, one of which must be comm, and @messages is DERIVE() or NEIGHBOURS().
 */
#define COLLECTIVE(name, iname, params, args, messages)					\
int FORM(MPI_ ## name)(UNPACK params)							\
{											\
	struct collective of;								\
	int err = NEXT(MPI_ ## name, UNPACK args);					\
											\
	if (!err && collective_begin(&of, REPORTED_AS(MPI_ ## name), comm))		\
		messages;								\
	return err;									\
}											\
											\
int FORM(MPI_ ## iname)(UNPACK params, MPI_Request *request)				\
{											\
	struct collective of;								\
	int err = NEXT(MPI_ ## iname, UNPACK args, request);				\
											\
	if (err || !collective_begin(&of, REPORTED_AS(MPI_ ## iname), comm))		\
		return err;								\
	of.begun = true;								\
	messages;									\
	pending_add(*request, of.number, NULL);						\
	return err;									\
}											\
											\
PERSISTENT(name, params, args, messages)

/* --- collectives over all ranks --- */

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

/* --- collectives over neighbours --- */

/* Displacements of alltoallw are in bytes, so both of its forms use MPI_Aint. */

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
