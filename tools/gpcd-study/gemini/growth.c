// SPDX-License-Identifier: GPL-2.0-only
/* An exchange by the flow engine: how the busiest link grows, and which dimension it is in. */
#include "cli/out/progress.h"
#include "ghost.h"

/* --- growth: the same boxes on fewer ranks --- */

/* Most grids: the plan's, and halves of it. */
#define GROWTH_GRIDS	8
#define CYCLES_A_MS	(1000 * GHOST_CYCLES_A_US)

/* Orders of nodes by dimensions, the fastest first; the first one is the machine's own. */
static const char *const orders[] = { "ZYX", "YZX", "ZXY", "XZY", "YXZ", "XYZ" };

/* Return a node in another order that has the number which this one has in the machine's own. */
static uint32_t reorder(const struct topo *topo, uint32_t node, const char *order)
{
	unsigned int coord[TOPO_DIMS] = { 0 }, number = 0, dim;

	topo_coord(topo, topo_node_chip(topo, node), coord);
	for (dim = 0; dim < 3; dim++)
		number = number * topo->size[dim] + coord[dim];
	for (unsigned int i = 0; i < 3; i++) {
		dim = order[i] - 'X';
		coord[dim] = number % topo->size[dim];
		number /= topo->size[dim];
	}
	return topo_node(topo, topo_chip(topo, coord), topo_node_nic(topo, node));
}

/* Place ranks, with nodes in an order, and carry an exchange of theirs by the flow engine. */
static int carry_exchange(const struct ghost_plan *plan, enum ghost_placement placement,
			  const char *order, struct engine *engine)
{
	const struct topo *topo = &plan->machine->fabric.topo;
	struct placing placing;
	int err = placing_open(&placing, plan, placement, plan->box);

	for (uint32_t rank = 0; rank < stencil_ranks(&placing.stencil) && !err; rank++)
		placing.place[rank] = reorder(topo, placing.place[rank], order);
	if (!err)
		err = engine_flow(engine, placing.machine, &placing.config);
	if (!err)
		err = stencil_flow(&placing.stencil, placing.place, &placing.config, engine->flow);
	if (!err)
		engine_flow_finish(engine, 0);
	placing_free(&placing);
	return err;
}

/* Add how long the busiest link takes for an exchange. */
static int measure_growth(const struct ghost_plan *plan, enum ghost_placement placement,
			  unsigned int halved, struct results *results, struct result *result)
{
	struct engine engine = { 0 };
	int err = carry_exchange(plan, placement, orders[0], &engine);

	if (!err) {
		result_number(results, result, plan->box);
		result_number(results, result, plan->grid[0] * plan->grid[1] * plan->grid[2]);
		result_number(results, result, halved);
		result_text(results, result, "%s", ghost_names[placement]);
		result_number(results, result, engine.cycles / CYCLES_A_MS);
	}
	engine_free(&engine);
	return err ? ghost_failed(err) : 0;
}

int ghost_growth(void *data, struct results *results)
{
	struct result *result = results_begin(results, "growth",
					      "box ranks halved placement busiest_ms");
	struct ghost_plan plan = *(const struct ghost_plan *)data;
	struct progress progress;
	unsigned int halved = 0;
	int code = 0;

	do {
		progress_begin(&progress, 1 - 1. / (2u << halved));
		for (unsigned int i = 0; i < GHOST_PLACEMENTS && !code; i++)
			code = measure_growth(&plan, i, halved, results, result);
		progress_end(&progress);
	} while (!code && ++halved < GROWTH_GRIDS && ghost_halve(plan.grid));
	return code;
}

/* --- orders: the same with nodes numbered along other dimensions first --- */

/* Return how long the busiest link of a dimension takes. */
static double busiest_ms(const struct engine *engine, unsigned int dim)
{
	double most = 0, busy;

	for (unsigned int link = 0; link < 2 * engine->machine->fabric.topo.chips; link++) {
		busy = flow_link_busy(engine->flow, link / 2, 2 * dim + link % 2);
		most = busy > most ? busy : most;
	}
	return most / CYCLES_A_MS;
}

static int measure_order(const struct ghost_plan *plan, enum ghost_placement placement,
			 const char *order, struct results *results, struct result *result)
{
	struct engine engine = { 0 };
	int err = carry_exchange(plan, placement, order, &engine);

	if (!err) {
		result_text(results, result, "%s", order);
		result_text(results, result, "%s", ghost_names[placement]);
		for (unsigned int dim = 0; dim < 3; dim++)
			result_number(results, result, busiest_ms(&engine, dim));
	}
	engine_free(&engine);
	return err ? ghost_failed(err) : 0;
}

int ghost_orders(void *data, struct results *results)
{
	struct result *result = results_begin(results, "orders", "order placement x_ms y_ms z_ms");
	struct progress progress;
	int code = 0;

	for (unsigned int i = 0; i < 2 * ARRAY_SIZE(orders) && !code; i++) {
		progress_begin(&progress, (i + 1.) / (2 * ARRAY_SIZE(orders)));
		code = measure_order(data, GHOST_NO_REMAP + i % 2, orders[i / 2], results, result);
		progress_end(&progress);
	}
	return code;
}
