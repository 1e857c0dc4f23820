// SPDX-License-Identifier: GPL-2.0-only
/* Schedules of the XMP-64, by hand: barrier, clocks, permutations. */
#include <stdlib.h>

#include "netsim/collective/clocks.h"
#include "netsim/generated.h"
#include "netsim/program.h"
#include "stats/stats.h"
#include "suite.h"

static struct program *program_by(const char *kind, const char *algorithm, uint32_t ranks,
				  uint64_t seed)
{
	struct program_plan plan = plan_named(kind, algorithm, ranks);

	plan.seed = seed;
	return program_of(&plan);
}

/* Operations of a rank as text: s7 sends to 7, r7 receives from 7. */
static const char *ops_of(const struct program *program, uint32_t rank)
{
	static char text[256];
	char *at = text;
	uint32_t i;

	*text = '\0';
	for (i = program->first[rank]; i < program->first[rank + 1]; i++)
		at += sprintf(at, "%s%c%u", at == text ? "" : " ",
			      program->op[i].kind == PROGRAM_SEND ? 's' : 'r', program->op[i].peer);
	return text;
}

/* --- barrier --- */

/* Rank 5 is 101: 100, 111, 001. */
START_TEST(barrier_neighbours)
{
	struct program *program = program_by("barrier", "hypercube", 8, 0);

	ck_assert_str_eq(ops_of(program, 5), "s4 r4 s7 r7 s1 r1");
	ck_assert_str_eq(ops_of(program, 0), "s1 r1 s2 r2 s4 r4");
	program_free(program);
}
END_TEST

/* Send and receive of a dimension wait for both operations of the one before. */
START_TEST(barrier_is_a_chain)
{
	struct program *program = program_by("barrier", "hypercube", 64, 0);

	ck_assert_uint_eq(program_sum(program).ops[PROGRAM_SEND], 64 * 6);
	ck_assert_uint_eq(program_sum(program).bytes, 64 * 6 * 1000);
	ck_assert_uint_eq(program_sum(program).waits, 64 * 5 * 2 * 2);
	program_free(program);
}
END_TEST

/* --- clocks --- */

START_TEST(clocks_of_two)
{
	struct program *program = program_by("clocks", "pairs", 2, 0);

	ck_assert_str_eq(ops_of(program, 0), "s1 r1 s1 r1 s1");
	ck_assert_str_eq(ops_of(program, 1), "r0 s0 r0 s0 r0");
	program_free(program);
}
END_TEST

/* Among 6 ranks, 5 has no partner in dimension 1, and 4 averages with 5 alone. */
START_TEST(clocks_averaged_of_six)
{
	struct program *program = program_by("clocks", "averaged", 6, 0);

	ck_assert_str_eq(ops_of(program, 3), "r2 s2 r2 s2 r2 r1 s1 r1 s1 r1 s2 r2");
	ck_assert_str_eq(ops_of(program, 4), "s5 r5 s5 r5 s5 r0 s0 r0 s0 r0 s5 r5");
	ck_assert_str_eq(ops_of(program, 5), "r4 s4 r4 s4 r4 r1 s1 r1 s1 r1 s4 r4");
	ck_assert_str_eq(ops_of(program, 0), "s1 r1 s1 r1 s1 s2 r2 s2 r2 s2 s4 r4 s4 r4 s4");
	program_free(program);
}
END_TEST

static void check_read(const struct program *program, uint32_t rank, uint32_t op, uint32_t peer)
{
	uint32_t number = program->first[rank] + op;

	ck_assert_uint_lt(number, program->first[rank + 1]);
	ck_assert_int_eq(program->op[number].kind, PROGRAM_RECV);
	ck_assert_uint_eq(program->op[number].peer, peer);
}

static void check_exchanges(uint32_t ranks, bool averaged)
{
	struct program *program = program_by("clocks", averaged ? "averaged" : "pairs", ranks, 0);
	struct clocks_exchange exchange;
	uint32_t rank, first = 0;
	unsigned int dim;

	for (rank = 0; rank < ranks; rank++) {
		for (dim = 0; 1u << dim < ranks; dim++) {
			bool there = clocks_exchange(ranks, rank, averaged, dim, &exchange);

			ck_assert_int_eq(there, (rank ^ 1u << dim) < ranks);
			if (!there)
				continue;
			first = program->first[rank];
			ck_assert_uint_eq(exchange.peer, rank ^ 1u << dim);
			if (exchange.peer > rank) {
				check_read(program, rank, exchange.op + CLOCKS_T0, exchange.peer);
				check_read(program, rank, exchange.op + CLOCKS_T2, exchange.peer);
			} else {
				check_read(program, rank, exchange.op, exchange.peer);
				check_read(program, rank, exchange.op + CLOCKS_T1, exchange.peer);
			}
		}
	}
	ck_assert(ranks == 1 || first);
	program_free(program);
}

/* Clocks are read after receives from the partner, for any number of ranks. */
START_TEST(clocks_are_read_where_they_say)
{
	uint32_t ranks = _i;

	check_exchanges(ranks, false);
	check_exchanges(ranks, true);
}
END_TEST

