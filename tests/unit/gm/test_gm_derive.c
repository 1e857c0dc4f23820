// SPDX-License-Identifier: GPL-2.0-only
/* Collectives as messages: they achieve what the operation is for. */
#include <stdbool.h>
#include <stdlib.h>

#include "gm/profile/messages/derive.h"
#include "suite.h"

#define SIZES	17
#define ROUNDS	(2 * SIZES)

/* The messages of each rank, in its order. */
static struct message {
	int to;
	uint64_t bytes;
} sent[SIZES][ROUNDS];
static int count[SIZES];
static int sender;

/* A block is identified by its length. */
static uint64_t numbered(void *context, int block)
{
	(void)context;
	return 100 + block;
}

static uint64_t nothing(void *context, int block)
{
	(void)context;
	(void)block;
	return 0;
}

/* The messages and receives of each rank, step by step. */
static struct part {
	bool receives;
	int peer;
	int step;
} parts[SIZES][2 * ROUNDS];
static int part_count[SIZES], step_count[SIZES];

static void part_add(bool receives, int peer)
{
	ck_assert_int_lt(part_count[sender], 2 * ROUNDS);
	parts[sender][part_count[sender]++] = (struct part){ receives, peer, step_count[sender] };
}

static void note(void *context, int to, uint64_t bytes)
{
	(void)context;
	ck_assert_int_lt(count[sender], ROUNDS);
	ck_assert_int_ne(to, sender);
	sent[sender][count[sender]++] = (struct message){ to, bytes };
	part_add(false, to);
}

static void note_receive(void *context, int from)
{
	(void)context;
	ck_assert_int_ne(from, sender);
	part_add(true, from);
}

static void note_step(void *context)
{
	(void)context;
	step_count[sender]++;
}

static int derive(void (*algorithm)(const struct derive *of), int size, int root,
		  uint64_t (*bytes)(void *context, int block))
{
	int sum = 0;

	for (sender = 0; sender < size; sender++) {
		const struct derive of = {
			.rank = sender, .size = size, .root = root, .bytes = bytes, .send = note,
			.receive = note_receive, .step = note_step,
		};

		count[sender] = 0;
		part_count[sender] = 0;
		step_count[sender] = 0;
		algorithm(&of);
		for (int i = 0; i < count[sender]; i++) {
			ck_assert_int_ge(sent[sender][i].to, 0);
			ck_assert_int_lt(sent[sender][i].to, size);
		}
		sum += count[sender];
	}
	return sum;
}

static uint32_t all(int size)
{
	return (1U << size) - 1;
}

/* Round i: each rank sends its i-th message, with all that it knew before. */
static void rounds(int size, int from, int to, uint32_t known[SIZES])
{
	for (int round = from; round < to; round++) {
		uint32_t before[SIZES];

		for (int i = 0; i < size; i++)
			before[i] = known[i];
		for (int i = 0; i < size; i++) {
			if (round < count[i])
				known[sent[i][round].to] |= before[i];
		}
	}
}

static void know_oneself(int size, uint32_t known[SIZES])
{
	for (int i = 0; i < size; i++)
		known[i] = 1U << i;
}

START_TEST(barrier_tells_everybody_of_everybody)
{
	static const int steps[] = { 0, 0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5 };
	uint32_t known[SIZES];
	int size = _i;

	ck_assert_int_eq(derive(derive_dissemination, size, 0, nothing), size * steps[size]);
	know_oneself(size, known);
	rounds(size, 0, steps[size], known);
	for (int i = 0; i < size; i++) {
		ck_assert_uint_eq(known[i], all(size));
		for (int j = 0; j < count[i]; j++)
			ck_assert_uint_eq(sent[i][j].bytes, 0);
	}
}
END_TEST

/* Each rank that has the data sends them on, round by round. */
static uint32_t spread(int size, int root, int *hops)
{
	uint32_t known = 1U << root, before = 0;

	for (*hops = -1; known != before; ++*hops) {
		before = known;
		for (int i = 0; i < size; i++) {
			for (int j = 0; j < count[i] && before >> i & 1; j++)
				known |= 1U << sent[i][j].to;
		}
	}
	return known;
}

