// SPDX-License-Identifier: LGPL-2.1-or-later
/* A program runs on the end points of a wormhole network. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "netsim/host/state.h"

/* --- what cannot run --- */

static const char *config_refusal(const struct host_config *config, bool queues)
{
	if (config->send_ps > HOST_PS || config->recv_ps > HOST_PS || config->gap_ps > HOST_PS ||
	    config->long_send_ps > HOST_PS || config->long_recv_ps > HOST_PS)
		return "what a message costs a processor is at most a second";
	if (config->byte_ps > WORM_PS || config->memory_byte_ps > WORM_PS)
		return "a byte takes at most 2^30 ps";
	if (queues && config->receive != HOST_INTERRUPT)
		return "input queues need a receiver that messages interrupt";
	return NULL;
}

static const char *work_refusal(const struct program_op *op)
{
	if (op->kind >= PROGRAM_AMO)
		return "worms carry messages: no atomic operations, puts or gets";
	if (op->kind == PROGRAM_SEND && op->size > WORM_BYTES)
		return "a worm carries at most 2^30 bytes";
	return NULL;
}

/*
 * Check that each rank has a node of its own, below nodes, of which there are at most WORM_NODES.
 */
static const char *place_refusal(const struct program *program, const uint32_t *place,
				 uint32_t nodes)
{
	bool taken[WORM_NODES] = { false };
	uint32_t rank, node;

	if (program->ranks > nodes)
		return "there are more ranks than nodes";
	for (rank = 0; rank < program->ranks; rank++) {
		node = place ? place[rank] : rank;
		if (node >= nodes)
			return "a rank is placed on a node that is not there";
		if (taken[node])
			return "two ranks are placed on one node";
		taken[node] = true;
	}
	return NULL;
}

const char *host_refusal(const struct program *program, const uint32_t *place,
			 const uint64_t *start, const struct worm_config *network,
			 const struct host_config *config)
{
	const char *refusal = worm_refusal(network);
	uint32_t i;

	if (!refusal)
		refusal = config_refusal(config, network->queues);
	if (!refusal)
		refusal = place_refusal(program, place, worm_nodes(network));
	for (i = 0; !refusal && start && i < program->ranks; i++)
		if (start[i] > WORM_TIME)
			refusal = "a rank starts too late: 2^62 ps is the end of time";
	for (i = 0; !refusal && i < program->ops; i++)
		refusal = work_refusal(&program->op[i]);
	return refusal;
}

/* --- running --- */

static void step_do(struct host *host, struct agenda_item item)
{
	uint32_t number = item.what;

	switch (host_step_of(&item)) {
	case HOST_READY:
		host_op_ready(host, number);
		break;
	case HOST_RAN:
		host_runner_ran(host, host->runner_of[number], false, number);
		break;
	case HOST_HANDLED:
		host_runner_ran(host, host_handlers(host, number), true, number);
		break;
	case HOST_COPIED:
		host_copied(host, number);
		break;
	default:
		host_runner_begin(host, number);
		break;
	}
}

static void steps_do(struct host *host)
{
	struct worm_notice notice;
	struct agenda_item item;

	while (!host->error) {
		if (worm_next(host->worm, agenda_first(&host->agenda), &notice)) {
			host->now = notice.time;
			host_notice(host, &notice);
		} else if (host->agenda.count) {
			item = agenda_take(&host->agenda);
			host->now = item.time;
			step_do(host, item);
		} else {
			break;
		}
		if (host->now > WORM_TIME)
			host->error = -EOVERFLOW;
	}
}

static int result_fill(struct host *host, struct host_result *result)
{
	uint32_t i;

	*result = (struct host_result){
		.ranks = host->program->ranks,
		.rank = calloc(host->program->ranks, sizeof(*result->rank)),
		.match = calloc(host->program->ops + (size_t)1, sizeof(*result->match)),
	};
	if (!result->rank || !result->match) {
		host_result_free(result);
		return -ENOMEM;
	}
	for (i = 0; i < result->ranks; i++)
		result->rank[i] = host->rank[i].spent;
	for (i = 0; i < host->program->ops; i++) {
		result->match[i] = matching_receive(&host->matching, i);
		if (host->op[i].end != HOST_NEVER && host->op[i].end > result->end)
			result->end = host->op[i].end;
	}
	result->op = host->op;
	host->op = NULL;
	return 0;
}

int host_run(const struct program *program, const uint32_t *place, const uint64_t *start,
	     struct worm *worm, const struct host_config *config, struct host_result *result)
{
	struct host host = { .program = program, .config = config, .worm = worm };
	int err;

	if (host_refusal(program, place, start, worm_config(worm), config))
		return -EINVAL;
	err = host_new(&host, place, start);
	if (!err) {
		steps_do(&host);
		err = host.error;
	}
	if (!err)
		err = result_fill(&host, result);
	host_free(&host);
	return err;
}

/* --- what became of it --- */

void host_result_free(struct host_result *result)
{
	free(result->op);
	free(result->match);
	free(result->rank);
}

uint32_t host_waiting(const struct program *program, const struct host_result *result,
		      uint32_t rank, uint32_t *op)
{
	uint32_t i;

	for (; rank < program->ranks; rank++) {
		for (i = program->first[rank]; i < program->first[rank + 1]; i++) {
			if (result->op[i].ready == HOST_NEVER || result->op[i].end != HOST_NEVER)
				continue;
			*op = i;
			return rank;
		}
	}
	return rank;
}

bool host_truncated(const struct program *program, const struct host_result *result,
		    uint32_t *send)
{
	uint32_t recv;

	for (; *send < program->ops; (*send)++) {
		recv = result->match[*send];
		if (recv && program->op[*send].size > program->op[recv - 1].size)
			return true;
	}
	return false;
}
