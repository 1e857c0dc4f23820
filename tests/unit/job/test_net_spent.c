// SPDX-License-Identifier: GPL-2.0-only
/* How the time of ranks is divided. On one chip a message of 8 bytes takes 117 cycles. */

#include "netsim/job/job.h"
#include "suite.h"
#include "text.h"
#include "topo/gemini.h"

#define WAY	117

static struct job_spent spent[4];

/* Run a program on one Gemini. */
static void run(const char *text, const uint32_t *place)
{
	struct program *program = read_program(text);
	struct gemini_system system;
	struct net_traffic traffic;
	struct net_fabric fabric;
	struct net_config config = { .fabric = &fabric, .put_response = 3, .threads = 1 };
	struct topo topo;
	struct job *job;
	struct net *net;

	ck_assert_int_eq(topo_parse(&topo, "torus:1x1x1"), 0);
	ck_assert_int_eq(gemini_system(&system, &topo, -1), 0);
	ck_assert_int_eq(net_fabric_gemini(&fabric, &system), 0);
	ck_assert_int_eq(job_new(program, &fabric, place, &mpi_cray, &job, &traffic), 0);
	ck_assert_int_eq(job_keep_times(job), 0);
	ck_assert_int_eq(net_new(&config, &traffic, &net), 0);
	ck_assert_int_eq(net_drain(net, 1ull << 40), 0);
	ck_assert_int_eq(job_spend(job, spent), 0);
	net_free(net);
	job_free(job);
	program_free(program);
	net_fabric_free(&fabric);
}

static const uint32_t apart[] = { 0, 1 }, together[] = { 0, 0, 0 };

static void expect(uint32_t rank, uint64_t compute, uint64_t calls, uint64_t wait, uint64_t wire)
{
	ck_assert_uint_eq(spent[rank].compute, compute);
	ck_assert_uint_eq(spent[rank].calls, calls);
	ck_assert_uint_eq(spent[rank].wait, wait);
	ck_assert_uint_eq(spent[rank].wire, wire);
	ck_assert_uint_eq(spent[rank].end, compute + calls + wait + wire);
}

/* While the answer is not sent, none of it is under way; before that, the question was. */
START_TEST(question_and_answer)
{
	run("num_ranks 2 rank 0 { a: send 8b to 1\n b: recv 8b from 1\n b requires a\n}\n"
	    "rank 1 { a: recv 8b from 0\n b: send 8b to 0\n b requires a\n}", apart);
	expect(0, 0, JOB_SEND + JOB_RECV, WAY + JOB_RECV + JOB_SEND, WAY);
	/* Its last send ends a cycle after the packet has left, which is one of the wire. */
	ck_assert_uint_eq(spent[1].wait, JOB_SEND);
	ck_assert_uint_eq(spent[1].calls, JOB_SEND + JOB_RECV);
	ck_assert_uint_ge(spent[1].wire, WAY);
	ck_assert_uint_eq(spent[1].end, spent[1].calls + spent[1].wait + spent[1].wire);
}
END_TEST

/* 1,000 ns are 800 cycles: more than a message of 8 bytes takes, which waits. */
START_TEST(who_computes_does_not_wait)
{
	run("num_ranks 2 rank 0 { send 8b to 1\n}\n"
	    "rank 1 { a: calc 1000\n b: recv 8b from 0\n b requires a\n}", apart);
	expect(1, 800, JOB_RECV, 0, 0);
}
END_TEST

/* The way of an atomic operation is 96 cycles there and 91 back; the other rank does nothing. */
START_TEST(atomic_operation)
{
	run("num_ranks 2 rank 0 { amo 8b to 1\n}", apart);
	expect(0, 0, JOB_AMO, 0, 96 + 91);
	expect(1, 0, 0, 0, 0);
}
END_TEST

/* A put of 8 bytes likewise, but its response has 3 phits: 88 back. */
START_TEST(put_into_memory)
{
	run("num_ranks 2 rank 0 { put 8b to 1\n}", apart);
	expect(0, 0, JOB_AMO, 0, 96 + 88);
	expect(1, 0, 0, 0, 0);
}
END_TEST

/* A get of 8 bytes asks with 8 phits and is answered by 6. */
START_TEST(get_from_memory)
{
	run("num_ranks 2 rank 0 { get 8b from 1\n}", apart);
	expect(0, 0, JOB_AMO, 0, 93 + 91);
	expect(1, 0, 0, 0, 0);
}
END_TEST

/* Without a network there is no wire. */
START_TEST(ranks_of_one_node)
{
	run("num_ranks 2 rank 0 { a: calc 1000\n b: send 8b to 1\n b requires a\n}\n"
	    "rank 1 { recv 8b from 0\n}", together);
	expect(0, 800, JOB_SEND, 0, 0);
	expect(1, 0, JOB_RECV, 800 + JOB_SEND, 0);
}
END_TEST

/* The data of a long message move when its receive has been posted: until then its sender waits. */
START_TEST(a_long_message_waits_for_its_receive)
{
	run("num_ranks 2 rank 0 { send 8192b to 1\n}\n"
	    "rank 1 { a: calc 10000\n b: recv 8192b from 0\n b requires a\n}", apart);
	ck_assert_uint_eq(spent[0].wait, 8000 - JOB_SEND);
	ck_assert_uint_gt(spent[0].wire, 0);
	ck_assert_uint_eq(spent[0].end, JOB_SEND + spent[0].wait + spent[0].wire);
	ck_assert_uint_eq(spent[1].wait, 0);
	ck_assert_uint_gt(spent[1].wire, 0);
	ck_assert_uint_eq(spent[1].end, 8000 + JOB_RECV + spent[1].wire);
}
END_TEST

/* Two streams that are busy at once are not waiting. */
START_TEST(streams_beside_each_other)
{
	run("num_ranks 1 rank 0 { calc 1000\n calc 500 cpu 1\n}", together);
	ck_assert_uint_eq(spent[0].compute, 800 + 400);
	ck_assert_uint_eq(spent[0].wait + spent[0].wire, 0);
	ck_assert_uint_eq(spent[0].end, 800);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_spent");
	TCase *tcase = tcase_create("spent");

	tcase_add_test(tcase, question_and_answer);
	tcase_add_test(tcase, who_computes_does_not_wait);
	tcase_add_test(tcase, atomic_operation);
	tcase_add_test(tcase, put_into_memory);
	tcase_add_test(tcase, get_from_memory);
	tcase_add_test(tcase, ranks_of_one_node);
	tcase_add_test(tcase, a_long_message_waits_for_its_receive);
	tcase_add_test(tcase, streams_beside_each_other);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
