// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "mark.h"
#include "netsim/worm/plain_host_state.h"

/* --- small things --- */

void plain_moment(struct plain_host *host, uint64_t time)
{
	host->moment = reallocarray(host->moment, host->moments + 1, sizeof(*host->moment));
	ck_assert_ptr_nonnull(host->moment);
	host->moment[host->moments++] = time;
}

bool plain_is_long(const struct plain_host *host, uint32_t send)
{
	return host->config->long_bytes != HOST_SHORT &&
	       host->program->op[send].size >= host->config->long_bytes;
}

struct processor *plain_processor(struct plain_host *host, uint32_t what, bool message)
{
	uint32_t rank = message ? host->program->op[what].peer : host->op[what].rank;
	unsigned int cpu = host->program->op[what].cpu, i;

	for (i = 0; i < host->processors; i++) {
		struct processor *processor = &host->processor[i];

		if (processor->rank != rank)
			continue;
		if (processor->handlers ? message || cpu :
		    processor->thread ? !message && !cpu : processor->cpu == cpu)
			return processor;
	}
	ck_abort_msg("no processor");
}

void plain_op_end(struct plain_host *host, uint32_t op)
{
	host->op[op].times.end = host->now;
}

/* --- being busy --- */

static void busy_note(struct plain_host *host, const struct processor *processor)
{
	host->busy = reallocarray(host->busy, host->busies + 1, sizeof(*host->busy));
	ck_assert_ptr_nonnull(host->busy);
	host->busy[host->busies++] = (struct busy){
		processor->rank, !processor->message &&
		host->program->op[processor->what].kind == PROGRAM_CALC, processor->stalls,
		processor->since, host->now,
	};
}

void plain_free(struct plain_host *host, struct processor *processor)
{
	if (!processor->suspended)
		busy_note(host, processor);
	processor->busy = false;
	processor->holds = false;
	processor->suspended = false;
	processor->stalls = false;
}

void plain_stall(struct plain_host *host, struct processor *processor, bool stalls)
{
	if (!processor->suspended)
		busy_note(host, processor);
	processor->since = host->now;
	processor->stalls = stalls;
}

static void suspend(struct plain_host *host, struct processor *thread)
{
	if (!thread->busy || thread->suspended)
		return;
	busy_note(host, thread);
	if (!thread->holds)
		thread->left -= host->now - thread->since;
	thread->suspended = true;
}

static void go_on(struct plain_host *host, struct processor *processor)
{
	processor->suspended = false;
	processor->since = host->now;
	if (!processor->holds)
		plain_moment(host, host->now + processor->left);
}

/* --- what a processor does next --- */

/* Return the operation that has waited longest for a processor; UINT32_MAX: none. */
static uint32_t first_op(struct plain_host *host, const struct processor *processor)
{
	uint32_t best = UINT32_MAX, i;

	for (i = 0; i < host->program->ops; i++)
		if (host->op[i].waits_since != HOST_NEVER &&
		    plain_processor(host, i, false) == processor &&
		    (best == UINT32_MAX || host->op[i].waits_since < host->op[best].waits_since))
			best = i;
	return best;
}

static uint32_t first_message(struct plain_host *host, const struct processor *processor)
{
	uint32_t best = UINT32_MAX, i;

	for (i = 0; processor->handlers && i < host->program->ops; i++)
		if (host->program->op[i].kind == PROGRAM_SEND && host->op[i].head_order &&
		    host->program->op[i].peer == processor->rank &&
		    (best == UINT32_MAX || host->op[i].head_order < host->op[best].head_order))
			best = i;
	return best;
}

static uint64_t work(const struct plain_host *host, bool message, uint32_t what)
{
	const struct host_config *config = host->config;
	const struct program_op *op = &host->program->op[what];

	if (!message && op->kind == PROGRAM_CALC)
		return op->size * 1000;
	if (!message && op->kind == PROGRAM_SEND)
		return plain_is_long(host, what) ? config->long_send_ps : config->send_ps;
	if (!message)
		what = host->op[what].partner - 1;
	return plain_is_long(host, what) ? config->long_recv_ps : config->recv_ps;
}

/* Is the gap over? If so, begin the next one. */
static bool gap_passes(struct plain_host *host, bool message, uint32_t what, uint32_t rank)
{
	enum program_op_kind kind = host->program->op[what].kind;
	uint64_t *from = !message && kind == PROGRAM_SEND ? &host->rank[rank].sends_from
							  : &host->rank[rank].recvs_from;

	if (!message && kind == PROGRAM_CALC)
		return true;
	if (*from > host->now) {
		plain_moment(host, *from);
		return false;
	}
	*from = host->now + host->config->gap_ps;
	return true;
}

