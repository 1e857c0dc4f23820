// SPDX-License-Identifier: LGPL-2.1-or-later
/* Ping-pong, and collective operations of MPI. */
#include "algorithms.h"

/* --- ping-pong, barrier --- */

void build_pingpong(struct chain *chain, const struct program_plan *plan)
{
	uint32_t last = chain->ranks - 1;

	if (!chain->rank) {
		chain_send(chain, last, plan->bytes);
		chain_next(chain);
		chain_recv(chain, last, plan->bytes);
		chain_next(chain);
	} else if (chain->rank == last) {
		chain_recv(chain, 0, plan->bytes);
		chain_next(chain);
		chain_send(chain, 0, plan->bytes);
		chain_next(chain);
	}
}

/* Send to the rank far further on, and receive from the rank that far back. */
static void exchange(struct chain *chain, uint32_t far, uint64_t bytes)
{
	chain_send(chain, chain_round(chain, far), bytes);
	chain_recv(chain, chain_round(chain, chain->ranks - far), bytes);
}

void build_dissemination(struct chain *chain, const struct program_plan *plan)
{
	uint32_t far;

	(void)plan;
	for (far = 1; far < chain->ranks; far *= 2) {
		exchange(chain, far, 0);
		chain_next(chain);
	}
}

/* --- broadcast, reduction --- */

/*
 * The place of a rank is its distance from the root, which has place 0.
 *
 * In the binomial tree, clear the lowest bit of a place to get its parent; set one bit below the
 * lowest to get a child.
 */

static uint32_t place_of(const struct chain *chain, const struct program_plan *plan)
{
	return chain_round(chain, chain->ranks - plan->root) % chain->ranks;
}

static uint32_t rank_at(const struct chain *chain, const struct program_plan *plan, uint32_t place)
{
	return ((uint64_t)place + plan->root) % chain->ranks;
}

/* Return the lowest bit of a place; for the root, the first bit that no place has. */
static uint32_t lowest_bit(const struct chain *chain, uint32_t place)
{
	uint32_t bit = 1;

	while (bit < chain->ranks && !(place & bit))
		bit *= 2;
	return bit;
}

void build_bcast_binomial(struct chain *chain, const struct program_plan *plan)
{
	uint32_t place = place_of(chain, plan), bit = lowest_bit(chain, place);

	if (place)
		chain_recv(chain, rank_at(chain, plan, place - bit), plan->bytes);
	chain_next(chain);
	while (bit /= 2) {
		if (place + bit < chain->ranks)
			chain_send(chain, rank_at(chain, plan, place + bit), plan->bytes);
		chain_next(chain);
	}
}

void build_reduce_binomial(struct chain *chain, const struct program_plan *plan)
{
	uint32_t place = place_of(chain, plan), lowest = lowest_bit(chain, place), bit;

	for (bit = 1; bit < lowest; bit *= 2) {
		if (place + bit < chain->ranks)
			chain_recv(chain, rank_at(chain, plan, place + bit), plan->bytes);
		chain_next(chain);
	}
	if (place)
		chain_send(chain, rank_at(chain, plan, place - lowest), plan->bytes);
	chain_next(chain);
}

void build_bcast_chain(struct chain *chain, const struct program_plan *plan)
{
	uint32_t place = place_of(chain, plan);

	if (place)
		chain_recv(chain, rank_at(chain, plan, place - 1), plan->bytes);
	chain_next(chain);
	if (place + 1 < chain->ranks)
		chain_send(chain, rank_at(chain, plan, place + 1), plan->bytes);
	chain_next(chain);
}

/* Return the bytes for the places from place on, below the next sibling's. */
static uint64_t subtree_bytes(const struct chain *chain, const struct program_plan *plan,
			      uint32_t place, uint32_t bit)
{
	uint32_t end = place + bit < chain->ranks ? place + bit : chain->ranks;

	return chain_share(plan->bytes, chain->ranks, place, end);
}

static void scatter(struct chain *chain, const struct program_plan *plan, uint32_t place)
{
	uint32_t bit = lowest_bit(chain, place);

	if (place)
		chain_recv(chain, rank_at(chain, plan, place - bit),
			   subtree_bytes(chain, plan, place, bit));
	chain_next(chain);
	while (bit /= 2) {
		if (place + bit < chain->ranks)
			chain_send(chain, rank_at(chain, plan, place + bit),
				   subtree_bytes(chain, plan, place + bit, bit));
		chain_next(chain);
	}
}

