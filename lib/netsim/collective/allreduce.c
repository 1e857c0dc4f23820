// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Reductions whose result all ranks have.
 *
 * Doubling and halving need a power of two. With n ranks too many, the first 2n ranks are pairs:
 * the even rank gives its data to the odd one beforehand, and gets the result afterwards.
 */
#include "algorithms.h"

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
