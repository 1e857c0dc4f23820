// SPDX-License-Identifier: GPL-2.0-only
/* Jobs: programs on a machine, in the event engine. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "netsim/collective/collective.h"
#include "played.h"

/* --- operations --- */

static const uint32_t together[] = { 0, 0 }, apart[] = { 0, 1 };

/* 100 ns are 80 cycles of 1.25 ns; a fraction of a cycle counts as one. */
START_TEST(computations_follow_each_other)
{
	machine_start("torus:2");
	expect_end("num_ranks 1 rank 0 {\n a: calc 100\n b: calc 101\n b requires a\n}", apart,
		   80 + 81);
	net_fabric_free(&fabric);
}
END_TEST

/* One after the other on a stream of execution, side by side on two. */
START_TEST(streams_of_execution)
{
	machine_start("torus:2");
	expect_end("num_ranks 1 rank 0 {\n calc 100\n calc 100\n}", apart, 160);
	expect_end("num_ranks 1 rank 0 {\n calc 100\n calc 100 cpu 1\n}", apart, 80);
	net_fabric_free(&fabric);
}
END_TEST

START_TEST(irequires_waits_for_the_start)
{
	machine_start("torus:2");
	expect_end("num_ranks 1 rank 0 {\n a: calc 1000\n b: calc 100 cpu 1\n b irequires a\n}",
		   apart, 800);
	expect_end("num_ranks 1 rank 0 {\n a: calc 1000\n b: calc 100 cpu 1\n b requires a\n}",
		   apart, 880);
	expect_end("num_ranks 1 rank 0 {\n a: calc 1000\n b: calc 2000 cpu 1\n c: calc 5\n"
		   " b irequires a\n c requires a\n}", apart, 1600);
	net_fabric_free(&fabric);
}
END_TEST

/* Within a node a message takes the times of its two ends only. */
START_TEST(ranks_of_a_node_need_no_network)
{
	struct played played;

	machine_start("torus:2");
	played = play("num_ranks 2 rank 0 {\n send 1000b to 1\n}\nrank 1 {\n recv 1000b from 0\n}",
		      together);
	ck_assert_uint_eq(played.end, JOB_SEND + JOB_RECV);
	ck_assert_uint_eq(played.totals.injected, 0);
	played_end(&played);
	net_fabric_free(&fabric);
}
END_TEST

/* Up to 16 bytes a message is one PUT of 64 bytes, 117 cycles to the other NIC of the chip. */
START_TEST(small_message)
{
	machine_start("torus:2");
	expect_end("num_ranks 2 rank 0 {\n send 8b to 1\n}\nrank 1 {\n recv 8b from 0\n}", apart,
		   JOB_SEND + 117 + JOB_RECV);
	net_fabric_free(&fabric);
}
END_TEST

/* Nobody receives it, but it is small: its packet leaves in the cycle in which the NIC gets it. */
START_TEST(small_send_ends_after_its_last_packet)
{
	struct played played;

	machine_start("torus:2");
	played = play("num_ranks 2 rank 0 {\n send 8b to 1\n}", apart);
	ck_assert_uint_eq(played.end, JOB_SEND + 1);
	played_end(&played);
	net_fabric_free(&fabric);
}
END_TEST

/* --- matching --- */

/* The second message is received first; each receive gets its own. */
START_TEST(tags_match)
{
	machine_start("torus:2");
	expect_end("num_ranks 2\n"
		   "rank 0 {\n a: send 8b to 1 tag 1\n b: send 8b to 1 tag 2\n b requires a\n}\n"
		   "rank 1 {\n c: recv 8b from 0 tag 2\n d: recv 8b from 0 tag 1\n"
		   " d requires c\n}", together, 2 * JOB_SEND + 2 * JOB_RECV);
	net_fabric_free(&fabric);
}
END_TEST

START_TEST(wildcards_match_all)
{
	machine_start("torus:2");
	expect_end("num_ranks 3\nrank 0 {\n send 8b to 2 tag 7\n}\nrank 1 {\n send 8b to 2\n}\n"
		   "rank 2 {\n recv 8b from -1 tag -1\n recv 8b from -1 tag -1 cpu 1\n}",
		   (uint32_t[]){ 0, 0, 0 }, JOB_SEND + JOB_RECV);
	net_fabric_free(&fabric);
}
END_TEST

