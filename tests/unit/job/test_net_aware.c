// SPDX-License-Identifier: GPL-2.0-only
/* Ranks that choose the routing of their messages, in the event engine. */
#include <stdlib.h>

#include "netsim/aware/aware.h"
#include "netsim/collective/collective.h"
#include "played.h"

#define RANKS	16
#define NOTED	4096

/* A message, and the routing that its rank chose. */
struct noted {
	struct job_choice choice;
	unsigned int routing;
};

static struct model_rules rules;
static struct aware *aware;
static struct noted noted[NOTED];
static unsigned int count;

/* A job whose ranks choose, and its network. */
struct run {
	struct program *program;
	struct job *job;
	struct net *net;
};

static unsigned int choose_and_note(void *context, const struct job_choice *choice, uint64_t *busy)
{
	unsigned int routing = aware_choose(context, choice, busy);

	ck_assert_uint_lt(count, NOTED);
	noted[count++] = (struct noted){ *choice, routing };
	return routing;
}

static struct run run_start(struct program *program, bool note)
{
	const struct job_router router = {
		.choose = note ? choose_and_note : aware_choose, .context = NULL,
	};
	struct job_router with = router;
	struct run run = { .program = program };
	struct net_traffic traffic;
	uint32_t place[RANKS], i;

	for (i = 0; i < RANKS; i++)
		place[i] = i % 4 + i / 4 * 20;
	ck_assert_int_eq(job_new(program, &fabric, place, &mpi_cray, &run.job, &traffic), 0);
	ck_assert_int_eq(aware_new(&rules, program->ranks, &aware), 0);
	with.context = aware;
	job_route(run.job, &with);
	ck_assert_int_eq(net_new(&config, &traffic, &run.net), 0);
	aware_watch(aware, run.net);
	count = note ? 0 : count;
	return run;
}

static void run_end(struct run *run)
{
	const struct program_op *op;

	ck_assert_int_eq(net_drain(run->net, 1ull << 40), 0);
	ck_assert_uint_eq(job_waiting(run->job, 0, &op), run->program->ranks);
	net_free(run->net);
	run->net = NULL;
}

static void run_free(struct run *run)
{
	job_free(run->job);
	program_free(run->program);
	aware_free(aware);
}

/* Blocks of a size at which ranks decide often. */
static struct program *exchange(const char *kind, const char *algorithm, uint64_t bytes)
{
	struct program_plan plan = {
		.ranks = RANKS, .bytes = bytes, .count = suite_share(30) < 30 ? 1 : 3,
	};
	struct program *program;

	for (plan.kind = program_kinds; strcmp(plan.kind->name, kind); plan.kind++)
		;
	for (plan.algorithm = plan.kind->algorithms; strcmp(plan.algorithm->name, algorithm);
	     plan.algorithm++)
		;
	ck_assert_int_eq(program_generate(&plan, &program_limits_default, &program), 0);
	return program;
}

static void start(const char *variant)
{
	machine_start("dragonfly:3x2x4");
	config.routing = NET_ADAPTIVE0;
	rules = model_rules_default(&model_paper);
	if (!strcmp(variant, "published"))
		rules = model_rules_default(&model_published);
}

static int earlier(const void *a, const void *b)
{
	const struct noted *one = a, *two = b;

	if (one->choice.cycle != two->choice.cycle)
		return one->choice.cycle < two->choice.cycle ? -1 : 1;
	return one < two ? -1 : 1;
}

/* Return a NIC's counters as images show them, while the network stands still. */
static struct model_counters counters_of(const struct net *net, uint32_t node)
{
	struct model_counters counters = { 0 };
	struct net_nic nic;
	unsigned int i;

	ck_assert(net_nic(net, node, &nic));
	for (i = 0; i < NET_UNANSWERED; i++) {
		counters.flits += nic.at[NET_REQUESTS_SENT][i].packets +
				  nic.at[NET_REQUESTS_SENT][i].data;
		counters.stalled += nic.at[NET_REQUESTS_SENT][i].waited;
		counters.responses_stalled += nic.at[NET_RESPONSES_SENT][i].waited;
		counters.pairs += nic.at[NET_RESPONSES_RECEIVED][i].packets;
		counters.pair_time += nic.at[NET_RESPONSES_RECEIVED][i].latency;
	}
	counters.pair_time /= 800;
	return counters;
}

