// SPDX-License-Identifier: GPL-2.0-only
/* Traces: the actions of ranks become a program that does the same. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "traced.h"

/* Replace each run of blanks and newlines by one blank. */
static void squeeze(char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++)
		if (!strchr(" \t\n", *from))
			*to++ = *from;
		else if (to > text && to[-1] != ' ')
			*to++ = ' ';
	*to = '\0';
}

/* Compare the program with a text, ignoring blanks. */
static void expect(uint32_t ranks, const char *is)
{
	struct program *program = program_of(ranks);
	char *text = NULL, *wanted = strdup(is);
	size_t size;
	FILE *file = open_memstream(&text, &size);

	ck_assert_int_eq(program_print(file, program), 0);
	fclose(file);
	squeeze(text);
	squeeze(wanted);
	ck_assert_str_eq(text, wanted);
	free(text);
	free(wanted);
	program_free(program);
}

/* --- matches --- */

START_TEST(calls_that_block_follow_each_other)
{
	CALC(0, 7);
	SEND(0, 8, 1, 5);
	RECV(0, 1, 6);
	RECV(1, 0, 5);
	SEND(1, 9, 0, 6);
	expect(2, "num_ranks 2 rank 0 { l1: calc 7 l2: send 8b to 1 l2 requires l1\n"
		  " l3: recv 9b from 1 l3 requires l2 }\n"
		  " rank 1 { l1: recv 8b from 0 l2: send 9b to 0 l2 requires l1 } ");
}
END_TEST

/* By the order of messages the receives would be the other way round. */
START_TEST(a_receive_gets_the_message_that_it_got)
{
	SEND(0, 8, 1, 5);
	SEND(0, 9, 1, 6);
	RECV(1, 0, 6);
	RECV(1, 0, 5);
	expect(2, "num_ranks 2 rank 0 { l1: send 8b to 1 l2: send 9b to 1 tag 1 l2 requires l1 }\n"
		  " rank 1 { l1: recv 9b from 0 tag 1 l2: recv 8b from 0 l2 requires l1 } ");
}
END_TEST

START_TEST(channels_are_apart)
{
	ADD(0, .kind = TRACE_SEND, .size = 8, .peer = 1, .channel = 70, .step = true);
	ADD(0, .kind = TRACE_SEND, .size = 9, .peer = 1, .channel = 71, .step = true);
	ADD(1, .kind = TRACE_RECV, .peer = 0, .channel = 71, .step = true);
	ADD(1, .kind = TRACE_RECV, .peer = 0, .channel = 70, .step = true);
	expect(2, "num_ranks 2 rank 0 { l1: send 8b to 1 l2: send 9b to 1 tag 1 l2 requires l1 }\n"
		  " rank 1 { l1: recv 9b from 0 tag 1 l2: recv 8b from 0 l2 requires l1 } ");
}
END_TEST

START_TEST(parts_of_collectives_are_apart)
{
	ADD(0, .kind = TRACE_SEND, .size = 8, .peer = 1, .derived = true, .step = true);
	SEND(0, 9, 1, 0);
	RECV(1, 0, 0);
	ADD(1, .kind = TRACE_RECV, .peer = 0, .derived = true, .step = true);
	expect(2, "num_ranks 2 rank 0 { l1: send 8b to 1 l2: send 9b to 1 tag 1 l2 requires l1 }\n"
		  " rank 1 { l1: recv 9b from 0 tag 1 l2: recv 8b from 0 l2 requires l1 } ");
}
END_TEST

/* The wait reports which message a receive from any rank got. */
START_TEST(a_receive_from_any_is_one_from_the_sender)
{
	SEND(0, 8, 2, 5);
	SEND(1, 9, 2, 5);
	IRECV(2, TRACE_ANY, TRACE_ANY, 1);
	IRECV(2, TRACE_ANY, 5, 2);
	GOT(2, 1, 1, 5);
	GOT(2, 2, 0, 5);
	expect(3, "num_ranks 3 rank 0 { l1: send 8b to 2 } rank 1 { l1: send 9b to 2 }\n"
		  " rank 2 { l1: recv 9b from 1 l2: recv 8b from 0 l3: calc 0\n"
		  " l3 requires l1 l3 requires l2 } ");
	ck_assert_uint_eq(gaps.sends + gaps.recvs, 0);
}
END_TEST

