// SPDX-License-Identifier: GPL-2.0-only
/*
 * Headers overtake each other on the way, and are taken in the order of sending: by hand, without
 * an engine, in every order in which they can arrive.
 */
#include "netsim/job/job.h"
#include "suite.h"
#include "text.h"

#define SENDS	5
#define ORDERS	(1 * 2 * 3 * 4 * 5)

static struct net_fabric fabric;
static struct net_traffic traffic;
static struct program *program;
static struct job *job;
static uint32_t header[SENDS];	/* ids, in the order of sending */
static uint64_t cycle;		/* cycle that the receiver's chip has reached */

/* All messages have been sent, none has arrived. */
static void setup(void)
{
	const uint32_t place[] = { 0, 2 };
	struct net_transfer transfer;
	struct topo topo;
	unsigned int i;

	program = read_program("num_ranks 2\n"
		"rank 0 {\n send 1b to 1\n send 2b to 1\n send 3b to 1\n send 4b to 1\n"
		" send 5b to 1\n}\n"
		"rank 1 {\n recv 1b from 0\n recv 2b from 0\n recv 3b from 0\n recv 4b from 0\n"
		" recv 5b from 0\n}");
	ck_assert_int_eq(topo_parse(&topo, "torus:2"), 0);
	ck_assert_int_eq(net_fabric_classes(&fabric, &topo), 0);
	ck_assert_int_eq(job_new(program, &fabric, place, &mpi_cray, &job, &traffic), 0);
	traffic.step(job, 0, 0, NULL);
	traffic.step(job, 1, 0, NULL);
	for (i = 0; i < SENDS; i++) {
		traffic.step(job, 0, (i + 1) * JOB_SEND, NULL);
		ck_assert(traffic.next(job, 0, &transfer));
		header[i] = transfer.id;
	}
	cycle = (SENDS + 1) * JOB_SEND;
}

static void teardown(void)
{
	job_free(job);
	program_free(program);
	net_fabric_free(&fabric);
}

/* Make the order with this number of the numbers below SENDS: the first is digit 0, and so on. */
static void order_make(unsigned int number, unsigned int order[SENDS])
{
	unsigned int left[SENDS], i, j, at;

	for (i = 0; i < SENDS; i++)
		left[i] = i;
	for (i = 0; i < SENDS; i++) {
		at = number % (SENDS - i);
		number /= SENDS - i;
		order[i] = left[at];
		for (j = at; j + 1 < SENDS - i; j++)
			left[j] = left[j + 1];
	}
}

/* Let time pass until the receiver has nothing to do. */
static void receiver_rest(uint64_t next)
{
	while (next != NET_FOREVER) {
		cycle = next;
		next = traffic.step(job, 1, cycle, NULL);
	}
}

/* Each receive gets its own message: it names exactly the message's bytes. */
START_TEST(any_order_of_arrival_is_that_of_sending)
{
	struct net_notice notice = { .node = 2, .event = NET_ARRIVED };
	struct job_truncation wrong;
	const struct program_op *op;
	unsigned int order[SENDS], i;
	uint32_t number = 0;

	order_make(_i, order);
	for (i = 0; i < SENDS; i++) {
		notice.id = header[order[i]];
		receiver_rest(traffic.step(job, 1, ++cycle, &notice));
	}
	ck_assert_msg(job_waiting(job, 1, &op) == 2,
		      "headers arrived as %u %u %u %u %u: line %u waits", order[0], order[1],
		      order[2], order[3], order[4], op->line);
	ck_assert_msg(!job_truncated(job, &number, &wrong),
		      "headers arrived as %u %u %u %u %u: line %u got that of line %u", order[0],
		      order[1], order[2], order[3], order[4], wrong.recv->line, wrong.send->line);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_headers");
	TCase *tcase = tcase_create("headers");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, any_order_of_arrival_is_that_of_sending, 0, ORDERS);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