static void begin(struct plain_host *host, struct processor *processor, bool message,
		  uint32_t what)
{
	struct plain_op *op = &host->op[what];

	processor->busy = true;
	processor->message = message;
	processor->what = what;
	processor->left = work(host, message, what);
	go_on(host, processor);
	if (message) {
		op->head_order = 0;
		op->began = host->now;
		return;
	}
	op->waits_since = HOST_NEVER;
	if (host->program->op[what].kind == PROGRAM_RECV) {
		host->op[op->partner - 1].began = host->now;
		return;
	}
	op->times.begin = host->now;
	op->started = true;
}

/* Let a processor begin or continue; return whether it does. */
static bool try_begin(struct plain_host *host, struct processor *processor)
{
	uint32_t op, message;

	if (host->now < host->rank[processor->rank].start ||
	    (processor->thread && processor[-1].busy))
		return false;
	if (processor->suspended) {
		go_on(host, processor);
		return true;
	}
	op = first_op(host, processor);
	message = first_message(host, processor);
	if (processor->busy || (op == UINT32_MAX && message == UINT32_MAX))
		return false;
	if (!gap_passes(host, op == UINT32_MAX, op != UINT32_MAX ? op : message, processor->rank))
		return false;
	if (processor->handlers)
		suspend(host, processor + 1);
	begin(host, processor, op == UINT32_MAX, op != UINT32_MAX ? op : message);
	return true;
}

/* --- what happens to operations --- */

static bool is_ready(const struct plain_host *host, uint32_t op)
{
	const struct program_edges *before = &host->before;
	const struct plain_op *other;
	bool waits;
	uint32_t i;

	if (host->op[op].times.ready != HOST_NEVER ||
	    host->rank[host->op[op].rank].start > host->now)
		return false;
	for (i = before->first[op]; i < before->first[op + 1]; i++) {
		other = &host->op[program_edge_op(before->to[i])];
		waits = program_edge_wait(before->to[i]) == PROGRAM_START ? !other->started :
			other->times.end == HOST_NEVER;
		if (waits)
			return false;
	}
	return true;
}

static void ready(struct plain_host *host, uint32_t op)
{
	host->op[op].times.ready = host->now;
	if (host->program->op[op].kind == PROGRAM_RECV) {
		host->op[op].started = true;
		plain_post(host, op);
	} else {
		host->op[op].waits_since = host->now;
	}
}

static bool is_through(const struct plain_host *host, const struct processor *processor)
{
	return processor->busy && !processor->holds && !processor->suspended &&
	       processor->since + processor->left == host->now;
}

static void through(struct plain_host *host, struct processor *processor)
{
	uint32_t what = processor->what;
	enum program_op_kind kind = host->program->op[what].kind;

	if (processor->message || kind == PROGRAM_RECV) {
		if (!processor->message)
			what = host->op[what].partner - 1;
		processor->holds = plain_take(host, what);
	} else if (kind == PROGRAM_SEND) {
		processor->holds = plain_leave(host, what);
	} else {
		plain_op_end(host, what);
	}
	if (!processor->holds)
		plain_free(host, processor);
}

/* Does something happen now to an operation, or to a send's message? */
static bool op_happens(struct plain_host *host, uint32_t op)
{
	const struct program_op *what = &host->program->op[op];
	struct processor *processor = plain_processor(host, op, false);
	struct plain_rank *peer;

	if (is_ready(host, op)) {
		ready(host, op);
		return true;
	}
	if (is_through(host, processor) && !processor->message && processor->what == op) {
		through(host, processor);
		return true;
	}
	if (what->kind != PROGRAM_SEND)
		return false;
	peer = &host->rank[what->peer];
	if (host->config->receive == HOST_INTERRUPT) {
		processor = plain_processor(host, op, true);
		if (is_through(host, processor) && processor->message && processor->what == op) {
			through(host, processor);
			return true;
		}
	}
	if (!peer->copying || peer->copies[0] != op || peer->copied > host->now ||
	    host->op[op].times.came == HOST_NEVER)
		return false;
	plain_copied(host, op);
	return true;
}

/* Does anything happen now? */
static bool happens(struct plain_host *host)
{
	uint32_t op;
	unsigned int i;

	for (op = 0; op < host->program->ops; op++)
		if (op_happens(host, op))
			return true;
	for (i = 0; i < host->processors; i++)
		if (try_begin(host, &host->processor[i]))
			return true;
	return false;
}

static void look(struct plain_host *host)
{
	struct worm_notice notice;

	do {
		while (plain_worm_notice(host->worm, host->now, &notice))
			plain_notice(host, &notice);
		while (happens(host))
			;
		plain_worm_look(host->worm, host->now);
	} while (plain_worm_moment(host->worm, host->now) == host->now);
}

static uint64_t next_moment(struct plain_host *host, uint64_t from)
{
	uint64_t first = plain_worm_moment(host->worm, from);
	unsigned int i, kept = 0;

	for (i = 0; i < host->moments; i++) {
		if (host->moment[i] < from)
			continue;
		if (host->moment[i] < first)
			first = host->moment[i];
		host->moment[kept++] = host->moment[i];
	}
	host->moments = kept;
	return first;
}

