// SPDX-License-Identifier: LGPL-2.1-or-later
/* Messages between end points, from the send to the receive. */
#include "netsim/host/state.h"

static bool interrupts(const struct host *host)
{
	return host->config->receive == HOST_INTERRUPT;
}

static bool to_itself(const struct host *host, uint32_t send)
{
	return host->program->op[send].peer == matching_owner(&host->matching, send);
}

/* Whether a message is in an input queue until it is taken. */
static bool is_queued(const struct host *host, uint32_t send)
{
	return worm_config(host->worm)->queues && !to_itself(host, send);
}

/* --- the receiver --- */

void host_received(struct host *host, uint32_t send)
{
	uint32_t recv = matching_receive(&host->matching, send);

	host->message[send].done = true;
	if (!recv)
		return;
	host->op[recv - 1].begin = host->message[send].begin;
	host_op_end(host, recv - 1);
}

/* With polling, a receive queues at its stream once it has a message that can be received. */
static void receive_poll(struct host *host, uint32_t send)
{
	uint32_t recv = matching_receive(&host->matching, send);

	if (recv && (host_is_long(host, send) ? host->message[send].head : host_came(host, send)))
		host_runner_add(host, host->runner_of[recv - 1], false, recv - 1);
}

/* A receive and a message have found each other. */
static void match_made(struct host *host, uint32_t recv, uint32_t send)
{
	host->sender[recv] = 1 + send;
	if (!interrupts(host))
		receive_poll(host, send);
	else if (host->message[send].done)
		host_received(host, send);
}

void host_post(struct host *host, uint32_t recv)
{
	uint32_t send = matching_post(&host->matching, recv);

	if (send)
		match_made(host, recv, send - 1);
}

static void header_came(struct host *host, uint32_t send)
{
	uint32_t next = matching_came(&host->matching, send), recv;

	host->message[send].head = true;
	if (interrupts(host))
		host_runner_add(host, host_handlers(host, send), true, send);
	for (; next; next = matching_early(&host->matching, next - 1)) {
		recv = matching_take(&host->matching, next - 1);
		if (recv)
			match_made(host, recv - 1, next - 1);
	}
}

/* --- the receiving DMA: one message after the other --- */

static void copy_end(struct host *host, const struct host_rank *rank)
{
	uint64_t end = rank->copy_end > host->now ? rank->copy_end : host->now;

	if (host_came(host, rank->copy - 1))
		host_step_add(host, end, HOST_COPIED, rank->copy - 1);
}

static void copy_begin(struct host *host, struct host_rank *rank)
{
	uint32_t send = rank->copy - 1;
	uint64_t bytes = host->program->op[send].size;

	if (is_queued(host, send)) {
		worm_take(host->worm, host->message[send].worm, host->config->memory_byte_ps);
		return;
	}
	rank->copy_end = host->now + bytes * host->config->memory_byte_ps;
	copy_end(host, rank);
}

void host_copy(struct host *host, uint32_t send)
{
	struct host_rank *rank = &host->rank[host->program->op[send].peer];

	host->message[send].next = 0;
	if (rank->copy) {
		host->message[rank->copy_last - 1].next = 1 + send;
		rank->copy_last = 1 + send;
		return;
	}
	rank->copy = 1 + send;
	rank->copy_last = 1 + send;
	copy_begin(host, rank);
}

void host_copied(struct host *host, uint32_t send)
{
	struct host_rank *rank = &host->rank[host->program->op[send].peer];
	uint32_t recv = matching_receive(&host->matching, send);

	rank->copy = host->message[send].next;
	if (rank->copy)
		copy_begin(host, rank);
	host_received(host, send);
	if (!host->config->blocking)
		return;
	if (interrupts(host))
		host_runner_free(host, host_handlers(host, send));
	else
		host_runner_free(host, host->runner_of[recv - 1]);
}

/* --- what happens to messages --- */

static void message_came(struct host *host, uint32_t send)
{
	const struct host_rank *rank = &host->rank[host->program->op[send].peer];

	host->op[send].came = host->now;
	if (host_is_long(host, send)) {
		if (rank->copy == 1 + send && !is_queued(host, send))
			copy_end(host, rank);
		return;
	}
	if (!interrupts(host)) {
		receive_poll(host, send);
	} else if (host_is_holding(host, rank->runner, send)) {
		host_received(host, send);
		host_runner_free(host, rank->runner);
	}
}

/* Whether a send holds its processor until the message has left the node. */
static bool waits_to_leave(const struct host *host, uint32_t send)
{
	return host->config->blocking && host_is_long(host, send) && !to_itself(host, send);
}

