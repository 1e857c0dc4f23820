// SPDX-License-Identifier: GPL-2.0-only
/*
 * End points that are interrupted, worked by hand. A message of B bytes that is given to the
 * network at t has its head at its peer at t + 20, and its tail at t + 20 + 10 * B.
 */
#include "worm/ends.h"

static const struct host_config interrupts = {
	.send_ps = 100, .recv_ps = 50, .long_bytes = HOST_SHORT, .receive = HOST_INTERRUPT,
};

/* The handler has the processor from 120 to 170. */
START_TEST(thread_is_suspended)
{
	struct ends ends = ends_run("num_ranks 2\nrank 0 {\nsend 4b to 1\n}\n"
				    "rank 1 {\nrecv 4b from 0\ncalc 1\n}\n", &interrupts);

	ends_expect(&ends, 1, 120, 170);
	ends_expect(&ends, 2, 0, 1050);
	ends_spent(&ends, 1, 1000, 50, 0);
	ends_free(&ends);
}
END_TEST

/* The tail comes at 320. */
START_TEST(handler_waits_for_the_tail)
{
	struct ends ends = ends_run("num_ranks 2\nrank 0 {\nsend 20b to 1\n}\n"
				    "rank 1 {\nrecv 20b from 0\ncalc 1\n}\n", &interrupts);

	ends_expect(&ends, 1, 120, 320);
	ends_expect(&ends, 2, 0, 1200);
	ends_free(&ends);
}
END_TEST

/* Three bytes before the interrupt. */
START_TEST(bytes_before_the_interrupt)
{
	struct host_config config = interrupts;
	struct ends ends;

	config.interrupt_bytes = 3;
	ends = ends_run("num_ranks 2\nrank 0 {\nsend 4b to 1\n}\nrank 1 {\nrecv 4b from 0\n}\n",
			&config);
	ends_expect(&ends, 1, 150, 200);
	ends_free(&ends);
}
END_TEST

/*
 * Heads come at 120 and 140. The first handler goes on with its calc and its reply before the
 * second message is received: 120 to 170, 1170, 1270.
 */
START_TEST(handlers_come_one_after_the_other)
{
	struct ends ends = ends_run("num_ranks 3\nrank 0 {\nsend 0b to 2\nrecv 0b from 2\n}\n"
				    "rank 1 {\nl: send 0b to 2\n}\n"
				    "rank 2 {\nr: recv 0b from 0 cpu 1\nc: calc 1 cpu 1\n"
				    "s: send 0b to 0 cpu 1\nt: recv 0b from 1 cpu 1\n"
				    "w: calc 3\nc requires r\ns requires c\n}\n", &interrupts);

	ends_expect(&ends, 3, 120, 170);
	ends_expect(&ends, 4, 170, 1170);
	ends_expect(&ends, 5, 1170, 1270);
	ends_expect(&ends, 6, 1270, 1320);
	ends_expect(&ends, 7, 0, 3000 + 120 + 1080);
	ends_expect(&ends, 1, 1290, 1340);
	ends_spent(&ends, 2, 4000, 200, 0);
	ends_free(&ends);
}
END_TEST

/* A send is suspended as well: 120 to 170 of 90 to 190. Both ranks send at the same time. */
START_TEST(send_is_suspended)
{
	const uint64_t start[] = { 0, 90 };
	struct ends ends = ends_run_from("num_ranks 2\nrank 0 {\nsend 0b to 1\n}\n"
					 "rank 1 {\nrecv 0b from 0\nsend 0b to 0\n}\n",
					 &interrupts, start);

	ends_expect(&ends, 2, 90, 240);
	ck_assert_uint_eq(ends.result.op[2].came, 260);
	ends_free(&ends);
}
END_TEST

/* The message is received long before anybody asks for it. */
START_TEST(receive_that_is_posted_late)
{
	struct ends ends = ends_run("num_ranks 2\nrank 0 {\nsend 0b to 1\n}\n"
				    "rank 1 {\nc: calc 1\nr: recv 0b from 0\nr requires c\n}\n",
				    &interrupts);

	ends_expect(&ends, 1, 0, 1050);
	ends_expect(&ends, 2, 120, 1050);
	ends_free(&ends);
}
END_TEST

