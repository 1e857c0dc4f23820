// SPDX-License-Identifier: GPL-2.0-only
/* Messages between plain end points. */
#include "mark.h"
#include "netsim/worm/plain_host_state.h"

static bool interrupts(const struct plain_host *host)
{
	return host->config->receive == HOST_INTERRUPT;
}

/* --- matching, by looking through all operations --- */

static bool fits(const struct plain_host *host, uint32_t send, uint32_t recv)
{
	const struct program_op *sent = &host->program->op[send];
	const struct program_op *wanted = &host->program->op[recv];

	return wanted->kind == PROGRAM_RECV && host->op[recv].rank == sent->peer &&
	       (wanted->peer == PROGRAM_ANY || wanted->peer == host->op[send].rank) &&
	       (wanted->tag == PROGRAM_ANY || wanted->tag == sent->tag);
}

static void receivable(struct plain_host *host, uint32_t send)
{
	struct plain_op *message = &host->op[send];
	struct plain_op *recv;

	if (!message->partner)
		return;
	recv = &host->op[message->partner - 1];
	if (interrupts(host)) {
		if (message->received && recv->times.end == HOST_NEVER) {
			recv->times.begin = message->began;
			plain_op_end(host, message->partner - 1);
		}
		return;
	}
	if (recv->waits_since == HOST_NEVER && !message->received &&
	    (plain_is_long(host, send) ? message->head : message->times.came != HOST_NEVER))
		recv->waits_since = host->now;
}

static void pair_up(struct plain_host *host, uint32_t send, uint32_t recv)
{
	host->op[send].partner = 1 + recv;
	host->op[recv].partner = 1 + send;
	receivable(host, send);
}

void plain_post(struct plain_host *host, uint32_t recv)
{
	uint32_t best = UINT32_MAX, send;

	host->op[recv].posted = host->rank[host->op[recv].rank].posts++;
	for (send = 0; send < host->program->ops; send++)
		if (host->program->op[send].kind == PROGRAM_SEND && host->op[send].turn &&
		    !host->op[send].partner && fits(host, send, recv) &&
		    (best == UINT32_MAX || host->op[send].turn < host->op[best].turn))
			best = send;
	if (best != UINT32_MAX)
		pair_up(host, best, recv);
}

static void turn_take(struct plain_host *host, uint32_t send)
{
	uint32_t best = UINT32_MAX, recv;

	host->op[send].turn = 1 + host->rank[host->program->op[send].peer].turns++;
	for (recv = 0; recv < host->program->ops; recv++)
		if (fits(host, send, recv) && host->op[recv].posted != UINT32_MAX &&
		    !host->op[recv].partner &&
		    (best == UINT32_MAX || host->op[recv].posted < host->op[best].posted))
			best = recv;
	if (best != UINT32_MAX)
		pair_up(host, send, best);
}

/* Is it a message's turn? All earlier messages of its rank to the same one have had theirs. */
static bool has_turn(const struct plain_host *host, uint32_t send)
{
	const struct plain_op *message = &host->op[send], *other;
	uint32_t i;

	if (!message->head || message->turn)
		return false;
	for (i = 0; i < host->program->ops; i++) {
		other = &host->op[i];
		if (host->program->op[i].kind == PROGRAM_SEND && other->submitted &&
		    other->rank == message->rank && other->sent < message->sent &&
		    host->program->op[i].peer == host->program->op[send].peer && !other->turn)
			return false;
	}
	return true;
}

static void head_comes(struct plain_host *host, uint32_t send)
{
	uint32_t i;
	bool again = true;

	host->op[send].head = true;
	if (interrupts(host))
		host->op[send].head_order = 1 + host->rank[host->program->op[send].peer].heads++;
	while (again) {
		again = false;
		for (i = 0; i < host->program->ops; i++) {
			if (host->program->op[i].kind != PROGRAM_SEND || !has_turn(host, i))
				continue;
			turn_take(host, i);
			again = true;
		}
	}
}

/* --- receiving --- */

static void received(struct plain_host *host, uint32_t send)
{
	struct plain_op *message = &host->op[send];

	message->received = true;
	if (!message->partner)
		return;
	host->op[message->partner - 1].times.begin = message->began;
	plain_op_end(host, message->partner - 1);
}

static bool is_queued(const struct plain_host *host, uint32_t send)
{
	return host->worm_queues && host->program->op[send].peer != host->op[send].rank;
}

static void copy_begin(struct plain_host *host, struct plain_rank *rank)
{
	if (is_queued(host, rank->copies[0])) {
		rank->copied = HOST_NEVER;
		plain_worm_take(host->worm, host->op[rank->copies[0]].worm,
				host->config->memory_byte_ps);
		return;
	}
	rank->copied = host->now + host->program->op[rank->copies[0]].size *
				   host->config->memory_byte_ps;
	plain_moment(host, rank->copied);
}