/* By hand, without an engine: the header that was sent last arrives first, and has to wait. */
START_TEST(headers_are_taken_in_the_order_of_sending)
{
	struct program *program = read_program("num_ranks 2\n"
		"rank 0 {\n send 8b to 1 tag 1\n send 8b to 1 tag 2\n}\n"
		"rank 1 {\n recv 8b from 0 tag -1\n recv 8b from 0 tag -1\n}");
	struct net_notice notice = { .node = 2, .event = NET_ARRIVED };
	const uint32_t place[] = { 0, 2 };
	struct net_transfer first, second;
	struct net_traffic traffic;
	struct job *job;

	machine_start("torus:2");
	ck_assert_int_eq(job_new(program, &fabric, place, &mpi_cray, &job, &traffic), 0);
	ck_assert_uint_eq(traffic.step(job, 0, 0, NULL), JOB_SEND);
	ck_assert_uint_eq(traffic.step(job, 1, 0, NULL), NET_FOREVER);
	ck_assert_uint_eq(traffic.step(job, 0, JOB_SEND, NULL), 2 * JOB_SEND);
	ck_assert(traffic.next(job, 0, &first));
	ck_assert(!traffic.next(job, 0, &second));
	ck_assert_uint_eq(traffic.step(job, 0, 2 * JOB_SEND, NULL), NET_FOREVER);
	ck_assert(traffic.next(job, 0, &second));
	notice.id = second.id;
	ck_assert_uint_eq(traffic.step(job, 1, 2000, &notice), NET_FOREVER);
	notice.id = first.id;
	ck_assert_uint_eq(traffic.step(job, 1, 2001, &notice), 2001 + JOB_RECV);
	ck_assert_uint_eq(traffic.step(job, 1, 2001 + JOB_RECV, NULL), 2001 + 2 * JOB_RECV);
	job_free(job);
	program_free(program);
	net_fabric_free(&fabric);
}
END_TEST

/* The engine asks only NICs that are ready: here the second one of the first chip. */
START_TEST(nics_with_something_to_issue_are_ready)
{
	struct program *program = read_program("num_ranks 2\nrank 0 {\n send 8b to 1\n"
					       " send 8b to 1\n}\nrank 1 {\n}");
	struct net_transfer transfer;
	struct net_traffic traffic;
	struct job *job;

	machine_start("torus:2");
	ck_assert_int_eq(job_new(program, &fabric, (const uint32_t[]){ 1, 2 }, &mpi_cray, &job,
				 &traffic), 0);
	traffic.step(job, 0, 0, NULL);
	ck_assert_uint_eq(traffic.ready[0], 0);
	traffic.step(job, 0, JOB_SEND, NULL);
	traffic.step(job, 0, 2 * JOB_SEND, NULL);
	ck_assert_uint_eq(traffic.ready[0], 1 << 1);
	ck_assert(traffic.next(job, 1, &transfer));
	ck_assert_uint_eq(traffic.ready[0], 1 << 1);
	ck_assert(traffic.next(job, 1, &transfer));
	ck_assert_uint_eq(traffic.ready[0], 0);
	ck_assert_uint_eq(traffic.ready[1], 0);
	job_free(job);
	program_free(program);
	net_fabric_free(&fabric);
}
END_TEST

/* Take so many transfers of node 0, whose bytes count from 1 on. */
static void expect_transfers(const struct net_traffic *traffic, struct job *job,
			     unsigned int count)
{
	struct net_transfer transfer;

	for (unsigned int bytes = 1; bytes <= count; bytes++) {
		ck_assert(traffic->next(job, 0, &transfer));
		ck_assert_uint_eq(transfer.bytes, bytes);
	}
	ck_assert(!traffic->next(job, 0, &transfer));
}