START_TEST(a_cancelled_receive_is_none)
{
	SEND(0, 8, 1, 5);
	IRECV(1, 0, 5, 1);
	GOT(1, 1, TRACE_NOBODY, 0);
	RECV(1, 0, 5);
	expect(2, "num_ranks 2 rank 0 { l1: send 8b to 1 } rank 1 { l1: recv 8b from 0 } ");
	ck_assert_uint_eq(gaps.sends + gaps.recvs, 0);
}
END_TEST

/* --- unreported messages and receives --- */

/* It is received in a stream of its own: the rank's computation goes on beside. */
START_TEST(a_message_that_nobody_receives)
{
	SEND(0, 8, 1, 5);
	SEND(0, 9, 1, 5);
	CALC(1, 100);
	expect(2, "num_ranks 2 rank 0 { l1: send 8b to 1 l2: send 9b to 1 tag 1 l2 requires l1 }\n"
		  " rank 1 { l1: calc 100 l2: recv 8b from 0 cpu 1 l3: recv 9b from 0 tag 1 cpu 1\n"
		  " l3 requires l2 } ");
	ck_assert_uint_eq(gaps.sends, 2);
}
END_TEST

START_TEST(a_receive_that_nobody_sends_to)
{
	CALC(1, 100);
	RECV(1, 0, 5);
	CALC(1, 50);
	ADD(1, .kind = TRACE_RECV, .peer = 0, .derived = true, .step = true);
	IRECV(1, TRACE_ANY, 5, 1);
	expect(2, "num_ranks 2 rank 0 { } rank 1 { l1: calc 100 l2: calc 50 l2 requires l1 } ");
	ck_assert_uint_eq(gaps.recvs, 2);
}
END_TEST

/* Nobody waits for a PUT, nor for a GET, and the other rank has nothing to do. */
START_TEST(memory_of_others)
{
	ADD(0, .kind = TRACE_PUT, .size = 64, .peer = 1, .step = true);
	CALC(0, 5);
	ADD(0, .kind = TRACE_GET, .size = 32, .peer = 1, .step = true);
	ADD(0, .kind = TRACE_PUT, .size = 0, .peer = 1, .step = true);
	CALC(0, 6);
	expect(2, "num_ranks 2 rank 0 { l1: put 64b to 1 l2: calc 5\n"
		  " l3: get 32b from 1 l3 requires l2 l4: calc 6 l4 requires l2 }\n"
		  " rank 1 { } ");
	ck_assert_uint_eq(gaps.sends + gaps.recvs, 0);
}
END_TEST

/* Messages with unreported receives arrive in another order than their receivers'. */
START_TEST(receives_of_a_ring_that_nobody_told)
{
	for (uint32_t rank = 0; rank < 3; rank++)
		ADD(rank, .kind = TRACE_SEND, .size = 64 + rank, .peer = (rank + 2) % 3,
		    .step = true);
	expect(3, "num_ranks 3 rank 0 { l1: send 64b to 2 l2: recv 65b from 1 cpu 1 }\n"
		  " rank 1 { l1: send 65b to 0 l2: recv 66b from 2 cpu 1 }\n"
		  " rank 2 { l1: send 66b to 1 l2: recv 64b from 0 cpu 1 } ");
	ck_assert_uint_eq(gaps.sends, 3);
}
END_TEST

/* --- who waits for whom --- */

START_TEST(a_request_goes_on_while_its_rank_computes)
{
	CALC(0, 1);
	ISEND(0, 8, 1, 5, 1);
	CALC(0, 2);
	WAIT(0, 1);
	CALC(0, 3);
	RECV(1, 0, 5);
	expect(2, "num_ranks 2 rank 0 { l1: calc 1 l2: send 8b to 1 l2 requires l1\n"
		  " l3: calc 2 l3 requires l1 l4: calc 0 l4 requires l2 l4 requires l3\n"
		  " l5: calc 3 l5 requires l4 } rank 1 { l1: recv 8b from 0 } ");
}
END_TEST

