// SPDX-License-Identifier: GPL-2.0-only
/* Generated programs: every message is received, and all ranks end up knowing what they should. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "netsim/generated.h"
#include "netsim/program.h"
#include "suite.h"

static const uint32_t ranks_tried[] = { 1, 2, 3, 5, 7, 8, 12, 16, 33 };
#define TRIED ((int)(sizeof(ranks_tried) / sizeof(*ranks_tried)))

/* Call @check with each algorithm for each number of ranks that it takes, and each root. */
static void each_plan(void (*check)(const struct program_plan *plan))
{
	const struct program_algorithm *algorithm;
	const struct program_kind *kind;
	struct program_plan plan;
	int i;

	for (kind = program_kinds; kind->name; kind++) {
		for (algorithm = kind->algorithms; algorithm->name; algorithm++) {
			for (i = 0; i < TRIED; i++) {
				plan = plan_of(kind, algorithm, ranks_tried[i]);
				if (algorithm->fits && !algorithm->fits(&plan))
					continue;
				check(&plan);
				plan.root = plan.ranks / 2;
				plan.bytes = 3;
				plan.count = 3;
				plan.steps = 3;
				plan.compute = 50;
				plan.periodic = true;
				check(&plan);
			}
		}
	}
}

/* --- the table --- */

START_TEST(row_is_whole)
{
	const struct program_algorithm *algorithm, *other;
	const struct program_kind *kind;

	for (kind = program_kinds; kind->name; kind++) {
		ck_assert_ptr_nonnull(kind->help);
		ck_assert_ptr_eq(kind_named(kind->name), kind);
		ck_assert_int_eq(!(kind->takes & PROGRAM_TAKES_RANKS),
				 !!(kind->takes & PROGRAM_TAKES_GRID));
		ck_assert_ptr_nonnull(kind->algorithms->name);
		for (algorithm = kind->algorithms; algorithm->name; algorithm++) {
			ck_assert(algorithm->help && algorithm->build);
			ck_assert(!algorithm->fits == !algorithm->needs);
			for (other = kind->algorithms; other < algorithm; other++)
				ck_assert_str_ne(other->name, algorithm->name);
		}
	}
}
END_TEST

/* --- all programs --- */

static void check_runs(const struct program_plan *plan)
{
	struct program *program = program_of(plan);
	uint64_t knows[RANKS_MOST];

	ck_assert(program_is_sound(program));
	program_spread(program, knows);
	program_free(program);
}

START_TEST(every_send_has_its_receive)
{
	each_plan(check_runs);
}
END_TEST

static void check_again(const struct program_plan *plan)
{
	struct program *program = program_of(plan), *again = program_again(program);

	ck_assert_ptr_nonnull(again);
	ck_assert(program_is_equal(program, again));
	program_free(program);
	program_free(again);
}

START_TEST(print_is_read_back)
{
	each_plan(check_again);
}
END_TEST

/* Must one rank know of another in the end? */
static bool must_know(const struct program_plan *plan, uint32_t rank, uint32_t of)
{
	const char *name = plan->kind->name;

	if (!strcmp(name, "bcast"))
		return of == plan->root;
	if (!strcmp(name, "reduce"))
		return rank == plan->root;
	if (!strcmp(name, "minighost") || !strcmp(name, "stencil"))
		return rank == of + 1 || of == rank + 1;
	if (!strcmp(name, "diamond"))
		return of <= rank;
	if (!strcmp(name, "remap") || !strcmp(name, "em3d"))
		return of == rank;
	if (!strcmp(name, "milc"))
		return (rank + 1) % plan->ranks == of || (of + 1) % plan->ranks == rank;
	if (!strcmp(name, "clocks"))
		return !of;
	if (!strcmp(name, "permutation"))
		return rank == of;
	if (!strcmp(name, "pingpong"))
		return (!rank && of == plan->ranks - 1) || (!of && rank == plan->ranks - 1);
	return true;
}

static void check_known(const struct program_plan *plan)
{
	struct program *program = program_of(plan);
	uint32_t rank, of;
	uint64_t knows[RANKS_MOST];

	program_spread(program, knows);
	for (rank = 0; rank < plan->ranks; rank++)
		for (of = 0; of < plan->ranks; of++)
			ck_assert_msg(!must_know(plan, rank, of) || knows[rank] >> of & 1,
				      "%s, %s, %u ranks: rank %u has nothing of %u",
				      plan->kind->name, plan->algorithm->name, plan->ranks, rank,
				      of);
	program_free(program);
}

START_TEST(data_reach_all_that_want_them)
{
	each_plan(check_known);
}
END_TEST

/*
 * A step must not take as many dependences as there are pairs of its operations and the next one's.
 */
static void check_few_waits(const struct program_plan *plan)
{
	struct program *program = program_of(plan);

	ck_assert_uint_le(program_sum(program).waits, 3 * program->ops);
	program_free(program);
}

START_TEST(dependences_are_few)
{
	each_plan(check_few_waits);
}
END_TEST

