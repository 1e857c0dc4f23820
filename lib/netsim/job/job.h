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

/* Router cycles that a rank is busy with a send; with JOB_RECV, 1.5 us less a put. */
#define JOB_SEND	541

/*
 * Router cycles that a rank is busy with an AMO, a put or a get: 1.0 us less the way of a put of 8
 * bytes.
 */
#define JOB_AMO		704

/* Most packets of jobs that a NIC has under way, responses included. */
#define JOB_OUTSTANDING	1024

/* Router cycles that a rank is busy receiving a message that is there. */
#define JOB_RECV	542

struct job;

/*
 * Place a program on a machine: rank i on node place[i], which is copied. Ranks of one node do not
 * use the network. Program, fabric and mpi, which says how messages travel, outlive the job. Free
 * the job with job_free(); the traffic, for net_new(), is valid until then. Returns 0; -EINVAL for
 * a node that does not exist, a header above NET_PAYLOAD, or too many operations (2^30) or streams;
 * or -ENOMEM.
 */
int job_new(const struct program *program, const struct net_fabric *fabric,
	    const uint32_t *place, const struct mpi *mpi, struct job **job,
	    struct net_traffic *traffic);

/* A message, a put or a get whose routing is to be chosen. */
struct job_choice {
	uint32_t rank;	/* that sends, puts or gets */
	uint32_t node;	/* of rank */
	uint32_t peer;	/* that receives, or is read */
	uint64_t bytes;
	bool alltoall;	/* it belongs to an alltoall */
	bool pulled;	/* most data come as answers to GETs */
	uint64_t cycle;	/* when it is given to the network */
};

/* Chooses how messages are routed. */
struct job_router {
	/*
	 * Called for each send, put and get that uses the network and names no routing, before any
	 * of its packets leaves; from net_traffic.step, for the chip of choice->node, without a
	 * notice. Returns NET_ROUTED() of a routing that the machine knows, or 0. Sets busy, which
	 * is 0, to router cycles for which that keeps the rank busy after the message.
	 */
	unsigned int (*choose)(void *context, const struct job_choice *choice, uint64_t *busy);
	void *context;	/* passed to choose */
};

/* Set the router of a job, which is copied, before the job runs. */
void job_route(struct job *job, const struct job_router *router);

/* Keep the times of operations, for job_spend(), before the job runs. Returns 0 or -ENOMEM. */
int job_keep_times(struct job *job);

/* Free a job; NULL is allowed. */
void job_free(struct job *job);

/* Return the error with which the job met, or 0, while no engine runs. */
int job_error(const struct job *job);

/* A message that is larger than the receive that got it. */
struct job_truncation {
	uint32_t from;	/* sending rank */
	uint32_t to;	/* receiving rank */
	const struct program_op *send;
	const struct program_op *recv;
};

/*
 * Look for the next message that was larger than its receive, while no engine runs. The number is 0
 * for the first call, and then kept by the caller. MPI ends a program in which this happens; the
 * job goes on as if all had been received. Returns whether there is one.
 */
bool job_truncated(const struct job *job, uint32_t *number, struct job_truncation *truncation);

/* Return how many requests of a job have failed because the machine broke, while no engine runs. */
uint64_t job_failed(const struct job *job);

/* Return the router cycle in which the last operation ended so far, or 0, while no engine runs. */
uint64_t job_end(const struct job *job);

/* Likewise, for so many ranks from rank on. */
uint64_t job_end_of(const struct job *job, uint32_t rank, uint32_t ranks);

/* Return the rank that sends the message which a transfer, by its id, is part of. */
uint32_t job_rank_of(const struct job *job, uint32_t id);

/*
 * Whether nothing of a job is under way any more, as it has finished or cannot go on, while no
 * engine runs.
 */
bool job_is_idle(const struct job *job);

/*
 * Return the first rank, from rank on, that has not finished, or the number of ranks, while no
 * engine runs. When the network is idle, such a rank waits for something that never comes. Sets op
 * to the rank's first operation that has begun and not ended, or else to the first that has not
 * ended.
 */
uint32_t job_waiting(const struct job *job, uint32_t rank, const struct program_op **op);

/* What a rank did with its time, in router cycles. */
struct job_spent {
	uint64_t compute;	/* sum over its streams of execution */
	uint64_t calls;		/* busy with messages, atomics, puts and gets, likewise */
	/*
	 * No stream was busy, and what ended that was not under way yet: a message that had not
	 * been sent or, if the receiver fetches its data, whose receive had not been posted.
	 */
	uint64_t wait;
	uint64_t wire;		/* no stream was busy, and what ended that was under way */
	uint64_t end;		/* its end; with one stream, the sum of the others */
};

/*
 * Find what each rank of a finished job, whose times were kept, did with its time. Returns 0 or
 * -ENOMEM.
 */
int job_spend(const struct job *job, struct job_spent *spent);

#endif /* NETSIM_JOB_H */