/* Likewise: many transfers come after a few, so that their queue grows in the middle. */
START_TEST(transfers_leave_in_the_order_of_their_operations)
{
	char text[2048] = "num_ranks 2\nrank 0 {\n c: calc 1000 cpu 99\n";
	size_t length = strlen(text);
	struct net_traffic traffic;
	struct program *program;
	struct job *job;

	for (int i = 1; i <= 5; i++)
		length += snprintf(text + length, sizeof(text) - length,
				   " put %db to 1 cpu %d\n", i, i);
	for (int i = 1; i <= 20; i++)
		length += snprintf(text + length, sizeof(text) - length,
				   " q%d: put %db to 1 cpu %d\n q%d requires c\n", i, i, 20 + i, i);
	strcpy(text + length, "}");
	program = read_program(text);
	machine_start("torus:2");
	ck_assert_int_eq(job_new(program, &fabric, (uint32_t []){ 0, 2 }, &mpi_cray, &job,
				 &traffic), 0);
	traffic.step(job, 0, JOB_AMO, NULL);
	expect_transfers(&traffic, job, 5);
	traffic.step(job, 0, 800, NULL);
	traffic.step(job, 0, 800 + JOB_AMO, NULL);
	expect_transfers(&traffic, job, 20);
	job_free(job);
	program_free(program);
	net_fabric_free(&fabric);
}
END_TEST

/* Without an engine: the transfers that a rank's node gets to send. */
START_TEST(transfers_go_as_their_operation_says)
{
	static const char *const texts[] = {
		"num_ranks 2\nrank 0 {\n send 8b to 1%s\n}\nrank 1 {\n recv 8b from 0\n}",
		"num_ranks 2\nrank 0 {\n amo 8b to 1%s\n}",
	};
	const uint32_t place[] = { 0, 2 };
	struct net_transfer transfer;
	struct net_traffic traffic;
	struct program *program;
	char text[128];
	struct job *job;
	uint64_t cycle;
	int named;

	machine_start("torus:2");
	for (named = 0; named < 2; named++) {
		snprintf(text, sizeof(text), texts[_i], named ? " routing valiant" : "");
		program = read_program(text);
		ck_assert_int_eq(job_new(program, &fabric, place, &mpi_cray, &job, &traffic),
				 0);
		for (cycle = 0; !traffic.next(job, 0, &transfer);)
			cycle = traffic.step(job, 0, cycle, NULL);
		ck_assert_uint_eq(transfer.routing, named ? NET_ROUTED(NET_VALIANT) : 0);
		job_free(job);
		program_free(program);
	}
	net_fabric_free(&fabric);
}
END_TEST

static const struct stuck_case {
	const char *text;
	uint32_t rank;
	unsigned int line;
} stuck_cases[] = {
	{ "num_ranks 2\nrank 1 {\n recv 8b from 0\n}", 1, 3 },
	{ "num_ranks 2\nrank 0 {\n send 8b to 1 tag 1\n}\nrank 1 {\n recv 8b from 0\n}", 1, 6 },
	/* Large messages wait for their receives. */
	{ "num_ranks 2\nrank 0 {\n send 8192b to 1\n}", 0, 3 },
	{ "num_ranks 2\nrank 0 {\n a: calc 1\n b: recv 1b from 1\n c: calc 1\n c requires b\n"
	  " b requires a\n}", 0, 4 },
};

START_TEST(what_never_comes_is_named)
{
	const struct stuck_case *stuck = &stuck_cases[_i];
	const struct program_op *op = NULL;
	struct played played;

	machine_start("torus:2");
	played = play(stuck->text, apart);
	ck_assert_uint_eq(job_waiting(played.job, 0, &op), stuck->rank);
	ck_assert_uint_eq(op->line, stuck->line);
	ck_assert_uint_eq(job_waiting(played.job, stuck->rank + 1, &op), 2);
	played_end(&played);
	net_fabric_free(&fabric);
}
END_TEST

/* --- protocols --- */

/*
 * A job makes as many packets of a message as a list of messages does, and one more, with its
 * response, to clear the way for the block engine.
 */
static const struct size_case {
	uint64_t bytes;
	uint64_t packets;	/* requests and responses */
} size_cases[] = {
	{ 0, 2 * 1 }, { 16, 2 * 1 }, { 17, 2 * 2 }, { 4096, 2 * (1 + 64) },
	{ 4097, 2 * (1 + 65) }, { 262144, 2 * (1 + 4096) },
	{ 262145, 2 * (1 + 1 + 4097 + 2) }, { 1048576, 2 * (1 + 1 + 16384 + 4) },
};

