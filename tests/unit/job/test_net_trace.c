// SPDX-License-Identifier: GPL-2.0-only
/* Traces: what ranks did becomes a program that does the same, and ends. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "netsim/job/job.h"
#include "netsim/mix.h"
#include "netsim/trace/trace.h"
#include "suite.h"

#define RANKS	4
#define MOST	4096

static struct trace *trace;
static struct trace_gaps gaps;

static void setup(void)
{
	ck_assert_int_eq(trace_new(RANKS, MOST, &trace), 0);
}

static void teardown(void)
{
	trace_free(trace);
}

static void add(uint32_t rank, const struct trace_event *event)
{
	ck_assert_int_eq(trace_add(trace, rank, event, 1), 0);
}

#define ADD(rank, ...)	add(rank, &(struct trace_event){ __VA_ARGS__ })
#define CALC(rank, ns)	ADD(rank, .kind = TRACE_CALC, .size = (ns), .step = true)
#define SEND(rank, bytes, to, number)							\
	ADD(rank, .kind = TRACE_SEND, .size = (bytes), .peer = (to), .tag = (number), .step = true)
#define RECV(rank, from, number)							\
	ADD(rank, .kind = TRACE_RECV, .peer = (from), .tag = (number), .step = true)
#define ISEND(rank, bytes, to, number, id)						\
	ADD(rank, .kind = TRACE_SEND, .size = (bytes), .peer = (to), .tag = (number),		\
	    .request = (id))
#define IRECV(rank, from, number, id)							\
	ADD(rank, .kind = TRACE_RECV, .peer = (from), .tag = (number), .request = (id))
#define WAIT(rank, id)	ADD(rank, .kind = TRACE_WAIT, .peer = TRACE_ANY, .request = (id))
/* A wait that tells what a receive got. */
#define GOT(rank, id, from, number)							\
	ADD(rank, .kind = TRACE_WAIT, .peer = (from), .tag = (number), .request = (id))

static struct program *program_of(uint32_t ranks)
{
	struct program *program;

	ck_assert_int_eq(trace_program(trace, ranks, &program, &gaps), 0);
	return program;
}

/* Write one blank in place of each row of blanks and ends of lines. */
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

/* Compare the program with a text, but for blanks. */
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

/* The wait tells the message that a receive from any rank got. */
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

/* --- what nobody told --- */

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
	expect(2, "num_ranks 2 rank 1 { l1: calc 100 l2: calc 50 l2 requires l1 } ");
	ck_assert_uint_eq(gaps.recvs, 2);
}
END_TEST

/* Nobody waits for a PUT, nor for a GET; the rank that asked receives the answer meanwhile. */
START_TEST(memory_of_others)
{
	ADD(0, .kind = TRACE_PUT, .size = 64, .peer = 1, .step = true);
	ADD(0, .kind = TRACE_GET, .size = 32, .peer = 1, .step = true);
	expect(2, "num_ranks 2 rank 0 { l1: send 64b to 1 l2: send 0b to 1 tag 1\n"
		  " l3: recv 32b from 1 tag 2147483649 l3 requires l2 }\n"
		  " rank 1 { l1: recv 64b from 0 l2: recv 0b from 0 tag 1 l2 requires l1\n"
		  " l3: send 32b to 0 tag 2147483649 l3 requires l2 } ");
	ck_assert_uint_eq(gaps.sends + gaps.recvs, 0);
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

/* Nothing was done between the request and its wait: there is but one thing to wait for. */
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

/* Another process in the same place counts its requests anew. */
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
	/* A call that blocks knows at its end what it got. */
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

/* --- running --- */

static uint64_t drawn;

static uint32_t draw(uint32_t below)
{
	return net_mix_below(drawn++, below);
}

/* Run a program; the first rank that does not come to its end, or the number of ranks. */
static uint32_t run(const struct program *program)
{
	static const uint32_t place[RANKS] = { 0, 1, 2, 5 };
	const struct program_op *op;
	struct net_traffic traffic;
	struct net_fabric fabric;
	struct net_config config = { .fabric = &fabric, .put_response = 3, .threads = 1 };
	struct topo topo;
	struct job *job;
	struct net *net;
	uint32_t rank;

	ck_assert_int_eq(topo_parse(&topo, "torus:3"), 0);
	ck_assert_int_eq(net_fabric_classes(&fabric, &topo), 0);
	ck_assert_int_eq(job_new(program, &topo, place, &mpi_cray, &job, &traffic), 0);
	ck_assert_int_eq(net_new(&config, &traffic, &net), 0);
	ck_assert_int_eq(net_drain(net, 1ull << 40), 0);
	rank = job_waiting(job, 0, &op);
	net_free(net);
	job_free(job);
	net_fabric_free(&fabric);
	return rank;
}

/* Rank A sends to B, by a call or a request that A waits for at once or later; B likewise. */
static void exchange(uint32_t id)
{
	static const uint64_t sizes[] = { 0, 8, 100, 5000, 300000 };
	uint32_t a = draw(RANKS), b = draw(RANKS), tag = draw(3);
	uint64_t size = sizes[draw(5)];
	bool any = draw(2);

	IRECV(b, any ? TRACE_ANY : a, any ? TRACE_ANY : tag, 2 * id);
	if (a == b || draw(2))
		ISEND(a, size, b, tag, 2 * id + 1);
	else
		SEND(a, size, b, tag);
	if (draw(3))
		CALC(a, draw(1000));
	if (draw(2))
		CALC(b, draw(1000));
	GOT(b, 2 * id, a, tag);
}

/* Each of these happened as it stands, one line after the other: so it can happen again. */
START_TEST(what_has_happened_can_happen_again)
{
	struct program *program;

	drawn = 1000ull * _i;
	for (uint32_t i = 1; i <= 40; i++)
		exchange(i);
	program = program_of(RANKS);
	ck_assert_uint_eq(gaps.sends + gaps.recvs, 0);
	ck_assert_uint_eq(run(program), RANKS);
	program_free(program);
}
END_TEST

/* Any events that are not refused: nothing breaks, whether or not the program comes to its end. */
START_TEST(anything_becomes_a_program)
{
	drawn = 1000ull * _i + 500;
	for (int i = 0; i < 200; i++) {
		const struct trace_event event = {
			.kind = draw(7), .size = draw(100), .peer = draw(RANKS + 2) - 2,
			.tag = draw(2), .request = draw(12), .thread = draw(3), .step = draw(2),
			.derived = !draw(4), .channel = draw(2),
		};

		trace_add(trace, draw(RANKS), &event, 1 + draw(2));
	}
	program_free(program_of(RANKS));
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
	tcase_add_test(tcase, a_request_goes_on_while_its_rank_computes);
	tcase_add_test(tcase, a_request_that_is_waited_for_at_once);
	tcase_add_test(tcase, steps_of_a_request);
	tcase_add_test(tcase, threads_go_on_side_by_side);
	tcase_add_test(tcase, a_second_life);
	tcase_add_test(tcase, what_cannot_be_is_refused);
	tcase_add_test(tcase, a_trace_has_an_end);
	tcase_add_test(tcase, a_program_has_room_for_all_ranks_that_are_named);
	tcase_add_loop_test(tcase, what_has_happened_can_happen_again, 0, 100);
	tcase_add_loop_test(tcase, anything_becomes_a_program, 0, 200);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