START_TEST(bcast_reaches_everybody_once)
{
	int size = _i, hops;

	for (int root = 0; root < size; root++) {
		ck_assert_int_eq(derive(derive_binomial_down, size, root, numbered), size - 1);
		ck_assert_uint_eq(spread(size, root, &hops), all(size));
		ck_assert_int_le(1 << hops, size);
		for (int i = 0; i < size; i++) {
			for (int j = 0; j < count[i]; j++)
				ck_assert_uint_eq(sent[i][j].bytes, 100 + root);
		}
	}
}
END_TEST

START_TEST(reduce_has_everybody_come_to_the_root_once)
{
	int size = _i;

	for (int root = 0; root < size; root++) {
		ck_assert_int_eq(derive(derive_binomial_up, size, root, numbered), size - 1);
		ck_assert_int_eq(count[root], 0);
		for (int i = 0; i < size; i++) {
			int hops = 0;

			for (int at = i; at != root; at = sent[at][0].to) {
				ck_assert_int_eq(count[at], 1);
				ck_assert_int_le(++hops, 5);
			}
		}
	}
}
END_TEST

START_TEST(reduce_goes_the_ways_of_bcast_back)
{
	bool down[SIZES][SIZES] = { 0 };
	int size = _i, root = size / 3;

	derive(derive_binomial_down, size, root, numbered);
	for (int i = 0; i < size; i++) {
		for (int j = 0; j < count[i]; j++)
			down[i][sent[i][j].to] = true;
	}
	derive(derive_binomial_up, size, root, numbered);
	for (int i = 0; i < size; i++)
		ck_assert(!count[i] || down[sent[i][0].to][i]);
}
END_TEST

START_TEST(binomial_tree_of_8_is_the_textbooks)
{
	derive(derive_binomial_down, 8, 0, numbered);
	ck_assert_int_eq(count[0], 3);
	ck_assert_int_eq(sent[0][0].to, 4);
	ck_assert_int_eq(sent[0][1].to, 2);
	ck_assert_int_eq(sent[0][2].to, 1);
	ck_assert_int_eq(count[4], 2);
	ck_assert_int_eq(sent[4][0].to, 6);
	ck_assert_int_eq(sent[4][1].to, 5);
	ck_assert_int_eq(count[2], 1);
	ck_assert_int_eq(sent[2][0].to, 3);
	ck_assert_int_eq(count[6], 1);
	ck_assert_int_eq(sent[6][0].to, 7);
}
END_TEST

/* First the ranks beyond a power of two, then doubling among the others, then back. */
START_TEST(allreduce_adds_up_everybody_everywhere)
{
	static const int messages[] = { 0, 0, 2, 4, 8, 10, 12, 14, 24, 26, 28, 30, 32, 34, 36, 38,
					64, 66 };
	uint32_t known[SIZES];
	int size = _i, core = 1, steps = 0;

	for (; 2 * core <= size; core *= 2)
		steps++;
	ck_assert_int_eq(derive(derive_recursive_doubling, size, 0, numbered), messages[size]);
	for (int i = 0; i < core; i++) {
		for (int j = 0; j < steps; j++)
			ck_assert_int_eq(sent[sent[i][j].to][j].to, i);
	}
	know_oneself(size, known);
	for (int i = core; i < size; i++) {
		ck_assert_int_eq(count[i], 1);
		known[sent[i][0].to] |= known[i];
		count[i] = 0;
	}
	rounds(size, 0, steps, known);
	for (int i = 0; i < core; i++)
		ck_assert_uint_eq(known[i], all(size));
	rounds(size, steps, steps + 1, known);
	for (int i = 0; i < size; i++)
		ck_assert_uint_eq(known[i], all(size));
}
END_TEST

START_TEST(gather_brings_each_block_to_the_root)
{
	int size = _i;

	for (int root = 0; root < size; root++) {
		ck_assert_int_eq(derive(derive_linear_in, size, root, numbered), size - 1);
		for (int i = 0; i < size; i++) {
			ck_assert_int_eq(count[i], i != root);
			ck_assert(i == root || sent[i][0].to == root);
			ck_assert(i == root || sent[i][0].bytes == 100 + (uint64_t)i);
		}
	}
}
END_TEST

