// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "plan.h"

static void plan_add(struct plan *plan, int rank, int from, int to)
{
	if (from == rank)
		plan->to[plan->sent++] = to;
	plan->received += to == rank;
}

static void add_pair(struct plan *plan, const struct options *options, int rank)
{
	for (int i = 0; i < options->count; i++)
		plan_add(plan, rank, options->from, options->to);
}

/* Use the simulator's patterns, with ranks in place of nodes, so that both can be compared. */
static int add_pattern(struct plan *plan, const struct options *options, int rank)
{
	const struct traffic_pattern pattern = {
		.kind = options->pattern,
		.each = { .op = NET_PUT, .bytes = options->bytes },
		.count = options->count,
		.until = NET_FOREVER,
		.seed = 1,
		.hot = options->to,
		.share = 0.1 * 4294967296,
	};
	struct net_transfer transfer;
	struct net_traffic traffic;
	int err;

	err = traffic_pattern(&options->torus, &pattern, &traffic);
	if (err)
		return err;
	for (int from = 0; from < options->ranks; from++) {
		while (traffic.next(traffic.context, from, &transfer))
			plan_add(plan, rank, from, transfer.node);
	}
	traffic_free(&traffic);
	return 0;
}

int plan_make(const struct options *options, int rank, struct plan *plan)
{
	*plan = (struct plan){ .to = calloc(options->count, sizeof(*plan->to)) };
	if (!plan->to)
		return -ENOMEM;
	if (options->pattern)
		return add_pattern(plan, options, rank);
	add_pair(plan, options, rank);
	return 0;
}

void plan_free(struct plan *plan)
{
	free(plan->to);
}
