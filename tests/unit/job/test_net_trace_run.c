// SPDX-License-Identifier: GPL-2.0-only
/* Programs of traces run to their end, for any trace. */
#include "netsim/job/job.h"
#include "netsim/mix.h"
#include "traced.h"

static uint64_t drawn;

static uint32_t draw(uint32_t below)
{
	return net_mix_below(drawn++, below);
}

/* Run a program; return the first rank that does not finish, or the number of ranks. */
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
	ck_assert_int_eq(job_new(program, &fabric, place, &mpi_cray, &job, &traffic), 0);
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

/* Each of these happened as written, line by line: so it can happen again. */
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

/* Any accepted events: nothing breaks, whether or not the program finishes. */
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
	Suite *suite = suite_create("net_trace_run");
	TCase *tcase = tcase_create("trace_run");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, what_has_happened_can_happen_again, 0, suite_share(100));
	tcase_add_loop_test(tcase, anything_becomes_a_program, 0, suite_share(200));
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
