/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * End points of a wormhole network: a program whose ranks are on nodes, the processor's work for
 * messages, DMA for long ones, and polling or interrupts (docs/simulator.md, "Worms and hosts").
 * All times are in ps.
 */
#ifndef NETSIM_HOST_H
#define NETSIM_HOST_H

#include "netsim/program/program.h"
#include "netsim/worm/worm.h"

/* As host_config.long_bytes: no message is long. */
#define HOST_SHORT	UINT64_MAX

/* As a time: it has not happened. */
#define HOST_NEVER	UINT64_MAX

/* Most ps of each value of struct host_config: 1 s. */
#define HOST_PS		1000000000000ull

/* How a processor notices messages. */
enum host_receive {
	/*
	 * A receive takes its message in its turn. Each stream of execution has its own processor.
	 */
	HOST_POLL,
	/*
	 * A message interrupts the rank's only processor. Stream 0 is the thread, which is
	 * suspended while a handler runs. Handlers receive messages, and execute the operations of
	 * all other streams, one after the other.
	 */
	HOST_INTERRUPT,
};

/* Parameters of end points; symbols as in the papers. */
struct host_config {
	uint64_t send_ps;	/* o_s: processor time to send a short message */
	uint64_t recv_ps;	/* o_r: processor time to receive a short message */
	uint64_t gap_ps;	/* g: least time between two sends of a rank, and two receptions */
	/*
	 * G: a byte of a long message from memory into the network, up to WORM_PS; 0: as fast as
	 * the network takes it.
	 */
	uint64_t byte_ps;
	uint64_t long_bytes;	/* size from which messages use DMA; HOST_SHORT: none do */
	uint64_t long_send_ps;	/* o_sl: as send_ps for a long message, with DMA set-up */
	uint64_t long_recv_ps;	/* o_rl: as recv_ps for a long message, with DMA set-up */
	/* G_m: a byte of a long message from the network into memory, up to WORM_PS. */
	uint64_t memory_byte_ps;
	/*
	 * a: bytes of a message that come before the interrupt, from which on the processor can
	 * receive a long one.
	 */
	uint64_t interrupt_bytes;
	bool blocking;		/* a processor waits for the end of a DMA that it has started */
	/*
	 * A send stalls until the message before it has left its node, into the buffer of in: the
	 * output queue. Otherwise a node has room for all messages.
	 */
	bool stalls;
	enum host_receive receive;
	/* Called after each operation with the part of them that has ended, 0 to 1; or NULL. */
	void (*watch)(double part);
};

/* What became of an operation. A time that has not come is HOST_NEVER. */
struct host_op {
	uint64_t ready;	/* everything that it waits for was done */
	uint64_t begin;	/* its processor began with it; receive: with the message */
	uint64_t end;
	uint64_t came;	/* send: the whole message was at the peer */
};

/* What a rank did with its time. */
struct host_spent {
	uint64_t compute;	/* sum over its streams of execution */
	uint64_t calls;		/* sending and receiving, likewise */
	uint64_t stall;		/* of calls: sends that stalled, while nothing interrupted them */
	uint64_t wait;		/* none of its streams was busy */
	uint64_t start;
	/* When its last operation ended; with one processor, the sum of the others. */
	uint64_t end;
};

/* What became of a program. */
struct host_result {
	struct host_op *op;		/* by operation */
	uint32_t *match; /* by operation, of sends: 1 + the receive that got the message; 0: none */
	struct host_spent *rank;	/* by rank */
	uint32_t ranks;
	uint64_t end;			/* the last end of an operation */
};

/*
 * Return why a program cannot run so, as a constant message; NULL: it can. Each rank needs a node
 * of its own, place[rank] or (place is NULL) its own number. The ranks begin at the times in start,
 * or (NULL) at 0. Operations on memory of another rank are not supported, as they are no messages.
 */
const char *host_refusal(const struct program *program, const uint32_t *place,
			 const uint64_t *start, const struct worm_config *network,
			 const struct host_config *config);

/*
 * Run a program on a new network until nothing happens any more; place and start are as for
 * host_refusal(). Afterwards worm has its counts; free the result with host_result_free(). Returns
 * 0, whether or not all operations have ended (host_waiting()); or, without a result, -EINVAL for
 * what host_refusal() rejects, -EOVERFLOW if it is not over at WORM_TIME, or -ENOMEM.
 */
int host_run(const struct program *program, const uint32_t *place, const uint64_t *start,
	     struct worm *worm, const struct host_config *config, struct host_result *result);

/* Free the result of a host_run() that returned 0. */
void host_result_free(struct host_result *result);

/*
 * Return the first rank, from rank on, that has not finished, because it waits for something that
 * never comes; the number of ranks: there is none. Sets op to the rank's first operation that was
 * ready and has not ended; there is one, because operations do not wait for each other in a cycle.
 */
uint32_t host_waiting(const struct program *program, const struct host_result *result,
		      uint32_t rank, uint32_t *op);

/*
 * Look for the first message, from the send operation *send on, that was larger than its receive
 * (host_result.match), and set *send to its send. MPI ends a program in which this happens; here
 * all of the message was received. Returns whether there is one.
 */
bool host_truncated(const struct program *program, const struct host_result *result,
		    uint32_t *send);

#endif /* NETSIM_HOST_H */