static void send_end(struct host *host, uint32_t send)
{
	host_op_end(host, send);
	host_runner_free(host, host->runner_of[send]);
}

/* The next send no longer stalls. */
static void stall_end(struct host *host, struct host_rank *rank)
{
	uint32_t send = rank->stalled - 1;

	rank->stalled = host->message[send].next;
	host->message[send].next = 0;
	host_runner_stall(host, host->runner_of[send], false);
	host_submit(host, send);
	if (!waits_to_leave(host, send))
		send_end(host, send);
}

/* A processor that waits for its DMA goes on, or one whose send stalls. */
static void message_left(struct host *host, uint32_t send)
{
	struct host_rank *rank = host_rank_of(host, send);

	if (waits_to_leave(host, send))
		send_end(host, send);
	rank->leaving = 0;
	if (rank->stalled)
		stall_end(host, rank);
}

/* The receiving DMA has taken a long message out of the queue. */
static void message_taken_out(struct host *host, uint32_t send)
{
	if (host_is_long(host, send))
		host_copied(host, send);
}

void host_notice(struct host *host, const struct worm_notice *notice)
{
	switch (notice->event) {
	case WORM_SENT:
		message_left(host, notice->id);
		break;
	case WORM_HEAD:
		host->message[notice->id].worm = notice->worm;
		header_came(host, notice->id);
		break;
	case WORM_ARRIVED:
		message_came(host, notice->id);
		break;
	case WORM_TAKEN:
		message_taken_out(host, notice->id);
		break;
	}
}

void host_submit(struct host *host, uint32_t send)
{
	const struct program_op *op = &host->program->op[send];
	struct worm_message message = {
		.node = host_rank_of(host, send)->node, .peer = host->rank[op->peer].node,
		.bytes = op->size, .watch = host->config->interrupt_bytes, .id = send,
		.byte_ps = host_is_long(host, send) ? host->config->byte_ps : 0,
		.dma = host_is_long(host, send),
	};
	int err;

	matching_sent(&host->matching, send);
	if (to_itself(host, send)) {
		header_came(host, send);
		message_came(host, send);
		return;
	}
	host_rank_of(host, send)->leaving = 1 + send;
	err = worm_post(host->worm, host->now, &message);
	if (!host->error)
		host->error = err;
}

/* --- what follows when operations become ready, and when runners have done their work --- */

void host_op_ready(struct host *host, uint32_t op)
{
	host->op[op].ready = host->now;
	if (host->program->op[op].kind != PROGRAM_RECV) {
		host_runner_add(host, host->runner_of[op], false, op);
		return;
	}
	host_op_wake(host, op, PROGRAM_START);
	host_post(host, op);
}

/* A processor has taken a message; returns whether its runner holds. */
static bool message_taken(struct host *host, uint32_t send)
{
	if (host_is_long(host, send)) {
		host_copy(host, send);
		return host->config->blocking;
	}
	if (is_queued(host, send))
		worm_take(host->worm, host->message[send].worm, 0);
	if (!host_came(host, send))
		return true;
	host_received(host, send);
	return false;
}

/* A send stalls until those before it have left the node. */
static void stall_begin(struct host *host, struct host_rank *rank, uint32_t send)
{
	if (rank->stalled)
		host->message[rank->stalled_last - 1].next = 1 + send;
	else
		rank->stalled = 1 + send;
	rank->stalled_last = 1 + send;
	host_runner_stall(host, host->runner_of[send], true);
}

/* A send's processor has done its work; returns whether its runner holds. */
static bool send_done(struct host *host, uint32_t send)
{
	struct host_rank *rank = host_rank_of(host, send);

	if (host->config->stalls && rank->leaving && !to_itself(host, send)) {
		stall_begin(host, rank, send);
		return true;
	}
	host_submit(host, send);
	if (waits_to_leave(host, send))
		return true;
	host_op_end(host, send);
	return false;
}

void host_runner_ran(struct host *host, uint32_t number, bool message, uint32_t what)
{
	struct host_runner *runner = &host->runner[number];
	bool holds = false;

	if (runner->phase != HOST_RUN || runner->suspended || runner->until != host->now ||
	    runner->message != message || runner->what != what)
		return;
	if (message)
		holds = message_taken(host, what);
	else if (host->program->op[what].kind == PROGRAM_RECV)
		holds = message_taken(host, host->sender[what] - 1);
	else if (host->program->op[what].kind == PROGRAM_SEND)
		holds = send_done(host, what);
	else
		host_op_end(host, what);
	if (holds)
		runner->phase = HOST_HOLD;
	else
		host_runner_free(host, number);
}
