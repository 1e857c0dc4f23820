// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The format GOAL, as LogGOPSim's txt2bin reads it; keywords are in lower case there, and here.
 * Extensions: labels may be used before they are defined, comments may stand anywhere between words
 * and also begin with #, tag, cpu and nic come in any order. Restrictions: num_ranks comes first,
 * and what has no meaning is rejected.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "netsim/number.h"
#include "netsim/routing.h"
#include "parser.h"

/* --- operations --- */

/* "8b", which may be "8 b", or for a calc "8". */
static int op_take_size(struct parser *parser, struct program_op *op)
{
	static const struct range range = {
		PROGRAM_SIZE, "no size: send 8b, recv 8b, calc 100", PARSER_TOO_LARGE,
	};
	char *word = parser->lexer.word;
	size_t digits = net_digits(word);
	bool joined = op->kind != PROGRAM_CALC && digits && !strcmp(word + digits, "b");
	int err;

	if (parser->lexer.token == TOKEN_WORD && joined)
		word[digits] = '\0';
	err = parser_take_number(parser, &range, &op->size);
	if (!err && !joined && op->kind != PROGRAM_CALC)
		err = parser_take_word(parser, "b", "no b after the number of bytes");
	if (!err && op->kind == PROGRAM_PUT && !op->size)
		return parser_fail(parser, "a put of 0 bytes: 1 at least, as put 8b to 1");
	if (!err && op->kind == PROGRAM_GET && !op->size)
		return parser_fail(parser, "a get of 0 bytes: 1 at least, as get 8b from 1");
	return err;
}

/* "8b", which may be "8 b": an AMO has no other size. */
static int op_take_amo_size(struct parser *parser, struct program_op *op)
{
	static const char no_size[] = "an amo has 8 bytes: amo 8b to 1";
	int err;

	op->size = PROGRAM_AMO_BYTES;
	if (parser_is_word(parser, "8b"))
		return parser_take_word(parser, "8b", no_size);
	err = parser_take_word(parser, "8", no_size);
	return err ? err : parser_take_word(parser, "b", "no b after the number of bytes");
}

/* The word before the rank, and messages if it or the rank is wrong. */
static const struct direction {
	const char *word;
	const char *missing;
	const char *any;
} directions[PROGRAM_OP_KINDS] = {
	[PROGRAM_SEND] = { "to", "a send without \"to\"", "a send to any rank" },
	[PROGRAM_RECV] = { "from", "a recv without \"from\"", NULL },
	[PROGRAM_AMO] = { "to", "an amo without \"to\"", "an amo to any rank" },
	[PROGRAM_PUT] = { "to", "a put without \"to\"", "a put to any rank" },
	[PROGRAM_GET] = { "from", "a get without \"from\"", "a get from any rank" },
};

static int op_take_peer(struct parser *parser, struct program_op *op)
{
	static const char no_rank[] = "no rank of the program: 0 to num_ranks - 1";
	const struct direction *direction = &directions[op->kind];
	struct range range = { parser->builder.ranks - 1, no_rank, no_rank };
	uint64_t peer;
	int err;

	if (op->kind == PROGRAM_CALC)
		return 0;
	err = parser_take_word(parser, direction->word, direction->missing);
	if (err)
		return err;
	if (parser_is_word(parser, "-1")) {
		if (direction->any)
			return parser_fail(parser, direction->any);
		op->peer = PROGRAM_ANY;
		lexer_next(&parser->lexer);
		return 0;
	}
	err = parser_take_number(parser, &range, &peer);
	op->peer = err ? 0 : peer;
	return err;
}

static int op_take_tag(struct parser *parser, struct program_op *op)
{
	static const struct range range = { PROGRAM_ANY - 1, "no tag: a number", PARSER_TOO_LARGE };
	uint64_t tag;
	int err;

	if (parser_is_word(parser, "-1")) {
		if (op->kind == PROGRAM_SEND)
			return parser_fail(parser, "a send with any tag");
		op->tag = PROGRAM_ANY;
		lexer_next(&parser->lexer);
		return 0;
	}
	err = parser_take_number(parser, &range, &tag);
	op->tag = err ? 0 : tag;
	return err;
}

static int op_take_routing(struct parser *parser, struct program_op *op)
{
	int routing = -1;

	if (parser->lexer.token == TOKEN_WORD)
		routing = net_routing_find(parser->lexer.word);
	if (routing < 0)
		return parser_fail(parser, "no routing: minimal, valiant, adaptive0 to 3 ...");
	op->routing = NET_ROUTED(routing);
	lexer_next(&parser->lexer);
	return 0;
}

/* What a send belongs to. There is one call for which that makes a difference. */
static int op_take_call(struct parser *parser, struct program_op *op)
{
	op->alltoall = true;
	return parser_take_word(parser, "alltoall", "no call: call alltoall");
}

enum { OPTION_CPU, OPTION_NIC, OPTION_TAG, OPTION_ROUTING, OPTION_CALL, OPTIONS };

