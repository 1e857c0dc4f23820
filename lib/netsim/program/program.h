/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Programs: what the ranks of a job do, as data. Each rank has operations, which wait for
 * operations of the same rank; ranks wait for each other by their messages alone.
 *
 * A program comes from a text in the format GOAL (program_parse()) or from a generator
 * (netsim/collective/collective.h), and does not change afterwards: many may read it at once.
 */
#ifndef NETSIM_PROGRAM_H
#define NETSIM_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/** PROGRAM_ANY: as a peer, any rank; as a tag, any tag; of a receive only */
#define PROGRAM_ANY	UINT32_MAX

/** PROGRAM_SIZE: largest size of an operation: 4 PiB, or 52 days */
#define PROGRAM_SIZE	(1ull << 52)

/** PROGRAM_AMO_BYTES: size of an atomic operation: that of its operand, and of what it fetches */
#define PROGRAM_AMO_BYTES	8

/**
 * enum program_op_kind - what an operation does; from PROGRAM_AMO on to memory of another rank
 * @PROGRAM_SEND: send a message; it ends as the engine that runs it says
 * @PROGRAM_RECV: receive a message: of those that match, the first
 * @PROGRAM_CALC: compute for a time
 * @PROGRAM_AMO: do an atomic operation on memory of another rank, and fetch the old value
 * @PROGRAM_PUT: write into memory of another rank, which has nothing to do for it
 * @PROGRAM_GET: read from memory of another rank, which has nothing to do for it
 * @PROGRAM_OP_KINDS: number of kinds
 */
enum program_op_kind {
	PROGRAM_SEND,
	PROGRAM_RECV,
	PROGRAM_CALC,
	PROGRAM_AMO,
	PROGRAM_PUT,
	PROGRAM_GET,
	PROGRAM_OP_KINDS,
};

/** program_op_words - what the text calls each kind */
extern const char *const program_op_words[PROGRAM_OP_KINDS];

/**
 * struct program_op - an operation
 * @size: bytes of the message, or ns of PROGRAM_CALC; 0 to PROGRAM_SIZE; a message of 0 bytes is
 *	sent and received like any other; of PROGRAM_AMO PROGRAM_AMO_BYTES; of PROGRAM_PUT and
 *	PROGRAM_GET above 0
 * @peer: rank that is sent to, perhaps its own, or received from, or PROGRAM_ANY, or whose memory
 *	PROGRAM_AMO or PROGRAM_PUT changes, or PROGRAM_GET reads; of PROGRAM_CALC 0
 * @tag: tag of the message; of a receive perhaps PROGRAM_ANY; of others 0
 * @line: line of the text, from 1 on; 0 in a program that was generated
 * @cpu: stream of execution of the rank that it occupies
 * @nic: NIC that it uses; of PROGRAM_CALC 0
 * @kind: an enum program_op_kind
 * @alltoall: of a send: it belongs to an alltoall, whose messages have a default of their own
 *	where ranks choose the routing (netsim/aware/aware.h)
 * @routing: of all that send: NET_ROUTED() of how its packets find their ways; 0: as
 *	the machine's packets do
 */
struct program_op {
	uint64_t size;
	uint32_t peer;
	uint32_t tag;
	uint32_t line;
	uint16_t cpu;
	uint8_t nic;
	uint8_t kind : 3;
	uint8_t alltoall : 1;
	uint8_t routing : 4;
};

/**
 * enum program_wait - what an operation waits for in another one of its rank
 * @PROGRAM_END: the other one's end (GOAL's requires)
 * @PROGRAM_START: the other one's start (irequires)
 * @PROGRAM_WAITS: number of kinds
 */
enum program_wait {
	PROGRAM_END,
	PROGRAM_START,
	PROGRAM_WAITS,
};

/**
 * struct program_edges - operations that belong to operations, as lists one behind the other
 * @first: where a list begins in @to; list PROGRAM_WAITS * operation + kind of waiting ends where
 *	the next one begins; PROGRAM_WAITS * operations + 1 entries
 * @to: numbers of operations, ascending within a list; an operation that is named twice in the
 *	text stands there twice
 */
struct program_edges {
	uint32_t *first;
	uint32_t *to;
};

