/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * End points of a wormhole network: a program whose ranks are on nodes, with what a processor has
 * to do for messages, DMA for long ones, and polling or interrupts (docs/simulator.md, "Worms and
 * hosts"). All times are in ps.
 */
#ifndef NETSIM_HOST_H
#define NETSIM_HOST_H

#include "netsim/program/program.h"
#include "netsim/worm/worm.h"

/** HOST_SHORT: as host_config.long_bytes: no message is long */
#define HOST_SHORT	UINT64_MAX

/** HOST_NEVER: as a time: it has not happened */
#define HOST_NEVER	UINT64_MAX

/** HOST_PS: most ps of each value of struct host_config: 1 s */
#define HOST_PS		1000000000000ull

/**
 * enum host_receive - how a processor gets to know of messages
 * @HOST_POLL: a receive takes its message in its turn. Streams of execution are processors of their
 *	own
 * @HOST_INTERRUPT: a message interrupts the processor, of which a rank has one. Stream 0 is the
 *	thread; what it does is suspended while a handler runs. Handlers are the receiving of a
 *	message, and the operations of all other streams; they run one after the other
 */
enum host_receive {
	HOST_POLL,
	HOST_INTERRUPT,
};

/**
 * struct host_config - what end points are like
 * @send_ps: o_s: the processor sends a short message
 * @recv_ps: o_r: the processor receives a short message
 * @gap_ps: g: least time between the begins of two sends of a rank, and of two receptions
 * @byte_ps: G: a byte of a long message from memory into the network, up to WORM_PS; 0: as fast as
 *	the network takes it
 * @long_bytes: from this size on a message is long: DMA moves its data; HOST_SHORT: none is
 * @long_send_ps: o_sl: as @send_ps of a long message, with setting up the DMA
 * @long_recv_ps: o_rl: as @recv_ps of a long message, with setting up the DMA
 * @memory_byte_ps: G_m: a byte of a long message from the network into memory, up to WORM_PS
 * @interrupt_bytes: a: the processor is interrupted behind so many bytes of a message, and can
 *	begin to receive a long one
 * @blocking: a processor waits for the end of a DMA that it has started
 * @receive: polling or interrupts
 */
struct host_config {
	uint64_t send_ps;
	uint64_t recv_ps;
	uint64_t gap_ps;
	uint64_t byte_ps;
	uint64_t long_bytes;
	uint64_t long_send_ps;
	uint64_t long_recv_ps;
	uint64_t memory_byte_ps;
	uint64_t interrupt_bytes;
	bool blocking;
	enum host_receive receive;
};

/**
 * struct host_op - what became of an operation
 * @ready: nothing that it waits for was left
 * @begin: its processor began with it; of a receive: with the message
 * @end: it ended
 * @came: of a send: its message was at the peer as a whole
 *
 * What has not happened is HOST_NEVER.
 */
struct host_op {
	uint64_t ready;
	uint64_t begin;
	uint64_t end;
	uint64_t came;
};

/**
 * struct host_spent - what a rank did with its time
 * @compute: it computed, in all of its streams of execution
 * @calls: it was busy to send and to receive, likewise
 * @wait: none of its streams was busy
 * @start: when it started
 * @end: when its last operation ended; where there is one processor, the sum of all others
 */
struct host_spent {
	uint64_t compute;
	uint64_t calls;
	uint64_t wait;
	uint64_t start;
	uint64_t end;
};

/**
 * struct host_result - what became of a program
 * @op: by number of operation
 * @match: by number of operation, of sends: 1 + the receive that got the message; 0: none did
 * @rank: by rank
 * @ranks: how many
 * @end: the last end of an operation
 */
struct host_result {
	struct host_op *op;
	uint32_t *match;
	struct host_spent *rank;
	uint32_t ranks;
	uint64_t end;
};

/**
 * host_refusal() - find out why a program cannot run so
 * @program: the program
 * @place: node of each rank, or NULL: rank i is on node i
 * @start: when each rank starts, or NULL: all start at 0
 * @network: the network
 * @config: the end points
 *
 * Operations on memory of another rank are no messages: there are none here. Each rank has a node
 * of its own.
 *
 * Return: what is wrong, for a person to read, a constant; NULL: nothing.
 */
const char *host_refusal(const struct program *program, const uint32_t *place,
			 const uint64_t *start, const struct worm_config *network,
			 const struct host_config *config);

/**
 * host_run() - run a program until nothing happens any more
 * @program: the program
 * @place: as of host_refusal()
 * @start: likewise
 * @worm: the network, new; its counts are there afterwards
 * @config: the end points
 * @result: filled in, for host_result_free()
 *
 * Return: 0, whether or not all operations have ended (host_waiting()); -EINVAL for what
 * host_refusal() refuses; -EOVERFLOW: it is not over at WORM_TIME; -ENOMEM. After an error there is
 * no result.
 */
int host_run(const struct program *program, const uint32_t *place, const uint64_t *start,
	     struct worm *worm, const struct host_config *config, struct host_result *result);

/**
 * host_result_free() - free a result
 * @result: the result of a host_run() that returned 0
 */
void host_result_free(struct host_result *result);

/**
 * host_waiting() - find a rank that has not come to its end
 * @program: the program
 * @result: what became of it
 * @rank: where to begin to look
 * @op: filled in: the number of the rank's first operation that was ready and has not ended; there
 *	is one, because operations do not wait for each other in a circle
 *
 * Such a rank waits for something that never comes.
 *
 * Return: the first such rank from @rank on; the number of ranks: there is none.
 */
uint32_t host_waiting(const struct program *program, const struct host_result *result,
		      uint32_t rank, uint32_t *op);

/**
 * host_truncated() - look for messages that were larger than their receives
 * @program: the program
 * @result: what became of it
 * @send: operation to begin to look at; changed to the number of a send whose message was larger;
 *	its receive is host_result.match
 *
 * MPI ends a program in which this happens; here all of the message was received.
 *
 * Return: whether there is one.
 */
bool host_truncated(const struct program *program, const struct host_result *result,
		    uint32_t *send);

#endif /* NETSIM_HOST_H */
