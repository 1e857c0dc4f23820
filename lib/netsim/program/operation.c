// SPDX-License-Identifier: LGPL-2.1-or-later
/* The line of an operation. */
#include <string.h>

#include "netsim/routing.h"
#include "parser.h"

/* "8b", which may be "8 b", or for a calc "8". */
static int op_take_size(struct parser *parser, struct program_op *op)
{
	static const struct range range = {
		PROGRAM_SIZE, "no size: send 8b, recv 8b, calc 100", PARSER_TOO_LARGE,
	};
	char *word = parser->lexer.word;
	size_t digits = strspn(word, "0123456789");
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
static const struct way {
	const char *word;
	const char *missing;
	const char *any;
} ways[PROGRAM_OP_KINDS] = {
	[PROGRAM_SEND] = { "to", "a send without \"to\"", "a send to any rank" },
	[PROGRAM_RECV] = { "from", "a recv without \"from\"", NULL },
	[PROGRAM_AMO] = { "to", "an amo without \"to\"", "an amo to any rank" },
	[PROGRAM_PUT] = { "to", "a put without \"to\"", "a put to any rank" },
	[PROGRAM_GET] = { "from", "a get without \"from\"", "a get from any rank" },
};

static int op_take_peer(struct parser *parser, struct program_op *op)
{
	static const char no_rank[] = "no rank of the program: 0 to num_ranks - 1";
	const struct way *way = &ways[op->kind];
	struct range range = { parser->builder.ranks - 1, no_rank, no_rank };
	uint64_t peer;
	int err;

	if (op->kind == PROGRAM_CALC)
		return 0;
	err = parser_take_word(parser, way->word, way->missing);
	if (err)
		return err;
	if (parser_is_word(parser, "-1")) {
		if (way->any)
			return parser_fail(parser, way->any);
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

int parser_take_op(struct parser *parser, uint32_t label)
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
