// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Schedules: LogGOPSim's binary format of programs, which its txt2bin writes and its simulator
 * reads. All numbers are little-endian, and none is aligned:
 *
 *	magic 8, ranks 4, greatest cpu 1, greatest nic 1
 *	for each rank: where its part begins 8, where it ends 8, both counted from after the magic
 *	for each rank, its part:
 *		operations 4, how many of them wait for nothing 4, and their numbers, 4 each
 *		for each operation: how many it waits for 4, kind 1, peer 4, size 8, tag 4, cpu 1,
 *		nic 1, how many wait for its end 4, index of the first of these 4, how many wait for
 *		its start 4, index of the first of these 4
 *		at these indices: numbers of operations that wait, 4 each
 *
 * Operations count from 0 in each rank. Here parts and lists follow each other without a gap, as
 * txt2bin writes them, so that a schedule can be read from a pipe.
 */
#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "parser.h"

/* Bytes of parts of a schedule. */
enum {
	HEAD = SCHEDULE_MAGIC + 4 + 1 + 1,
	PLACE = 2 * 8,		/* of a rank's part */
	COUNTS = 2 * 4,		/* at the beginning of a part */
	OP = 4 + 1 + 4 + 8 + 4 + 1 + 1 + 2 * PROGRAM_WAITS * 4,
	NUMBER = 4,
};

static const char magic[SCHEDULE_MAGIC] = { 0x7f, 0x10 };

/* The kinds of operations that it knows, from 1 on. */
static const enum program_op_kind kinds[] = { PROGRAM_SEND, PROGRAM_RECV, PROGRAM_CALC };

#define KINDS	(sizeof(kinds) / sizeof(*kinds))

/* --- reading --- */

/* How many operations one waits for, and how many wait for it, until its rank has been read. */
struct degree {
	uint32_t waits;			/* for so many that have not been named yet */
	uint32_t lists[PROGRAM_WAITS];	/* so many wait for it, by list */
};

/* A schedule that is being read. */
struct schedule {
	struct parser *parser;
	uint64_t *length;	/* by rank: bytes of its part */
	uint32_t rank;		/* the one that is being read */
	uint32_t ops;		/* of the rank */
	uint32_t first;		/* number of the rank's first operation */
	struct degree *degree;	/* by operation of the rank */
	uint32_t *idle;		/* those that wait for nothing, as the part lists them */
	uint32_t idles;
	uint32_t seen;		/* operations so far that wait for nothing */
	uint32_t waits;		/* pairs of operations of the rank so far */
	uint8_t cpu;		/* greatest, as the schedule says */
	uint8_t nic;
};

/* As an operation: the rank as a whole. */
#define WHOLE	UINT32_MAX

static int part_reject(struct schedule *schedule, uint32_t op, const char *reason)
{
	char word[PROGRAM_WORD];

	/* People count from 1 on: l1 is the first label of a text that is written. */
	if (op == WHOLE)
		return parser_fail_rank(schedule->parser, 0, reason, schedule->rank);
	snprintf(word, sizeof(word), "rank %u, operation %u", schedule->rank, op + 1);
	return parser_fail_at(schedule->parser, 0, reason, word);
}

bool schedule_is_next(const struct lexer *lexer)
{
	return (size_t)(lexer->end - lexer->at) >= sizeof(magic) &&
	       !memcmp(lexer->at, magic, sizeof(magic));
}

/* Take the next bytes, of which not all have been read from the file. */
static int schedule_gather(struct schedule *schedule, uint8_t *to, size_t bytes)
{
	struct lexer *lexer = &schedule->parser->lexer;
	size_t there;

	while (bytes) {
		if (lexer->at == lexer->end)
			lexer_fill(lexer);
		if (lexer->err)
			return lexer->err;
		if (lexer->ended)
			return part_reject(schedule, WHOLE, "a schedule that is cut off");
		there = lexer->end - lexer->at;
		if (there > bytes)
			there = bytes;
		memcpy(to, lexer->at, there);
		lexer->at += there;
		to += there;
		bytes -= there;
	}
	return 0;
}

/* Take the next bytes. */
static inline int schedule_take(struct schedule *schedule, uint8_t *to, size_t bytes)
{
	struct lexer *lexer = &schedule->parser->lexer;

	if ((size_t)(lexer->end - lexer->at) < bytes)
		return schedule_gather(schedule, to, bytes);
	memcpy(to, lexer->at, bytes);
	lexer->at += bytes;
	return lexer->err;
}

/* Read a number of so many bytes from memory, and go on behind it. */
static inline uint64_t schedule_number(const uint8_t **at, size_t bytes)
{
	uint64_t value = 0;

	memcpy(&value, *at, bytes);
	*at += bytes;
	return le64toh(value);
}

