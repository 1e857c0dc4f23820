// SPDX-License-Identifier: GPL-2.0-only
/*
 * Generated programs of LoGPC's applications: sender, receiver and size of each message, and when.
 */
#include "netsim/generated.h"
#include "suite.h"

#define RANKS	32

static struct program_plan plan_of_32(const char *name, const char *algorithm)
{
	struct program_plan plan = plan_named(name, algorithm, RANKS);

	plan.count = 20;
	return plan;
}

/* --- remap --- */

/* The messages that ranks of stream 0 send. */
static void count_peers(const struct program *program, uint32_t counts[RANKS][RANKS])
{
	uint32_t rank, number;

	for (rank = 0; rank < RANKS; rank++) {
		for (number = program->first[rank]; number < program->first[rank + 1]; number++) {
			const struct program_op *op = &program->op[number];

			if (op->kind == PROGRAM_SEND && !op->cpu)
				counts[rank][op->peer]++;
		}
	}
}

START_TEST(remap_sends_to_others_alone)
{
	struct program_plan plan = plan_of_32("remap", "asynchronous");
	struct program *program = program_of(&plan);
	uint32_t counts[RANKS][RANKS] = { 0 }, rank;

	count_peers(program, counts);
	for (rank = 0; rank < RANKS; rank++)
		ck_assert_uint_eq(counts[rank][rank], 0);
	ck_assert_uint_eq(program_sum(program).ops[PROGRAM_SEND], RANKS * plan.count);
	program_free(program);
}
END_TEST

/* A rank should get 20 of 640 messages: it gets neither none nor twice as many. */
START_TEST(remap_draws_peers_evenly)
{
	struct program_plan plan = plan_of_32("remap", "asynchronous");
	struct program *program = program_of(&plan);
	uint32_t counts[RANKS][RANKS] = { 0 }, to, from, come;

	count_peers(program, counts);
	for (to = 0; to < RANKS; to++) {
		for (from = 0, come = 0; from < RANKS; from++)
			come += counts[from][to];
		ck_assert_msg(come > 5 && come < 40, "rank %u gets %u", to, come);
	}
	program_free(program);
}
END_TEST

START_TEST(remap_depends_on_its_seed)
{
	struct program_plan plan = plan_of_32("remap", "asynchronous");
	struct program *one = program_of(&plan), *other;
	uint32_t ones[RANKS][RANKS] = { 0 }, others[RANKS][RANKS] = { 0 };

	plan.seed = 2;
	other = program_of(&plan);
	count_peers(one, ones);
	count_peers(other, others);
	ck_assert_mem_ne(ones, others, sizeof(ones));
	program_free(one);
	program_free(other);
}
END_TEST

/* In stream 0 a request, then the reply to it from the same rank, then the next request. */
START_TEST(synchronous_remap_has_one_request_at_a_time)
{
	struct program_plan plan = plan_of_32("remap", "synchronous");
	struct program *program = program_of(&plan);
	struct program_edges before;
	uint32_t number, last = UINT32_MAX;
	bool asked = false;

	ck_assert_int_eq(program_edges_turn(&program->after, program->ops, &before), 0);
	for (number = 0; number < program->first[1]; number++) {
		const struct program_op *op = &program->op[number];
		uint32_t wait = before.first[number];

		if (op->cpu)
			continue;
		ck_assert_int_eq(op->kind, asked ? PROGRAM_RECV : PROGRAM_SEND);
		ck_assert_uint_eq(op->tag, asked);
		if (last != UINT32_MAX)
			ck_assert_uint_eq(before.to[wait], PROGRAM_EDGE(last, PROGRAM_END));
		if (asked)
			ck_assert_uint_eq(op->peer, program->op[last].peer);
		asked = !asked;
		last = number;
	}
	ck_assert_uint_eq(program_sum(program).ops[PROGRAM_SEND], 2 * RANKS * plan.count);
	program_edges_free(&before);
	program_free(program);
}
END_TEST

/* --- em3d --- */

static struct program_plan graph_of_span(const char *algorithm, uint32_t span)
{
	struct program_plan plan = plan_of_32("em3d", algorithm);

	plan.count = 2;
	plan.vertices = 50;
	plan.degree = 32;
	plan.span = span;
	plan.bytes = 8;
	return plan;
}

