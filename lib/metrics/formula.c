// SPDX-License-Identifier: LGPL-2.1-or-later
/* Formulas: a recursive descent parser, which emits steps as it goes. */
#include <stdbool.h>
#include <string.h>

#include "formula.h"
#include "scanner.h"

/* State of the parser of a formula. */
struct parser {
	struct metrics_scanner *scanner;
	struct metrics_formula *formula;	/* output */
	struct metrics_problem *problem;	/* output */
	unsigned int brackets;	/* open '(' */
	unsigned int depth;	/* numbers on the stack after the steps so far */
};

static int read_comparison(struct parser *parser);

static int next(struct parser *parser)
{
	return metrics_scan(parser->scanner, parser->problem);
}

static int add_step(struct parser *parser, enum metrics_op op, struct metrics_place at)
{
	struct metrics_formula *formula = parser->formula;
	struct metrics_step *step;

	if (formula->count == METRICS_STEPS)
		return metrics_reject(parser->problem, at,
				      "a formula has at most %d numbers, names and operators",
				      METRICS_STEPS);
	step = &formula->steps[formula->count++];
	memset(step, 0, sizeof(*step));
	step->op = op;
	step->at = at;
	return 0;
}

static struct metrics_step *last_step(struct parser *parser)
{
	return &parser->formula->steps[parser->formula->count - 1];
}

/* Add a step that pushes a number. */
static int push_step(struct parser *parser, enum metrics_op op)
{
	if (++parser->depth > METRICS_DEPTH)
		return metrics_reject(parser->problem, parser->scanner->at,
				      "a formula may keep %d numbers at a time", METRICS_DEPTH);
	return add_step(parser, op, parser->scanner->at);
}

static int expect_sign(struct parser *parser, char sign)
{
	const struct metrics_scanner *scanner = parser->scanner;

	if (metrics_scan_is(scanner, sign))
		return next(parser);
	return metrics_reject(parser->problem, scanner->at, "a '%c' belongs here", sign);
}

static int read_call(struct parser *parser, enum metrics_op op)
{
	struct metrics_scanner *scanner = parser->scanner;
	struct metrics_step *step;
	int err = push_step(parser, op);

	if (!err)
		err = next(parser);
	if (err)
		return err;
	if (!metrics_scan_is(scanner, '('))
		return metrics_reject(parser->problem, scanner->at, "a '(' belongs here");
	err = metrics_scan_pattern(scanner, parser->problem);
	if (err)
		return err;
	step = last_step(parser);
	step->at = scanner->at;
	if (strlen(scanner->text) >= sizeof(step->pattern))
		return metrics_reject(parser->problem, scanner->at,
				      "a pattern has at most %zu characters",
				      sizeof(step->pattern) - 1);
	strcpy(step->pattern, scanner->text);
	err = next(parser);
	return err ? err : expect_sign(parser, ')');
}

static int read_name(struct parser *parser)
{
	const struct metrics_scanner *scanner = parser->scanner;
	const struct metrics_word *word = scanner->language->words;
	int err;

	while (word->name && strcmp(scanner->text, word->name))
		word++;
	if (!word->name)
		return metrics_reject(parser->problem, scanner->at, "'%.40s' is none of %s",
				      scanner->text, scanner->language->all);
	if (metrics_op_has_pattern(word->op))
		return read_call(parser, word->op);
	err = push_step(parser, word->op);
	return err ? err : next(parser);
}

static int read_bracket(struct parser *parser)
{
	int err;

	if (++parser->brackets > METRICS_BRACKETS)
		return metrics_reject(parser->problem, parser->scanner->at,
				      "at most %d brackets may be open", METRICS_BRACKETS);
	err = next(parser);
	if (!err)
		err = read_comparison(parser);
	if (!err)
		err = expect_sign(parser, ')');
	parser->brackets--;
	return err;
}

static int read_operand(struct parser *parser)
{
	const struct metrics_scanner *scanner = parser->scanner;
	int err;

	if (metrics_scan_is(scanner, '('))
		return read_bracket(parser);
	if (scanner->token == METRICS_NAME)
		return read_name(parser);
	if (scanner->token != METRICS_NUMBER)
		return metrics_reject(parser->problem, scanner->at,
				      "a number, a name or a '(' belongs here");
	err = push_step(parser, METRICS_CONSTANT);
	if (err)
		return err;
	last_step(parser)->number = scanner->number;
	return next(parser);
}

/* Read an operand, with an optional '-', which subtracts it from 0. */
static int read_signed(struct parser *parser)
{
	struct metrics_place at = parser->scanner->at;
	int err;

	if (!metrics_scan_is(parser->scanner, '-'))
		return read_operand(parser);
	err = push_step(parser, METRICS_CONSTANT);
	if (!err)
		err = next(parser);
	if (!err)
		err = read_operand(parser);
	parser->depth--;
	return err ? err : add_step(parser, METRICS_SUBTRACT, at);
}

/* Read operands with operators of one precedence between them, from left to right. */
static int read_chain(struct parser *parser, int (*read)(struct parser *parser),
		      const char *signs, const enum metrics_op ops[2])
{
	struct metrics_scanner *scanner = parser->scanner;
	int err = read(parser);
	enum metrics_op op;

	while (!err && (metrics_scan_is(scanner, signs[0]) || metrics_scan_is(scanner, signs[1]))) {
		struct metrics_place at = scanner->at;

		op = ops[scanner->sign == signs[1]];
		err = next(parser);
		if (!err)
			err = read(parser);
		if (err)
			break;
		parser->depth--;
		err = add_step(parser, op, at);
	}
	return err;
}

static int read_product(struct parser *parser)
{
	static const enum metrics_op ops[2] = { METRICS_MULTIPLY, METRICS_DIVIDE };

	return read_chain(parser, read_signed, "*/", ops);
}

static int read_sum(struct parser *parser)
{
	static const enum metrics_op ops[2] = { METRICS_ADD, METRICS_SUBTRACT };

	return read_chain(parser, read_product, "+-", ops);
}

/* The signs of a comparison are words of some languages only. */
static int read_comparison(struct parser *parser)
{
	static const enum metrics_op ops[2] = { METRICS_BELOW, METRICS_ABOVE };

	return read_chain(parser, read_sum, "<>", ops);
}

int metrics_formula_read(struct metrics_scanner *scanner, struct metrics_formula *formula,
			 struct metrics_problem *problem)
{
	struct parser parser = { .scanner = scanner, .formula = formula, .problem = problem };

	formula->count = 0;
	return read_comparison(&parser);
}

bool metrics_formula_spans(const struct metrics_formula *formula)
{
	for (unsigned int i = 0; i < formula->count; i++) {
		enum metrics_op op = formula->steps[i].op;

		if (op == METRICS_DELTA || op == METRICS_RATE || op == METRICS_SECONDS)
			return true;
	}
	return false;
}
