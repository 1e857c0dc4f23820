// SPDX-License-Identifier: GPL-2.0-only
/* Trials of experiments: how messages are routed, and that trials are independent. */
#include <check.h>
#include <pthread.h>
#include <string.h>

#include "aries/trial.h"
#include "suite.h"

#define RANKS	16

static struct machine machine = { .usual = "dragonfly:4x2x3", .class = -1 };
static uint32_t place[RANKS];
static struct trial trial;

/* An alltoall or faces between ranks of all groups, beside a job of their size. */
static void start(const char *kind)
{
	struct program_plan plan = {
		.kind = program_kinds, .ranks = RANKS, .bytes = 2000, .count = 2, .steps = 2,
		.grid = { 4, 2, 2, 1 }, .box = { 20, 20, 20, 1 }, .variables = 1, .cell = 8,
	};

	while (strcmp(plan.kind->name, kind))
		plan.kind++;
	plan.algorithm = plan.kind->algorithms;
	ck_assert_int_eq(machine_build(&machine), 0);
	for (uint32_t i = 0; i < RANKS; i++)
		place[i] = i * topo_nodes(&machine.fabric.topo) / RANKS;
	trial = (struct trial){
		.machine = &machine, .place = place, .jobs = 1, .beside_routing = NET_ADAPTIVE0,
		.work = { .kind = WORK_PLAN, .ranks = RANKS, .bytes = 2000, .plan = plan },
		.beside = {
			.ranks = RANKS, .bytes = 4096, .pause = 2000, .steps = suite_share(100),
		},
		.rules = model_rules_default(&model_paper), .seed = 1,
	};
}

static struct trial_result result_by(unsigned int routing)
{
	struct trial_result result;

	trial.routing = routing;
	ck_assert_int_eq(trial_run(&trial, &result), 0);
	return result;
}

/* Compare all but the share. */
static bool is_equal(const struct trial_result *a, const struct trial_result *b)
{
	return !(a->time > b->time || a->time < b->time || a->latency > b->latency ||
		 a->latency < b->latency || a->tile_flits > b->tile_flits ||
		 a->tile_flits < b->tile_flits || a->flits > b->flits || a->flits < b->flits);
}

static const struct {
	const char *kind;
	enum net_routing is, other;
} defaults[] = {
	{ "alltoall", NET_ADAPTIVE1, NET_ADAPTIVE0 },
	{ "fft", NET_ADAPTIVE1, NET_ADAPTIVE0 },
	{ "stencil", NET_ADAPTIVE0, NET_ADAPTIVE1 },
};

START_TEST(default_depends_on_the_call)
{
	struct trial_result result, is, other;

	start(defaults[_i].kind);
	result = result_by(TRIAL_DEFAULT);
	is = result_by(defaults[_i].is);
	other = result_by(defaults[_i].other);
	ck_assert(is_equal(&result, &is));
	ck_assert(!is_equal(&result, &other));
	machine_free(&machine);
}
END_TEST

/* Sizes below the threshold take the bias: all of them, if none is above. */
START_TEST(choice_of_the_bias_is_the_bias)
{
	struct trial_result chosen, biased;

	start("alltoall");
	trial.rules.threshold = UINT64_MAX;
	chosen = result_by(TRIAL_AWARE);
	biased = result_by(NET_ADAPTIVE3);
	ck_assert(is_equal(&chosen, &biased));
	ck_assert_double_eq(chosen.share, 0);
	machine_free(&machine);
}
END_TEST

/* A bias that is expected to cost latency and stalls is never chosen. */
START_TEST(choice_of_the_default_is_the_default)
{
	struct trial_result chosen, by_default;

	start(_i ? "alltoall" : "stencil");
	trial.rules.threshold = 0;
	model_rules_scale(&trial.rules, 1000, 1000);
	chosen = result_by(TRIAL_AWARE);
	by_default = result_by(TRIAL_DEFAULT);
	ck_assert(is_equal(&chosen, &by_default));
	ck_assert_double_eq(chosen.share, 1);
	machine_free(&machine);
}
END_TEST

/* All ranks are on four routers: one after another, or in turn. */
START_TEST(a_router_counts_once)
{
	struct trial_result result[2];

	start("alltoall");
	trial.jobs = 0;
	for (unsigned int turn = 0; turn < 2; turn++) {
		for (uint32_t i = 0; i < RANKS; i++)
			place[i] = turn ? i % 4 * 4 + i / 4 : i;
		result[turn] = result_by(NET_MINIMAL);
	}
	ck_assert_double_gt(result[0].tile_flits, 0);
	ck_assert_double_eq(result[1].tile_flits, result[0].tile_flits);
	machine_free(&machine);
}
END_TEST

static void *run_beside(void *context)
{
	struct trial_result *result = context;
	struct trial own = trial;

	own.repetition = 1;
	return trial_run(&own, result) ? context : NULL;
}

START_TEST(trials_beside_each_other_are_as_alone)
{
	struct trial_result alone[2], beside[2];
	pthread_t thread;
	void *failed;

	start("alltoall");
	alone[0] = result_by(TRIAL_AWARE);
	ck_assert_ptr_null(run_beside(&alone[1]));
	ck_assert_int_eq(pthread_create(&thread, NULL, run_beside, &beside[1]), 0);
	beside[0] = result_by(TRIAL_AWARE);
	ck_assert_int_eq(pthread_join(thread, &failed), 0);
	ck_assert_ptr_null(failed);
	for (unsigned int i = 0; i < 2; i++) {
		ck_assert(is_equal(&alone[i], &beside[i]));
		ck_assert_double_eq(alone[i].share, beside[i].share);
	}
	ck_assert(!is_equal(&alone[0], &alone[1]));
	machine_free(&machine);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("trial");
	TCase *tcase = tcase_create("trial");

	tcase_set_timeout(tcase, HANG_SECONDS);
	tcase_add_loop_test(tcase, default_depends_on_the_call, 0,
			    sizeof(defaults) / sizeof(*defaults));
	tcase_add_test(tcase, choice_of_the_bias_is_the_bias);
	tcase_add_loop_test(tcase, choice_of_the_default_is_the_default, 0, 2);
	tcase_add_test(tcase, a_router_counts_once);
	tcase_add_test(tcase, trials_beside_each_other_are_as_alone);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