START_TEST(scatter_brings_each_block_to_its_rank)
{
	int size = _i;

	for (int root = 0; root < size; root++) {
		uint32_t served = 1U << root;

		ck_assert_int_eq(derive(derive_linear_out, size, root, numbered), size - 1);
		ck_assert_int_eq(count[root], size - 1);
		for (int j = 0; j < count[root]; j++) {
			ck_assert_uint_eq(sent[root][j].bytes, 100 + sent[root][j].to);
			served |= 1U << sent[root][j].to;
		}
		ck_assert_uint_eq(served, all(size));
	}
}
END_TEST

/* No rank passes on data that it does not have yet. */
START_TEST(allgather_brings_every_block_everywhere)
{
	uint32_t known[SIZES], before[SIZES];
	int size = _i;

	ck_assert_int_eq(derive(derive_ring, size, 0, numbered), size * (size - 1));
	know_oneself(size, known);
	for (int round = 0; round < size - 1; round++) {
		for (int i = 0; i < size; i++)
			before[i] = known[i];
		for (int i = 0; i < size; i++) {
			uint32_t block = 1U << (sent[i][round].bytes - 100);

			ck_assert_int_eq(sent[i][round].to, (i + 1) % size);
			ck_assert_uint_eq(before[i] & block, block);
			known[sent[i][round].to] |= block;
		}
	}
	for (int i = 0; i < size; i++)
		ck_assert_uint_eq(known[i], all(size));
}
END_TEST

/* In each round each rank receives from one. */
START_TEST(alltoall_brings_a_block_from_each_to_each)
{
	int size = _i;

	ck_assert_int_eq(derive(derive_pairwise, size, 0, numbered), size * (size - 1));
	for (int i = 0; i < size; i++) {
		uint32_t served = 1U << i;

		for (int j = 0; j < count[i]; j++) {
			ck_assert_uint_eq(sent[i][j].bytes, 100 + sent[i][j].to);
			served |= 1U << sent[i][j].to;
		}
		ck_assert_uint_eq(served, all(size));
	}
	for (int round = 0; round < size - 1; round++) {
		uint32_t heard = 0;

		for (int i = 0; i < size; i++)
			heard |= 1U << sent[i][round].to;
		ck_assert_uint_eq(heard, all(size));
	}
}
END_TEST

START_TEST(scan_goes_from_rank_to_rank)
{
	int size = _i;

	ck_assert_int_eq(derive(derive_chain, size, 0, numbered), size - 1);
	for (int i = 0; i < size - 1; i++) {
		ck_assert_int_eq(count[i], 1);
		ck_assert_int_eq(sent[i][0].to, i + 1);
	}
}
END_TEST

/* --- who waits for whom --- */

/* Blocks of even ranks are empty. */
static uint64_t some(void *context, int block)
{
	(void)context;
	return block % 2;
}

static void (*const algorithms[])(const struct derive *of) = {
	derive_dissemination, derive_binomial_down, derive_binomial_up,
	derive_recursive_doubling, derive_linear_in, derive_linear_out, derive_ring,
	derive_pairwise, derive_chain,
};

START_TEST(nothing_is_not_sent)
{
	/* All blocks except the barrier's. */
	ck_assert_int_eq(derive(algorithms[_i], SIZES, 3, nothing), 0);
}
END_TEST

/* Ranks that run step by step: messages under way, and where each rank is. */
struct run {
	int mail[SIZES][SIZES];
	int step[SIZES];
};

static void run_sends(struct run *run, int rank)
{
	for (int i = 0; i < part_count[rank]; i++) {
		if (parts[rank][i].step == run->step[rank] && !parts[rank][i].receives)
			run->mail[rank][parts[rank][i].peer]++;
	}
}

