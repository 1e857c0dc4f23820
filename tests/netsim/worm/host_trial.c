// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "mark.h"
#include "netsim/worm/host_trial.h"
#include "netsim/worm/plain_host.h"
#include "netsim/worm/random_worm.h"

struct trial {
	const char *name;
	struct topo topo;
	struct worm_config network;
	struct host_config config;
	struct program *program;
	uint32_t place[WORM_NODES];
	uint64_t start[WORM_NODES];
	struct worm *worm;
	struct plain_worm *plain;
};

/* Often 0, so that things happen at the same time. */
static uint64_t some_ps(struct chance *chance)
{
	return chance->below(chance, 3) ? chance->below(chance, 60) : 0;
}

static void host_draw(struct chance *chance, struct host_config *config)
{
	*config = (struct host_config){
		.send_ps = some_ps(chance), .recv_ps = some_ps(chance),
		.gap_ps = chance->below(chance, 2) ? 2 * some_ps(chance) : 0,
		.byte_ps = chance->below(chance, 3),
		.long_bytes = chance->below(chance, 4) ? chance->below(chance, 60) : HOST_SHORT,
		.long_send_ps = some_ps(chance), .long_recv_ps = some_ps(chance),
		.memory_byte_ps = chance->below(chance, 4),
		.interrupt_bytes = chance->below(chance, 70),
		.blocking = chance->below(chance, 2), .receive = chance->below(chance, 2),
	};
}

/* Half of them have output queues, and of those with interrupts half have input queues. */
static void queues_draw(struct chance *chance, struct trial *trial)
{
	trial->config.stalls = chance->below(chance, 2);
	trial->network.queues = trial->config.receive == HOST_INTERRUPT && chance->below(chance, 2);
	trial->network.port_ps = chance->below(chance, 2) ? chance->below(chance, 5) : 0;
	if (trial->network.queues && chance->below(chance, 2))
		trial->network.out.buffer += 10;
}

static void ranks_draw(struct chance *chance, struct trial *trial, uint32_t ranks)
{
	uint32_t nodes = worm_nodes(&trial->network), rank, i;
	bool late = chance->below(chance, 2);

	for (i = 0; i < nodes; i++)
		trial->place[i] = i;
	for (rank = 0; rank < ranks; rank++) {
		uint32_t other = rank + chance->below(chance, nodes - rank);
		uint32_t node = trial->place[other];

		trial->place[other] = trial->place[rank];
		trial->place[rank] = node;
		trial->start[rank] = late ? chance->below(chance, 300) : 0;
	}
}

static void trial_draw(struct trial *trial, struct chance *chance)
{
	uint32_t ranks;

	random_worm(chance, &trial->topo, &trial->network);
	host_draw(chance, &trial->config);
	queues_draw(chance, trial);
	ranks = 1 + chance->below(chance, worm_nodes(&trial->network));
	trial->program = random_program(chance, NULL, ranks, 2 + chance->below(chance, 50));
	ranks_draw(chance, trial, ranks);
	ck_assert_int_eq(worm_new(&trial->network, &trial->worm), 0);
	trial->plain = plain_worm_new(&trial->network);
}

static void compare_ops(const struct trial *trial, const struct host_result *fast,
			const struct host_result *plain)
{
	uint32_t i;

	for (i = 0; i < trial->program->ops; i++) {
		const struct host_op *one = &fast->op[i], *two = &plain->op[i];

		ck_assert_msg(one->ready == two->ready && one->begin == two->begin &&
			      one->end == two->end && one->came == two->came,
			      "%s: operation %u: %ld %ld %ld %ld, plain %ld %ld %ld %ld",
			      trial->name, i, (long)one->ready, (long)one->begin, (long)one->end,
			      (long)one->came, (long)two->ready, (long)two->begin,
			      (long)two->end, (long)two->came);
		ck_assert_msg(fast->match[i] == plain->match[i],
			      "%s: operation %u is matched with %d, plain %d", trial->name,
			      i, (int)fast->match[i] - 1, (int)plain->match[i] - 1);
	}
}

static void compare_ranks(const struct trial *trial, const struct host_result *fast,
			  const struct host_result *plain)
{
	uint32_t i;

	for (i = 0; i < trial->program->ranks; i++) {
		const struct host_spent *one = &fast->rank[i], *two = &plain->rank[i];

		ck_assert_msg(one->compute == two->compute && one->calls == two->calls &&
			      one->stall == two->stall && one->wait == two->wait &&
			      one->start == two->start && one->end == two->end,
			      "%s: rank %u: %lu %lu (%lu) %lu to %lu, plain %lu %lu (%lu) %lu to %lu",
			      trial->name, i, one->compute, one->calls, one->stall, one->wait,
			      one->end, two->compute, two->calls, two->stall, two->wait, two->end);
		if (trial->config.receive == HOST_INTERRUPT)
			ck_assert_uint_eq(one->compute + one->calls + one->wait,
					  one->end - one->start);
	}
	ck_assert_uint_eq(fast->end, plain->end);
}

static void compare_channels(const struct trial *trial)
{
	struct worm_channel fast, plain;
	uint32_t i;

	for (i = 0; i < worm_channels(trial->worm); i++) {
		worm_channel(trial->worm, i, &fast);
		plain = plain_worm_channel(trial->plain, i);
		ck_assert_msg(!memcmp(&fast, &plain, sizeof(fast)), "%s: channel %u",
			      trial->name, i);
	}
}

/* Return the number of its ranks that have not reached their end. */
static unsigned int stuck(const struct trial *trial, const struct host_result *result)
{
	uint32_t rank = 0, op, count = 0;

	while ((rank = host_waiting(trial->program, result, rank, &op)) < trial->program->ranks) {
		ck_assert_uint_eq(result->op[op].end, HOST_NEVER);
		count++;
		rank++;
	}
	return count;
}

bool host_trial(struct chance *chance, const char *name)
{
	struct host_result fast, plain;
	struct trial trial = { .name = name };
	bool whole;

	trial_draw(&trial, chance);
	ck_assert_int_eq(host_run(trial.program, trial.place, trial.start, trial.worm,
				  &trial.config, &fast), 0);
	plain = plain_host_run(trial.program, trial.place, trial.start, trial.plain,
			       &trial.config);
	compare_ops(&trial, &fast, &plain);
	compare_ranks(&trial, &fast, &plain);
	compare_channels(&trial);
	whole = !stuck(&trial, &fast);
	host_result_free(&fast);
	host_result_free(&plain);
	program_free(trial.program);
	worm_free(trial.worm);
	plain_worm_free(trial.plain);
	return whole;
}