/* Take a number of 4 bytes. */
static int take_number(struct schedule *schedule, uint32_t *value)
{
	uint8_t bytes[NUMBER] = { 0 };
	const uint8_t *at = bytes;
	int err = schedule_take(schedule, bytes, sizeof(bytes));

	*value = err ? 0 : schedule_number(&at, NUMBER);
	return err;
}

/* --- an operation --- */

static const char *op_wrong(const struct schedule *schedule, const struct program_op *op)
{
	uint32_t ranks = schedule->parser->builder.ranks;

	if (op->size > PROGRAM_SIZE)
		return PARSER_TOO_LARGE;
	if (op->cpu > schedule->cpu || op->nic > schedule->nic)
		return "a cpu or nic above the greatest that the schedule names";
	if (op->kind == PROGRAM_CALC)
		return NULL;
	if (op->peer >= ranks && (op->kind == PROGRAM_SEND || op->peer != PROGRAM_ANY))
		return "no rank of the program";
	if (op->kind == PROGRAM_SEND && op->tag == PROGRAM_ANY)
		return "a send with any tag";
	return NULL;
}

/* Read how many operations wait for this one. The lists of all follow each other. */
static int degree_read(struct schedule *schedule, uint32_t number_of, const uint8_t *at)
{
	struct degree *degree = &schedule->degree[number_of];
	uint32_t kind, index;

	for (kind = 0; kind < PROGRAM_WAITS; kind++) {
		degree->lists[kind] = schedule_number(&at, NUMBER);
		index = schedule_number(&at, NUMBER);
		if (degree->lists[kind] && index != schedule->waits)
			return part_reject(schedule, number_of,
				      "a list that does not follow the one before");
		if (__builtin_add_overflow(schedule->waits, degree->lists[kind], &schedule->waits))
			return part_reject(schedule, number_of, PARSER_TOO_LARGE);
	}
	if (degree->waits)
		return 0;
	if (schedule->seen == schedule->idles || schedule->idle[schedule->seen++] != number_of)
		return part_reject(schedule, number_of,
			      "it waits for nothing, and is not listed among those that do not");
	return 0;
}

static int schedule_op(struct schedule *schedule, uint32_t number_of)
{
	struct program_op op = { .line = number_of + 1 };
	const char *wrong = NULL;
	const uint8_t *at;
	uint8_t bytes[OP] = { 0 };
	unsigned int kind;
	int err = schedule_take(schedule, bytes, sizeof(bytes));

	if (err)
		return err;
	at = bytes;
	schedule->degree[number_of].waits = schedule_number(&at, NUMBER);
	kind = schedule_number(&at, 1);
	op.peer = schedule_number(&at, 4);
	op.size = schedule_number(&at, 8);
	op.tag = schedule_number(&at, 4);
	op.cpu = schedule_number(&at, 1);
	op.nic = schedule_number(&at, 1);
	if (kind < 1 || kind > KINDS)
		return part_reject(schedule, number_of,
				   "no operation: 1 to 3, a send, recv or calc");
	op.kind = kinds[kind - 1];
	wrong = op_wrong(schedule, &op);
	if (wrong)
		return part_reject(schedule, number_of, wrong);
	if (op.kind == PROGRAM_CALC) {
		op.peer = 0;
		op.tag = 0;
		op.nic = 0;
	}
	builder_op(&schedule->parser->builder, &op);
	return degree_read(schedule, number_of, at);
}

/* --- a rank --- */

/* Read which operations wait for one. */
static int lists_read(struct schedule *schedule, uint32_t on)
{
	uint32_t kind, i, op;
	int err;

	for (kind = 0; kind < PROGRAM_WAITS; kind++) {
		for (i = 0; i < schedule->degree[on].lists[kind]; i++) {
			err = take_number(schedule, &op);
			if (err)
				return err;
			if (op >= schedule->ops)
				return part_reject(schedule, on,
					      "an operation that is not there waits for it");
			if (!schedule->degree[op].waits--)
				return part_reject(schedule, op, "it waits for more than it says");
			builder_wait(&schedule->parser->builder, schedule->first + op, kind,
				     schedule->first + on);
		}
	}
	return 0;
}

/* Return how many bytes a rank's part has, with what is known of it so far. */
static uint64_t part_length(const struct schedule *schedule)
{
	return COUNTS + (uint64_t)NUMBER * schedule->idles + (uint64_t)OP * schedule->ops +
	       (uint64_t)NUMBER * schedule->waits;
}

