// SPDX-License-Identifier: GPL-2.0-only
/* Datagrams of the emulated uGNI: who exchanges with whom, and which answers each gets. */
#include "suite.h"
#include "ugni/script.h"

#define SENT		0x100	/* place of sent data, from the beginning of memory */
#define CAME		0x1000	/* place of received data */
#define ROOM		64
#define ANY		0	/* not bound */

/* An endpoint of each rank, with the rank as its instance. */
static struct ugni_datagram *post(unsigned int rank, uint32_t address, uint32_t instance,
				  uint32_t bytes)
{
	struct ugni_datagram *datagram = &script_line(rank, UGNI_DATAGRAM_POST)->datagram;

	*datagram = (struct ugni_datagram){
		.endpoint = 1, .in = STAGE_BASE + SENT, .in_length = bytes,
		.out = STAGE_BASE + CAME, .out_length = ROOM, .address = address,
		.instance = instance, .own = rank,
	};
	return datagram;
}

static void test(unsigned int rank, uint64_t ms)
{
	struct ugni_request *request = script_line(rank, UGNI_DATAGRAM_TEST);

	request->arg[0] = 1;
	request->arg[3] = ms;
}

/* A NIC's address is its node's number plus 1. */
static uint32_t address_of(unsigned int rank)
{
	return rank + 1;
}

static void run(unsigned int ranks)
{
	ck_assert_int_eq(stage_open("dragonfly:2x2x2", ranks), 0);
	for (unsigned int rank = 0; rank < ranks; rank++)
		memset(stage.memory[rank] + SENT, 'a' + rank, ROOM);
	ck_assert_int_eq(world_run(&stage.world), 0);
}

/* Rank has so many bytes from another one, and nothing after them. */
static void check_bytes(unsigned int rank, unsigned int from, unsigned int bytes)
{
	const char *out = stage.memory[rank] + CAME;

	for (unsigned int i = 0; i < bytes; i++)
		ck_assert_int_eq(out[i], 'a' + from);
	ck_assert_int_eq(out[bytes], 0);
}

static void check_completed(const struct ugni_reply *reply, unsigned int from)
{
	ck_assert_uint_eq(reply->rc, GNI_RC_SUCCESS);
	ck_assert_uint_eq(reply->value[0], GNI_POST_COMPLETED);
	ck_assert_uint_eq(reply->value[1], address_of(from));
	ck_assert_uint_eq(reply->value[2], from);
}

START_TEST(two_that_are_bound_exchange)
{
	script_begin();
	post(0, address_of(1), 1, 10);
	test(0, UINT64_MAX);
	post(1, address_of(0), 0, 20);
	test(1, UINT64_MAX);
	run(2);
	check_completed(script_answer(0, 1), 1);
	check_completed(script_answer(1, 1), 0);
	check_bytes(0, 1, 20);
	check_bytes(1, 0, 10);
	stage_close();
}
END_TEST

/* Two processes ask: the first is answered, the second waits for another partner. */
START_TEST(one_that_is_not_bound_answers_the_first)
{
	script_begin();
	post(0, ANY, 0, 5);
	test(0, UINT64_MAX);
	script_compute(1, 100000);
	post(1, address_of(0), 0, 6);
	test(1, UINT64_MAX);
	post(2, address_of(0), 0, 7);
	test(2, UINT64_MAX);
	script_compute(0, 1000000);
	post(0, ANY, 0, 8);
	test(0, UINT64_MAX);
	run(3);
	check_completed(script_answer(0, 1), 2);
	check_completed(script_answer(0, 4), 1);
	check_completed(script_answer(1, 2), 0);
	check_completed(script_answer(2, 1), 0);
	check_bytes(1, 0, 8);
	check_bytes(2, 0, 5);
	stage_close();
}
END_TEST

/* A bound endpoint receives only for its instance, from its peer. */
START_TEST(who_is_bound_takes_nothing_of_others)
{
	script_begin();
	post(0, address_of(1), 1, 10);
	test(0, 1);
	post(1, address_of(0), 7, 10);
	post(2, address_of(0), 0, 10);
	run(3);
	ck_assert_uint_eq(script_answer(0, 1)->rc, GNI_RC_TIMEOUT);
	ck_assert_uint_eq(script_answer(0, 1)->value[0], GNI_POST_TIMEOUT);
	check_bytes(0, 0, 0);
	stage_close();
}
END_TEST

