// SPDX-License-Identifier: GPL-2.0-only
/*
 * The model of a lightly loaded network, compared with the event engine: the same cycle if no
 * packets meet, and within 15 % if the busiest link is busy for up to half of the time.
 */
#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "netsim/collective/collective.h"
#include "netsim/job/job.h"
#include "netsim/mix.h"
#include "netsim/outlook/events.h"
#include "netsim/outlook/outlook.h"
#include "netsim/program/builder.h"
#include "suite.h"

#define RANKS	64

static struct net_fabric fabric;
static struct net_config config;
static uint32_t place[RANKS];

static void begin(void)
{
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, "torus:4x4x2"), 0);
	ck_assert_int_eq(net_fabric_classes(&fabric, &topo), 0);
	config = (struct net_config){ .fabric = &fabric, .put_response = 3, .threads = 1 };
	for (uint32_t i = 0; i < RANKS; i++)
		place[i] = i;
}

static void end(void)
{
	net_fabric_free(&fabric);
}

/* Run a program by the model, or by the engine; return the cycle of its end. */
static uint64_t run(const struct program *program, int world)
{
	struct net_traffic traffic;
	struct net *net = NULL;
	struct job *job;
	uint64_t cycle;

	ck_assert_int_eq(job_new(program, &fabric, place, &mpi_cray, &job, &traffic), 0);
	if (world < OUTLOOK_WORLDS) {
		ck_assert_int_eq(outlook_run(&config, &traffic, world), 0);
	} else {
		ck_assert_int_eq(net_new(&config, &traffic, &net), 0);
		ck_assert_int_eq(net_run(net, NET_FOREVER), 0);
	}
	cycle = job_end(job);
	net_free(net);
	job_free(job);
	return cycle;
}

static struct program *generated(const char *kind, const struct program_plan *wanted)
{
	struct program_plan plan = *wanted;
	struct program *program;

	plan.kind = program_kinds;
	while (strcmp(plan.kind->name, kind))
		plan.kind++;
	plan.algorithm = plan.kind->algorithms;
	ck_assert_int_eq(program_generate(&plan, &program_limits_default, &program), 0);
	return program;
}

/* Ping-pongs between the first two nodes of two chips, over each kind of way. */
START_TEST(alone_it_is_exact)
{
	static const uint32_t far[] = { 1, 2, 4, 8, 10, 32, 42 };
	static const uint64_t bytes[] = { 8, 64, 1000 };
	struct program_plan plan = { .ranks = 2, .bytes = bytes[_i], .count = 10 };
	struct program *program = generated("pingpong", &plan);

	for (size_t i = 0; i < sizeof(far) / sizeof(*far); i++) {
		place[1] = far[i];
		ck_assert_uint_eq(run(program, OUTLOOK_REAL), run(program, OUTLOOK_WORLDS));
	}
	program_free(program);
}
END_TEST

/* Each kind of link, and the links to nodes, have their own hop times. */
START_TEST(hops_are_those_of_each_link)
{
	const struct program_plan plan = { .ranks = 2, .bytes = 64, .count = 10 };
	struct program *program = generated("pingpong", &plan);

	for (unsigned int port = 0; port <= topo_ports(&fabric.topo); port++)
		fabric.hop[port] += 10 + 7 * (port / 2);
	place[1] = 42;
	ck_assert_uint_eq(run(program, OUTLOOK_REAL), run(program, OUTLOOK_WORLDS));
	program_free(program);
}
END_TEST

static void expect_near(struct program *program, double within)
{
	double real = run(program, OUTLOOK_WORLDS), model = run(program, OUTLOOK_REAL);

	program_free(program);
	ck_assert_msg(model > real * (1 - within) && model < real * (1 + within),
		      "%.0f cycles, the engine has %.0f", model, real);
}

START_TEST(all_to_all)
{
	static const uint64_t bytes[] = { 8, 512, 4096 };
	const struct program_plan plan = { .ranks = RANKS, .bytes = bytes[_i], .count = 1 };

	expect_near(generated("alltoall", &plan), 0.15);
}
END_TEST

START_TEST(halos)
{
	static const uint32_t box[] = { 4, 8, 16 };
	const struct program_plan plan = {
		.grid = { 4, 4, 4, 1 }, .box = { box[_i], box[_i], box[_i], 1 }, .variables = 1,
		.cell = 8, .steps = 2, .compute = 1000,
	};

	expect_near(generated("stencil", &plan), 0.15);
}
END_TEST

/* Each rank computes and sends 30 times, to ranks drawn at random, and receives what it gets. */
static struct program *random_program(uint64_t bytes)
{
	enum { MESSAGES = 30 };
	uint32_t gets[RANKS] = { 0 };
	struct program *program;
	struct builder builder;
	struct circle circle;

