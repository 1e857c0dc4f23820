/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A job's state. All that belongs to a chip, its nodes and their ranks is used by one thread at a
 * time; what a receiver knows of a message is in members of its own, because its chip may be
 * another one than the sender's.
 */
#ifndef NETSIM_JOB_STATE_H
#define NETSIM_JOB_STATE_H

#include "job.h"
#include "netsim/agenda.h"
#include "netsim/matching/matching.h"
#include "topo/topo.h"

/* Part of a message that the block engine sends: the receiver's clear-to-send. */
#define JOB_CLEAR	MPI_PARTS

/* Parts of a message that the number of a transfer has room for. */
#define JOB_PARTS	(MPI_PARTS + 1)

/* Bytes that the host interface moves with each packet of the FMA engine. */
#define JOB_FMA		12

/* Bytes that it moves with each packet of the block engine. */
#define JOB_BTE		24

/* When an operation began, or a receive was posted, and when it ended: cycles. */
struct job_times {
	uint64_t begin;
	uint64_t end;
};

/* Progress of an operation. */
enum job_phase {
	JOB_BLOCKED,	/* waits for operations of its rank */
	JOB_BEGUN,	/* has begun, or waits for its stream of execution */
	JOB_ENDED,	/* has ended */
};

/* A number below 2^48, in 6 bytes: there is one or two for each operation. */
struct job_count {
	uint16_t part[3];	/* the lowest first */
};

/* What its rank, and for coming the rank that receives, know of an operation. */
struct job_op {
	/*
	 * Before it begins: operations that it still waits for. Then, of a send whose data are
	 * fetched: responses that have still to leave. Of an atomic operation, a put or a get:
	 * responses that have still to come.
	 */
	struct job_count left;
	struct job_count coming;	/* of a send: packets that have still to arrive */
	uint8_t phase;		/* enum job_phase */
	uint8_t way;		/* how it travels: JOB_WAY() */
};

/* How an operation travels: index of its protocol, and its routing as in struct net_transfer. */
#define JOB_WAY(protocol, routing)	((protocol) | (routing) << 4)

/* How a message travels. */
struct job_protocol {
	uint8_t parts;		/* number of parts */
	uint8_t pulled;		/* parts, by bit, that the receiver issues once it is ready */
	uint8_t data;	/* part issued by the sender's block engine after JOB_CLEAR; 0: none */
	/*
	 * The send ends when this part has left the NIC; JOB_PARTS: when all answers to the
	 * receiver's parts have.
	 */
	uint8_t last;
};

/* Protocols by JOB_PROTOCOL(); the first is of what is no message. */
#define JOB_PROTOCOLS	16

/* Index of the protocol of so many parts, of which pulled are pulled: not the first, a header. */
#define JOB_PROTOCOL(parts, pulled)	((parts) | (pulled) << 1)

/* Transfers in the order in which they are issued, as JOB_PARTS * send + part: a ring. */
struct job_queue {
	uint32_t *transfer;
	size_t first;		/* index of the first */
	size_t count;
	size_t room;		/* of the ring: a power of two, or 0 */
};

/* Add a transfer at the end. Returns 0 or -ENOMEM. */
int job_queue_add(struct job_queue *queue, uint32_t transfer);

/* Take the first transfer away. */
void job_queue_take(struct job_queue *queue);

/* What a node has to issue. A byte takes net_rate.ps parts of the host interface's time. */
struct job_nic {
	struct job_queue queue;
	uint64_t gone;		/* packets issued of the first one, including the one in the NIC */
	uint64_t free;		/* cycle in which the host interface is free, and ... */
	uint64_t part;		/* ... the parts of it that have passed then */
	uint64_t takes;		/* parts that it is busy with the packet in the NIC */
	uint32_t outstanding;	/* packets whose responses have not come */
};

/* A rank. */
struct job_rank {
	uint32_t node;
	uint32_t chip;	/* of node */
	uint32_t cpus;	/* its first stream of execution in job.cpu */
	uint32_t left;	/* operations that have not ended */
	uint64_t end;	/* cycle in which its last operation so far ended */
};

/* What happens at a time. */
enum job_timer_kind {
	JOB_START,	/* it begins; only set if something follows from that */
	JOB_SUBMIT,	/* its message or requests are given to the network */
	JOB_END,	/* the operation ends */
};

/* What happens on a chip. */
struct job_chip {
	struct agenda timers;	/* an enum job_timer_kind for an operation */
	uint64_t order;		/* timers set so far: orders timers of one cycle */
	uint64_t now;		/* cycle */
	uint64_t under_way;	/* transactions given to its NICs without a response yet */
	uint64_t failed;	/* failed requests of its nodes */
	int error;		/* 0 or a negative errno */
};