/* Nothing was done between the request and its wait: there is only one thing to wait for. */
START_TEST(a_request_that_is_waited_for_at_once)
{
	ISEND(0, 8, 1, 5, 1);
	WAIT(0, 1);
	CALC(0, 3);
	RECV(1, 0, 5);
	expect(2, "num_ranks 2 rank 0 { l1: send 8b to 1 l2: calc 3 l2 requires l1 }\n"
		  " rank 1 { l1: recv 8b from 0 } ");
}
END_TEST

/* Neither ends before both do, so that only one operation waits. */
START_TEST(waits_in_succession_are_one_step)
{
	ISEND(0, 8, 1, 5, 1);
	ISEND(0, 9, 1, 5, 2);
	CALC(0, 2);
	WAIT(0, 1);
	WAIT(0, 2);
	CALC(0, 3);
	RECV(1, 0, 5);
	RECV(1, 0, 5);
	expect(2, "num_ranks 2 rank 0 { l1: send 8b to 1 l2: send 9b to 1 tag 1 l3: calc 2\n"
		  " l4: calc 0 l4 requires l1 l4 requires l2 l4 requires l3\n"
		  " l5: calc 3 l5 requires l4 }\n"
		  " rank 1 { l1: recv 8b from 0 l2: recv 9b from 0 tag 1 l2 requires l1 } ");
}
END_TEST

/* Requests begin in the order of their numbers: 3 began before 5, with nothing to wait for. */
START_TEST(a_late_request_is_its_threads)
{
	ISEND(0, 8, 1, 5, 5);
	ADD(0, .kind = TRACE_SEND, .size = 9, .peer = 1, .tag = 5, .request = 3, .step = true);
	CALC(0, 2);
	RECV(1, 0, 5);
	RECV(1, 0, 5);
	expect(2, "num_ranks 2 rank 0 { l1: send 8b to 1 l2: send 9b to 1 tag 1\n"
		  " l3: calc 2 l3 requires l2 }\n"
		  " rank 1 { l1: recv 8b from 0 l2: recv 9b from 0 tag 1 l2 requires l1 } ");
}
END_TEST

/* A request of two steps: the second one begins when all of the first one has ended. */
START_TEST(steps_of_a_request)
{
	for (uint32_t rank = 0; rank < 2; rank++) {
		for (int step = 0; step < 2; step++) {
			ADD(rank, .kind = TRACE_SEND, .peer = !rank, .request = 1);
			ADD(rank, .kind = TRACE_RECV, .peer = !rank, .request = 1, .step = true,
			    .derived = false);
		}
		CALC(rank, 5);
		WAIT(rank, 1);
	}
#define BODY(peer)									\
	"{ l1: send 0b to " peer " l2: recv 0b from " peer " l3: calc 0\n"		\
	" l3 requires l1 l3 requires l2 l4: send 0b to " peer " tag 1 l4 requires l3\n"	\
	" l5: recv 0b from " peer " tag 1 l5 requires l3 l6: calc 0\n"			\
	" l6 requires l4 l6 requires l5 l7: calc 5 l8: calc 0 l8 requires l6 l8 requires l7 } "
	expect(2, "num_ranks 2 rank 0 " BODY("1") "rank 1 " BODY("0"));
}
END_TEST

/* The second thread begins where the first one is. */
START_TEST(threads_go_on_side_by_side)
{
	CALC(0, 1);
	ADD(0, .kind = TRACE_CALC, .size = 2, .thread = 1, .step = true);
	CALC(0, 3);
	expect(1, "num_ranks 1 rank 0 { l1: calc 1 l2: calc 2 cpu 1 l2 requires l1\n"
		  " l3: calc 3 l3 requires l1 } ");
}
END_TEST

/* The first thread has come to the end of the request that it waits for. */
START_TEST(a_thread_begins_where_another_waits)
{
	CALC(0, 1);
	ISEND(0, 8, 1, 5, 1);
	WAIT(0, 1);
	ADD(0, .kind = TRACE_CALC, .size = 2, .thread = 1, .step = true);
	RECV(1, 0, 5);
	expect(2, "num_ranks 2 rank 0 { l1: calc 1 l2: send 8b to 1 l2 requires l1\n"
		  " l3: calc 2 cpu 1 l3 requires l2 } rank 1 { l1: recv 8b from 0 } ");
}
END_TEST

