// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"
#include "cli/wait/wait.h"
#include "machine/engine.h"
#include "netsim/job/job.h"
#include "netsim/mix.h"
#include "netsim/traffic/traffic.h"

#define STEP	800	/* router cycles between two looks whether the job has ended */
#define LONGEST	(SCENE_LONGEST * 800000)	/* in router cycles */

/* --- others on the machine --- */

#define OTHERS_BYTES	4096

/* A job on the other nodes, each of which sends PUTs to another one without end. */
struct others {
	uint64_t *sent; /* PUTs of each node */
	uint32_t *partner; /* by node; its own number: it sends nothing */
	uint64_t gap;
};

static bool others_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct others *others = context;

	if (others->partner[node] == node)
		return false;
	*transfer = (struct net_transfer){
		.cycle = others->sent[node]++ * others->gap + net_mix_below(node, others->gap),
		.op = NET_PUT, .bytes = OTHERS_BYTES, .node = others->partner[node],
	};
	return true;
}

/* --- where ranks are --- */

static const struct topo *scene_topo(const struct scene *scene)
{
	return &scene->machine->fabric.topo;
}

size_t scene_links(const struct scene *scene)
{
	return (size_t)scene_topo(scene)->chips * topo_ports(scene_topo(scene));
}

/* Place a grid of ranks as on a whole machine, block by block in the order of its nodes. */
static int place_grid(const struct topo *topo, const unsigned int grid[3],
		      const unsigned int block[3], uint32_t *place)
{
	struct stencil stencil = {
		.points = 6, .box = { 1, 1, 1 }, .cell = 1, .steps = 1, .mpi = mpi_cray,
	};

	memcpy(stencil.grid, grid, sizeof(stencil.grid));
	memcpy(stencil.node, block, sizeof(stencil.node));
	return stencil_place(&stencil, topo, place);
}

static int compare_u32(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static int draw_nodes(struct scene *scene)
{
	const unsigned int line[3] = { 1, 1, topo_nodes(scene_topo(scene)) }, one[3] = { 1, 1, 1 };
	uint32_t nodes = line[2], *order = calloc(nodes, sizeof(*order));
	int err;

	scene->nodes = calloc(nodes, sizeof(*scene->nodes));
	err = order && scene->nodes ? place_grid(scene_topo(scene), line, one, order) : -ENOMEM;
	if (!err) {
		for (uint32_t i = 0; i < nodes; i++)
			scene->nodes[i] = i;
		net_mix_shuffle(scene->seed, false, scene->nodes, nodes);
		qsort(scene->nodes, scene->own, sizeof(*scene->nodes), compare_u32);
		for (uint32_t i = 0; i < nodes; i++)
			scene->nodes[i] = order[scene->nodes[i]];
	}
	free(order);
	return err;
}

int scene_place(struct scene *scene, const unsigned int block[3])
{
	const uint32_t *grid = scene->exchange->grid;
	const unsigned int whole[3] = { grid[0], grid[1], grid[2] * grid[3] };
	const struct topo *topo = scene_topo(scene);
	uint32_t nodes = topo_nodes(topo), *index = calloc(nodes, sizeof(*index));
	const unsigned int line[3] = { 1, 1, nodes }, one[3] = { 1, 1, 1 };
	uint32_t *order = calloc(nodes, sizeof(*order));
	int err = index && order ? place_grid(topo, line, one, order) : -ENOMEM;

	if (!err)
		err = place_grid(topo, whole, block, scene->place);
	if (!err) {
		for (uint32_t i = 0; i < nodes; i++)
			index[order[i]] = i;
		for (uint32_t rank = 0; rank < scene->program->ranks; rank++)
			scene->place[rank] = scene->nodes[index[scene->place[rank]]];
	}
	free(index);
	free(order);
	return err;
}

/* --- runs --- */

static int others_begin(const struct scene *scene, struct others *others)
{
	uint32_t nodes = topo_nodes(scene_topo(scene)), rest = nodes - scene->own;
	const uint32_t *free_nodes = scene->nodes + scene->own;

	*others = (struct others){
		.sent = calloc(nodes, sizeof(*others->sent)),
		.partner = calloc(nodes, sizeof(*others->partner)), .gap = scene->gap,
	};
	if (!others->sent || !others->partner)
		return -ENOMEM;
	for (uint32_t node = 0; node < nodes; node++)
		others->partner[node] = node;
	/* The rest was shuffled: the next one is any. */
	for (uint32_t i = 0; i < rest && scene->shared; i++)
		others->partner[free_nodes[i]] = free_nodes[(i + 1) % rest];
	return 0;
}

static void look_at_links(const struct engine *engine, struct remap_seen *seen,
			  struct outcome *outcome)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	unsigned int ports = topo_ports(topo), far, far_port;
	struct remap_seen *link;

	for (unsigned int chip = 0; chip < topo->chips; chip++) {
		for (unsigned int port = 0; port < ports; port++) {
			if (!engine_has_link(engine, chip, port))
				continue;
			far = topo_neighbour(topo, chip, port);
			far_port = topo_far_port(topo, chip, port);
			link = &seen[chip * ports + port];
			link->phits = engine_phits(engine, far, far_port);
			link->stalls = engine_count(engine, far, far_port, NET_INQ_STALLS) +
				       engine_count(engine, chip, port, NET_CREDIT_STALLS);
			if (link->stalls > outcome->stalls)
				outcome->stalls = link->stalls;
		}
	}
}

