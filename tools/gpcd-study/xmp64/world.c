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
	struct program_plan plan = {
		.kind = program_kinds, .ranks = WORLD_RANKS, .bytes = bytes, .seed = seed,
		.count = 1,
	};

	while (strcmp(plan.kind->name, kind))
		plan.kind++;
	plan.algorithm = plan.kind->algorithms;
	while (strcmp(plan.algorithm->name, algorithm))
		plan.algorithm++;
	return program_generate(&plan, &program_limits_default, program);
}