bool plain_take(struct plain_host *host, uint32_t send)
{
	struct plain_rank *rank = &host->rank[host->program->op[send].peer];

	if (plain_is_long(host, send)) {
		ck_assert_uint_lt(rank->copying, 64);
		rank->copies[rank->copying++] = send;
		if (rank->copying == 1)
			copy_begin(host, rank);
		return host->config->blocking;
	}
	if (is_queued(host, send))
		plain_worm_take(host->worm, host->op[send].worm, 0);
	if (host->op[send].times.came == HOST_NEVER)
		return true;
	received(host, send);
	return false;
}

void plain_copied(struct plain_host *host, uint32_t send)
{
	struct plain_rank *rank = &host->rank[host->program->op[send].peer];
	unsigned int i;

	rank->copying--;
	for (i = 0; i < rank->copying; i++)
		rank->copies[i] = rank->copies[i + 1];
	if (rank->copying)
		copy_begin(host, rank);
	received(host, send);
	if (!host->config->blocking)
		return;
	if (interrupts(host))
		plain_free(host, plain_processor(host, send, true));
	else
		plain_free(host, plain_processor(host, host->op[send].partner - 1, false));
}

static void tail_comes(struct plain_host *host, uint32_t send)
{
	struct processor *handlers;

	host->op[send].times.came = host->now;
	if (plain_is_long(host, send))
		return;
	receivable(host, send);
	if (!interrupts(host))
		return;
	handlers = plain_processor(host, send, true);
	if (handlers->busy && handlers->holds && handlers->message && handlers->what == send) {
		received(host, send);
		plain_free(host, handlers);
	}
}

/* --- sending --- */

static void submit(struct plain_host *host, uint32_t send)
{
	const struct program_op *op = &host->program->op[send];
	struct plain_op *message = &host->op[send];
	struct worm_message worm = {
		.node = host->rank[message->rank].node, .peer = host->rank[op->peer].node,
		.bytes = op->size, .watch = host->config->interrupt_bytes, .id = send,
		.byte_ps = plain_is_long(host, send) ? host->config->byte_ps : 0,
		.dma = plain_is_long(host, send),
	};

	message->submitted = true;
	message->sent = host->rank[message->rank].submits++;
	if (op->peer == message->rank) {
		head_comes(host, send);
		tail_comes(host, send);
		return;
	}
	plain_worm_post(host->worm, host->now, &worm);
}

static bool waits_for_dma(const struct plain_host *host, uint32_t send)
{
	return plain_is_long(host, send) && host->config->blocking &&
	       host->program->op[send].peer != host->op[send].rank;
}

/* Is a message of a rank on its way out of the node? */
static bool leaves(const struct plain_host *host, uint32_t rank)
{
	uint32_t i;

	for (i = 0; i < host->program->ops; i++)
		if (host->program->op[i].kind == PROGRAM_SEND && host->op[i].rank == rank &&
		    host->program->op[i].peer != rank && host->op[i].submitted && !host->op[i].left)
			return true;
	return false;
}

bool plain_leave(struct plain_host *host, uint32_t send)
{
	struct plain_op *op = &host->op[send];

	if (host->config->stalls && host->program->op[send].peer != op->rank &&
	    leaves(host, op->rank)) {
		op->stalls = 1 + host->rank[op->rank].stalls++;
		plain_stall(host, plain_processor(host, send, false), true);
		return true;
	}
	submit(host, send);
	if (waits_for_dma(host, send))
		return true;
	plain_op_end(host, send);
	return false;
}

/* A message has left its node: the send that has stalled longest may go. */
static void left(struct plain_host *host, uint32_t send)
{
	uint32_t rank = host->op[send].rank, best = UINT32_MAX, i;

	host->op[send].left = true;
	if (waits_for_dma(host, send)) {
		plain_op_end(host, send);
		plain_free(host, plain_processor(host, send, false));
	}
	for (i = 0; i < host->program->ops; i++)
		if (host->op[i].rank == rank && host->op[i].stalls &&
		    (best == UINT32_MAX || host->op[i].stalls < host->op[best].stalls))
			best = i;
	if (best == UINT32_MAX)
		return;
	host->op[best].stalls = 0;
	plain_stall(host, plain_processor(host, best, false), false);
	submit(host, best);
	if (waits_for_dma(host, best))
		return;
	plain_op_end(host, best);
	plain_free(host, plain_processor(host, best, false));
}

void plain_notice(struct plain_host *host, const struct worm_notice *notice)
{
	uint32_t send = notice->id;

	if (notice->event == WORM_HEAD) {
		host->op[send].worm = notice->worm;
		head_comes(host, send);
	}
	if (notice->event == WORM_ARRIVED)
		tail_comes(host, send);
	if (notice->event == WORM_SENT)
		left(host, send);
	if (notice->event == WORM_TAKEN && plain_is_long(host, send))
		plain_copied(host, send);
}