/* --- beginning and end --- */

static void processor_add(struct plain_host *host, struct processor processor)
{
	host->processor = reallocarray(host->processor, host->processors + 1,
				       sizeof(*host->processor));
	ck_assert_ptr_nonnull(host->processor);
	host->processor[host->processors++] = processor;
}

static void rank_add(struct plain_host *host, uint32_t rank)
{
	const struct program *program = host->program;
	unsigned int cpu, most = 0;
	uint32_t op;

	for (op = program->first[rank]; op < program->first[rank + 1]; op++) {
		host->op[op] = (struct plain_op){
			.rank = rank, .waits_since = HOST_NEVER, .posted = UINT32_MAX,
			.times = { HOST_NEVER, HOST_NEVER, HOST_NEVER, HOST_NEVER },
		};
		if (program->op[op].cpu > most)
			most = program->op[op].cpu;
	}
	if (host->config->receive == HOST_INTERRUPT) {
		processor_add(host, (struct processor){ .rank = rank, .handlers = true });
		processor_add(host, (struct processor){ .rank = rank, .thread = true });
		return;
	}
	for (cpu = 0; cpu <= most; cpu++)
		processor_add(host, (struct processor){ .rank = rank, .cpu = cpu });
}

/* Return how long a rank was busy up to its end: in sum, or any of its processors. */
static struct host_spent spent(const struct plain_host *host, uint32_t rank, uint64_t end)
{
	struct host_spent spent = { .start = host->rank[rank].start, .end = end };
	uint64_t upto = spent.start;
	unsigned int i, next;

	for (i = 0; i < host->busies; i++) {
		const struct busy *busy = &host->busy[i];
		uint64_t to = busy->to < end ? busy->to : end;

		if (busy->rank != rank || busy->from >= to)
			continue;
		if (busy->computes)
			spent.compute += to - busy->from;
		else
			spent.calls += to - busy->from;
		if (busy->stalls)
			spent.stall += to - busy->from;
	}
	while (upto < end) {
		uint64_t nearest = end, until = upto;

		for (next = 0; next < host->busies; next++) {
			const struct busy *busy = &host->busy[next];

			if (busy->rank != rank || busy->to <= upto)
				continue;
			if (busy->from <= upto && busy->to > until)
				until = busy->to;
			if (busy->from > upto && busy->from < nearest)
				nearest = busy->from;
		}
		if (until == upto) {
			spent.wait += nearest - upto;
			until = nearest;
		}
		upto = until;
	}
	return spent;
}

static struct host_result result(const struct plain_host *host)
{
	const struct program *program = host->program;
	struct host_result result = {
		.ranks = program->ranks, .op = calloc(program->ops + 1, sizeof(*result.op)),
		.match = calloc(program->ops + 1, sizeof(*result.match)),
		.rank = calloc(program->ranks, sizeof(*result.rank)),
	};
	uint32_t rank, op;

	for (rank = 0; rank < program->ranks; rank++) {
		uint64_t end = host->rank[rank].start;

		for (op = program->first[rank]; op < program->first[rank + 1]; op++) {
			result.op[op] = host->op[op].times;
			if (program->op[op].kind == PROGRAM_SEND)
				result.match[op] = host->op[op].partner;
			if (result.op[op].end == HOST_NEVER)
				continue;
			if (result.op[op].end > end)
				end = result.op[op].end;
			if (result.op[op].end > result.end)
				result.end = result.op[op].end;
		}
		result.rank[rank] = spent(host, rank, end);
	}
	return result;
}

struct host_result plain_host_run(const struct program *program, const uint32_t *place,
				  const uint64_t *start, struct plain_worm *worm,
				  const struct host_config *config)
{
	struct plain_host host = {
		.program = program, .config = config, .worm = worm,
		.worm_queues = plain_worm_queues(worm),
		.op = calloc(program->ops + 1, sizeof(*host.op)),
		.rank = calloc(program->ranks, sizeof(*host.rank)),
	};
	struct host_result outcome;
	unsigned int i;
	uint32_t rank;

	ck_assert_int_eq(program_edges_turn(&program->after, program->ops, &host.before), 0);
	for (rank = 0; rank < program->ranks; rank++) {
		host.rank[rank].node = place ? place[rank] : rank;
		host.rank[rank].start = start ? start[rank] : 0;
		plain_moment(&host, host.rank[rank].start);
		rank_add(&host, rank);
	}
	while ((host.now = next_moment(&host, host.now)) != UINT64_MAX) {
		look(&host);
		host.now++;
	}
	for (i = 0; i < host.processors; i++)
		if (host.processor[i].busy && !host.processor[i].suspended)
			busy_note(&host, &host.processor[i]);
	outcome = result(&host);
	program_edges_free(&host.before);
	free(host.op);
	free(host.rank);
	free(host.processor);
	free(host.busy);
	free(host.moment);
	return outcome;
}