/**
 * struct program - what all ranks of a job do
 * @ranks: number of ranks, 1 or more
 * @ops: number of operations of all ranks, less than 2^31
 * @first: number of a rank's first operation; @ranks + 1 entries: the operations of a rank end
 *	where those of the next begin; in the order of the text
 * @op: the operations, by number
 * @before: for each operation, those it waits for, all of its own rank
 * @after: for each operation, those that wait for it: the same pairs the other way round
 */
struct program {
	uint32_t ranks;
	uint32_t ops;
	uint32_t *first;
	struct program_op *op;
	struct program_edges before;
	struct program_edges after;
};

/**
 * struct program_limits - how large a program may get, whatever its text says
 * @ranks: most ranks, up to 2^32 - 2
 * @ops: most operations, up to 2^31 - 1
 * @waits: most pairs of operations of which one waits for the other, up to 2^32 - 1
 *
 * A program takes 4 bytes a rank, 40 an operation, and 8 a pair. While it is made, it takes twice
 * as much.
 */
struct program_limits {
	uint32_t ranks;
	uint32_t ops;
	uint32_t waits;
};

/* 2^24 ranks, 2^26 operations, 2^27 pairs: 3.6 GiB. */
extern const struct program_limits program_limits_default;

/** PROGRAM_WORD: room for a word in a struct program_error, with its NUL */
#define PROGRAM_WORD	64

/**
 * struct program_error - what is wrong with a text, and where
 * @file: name of the text
 * @line: line, from 1 on
 * @reason: what is wrong; a constant
 * @word: the word at fault, printable ASCII, other bytes replaced, perhaps cut off; "rank N" for
 *	what concerns a rank; empty: no word in particular
 */
struct program_error {
	const char *file;
	unsigned long line;
	const char *reason;
	char word[PROGRAM_WORD];
};

/**
 * program_parse() - make a program from a text in the format GOAL
 * @file: where to read it, to its end
 * @name: name of the text, for @error; it is not copied
 * @limits: how large it may get
 * @program: filled in, for program_free()
 * @error: filled in after -EINVAL
 *
 * docs/simulator.md has the grammar. Takes time and memory in proportion to the text, and to the
 * number of ranks. Sends without receives, and ranks that wait for each other in a circle, are
 * found when the program runs, not here.
 *
 * Return: 0, -EINVAL, -ENOMEM, or what reading returned.
 */
int program_parse(FILE *file, const char *name, const struct program_limits *limits,
		  struct program **program, struct program_error *error);

/**
 * program_print() - write a program as a text in the format GOAL
 * @file: where to write it
 * @program: the program
 *
 * From the text program_parse() makes the same program, but for the line numbers. Labels are l1,
 * l2, ... in each rank; a dependence follows the later of its two operations.
 *
 * Return: 0, or what writing returned; a buffered @file may fail later, in fflush(3).
 */
int program_print(FILE *file, const struct program *program);

/**
 * program_join() - put several programs side by side as one
 * @programs: the programs, none of which is needed afterwards
 * @count: how many, 1 or more
 * @limits: how large the whole may get
 * @program: filled in, for program_free()
 *
 * Ranks of a program come behind those of the programs before it, and know of no others: a receive
 * from any rank is one from any rank of its program, because others send it nothing. The lines of
 * operations stay those of their own texts.
 *
 * Return: 0, -E2BIG for more than @limits, -ENOMEM.
 */
int program_join(const struct program *const *programs, unsigned int count,
		 const struct program_limits *limits, struct program **program);

/**
 * program_free() - free a program
 * @program: the program, or NULL
 */
void program_free(struct program *program);

/**
 * struct program_sum - a program in numbers
 * @ops: operations by kind
 * @bytes: bytes of all sends; UINT64_MAX: that or more
 * @ns: ns of all PROGRAM_CALC, likewise
 * @waits: pairs of operations of which one waits for the other
 */
struct program_sum {
	uint32_t ops[PROGRAM_OP_KINDS];
	uint64_t bytes;
	uint64_t ns;
	uint32_t waits;
};

/**
 * program_sum() - add up a program
 * @program: the program
 *
 * Return: its numbers.
 */
struct program_sum program_sum(const struct program *program);

#endif /* NETSIM_PROGRAM_H */
