// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <string.h>

#include "netsim/number.h"
#include "parser.h"

const char *const parser_wait_words[PROGRAM_WAITS] = { "requires", "irequires" };

/* --- errors --- */

int parser_fail_at(struct parser *parser, unsigned long line, const char *reason,
		   const char *word)
{
	struct program_error *error = parser->error;
	size_t length = strnlen(word, sizeof(error->word) - 1), i;

	error->line = line;
	error->reason = reason;
	for (i = 0; i < length; i++)
		error->word[i] = word[i] >= ' ' && word[i] <= '~' ? word[i] : '?';
	error->word[i] = '\0';
	return -EINVAL;
}

/* The token is not what it should be, or not a token at all. */
int parser_fail(struct parser *parser, const char *reason)
{
	const struct lexer *lexer = &parser->lexer;

	if (lexer->token == TOKEN_FAILED)
		return lexer->err;
	if (lexer->token == TOKEN_WRONG)
		reason = lexer->reason;
	return parser_fail_at(parser, lexer->line, reason, lexer->word);
}

int parser_fail_rank(struct parser *parser, unsigned long line, const char *reason, uint32_t rank)
{
	char word[PROGRAM_WORD];

	snprintf(word, sizeof(word), "rank %u", rank);
	return parser_fail_at(parser, line, reason, word);
}

int parser_built(struct parser *parser)
{
	int err = parser->builder.err;

	if (err != -E2BIG)
		return err;
	return parser_fail_at(parser, parser->lexer.line,
			      "more operations or dependences than allowed", "");
}

/* --- words --- */

bool parser_is_word(const struct parser *parser, const char *word)
{
	return parser->lexer.token == TOKEN_WORD && !strcmp(parser->lexer.word, word);
}

unsigned int parser_find_word(const struct parser *parser, const char *const *words,
			      unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count && !parser_is_word(parser, words[i]); i++)
		;
	return i;
}

int parser_take_word(struct parser *parser, const char *word, const char *reason)
{
	if (!parser_is_word(parser, word))
		return parser_fail(parser, reason);
	lexer_next(&parser->lexer);
	return 0;
}

int parser_take_token(struct parser *parser, enum token token, const char *reason)
{
	if (parser->lexer.token != token)
		return parser_fail(parser, reason);
	lexer_next(&parser->lexer);
	return 0;
}

void parser_skip_lines(struct parser *parser)
{
	while (parser->lexer.token == TOKEN_LINE)
		lexer_next(&parser->lexer);
}

int parser_take_number(struct parser *parser, const struct range *range, uint64_t *value)
{
	int err = -EINVAL;

	if (parser->lexer.token == TOKEN_WORD)
		err = net_number(parser->lexer.word, value);
	if (err == -EINVAL)
		return parser_fail(parser, range->otherwise);
	if (err || *value > range->most)
		return parser_fail(parser, range->above);
	lexer_next(&parser->lexer);
	return 0;
}

uint32_t parser_line(const struct parser *parser)
{
	return parser->lexer.line < UINT32_MAX ? parser->lexer.line : UINT32_MAX;
}

static bool is_label(const char *word)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	size_t letter = strspn(word, letters);

	while (letter && (word[letter] == '_' || (word[letter] >= '0' && word[letter] <= '9')))
		letter += 1 + strspn(word + letter + 1, letters);
	return letter && !word[letter];
}

/* The token is a label: find it. */
int parser_take_label(struct parser *parser, uint32_t *label)
{
	if (parser->lexer.token != TOKEN_WORD || !is_label(parser->lexer.word))
		return parser_fail(parser, "no label: letters, digits and _, a letter first");
	*label = labels_find(&parser->labels, parser->lexer.word);
	if (*label == LABELS_NONE)
		return -ENOMEM;
	lexer_next(&parser->lexer);
	return 0;
}

bool parser_is_statement_end(const struct parser *parser)
{
	return parser->lexer.token == TOKEN_LINE || parser->lexer.token == TOKEN_CLOSE;
}
