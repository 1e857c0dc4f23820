// SPDX-License-Identifier: GPL-2.0-only
/* Generated programs of applications on grids: receivers and sizes of messages. */
#include <string.h>

#include "netsim/generated.h"
#include "netsim/program.h"
#include "suite.h"

/* Messages of grid programs, by hand; boxes are 10 x 20 x 30 (x 7) cells of 40 bytes. */
static const struct {
	const char *kind;
	uint32_t grid[PROGRAM_DIMS];
	uint32_t sends;
	uint64_t bytes;
	uint64_t ns;
} of_grids[] = {
	/* each face of these is passed twice in each of eight waves that go one way */
	{ "sweep3d", { 4, 2, 2, 1 }, 8 * 28,
	  8 * (12 * 20 * 30 + 8 * 10 * 30 + 8 * 10 * 20) * 40, 8 * 16 * 9 },
	/* rows of 4 give away three quarters, columns of 3 two thirds */
	{ "fft", { 4, 3, 1, 1 }, 12 * (3 + 2), 6000 * 40 * (12 * 3 / 4 + 12 * 2 / 3), 3 * 12 * 9 },
	/* no transpose, and one computation */
	{ "fft", { 1, 1, 1, 1 }, 0, 0, 9 },
	/* eight faces each: 3 * 2 * 2 * 2 ranks; along x to two, else twice to the same one */
	{ "milc", { 3, 2, 2, 2 }, 24 * 8,
	  24ull * 2 * (20 * 30 * 7 + 10 * 30 * 7 + 10 * 20 * 7 + 10 * 20 * 30) * 40, 24 * 9 },
	/* nobody is his own neighbour */
	{ "milc", { 2, 1, 1, 1 }, 2 * 2, 4 * 20 * 30 * 7 * 40, 2 * 9 },
};

START_TEST(faces_and_transposes_are_counted_by_hand)
{
	struct program_plan plan = plan_named(of_grids[_i].kind, NULL, 1);
	struct program *program;
	struct program_sum sum;
	uint64_t knows[RANKS_MOST];

	memcpy(plan.grid, of_grids[_i].grid, sizeof(plan.grid));
	plan.box[3] = plan.kind->takes & PROGRAM_TAKES_FOURTH ? 7 : 1;
	plan.steps = 2;
	plan.compute = 9;
	program = program_of(&plan);
	sum = program_sum(program);
	ck_assert_uint_eq(program->ranks, program_plan_ranks(&plan));
	ck_assert_uint_eq(sum.ops[PROGRAM_SEND], 2 * of_grids[_i].sends);
	ck_assert_uint_eq(sum.bytes, 2 * of_grids[_i].bytes);
	ck_assert_uint_eq(sum.ns, 2 * of_grids[_i].ns);
	program_spread(program, knows);
	program_free(program);
}
END_TEST

/* Over a row, then over a column: all ranks of the grid, in one step. */
START_TEST(fft_reaches_all_ranks_in_a_step)
{
	struct program_plan plan = plan_named("fft", "linear", 1);
	struct program *program;
	uint64_t knows[RANKS_MOST];
	uint32_t rank;

	memcpy(plan.grid, (uint32_t []){ 4, 3, 2, 1 }, sizeof(plan.grid));
	program = program_of(&plan);
	program_spread(program, knows);
	for (rank = 0; rank < 24; rank++)
		ck_assert_uint_eq(knows[rank], (1ull << 24) - 1);
	program_free(program);
}
END_TEST

/* The first wave, from the corner of rank 0, has reached the opposite one before others begin. */
START_TEST(sweep3d_reaches_the_opposite_corner)
{
	struct program_plan plan = plan_named("sweep3d", NULL, 1);
	struct program *program;
	uint64_t knows[RANKS_MOST];

	memcpy(plan.grid, (uint32_t []){ 3, 3, 3, 1 }, sizeof(plan.grid));
	program = program_of(&plan);
	program_spread(program, knows);
	ck_assert_uint_eq(knows[26], (1ull << 27) - 1);
	ck_assert_uint_eq(knows[0], (1ull << 27) - 1);
	ck_assert_uint_eq(program->op[program->first[0]].kind, PROGRAM_SEND);
	ck_assert_uint_eq(program->op[program->first[26]].kind, PROGRAM_RECV);
	program_free(program);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net-grids");
	TCase *tcase = tcase_create("grids");

	tcase_set_timeout(tcase, HANG_SECONDS);
	tcase_add_loop_test(tcase, faces_and_transposes_are_counted_by_hand, 0,
			    sizeof(of_grids) / sizeof(*of_grids));
	tcase_add_test(tcase, fft_reaches_all_ranks_in_a_step);
	tcase_add_test(tcase, sweep3d_reaches_the_opposite_corner);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