void build_bcast_scatter(struct chain *chain, const struct program_plan *plan)
{
	uint32_t place = place_of(chain, plan), ranks = chain->ranks, step, part, next;

	scatter(chain, plan, place);
	for (step = 1; step < ranks; step++) {
		part = (place + ranks - step + 1) % ranks;
		next = (place + ranks - step) % ranks;
		chain_send(chain, chain_round(chain, 1),
			   chain_share(plan->bytes, ranks, part, part + 1));
		chain_recv(chain, chain_round(chain, ranks - 1),
			   chain_share(plan->bytes, ranks, next, next + 1));
		chain_next(chain);
	}
}

/* --- allreduce --- */

/*
 * Reductions whose result all ranks have.
 *
 * Doubling and halving need a power of two. With n ranks too many, the first 2n ranks are pairs:
 * the even rank gives its data to the odd one beforehand, and gets the result afterwards.
 */

/* The largest power of two of ranks. */
struct fold {
	uint32_t ranks;	/* the power of two */
	uint32_t pairs;	/* pairs of ranks with only one member among them */
	uint32_t place;	/* number among them; BUILDER_NONE: this rank is not */
};

static uint32_t fold_rank(const struct fold *fold, uint32_t place)
{
	return place < fold->pairs ? 2 * place + 1 : place + fold->pairs;
}

static void fold_begin(struct chain *chain, uint64_t bytes, struct fold *fold)
{
	fold->ranks = 1u << (31 - __builtin_clz(chain->ranks));
	fold->pairs = chain->ranks - fold->ranks;
	if (chain->rank >= 2 * fold->pairs) {
		fold->place = chain->rank - fold->pairs;
	} else if (chain->rank % 2) {
		chain_recv(chain, chain->rank - 1, bytes);
		fold->place = chain->rank / 2;
	} else {
		chain_send(chain, chain->rank + 1, bytes);
		fold->place = BUILDER_NONE;
	}
	chain_next(chain);
}

static void fold_end(struct chain *chain, uint64_t bytes, const struct fold *fold)
{
	if (fold->place == BUILDER_NONE)
		chain_recv(chain, chain->rank + 1, bytes);
	else if (fold->place < fold->pairs)
		chain_send(chain, chain->rank - 1, bytes);
	chain_next(chain);
}

void build_allreduce_doubling(struct chain *chain, const struct program_plan *plan)
{
	struct fold fold;
	uint32_t bit, peer;

	fold_begin(chain, plan->bytes, &fold);
	for (bit = 1; bit < fold.ranks && fold.place != BUILDER_NONE; bit *= 2) {
		peer = fold_rank(&fold, fold.place ^ bit);
		chain_send(chain, peer, plan->bytes);
		chain_recv(chain, peer, plan->bytes);
		chain_next(chain);
	}
	fold_end(chain, plan->bytes, &fold);
}

/* Send as many parts as bit says, from mine on, and receive as many, from theirs on. */
static void exchange_parts(struct chain *chain, const struct program_plan *plan,
			   const struct fold *fold, uint32_t bit, uint32_t mine, uint32_t theirs)
{
	uint32_t peer = fold_rank(fold, fold->place ^ bit);

	chain_send(chain, peer, chain_share(plan->bytes, fold->ranks, mine, mine + bit));
	chain_recv(chain, peer, chain_share(plan->bytes, fold->ranks, theirs, theirs + bit));
	chain_next(chain);
}

/*
 * Halving: of the parts that both partners have, each gets the half that contains its own place,
 * until only the part of its place is left. Doubling is the way back.
 */
void build_allreduce_rabenseifner(struct chain *chain, const struct program_plan *plan)
{
	struct fold fold;
	uint32_t bit, mine;

	fold_begin(chain, plan->bytes, &fold);
	for (bit = fold.ranks / 2; bit && fold.place != BUILDER_NONE; bit /= 2) {
		mine = fold.place & ~(bit - 1);
		exchange_parts(chain, plan, &fold, bit, mine ^ bit, mine);
	}
	for (bit = 1; bit < fold.ranks && fold.place != BUILDER_NONE; bit *= 2) {
		mine = fold.place & ~(bit - 1);
		exchange_parts(chain, plan, &fold, bit, mine, mine ^ bit);
	}
	fold_end(chain, plan->bytes, &fold);
}

/* Once round for the sums of the parts, and once more for the results. */
void build_allreduce_ring(struct chain *chain, const struct program_plan *plan)
{
	uint32_t ranks = chain->ranks, step, part, next;

	for (step = 0; step < 2 * (ranks - 1); step++) {
		part = chain_round(chain, (2 * ranks - step) % ranks);
		next = chain_round(chain, (2 * ranks - step - 1) % ranks);
		chain_send(chain, chain_round(chain, 1),
			   chain_share(plan->bytes, ranks, part, part + 1));
		chain_recv(chain, chain_round(chain, ranks - 1),
			   chain_share(plan->bytes, ranks, next, next + 1));
		chain_next(chain);
	}
}