/* Rank 7 of 8: 5, 5 + 2, 5 + 4; so its third exchange begins after 12 operations. */
START_TEST(clocks_operations_by_hand)
{
	struct clocks_exchange exchange;

	ck_assert(clocks_exchange(8, 7, true, 2, &exchange));
	ck_assert_uint_eq(exchange.op, 12);
	ck_assert(clocks_exchange(8, 7, false, 2, &exchange));
	ck_assert_uint_eq(exchange.op, 10);
	ck_assert(clocks_exchange(8, 4, true, 2, &exchange));
	ck_assert_uint_eq(exchange.op, 10);
}
END_TEST

/* --- permutations --- */

static uint32_t receiver(const struct program *program, uint32_t rank)
{
	uint32_t first = program->first[rank];

	if (first == program->first[rank + 1])
		return rank;
	ck_assert_int_eq(program->op[first].kind, PROGRAM_SEND);
	return program->op[first].peer;
}

/* 37 is 100101, 1001 01; 1 is 000001; 6 is 000110, 0001 10. */
static const struct {
	const char *name;
	uint32_t from, to;
} pairs[] = {
	{ "shuffle", 37, 11 }, { "shuffle", 1, 2 }, { "shuffle", 63, 63 },
	{ "transpose", 37, 44 }, { "transpose", 1, 8 }, { "transpose", 6, 48 },
	{ "transpose-chips", 37, 25 }, { "transpose-chips", 1, 1 }, { "transpose-chips", 6, 18 },
	{ "complement", 37, 26 }, { "complement", 0, 63 },
	{ "reverse", 37, 41 }, { "reverse", 1, 32 }, { "reverse", 33, 33 },
};

START_TEST(permutation_by_hand)
{
	struct program *program = program_by("permutation", pairs[_i].name, 64, 0);

	ck_assert_msg(receiver(program, pairs[_i].from) == pairs[_i].to, "%s of %u is %u",
		      pairs[_i].name, pairs[_i].from, receiver(program, pairs[_i].from));
	program_free(program);
}
END_TEST

/* Ranks that send to themselves do nothing: 2 in a shuffle, 16 in the transpose of chips. */
static const struct {
	const char *name;
	uint32_t sends;
} moved[] = {
	{ "shuffle", 62 }, { "transpose", 56 }, { "transpose-chips", 48 }, { "complement", 64 },
	{ "reverse", 56 },
};

START_TEST(who_sends_to_itself_does_nothing)
{
	struct program *program = program_by("permutation", moved[_i].name, 64, 0);

	ck_assert_uint_eq(program_sum(program).ops[PROGRAM_SEND], moved[_i].sends);
	ck_assert_uint_eq(program->ops, 2 * moved[_i].sends);
	program_free(program);
}
END_TEST

START_TEST(random_is_a_permutation)
{
	struct program *program = program_by("permutation", "random", 64, _i);
	uint64_t got = 0;
	uint32_t i;

	for (i = 0; i < 64; i++)
		got |= 1ull << receiver(program, i);
	ck_assert_uint_eq(got, UINT64_MAX);
	program_free(program);
}
END_TEST

/* Each of the six permutations of three ranks is equally likely. */
START_TEST(random_is_fair)
{
	const double weights[] = { 1, 1, 1, 1, 1, 1, };
	uint64_t counts[9] = { 0 }, six[6];
	struct stats_chi_square test;
	unsigned int i, found = 0;

	for (i = 0; i < 3000; i++) {
		struct program *program = program_by("permutation", "random", 3, i);

		counts[3 * receiver(program, 0) + receiver(program, 1)]++;
		program_free(program);
	}
	for (i = 0; i < 9; i++)
		if (i % 4)
			six[found++] = counts[i];
	stats_chi_square(six, weights, 6, 1, &test);
	ck_assert_uint_eq(counts[0] + counts[4] + counts[8], 0);
	ck_assert_msg(test.p > 0.001, "chi-square %g, p %g", test.statistic, test.p);
}
END_TEST

#define CASES(list)	((int)(sizeof(list) / sizeof((list)[0])))

int main(void)
{
	Suite *suite = suite_create("net-hypercube");
	TCase *tcase = tcase_create("hypercube");

	suite_add_tcase(suite, tcase);
	tcase_add_test(tcase, barrier_neighbours);
	tcase_add_test(tcase, barrier_is_a_chain);
	tcase_add_test(tcase, clocks_of_two);
	tcase_add_test(tcase, clocks_averaged_of_six);
	tcase_add_loop_test(tcase, clocks_are_read_where_they_say, 1, 35);
	tcase_add_test(tcase, clocks_operations_by_hand);
	tcase_add_loop_test(tcase, permutation_by_hand, 0, CASES(pairs));
	tcase_add_loop_test(tcase, who_sends_to_itself_does_nothing, 0, CASES(moved));
	tcase_add_loop_test(tcase, random_is_a_permutation, 0, 20);
	tcase_add_test(tcase, random_is_fair);
	return suite_run(suite);
}
