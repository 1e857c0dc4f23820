// SPDX-License-Identifier: GPL-2.0-only
/*
 * End points that poll, worked by hand. A message of B bytes that is given to the network at t is
 * sent at t + 10 * (B + 1), its head comes at t + 20, and its tail 10 * B later.
 */
#include "worm/ends.h"

#define PAIR "num_ranks 2\nrank 0 {\nl: send 4b to 1\n}\nrank 1 {\nl: recv 4b from 0\n}\n"

START_TEST(overheads)
{
	const struct host_config config = {
		.send_ps = 100, .recv_ps = 50, .long_bytes = HOST_SHORT,
	};
	struct ends ends = ends_run(PAIR, &config);

	ends_expect(&ends, 0, 0, 100);
	ends_expect(&ends, 1, 160, 210);
	ck_assert_uint_eq(ends.result.op[0].came, 160);
	ck_assert_uint_eq(ends.result.op[1].ready, 0);
	ck_assert_uint_eq(ends.result.match[0], 1 + 1);
	ck_assert_uint_eq(ends.result.end, 210);
	ends_spent(&ends, 0, 0, 100, 0);
	ends_spent(&ends, 1, 0, 50, 160);
	ends_free(&ends);
}
END_TEST

/* A rank that is late finds its message waiting. */
START_TEST(late_rank)
{
	const struct host_config config = {
		.send_ps = 100, .recv_ps = 50, .long_bytes = HOST_SHORT,
	};
	const uint64_t start[] = { 0, 5000 };
	struct ends ends = ends_run_from(PAIR, &config, start);

	ends_expect(&ends, 1, 5000, 5050);
	ck_assert_uint_eq(ends.result.rank[1].start, 5000);
	ck_assert_uint_eq(ends.result.rank[1].end, 5050);
	ends_spent(&ends, 1, 0, 50, 0);
	ends_free(&ends);
}
END_TEST

/* Sends begin 100 ps apart, and receptions too; the first message is there at 10 + 20. */
START_TEST(gap)
{
	const struct host_config config = {
		.send_ps = 10, .recv_ps = 15, .gap_ps = 100, .long_bytes = HOST_SHORT,
	};
	struct ends ends = ends_run("num_ranks 2\nrank 0 {\n"
				    "send 0b to 1\nsend 0b to 1\nsend 0b to 1\n}\nrank 1 {\n"
				    "c: calc 1\nr: recv 0b from 0\ns: recv 0b from 0\n"
				    "t: recv 0b from 0\n"
				    "r requires c\ns requires c\nt requires c\n}\n", &config);

	ends_expect(&ends, 0, 0, 10);
	ends_expect(&ends, 1, 100, 110);
	ends_expect(&ends, 2, 200, 210);
	ends_expect(&ends, 4, 1000, 1015);
	ends_expect(&ends, 5, 1100, 1115);
	ends_expect(&ends, 6, 1200, 1215);
	ends_spent(&ends, 0, 0, 30, 180);
	ends_spent(&ends, 1, 1000, 45, 170);
	ends_free(&ends);
}
END_TEST

#define LONG "num_ranks 2\nrank 0 {\nl: send 40b to 1\nc: calc 1\nc requires l\n}\n" \
	     "rank 1 {\nl: recv 40b from 0\nc: calc 1\nc irequires l\n}\n"

/* a, of 4 bytes, arrives 20 + 4 * G after the send's o_sl, the tail 20 + 40 * G. */
static struct host_config dma(uint64_t memory_byte_ps, bool blocking)
{
	return (struct host_config){
		.send_ps = 7000, .recv_ps = 7000, .byte_ps = 20, .long_bytes = 40,
		.long_send_ps = 20, .long_recv_ps = 30, .memory_byte_ps = memory_byte_ps,
		.interrupt_bytes = 4, .blocking = blocking,
	};
}

/* All is there when the receiver has computed: 1000 + o_rl + 40 G_m. */
START_TEST(long_message_that_waits)
{
	const struct host_config config = dma(5, false);
	struct ends ends = ends_run(LONG, &config);

	ends_expect(&ends, 0, 0, 20);
	ends_expect(&ends, 1, 20, 1020);
	ends_expect(&ends, 2, 1000, 1230);
	ends_expect(&ends, 3, 0, 1000);
	ck_assert_uint_eq(ends.result.op[0].came, 840);
	ends_free(&ends);
}
END_TEST