/* Read the beginning of a rank's part, and make room for the rest. */
static int part_begin(struct schedule *schedule)
{
	struct degree *degree;
	uint32_t *idle, i;
	int err;

	err = take_number(schedule, &schedule->ops);
	if (!err)
		err = take_number(schedule, &schedule->idles);
	if (err)
		return err;
	schedule->waits = 0;
	schedule->seen = 0;
	if (schedule->idles > schedule->ops ||
	    part_length(schedule) > schedule->length[schedule->rank])
		return part_reject(schedule, WHOLE, "more operations than its part has room for");
	if (schedule->ops > schedule->parser->builder.limits.ops)
		return part_reject(schedule, WHOLE, BUILDER_TOO_MANY);
	degree = reallocarray(schedule->degree, schedule->ops + (size_t)1, sizeof(*degree));
	schedule->degree = degree ? degree : schedule->degree;
	idle = reallocarray(schedule->idle, schedule->idles + (size_t)1, sizeof(*idle));
	schedule->idle = idle ? idle : schedule->idle;
	err = degree && idle ? 0 : -ENOMEM;
	for (i = 0; i < schedule->idles && !err; i++)
		err = take_number(schedule, &idle[i]);
	return err;
}

static int part_read(struct schedule *schedule)
{
	struct builder *builder = &schedule->parser->builder;
	uint32_t op;
	int err;

	schedule->first = builder->ops;
	builder_rank(builder, schedule->rank);
	err = part_begin(schedule);
	for (op = 0; op < schedule->ops && !err; op++)
		err = schedule_op(schedule, op);
	if (!err && schedule->seen < schedule->idles)
		err = part_reject(schedule, schedule->idle[schedule->seen],
				  "it is listed among those that wait for nothing, and waits");
	if (!err && part_length(schedule) != schedule->length[schedule->rank])
		err = part_reject(schedule, WHOLE,
				  "a part that is longer or shorter than the file says");
	for (op = 0; op < schedule->ops && !err; op++)
		err = lists_read(schedule, op);
	for (op = 0; op < schedule->ops && !err; op++)
		if (schedule->degree[op].waits)
			err = part_reject(schedule, op, "it waits for less than it says");
	if (!err && builder->err == -E2BIG)
		return part_reject(schedule, WHOLE, BUILDER_TOO_MANY);
	return err ? err : builder->err;
}

/* --- a schedule --- */

/* Read where the parts of the ranks are: one after the other, behind this table. */
static int places_read(struct schedule *schedule, uint32_t ranks)
{
	uint64_t end = HEAD - sizeof(magic) + (uint64_t)PLACE * ranks, from, to;
	uint8_t bytes[PLACE] = { 0 };
	const uint8_t *at;
	int err;

	schedule->length = calloc(ranks, sizeof(*schedule->length));
	if (!schedule->length)
		return -ENOMEM;
	for (; schedule->rank < ranks; schedule->rank++) {
		err = schedule_take(schedule, bytes, sizeof(bytes));
		if (err)
			return err;
		at = bytes;
		from = schedule_number(&at, 8);
		to = schedule_number(&at, 8);
		if (from != end || to < from)
			return part_reject(schedule, WHOLE,
				      "its part does not follow the one before: write it by txt2bin");
		schedule->length[schedule->rank] = to - from;
		end = to;
	}
	return 0;
}

static int schedule_head(struct schedule *schedule, const struct program_limits *limits)
{
	uint8_t bytes[HEAD];
	const uint8_t *at = bytes + sizeof(magic);
	uint32_t ranks;
	int err = schedule_take(schedule, bytes, sizeof(bytes));

	if (err)
		return err;
	ranks = schedule_number(&at, 4);
	schedule->cpu = schedule_number(&at, 1);
	schedule->nic = schedule_number(&at, 1);
	if (!ranks)
		return parser_fail_at(schedule->parser, 0, "no number of ranks", "0");
	if (ranks > limits->ranks)
		return parser_fail_at(schedule->parser, 0, "more ranks than allowed", "");
	err = builder_begin(&schedule->parser->builder, ranks, limits);
	return err ? err : places_read(schedule, ranks);
}

int schedule_read(struct parser *parser, const struct program_limits *limits)
{
	struct schedule schedule = { .parser = parser };
	struct lexer *lexer = &parser->lexer;
	uint32_t ranks;
	int err;

	lexer->by_line = false;
	err = schedule_head(&schedule, limits);
	ranks = parser->builder.ranks;
	for (schedule.rank = 0; schedule.rank < ranks && !err; schedule.rank++)
		err = part_read(&schedule);
	if (!err && lexer->at == lexer->end)
		lexer_fill(lexer);
	if (!err && !lexer->ended)
		err = parser_fail_at(parser, 0, "bytes behind the part of the last rank", "");
	free(schedule.length);
	free(schedule.degree);
	free(schedule.idle);
	return err ? err : lexer->err;
}

/* --- writing --- */

static void schedule_put(FILE *file, uint64_t value, unsigned int bytes)
{
	for (; bytes; bytes--, value >>= 8)
		putc_unlocked(value & 0xff, file);
}