/* Run the model itself, with the network's counters at the time of each message. */
static void expect_model(struct run *run)
{
	struct model_routing_state model[RANKS];
	struct model_counters counters;
	struct model_message message;
	struct model_routing_choice choice;
	unsigned int i, routing;

	for (i = 0; i < RANKS; i++)
		model_routing_init(&model[i], &rules);
	for (i = 0; i < count; i++) {
		const struct job_choice *of = &noted[i].choice;

		ck_assert_int_eq(net_run(run->net, of->cycle), 0);
		message = (struct model_message){
			.bytes = of->bytes, .peer = of->peer,
			.kind = of->bytes > 4096 ? MODEL_GET : MODEL_PUT,
		};
		choice = model_routing_choose(&model[of->rank], &message);
		routing = of->alltoall ? NET_ADAPTIVE1 : NET_ADAPTIVE0;
		if (choice.routing == MODEL_BIASED)
			routing = NET_ADAPTIVE3;
		ck_assert_msg(noted[i].routing == NET_ROUTED(routing),
			      "message %u, of rank %u: %s instead of %s", i, of->rank,
			      net_routing_name(noted[i].routing - 1), net_routing_name(routing));
		if (!choice.read)
			continue;
		counters = counters_of(run->net, of->node);
		model_routing_observe(&model[of->rank], &counters);
	}
}

static const struct {
	const char *variant;
	const char *kind;
	const char *algorithm;
	uint64_t bytes;
} cases[] = {
	{ "paper", "alltoall", "pairwise", 3000 }, { "published", "alltoall", "pairwise", 3000 },
	{ "paper", "alltoall", "pairwise", 10000 }, { "published", "allgather", "ring", 4096 },
	{ "paper", "alltoall", "linear", 4000 }, { "paper", "alltoall", "linear", 9000 },
};

START_TEST(decisions_are_those_of_the_model)
{
	struct aware_tally tally;
	enum aware_mode defaults;
	struct run run;

	start(cases[_i].variant);
	run = run_start(exchange(cases[_i].kind, cases[_i].algorithm, cases[_i].bytes), true);
	run_end(&run);
	tally = aware_tally(aware, 0, RANKS);
	run_free(&run);
	qsort(noted, count, sizeof(*noted), earlier);
	defaults = AWARE_ADAPTIVE;
	if (!strcmp(cases[_i].kind, "alltoall"))
		defaults = AWARE_ALLTOALL;
	ck_assert_uint_eq(tally.messages[defaults] + tally.messages[AWARE_BIASED], count);
	ck_assert_uint_eq(tally.bytes[defaults] + tally.bytes[AWARE_BIASED],
			  count * cases[_i].bytes);
	ck_assert_uint_gt(tally.messages[defaults], 0);
	ck_assert_uint_gt(tally.reasons[MODEL_DECIDED], RANKS);

	run = run_start(exchange(cases[_i].kind, cases[_i].algorithm, cases[_i].bytes), false);
	expect_model(&run);
	run_end(&run);
	run_free(&run);
	net_fabric_free(&fabric);
}
END_TEST

START_TEST(threads_make_no_difference)
{
	struct aware_tally tally[2];
	struct net_totals totals[2];
	unsigned int threads;
	uint64_t end[2];
	struct run run;

	start("paper");
	for (threads = 1; threads <= 2; threads++) {
		config.threads = threads;
		run = run_start(exchange("alltoall", "pairwise", 3000), false);
		ck_assert_int_eq(net_drain(run.net, 1ull << 40), 0);
		net_totals(run.net, &totals[threads - 1]);
		run_end(&run);
		tally[threads - 1] = aware_tally(aware, 0, RANKS);
		end[threads - 1] = job_end(run.job);
		run_free(&run);
	}
	ck_assert_mem_eq(&tally[0], &tally[1], sizeof(*tally));
	ck_assert_uint_eq(totals[0].latency, totals[1].latency);
	ck_assert_uint_eq(end[0], end[1]);
	net_fabric_free(&fabric);
}
END_TEST

/* A named routing stays, messages within a node have none, and an amo is not a message. */
START_TEST(messages_that_nobody_routes)
{
	struct aware_tally tally;
	struct run run;

	start("paper");
	run = run_start(read_program("num_ranks 5\nrank 0 {\n put 64b to 4 routing minimal\n"
				     " put 100b to 4\n put 8b to 0\n amo 8b to 4\n}"), true);
	run_end(&run);
	tally = aware_tally(aware, 0, 5);
	ck_assert_uint_eq(count, 1);
	ck_assert_uint_eq(tally.messages[AWARE_BIASED], 1);
	ck_assert_uint_eq(tally.bytes[AWARE_BIASED], 100);
	ck_assert_uint_eq(tally.reasons[MODEL_FEW_BYTES], 1);
	ck_assert(!noted[0].choice.pulled);
	run_free(&run);
	net_fabric_free(&fabric);
}
END_TEST

