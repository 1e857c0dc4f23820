/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A job: a program whose ranks are on nodes of a machine. It is closed traffic for the event
 * engine: what a rank does next depends on what has arrived (docs/simulator.md, "Messages and
 * jobs").
 */
#ifndef NETSIM_JOB_H
#define NETSIM_JOB_H

#include "netsim/program/program.h"
#include "netsim/traffic/traffic.h"

/** JOB_SEND: router cycles that a rank is busy to send; with JOB_RECV 1.5 us less a put */
#define JOB_SEND	541

/**
 * JOB_AMO: router cycles that a rank spends on an AMO, a put or a get: 1.0 us less the way of a put
 *	of 8 bytes
 */
#define JOB_AMO		704

/** JOB_OUTSTANDING: packets of jobs that a NIC has under way at most, responses included */
#define JOB_OUTSTANDING	1024

/** JOB_RECV: router cycles that a rank is busy to receive a message that is there */
#define JOB_RECV	542

struct job;

/**
 * job_new() - place a program on a machine
 * @program: the program, which outlives the job
 * @topo: the machine, which outlives the job
 * @place: node of each rank; it is copied
 * @mpi: how messages travel; it outlives the job
 * @job: the job, for job_free()
 * @traffic: filled in for net_new(), for as long as the job is there
 *
 * Ranks of one node do not use the network.
 *
 * Return: 0, -EINVAL for a node that is not there, or more operations than 2^30, -ENOMEM.
 */
int job_new(const struct program *program, const struct topo *topo, const uint32_t *place,
	    const struct mpi *mpi, struct job **job, struct net_traffic *traffic);

/**
 * struct job_choice - a message, a put or a get whose routing is to be chosen
 * @rank: who sends it, or gets
 * @node: its node
 * @peer: who receives it, or is read
 * @bytes: its size
 * @alltoall: it belongs to an alltoall
 * @pulled: its data, or most of them, come as answers to GETs
 * @cycle: router cycle in which its rank gives it to the network
 */
struct job_choice {
	uint32_t rank;
	uint32_t node;
	uint32_t peer;
	uint64_t bytes;
	bool alltoall;
	bool pulled;
	uint64_t cycle;
};

/**
 * struct job_router - chooses how messages are routed
 * @choose: called for each send, put and get that uses the network and names no routing, before
 *	any of its packets leaves; from net_traffic.step, for the chip of @choice->node, without a
 *	notice. It returns NET_ROUTED() of a routing that the machine knows, or 0
 * @context: for @choose
 */
struct job_router {
	unsigned int (*choose)(void *context, const struct job_choice *choice);
	void *context;
};

/**
 * job_route() - let somebody choose how messages are routed
 * @job: the job, before it runs
 * @router: copied
 */
void job_route(struct job *job, const struct job_router *router);

/**
 * job_free() - free a job
 * @job: the job, or NULL
 */
void job_free(struct job *job);

/**
 * job_error() - find what went wrong while the job ran
 * @job: the job, while no engine runs
 *
 * Return: 0, -ENOMEM.
 */
int job_error(const struct job *job);

/**
 * struct job_truncation - a message that is larger than the receive that got it
 * @from: rank that sent it
 * @to: rank that received it
 * @send: how it was sent
 * @recv: how it was received
 */
struct job_truncation {
	uint32_t from;
	uint32_t to;
	const struct program_op *send;
	const struct program_op *recv;
};

/**
 * job_truncated() - look for messages that were larger than their receives
 * @job: the job, while no engine runs
 * @number: 0 for the first one; changed to find the next one
 * @truncation: filled in
 *
 * MPI ends a program in which this happens. The job goes on as if all had been received.
 *
 * Return: whether there is another one.
 */
bool job_truncated(const struct job *job, uint32_t *number, struct job_truncation *truncation);

/**
 * job_failed() - count the requests of a job that have failed, because the machine broke
 * @job: the job, while no engine runs
 *
 * Return: how many.
 */
uint64_t job_failed(const struct job *job);

/**
 * job_end() - find when a job ended
 * @job: the job, while no engine runs
 *
 * Return: the router cycle in which the last operation ended so far; 0: none has.
 */
uint64_t job_end(const struct job *job);

/**
 * job_end_of() - find when some of a job's ranks ended
 * @job: the job, while no engine runs
 * @rank: the first of the ranks
 * @ranks: how many
 *
 * Return: the router cycle in which their last operation ended so far; 0: none has.
 */
uint64_t job_end_of(const struct job *job, uint32_t rank, uint32_t ranks);

/**
 * job_rank_of() - find the rank that sends the message which a transfer is part of
 * @job: the job
 * @id: of one of its transfers
 *
 * Return: the rank.
 */
uint32_t job_rank_of(const struct job *job, uint32_t id);

/**
 * job_is_idle() - check whether a job has come to its end, or cannot go on
 * @job: the job, while no engine runs
 *
 * Return: whether nothing of it is under way any more.
 */
bool job_is_idle(const struct job *job);

/**
 * job_waiting() - find a rank that has not come to its end
 * @job: the job, while no engine runs
 * @rank: where to begin to look
 * @op: filled in: the first operation of the rank that has begun and not ended, or, if there is
 *	none, the first that has not ended
 *
 * When the network is idle, such a rank waits for something that never comes.
 *
 * Return: the first such rank from @rank on; the number of ranks: there is none.
 */
uint32_t job_waiting(const struct job *job, uint32_t rank, const struct program_op **op);

/**
 * struct job_spent - what a rank did with its time, router cycles
 * @compute: it computed, in all of its streams of execution
 * @calls: it was busy to send and to receive, and for atomic operations, puts and gets, likewise
 * @wait: no stream was busy, and what ended that was not under way yet: a message that had not
 *	been sent, or, of one that the receiver fetches, whose receive had not been posted
 * @wire: no stream was busy, and what ended that was under way
 * @end: its end; where there is one stream, the sum of all others
 */
struct job_spent {
	uint64_t compute;
	uint64_t calls;
	uint64_t wait;
	uint64_t wire;
	uint64_t end;
};

/**
 * job_spend() - find what ranks did with their time
 * @job: the job, at its end
 * @spent: by rank: filled in
 *
 * Return: 0 or -ENOMEM.
 */
int job_spend(const struct job *job, struct job_spent *spent);

#endif /* NETSIM_JOB_H */
