// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Runners do one thing after the other. With interrupts, the two runners of a rank share its
 * processor: while handlers work or hold, the thread is suspended.
 */
#include "netsim/host/state.h"

/* Count that a runner begins (change is 1), or ceases (-1), to keep a processor busy. */
static void busy_change(struct host *host, const struct host_runner *runner, int change)
{
	struct host_rank *rank = &host->rank[runner->rank];
	bool computes = !runner->message && host->program->op[runner->what].kind == PROGRAM_CALC;

	host_count(host, rank);
	if (computes)
		rank->computing += change;
	else
		rank->calling += change;
	if (runner->stalls)
		rank->stalling += change;
}

/* --- handlers and thread --- */

static bool is_handlers(const struct host *host, uint32_t number)
{
	return host->config->receive == HOST_INTERRUPT &&
	       host->rank[host->runner[number].rank].runner == number;
}

static bool is_thread(const struct host *host, uint32_t number)
{
	return host->config->receive == HOST_INTERRUPT && !is_handlers(host, number);
}

static void thread_suspend(struct host *host, struct host_runner *thread)
{
	if (thread->phase == HOST_FREE || thread->suspended)
		return;
	busy_change(host, thread, -1);
	thread->suspended = true;
	thread->left = thread->until - host->now;
}

static void thread_resume(struct host *host, uint32_t number)
{
	struct host_runner *thread = &host->runner[number];

	busy_change(host, thread, 1);
	thread->suspended = false;
	if (thread->phase == HOST_HOLD)
		return;
	thread->until = host->now + thread->left;
	host_step_add(host, thread->until, HOST_RAN, thread->what);
}

/* --- beginning --- */

void host_runner_add(struct host *host, uint32_t number, bool message, uint32_t what)
{
	struct host_runner *runner = &host->runner[number];
	struct agenda *queue = message ? &runner->messages : &runner->ops;

	if (host->error)
		return;
	host->error = agenda_put(queue, (struct agenda_item){
		.time = host->now, .order = message ? host->notices++ : what, .what = what,
	});
	host_step_add(host, host->now, HOST_BEGIN, number);
}

/* Return from when on a rank may do something that is subject to a gap; NULL: at any time. */
static uint64_t *gap_of(struct host *host, const struct host_runner *runner, bool message,
			uint32_t what)
{
	struct host_rank *rank = &host->rank[runner->rank];

	if (message || host->program->op[what].kind == PROGRAM_RECV)
		return &rank->recvs;
	return host->program->op[what].kind == PROGRAM_SEND ? &rank->sends : NULL;
}

static uint64_t runner_work(const struct host *host, bool message, uint32_t what)
{
	const struct host_config *config = host->config;
	const struct program_op *op = &host->program->op[what];

	if (message)
		return host_is_long(host, what) ? config->long_recv_ps : config->recv_ps;
	switch (op->kind) {
	case PROGRAM_SEND:
		return host_is_long(host, what) ? config->long_send_ps : config->send_ps;
	case PROGRAM_RECV:
		return host_is_long(host, host->sender[what] - 1) ? config->long_recv_ps
								  : config->recv_ps;
	default:
		return op->size * 1000;
	}
}

static void begin_note(struct host *host, bool message, uint32_t what)
{
	if (message) {
		host->message[what].begin = host->now;
		return;
	}
	if (host->program->op[what].kind == PROGRAM_RECV) {
		host->message[host->sender[what] - 1].begin = host->now;
		return;
	}
	host->op[what].begin = host->now;
	host_op_wake(host, what, PROGRAM_START);
}

