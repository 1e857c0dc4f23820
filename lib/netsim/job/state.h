/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A job's state. All that belongs to a chip, its nodes and their ranks is used by one thread at a
 * time; what a receiver knows of a message is apart from what its sender knows, because they are on
 * different chips.
 */
#ifndef NETSIM_JOB_STATE_H
#define NETSIM_JOB_STATE_H

#include "job.h"
#include "netsim/agenda.h"
#include "netsim/matching/matching.h"
#include "topo/topo.h"

/** JOB_CLEAR: part of a message that the block engine sends: the receiver clears its way */
#define JOB_CLEAR	MPI_PARTS

/** JOB_PARTS: room for the parts of a message in the number of a transfer */
#define JOB_PARTS	(MPI_PARTS + 1)

/** JOB_HOST: the host interface moves 9.6 GB/s: ticks a byte are this, over JOB_HOST_TICK */
#define JOB_HOST	125

/** JOB_HOST_TICK: the host interface counts in twelfths of a tick */
#define JOB_HOST_TICK	12

/** JOB_FMA: bytes that the interface moves with each packet of the FMA engine */
#define JOB_FMA		12

/** JOB_BTE: bytes that it moves with each packet of the block engine */
#define JOB_BTE		24

/**
 * enum job_phase - how far an operation has come
 * @JOB_BLOCKED: it waits for operations of its rank
 * @JOB_BEGUN: it has begun, or waits for its stream of execution
 * @JOB_ENDED: it has ended
 */
enum job_phase {
	JOB_BLOCKED,
	JOB_BEGUN,
	JOB_ENDED,
};

/**
 * struct job_op - what the rank of an operation knows of it
 * @waits: operations that it still waits for
 * @left: of a send whose data are fetched: responses that have still to leave; of an atomic
 *	operation, a put or a get: responses that have still to come
 * @phase: enum job_phase
 */
struct job_op {
	uint32_t waits;
	uint64_t left;
	uint8_t phase;
};

/**
 * struct job_way - how a message travels
 * @parts: number of its parts
 * @pulled: parts, by bit, that the receiver issues, once it is ready
 * @data: the part that the sender's block engine issues once the receiver has cleared the way; 0:
 *	none
 * @last: the part with which the send ends once it has left the NIC; JOB_PARTS: the send ends with
 *	the answers to what the receiver issues
 * @routing: how its packets find their ways, as in struct net_transfer
 */
struct job_way {
	uint8_t parts;
	uint8_t pulled;
	uint8_t data;
	uint8_t last;
	uint8_t routing;
};

/**
 * struct job_message - what the receiver of a send knows of it
 * @left: packets of it that have still to arrive, header and data
 */
struct job_message {
	uint64_t left;
};

/**
 * struct job_list - a list of transfers, each of which has the next one's number
 * @first: 1 + the first; 0: it is empty
 * @last: 1 + the last
 */
struct job_list {
	uint32_t first;
	uint32_t last;
};

/**
 * struct job_nic - what a node has to issue
 * @queue: its transfers, as numbers JOB_PARTS * send + part; packets of the first one may be gone
 * @gone: how many, the one in the NIC included
 * @free: from when on the host interface is free, in twelfths of a tick
 * @takes: how long it is busy for the packet in the NIC, likewise
 * @outstanding: packets whose responses have not come
 */
struct job_nic {
	struct job_list queue;
	uint64_t gone;
	uint64_t free;
	uint32_t takes;
	uint32_t outstanding;
};

/**
 * struct job_rank - a rank
 * @node: its node
 * @cpus: where its streams of execution begin in job.cpu
 * @left: operations that have not ended
 * @end: cycle in which its last operation so far ended
 */
struct job_rank {
	uint32_t node;
	uint32_t cpus;
	uint32_t left;
	uint64_t end;
};

/**
 * enum job_timer_kind - what happens at a time
 * @JOB_START: the operation begins
 * @JOB_SUBMIT: a send gives its message to the network, an atomic operation, a put or a get its
 *	requests
 * @JOB_END: the operation ends
 */
enum job_timer_kind {
	JOB_START,
	JOB_SUBMIT,
	JOB_END,
};

/**
 * struct job_chip - what happens on a chip
 * @timers: what is to come, an enum job_timer_kind to an operation
 * @order: how many timers have been set: those of one cycle happen in this order
 * @now: the cycle
 * @under_way: transactions that its NICs were given, and whose responses have not come
 * @failed: requests of its nodes that have failed
 * @error: what went wrong, or 0
 */
