// SPDX-License-Identifier: LGPL-2.1-or-later
#include "probe.h"

#include <errno.h>
#include <string.h>

#include "netsim/collective/chain.h"

const char *const probe_words[PROBE_KINDS] = {
	[PROBE_SEND] = "send",
	[PROBE_PING] = "ping",
	[PROBE_DELAY] = "delay",
};

void probe_set(const struct probe_plan *plan, struct probe set[PROBE_SET])
{
	const struct probe probes[PROBE_SET] = {
		{ PROBE_PING, plan->bytes, 1, 0 },
		{ PROBE_SEND, plan->bytes, 1, 0 },
		{ PROBE_SEND, plan->bytes, plan->burst, 0 },
		{ PROBE_DELAY, plan->bytes, 1, plan->delay },
		{ PROBE_PING, plan->long_bytes, 1, 0 },
		{ PROBE_PING, 2 * plan->long_bytes, 1, 0 },
	};

	memcpy(set, probes, sizeof(probes));
}

static bool probe_is_good(const struct probe *probe)
{
	if (probe->kind >= PROBE_KINDS || probe->bytes > PROGRAM_SIZE)
		return false;
	if (!probe->count || probe->count > PROBE_COUNT)
		return false;
	return probe->delay <= (probe->kind == PROBE_DELAY ? PROGRAM_SIZE : 0);
}

static void rank_asks(struct chain *chain, const struct probe *probe)
{
	chain_send(chain, 1, probe->bytes);
	chain_next(chain);
	if (probe->kind == PROBE_SEND)
		return;
	if (probe->delay) {
		chain_calc(chain, probe->delay);
		chain_next(chain);
	}
	chain_recv(chain, 1, probe->bytes);
	chain_next(chain);
}

static void rank_answers(struct chain *chain, const struct probe *probe)
{
	chain_recv(chain, 0, probe->bytes);
	chain_next(chain);
	if (probe->kind == PROBE_SEND)
		return;
	chain_send(chain, 0, probe->bytes);
	chain_next(chain);
}

int probe_program(const struct probe *probe, struct program **program)
{
	struct builder builder;
	struct circle circle;
	struct chain chain;

	if (!probe_is_good(probe))
		return -EINVAL;
	builder_begin(&builder, PROBE_RANKS, &program_limits_default);
	for (uint32_t rank = 0; rank < PROBE_RANKS && !builder.err; rank++) {
		chain_begin(&chain, &builder, rank);
		for (uint32_t i = 0; i < probe->count && !builder.err; i++)
			(rank ? rank_answers : rank_asks)(&chain, probe);
	}
	builder.err = builder_finish(&builder, program, &circle);
	builder_free(&builder);
	return builder.err;
}
