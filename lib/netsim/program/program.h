/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Programs: what the ranks of a job do, as data. Each rank has operations, which wait for
 * operations of the same rank; ranks wait for each other only by their messages.
 *
 * A program comes from a text in the format GOAL (program_parse()) or from a generator
 * (netsim/collective/collective.h), and does not change afterwards, so that it may have many
 * readers at once.
 */
#ifndef NETSIM_PROGRAM_H
#define NETSIM_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* As peer or tag of a receive: any rank, any tag. */
#define PROGRAM_ANY	UINT32_MAX

/* Largest size of an operation: 4 PiB, or 52 days. */
#define PROGRAM_SIZE	(1ull << 52)

/* Size of an atomic operation: of its operand, and of what it fetches. */
#define PROGRAM_AMO_BYTES	8

/* What an operation does; from PROGRAM_AMO on, to memory of another rank. */
enum program_op_kind {
	PROGRAM_SEND,	/* send a message; the engine defines when it ends */
	PROGRAM_RECV,	/* receive the first message that matches */
	PROGRAM_CALC,	/* compute for a time */
	PROGRAM_AMO,	/* do an atomic operation, and fetch the old value */
	PROGRAM_PUT,	/* write, without action of the other rank */
	PROGRAM_GET,	/* read, without action of the other rank */
	PROGRAM_OP_KINDS,
};

/* The words for the kinds, in GOAL. */
extern const char *const program_op_words[PROGRAM_OP_KINDS];

/* An operation. */
struct program_op {
	/*
	 * Bytes, or ns of PROGRAM_CALC; 0 to PROGRAM_SIZE, for puts and gets from 1;
	 * PROGRAM_AMO_BYTES for PROGRAM_AMO. A message of 0 bytes is sent and received like any
	 * other.
	 */
	uint64_t size;
	/*
	 * The other rank, perhaps its own; for a receive perhaps PROGRAM_ANY; for PROGRAM_CALC 0.
	 */
	uint32_t peer;
	uint32_t tag;		/* of a message; receive: perhaps PROGRAM_ANY; otherwise 0 */
	/*
	 * Line of the text; in a schedule the operation's number in its rank, from 1 on; 0 in a
	 * generated program.
	 */
	uint32_t line;
	uint16_t cpu;		/* stream of execution of the rank that it occupies */
	uint8_t nic;		/* NIC that it uses; PROGRAM_CALC: 0 */
	uint8_t kind : 3;	/* enum program_op_kind */
	/*
	 * A send that belongs to an alltoall, which has its own default where ranks choose the
	 * routing (netsim/aware/aware.h).
	 */
	uint8_t alltoall : 1;
	uint8_t routing : 4;	/* NET_ROUTED(), of what sends; 0: the machine's routing */
};

/* What an operation waits for in another one of its rank. */
enum program_wait {
	PROGRAM_END,	/* its end (GOAL's requires) */
	PROGRAM_START,	/* its start (irequires) */
	PROGRAM_WAITS,
};

/* An operation that belongs to another one, and what waits in this pair: enum program_wait. */
#define PROGRAM_EDGE(op, wait)	((op) | (uint32_t)(wait) << 31)

/* Return the operation of a PROGRAM_EDGE(). */
static inline uint32_t program_edge_op(uint32_t edge)
{
	return edge & ~PROGRAM_EDGE(0, PROGRAM_START);
}

/* Return the kind of waiting of a PROGRAM_EDGE(). */
static inline enum program_wait program_edge_wait(uint32_t edge)
{
	return edge >> 31;
}

/*
 * Operations that belong to operations, as consecutive lists, one of each operation. It begins in
 * to at first[operation], and ends where the next one begins.
 */
struct program_edges {
	uint32_t *first;	/* operations + 1 entries, or more */
	uint32_t *to; /* PROGRAM_EDGE(), ascending in a list; twice, if named twice in the text */
};

/* What all ranks of a job do. */
struct program {
	uint32_t ranks;			/* 1 or more */
	uint32_t ops;			/* of all ranks, less than 2^31 */
	uint32_t *first;		/* first operation of each rank; ranks + 1 entries */
	struct program_op *op;
	struct program_edges after;	/* which operations wait for each one */
	bool schedule;			/* it was read from a schedule, which has no lines */
};