/* Options that an operation may have, by bit, and the message for others. */
static const struct options {
	unsigned int may;
	const char *otherwise;
} options[PROGRAM_OP_KINDS] = {
	[PROGRAM_SEND] = {
		1 << OPTION_CPU | 1 << OPTION_NIC | 1 << OPTION_TAG | 1 << OPTION_ROUTING |
		1 << OPTION_CALL,
		"expected tag, cpu, nic, routing, call or the end of the line",
	},
	[PROGRAM_RECV] = {
		1 << OPTION_CPU | 1 << OPTION_NIC | 1 << OPTION_TAG,
		"expected tag, cpu, nic or the end of the line",
	},
	[PROGRAM_CALC] = {
		1 << OPTION_CPU, "expected cpu or the end of the line",
	},
	[PROGRAM_AMO] = {
		1 << OPTION_CPU | 1 << OPTION_NIC | 1 << OPTION_ROUTING,
		"expected cpu, nic, routing or the end of the line",
	},
	[PROGRAM_PUT] = {
		1 << OPTION_CPU | 1 << OPTION_NIC | 1 << OPTION_ROUTING,
		"expected cpu, nic, routing or the end of the line",
	},
	[PROGRAM_GET] = {
		1 << OPTION_CPU | 1 << OPTION_NIC | 1 << OPTION_ROUTING,
		"expected cpu, nic, routing or the end of the line",
	},
};

/* Each option may be given once. */
static int op_take_option(struct parser *parser, struct program_op *op, unsigned int *taken)
{
	static const char *const words[OPTIONS] = {
		"cpu", "nic", "tag", "routing", "call",
	};
	static const struct range cpus = { UINT16_MAX, "no cpu: 0 to 65535", PARSER_TOO_LARGE };
	static const struct range nics = { UINT8_MAX, "no nic: 0 to 255", PARSER_TOO_LARGE };
	const struct options *may = &options[op->kind];
	unsigned int option = parser_find_word(parser, words, OPTIONS);
	uint64_t value = 0;
	int err;

	if (option == OPTIONS || !(may->may & 1u << option))
		return parser_fail(parser, may->otherwise);
	if (*taken & 1u << option)
		return parser_fail(parser, "twice the same");
	*taken |= 1u << option;
	lexer_next(&parser->lexer);
	if (option == OPTION_TAG)
		return op_take_tag(parser, op);
	if (option == OPTION_ROUTING)
		return op_take_routing(parser, op);
	if (option == OPTION_CALL)
		return op_take_call(parser, op);
	err = parser_take_number(parser, option == OPTION_CPU ? &cpus : &nics, &value);
	if (option == OPTION_CPU)
		op->cpu = value;
	else
		op->nic = value;
	return err;
}

/* Read an operation, to the end of its statement, and add it with its label, or LABELS_NONE. */
static int goal_op(struct parser *parser, uint32_t label)
{
	struct program_op op = { .line = parser_line(parser) };
	unsigned int taken = 0;
	uint32_t number;
	int err;

	op.kind = parser_find_word(parser, program_op_words, PROGRAM_OP_KINDS);
	if (op.kind == PROGRAM_OP_KINDS)
		return parser_fail(parser, "no operation: send, recv, calc, amo, put or get");
	lexer_next(&parser->lexer);
	err = op.kind == PROGRAM_AMO ? op_take_amo_size(parser, &op) : op_take_size(parser, &op);
	if (!err)
		err = op_take_peer(parser, &op);
	while (!err && !parser_is_statement_end(parser))
		err = op_take_option(parser, &op, &taken);
	if (err)
		return err;
	number = builder_op(&parser->builder, &op);
	if (label != LABELS_NONE)
		parser->labels.label[label].op = number;
	return parser_built(parser);
}

/* --- dependences --- */

static int goal_add_pending(struct parser *parser, const struct pending *pending)
{
	size_t room = parser->room ? 2 * parser->room : 256;
	struct pending *more;

	if (parser->count == parser->room) {
		more = reallocarray(parser->pending, room, sizeof(*more));
		if (!more)
			return -ENOMEM;
		parser->pending = more;
		parser->room = room;
	}
	parser->pending[parser->count++] = *pending;
	return 0;
}

static int goal_wait(struct parser *parser, uint32_t label, enum program_wait kind)
{
	struct pending pending = { .label = label, .kind = kind, .line = parser_line(parser) };
	int err;

	lexer_next(&parser->lexer);
	err = parser_take_label(parser, &pending.on);
	if (err)
		return err;
	if (!parser_is_statement_end(parser))
		return parser_fail(parser, "expected the end of the line after the dependence");
	return goal_add_pending(parser, &pending);
}