/* Receive what a rank has to receive in its step, if all of it is there. */
static bool run_receives(struct run *run, int rank)
{
	int wanted[SIZES] = { 0 };

	for (int i = 0; i < part_count[rank]; i++) {
		if (parts[rank][i].step == run->step[rank] && parts[rank][i].receives)
			wanted[parts[rank][i].peer]++;
	}
	for (int from = 0; from < SIZES; from++) {
		if (run->mail[from][rank] < wanted[from])
			return false;
	}
	for (int from = 0; from < SIZES; from++)
		run->mail[from][rank] -= wanted[from];
	return true;
}

/* Let all ranks run as far as they can; do they all reach their ends? */
static bool run_all(struct run *run, int size)
{
	bool moved = true;
	int ended = 0;

	for (int rank = 0; rank < size; rank++)
		run_sends(run, rank);
	while (moved) {
		moved = false;
		for (int rank = 0; rank < size; rank++) {
			if (run->step[rank] >= step_count[rank] || !run_receives(run, rank))
				continue;
			run->step[rank]++;
			run_sends(run, rank);
			moved = true;
		}
	}
	for (int rank = 0; rank < size; rank++)
		ended += run->step[rank] == step_count[rank];
	return ended == size;
}

static int mail_left(const struct run *run)
{
	int left = 0;

	for (int from = 0; from < SIZES; from++) {
		for (int to = 0; to < SIZES; to++)
			left += run->mail[from][to];
	}
	return left;
}

/* The last part is in a step that ends. */
static void expect_steps_end(int size)
{
	for (int rank = 0; rank < size; rank++) {
		for (int i = 0; i < part_count[rank]; i++)
			ck_assert_int_lt(parts[rank][i].step, step_count[rank]);
	}
}

START_TEST(all_that_is_sent_is_received_and_nobody_waits_for_ever)
{
	int size = _i;

	for (size_t which = 0; which < sizeof(algorithms) / sizeof(*algorithms); which++) {
		for (int root = 0; root < size; root++) {
			struct run run = { 0 };

			derive(algorithms[which], size, root, numbered);
			expect_steps_end(size);
			ck_assert(run_all(&run, size));
			ck_assert_int_eq(mail_left(&run), 0);
		}
	}
}
END_TEST

/* A rank of a ring knows which blocks are empty, and does not wait for those. */
START_TEST(ring_does_not_wait_for_empty_blocks)
{
	struct run run = { 0 };
	int size = _i;

	derive(derive_ring, size, 0, some);
	ck_assert(run_all(&run, size));
	ck_assert_int_eq(mail_left(&run), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("gm_derive");
	TCase *tcase = tcase_create("derive");

	tcase_add_loop_test(tcase, barrier_tells_everybody_of_everybody, 1, SIZES + 1);
	tcase_add_loop_test(tcase, bcast_reaches_everybody_once, 1, SIZES + 1);
	tcase_add_loop_test(tcase, reduce_has_everybody_come_to_the_root_once, 1, SIZES + 1);
	tcase_add_loop_test(tcase, reduce_goes_the_ways_of_bcast_back, 1, SIZES + 1);
	tcase_add_test(tcase, binomial_tree_of_8_is_the_textbooks);
	tcase_add_loop_test(tcase, allreduce_adds_up_everybody_everywhere, 1, SIZES + 1);
	tcase_add_loop_test(tcase, gather_brings_each_block_to_the_root, 1, SIZES + 1);
	tcase_add_loop_test(tcase, scatter_brings_each_block_to_its_rank, 1, SIZES + 1);
	tcase_add_loop_test(tcase, allgather_brings_every_block_everywhere, 1, SIZES + 1);
	tcase_add_loop_test(tcase, alltoall_brings_a_block_from_each_to_each, 1, SIZES + 1);
	tcase_add_loop_test(tcase, scan_goes_from_rank_to_rank, 1, SIZES + 1);
	tcase_add_loop_test(tcase, nothing_is_not_sent, 1, 9);
	tcase_add_loop_test(tcase, all_that_is_sent_is_received_and_nobody_waits_for_ever, 1,
			    SIZES + 1);
	tcase_add_loop_test(tcase, ring_does_not_wait_for_empty_blocks, 1, SIZES + 1);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
