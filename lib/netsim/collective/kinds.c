// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * A row for each generator, and for each algorithm. Help texts, completion and messages are made
 * from these rows; a test compares the manual's list.
 */
#include "algorithms.h"

#define POWER_OF_2	"its ranks must be a power of 2"

static bool has_two(const struct program_plan *plan)
{
	return plan->ranks >= 2;
}

static bool has_power_of_2(const struct program_plan *plan)
{
	return __builtin_popcount(plan->ranks) == 1;
}

static bool has_even_bits(const struct program_plan *plan)
{
	return has_power_of_2(plan) && __builtin_ctz(plan->ranks) % 2 == 0;
}

static bool has_chips(const struct program_plan *plan)
{
	return has_even_bits(plan) && plan->ranks >= 1u << PERMUTATION_CORE_BITS;
}

static bool has_few(const struct program_plan *plan)
{
	return plan->ranks <= PERMUTATION_RANDOM;
}

static bool has_drawn_peers(const struct program_plan *plan)
{
	return plan->ranks >= 2 && plan->ranks <= EM3D_RANKS;
}

static const struct program_algorithm pingpong[] = {
	{
		.name = "blocking",
		.help = "each waits for the other's message",
		.needs = "it must have two ranks or more",
		.fits = has_two,
		.build = build_pingpong,
	},
	{ 0 }
};

static const struct program_algorithm barrier[] = {
	{
		.name = "dissemination",
		.help = "in each round to a rank twice as far away",
		.build = build_dissemination,
	}, {
		.name = "hypercube",
		.help = "a neighbour in each dimension; ranks: a power of 2",
		.needs = POWER_OF_2,
		.fits = has_power_of_2,
		.takes = PROGRAM_TAKES_BYTES,
		.build = build_barrier_hypercube,
	},
	{ 0 }
};

static const struct program_algorithm bcast[] = {
	{
		.name = "binomial",
		.help = "a tree: in each round twice as many ranks send",
		.build = build_bcast_binomial,
	}, {
		.name = "chain",
		.help = "from each rank to the next",
		.build = build_bcast_chain,
	}, {
		.name = "scatter-allgather",
		.help = "parts by a tree, then round a ring",
		.build = build_bcast_scatter,
	},
	{ 0 }
};

static const struct program_algorithm reduce[] = {
	{
		.name = "binomial",
		.help = "a tree: in each round half of the ranks send",
		.build = build_reduce_binomial,
	},
	{ 0 }
};

static const struct program_algorithm allreduce[] = {
	{
		.name = "recursive-doubling",
		.help = "all data with a partner twice as far away",
		.build = build_allreduce_doubling,
	}, {
		.name = "ring",
		.help = "parts twice round a ring",
		.build = build_allreduce_ring,
	}, {
		.name = "rabenseifner",
		.help = "halves with a partner half as far away, then back",
		.build = build_allreduce_rabenseifner,
	},
	{ 0 }
};

static const struct program_algorithm allgather[] = {
	{
		.name = "ring",
		.help = "each block from rank to rank",
		.build = build_allgather_ring,
	}, {
		.name = "recursive-doubling",
		.help = "blocks so far with a partner; ranks: a power of 2",
		.needs = POWER_OF_2,
		.fits = has_power_of_2,
		.build = build_allgather_doubling,
	}, {
		.name = "bruck",
		.help = "blocks so far to a rank twice as far away",
		.build = build_allgather_bruck,
	},
	{ 0 }
};

static const struct program_algorithm alltoall[] = {
	{
		.name = "pairwise",
		.help = "to one rank and from one rank at a time",
		.build = build_alltoall_pairwise,
	}, {
		.name = "linear",
		.help = "all messages at once",
		.build = build_alltoall_linear,
	},
	{ 0 }
};

static const struct program_algorithm minighost[] = {
	{
		.name = "faces",
		.help = "a message a face, one dimension after the other",
		.build = build_minighost,
	},
	{ 0 }
};

static const struct program_algorithm stencil[] = {
	{
		.name = "full",
		.help = "faces, edges, corners: up to 26 messages at once",
		.build = build_stencil_full,
	}, {
		.name = "faces",
		.help = "faces alone: up to 6 messages at once",
		.build = build_stencil_faces,
	},
	{ 0 }
};

static const struct program_algorithm sweep3d[] = {
	{
		.name = "wavefront",
		.help = "a rank computes when it has all faces before it",
		.build = build_sweep3d,
	},
	{ 0 }
};

static const struct program_algorithm fft[] = {
	{
		.name = "pairwise",
		.help = "each transpose to one rank and from one at a time",
		.build = build_fft_pairwise,
	}, {
		.name = "linear",
		.help = "all messages of a transpose at once",
		.build = build_fft_linear,
	},
	{ 0 }
};

static const struct program_algorithm milc[] = {
	{
		.name = "faces",
		.help = "a message a face, eight at once",
		.build = build_milc,
	},
	{ 0 }
};

static const struct program_algorithm clocks[] = {
	{
		.name = "pairs",
		.help = "two ping-pongs in each dimension of a hypercube",
		.build = build_clocks_pairs,
	}, {
		.name = "averaged",
		.help = "besides, means over all synchronised before",
		.build = build_clocks_averaged,
	},
	{ 0 }
};

static const struct program_algorithm remap[] = {
	{
		.name = "asynchronous",
		.help = "it waits for nothing",
		.needs = "it must have 2 to 1024 ranks",
		.fits = has_drawn_peers,
		.build = build_remap_asynchronous,
	}, {
		.name = "synchronous",
		.help = "it waits for a reply",
		.needs = "it must have 2 to 1024 ranks",
		.fits = has_drawn_peers,
		.build = build_remap_synchronous,
	},
	{ 0 }
};