#define LONG_ALONE "num_ranks 2\nrank 0 {\nl: send 40b to 1\n}\nrank 1 {\nl: recv 40b from 0\n}\n"

/* Memory is faster than the network: o_sl + L + 40 G = 20 + 20 + 800. */
START_TEST(long_message_into_fast_memory)
{
	const struct host_config config = dma(5, false);
	struct ends ends = ends_run(LONG_ALONE, &config);

	ends_expect(&ends, 1, 120, 840);
	ends_spent(&ends, 1, 0, 30, 810);
	ends_free(&ends);
}
END_TEST

/* Memory is slower: o_sl + L + a G + o_rl + 40 G_m = 20 + 20 + 80 + 30 + 1200. */
START_TEST(long_message_into_slow_memory)
{
	const struct host_config config = dma(30, false);
	struct ends ends = ends_run(LONG_ALONE, &config);

	ends_expect(&ends, 1, 120, 1350);
	ends_free(&ends);
}
END_TEST

/* The last byte leaves at 20 + 800, and has left 10 later. */
START_TEST(blocking)
{
	const struct host_config config = dma(5, true);
	struct ends ends = ends_run(LONG, &config);

	ends_expect(&ends, 0, 0, 830);
	ends_expect(&ends, 1, 830, 1830);
	ends_spent(&ends, 0, 1000, 830, 0);
	ends_free(&ends);
	ends = ends_run(LONG_ALONE, &config);
	ends_expect(&ends, 1, 120, 840);
	ends_spent(&ends, 1, 0, 720, 120);
	ends_free(&ends);
}
END_TEST

/*
 * The first message is the longer one: its 40 bytes take 1200 ps from memory's DMA, beginning 10 +
 * 30 after its head. The second one's 20 bytes follow it.
 */
START_TEST(one_receiving_dma)
{
	const struct host_config config = {
		.long_bytes = 20, .long_send_ps = 5, .long_recv_ps = 10, .memory_byte_ps = 30,
	};
	struct ends ends = ends_run("num_ranks 3\nrank 0 {\nsend 40b to 2\n}\n"
				    "rank 1 {\nsend 20b to 2\n}\n"
				    "rank 2 {\nrecv 40b from 0\nrecv 20b from 1\n}\n", &config);

	ends_expect(&ends, 2, 25, 35 + 1200);
	/* It gets the way to the node when the first one's tail has left it, at 15 + 41 * 10. */
	ends_expect(&ends, 3, 435, 35 + 1200 + 600);
	ends_free(&ends);
}
END_TEST

START_TEST(streams_are_processors)
{
	const struct host_config config = { .send_ps = 300, .long_bytes = HOST_SHORT };
	struct ends ends = ends_run("num_ranks 2\nrank 0 {\ncalc 1\ncalc 2 cpu 3\n"
				    "send 0b to 1 cpu 3\n}\nrank 1 {\nrecv 0b from 0\n}\n",
				    &config);

	ends_expect(&ends, 0, 0, 1000);
	ends_expect(&ends, 1, 0, 2000);
	ends_expect(&ends, 2, 2000, 2300);
	ends_spent(&ends, 0, 3000, 300, 0);
	ends_free(&ends);
}
END_TEST

START_TEST(message_to_the_own_rank)
{
	const struct host_config config = {
		.send_ps = 100, .recv_ps = 50, .long_bytes = HOST_SHORT,
	};
	struct ends ends = ends_run("num_ranks 1\nrank 0 {\nsend 1000b to 0\n"
				    "recv 1000b from 0 cpu 1\n}\n", &config);

	ends_expect(&ends, 0, 0, 100);
	ends_expect(&ends, 1, 100, 150);
	ck_assert_uint_eq(ends.result.op[0].came, 100);
	ends_free(&ends);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("host_poll");
	TCase *tcase = tcase_create("poll");

	tcase_add_test(tcase, overheads);
	tcase_add_test(tcase, late_rank);
	tcase_add_test(tcase, gap);
	tcase_add_test(tcase, long_message_that_waits);
	tcase_add_test(tcase, long_message_into_fast_memory);
	tcase_add_test(tcase, long_message_into_slow_memory);
	tcase_add_test(tcase, blocking);
	tcase_add_test(tcase, one_receiving_dma);
	tcase_add_test(tcase, streams_are_processors);
	tcase_add_test(tcase, message_to_the_own_rank);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