/* The data of a get come as answers. */
START_TEST(a_get_is_routed)
{
	struct aware_tally tally;
	struct run run;

	start("paper");
	run = run_start(read_program("num_ranks 5\nrank 0 {\n get 100b from 4\n}"), true);
	run_end(&run);
	tally = aware_tally(aware, 0, 5);
	ck_assert_uint_eq(count, 1);
	ck_assert_uint_eq(tally.bytes[AWARE_BIASED], 100);
	ck_assert_uint_eq(noted[0].choice.peer, 4);
	ck_assert(noted[0].choice.pulled);
	run_free(&run);
	net_fabric_free(&fabric);
}
END_TEST

/* The same decisions under either default: a message alone is decided without counters. */
START_TEST(only_sends_of_alltoalls_have_the_default_of_alltoalls)
{
	struct aware_tally tally;
	struct run run;

	start("paper");
	run = run_start(read_program("num_ranks 5\nrank 0 {\n"
				     " a: send 5000b to 4 call alltoall\n"
				     " b: send 5000b to 4\n b requires a\n}\n"
				     "rank 4 {\n recv 5000b from 0\n recv 5000b from 0\n}"),
			true);
	run_end(&run);
	tally = aware_tally(aware, 0, 5);
	ck_assert_uint_eq(count, 2);
	ck_assert(noted[0].choice.alltoall && !noted[1].choice.alltoall);
	ck_assert_uint_eq(noted[0].routing, NET_ROUTED(NET_ADAPTIVE1));
	ck_assert_uint_eq(noted[1].routing, NET_ROUTED(NET_ADAPTIVE0));
	ck_assert_uint_eq(tally.bytes[AWARE_ALLTOALL], 5000);
	ck_assert_uint_eq(tally.bytes[AWARE_ADAPTIVE], 5000);
	run_free(&run);
	net_fabric_free(&fabric);
}
END_TEST

/* A PUT of 64 bytes has 5 flits, a GET 1; the time of pairs is cut off to whole us. */
START_TEST(counters_are_those_of_the_registers)
{
	const struct net_nic_sums sums = {
		.requests = 3 + 2, .data = 3 * 4, .waited = 7, .answers_waited = 5, .pairs = 4,
		.latency = 2399,
	};
	struct model_counters counters = aware_counters(&sums);

	ck_assert_uint_eq(counters.flits, 3 * 5 + 2);
	ck_assert_uint_eq(counters.stalled, 7);
	ck_assert_uint_eq(counters.responses_stalled, 5);
	ck_assert_uint_eq(counters.pairs, 4);
	ck_assert_uint_eq(counters.pair_time, 2);
}
END_TEST

/*
 * Eight sends of 4 KiB: after the second and the third a rank reads what it begins with, and after
 * the fourth, sixth and eighth, by which it decides; then a computation of 1 us.
 */
static uint64_t end_with(uint64_t reading)
{
	static const char text[] =
		"num_ranks 2\nrank 0 {\n"
		" a: send 4096b to 1\n b: send 4096b to 1\n c: send 4096b to 1\n"
		" d: send 4096b to 1\n e: send 4096b to 1\n f: send 4096b to 1\n"
		" g: send 4096b to 1\n h: send 4096b to 1\n i: calc 1000\n i requires h\n}\n"
		"rank 1 {\n recv 4096b from 0\n recv 4096b from 0\n recv 4096b from 0\n"
		" recv 4096b from 0\n recv 4096b from 0\n recv 4096b from 0\n"
		" recv 4096b from 0\n recv 4096b from 0\n}\n";
	struct run run;
	uint64_t end;

	start("paper");
	run = run_start(read_program(text), false);
	aware_reading(aware, reading);
	run_end(&run);
	end = job_end_of(run.job, 0, 1);
	run_free(&run);
	net_fabric_free(&fabric);
	return end;
}

/* Readings keep the rank busy after its sends: five of them for longer than its last packets. */
START_TEST(reading_counters_takes_its_time)
{
	ck_assert_uint_eq(end_with(1000), 8 * JOB_SEND + 5 * 1000 + 800);
	ck_assert_uint_eq(end_with(1500), 8 * JOB_SEND + 5 * 1500 + 800);
	ck_assert_uint_lt(end_with(0), 8 * JOB_SEND + 5 * 1000);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_aware");
	TCase *tcase = tcase_create("aware");

	tcase_set_timeout(tcase, 2 * HANG_SECONDS);
	tcase_add_loop_test(tcase, decisions_are_those_of_the_model, 0, LENGTH(cases));
	tcase_add_test(tcase, threads_make_no_difference);
	tcase_add_test(tcase, messages_that_nobody_routes);
	tcase_add_test(tcase, a_get_is_routed);
	tcase_add_test(tcase, only_sends_of_alltoalls_have_the_default_of_alltoalls);
	tcase_add_test(tcase, counters_are_those_of_the_registers);
	tcase_add_test(tcase, reading_counters_takes_its_time);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
