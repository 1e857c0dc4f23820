// SPDX-License-Identifier: GPL-2.0-only
/* Generated exchanges of borders: number, size and receiver of messages. */
#include <string.h>

#include "netsim/generated.h"
#include "suite.h"

/* In a step of 4 x 2 x 2 ranks 12 messages go along x, 8 along y and 8 along z, each way. */
START_TEST(minighost_has_56_messages_a_step)
{
	struct program_plan plan = plan_named("minighost", NULL, 16);
	const uint64_t x = 22 * 32, y = 12 * 32, z = 12 * 22;
	struct program_sum sum;
	struct program *program;
	uint64_t knows[RANKS_MOST];

	memcpy(plan.grid, (uint32_t []){ 4, 2, 2, 1 }, sizeof(plan.grid));
	plan.steps = 3;
	plan.compute = 1000;
	program = program_of(&plan);
	sum = program_sum(program);
	ck_assert_uint_eq(program->ranks, 16);
	ck_assert_uint_eq(sum.ops[PROGRAM_SEND], 3 * 56);
	ck_assert_uint_eq(sum.bytes, 3 * (24 * x + 16 * y + 16 * z) * 5 * 8);
	ck_assert_uint_eq(sum.ns, 3 * 16 * 1000);
	program_spread(program, knows);
	program_free(program);
}
END_TEST

/* The corner's data come over three faces, in one step, because there is no diagonal message. */
START_TEST(minighost_reaches_corners_in_a_step)
{
	struct program_plan plan = plan_named("minighost", NULL, 27);
	struct program *program;
	uint64_t knows[RANKS_MOST];

	memcpy(plan.grid, (uint32_t []){ 3, 3, 3, 1 }, sizeof(plan.grid));
	program = program_of(&plan);
	program_spread(program, knows);
	ck_assert_uint_eq(knows[13], (1ull << 27) - 1);
	ck_assert(!(knows[0] >> 26 & 1));
	program_free(program);
}
END_TEST

/*
 * Along x, y and z of 4 x 2 x 2 ranks there are 24, 16 and 16 faces, both ways; 24 edges each along
 * z and y, 16 along x; 24 corners.
 */
START_TEST(stencil_sends_each_border_once)
{
	const uint64_t faces = 24 * 20 * 30 + 16 * 10 * 30 + 16 * 10 * 20;
	const uint64_t edges = 24 * 30 + 24 * 20 + 16 * 10;
	const struct {
		const char *algorithm;
		uint32_t sends;
		uint64_t cells;
	} rows[] = {
		{ "full", 56 + 64 + 24, faces + edges + 24 },
		{ "faces", 56, faces },
	};
	struct program_plan plan = plan_named("stencil", rows[_i].algorithm, 16);
	struct program_sum sum;
	struct program *program;

	memcpy(plan.grid, (uint32_t []){ 4, 2, 2, 1 }, sizeof(plan.grid));
	plan.steps = 3;
	plan.compute = 1000;
	program = program_of(&plan);
	sum = program_sum(program);
	ck_assert_uint_eq(sum.ops[PROGRAM_SEND], 3 * rows[_i].sends);
	ck_assert_uint_eq(sum.bytes, 3 * rows[_i].cells * 5 * 8);
	ck_assert_uint_eq(sum.ns, 3 * 16 * 1000);
	program_free(program);
}
END_TEST

/*
 * Return the cells of the border between two ranks of 3 x 3 x 3 that are neighbours round the grid.
 */
static uint64_t border_bytes(const struct program_plan *plan, uint32_t rank, uint32_t peer)
{
	uint64_t bytes = plan->variables * plan->cell;
	unsigned int i;

	for (i = 0; i < 3; i++, rank /= 3, peer /= 3)
		if (rank % 3 == peer % 3)
			bytes *= plan->box[i];
	return bytes;
}

/* On a periodic grid every rank has all 26 others as neighbours, each over one border. */
START_TEST(stencil_border_has_its_own_size)
{
	struct program_plan plan = plan_named("stencil", "full", 27);
	const struct program_op *op;
	struct program *program;
	uint32_t rank, i;
	uint64_t peers;

	memcpy(plan.grid, (uint32_t []){ 3, 3, 3, 1 }, sizeof(plan.grid));
	plan.periodic = true;
	program = program_of(&plan);
	for (rank = 0; rank < 27; rank++) {
		peers = 1ull << rank;
		for (i = program->first[rank]; i < program->first[rank + 1]; i++) {
			op = &program->op[i];
			ck_assert_uint_eq(op->size, border_bytes(&plan, rank, op->peer));
			if (op->kind == PROGRAM_SEND)
				peers |= 1ull << op->peer;
		}
		ck_assert_uint_eq(i - program->first[rank], 2 * 26);
		ck_assert_uint_eq(peers, (1ull << 27) - 1);
	}
	program_free(program);
}
END_TEST

/* If a side has one or two ranks, several messages go between the same two ranks. */
START_TEST(small_periodic_grids_exchange_what_they_send)
{
	struct program_plan plan = plan_named("stencil", "full", 0);
	uint64_t knows[RANKS_MOST];
	struct program *program;
	int number, rest, i;

	plan.periodic = true;
	for (number = 0; number < 27; number++) {
		for (i = 0, rest = number; i < 3; i++, rest /= 3)
			plan.grid[i] = 1 + rest % 3;
		program = program_of(&plan);
		program_spread(program, knows);
		ck_assert_uint_eq(program_sum(program).ops[PROGRAM_SEND], 26ull * program->ranks);
		ck_assert_uint_eq(knows[0], (1ull << program->ranks) - 1);
		program_free(program);
	}
}
END_TEST

/* Messages of the largest plans are still within an operation's limit. */
START_TEST(largest_message_is_no_more_than_an_operation_has)
{
	struct program_plan plan = plan_named("minighost", NULL, 1);
	struct program *program;

	memcpy(plan.grid, (uint32_t []){ 2, 1, 1, 1 }, sizeof(plan.grid));
	memcpy(plan.box, (uint32_t []){ 1, 65536, 65536, 1 }, sizeof(plan.box));
	plan.variables = 1024;
	plan.cell = 256;
	program = program_of(&plan);
	ck_assert_uint_eq(program->op[0].size, 65538ull * 65538 * 1024 * 256);
	ck_assert_uint_le(program->op[0].size, PROGRAM_SIZE);
	program_free(program);
}
END_TEST

/* --- */

int main(void)
{
	Suite *suite = suite_create("net-borders");
	TCase *tcase = tcase_create("borders");

	suite_add_tcase(suite, tcase);
	tcase_add_test(tcase, minighost_has_56_messages_a_step);
	tcase_add_test(tcase, minighost_reaches_corners_in_a_step);
	tcase_add_loop_test(tcase, stencil_sends_each_border_once, 0, 2);
	tcase_add_test(tcase, stencil_border_has_its_own_size);
	tcase_add_test(tcase, small_periodic_grids_exchange_what_they_send);
	tcase_add_test(tcase, largest_message_is_no_more_than_an_operation_has);
	return suite_run(suite);
}
