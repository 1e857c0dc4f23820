// SPDX-License-Identifier: GPL-2.0-only
/* Jobs in the event engine and in the reference; several of them, and traffic beside them. */
#include <errno.h>
#include <stdlib.h>

#include "netsim/collective/collective.h"
#include "netsim/jobs.h"
#include "netsim/mix.h"
#include "netsim/pattern.h"
#include "netsim/program.h"
#include "netsim/random_program.h"
#include "suite.h"
#include "text.h"

#define RANKS	16
#define SEEDS	12

static const char *const machines[] = {
	"torus:4", "torus:2x2x3", "mesh:3x3", "hypercube:3", "dragonfly:2x2x3",
};

static struct net_fabric fabric;
static struct net_config config;
static uint64_t draws;

static void machine_start(const char *name)
{
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, name), 0);
	ck_assert_int_eq(net_fabric_classes(&fabric, &topo), 0);
	config = (struct net_config){
		.fabric = &fabric, .put_response = 3, .threads = 1, .nics = true,
	};
}

static unsigned int below(unsigned int limit)
{
	return net_mix_below(draws++, limit);
}

static unsigned int chance_below(struct chance *chance, unsigned int limit)
{
	(void)chance;
	return below(limit);
}

static struct chance chance = { chance_below };

static void place_anywhere(const struct program *program, uint32_t *place)
{
	uint32_t rank;

	for (rank = 0; rank < program->ranks; rank++)
		place[rank] = below(topo_nodes(&fabric.topo));
}

/*
 * Return how many sizes messages may have: the reference is slow for large ones, valgrind slower.
 */
static unsigned int sizes(void)
{
	if (suite_share(10) < 10)
		return 2;
	return fabric.topo.chips == 4 ? 4 : 3;
}

/* Ranks anywhere, several of them on some nodes. */
static void collective_agrees(const struct program_kind *kind,
			      const struct program_algorithm *algorithm)
{
	static const uint64_t bytes[] = { 8, 700, 5000, 300000 };
	struct program_plan plan = {
		.kind = kind, .algorithm = algorithm, .ranks = 8,
		.bytes = bytes[below(sizes())], .count = 1, .grid = { 2, 2, 2 },
		.box = { 3, 3, 3 }, .variables = 2, .cell = 8, .steps = 1, .compute = 50,
	};
	struct program *program;
	uint32_t place[RANKS];
	struct placed placed = { .config = &config, .mpi = &mpi_cray, .place = place };

	if (program_generate(&plan, &program_limits_default, &program))
		return;
	place_anywhere(program, place);
	config.threads = 1 + below(3);
	placed.program = program;
	ck_assert_msg(!jobs_agree(algorithm->name, &placed, 3000).stuck, "%s: a rank waits",
		      algorithm->name);
	program_free(program);
}

START_TEST(collectives_as_in_the_reference)
{
	unsigned int n = _i, step = 10 / suite_share(10);
	const struct program_algorithm *algorithm;
	const struct program_kind *kind;

	machine_start(machines[_i]);
	draws = 1000 * _i;
	for (kind = program_kinds; kind->name; kind++)
		for (algorithm = kind->algorithms; algorithm->name; algorithm++)
			if (n++ % step == 0)
				collective_agrees(kind, algorithm);
	net_fabric_free(&fabric);
}
END_TEST

/* Transfers in the background, of every kind. */
static struct traffic_pattern random_background(void)
{
	static const char *const names[] = { "uniform", "hot", "neighbour" };
	struct traffic_pattern pattern = {
		.kind = kind_of(names[below(3)]), .count = 1 + below(20), .gap = 30 + below(300),
		.until = NET_FOREVER, .seed = draws, .share = 1u << 30,
		.each = { .op = below(3), .bytes = 1 + below(200), .phits = 1 + below(32) },
	};

	if (pattern.each.op == NET_RAW)
		pattern.each.bytes = 1 + below(3);
	return pattern;
}

/* A link fails while a job runs, both ways, and is mended later. */
static void link_fails(struct net_changes *changes, struct net_change *list)
{
	const struct topo *topo = &fabric.topo;
	unsigned int chip = below(topo->chips), port = below(topo_ports(topo)), i;
	uint64_t fails = below(3000), mended = fails + below(3000);

	changes->count = 0;
	if (topo_neighbour(topo, chip, port) == TOPO_NONE)
		return;
	for (i = 0; i < 4; i++)
		list[i] = (struct net_change){
			.cycle = i < 2 ? fails : mended, .kind = i < 2 ? NET_FAIL : NET_MEND,
			.chip = i % 2 ? topo_neighbour(topo, chip, port) : chip,
			.port = i % 2 ? topo_far_port(topo, chip, port) : port,
			.lanes = (1u << fabric.lanes[port]) - 1,
		};
	*changes = (struct net_changes){
		.list = list, .count = 4, .detect = below(500), .quiesce = below(500),
		.timeout = NET_TIMEOUT + below(1000),
	};
}