/* Begin with the first of a queue, unless the gap is not over. */
static void queue_begin(struct host *host, uint32_t number, bool message)
{
	struct host_runner *runner = &host->runner[number];
	struct agenda *queue = message ? &runner->messages : &runner->ops;
	uint32_t what = queue->item->what;
	uint64_t *gap = gap_of(host, runner, message, what);

	if (gap && *gap > host->now) {
		if (runner->again != *gap)
			host_step_add(host, *gap, HOST_BEGIN, number);
		runner->again = *gap;
		return;
	}
	if (gap)
		*gap = host->now + host->config->gap_ps;
	agenda_take(queue);
	if (is_handlers(host, number))
		thread_suspend(host, runner + 1);
	runner->phase = HOST_RUN;
	runner->message = message;
	runner->what = what;
	runner->until = host->now + runner_work(host, message, what);
	busy_change(host, runner, 1);
	host_step_add(host, runner->until, message ? HOST_HANDLED : HOST_RAN, what);
	begin_note(host, message, what);
}

void host_runner_begin(struct host *host, uint32_t number)
{
	struct host_runner *runner = &host->runner[number];

	if (host->now < host->rank[runner->rank].start)
		return;
	if (is_thread(host, number) && runner[-1].phase != HOST_FREE)
		return;
	if (runner->suspended)
		thread_resume(host, number);
	if (runner->phase != HOST_FREE)
		return;
	if (runner->ops.count)
		queue_begin(host, number, false);
	else if (runner->messages.count)
		queue_begin(host, number, true);
}

/* --- ending --- */

void host_runner_free(struct host *host, uint32_t number)
{
	struct host_runner *runner = &host->runner[number];

	if (!runner->suspended)
		busy_change(host, runner, -1);
	runner->phase = HOST_FREE;
	runner->suspended = false;
	runner->stalls = false;
	host_step_add(host, host->now, HOST_BEGIN, number);
	if (is_handlers(host, number))
		host_step_add(host, host->now, HOST_BEGIN, number + 1);
}

void host_runner_stall(struct host *host, uint32_t number, bool stalls)
{
	struct host_runner *runner = &host->runner[number];

	if (!runner->suspended)
		busy_change(host, runner, -1);
	runner->stalls = stalls;
	if (!runner->suspended)
		busy_change(host, runner, 1);
}

bool host_is_holding(const struct host *host, uint32_t number, uint32_t send)
{
	const struct host_runner *runner = &host->runner[number];

	return runner->phase == HOST_HOLD && runner->message && runner->what == send;
}

/* --- the end of operations: what may begin, and how their rank spent its time --- */

void host_step_add(struct host *host, uint64_t time, enum host_step step, uint32_t number)
{
	uint64_t last = step == HOST_BEGIN;

	if (host->error)
		return;
	host->error = agenda_put(&host->agenda, (struct agenda_item){
		.time = time, .what = number,
		.order = last << 63 | (uint64_t)number << HOST_STEP_BITS | step,
	});
}

void host_count(struct host *host, struct host_rank *rank)
{
	uint64_t elapsed = host->now - rank->since;

	rank->compute += elapsed * rank->computing;
	rank->calls += elapsed * rank->calling;
	rank->stall += elapsed * rank->stalling;
	if (rank->computing || rank->calling)
		rank->busy += elapsed;
	rank->since = host->now;
}

void host_op_end(struct host *host, uint32_t op)
{
	struct host_rank *rank = host_rank_of(host, op);

	host->op[op].end = host->now;
	host->ended++;
	if (host->config->watch)
		host->config->watch((double)host->ended / host->program->ops);
	host_count(host, rank);
	rank->spent = (struct host_spent){
		rank->compute, rank->calls, rank->stall, host->now - rank->start - rank->busy,
		rank->start, host->now,
	};
	host_op_wake(host, op, PROGRAM_END);
}

void host_op_wake(struct host *host, uint32_t op, enum program_wait wait)
{
	const struct program_edges *after = &host->program->after;
	uint32_t i, next;

	for (i = after->first[op]; i < after->first[op + 1]; i++) {
		next = program_edge_op(after->to[i]);
		if (program_edge_wait(after->to[i]) == wait && !--host->waits[next])
			host_step_add(host, host->now, HOST_READY, next);
	}
}