START_TEST(messages_by_size)
{
	const struct size_case *size = &size_cases[_i];
	struct played played;
	char text[128];

	machine_start("torus:4");
	snprintf(text, sizeof(text),
		 "num_ranks 2 rank 0 {\n send %jub to 1\n}\nrank 1 {\n recv %jub from 0\n}",
		 (uintmax_t)size->bytes, (uintmax_t)size->bytes);
	played = play(text, (uint32_t[]){ 0, 2 });
	ck_assert_uint_eq(played.totals.delivered, size->packets);
	ck_assert_uint_ge(played.end, JOB_SEND + JOB_RECV + 2 * 84);
	played_end(&played);
	net_fabric_free(&fabric);
}
END_TEST

/* 5 MiB are 81,920 packets, and take 546 us, 437,000 cycles, at 9.6 GB/s. */
START_TEST(message_of_more_than_65536_packets_arrives_whole)
{
	const struct program_op *op;
	struct played played;

	machine_start("torus:2");
	played = play("num_ranks 2\nrank 0 {\n send 5242880b to 1\n}\n"
		      "rank 1 {\n recv 5242880b from 0\n}", (uint32_t []){ 0, 2 });
	ck_assert_uint_eq(job_waiting(played.job, 0, &op), 2);
	ck_assert_uint_ge(played.end, 437000);
	ck_assert_uint_le(played.end, 2 * 437000);
	played_end(&played);
	net_fabric_free(&fabric);
}
END_TEST

/* A small send ends though nobody receives yet; a large one waits for its receive. */
START_TEST(large_sends_wait_for_their_receive)
{
	const char *text = "num_ranks 2\nrank 0 {\n send %ub to 1\n}\n"
			   "rank 1 {\n a: calc 1000000\n b: recv %ub from 0\n b requires a\n}";
	const unsigned int bytes[] = { 4096, 8192, 1048576 };
	const uint32_t place[] = { 0, 2 };
	const struct program_op *op;
	struct net_traffic traffic;
	struct program *program;
	struct job *job;
	char lines[160];
	struct net *net;

	machine_start("torus:4");
	snprintf(lines, sizeof(lines), text, bytes[_i], bytes[_i]);
	program = read_program(lines);
	ck_assert_int_eq(job_new(program, &fabric, place, &mpi_cray, &job, &traffic), 0);
	ck_assert_int_eq(net_new(&config, &traffic, &net), 0);
	ck_assert_int_eq(net_run(net, 10000), 0);
	ck_assert_uint_eq(job_waiting(job, 0, &op), _i ? 0 : 1);
	ck_assert_int_eq(net_run(net, NET_FOREVER), 0);
	ck_assert_uint_eq(job_waiting(job, 0, &op), 2);
	ck_assert_uint_ge(job_end(job), 800000 + JOB_RECV);
	net_free(net);
	job_free(job);
	program_free(program);
	net_fabric_free(&fabric);
}
END_TEST

/* --- the host interface --- */

static uint64_t message_end(uint64_t bytes)
{
	struct played played;
	char text[128];
	uint64_t end;

	snprintf(text, sizeof(text),
		 "num_ranks 2 rank 0 {\n send %jub to 1\n}\nrank 1 {\n recv %jub from 0\n}",
		 (uintmax_t)bytes, (uintmax_t)bytes);
	played = play(text, apart);
	end = played.end;
	played_end(&played);
	return end;
}

/*
 * Within a chip nothing is slower than the host interface: 64 bytes take 76/9.6 ns by FMA, 88/9.6
 * by the block engine, which are 6 1/3 and 7 1/3 router cycles. The NIC that sends 256 KiB by its
 * block engine has to answer a GET, too, which is a turn of less than 7.
 */
static const struct host_case {
	uint64_t bytes;		/* twice as many take longer by */
	uint64_t packets;
	uint64_t thirds;	/* of a cycle, each */
} host_cases[] = {
	{ 2048, 32, 19 }, { 131072, 2048, 19 }, { 1048576, 16384, 22 },
};