/* --- bytes and messages, by formula --- */

static uint32_t log2_up(uint32_t n)
{
	return n > 1 ? 32 - __builtin_clz(n - 1) : 0;
}

static uint64_t doubling_bytes(uint32_t n, uint64_t bytes)
{
	uint32_t low = 1u << (31 - __builtin_clz(n));

	return 2 * (n - low) * bytes + low * log2_up(low) * bytes;
}

START_TEST(bytes_are_those_of_the_algorithm)
{
	uint32_t n = ranks_tried[_i];
	const uint64_t to_all = (n - 1) * 1000ull;
	const struct {
		const char *kind, *algorithm;
		uint64_t bytes;
	} rows[] = {
		{ "barrier", NULL, 0 },
		{ "bcast", "binomial", to_all },
		{ "bcast", "chain", to_all },
		{ "reduce", NULL, to_all },
		{ "allreduce", "recursive-doubling", doubling_bytes(n, 1000) },
		{ "allreduce", "ring", 2 * to_all },
		{ "allreduce", "rabenseifner", 2 * to_all },
		{ "allgather", "ring", n * to_all },
		{ "allgather", "bruck", n * to_all },
		{ "alltoall", "pairwise", n * to_all },
		{ "alltoall", "linear", n * to_all },
	};
	struct program_plan plan;
	struct program *program;
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		plan = plan_named(rows[i].kind, rows[i].algorithm, n);
		program = program_of(&plan);
		ck_assert_msg(program_sum(program).bytes == rows[i].bytes, "%s, %s, %u ranks",
			      rows[i].kind, plan.algorithm->name, n);
		program_free(program);
	}
}
END_TEST

START_TEST(rounds_are_those_of_the_algorithm)
{
	uint32_t n = ranks_tried[_i];
	const struct {
		const char *kind, *algorithm;
		uint32_t sends;
	} rows[] = {
		{ "barrier", NULL, n * log2_up(n) },
		{ "bcast", "scatter-allgather", n - 1 + n * (n - 1) },
		{ "allreduce", "ring", 2 * n * (n - 1) },
		{ "allgather", "bruck", n * log2_up(n) },
		{ "alltoall", "linear", n * (n - 1) },
	};
	struct program_plan plan;
	struct program *program;
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		plan = plan_named(rows[i].kind, rows[i].algorithm, n);
		program = program_of(&plan);
		ck_assert_msg(program_sum(program).ops[PROGRAM_SEND] == rows[i].sends,
			      "%s, %s, %u ranks", rows[i].kind, plan.algorithm->name, n);
		program_free(program);
	}
}
END_TEST

START_TEST(allgather_by_doubling_moves_as_much)
{
	struct program_plan plan = plan_named("allgather", "recursive-doubling", 16);
	struct program *program = program_of(&plan);

	ck_assert_uint_eq(program_sum(program).bytes, 16 * 15 * 1000);
	ck_assert_uint_eq(program_sum(program).ops[PROGRAM_SEND], 16 * 4);
	program_free(program);
}
END_TEST

/* Exactly the sends of alltoalls are marked so. */
static void check_calls(const struct program_plan *plan)
{
	bool alltoall = !strcmp(plan->kind->name, "alltoall") || !strcmp(plan->kind->name, "fft");
	struct program *program = program_of(plan);
	uint32_t i;

	for (i = 0; i < program->ops; i++)
		ck_assert_msg(program->op[i].alltoall ==
			      (alltoall && program->op[i].kind == PROGRAM_SEND), "%s: operation %u",
			      plan->kind->name, i);
	program_free(program);
}

START_TEST(sends_of_alltoalls_say_so)
{
	each_plan(check_calls);
}
END_TEST

/* --- what is refused --- */