/* Return how many ranks wait for ever, and of how many, with and without failing links. */
static uint32_t programs_agree(unsigned int machine, struct net_changes *changes, uint32_t *all)
{
	struct traffic_pattern background;
	uint32_t place[RANKS], stuck = 0;
	struct placed placed = { .config = &config, .place = place };
	struct net_change list[4];
	struct program *program;
	unsigned int seed;
	char name[64];

	for (seed = 0; seed < suite_share(SEEDS); seed++) {
		draws = 1000000ull * machine + 10000 * seed;
		placed.mpi = below(8) ? &mpi_small : &mpi_cray;
		program = random_program(&chance, placed.mpi, 1 + below(RANKS), below(30));
		place_anywhere(program, place);
		background = random_background();
		placed.background = below(2) ? &background : NULL;
		placed.program = program;
		config.threads = 1 + below(3);
		config.split_ties = below(2);
		config.crc_rate = below(4) ? 0 : 1u << 27;
		config.seed = draws;
		if (changes)
			link_fails(changes, list);
		snprintf(name, sizeof(name), "%s, seed %u", machines[machine], seed);
		stuck += jobs_agree(name, &placed, 500 + below(3000)).stuck;
		*all += program->ranks;
		program_free(program);
	}
	return stuck;
}

START_TEST(programs_by_chance_as_in_the_reference)
{
	uint32_t stuck, all = 0;

	machine_start(machines[_i]);
	stuck = programs_agree(_i, NULL, &all);
	/* Otherwise this would compare idle ranks. A few programs alone may all be stuck. */
	if (suite_share(SEEDS) == SEEDS)
		ck_assert_msg(stuck < all / 2, "%u of %u ranks wait for ever", stuck, all);
	net_fabric_free(&fabric);
}
END_TEST

/* Ranks that wait for what was lost wait for the same in the reference. */
START_TEST(programs_by_chance_while_links_fail)
{
	struct net_changes changes = { .timeout = NET_TIMEOUT };
	uint32_t all = 0;

	machine_start(machines[_i]);
	config.changes = &changes;
	if (topo_ports(&fabric.topo))
		programs_agree(_i, &changes, &all);
	net_fabric_free(&fabric);
}
END_TEST

/* --- several programs --- */

static struct program *join(const char *one, const char *two)
{
	struct program *both[] = { read_program(one), read_program(two) }, *all;

	ck_assert_int_eq(program_join((const struct program *const *)both, 2,
				      &program_limits_default, &all), 0);
	program_free(both[0]);
	program_free(both[1]);
	ck_assert(program_is_sound(all));
	return all;
}

/* Ranks and peers of the second count on; a wildcard stays one. */
START_TEST(programs_side_by_side)
{
	struct program *all = join("num_ranks 2\nrank 1 {\n a: recv 8b from 0\n"
				   " b: calc 5\n b requires a\n}\nrank 0 {\n send 8b to 1\n}\n",
				   "num_ranks 2\nrank 0 {\n a: calc 7\n b: send 9b to 1 tag 3\n"
				   " b irequires a\n}\nrank 1 {\n recv 9b from -1\n}\n");
	struct program *same = read_program("num_ranks 4\nrank 1 {\n a: recv 8b from 0\n"
		" b: calc 5\n b requires a\n}\nrank 0 {\n send 8b to 1\n}\n"
		"rank 2 {\n a: calc 7\n b: send 9b to 3 tag 3\n b irequires a\n}\n"
		"rank 3 {\n recv 9b from -1\n}\n");

	ck_assert(program_is_equal(all, same));
	program_free(all);
	program_free(same);
}
END_TEST

START_TEST(programs_that_are_too_large_together)
{
	struct program *one = read_program("num_ranks 2\nrank 0 {\n calc 1\n}\n"), *all;
	const struct program *both[] = { one, one };
	const struct program_limits limits = { .ranks = 3, .ops = 2, .waits = 0 };

	ck_assert_int_eq(program_join(both, 2, &limits, &all), -E2BIG);
	program_free(one);
}
END_TEST

#define PONG	"num_ranks 2\nrank 0 {\n send 8b to 1\n}\nrank 1 {\n recv 8b from 0\n}\n"