/* Write the head, with the greatest cpu and nic. Returns 0, or -ENOTSUP for what it cannot say. */
static int put_head(FILE *file, const struct program *program)
{
	const struct program_op *op = program->op, *end = op + program->ops;
	unsigned int cpu = 0, nic = 0;

	for (; op < end; op++) {
		if (op->kind >= PROGRAM_AMO || op->routing || op->cpu > UINT8_MAX)
			return -ENOTSUP;
		cpu = op->cpu > cpu ? op->cpu : cpu;
		nic = op->nic > nic ? op->nic : nic;
	}
	fwrite(magic, sizeof(magic), 1, file);
	schedule_put(file, program->ranks, 4);
	schedule_put(file, cpu, 1);
	schedule_put(file, nic, 1);
	return 0;
}

/* A program that is being written. */
struct writer {
	FILE *file;
	const struct program *program;
	uint32_t *waits;	/* by operation: how many it waits for */
};

static uint32_t idles_of(const struct writer *writer, uint32_t rank)
{
	uint32_t idles = 0, op;

	for (op = writer->program->first[rank]; op < writer->program->first[rank + 1]; op++)
		idles += !writer->waits[op];
	return idles;
}

static void put_places(const struct writer *writer)
{
	const struct program *program = writer->program;
	uint64_t end = HEAD - sizeof(magic) + (uint64_t)PLACE * program->ranks;
	const uint32_t *lists = program->after.first;
	uint32_t rank, first, last;

	for (rank = 0; rank < program->ranks; rank++) {
		first = program->first[rank];
		last = program->first[rank + 1];
		schedule_put(writer->file, end, 8);
		end += COUNTS + (uint64_t)NUMBER * idles_of(writer, rank) +
		       (uint64_t)OP * (last - first) +
		       (uint64_t)NUMBER * (lists[last] - lists[first]);
		schedule_put(writer->file, end, 8);
	}
}

/* Write how many operations wait for one, by kind, and where its rank's lists have them. */
static void put_lists(const struct writer *writer, uint32_t rank, uint32_t op)
{
	const struct program_edges *after = &writer->program->after;
	uint32_t end = after->first[op], begin = after->first[writer->program->first[rank]];
	enum program_wait kind;

	for (kind = 0; kind < PROGRAM_WAITS; kind++) {
		uint32_t first = end;

		while (end < after->first[op + 1] && program_edge_wait(after->to[end]) == kind)
			end++;
		schedule_put(writer->file, end - first, NUMBER);
		schedule_put(writer->file, first - begin, NUMBER);
	}
}

static void put_op(const struct writer *writer, uint32_t rank, uint32_t number_of)
{
	const struct program_op *op = &writer->program->op[number_of];
	FILE *file = writer->file;
	uint32_t kind;

	schedule_put(file, writer->waits[number_of], NUMBER);
	for (kind = 0; kinds[kind] != op->kind; kind++)
		;
	schedule_put(file, kind + 1, 1);
	schedule_put(file, op->peer, 4);
	schedule_put(file, op->size, 8);
	schedule_put(file, op->tag, 4);
	schedule_put(file, op->cpu, 1);
	schedule_put(file, op->nic, 1);
	put_lists(writer, rank, number_of);
}

static void put_part(const struct writer *writer, uint32_t rank)
{
	const struct program *program = writer->program;
	uint32_t first = program->first[rank], last = program->first[rank + 1], op, i;
	const struct program_edges *after = &program->after;

	schedule_put(writer->file, last - first, NUMBER);
	schedule_put(writer->file, idles_of(writer, rank), NUMBER);
	for (op = first; op < last; op++)
		if (!writer->waits[op])
			schedule_put(writer->file, op - first, NUMBER);
	for (op = first; op < last; op++)
		put_op(writer, rank, op);
	for (i = after->first[first]; i < after->first[last]; i++)
		schedule_put(writer->file, program_edge_op(after->to[i]) - first, NUMBER);
}

int program_write_schedule(FILE *file, const struct program *program)
{
	struct writer writer = { file, program, calloc(program->ops + 1ul, sizeof(uint32_t)) };
	uint32_t rank;
	int err = 0;

	errno = 0;
	if (!writer.waits)
		err = -ENOMEM;
	else if (put_head(file, program))
		err = -ENOTSUP;
	for (rank = 0; rank < program->ranks && !err; rank++)
		program_waits(program, rank, &writer.waits[program->first[rank]]);
	if (!err)
		put_places(&writer);
	for (rank = 0; rank < program->ranks && !err && !ferror(file); rank++)
		put_part(&writer, rank);
	free(writer.waits);
	if (!err && ferror(file))
		err = -(errno ? errno : EIO);
	return err;
}