struct job_chip {
	struct agenda timers;
	uint64_t order;
	uint64_t now;
	uint64_t under_way;
	uint64_t failed;
	int error;
};

/**
 * struct job - a job
 * @program: what it does
 * @topo: the machine
 * @mpi: how messages travel
 * @router: chooses how they are routed; its @choose is NULL: nobody does
 * @matching: which receive gets which message
 * @op: by operation: what its rank knows
 * @begin: by operation: cycle in which it began: of a receive, in which it was posted
 * @end: by operation: cycle in which it ended
 * @message: by operation, of sends: what the receiver knows
 * @way: by operation, of sends: how the message travels
 * @cpu: cycles from which streams of execution are free
 * @rank: the ranks
 * @chip: by chip
 * @nic: by node: what it has to issue
 * @issue: by transfer: 1 + the next one that the same node issues; 0: none yet
 */
struct job {
	const struct program *program;
	const struct topo *topo;
	const struct mpi *mpi;
	struct job_router router;
	struct matching matching;
	struct job_op *op;
	uint64_t *begin;
	uint64_t *end;
	struct job_message *message;
	struct job_way *way;
	uint64_t *cpu;
	struct job_rank *rank;
	struct job_chip *chip;
	struct job_nic *nic;
	uint32_t *issue;
};

/**
 * job_parts() - split a message into its parts
 * @job: the job
 * @send: the send
 * @parts: filled in; room for MPI_PARTS; a message without data is a header
 *
 * Return: how many.
 */
static inline unsigned int job_parts(const struct job *job, uint32_t send, struct mpi_part *parts)
{
	uint64_t bytes = job->program->op[send].size;

	return mpi_message(job->mpi, bytes ? bytes : 1, false, parts);
}

/**
 * job_is_direct() - find whether an operation changes memory of another rank by itself
 * @job: the job
 * @op: the operation
 *
 * Return: true: it is an atomic operation, a put or a get, which are no messages.
 */
static inline bool job_is_direct(const struct job *job, uint32_t op)
{
	return job->program->op[op].kind >= PROGRAM_AMO;
}

/**
 * job_chip_of() - find the chip of a rank
 * @job: the job
 * @rank: the rank
 *
 * Return: the chip.
 */
static inline struct job_chip *job_chip_of(struct job *job, uint32_t rank)
{
	return &job->chip[topo_node_chip(job->topo, job->rank[rank].node)];
}

/**
 * job_timer_set() - let something happen at a time
 * @chip: the chip; it is told if there is no memory
 * @cycle: when; not before @chip->now
 * @op: to which operation
 * @kind: what
 */
static inline void job_timer_set(struct job_chip *chip, uint64_t cycle, uint32_t op,
				 enum job_timer_kind kind)
{
	int err = agenda_put(&chip->timers, (struct agenda_item){
		.time = cycle, .order = chip->order++, .what = op, .kind = kind,
	});

	if (err)
		chip->error = err;
}

/* --- ops.c --- */

/**
 * job_ready() - let an operation begin that waits for no other one
 * @job: the job
 * @op: the operation
 */
void job_ready(struct job *job, uint32_t op);

/**
 * job_receive() - let a rank take a message that is there as a whole
 * @job: the job
 * @recv: the receive; it ends once its rank has had time for it
 */
void job_receive(struct job *job, uint32_t recv);

/**
 * job_wake() - let those go on that waited for the start, or the end, of an operation
 * @job: the job
 * @op: the operation
 * @wait: for which of both they waited
 */
void job_wake(struct job *job, uint32_t op, enum program_wait wait);

/* --- messages.c --- */

/**
 * job_submit() - give a message to the network
 * @job: the job
 * @send: the send
 */
void job_submit(struct job *job, uint32_t send);

/**
 * job_direct_submit() - give the requests of an atomic operation, a put or a get to the network
 * @job: the job
 * @op: the operation
 */
void job_direct_submit(struct job *job, uint32_t op);

/**
 * job_post() - let a receive wait for its message
 * @job: the job
 * @recv: the receive
 */
void job_post(struct job *job, uint32_t recv);

/**
 * job_notice() - take note of what happened to a part of a message
 * @job: the job
 * @notice: what happened
 */
void job_notice(struct job *job, const struct net_notice *notice);

/**
 * job_transfer() - take the next transfer that a node has to issue
 * @job: the job
 * @node: the node
 * @transfer: filled in
 *
 * Return: whether there is one.
 */
bool job_transfer(struct job *job, uint32_t node, struct net_transfer *transfer);

#endif /* NETSIM_JOB_STATE_H */