/* Resolve dependences, when the rank has all of its labels. */
static int goal_resolve(struct parser *parser)
{
	static const char missing_label[] = "a label that no operation has";
	const struct label *label = parser->labels.label;
	const struct pending *pending;
	uint32_t missing;
	size_t i;

	for (i = 0; i < parser->count; i++) {
		pending = &parser->pending[i];
		if (label[pending->label].op == LABELS_NONE ||
		    label[pending->on].op == LABELS_NONE) {
			missing = label[pending->label].op == LABELS_NONE ? pending->label :
				  pending->on;
			return parser_fail_at(parser, pending->line, missing_label,
					      labels_text(&parser->labels, missing));
		}
		builder_wait(&parser->builder, label[pending->label].op, pending->kind,
			     label[pending->on].op);
	}
	parser->count = 0;
	labels_clear(&parser->labels);
	return parser_built(parser);
}

/* --- ranks --- */

/* Parse a statement that begins with a label. */
static int goal_labelled(struct parser *parser)
{
	unsigned long line = parser->lexer.line;
	unsigned int kind;
	uint32_t label;
	int err;

	err = parser_take_label(parser, &label);
	if (err)
		return err;
	kind = parser_find_word(parser, parser_wait_words, PROGRAM_WAITS);
	if (kind < PROGRAM_WAITS)
		return goal_wait(parser, label, kind);
	if (parser->lexer.token >= TOKEN_WRONG)
		return parser_fail(parser, NULL);
	if (parser->lexer.token != TOKEN_COLON)
		return parser_fail_at(parser, line, "neither an operation nor a label",
				      labels_text(&parser->labels, label));
	if (parser->labels.label[label].op != LABELS_NONE)
		return parser_fail_at(parser, line, "twice the same label",
				      labels_text(&parser->labels, label));
	lexer_next(&parser->lexer);
	return goal_op(parser, label);
}

static int goal_statement(struct parser *parser)
{
	if (parser_is_word(parser, "rank"))
		return parser_fail(parser, "a block within a block: the } of the first is missing");
	if (parser_find_word(parser, program_op_words, PROGRAM_OP_KINDS) < PROGRAM_OP_KINDS)
		return goal_op(parser, LABELS_NONE);
	return goal_labelled(parser);
}

static int goal_block(struct parser *parser, uint32_t rank, unsigned long line)
{
	int err = 0;

	builder_rank(&parser->builder, rank);
	parser_skip_lines(parser);
	while (!err && parser->lexer.token != TOKEN_CLOSE) {
		if (parser->lexer.token == TOKEN_END)
			return parser_fail_rank(parser, line, "a block without its }", rank);
		err = goal_statement(parser);
		parser_skip_lines(parser);
	}
	if (err)
		return err;
	lexer_next(&parser->lexer);
	return goal_resolve(parser);
}

static int goal_rank(struct parser *parser)
{
	static const char no_rank[] = "no rank of the program: 0 to num_ranks - 1";
	struct range range = { parser->builder.ranks - 1, no_rank, no_rank };
	unsigned long line = parser->lexer.line;
	uint64_t rank;
	int err;

	err = parser_take_word(parser, "rank", "outside of blocks is something else than \"rank\"");
	if (!err)
		err = parser_take_number(parser, &range, &rank);
	if (err)
		return err;
	if (parser->builder.begin[rank] != BUILDER_NONE)
		return parser_fail_rank(parser, line, "twice the block of a rank", rank);
	parser_skip_lines(parser);
	err = parser_take_token(parser, TOKEN_OPEN, "no { after the number of the rank");
	return err ? err : goal_block(parser, rank, line);
}

static int goal_text(struct parser *parser, const struct program_limits *limits)
{
	struct range range = { limits->ranks, "no number of ranks", PARSER_TOO_LARGE };
	unsigned long line;
	uint64_t ranks;
	int err;

	lexer_next(&parser->lexer);
	parser_skip_lines(parser);
	err = parser_take_word(parser, "num_ranks",
			       "it does not begin with num_ranks: this is no program in the format GOAL");
	line = parser->lexer.line;
	if (!err)
		err = parser_take_number(parser, &range, &ranks);
	if (!err && !ranks)
		err = parser_fail_at(parser, line, range.otherwise, "0");
	if (!err)
		err = builder_begin(&parser->builder, ranks, limits);
	parser_skip_lines(parser);
	while (!err && parser->lexer.token != TOKEN_END) {
		err = goal_rank(parser);
		parser_skip_lines(parser);
	}
	return err;
}

int program_parse(FILE *file, const char *name, const struct program_limits *limits,
		  struct program **program, struct program_error *error)
{
	struct parser parser = { .error = error };
	struct circle circle;
	bool schedule;
	int err;

	*error = (struct program_error){ .file = name };
	lexer_begin(&parser.lexer, file);
	schedule = schedule_is_next(&parser.lexer);
	err = schedule ? schedule_read(&parser, limits) : goal_text(&parser, limits);
	if (!err)
		err = builder_finish(&parser.builder, program, &circle);
	if (err == -ELOOP)
		err = parser_fail_rank(&parser, schedule ? 0 : circle.op.line,
				       "operations wait for each other in a circle", circle.rank);
	if (!err)
		(*program)->schedule = schedule;
	builder_free(&parser.builder);
	labels_free(&parser.labels);
	free(parser.pending);
	return err;
}