static struct outcome play(struct program *program, const uint32_t *place,
			   const struct traffic_pattern *background)
{
	const struct placed placed = {
		.config = &config, .mpi = &mpi_cray, .program = program, .place = place,
		.background = background,
	};
	struct outcome outcome = jobs_agree("a job", &placed, 600);

	program_free(program);
	return outcome;
}

/* Jobs that share nothing do not affect each other. */
START_TEST(jobs_apart_are_as_alone)
{
	const uint32_t place[] = { 0, 1, 2, 3 };

	machine_start("torus:4");
	ck_assert_uint_eq(play(join(PONG, PONG), place, NULL).end,
			  play(read_program(PONG), place, NULL).end);
	net_fabric_free(&fabric);
}
END_TEST

/* Two jobs share a NIC: one waits for the other's packet, a turn of 7.7 ns in whole cycles. */
START_TEST(jobs_share_a_nic)
{
	const uint32_t place[] = { 0, 1, 0, 1 };

	machine_start("torus:4");
	ck_assert_uint_eq(play(join(PONG, PONG), place, NULL).end,
			  play(read_program(PONG), place, NULL).end + 6);
	net_fabric_free(&fabric);
}
END_TEST

/* --- traffic in the background --- */

/* The packet of the background keeps the NIC busy just when the job wants it. */
START_TEST(a_job_waits_for_its_background)
{
	const uint32_t place[] = { 0, 1 };
	struct traffic_pattern background = {
		.kind = kind_of("neighbour"), .count = 1000, .gap = 2, .until = NET_FOREVER,
		.each = { .op = NET_PUT, .bytes = 64 },
	};
	uint64_t alone;

	machine_start("torus:4");
	alone = play(read_program(PONG), place, NULL).end;
	ck_assert_uint_gt(play(read_program(PONG), place, &background).end, alone);
	background.gap = 100000;
	background.count = 1;
	ck_assert_uint_eq(play(read_program(PONG), place, &background).end, alone);
	net_fabric_free(&fabric);
}
END_TEST

/* The NIC takes transfers of both in turns: 1,000 PUTs of the background do not go first. */
START_TEST(background_and_job_take_turns)
{
	const uint32_t place[] = { 0, 1 };
	const struct traffic_pattern background = {
		.kind = kind_of("neighbour"), .count = 1000, .until = NET_FOREVER,
		.each = { .op = NET_PUT, .bytes = 64 },
	};

	machine_start("torus:4");
	ck_assert_uint_lt(play(read_program(PONG), place, &background).end,
			  play(read_program(PONG), place, NULL).end + 1000);
	net_fabric_free(&fabric);
}
END_TEST

/* As long as a job has something under way it is not idle, and when nothing is left it is. */
START_TEST(a_job_is_idle_when_nothing_is_under_way)
{
	struct program *program = read_program(PONG);
	const uint32_t place[] = { 0, 2 };
	struct net_traffic traffic;
	struct job *job;
	struct net *net;

	machine_start("torus:4");
	ck_assert_int_eq(job_new(program, &fabric, place, &mpi_cray, &job, &traffic), 0);
	ck_assert_int_eq(net_new(&config, &traffic, &net), 0);
	ck_assert(!job_is_idle(job));
	ck_assert_int_eq(net_run(net, JOB_SEND + 100), 0);
	ck_assert(!job_is_idle(job));
	ck_assert_int_eq(net_run(net, NET_FOREVER), 0);
	ck_assert(job_is_idle(job));
	net_free(net);
	job_free(job);
	program_free(program);
	net_fabric_free(&fabric);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_jobs");
	TCase *tcase = tcase_create("jobs");
	const int count = sizeof(machines) / sizeof(*machines);

	tcase_set_timeout(tcase, 2 * HANG_SECONDS);
	tcase_add_loop_test(tcase, collectives_as_in_the_reference, 0, count);
	tcase_add_loop_test(tcase, programs_by_chance_as_in_the_reference, 0, count);
	tcase_add_loop_test(tcase, programs_by_chance_while_links_fail, 0, count);
	tcase_add_test(tcase, programs_side_by_side);
	tcase_add_test(tcase, programs_that_are_too_large_together);
	tcase_add_test(tcase, jobs_apart_are_as_alone);
	tcase_add_test(tcase, jobs_share_a_nic);
	tcase_add_test(tcase, a_job_waits_for_its_background);
	tcase_add_test(tcase, background_and_job_take_turns);
	tcase_add_test(tcase, a_job_is_idle_when_nothing_is_under_way);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
