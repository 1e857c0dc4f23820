/* SPDX-License-Identifier: GPL-2.0-only */
/* Programs on the nodes of one router, where a one-byte flit takes 10 ps, and so does a hop. */
#ifndef TESTS_UNIT_WORM_ENDS_H
#define TESTS_UNIT_WORM_ENDS_H

#include "job/text.h"
#include "netsim/host/host.h"

/* A program that has run. */
struct ends {
	struct program *program;
	struct host_result result;
};

static inline void ends_network(struct topo *topo, struct worm_config *config)
{
	const struct worm_class class = { 1, 10, 10, 16 };

	ck_assert_int_eq(topo_parse(topo, "mesh:1"), 0);
	*config = (struct worm_config){
		.topo = topo, .nodes = 4, .flit = 1, .header = 1, .in = class, .out = class,
		.dim = { class },
	};
}

static inline struct ends ends_run_from(const char *text, const struct host_config *config,
					const uint64_t *start)
{
	struct ends ends = { .program = read_program(text) };
	struct worm_config network;
	struct worm *worm;
	struct topo topo;

	ends_network(&topo, &network);
	ck_assert_int_eq(worm_new(&network, &worm), 0);
	ck_assert_int_eq(host_run(ends.program, NULL, start, worm, config, &ends.result), 0);
	worm_free(worm);
	return ends;
}

static inline struct ends ends_run(const char *text, const struct host_config *config)
{
	return ends_run_from(text, config, NULL);
}

static inline void ends_free(struct ends *ends)
{
	host_result_free(&ends->result);
	program_free(ends->program);
}

static inline void ends_expect(const struct ends *ends, uint32_t op, uint64_t begin, uint64_t end)
{
	const struct host_op *found = &ends->result.op[op];

	ck_assert_msg(found->begin == begin && found->end == end,
		      "operation %u begins at %ld and ends at %ld, not %ld, %ld", op,
		      (long)found->begin, (long)found->end, (long)begin, (long)end);
}

static inline void ends_spent(const struct ends *ends, uint32_t rank, uint64_t compute,
			      uint64_t calls, uint64_t wait)
{
	const struct host_spent *found = &ends->result.rank[rank];

	ck_assert_msg(found->compute == compute && found->calls == calls && found->wait == wait,
		      "rank %u computes %lu, calls %lu, waits %lu, not %lu, %lu, %lu", rank,
		      found->compute, found->calls, found->wait, compute, calls, wait);
}

#endif /* TESTS_UNIT_WORM_ENDS_H */