/* The header is FMA's, the data the block engine's: one transfer each, though of many packets. */
START_TEST(the_block_engine_makes_one_transfer_of_large_data)
{
	const struct net_nic_packets *fma, *bte;
	struct played played;

	machine_start("torus:2");
	played = play("num_ranks 2 rank 0 {\n send 1048576b to 1\n} rank 1 {\n"
		      " recv 1048576b from 0\n}", apart);
	fma = &played.nic.at[NET_REQUESTS_SENT][NET_FMA_PUT];
	bte = &played.nic.at[NET_REQUESTS_SENT][NET_BTE_PUT];
	ck_assert_uint_eq(bte->transfers, 1);
	ck_assert_uint_eq(bte->packets, 16384);
	ck_assert_uint_eq(bte->packets + bte->data, 81920);
	ck_assert_uint_eq(fma->transfers, 1);
	ck_assert_uint_eq(fma->packets, 1);
	played_end(&played);
	net_fabric_free(&fabric);
}
END_TEST

START_TEST(host_interface_sets_the_pace)
{
	const struct host_case *host = &host_cases[_i];
	uint64_t least = host->packets * host->thirds / 3, more;

	machine_start("torus:2");
	more = message_end(2 * host->bytes) - message_end(host->bytes);
	ck_assert_uint_ge(more, least);
	ck_assert_uint_le(more, least + 9 + 7 * (host->packets / 4096));
	net_fabric_free(&fabric);
}
END_TEST

/* No response comes for a long time: the NIC stops at 1,024 packets, and goes on with the first. */
START_TEST(outstanding_packets_are_limited)
{
	const char *text = "num_ranks 2 rank 0 {\n send 262144b to 1\n}\n"
			   "rank 1 {\n recv 262144b from 0\n}";
	struct program *program = read_program(text);
	struct net_traffic traffic;
	struct net_totals totals;
	struct job *job;
	struct net *net;

	machine_start("torus:4");
	config.turnaround = 100000;
	ck_assert_int_eq(job_new(program, &fabric, apart, &mpi_cray, &job, &traffic), 0);
	ck_assert_int_eq(net_new(&config, &traffic, &net), 0);
	ck_assert_int_eq(net_run(net, 50000), 0);
	net_totals(net, &totals);
	ck_assert_uint_eq(totals.injected, 1 + JOB_OUTSTANDING);	/* and the header */
	ck_assert_int_eq(net_run(net, NET_FOREVER), 0);
	net_totals(net, &totals);
	ck_assert_uint_eq(totals.injected, 2 * (1 + 4096));
	net_free(net);
	job_free(job);
	program_free(program);
	net_fabric_free(&fabric);
}
END_TEST

/* --- truncation --- */

/* The second of three messages is larger than its receive; the third one is smaller. */
START_TEST(larger_messages_than_receives_are_found)
{
	struct job_truncation found;
	struct played played;
	uint32_t number = 0;

	machine_start("torus:2");
	played = play("num_ranks 2\nrank 0 {\n send 8b to 1\n send 9b to 1\n send 7b to 1\n}\n"
		      "rank 1 {\n recv 8b from 0\n recv 8b from 0\n recv 8b from 0\n}", apart);
	ck_assert(job_truncated(played.job, &number, &found));
	ck_assert_uint_eq(found.from, 0);
	ck_assert_uint_eq(found.to, 1);
	ck_assert_uint_eq(found.send->line, 4);
	ck_assert_uint_eq(found.recv->line, 9);
	ck_assert(!job_truncated(played.job, &number, &found));
	played_end(&played);
	net_fabric_free(&fabric);
}
END_TEST

/* --- ping-pong on a Gemini --- */

/*
 * 1.5 us from rank to rank on a chip, 105 ns more a hop, and what the slower tile takes longer for
 * 32 phits: of 128, 160 and 256 ticks instead of 125, in whole cycles 0, 8 and 33. 1,000 times
 * there and back.
 */
static const struct ping_case {
	enum way over;
	uint64_t us_100;	/* in 10 ns */
} ping_cases[] = {
	{ CHIP, 300000 }, { MEZZANINE, 321000 }, { BACKPLANE, 323000 }, { CABLE, 329250 },
};