static const struct program_algorithm permutation[] = {
	{
		.name = "shuffle",
		.help = "bits move up by one; ranks: a power of 2",
		.needs = POWER_OF_2,
		.fits = has_power_of_2,
		.build = build_permutation_shuffle,
	}, {
		.name = "transpose",
		.help = "halves of the bits change places; ranks: a power of 4",
		.needs = "its ranks must be a power of 4",
		.fits = has_even_bits,
		.build = build_permutation_transpose,
	}, {
		.name = "transpose-chips",
		.help = "likewise of chips, of 4 ranks; ranks: a power of 4",
		.needs = "its ranks must be a power of 4, and 4 or more",
		.fits = has_chips,
		.build = build_permutation_transpose_chips,
	}, {
		.name = "complement",
		.help = "all bits are inverted; ranks: a power of 2",
		.needs = POWER_OF_2,
		.fits = has_power_of_2,
		.build = build_permutation_complement,
	}, {
		.name = "reverse",
		.help = "the bits in opposite order; ranks: a power of 2",
		.needs = POWER_OF_2,
		.fits = has_power_of_2,
		.build = build_permutation_reverse,
	}, {
		.name = "random",
		.help = "any permutation, by --seed; up to 4096 ranks",
		.needs = "it has up to 4096 ranks",
		.fits = has_few,
		.takes = PROGRAM_TAKES_SEED,
		.build = build_permutation_random,
	},
	{ 0 }
};

static const struct program_algorithm diamond[] = {
	{
		.name = "stripes",
		.help = "a stripe a rank; a count is a block of each",
		.build = build_diamond,
	},
	{ 0 }
};

static const struct program_algorithm em3d[] = {
	{
		.name = "ordered",
		.help = "to ranks by their numbers, all of them in one order",
		.needs = "it must have 2 to 1024 ranks",
		.fits = has_drawn_peers,
		.build = build_em3d_ordered,
	}, {
		.name = "random",
		.help = "blocks of values in a random order",
		.needs = "it must have 2 to 1024 ranks",
		.fits = has_drawn_peers,
		.build = build_em3d_random,
	},
	{ 0 }
};

#define TAKES_MOST	(PROGRAM_TAKES_RANKS | PROGRAM_TAKES_BYTES | PROGRAM_TAKES_COUNT)

const struct program_kind program_kinds[] = {
	{
		.name = "pingpong",
		.help = "a message from the first rank to the last, and back",
		.algorithms = pingpong,
		.takes = TAKES_MOST,
	}, {
		.name = "barrier",
		.help = "no rank goes on before all have come",
		.algorithms = barrier,
		.takes = PROGRAM_TAKES_RANKS | PROGRAM_TAKES_COUNT,
	}, {
		.name = "bcast",
		.help = "data of one rank to all",
		.algorithms = bcast,
		.takes = TAKES_MOST | PROGRAM_TAKES_ROOT,
	}, {
		.name = "reduce",
		.help = "data of all ranks, combined, to one",
		.algorithms = reduce,
		.takes = TAKES_MOST | PROGRAM_TAKES_ROOT,
	}, {
		.name = "allreduce",
		.help = "data of all ranks, combined, to all",
		.algorithms = allreduce,
		.takes = TAKES_MOST,
	}, {
		.name = "allgather",
		.help = "a block of each rank to all",
		.algorithms = allgather,
		.takes = TAKES_MOST,
	}, {
		.name = "alltoall",
		.help = "from each rank to each a block of its own",
		.algorithms = alltoall,
		.takes = TAKES_MOST,
	}, {
		.name = "minighost",
		.help = "faces of a grid of boxes, as MiniGhost's code",
		.algorithms = minighost,
		.takes = PROGRAM_TAKES_GRID,
	}, {
		.name = "stencil",
		.help = "borders of a grid of boxes, to each neighbour",
		.algorithms = stencil,
		.takes = PROGRAM_TAKES_GRID | PROGRAM_TAKES_PERIODIC,
	}, {
		.name = "sweep3d",
		.help = "waves through a grid of boxes, one from each corner",
		.algorithms = sweep3d,
		.takes = PROGRAM_TAKES_GRID,
	}, {
		.name = "fft",
		.help = "transposes among rows, then columns of a grid",
		.algorithms = fft,
		.takes = PROGRAM_TAKES_GRID,
	}, {
		.name = "milc",
		.help = "faces of a periodic lattice of four dimensions",
		.algorithms = milc,
		.takes = PROGRAM_TAKES_GRID | PROGRAM_TAKES_FOURTH,
	}, {
		.name = "clocks",
		.help = "clocks of all ranks are synchronised with the first",
		.algorithms = clocks,
		.takes = TAKES_MOST,
	}, {
		.name = "permutation",
		.help = "each rank sends to another one, all at once",
		.algorithms = permutation,
		.takes = TAKES_MOST,
	}, {
		.name = "remap",
		.help = "messages from each rank to ranks drawn at random",
		.algorithms = remap,
		.takes = TAKES_MOST | PROGRAM_TAKES_SEED,
	}, {
		.name = "diamond",
		.help = "blocks of a grid of tasks, after those beside them",
		.algorithms = diamond,
		.takes = TAKES_MOST | PROGRAM_TAKES_COMPUTE,
	}, {
		.name = "em3d",
		.help = "values along the edges of a graph",
		.algorithms = em3d,
		.takes = TAKES_MOST | PROGRAM_TAKES_COMPUTE | PROGRAM_TAKES_SEED |
			 PROGRAM_TAKES_GRAPH,
	},
	{ 0 }
};