	for (uint32_t i = 0; i < RANKS * MESSAGES; i++)
		gets[net_mix_below(i, RANKS)]++;
	ck_assert_int_eq(builder_begin(&builder, RANKS, &program_limits_default), 0);
	for (uint32_t rank = 0; rank < RANKS; rank++) {
		uint32_t before = BUILDER_NONE;

		builder_rank(&builder, rank);
		for (uint32_t i = 0; i < 2 * MESSAGES; i++) {
			const struct program_op op = {
				.kind = i % 2 ? PROGRAM_SEND : PROGRAM_CALC,
				.peer = i % 2 ? net_mix_below(rank * MESSAGES + i / 2, RANKS) : 0,
				.size = i % 2 ? bytes : 3000,
			};
			uint32_t number = builder_op(&builder, &op);

			if (before != BUILDER_NONE)
				builder_wait(&builder, number, PROGRAM_END, before);
			before = number;
		}
		for (uint32_t i = 0; i < gets[rank]; i++) {
			const struct program_op op = {
				.kind = PROGRAM_RECV, .peer = PROGRAM_ANY, .size = bytes, .cpu = 1,
			};

			builder_op(&builder, &op);
		}
	}
	ck_assert_int_eq(builder_finish(&builder, &program, &circle), 0);
	builder_free(&builder);
	return program;
}

START_TEST(uniform)
{
	static const uint64_t bytes[] = { 16, 1024, 4096 };

	expect_near(random_program(bytes[_i]), 0.15);
}
END_TEST

/*
 * Seven ranks put 64 KiB each to another one, whose processor is idle: its NIC takes one packet at
 * a time, and its own responses.
 */
START_TEST(one_takes_what_all_send)
{
	const struct program_op op = { .kind = PROGRAM_PUT, .peer = 0, .size = 65536 };
	struct program *program;
	struct builder builder;
	struct circle circle;

	ck_assert_int_eq(builder_begin(&builder, 8, &program_limits_default), 0);
	for (uint32_t rank = 1; rank < 8; rank++) {
		builder_rank(&builder, rank);
		builder_op(&builder, &op);
	}
	ck_assert_int_eq(builder_finish(&builder, &program, &circle), 0);
	builder_free(&builder);
	expect_near(program, 0.15);
}
END_TEST

/* A simpler world is never slower, apart from the effect of order on ties. */
START_TEST(worlds)
{
	const struct program_plan plan = { .ranks = RANKS, .bytes = 4096, .count = 1 };
	struct program *program = generated("alltoall", &plan);
	uint64_t real = run(program, OUTLOOK_REAL), alone = run(program, OUTLOOK_ALONE);
	uint64_t instant = run(program, OUTLOOK_INSTANT);

	program_free(program);
	ck_assert_uint_lt(instant, alone);
	ck_assert_uint_lt(alone, real);
}
END_TEST

START_TEST(refused)
{
	struct net_traffic traffic = { .requests = 1 << NET_PUT };
	const struct net_changes changes = { .timeout = NET_TIMEOUT };

	ck_assert_int_eq(outlook_run(&config, &traffic, OUTLOOK_REAL), -EINVAL);
	config.changes = &changes;
	ck_assert_int_eq(outlook_run(&config, &traffic, OUTLOOK_REAL), -EINVAL);
}
END_TEST

/* By cycle, then by kind, then in order of arrival. */
START_TEST(events_in_order)
{
	struct events events = { 0 };
	struct event event = { 0 };

	for (uint32_t i = 0; i < 3000; i++)
		events_add(&events, (struct event){
			.cycle = net_mix_below(i, 100), .kind = net_mix_below(i, 7) % 5, .what = i,
		});
	ck_assert_int_eq(events.err, 0);
	for (uint32_t i = 0; i < 3000; i++) {
		struct event before = event;

		ck_assert(events_take(&events, &event));
		if (!i)
			continue;
		ck_assert_uint_le(before.cycle, event.cycle);
		if (before.cycle == event.cycle)
			ck_assert_int_le(before.kind, event.kind);
		if (before.cycle == event.cycle && before.kind == event.kind)
			ck_assert_uint_lt(before.what, event.what);
	}
	ck_assert(!events_take(&events, &event));
	agenda_free(&events.agenda);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_outlook");
	TCase *tcase = tcase_create("all");
	const int sizes = suite_share(10) < 10 ? 1 : 3;

	tcase_add_checked_fixture(tcase, begin, end);
	tcase_add_loop_test(tcase, alone_it_is_exact, 0, 3);
	tcase_add_test(tcase, hops_are_those_of_each_link);
	tcase_add_loop_test(tcase, all_to_all, 0, sizes);
	tcase_add_loop_test(tcase, halos, 0, sizes);
	tcase_add_loop_test(tcase, uniform, 0, sizes);
	tcase_add_test(tcase, one_takes_what_all_send);
	tcase_add_test(tcase, worlds);
	tcase_add_test(tcase, refused);
	tcase_add_test(tcase, events_in_order);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