static const struct {
	const char *kind, *algorithm, *why;
	struct program_plan plan;
} wrong[] = {
	{ "barrier", NULL, "1 to 2^24 ranks", { .ranks = 0, .count = 1 } },
	{ "barrier", NULL, "1 to 2^24 ranks", { .ranks = (1 << 24) + 1, .count = 1 } },
	{ "barrier", NULL, "once or more", { .ranks = 1 } },
	{ "pingpong", NULL, "it must have two ranks or more", { .ranks = 1, .count = 1 } },
	{ "bcast", NULL, "no such root: ranks count from 0",
	  { .ranks = 4, .count = 1, .root = 4 } },
	{ "bcast", NULL, "up to 2^28 bytes",
	  { .ranks = 4, .count = 1, .bytes = PROGRAM_BYTES + 1 } },
	{ "allgather", "recursive-doubling", "its ranks must be a power of 2",
	  { .ranks = 12, .count = 1 } },
	{ "barrier", "hypercube", "its ranks must be a power of 2", { .ranks = 3, .count = 1 } },
	{ "permutation", "shuffle", "its ranks must be a power of 2", { .ranks = 6, .count = 1 } },
	{ "permutation", "transpose", "its ranks must be a power of 4",
	  { .ranks = 8, .count = 1 } },
	{ "permutation", "transpose-chips", "its ranks must be a power of 4, and 4 or more",
	  { .ranks = 1, .count = 1 } },
	{ "permutation", "random", "it has up to 4096 ranks", { .ranks = 4097, .count = 1 } },
	{ "minighost", NULL, "1 to 2^24 ranks", { .grid = { 1, 1 } } },
	{ "minighost", NULL, "1 to 2^24 ranks", { .grid = { 65536, 65536, 65536 } } },
	{ "minighost", NULL, "1 to 2^24 ranks", { .grid = { 1 << 24, 2, 1 } } },
	{ "minighost", NULL, "boxes have sides of 1 to 65536 cells", { .grid = { 1, 1, 1 } } },
	{ "minighost", NULL, "boxes have sides of 1 to 65536 cells",
	  { .grid = { 1, 1, 1 }, .box = { 1, 1, 65537 } } },
	{ "minighost", NULL, "a cell has 1 to 1024 variables",
	  { .grid = { 1, 1, 1 }, .box = { 1, 1, 1 } } },
	{ "minighost", NULL, "a variable has 1 to 256 bytes",
	  { .grid = { 1, 1, 1 }, .box = { 1, 1, 1 }, .variables = 1, .cell = 257 } },
	{ "minighost", NULL, "its grid and boxes have three dimensions",
	  { .grid = { 1, 1, 1, 2 }, .box = { 1, 1, 1 }, .variables = 1, .cell = 1, .steps = 1 } },
	{ "fft", NULL, "its grid and boxes have three dimensions",
	  { .grid = { 1, 1, 1 }, .box = { 1, 1, 1, 2 }, .variables = 1, .cell = 1, .steps = 1 } },
	{ "milc", NULL, "1 to 2^24 ranks", { .grid = { 1, 1, 1 }, .box = { 1, 1, 1, 1 } } },
	{ "milc", NULL, "boxes have sides of 1 to 65536 cells",
	  { .grid = { 1, 1, 1, 1 }, .box = { 1, 1, 1 } } },
	{ "milc", NULL, "a box has up to 2^52 bytes",
	  { .grid = { 1, 1, 1, 1 }, .box = { 1 << 16, 1 << 16, 1 << 16, 16 }, .variables = 1,
	    .cell = 2, .steps = 1 } },
	{ "minighost", NULL, "one step or more",
	  { .grid = { 1, 1, 1 }, .box = { 1, 1, 1 }, .variables = 1, .cell = 1 } },
	{ "minighost", NULL, "a computation takes up to 2^52 ns",
	  { .grid = { 1, 1, 1 }, .box = { 1, 1, 1 }, .variables = 1, .cell = 1, .steps = 1,
	    .compute = PROGRAM_SIZE + 1 } },
};

START_TEST(plan_that_makes_no_program_is_refused)
{
	const struct program_plan named = plan_named(wrong[_i].kind, wrong[_i].algorithm, 1);
	struct program_plan plan = wrong[_i].plan;
	struct program *program;

	plan.kind = named.kind;
	plan.algorithm = named.algorithm;
	ck_assert_pstr_eq(program_plan_check(&plan), wrong[_i].why);
	ck_assert_int_eq(program_generate(&plan, &program_limits_default, &program), -EINVAL);
}
END_TEST

START_TEST(program_beyond_the_limits_is_refused)
{
	struct program_plan plan = plan_named("alltoall", "linear", 1 << 20);
	const struct program_limits few = { .ranks = 1 << 20, .ops = 1000, .waits = 1000 };
	const struct program_limits none = { .ranks = 1 << 19, .ops = 1000, .waits = 1000 };
	struct program *program;

	ck_assert_int_eq(program_generate(&plan, &few, &program), -E2BIG);
	ck_assert_int_eq(program_generate(&plan, &none, &program), -E2BIG);
}
END_TEST

/* --- */

int main(void)
{
	Suite *suite = suite_create("net-collective");
	TCase *tcase = tcase_create("collective");

	suite_add_tcase(suite, tcase);
	tcase_add_test(tcase, row_is_whole);
	tcase_add_test(tcase, every_send_has_its_receive);
	tcase_add_test(tcase, print_is_read_back);
	tcase_add_test(tcase, data_reach_all_that_want_them);
	tcase_add_test(tcase, dependences_are_few);
	tcase_add_loop_test(tcase, bytes_are_those_of_the_algorithm, 0, TRIED);
	tcase_add_loop_test(tcase, rounds_are_those_of_the_algorithm, 0, TRIED);
	tcase_add_test(tcase, allgather_by_doubling_moves_as_much);
	tcase_add_test(tcase, sends_of_alltoalls_say_so);
	tcase_add_loop_test(tcase, plan_that_makes_no_program_is_refused, 0,
			    sizeof(wrong) / sizeof(*wrong));
	tcase_add_test(tcase, program_beyond_the_limits_is_refused);
	return suite_run(suite);
}
