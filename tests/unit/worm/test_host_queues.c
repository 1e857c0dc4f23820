// SPDX-License-Identifier: GPL-2.0-only
/*
 * Full queues and shared ports of memories, worked by hand. A flit has a byte, a link takes 10 ps
 * for it, and a hop 10 ps; the output queue has 16 flits, the input queue 8.
 */
#include "worm/ends.h"

static struct ends run_queued(const char *text, const struct host_config *config,
			      const uint64_t *start, uint64_t port_ps)
{
	struct ends ends = { .program = read_program(text) };
	struct worm_config network;
	struct worm *worm;
	struct topo topo;

	ends_network(&topo, &network);
	network.queues = true;
	network.out.buffer = 8;
	network.port_ps = port_ps;
	ck_assert_int_eq(worm_new(&network, &worm), 0);
	ck_assert_int_eq(host_run(ends.program, NULL, start, worm, config, &ends.result), 0);
	worm_free(worm);
	return ends;
}

static const struct host_config queues = {
	.send_ps = 100, .recv_ps = 50, .long_bytes = HOST_SHORT, .receive = HOST_INTERRUPT,
	.stalls = true,
};

/* 31 flits leave from 100 to 410; the second send has done its work at 200. */
START_TEST(send_stalls_behind_a_message_that_leaves)
{
	struct host_config config = queues;
	struct ends ends = ends_run("num_ranks 2\n"
				    "rank 0 {\nsend 30b to 1\nsend 0b to 1\ncalc 1\n}\n"
				    "rank 1 {\nrecv 30b from 0\nrecv 0b from 0\n}\n", &config);

	ends_expect(&ends, 0, 0, 100);
	ends_expect(&ends, 1, 100, 410);
	ends_expect(&ends, 2, 410, 1410);
	ck_assert_uint_eq(ends.result.rank[0].stall, 210);
	ends_spent(&ends, 0, 1000, 410, 0);
	ends_free(&ends);
	config.stalls = false;
	ends = ends_run("num_ranks 2\nrank 0 {\nsend 30b to 1\nsend 0b to 1\n}\n"
			"rank 1 {\nrecv 30b from 0\nrecv 0b from 0\n}\n", &config);
	ends_expect(&ends, 1, 100, 200);
	ck_assert_uint_eq(ends.result.rank[0].stall, 0);
	ends_free(&ends);
}
END_TEST

/*
 * The receiver starts at 2000. Eight flits are in its queue and 16 in the sender's, the last of
 * them from 330 on. At 2050 the handler takes eight flits; flit 8 leaves over out, flit 24 leaves
 * the node 10 ps later, and the last flit, 30, from 2120 to 2130: then the second send ends. The
 * last flit goes over out from 2050 + 220 on, and is there at 2280. The second message follows.
 */
#define LATE "num_ranks 3\nrank 0 {\nsend 30b to 1\nsend 0b to 1\nrecv 0b from 2 cpu 1\n}\n" \
	     "rank 1 {\nrecv 30b from 0\nrecv 0b from 0\n}\nrank 2 {\nsend 0b to 0\n}\n"

START_TEST(full_input_queue_stalls_the_sender)
{
	const uint64_t start[] = { 0, 2000, 5000 };
	struct ends ends = run_queued(LATE, &queues, start, 0);

	ends_expect(&ends, 0, 0, 100);
	ends_expect(&ends, 1, 100, 2130);
	ends_expect(&ends, 3, 2000, 2280);
	ends_expect(&ends, 4, 2290, 2340);
	ck_assert_uint_eq(ends.result.rank[0].stall, 2130 - 200);
	ends_free(&ends);
}
END_TEST

/* A message comes at 620, and its handler has the processor of the send that stalls for 50 ps. */
START_TEST(handler_interrupts_a_stall)
{
	const uint64_t start[] = { 0, 2000, 500 };
	struct ends ends = run_queued(LATE, &queues, start, 0);

	ends_expect(&ends, 1, 100, 2130);
	ends_expect(&ends, 2, 620, 670);
	ck_assert_uint_eq(ends.result.rank[0].stall, 2130 - 200 - 50);
	ends_free(&ends);
}
END_TEST

/* --- DMAs --- */

static const struct host_config dma = {
	.byte_ps = 10, .long_bytes = 40, .long_send_ps = 20, .long_recv_ps = 30,
	.memory_byte_ps = 6, .blocking = true, .receive = HOST_INTERRUPT, .stalls = true,
};

/*
 * Byte k leaves its node at 20 + 10k, and is in the queue 20 ps later. The DMA begins at 70, and
 * takes 7 ps a byte, which is the port's time: from byte 6 on it waits for the network.
 */
START_TEST(dma_alone)
{
	struct ends ends = run_queued("num_ranks 2\nrank 0 {\nsend 40b to 1\n}\n"
				      "rank 1 {\nrecv 40b from 0\n}\n", &dma, NULL, 7);

	ends_expect(&ends, 0, 0, 430);
	ends_expect(&ends, 1, 40, 447);
	ends_free(&ends);
}
END_TEST

/*
 * At 70 byte 5 is sent and byte 1 could be received: the sending DMA comes first. From then on they
 * take turns, 14 ps a byte each. Byte 40 has the port from 560 on, and leaves until 570; byte 36 is
 * received from 567 on, and the last four need 7 ps each.
 */
#define BOTH_WAYS "num_ranks 2\nrank 0 {\nsend 40b to 1\nrecv 40b from 1\n}\n" \
		  "rank 1 {\nsend 40b to 0\nrecv 40b from 0\n}\n"

START_TEST(dmas_share_a_port)
{
	struct ends ends = run_queued(BOTH_WAYS, &dma, NULL, 7);

	ends_expect(&ends, 0, 0, 570);
	ends_expect(&ends, 1, 40, 602);
	ends_expect(&ends, 2, 0, 570);
	ends_expect(&ends, 3, 40, 602);
	ends_free(&ends);
	ends = run_queued(BOTH_WAYS, &dma, NULL, 0);
	ends_expect(&ends, 0, 0, 430);
	ends_expect(&ends, 3, 40, 446);
	ends_free(&ends);
}
END_TEST

/* --- what is refused --- */

START_TEST(queues_that_are_refused)
{
	struct program *program = read_program("num_ranks 1\nrank 0 {\ncalc 1\n}\n");
	struct host_config config = queues;
	struct worm_config network;
	struct topo topo;

	ends_network(&topo, &network);
	network.queues = true;
	ck_assert_ptr_null(host_refusal(program, NULL, NULL, &network, &config));
	config.receive = HOST_POLL;
	ck_assert_pstr_eq(host_refusal(program, NULL, NULL, &network, &config),
			  "input queues need a receiver that messages interrupt");
	config.receive = HOST_INTERRUPT;
	network.out.buffer = 0;
	ck_assert_ptr_nonnull(host_refusal(program, NULL, NULL, &network, &config));
	network.out.buffer = 1;
	network.port_ps = WORM_PS + 1;
	ck_assert_pstr_eq(host_refusal(program, NULL, NULL, &network, &config),
			  "a byte keeps a memory's port busy for at most 2^30 ps");
	program_free(program);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("host_queues");
	TCase *tcase = tcase_create("queues");

	tcase_add_test(tcase, send_stalls_behind_a_message_that_leaves);
	tcase_add_test(tcase, full_input_queue_stalls_the_sender);
	tcase_add_test(tcase, handler_interrupts_a_stall);
	tcase_add_test(tcase, dma_alone);
	tcase_add_test(tcase, dmas_share_a_port);
	tcase_add_test(tcase, queues_that_are_refused);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