/*
 * Limits of a program's size, for untrusted texts. A program takes 4 bytes a rank, 28 an operation,
 * and 4 a pair; while it is made, 40 an operation and 16 a pair.
 */
struct program_limits {
	uint32_t ranks;	/* up to 2^32 - 2 */
	uint32_t ops;	/* up to 2^31 - 1 */
	uint32_t waits;	/* pairs of operations one of which waits for the other, up to 2^32 - 1 */
};

/* 2^24 ranks, 2^26 operations, 2^27 pairs: 2.3 GiB. */
extern const struct program_limits program_limits_default;

/* Room for a word in a struct program_error, with its NUL. */
#define PROGRAM_WORD	64

/* What is wrong with a text, and where. */
struct program_error {
	const char *file;	/* name of the text */
	unsigned long line;	/* from 1 on; 0: it has no lines */
	const char *reason;	/* a constant */
	/*
	 * The word at fault, in printable ASCII (other bytes are replaced), perhaps truncated;
	 * "rank N" for an error of a rank; empty: no word in particular.
	 */
	char word[PROGRAM_WORD];
};

/*
 * Make a program from a text in the format GOAL (docs/simulator.md has the grammar), or from a
 * schedule, LogGOPSim's binary format, read to its end; free it with program_free(). The name of
 * the file, for error, is not copied. Time and memory are proportional to the file, and to the
 * number of ranks. Sends without receives, and ranks that wait for each other in a cycle, are only
 * found when the program runs. Returns 0, -EINVAL with error filled in, -ENOMEM, or the error of
 * reading.
 */
int program_parse(FILE *file, const char *name, const struct program_limits *limits,
		  struct program **program, struct program_error *error);

/*
 * Write a program as a text in the format GOAL, from which program_parse() makes the same program,
 * except line numbers. Labels are l1, l2, ... in each rank; a dependence follows the later of its
 * two operations. Returns 0, -ENOMEM or the error of writing; a buffered file may fail later, in
 * fflush(3).
 */
int program_print(FILE *file, const struct program *program);

/*
 * Write a program as a schedule of LogGOPSim, which loses line numbers, and what messages belong
 * to. Returns 0; -ENOTSUP for what schedules lack: operations on memory of other ranks, routings,
 * and cpus above 255; or an error, as program_print() does.
 */
int program_write_schedule(FILE *file, const struct program *program);

/*
 * Put one or more programs side by side as one; free it with program_free(). The programs are not
 * needed afterwards. Ranks of a program follow the ranks of the programs before it, and do not
 * communicate with them: a receive from any rank is one from any rank of its program, because
 * others send it nothing. Operations keep the line numbers of their own texts. Returns 0, -E2BIG
 * beyond the limits, or -ENOMEM.
 */
int program_join(const struct program *const *programs, unsigned int count,
		 const struct program_limits *limits, struct program **program);

/* Free a program; NULL is allowed. */
void program_free(struct program *program);

/*
 * Make the lists of the same pairs by their other operations: from the operations that wait
 * for each one, the operations for which it waits, and back. Lists of edges need not ascend. Needs
 * program_edges_free(), even after an error. Returns 0 or -ENOMEM.
 */
int program_edges_turn(const struct program_edges *edges, uint32_t ops,
		       struct program_edges *turned);

/* Free lists that are not a program's. */
void program_edges_free(struct program_edges *edges);

/* Count how many operations each one of a rank waits for, from the rank's first one on. */
void program_waits(const struct program *program, uint32_t rank, uint32_t *waits);

/* A program in numbers. */
struct program_sum {
	uint32_t ops[PROGRAM_OP_KINDS];	/* by kind */
	uint64_t bytes;			/* of all sends; UINT64_MAX: that or more */
	uint64_t ns;			/* of all PROGRAM_CALC; likewise */
	uint32_t waits;			/* pairs of operations one of which waits for the other */
};

/* Add up a program. */
struct program_sum program_sum(const struct program *program);

#endif /* NETSIM_PROGRAM_H */
