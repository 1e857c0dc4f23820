/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A program that runs on end points. What happens at one time happens in this order: notices of the
 * network; then operations become ready, and end, the one with the lowest number first; then
 * runners begin, the one with the lowest number first. What begins and ends at once makes this
 * start again.
 */
#ifndef NETSIM_HOST_STATE_H
#define NETSIM_HOST_STATE_H

#include "netsim/agenda.h"
#include "netsim/host/host.h"
#include "netsim/matching/matching.h"

/**
 * enum host_step - what the agenda has, in the order in which it happens to one operation
 * @HOST_READY: the operation is ready
 * @HOST_RAN: the runner that has the operation is through with its work for it
 * @HOST_HANDLED: the handler that receives the message of this send is through with its work
 * @HOST_COPIED: the receiving DMA is through with the message of this send
 * @HOST_BEGIN: the runner of this number begins with what comes first, if it can
 */
enum host_step {
	HOST_READY,
	HOST_RAN,
	HOST_HANDLED,
	HOST_COPIED,
	HOST_BEGIN,
};

/**
 * enum host_phase - what a runner does
 * @HOST_FREE: nothing
 * @HOST_RUN: it works
 * @HOST_HOLD: it waits for the network, or for a DMA
 */
enum host_phase {
	HOST_FREE,
	HOST_RUN,
	HOST_HOLD,
};

/**
 * struct host_runner - what does one thing after the other: with polling a stream of execution;
 *	with interrupts a rank's handlers, and, behind them, its thread
 * @rank: its rank
 * @phase: what it does
 * @suspended: a thread that is not free: handlers have its processor
 * @message: @what is a message which a handler receives
 * @what: the operation, or the send of the message
 * @until: when it is through, unless it is suspended
 * @left: of a suspended one that works: how much work is left
 * @again: when it looks again whether it can begin
 * @ops: operations that wait for it, by when they were ready, and messages of receives by when both
 *	were there
 * @messages: messages that wait for a handler, in the order in which they came
 */
struct host_runner {
	uint32_t rank;
	uint8_t phase;
	bool suspended;
	bool message;
	uint32_t what;
	uint64_t until;
	uint64_t left;
	uint64_t again;
	struct agenda ops;
	struct agenda messages;
};

/**
 * struct host_rank - a rank
 * @node: its node
 * @start: when it starts
 * @runner: with interrupts, the number of its handlers; the thread is the next
 * @sends: when it may begin to send again
 * @recvs: when it may begin to receive again
 * @copy: messages that wait for the receiving DMA, the first is under way: 1 + the send, or 0
 * @copy_last: 1 + the last of them
 * @copy_end: when the DMA will have copied the bytes of the first one, if they are there
 * @computing: processors that compute
 * @calling: processors that send or receive
 * @since: to when @compute, @calls and @busy have been counted
 * @compute: how long its processors computed, in sum
 * @calls: how long they sent and received, in sum
 * @busy: how long one of them was busy, or several
 * @spent: what it had done when its last operation ended
 */
struct host_rank {
	uint32_t node;
	uint64_t start;
	uint32_t runner;
	uint64_t sends;
	uint64_t recvs;
	uint32_t copy;
	uint32_t copy_last;
	uint64_t copy_end;
	uint32_t computing;
	uint32_t calling;
	uint64_t since;
	uint64_t compute;
	uint64_t calls;
	uint64_t busy;
	struct host_spent spent;
};

/**
 * struct host_message - what the receiver knows of a message
 * @begin: when its rank began to receive it
 * @next: 1 + the one behind it that waits for the DMA
 * @head: its header has come, and what host_config.interrupt_bytes asks for
 * @done: it is received, but for the receive, if none has been posted
 */
struct host_message {
	uint64_t begin;
	uint32_t next;
	bool head;
	bool done;
};

/**
 * struct host - a program that runs
 * @program: the program
 * @config: the end points
 * @worm: the network
 * @matching: which receive gets which message
 * @now: the time
 * @notices: how many notices of messages that have come there were
 * @error: what went wrong, or 0
 * @agenda: what will happen
 * @waits: by operation: how many things it still waits for
 * @runner_of: by operation: the runner that does it
 * @sender: by operation, of receives: 1 + the send of the message, or 0
 * @message: by operation, of sends
 * @runner: the runners
 * @runners: how many
 * @rank: the ranks
 * @op: what became of each operation
 */
struct host {
	const struct program *program;
	const struct host_config *config;
	struct worm *worm;
	struct matching matching;
	uint64_t now;
	uint64_t notices;
	int error;
	struct agenda agenda;
	uint32_t *waits;
	uint32_t *runner_of;
	uint32_t *sender;
	struct host_message *message;
	struct host_runner *runner;
	uint32_t runners;
	struct host_rank *rank;
	struct host_op *op;
};

/**
 * host_is_long() - find whether a message is long
 * @host: the program
 * @send: its send
 *
 * Return: whether it is.
 */
static inline bool host_is_long(const struct host *host, uint32_t send)
{
	return host->program->op[send].size >= host->config->long_bytes &&
	       host->config->long_bytes != HOST_SHORT;
}