/* A job. */
struct job {
	const struct program *program;
	const struct topo *topo;
	struct net_rate host;		/* of host interfaces */
	const struct mpi *mpi;
	struct job_router router;	/* choose may be NULL */
	struct matching matching;	/* which receive gets which message */
	struct job_protocol protocol[JOB_PROTOCOLS];
	struct job_op *op;		/* by operation */
	struct job_times *times;	/* by operation; NULL: they are not kept */
	uint64_t *cpu;			/* cycles from which streams of execution are free */
	struct job_rank *rank;
	struct job_chip *chip;
	struct job_nic *nic;		/* by node */
	uint8_t *ready;			/* by chip: NICs, by bit, that have something to issue */
};

static inline uint64_t job_count(struct job_count count)
{
	return count.part[0] | (uint32_t)count.part[1] << 16 | (uint64_t)count.part[2] << 32;
}

static inline struct job_count job_count_of(uint64_t value)
{
	return (struct job_count){ { value, value >> 16, value >> 32 } };
}

/* Count one more. */
static inline void job_count_up(struct job_count *count)
{
	*count = job_count_of(job_count(*count) + 1);
}

/* Count one less. Returns what is left. */
static inline uint64_t job_count_down(struct job_count *count)
{
	uint64_t left = job_count(*count) - 1;

	*count = job_count_of(left);
	return left;
}

/* Return how a message travels. */
static inline const struct job_protocol *job_protocol_of(const struct job *job, uint32_t send)
{
	return &job->protocol[job->op[send].way % JOB_PROTOCOLS];
}

/* Return the routing of a message, a put or a get, as in struct net_transfer. */
static inline unsigned int job_routing_of(const struct job *job, uint32_t op)
{
	return job->op[op].way / JOB_PROTOCOLS;
}

/*
 * Split a send's message into up to MPI_PARTS parts; a message without data is a header. Returns
 * the number of parts.
 */
static inline unsigned int job_parts(const struct job *job, uint32_t send, struct mpi_part *parts)
{
	uint64_t bytes = job->program->op[send].size;

	return mpi_message(job->mpi, bytes ? bytes : 1, false, parts);
}

/* Whether an operation that sends is an atomic operation, a put or a get, which are no messages. */
static inline bool job_is_direct(const struct job *job, uint32_t op)
{
	return !job_protocol_of(job, op)->parts;
}

/* Return the rank of an operation. */
static inline uint32_t job_owner(const struct job *job, uint32_t op)
{
	return matching_owner(&job->matching, op);
}

/* Return 1 + the receive that got a send's message; 0: none has. */
static inline uint32_t job_receiver(const struct job *job, uint32_t send)
{
	return matching_receive(&job->matching, send);
}

/* Return the chip of a rank. */
static inline struct job_chip *job_chip_of(struct job *job, uint32_t rank)
{
	return &job->chip[job->rank[rank].chip];
}

/* Return the chip of an operation's rank. */
static inline struct job_chip *job_op_chip(struct job *job, uint32_t op)
{
	return job_chip_of(job, job_owner(job, op));
}

/*
 * Schedule something for an operation at a cycle from chip->now on. If there is no memory,
 * chip->error is set.
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

/* --- operations --- */

/* Return how many cycles an operation keeps its stream of execution busy. */
uint64_t job_busy(const struct job *job, uint32_t op);

/* Begin an operation that waits for no other one. */
void job_ready(struct job *job, uint32_t op);

/*
 * Let a rank take a message that has arrived; the receive ends once its rank has had time for it.
 */
void job_receive(struct job *job, uint32_t recv);

/* Wake the operations that waited for the start, or the end, of an operation. */
void job_wake(struct job *job, uint32_t op, enum program_wait wait);

/* --- messages --- */

/* Give a send's message to the network. */
void job_submit(struct job *job, uint32_t send);

/* Give the requests of an atomic operation, a put or a get to the network. */
void job_direct_submit(struct job *job, uint32_t op);

/* Post a receive. */
void job_post(struct job *job, uint32_t recv);

/* Handle a notice about a part of a message. */
void job_notice(struct job *job, const struct net_notice *notice);

/* Take the next transfer that a node has to issue. Returns whether there is one. */
bool job_transfer(struct job *job, uint32_t node, struct net_transfer *transfer);

#endif /* NETSIM_JOB_STATE_H */