START_TEST(what_has_no_room_is_cut_and_told)
{
	script_begin();
	post(0, address_of(1), 1, 30)->out_length = 4;
	test(0, UINT64_MAX);
	post(1, address_of(0), 0, 30);
	test(1, UINT64_MAX);
	run(2);
	ck_assert_uint_eq(script_answer(0, 1)->rc, GNI_RC_SIZE_ERROR);
	check_bytes(0, 1, 4);
	check_completed(script_answer(1, 1), 0);
	check_bytes(1, 0, 30);
	stage_close();
}
END_TEST

START_TEST(an_endpoint_has_one_at_a_time)
{
	script_begin();
	post(0, address_of(1), 1, 1);
	post(0, address_of(1), 1, 1);
	post(0, address_of(1), 1, GNI_DATAGRAM_MAXSIZE + 1)->endpoint = 2;
	post(0, address_of(2), 1, 1)->endpoint = 2;
	test(0, 0);
	post(0, address_of(1), 1, 1)->endpoint = 2;
	run(2);
	ck_assert_uint_eq(script_answer(0, 0)->rc, GNI_RC_SUCCESS);
	ck_assert_uint_eq(script_answer(0, 1)->rc, GNI_RC_ERROR_RESOURCE);
	ck_assert_uint_eq(script_answer(0, 2)->rc, GNI_RC_SIZE_ERROR);
	ck_assert_uint_eq(script_answer(0, 3)->rc, GNI_RC_INVALID_PARAM);
	ck_assert_uint_eq(script_answer(0, 4)->value[0], GNI_POST_PENDING);
	ck_assert_uint_eq(script_answer(0, 5)->rc, GNI_RC_SUCCESS);
	stage_close();
}
END_TEST

/* A datagram cancelled before it found a partner is as if never posted. */
START_TEST(a_cancelled_one_finds_nobody)
{
	struct ugni_request *request;

	script_begin();
	post(0, address_of(1), 1, 10);
	script_compute(0, 100000);
	request = script_line(0, UGNI_DATAGRAM_CANCEL);
	request->arg[0] = 1;
	test(0, 0);
	script_compute(1, 1000000);
	post(1, address_of(0), 0, 10);
	test(1, 1);
	run(2);
	ck_assert_uint_eq(script_answer(0, 2)->rc, GNI_RC_SUCCESS);
	ck_assert_uint_eq(script_answer(0, 3)->rc, GNI_RC_NO_MATCH);
	ck_assert_uint_eq(script_answer(1, 2)->rc, GNI_RC_TIMEOUT);
	check_bytes(1, 0, 0);
	stage_close();
}
END_TEST

START_TEST(a_probe_tells_the_number)
{
	struct ugni_request *request;
	struct ugni_datagram *datagram;

	script_begin();
	datagram = post(0, address_of(1), 1, 10);
	datagram->numbered = 1;
	datagram->id = 99;
	for (unsigned int i = 0; i < 2; i++) {
		request = script_line(0, UGNI_DATAGRAM_PROBE);
		request->arg[0] = 1;
		request->arg[1] = i ? UINT64_MAX : 0;
	}
	script_compute(1, 100000);
	post(1, address_of(0), 0, 10);
	run(2);
	ck_assert_uint_eq(script_answer(0, 1)->rc, GNI_RC_NO_MATCH);
	ck_assert_uint_eq(script_answer(0, 2)->rc, GNI_RC_SUCCESS);
	ck_assert_uint_eq(script_answer(0, 2)->value[0], 99);
	stage_close();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ugni datagram");
	TCase *tcase = tcase_create("datagram");

	tcase_add_test(tcase, two_that_are_bound_exchange);
	tcase_add_test(tcase, one_that_is_not_bound_answers_the_first);
	tcase_add_test(tcase, who_is_bound_takes_nothing_of_others);
	tcase_add_test(tcase, what_has_no_room_is_cut_and_told);
	tcase_add_test(tcase, an_endpoint_has_one_at_a_time);
	tcase_add_test(tcase, a_cancelled_one_finds_nobody);
	tcase_add_test(tcase, a_probe_tells_the_number);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
