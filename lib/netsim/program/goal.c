// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The format GOAL, as LogGOPSim's txt2bin reads it; keywords are in lower case there, and here.
 * Extensions: labels may be used before they are defined, comments may stand anywhere between words
 * and also begin with #, tag, cpu and nic come in any order. Restrictions: num_ranks comes first,
 * and what has no meaning is rejected.
 */
#include <errno.h>
#include <stdlib.h>

#include "parser.h"

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
	return parser_take_op(parser, label);
}

static int goal_statement(struct parser *parser)
{
	if (parser_is_word(parser, "rank"))
		return parser_fail(parser, "a block within a block: the } of the first is missing");
	if (parser_find_word(parser, program_op_words, PROGRAM_OP_KINDS) < PROGRAM_OP_KINDS)
		return parser_take_op(parser, LABELS_NONE);
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
	int err;

	*error = (struct program_error){ .file = name };
	lexer_begin(&parser.lexer, file);
	err = goal_text(&parser, limits);
	if (!err)
		err = builder_finish(&parser.builder, program, &circle);
	if (err == -ELOOP)
		err = parser_fail_rank(&parser, circle.op.line,
				       "operations wait for each other in a circle", circle.rank);
	builder_free(&parser.builder);
	labels_free(&parser.labels);
	free(parser.pending);
	return err;
}