/**
 * host_rank_of() - find the rank of an operation
 * @host: the program
 * @op: the operation
 *
 * Return: the rank.
 */
static inline struct host_rank *host_rank_of(const struct host *host, uint32_t op)
{
	return &host->rank[host->matching.owner[op]];
}

/**
 * host_handlers() - find the runner of the handlers of who gets a message
 * @host: the program, with interrupts
 * @send: the send of the message
 *
 * Return: its number.
 */
static inline uint32_t host_handlers(const struct host *host, uint32_t send)
{
	return host->rank[host->program->op[send].peer].runner;
}

/** HOST_STEP_BITS: bits of the order of an item of the agenda that are its step */
#define HOST_STEP_BITS	3

/**
 * host_step_of() - find out what an item of the agenda is
 * @item: the item
 *
 * Return: the step.
 */
static inline enum host_step host_step_of(const struct agenda_item *item)
{
	return item->order & ((1u << HOST_STEP_BITS) - 1);
}

/* --- new.c --- */

/**
 * host_new() - get memory, and let all operations that wait for nothing become ready
 * @host: filled in but for what this makes
 * @place: as of host_run()
 * @start: likewise
 *
 * Return: 0, -ENOMEM.
 */
int host_new(struct host *host, const uint32_t *place, const uint64_t *start);

/**
 * host_free() - free the memory that is no part of the result
 * @host: the program
 */
void host_free(struct host *host);

/* --- op.c: operations end --- */

/**
 * host_count() - count what a rank has done until now
 * @host: the program
 * @rank: the rank
 */
void host_count(struct host *host, struct host_rank *rank);

/**
 * host_step_add() - let something happen
 * @host: the program
 * @time: when
 * @step: what
 * @number: of the operation, or of the runner
 */
void host_step_add(struct host *host, uint64_t time, enum host_step step, uint32_t number);

/**
 * host_op_end() - an operation ends now
 * @host: the program
 * @op: the operation
 */
void host_op_end(struct host *host, uint32_t op);

/**
 * host_op_wake() - let those go on that waited for the start, or the end, of an operation
 * @host: the program
 * @op: the operation
 * @wait: for which of both they waited
 */
void host_op_wake(struct host *host, uint32_t op, enum program_wait wait);

/* --- runner.c: one thing after the other --- */

/**
 * host_runner_add() - let an operation, or a message, wait for a runner
 * @host: the program
 * @number: the runner
 * @message: a handler is to receive a message
 * @what: the operation, or the send of the message
 */
void host_runner_add(struct host *host, uint32_t number, bool message, uint32_t what);

/**
 * host_runner_begin() - let a runner begin with what comes first, or go on, if it can
 * @host: the program
 * @number: the runner
 */
void host_runner_begin(struct host *host, uint32_t number);

/**
 * host_runner_free() - a runner has nothing more to do for what it did, or held for
 * @host: the program
 * @number: the runner
 */
void host_runner_free(struct host *host, uint32_t number);

/**
 * host_is_holding() - find whether a handler has done its work for a message, and holds
 * @host: the program
 * @number: the runner of handlers
 * @send: the send of the message
 *
 * Return: whether it does.
 */
bool host_is_holding(const struct host *host, uint32_t number, uint32_t send);

/* --- message.c: messages, from the send to the receive --- */

/**
 * host_submit() - give a message to the network
 * @host: the program
 * @send: its send
 */
void host_submit(struct host *host, uint32_t send);

/**
 * host_post() - let a receive wait for its message
 * @host: the program
 * @recv: the receive
 */
void host_post(struct host *host, uint32_t recv);

/**
 * host_notice() - take note of what happened to a message
 * @host: the program
 * @event: what
 * @send: its send
 */
void host_notice(struct host *host, enum worm_event event, uint32_t send);

/**
 * host_received() - a message is received, but for the receive, if none has been posted
 * @host: the program
 * @send: its send
 */
void host_received(struct host *host, uint32_t send);

/**
 * host_came() - find whether a message is there as a whole
 * @host: the program
 * @send: its send
 *
 * Return: whether it is.
 */
static inline bool host_came(const struct host *host, uint32_t send)
{
	return host->op[send].came != HOST_NEVER;
}

/**
 * host_copy() - let the receiving DMA copy a message, as soon as it is free
 * @host: the program
 * @send: its send
 */
void host_copy(struct host *host, uint32_t send);

/**
 * host_copied() - the receiving DMA is through with a message
 * @host: the program
 * @send: its send
 */
void host_copied(struct host *host, uint32_t send);

/* --- through.c: what follows when operations are ready, and runners through --- */

/**
 * host_op_ready() - nothing is left that an operation waits for
 * @host: the program
 * @op: the operation
 */
void host_op_ready(struct host *host, uint32_t op);

/**
 * host_runner_ran() - a runner is through with its work, unless it was suspended meanwhile
 * @host: the program
 * @number: the runner
 * @message: whether it received a message as a handler
 * @what: the operation that it had, or the send of the message
 */
void host_runner_ran(struct host *host, uint32_t number, bool message, uint32_t what);

#endif /* NETSIM_HOST_STATE_H */