/* A message that nobody receives still costs its handler. */
START_TEST(message_without_a_receive)
{
	struct ends ends = ends_run("num_ranks 2\nrank 0 {\nsend 0b to 1\n}\n"
				    "rank 1 {\ncalc 1\n}\n", &interrupts);

	ends_expect(&ends, 1, 0, 1050);
	ck_assert_uint_eq(ends.result.match[0], 0);
	ends_free(&ends);
}
END_TEST

START_TEST(handlers_wait_for_the_start)
{
	const uint64_t start[] = { 0, 2000 };
	struct ends ends = ends_run_from("num_ranks 2\nrank 0 {\nsend 0b to 1\n}\n"
					 "rank 1 {\nrecv 0b from 0\n}\n", &interrupts, start);

	ends_expect(&ends, 1, 2000, 2050);
	ends_free(&ends);
}
END_TEST

static struct host_config dma(bool blocking)
{
	return (struct host_config){
		.byte_ps = 20, .long_bytes = 40, .long_send_ps = 20, .long_recv_ps = 30,
		.memory_byte_ps = 30, .interrupt_bytes = 4, .blocking = blocking,
		.receive = HOST_INTERRUPT,
	};
}

#define LONG "num_ranks 2\nrank 0 {\nl: send 40b to 1\nc: calc 1\nc requires l\n}\n" \
	     "rank 1 {\nrecv 40b from 0\ncalc 1\n}\n"

/* The handler works from 120 to 150; the DMA copies until 1350. */
START_TEST(thread_goes_on_beside_the_dma)
{
	const struct host_config config = dma(false);
	struct ends ends = ends_run(LONG, &config);

	ends_expect(&ends, 1, 20, 1020);
	ends_expect(&ends, 2, 120, 1350);
	ends_expect(&ends, 3, 0, 1030);
	ends_spent(&ends, 1, 1000, 30, 320);
	ends_free(&ends);
}
END_TEST

/* The handler waits for its DMA; the sender's thread is through at 830. */
START_TEST(handler_waits_for_its_dma)
{
	const struct host_config config = dma(true);
	struct ends ends = ends_run(LONG, &config);

	ends_expect(&ends, 0, 0, 830);
	ends_expect(&ends, 1, 830, 1830);
	ends_expect(&ends, 2, 120, 1350);
	ends_expect(&ends, 3, 0, 1000 + 1350 - 120);
	ends_spent(&ends, 1, 1000, 1230, 0);
	ends_free(&ends);
}
END_TEST

/* While the thread waits for its DMA until 830, handlers run. */
START_TEST(handler_while_the_thread_waits)
{
	struct host_config config = dma(true);
	struct ends ends;

	config.recv_ps = 200;
	ends = ends_run("num_ranks 3\nrank 0 {\nsend 40b to 1\nrecv 0b from 2\n}\n"
			"rank 1 {\nrecv 40b from 0\n}\nrank 2 {\nsend 0b to 0\n}\n", &config);
	ends_expect(&ends, 0, 0, 830);
	ends_expect(&ends, 1, 20, 220);
	ends_spent(&ends, 0, 0, 830, 0);
	ends_free(&ends);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("host_interrupt");
	TCase *tcase = tcase_create("interrupt");

	tcase_add_test(tcase, thread_is_suspended);
	tcase_add_test(tcase, handler_waits_for_the_tail);
	tcase_add_test(tcase, bytes_before_the_interrupt);
	tcase_add_test(tcase, handlers_come_one_after_the_other);
	tcase_add_test(tcase, send_is_suspended);
	tcase_add_test(tcase, receive_that_is_posted_late);
	tcase_add_test(tcase, message_without_a_receive);
	tcase_add_test(tcase, handlers_wait_for_the_start);
	tcase_add_test(tcase, thread_goes_on_beside_the_dma);
	tcase_add_test(tcase, handler_waits_for_its_dma);
	tcase_add_test(tcase, handler_while_the_thread_waits);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