START_TEST(thousand_pingpongs)
{
	const struct ping_case *ping = &ping_cases[_i];
	struct program_plan plan = { .ranks = 2, .bytes = 8, .count = 1000 };
	const struct program_kind *kind = program_kinds;
	struct gemini_system system;
	struct program *program;
	struct played played;
	uint32_t place[2];

	gemini_start("4x4x16", &system);
	pair_place(&system, ping->over, place);
	while (strcmp(kind->name, "pingpong"))
		kind++;
	plan.kind = kind;
	plan.algorithm = kind->algorithms;
	ck_assert_int_eq(program_generate(&plan, &program_limits_default, &program), 0);
	played = play_program(program, place);
	ck_assert_uint_eq(played.end * 125, ping->us_100 * 1000);
	played_end(&played);
	net_fabric_free(&fabric);
}
END_TEST

START_TEST(no_such_node)
{
	struct program *program = read_program("num_ranks 1\n");
	struct net_traffic traffic;
	struct job *job;

	machine_start("torus:2");
	ck_assert_int_eq(job_new(program, &fabric, (uint32_t[]){ 4 }, &mpi_cray, &job,
				 &traffic), -EINVAL);
	program_free(program);
	net_fabric_free(&fabric);
}
END_TEST

/* --- machines that break --- */

/* The only link is dead from the beginning: the message is lost, and its request fails in time. */
START_TEST(lost_message_leaves_its_receiver_waiting)
{
	static const uint32_t over[] = { 0, 2 };
	struct net_change dead = { .kind = NET_FAIL };
	const struct net_changes changes = { .list = &dead, .count = 1, .timeout = 1000 };
	const struct program_op *op = NULL;
	struct played played;

	machine_start("mesh:2");
	dead.lanes = (1u << fabric.lanes[0]) - 1;
	config.changes = &changes;
	played = play("num_ranks 2\nrank 0 {\n send 8b to 1\n}\nrank 1 {\n recv 8b from 0\n}",
		      over);
	ck_assert_uint_eq(job_failed(played.job), 1);
	ck_assert_uint_eq(job_waiting(played.job, 0, &op), 1);
	ck_assert_uint_eq(op->line, 6);
	played_end(&played);
	net_fabric_free(&fabric);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_job");
	TCase *tcase = tcase_create("job");

	tcase_set_timeout(tcase, 2 * HANG_SECONDS);
	tcase_add_test(tcase, computations_follow_each_other);
	tcase_add_test(tcase, streams_of_execution);
	tcase_add_test(tcase, irequires_waits_for_the_start);
	tcase_add_test(tcase, ranks_of_a_node_need_no_network);
	tcase_add_test(tcase, small_message);
	tcase_add_test(tcase, small_send_ends_after_its_last_packet);
	tcase_add_test(tcase, tags_match);
	tcase_add_test(tcase, wildcards_match_all);
	tcase_add_test(tcase, headers_are_taken_in_the_order_of_sending);
	tcase_add_test(tcase, nics_with_something_to_issue_are_ready);
	tcase_add_test(tcase, transfers_leave_in_the_order_of_their_operations);
	tcase_add_test(tcase, message_of_more_than_65536_packets_arrives_whole);
	tcase_add_loop_test(tcase, transfers_go_as_their_operation_says, 0, 2);
	tcase_add_loop_test(tcase, what_never_comes_is_named, 0, LENGTH(stuck_cases));
	tcase_add_loop_test(tcase, messages_by_size, 0, LENGTH(size_cases));
	tcase_add_loop_test(tcase, large_sends_wait_for_their_receive, 0, 3);
	tcase_add_test(tcase, the_block_engine_makes_one_transfer_of_large_data);
	tcase_add_loop_test(tcase, host_interface_sets_the_pace, 0, LENGTH(host_cases));
	tcase_add_test(tcase, outstanding_packets_are_limited);
	tcase_add_test(tcase, larger_messages_than_receives_are_found);
	tcase_add_loop_test(tcase, thousand_pingpongs, 0, LENGTH(ping_cases));
	tcase_add_test(tcase, lost_message_leaves_its_receiver_waiting);
	tcase_add_test(tcase, no_such_node);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