static uint32_t count_waiting(const struct scene *scene, const struct job *job)
{
	const struct program_op *op;
	uint32_t rank = 0, count = 0;

	while ((rank = job_waiting(job, rank, &op)) < scene->program->ranks) {
		rank++;
		count++;
	}
	return count;
}

static int run_until_over(struct scene *scene, struct engine *engine, const struct job *job)
{
	const struct program_op *op;
	uint64_t cycle = 0;
	int err = 0;

	while (!err && !stop_asked() && job_waiting(job, 0, &op) < scene->program->ranks) {
		cycle += STEP;
		err = net_run(engine->net, cycle);
		if (!err)
			err = job_error(job);
		if (!err && cycle > LONGEST)
			err = -ETIME;
	}
	if (err == -ETIME)
		scene->waiting = count_waiting(scene, job);
	return !err && stop_asked() ? -EINTR : err;
}

int scene_run(struct scene *scene, struct outcome *outcome)
{
	const struct machine *machine = scene->machine;
	struct net_config config = engine_config(machine);
	struct net_traffic own = { 0 }, open, all = { 0 };
	struct engine engine = { 0 };
	struct job *job = NULL;
	struct others others;
	int err = others_begin(scene, &others);

	*outcome = (struct outcome){ 0 };
	open = (struct net_traffic){
		.next = others_next, .context = &others, .requests = 1u << NET_PUT,
	};
	if (!err)
		err = job_new(scene->program, &machine->fabric, scene->place, &mpi_cray, &job,
			      &own);
	if (!err)
		err = traffic_beside(scene_topo(scene), &own, &open, &all);
	config.threads = 1;
	if (!err)
		err = engine_event(&engine, machine, &config, &all);
	if (!err)
		err = run_until_over(scene, &engine, job);
	if (!err) {
		outcome->us = job_end(job) * US_PER_CYCLE;
		outcome->remote = remap_remote(&scene->table, scene->place);
		look_at_links(&engine, scene->seen, outcome);
	}
	engine_free(&engine);
	traffic_free(&all);
	job_free(job);
	free(others.sent);
	free(others.partner);
	return err;
}

/* --- beginning and end --- */

static struct program_plan exchange_plan(const struct exchange *exchange)
{
	const struct program_kind *kind = program_kinds;
	const struct program_algorithm *algorithm;
	struct program_plan plan = {
		.variables = exchange->variables, .cell = 8, .steps = 1, .count = 1,
		.periodic = exchange->grid[3] > 1,
	};

	while (strcmp(kind->name, exchange->kind))
		kind++;
	algorithm = kind->algorithms;
	while (exchange->algorithm && strcmp(algorithm->name, exchange->algorithm))
		algorithm++;
	plan.kind = kind;
	plan.algorithm = algorithm;
	for (unsigned int i = 0; i < PROGRAM_DIMS; i++) {
		plan.grid[i] = exchange->grid[i];
		plan.box[i] = i < 3 || exchange->grid[i] > 1 ? exchange->side : 1;
	}
	return plan;
}

int scene_begin(struct scene *scene)
{
	const struct program_plan plan = exchange_plan(scene->exchange);
	const struct topo *topo = scene_topo(scene);
	int err = program_generate(&plan, &program_limits_default, &scene->program);

	if (!err)
		err = remap_table_make(scene->program, &scene->table);
	if (err)
		return err;
	scene->own = scene->program->ranks / SCENE_RANKS;
	if (topo_nodes(topo) < 2 * scene->own)
		return -EDOM;
	if (topo->chips > REMAP_CHIPS)
		return -E2BIG;
	scene->place = calloc(scene->program->ranks, sizeof(*scene->place));
	scene->seen = calloc(scene_links(scene), sizeof(*scene->seen));
	return scene->place && scene->seen ? draw_nodes(scene) : -ENOMEM;
}

void scene_end(struct scene *scene)
{
	program_free(scene->program);
	remap_table_free(&scene->table);
	free(scene->nodes);
	free(scene->place);
	free(scene->seen);
}