/* Another process with the same rank counts its requests anew. */
START_TEST(a_second_life)
{
	for (int life = 0; life < 2; life++) {
		ISEND(0, 8 + life, 1, 5, 1);
		WAIT(0, 1);
		/* A message of the first life is not received in the second. */
		if (life)
			RECV(1, 0, 5);
		trace_revive(trace, 0);
		trace_revive(trace, 1);
	}
	expect(2, "num_ranks 2 rank 0 { l1: send 8b to 1 l2: send 9b to 1 tag 1 l2 requires l1 }\n"
		  " rank 1 { l1: recv 9b from 0 tag 1 l2: recv 8b from 0 cpu 1 } ");
}
END_TEST

/* --- what cannot be --- */

static void refuse(int err, const struct trace_event *event, uint64_t count)
{
	uint32_t before = trace_events(trace);

	ck_assert_int_eq(trace_add(trace, 0, event, count), err);
	ck_assert_uint_eq(trace_events(trace), before);
}

#define REFUSE(...)	refuse(-EINVAL, &(struct trace_event){ __VA_ARGS__ }, 1)

START_TEST(what_cannot_be_is_refused)
{
	REFUSE(.kind = TRACE_WAIT + 1);
	REFUSE(.kind = TRACE_SEND, .peer = RANKS);
	REFUSE(.kind = TRACE_SEND, .peer = TRACE_ANY);
	REFUSE(.kind = TRACE_RECV, .peer = TRACE_NOBODY, .request = 1);
	/* A call that blocks knows at its end what it received. */
	REFUSE(.kind = TRACE_RECV, .peer = TRACE_ANY);
	REFUSE(.kind = TRACE_SEND, .peer = 1, .size = PROGRAM_SIZE + 1);
	REFUSE(.kind = TRACE_WAIT, .peer = TRACE_ANY);
	REFUSE(.kind = TRACE_WAIT, .peer = TRACE_ANY, .request = 1);
	ISEND(0, 8, 1, 5, UINT32_MAX);
	trace_revive(trace, 0);
	REFUSE(.kind = TRACE_SEND, .peer = 1, .request = 1);
}
END_TEST

START_TEST(a_trace_has_an_end)
{
	const struct trace_event event = { .kind = TRACE_SEND, .peer = 1 };

	ck_assert_int_eq(trace_add(trace, 0, &event, MOST), 0);
	refuse(-E2BIG, &event, 1);
	refuse(-E2BIG, &event, UINT64_MAX);
}
END_TEST

START_TEST(a_program_has_room_for_all_ranks_that_are_named)
{
	struct program *program;

	SEND(0, 8, 2, 5);
	ck_assert_int_eq(trace_program(trace, 2, &program, &gaps), -EINVAL);
	ck_assert_int_eq(trace_program(trace, RANKS + 1, &program, &gaps), -EINVAL);
	program_free(program_of(3));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_trace");
	TCase *tcase = tcase_create("trace");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, calls_that_block_follow_each_other);
	tcase_add_test(tcase, a_receive_gets_the_message_that_it_got);
	tcase_add_test(tcase, channels_are_apart);
	tcase_add_test(tcase, parts_of_collectives_are_apart);
	tcase_add_test(tcase, a_receive_from_any_is_one_from_the_sender);
	tcase_add_test(tcase, a_cancelled_receive_is_none);
	tcase_add_test(tcase, a_message_that_nobody_receives);
	tcase_add_test(tcase, a_receive_that_nobody_sends_to);
	tcase_add_test(tcase, memory_of_others);
	tcase_add_test(tcase, receives_of_a_ring_that_nobody_told);
	tcase_add_test(tcase, a_request_goes_on_while_its_rank_computes);
	tcase_add_test(tcase, a_request_that_is_waited_for_at_once);
	tcase_add_test(tcase, waits_in_succession_are_one_step);
	tcase_add_test(tcase, a_late_request_is_its_threads);
	tcase_add_test(tcase, steps_of_a_request);
	tcase_add_test(tcase, threads_go_on_side_by_side);
	tcase_add_test(tcase, a_thread_begins_where_another_waits);
	tcase_add_test(tcase, a_second_life);
	tcase_add_test(tcase, what_cannot_be_is_refused);
	tcase_add_test(tcase, a_trace_has_an_end);
	tcase_add_test(tcase, a_program_has_room_for_all_ranks_that_are_named);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
