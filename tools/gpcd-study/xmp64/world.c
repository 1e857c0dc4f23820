// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>

#include "cli/hardware/machines.h"
#include "cli/out/complain.h"
#include "world.h"

static bool is_hypercube(const struct hardware *hardware)
{
	return hardware->switching == HARDWARE_WORMHOLE && hardware->nodes == WORLD_CORES &&
	       hardware->topo.family == &topo_hypercube &&
	       hardware->topo.chips == 1u << WORLD_DIMS;
}

int world_read(struct world *world, const char *name)
{
	int code = machines_read(&world->hardware, name);
	const char *why;

	if (code)
		return code;
	if (!is_hypercube(&world->hardware)) {
		complain("--machine %s: the tables need a wormhole hypercube:%u with nodes = %u",
			 name, WORLD_DIMS, WORLD_CORES);
		return EXIT_USAGE;
	}
	machines_worm(&world->hardware, &world->network);
	machines_host(&world->hardware, &world->host);
	why = worm_refusal(&world->network);
	if (!why)
		return 0;
	complain("--machine %s: %s", name, why);
	return EXIT_USAGE;
}

struct world world_coded(const struct world *world, uint64_t code)
{
	struct world coded = *world;

	coded.host.send_ps += code / 2;
	coded.host.recv_ps -= code / 2;
	coded.network.in.hop_ps += code / 2;
	coded.network.out.hop_ps += code / 2;
	return coded;
}

int world_run(const struct world *world, const struct world_run *run, struct host_result *result)
{
	struct worm_config network = world->network;
	struct worm *worm;
	unsigned int dim;
	uint32_t op;
	int err;

	for (dim = 0; dim < WORLD_DIMS && run->links; dim++)
		network.dim[dim].links = run->links;
	err = worm_new(&network, &worm);
	if (err)
		return err;
	err = host_run(run->program, run->place, run->start, worm, &world->host, result);
	worm_free(worm);
	if (err || host_waiting(run->program, result, 0, &op) == run->program->ranks)
		return err;
	host_result_free(result);
	return -EDEADLK;
}

int world_program(const char *kind, const char *algorithm, uint64_t bytes, uint64_t seed,
		  struct program **program)
{
	return world_program_of(kind, algorithm, bytes, seed, 1, program);
}

int world_program_of(const char *kind, const char *algorithm, uint64_t bytes, uint64_t seed,
		     uint32_t count, struct program **program)
{
	struct program_plan plan = {
		.kind = program_kinds, .ranks = WORLD_RANKS, .bytes = bytes, .seed = seed,
		.count = count,
	};

	while (strcmp(plan.kind->name, kind))
		plan.kind++;
	plan.algorithm = plan.kind->algorithms;
	while (strcmp(plan.algorithm->name, algorithm))
		plan.algorithm++;
	return program_generate(&plan, &program_limits_default, program);
}

/* --- single messages and the barrier --- */

/* Time only the first message of a ping-pong: there and back are two journeys. */
int barrier_journey(const struct world *world, unsigned int hops, uint64_t *ps)
{
	const uint32_t place[] = { 0, hops ? ((1u << hops) - 1) * WORLD_CORES : 1 };
	struct program_plan plan = {
		.kind = program_kinds, .algorithm = program_kinds->algorithms, .ranks = 2,
		.bytes = WORLD_SHORT, .count = 1,
	};
	struct world_run run = { .place = place };
	struct host_result result;
	struct program *program;
	int err = program_generate(&plan, &program_limits_default, &program);

	if (err)
		return err;
	run.program = program;
	err = world_run(world, &run, &result);
	if (!err) {
		*ps = result.op[result.match[0] - 1].end - result.op[0].begin;
		host_result_free(&result);
	}
	program_free(program);
	return err;
}

int barrier_program(struct program **program)
{
	return world_program("barrier", "hypercube", WORLD_SHORT, 0, program);
}

static struct barrier_times times_of(const struct host_result *result)
{
	struct barrier_times times = { .least = UINT64_MAX };
	uint32_t rank;

	for (rank = 0; rank < result->ranks; rank++) {
		const struct host_spent *spent = &result->rank[rank];
		uint64_t time = spent->end - spent->start;

		times.least = time < times.least ? time : times.least;
		times.most = time > times.most ? time : times.most;
		times.sum += time;
	}
	times.first = result->rank[0].end - result->rank[0].start;
	return times;
}

int barrier_run(const struct world *world, unsigned int links, const uint64_t *start,
		struct barrier_times *times)
{
	struct world_run run = { .links = links, .start = start };
	struct host_result result;
	struct program *program;
	int err = barrier_program(&program);

	if (err)
		return err;
	run.program = program;
	err = world_run(world, &run, &result);
	if (!err) {
		*times = times_of(&result);
		host_result_free(&result);
	}
	program_free(program);
	return err;
}

int barrier_ends(const struct world *world, const struct program *program, const uint64_t *start,
		 uint64_t *end)
{
	const struct world_run run = { .program = program, .start = start };
	struct host_result result;
	uint32_t rank;
	int err = world_run(world, &run, &result);

	if (err)
		return err;
	for (rank = 0; rank < result.ranks; rank++)
		end[rank] = result.rank[rank].end;
	host_result_free(&result);
	return 0;
}
