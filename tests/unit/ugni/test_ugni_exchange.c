// SPDX-License-Identifier: GPL-2.0-only
/* An exchange of all processes: who waits, until when, what each gets, and what is no exchange. */
#include "suite.h"
#include "ugni/script.h"

#define ALL	4096	/* where the data of all is put */

static void exchange(unsigned int rank, uint64_t in, uint64_t out, uint64_t length)
{
	struct ugni_request *request = script_line(rank, UGNI_EXCHANGE);

	request->arg[0] = STAGE_BASE + in;
	request->arg[1] = STAGE_BASE + out;
	request->arg[2] = length;
}

static void open_three(void)
{
	ck_assert_int_eq(stage_open("dragonfly:2x2x2", 3), 0);
	for (unsigned int i = 0; i < 3; i++)
		memset(stage.memory[i], 'a' + i, 8);
}

/* The last joins at 300 + 100 ns, so all return at 10,400, and again 10,100 ns later. */
START_TEST(all_return_together_with_the_data_of_all)
{
	script_begin();
	script_compute(1, 200);
	for (unsigned int i = 0; i < 3; i++) {
		exchange(i, 0, ALL, 3);
		exchange(i, 0, ALL + 64, 1);
	}
	open_three();
	ck_assert_int_eq(world_run(&stage.world), 0);
	for (unsigned int i = 0; i < 3; i++) {
		ck_assert_mem_eq(stage.memory[i] + ALL, "aaabbbccc\0", 10);
		ck_assert_mem_eq(stage.memory[i] + ALL + 64, "abc\0", 4);
		ck_assert_uint_eq(script_answer(i, i == 1)->clock, 10400);
		ck_assert_uint_eq(script_answer(i, 1 + (i == 1))->clock, 20500);
		ck_assert_uint_eq(script_last_rc(i), GNI_RC_SUCCESS);
	}
	stage_close();
}
END_TEST

START_TEST(it_uses_no_packet)
{
	struct net_totals totals;

	script_begin();
	for (unsigned int i = 0; i < 3; i++)
		exchange(i, 0, ALL, 8);
	open_three();
	ck_assert_int_eq(world_run(&stage.world), 0);
	net_totals(stage.world.engine.net, &totals);
	ck_assert_uint_eq(totals.injected, 0);
	stage_close();
}
END_TEST

/* Each length is right by itself. Then all agree, which must find nothing of before. */
START_TEST(lengths_must_agree)
{
	script_begin();
	for (unsigned int i = 0; i < 3; i++) {
		exchange(i, 0, ALL, i == 2 ? 2 : 1);
		exchange(i, 0, ALL, 1);
	}
	open_three();
	ck_assert_int_eq(world_run(&stage.world), 0);
	for (unsigned int i = 0; i < 3; i++) {
		ck_assert_uint_eq(script_answer(i, 0)->rc, GNI_RC_SIZE_ERROR);
		ck_assert_uint_eq(script_last_rc(i), GNI_RC_SUCCESS);
		ck_assert_mem_eq(stage.memory[i] + ALL, "abc\0", 4);
	}
	stage_close();
}
END_TEST

/* A rank whose call is wrong has not joined; one that cannot take the data harms no other. */
START_TEST(wrong_memory_is_no_others_matter)
{
	script_begin();
	exchange(0, STAGE_BYTES - 4, ALL, 8);
	exchange(0, 0, ALL, UGNI_EXCHANGE_MAX + 1);
	exchange(0, 0, STAGE_BYTES - 20, 8);
	exchange(1, 0, ALL, 8);
	exchange(2, 0, ALL, 8);
	open_three();
	ck_assert_int_eq(world_run(&stage.world), 0);
	ck_assert_uint_eq(script_answer(0, 0)->rc, GNI_RC_INVALID_PARAM);
	ck_assert_uint_eq(script_answer(0, 1)->rc, GNI_RC_SIZE_ERROR);
	ck_assert_uint_eq(script_answer(0, 2)->rc, GNI_RC_INVALID_PARAM);
	for (unsigned int i = 1; i < 3; i++) {
		ck_assert_uint_eq(script_last_rc(i), GNI_RC_SUCCESS);
		ck_assert_mem_eq(stage.memory[i] + ALL, "aaaaaaaabbbbbbbbcccccccc\0", 25);
	}
	stage_close();
}
END_TEST

START_TEST(a_rank_that_has_ended_is_not_waited_for)
{
	script_begin();
	script_compute(0, 100);
	exchange(1, 0, ALL, 0);
	exchange(2, 0, ALL, 0);
	open_three();
	ck_assert_int_eq(world_run(&stage.world), 1);
	ck_assert_uint_eq(script.answers, 1);
	stage_close();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ugni exchange");
	TCase *tcase = tcase_create("exchange");

	tcase_add_test(tcase, all_return_together_with_the_data_of_all);
	tcase_add_test(tcase, it_uses_no_packet);
	tcase_add_test(tcase, lengths_must_agree);
	tcase_add_test(tcase, wrong_memory_is_no_others_matter);
	tcase_add_test(tcase, a_rank_that_has_ended_is_not_waited_for);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
