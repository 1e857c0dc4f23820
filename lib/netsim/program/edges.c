// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>

#include "edges.h"

int edges_allocate(struct program_edges *lists, uint32_t ops, size_t edges)
{
	/* One entry more, for counting. */
	lists->first = calloc((size_t)ops + 2, sizeof(*lists->first));
	lists->to = calloc(edges ? edges : 1, sizeof(*lists->to));
	return lists->first && lists->to ? 0 : -ENOMEM;
}

void edges_lists_begin(struct program_edges *lists, uint32_t ops)
{
	uint32_t i;

	for (i = 1; i <= ops; i++)
		lists->first[i] += lists->first[i - 1];
}

void edges_list_add(struct program_edges *lists, uint32_t op, uint32_t edge)
{
	lists->to[lists->first[op + 1]++] = edge;
}

/* Fill in the pairs of a kind. Lists come out ascending, because this goes in order. */
static void edges_turn_kind(const struct program_edges *edges, uint32_t ops,
			    enum program_wait kind, struct program_edges *turned)
{
	uint32_t op, i;

	for (op = 0; op < ops; op++)
		for (i = edges->first[op]; i < edges->first[op + 1]; i++)
			if (program_edge_wait(edges->to[i]) == kind)
				edges_list_add(turned, program_edge_op(edges->to[i]),
					       PROGRAM_EDGE(op, kind));
}

int program_edges_turn(const struct program_edges *edges, uint32_t ops,
		       struct program_edges *turned)
{
	uint32_t starts = 0, i;

	if (edges_allocate(turned, ops, edges->first[ops]))
		return -ENOMEM;
	for (i = 0; i < edges->first[ops]; i++) {
		turned->first[program_edge_op(edges->to[i]) + 2]++;
		starts += program_edge_wait(edges->to[i]);
	}
	edges_lists_begin(turned, ops);
	edges_turn_kind(edges, ops, PROGRAM_END, turned);
	if (starts)
		edges_turn_kind(edges, ops, PROGRAM_START, turned);
	return 0;
}

void program_edges_free(struct program_edges *edges)
{
	free(edges->first);
	free(edges->to);
}