/* --- allgather --- */

/* Each rank has a block; in the end, each has all blocks. */
void build_allgather_ring(struct chain *chain, const struct program_plan *plan)
{
	uint32_t step;

	for (step = 1; step < chain->ranks; step++) {
		chain_send(chain, chain_round(chain, 1), plan->bytes);
		chain_recv(chain, chain_round(chain, chain->ranks - 1), plan->bytes);
		chain_next(chain);
	}
}

void build_allgather_doubling(struct chain *chain, const struct program_plan *plan)
{
	uint32_t bit;

	for (bit = 1; bit < chain->ranks; bit *= 2) {
		chain_send(chain, chain->rank ^ bit, plan->bytes * bit);
		chain_recv(chain, chain->rank ^ bit, plan->bytes * bit);
		chain_next(chain);
	}
}

/* After a step, a rank has the blocks of the ranks from its own on. The last step is shorter. */
void build_allgather_bruck(struct chain *chain, const struct program_plan *plan)
{
	uint32_t far, blocks;

	for (far = 1; far < chain->ranks; far *= 2) {
		blocks = far < chain->ranks - far ? far : chain->ranks - far;
		chain_send(chain, chain_round(chain, chain->ranks - far), plan->bytes * blocks);
		chain_recv(chain, chain_round(chain, far), plan->bytes * blocks);
		chain_next(chain);
	}
}

/* --- alltoall, and the transposes of a Fourier transform --- */

/*
 * Each rank exchanges with each other: among all ranks, or, in the transposes of a Fourier
 * transform, among the ranks of a row, then of a column of a grid.
 */

/* Ranks that exchange with each other. */
struct line {
	uint32_t first;
	uint32_t stride;	/* between neighbours */
	uint32_t ranks;
	uint32_t at;		/* index of the sender */
};

/* Send to the rank far further on, and receive from the rank that far back. */
static void line_exchange(struct chain *chain, const struct line *line, uint32_t far,
			  uint64_t data)
{
	uint32_t to = (line->at + far) % line->ranks;
	uint32_t from = (line->at + line->ranks - far) % line->ranks;

	chain_send(chain, line->first + to * line->stride,
		   chain_share(data, line->ranks, to, to + 1));
	chain_recv(chain, line->first + from * line->stride,
		   chain_share(data, line->ranks, line->at, line->at + 1));
}

/* Each rank has data bytes, of which each gets its part; its own part stays. */
static void line_alltoall(struct chain *chain, const struct line *line, uint64_t data,
			  bool at_once)
{
	uint32_t far;

	chain->alltoall = true;
	for (far = 1; far < line->ranks; far++) {
		line_exchange(chain, line, far, data);
		if (!at_once)
			chain_next(chain);
	}
	chain_next(chain);
	chain->alltoall = false;
}

static void alltoall(struct chain *chain, const struct program_plan *plan, bool at_once)
{
	struct line all = { .stride = 1, .ranks = chain->ranks, .at = chain->rank };

	line_alltoall(chain, &all, plan->bytes * chain->ranks, at_once);
}

void build_alltoall_pairwise(struct chain *chain, const struct program_plan *plan)
{
	alltoall(chain, plan, false);
}

void build_alltoall_linear(struct chain *chain, const struct program_plan *plan)
{
	alltoall(chain, plan, true);
}

static void fft_compute(struct chain *chain, const struct program_plan *plan)
{
	if (plan->compute)
		chain_calc(chain, plan->compute);
	chain_next(chain);
}

static void fft(struct chain *chain, const struct program_plan *plan, bool at_once)
{
	uint64_t data = (uint64_t)plan->variables * plan->cell;
	struct line line = { .stride = 1 };
	unsigned int dim;

	for (dim = 0; dim < 3; dim++)
		data *= plan->box[dim];
	fft_compute(chain, plan);
	for (dim = 0; dim < 3; dim++) {
		line.ranks = plan->grid[dim];
		line.at = chain->rank / line.stride % line.ranks;
		line.first = chain->rank - line.at * line.stride;
		if (line.ranks > 1) {
			line_alltoall(chain, &line, data, at_once);
			fft_compute(chain, plan);
		}
		line.stride *= line.ranks;
	}
}

void build_fft_pairwise(struct chain *chain, const struct program_plan *plan)
{
	fft(chain, plan, false);
}

void build_fft_linear(struct chain *chain, const struct program_plan *plan)
{
	fft(chain, plan, true);
}