/* Each of 50 * 32 edges of 32 ranks carries a value each way, twice. */
START_TEST(em3d_sends_a_value_an_edge)
{
	struct program_plan plan = graph_of_span("ordered", 1 + _i * 7);
	struct program *program = program_of(&plan);

	ck_assert_uint_eq(program_sum(program).bytes, 2 * 2 * RANKS * 50 * 32 * 8);
	program_free(program);
}
END_TEST

START_TEST(em3d_goes_no_further_than_its_span)
{
	struct program_plan plan = graph_of_span("ordered", 3);
	struct program *program = program_of(&plan);
	uint32_t counts[RANKS][RANKS] = { 0 }, rank, far;

	count_peers(program, counts);
	for (rank = 0; rank < RANKS; rank++)
		for (far = 0; far < RANKS; far++)
			ck_assert_int_eq(counts[rank][(rank + far) % RANKS] > 0,
					 far && (far <= 3 || far >= RANKS - 3));
	program_free(program);
}
END_TEST

/* Blocks of three values; the last one of a pair of ranks has what is left. */
START_TEST(em3d_sends_values_in_blocks)
{
	struct program_plan plan = graph_of_span("ordered", 1);
	struct program *program;
	uint32_t number, full = 0, other = 0;

	plan.count = 1;
	program = program_of(&plan);
	for (number = 0; number < program->first[1]; number++) {
		const struct program_op *op = &program->op[number];

		if (op->kind == PROGRAM_SEND && op->size == 3 * 8)
			full++;
		else if (op->kind == PROGRAM_SEND)
			other++;
	}
	ck_assert_uint_le(other, 2 * 2);
	ck_assert_uint_gt(full, 2 * 50 * 32 / 3 - 200);
	program_free(program);
}
END_TEST

/* Both orders send the same messages; by rank, one rank's come after another's. */
START_TEST(em3d_orders_have_the_same_messages)
{
	struct program_plan plan = graph_of_span("ordered", 5);
	struct program *ordered = program_of(&plan), *mixed;
	uint32_t ones[RANKS][RANKS] = { 0 }, others[RANKS][RANKS] = { 0 };

	plan = graph_of_span("random", 5);
	mixed = program_of(&plan);
	count_peers(ordered, ones);
	count_peers(mixed, others);
	ck_assert_mem_eq(ones, others, sizeof(ones));
	program_free(ordered);
	program_free(mixed);
}
END_TEST

/*
 * Return how often the next message of rank 0's first side goes to a lower rank than the last one.
 */
static unsigned int steps_back(const struct program_plan *plan)
{
	struct program *program = program_of(plan);
	uint32_t number, peer = 0;
	unsigned int back = 0;

	for (number = 0; program->op[number].kind != PROGRAM_CALC; number++) {
		if (program->op[number].kind != PROGRAM_SEND)
			continue;
		back += program->op[number].peer < peer;
		peer = program->op[number].peer;
	}
	program_free(program);
	return back;
}

START_TEST(em3d_orders_differ)
{
	struct program_plan ordered = graph_of_span("ordered", 5);
	struct program_plan mixed = graph_of_span("random", 5);

	ck_assert_uint_eq(steps_back(&ordered), 0);
	ck_assert_uint_gt(steps_back(&mixed), 100);
}
END_TEST

/* --- what is refused --- */

START_TEST(graphs_are_checked)
{
	struct program_plan plan = graph_of_span("ordered", RANKS);

	ck_assert_ptr_nonnull(program_plan_check(&plan));
	plan.span = RANKS - 1;
	ck_assert_ptr_null(program_plan_check(&plan));
	plan.vertices = PROGRAM_EDGES / 32 + 1;
	ck_assert_ptr_nonnull(program_plan_check(&plan));
	plan.vertices = 1;
	plan.block = 0;
	ck_assert_ptr_nonnull(program_plan_check(&plan));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net-applications");
	TCase *tcase = tcase_create("all");

	tcase_add_test(tcase, remap_sends_to_others_alone);
	tcase_add_test(tcase, remap_draws_peers_evenly);
	tcase_add_test(tcase, remap_depends_on_its_seed);
	tcase_add_test(tcase, synchronous_remap_has_one_request_at_a_time);
	tcase_add_loop_test(tcase, em3d_sends_a_value_an_edge, 0, 3);
	tcase_add_test(tcase, em3d_goes_no_further_than_its_span);
	tcase_add_test(tcase, em3d_sends_values_in_blocks);
	tcase_add_test(tcase, em3d_orders_have_the_same_messages);
	tcase_add_test(tcase, em3d_orders_differ);
	tcase_add_test(tcase, graphs_are_checked);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
