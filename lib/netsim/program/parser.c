// SPDX-License-Identifier: LGPL-2.1-or-later
/* The words of a text in the format GOAL, and taking them one by one. */
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "netsim/number.h"
#include "parser.h"

/* --- tokens --- */

static int lexer_byte(struct lexer *lexer)
{
	int byte;

	if (lexer->backs)
		return lexer->back[--lexer->backs];
	byte = getc_unlocked(lexer->file);
	/* Reading interrupted by a signal is not the end of the file. */
	while (byte == EOF && ferror(lexer->file) && errno == EINTR) {
		clearerr(lexer->file);
		byte = getc_unlocked(lexer->file);
	}
	return byte;
}

static void lexer_put_back(struct lexer *lexer, int byte)
{
	lexer->back[lexer->backs++] = byte;
}

static void lexer_wrong(struct lexer *lexer, const char *reason)
{
	lexer->token = TOKEN_WRONG;
	lexer->reason = reason;
}

/* The end of the text, or of what can be read of it. */
static void lexer_end(struct lexer *lexer)
{
	lexer->token = TOKEN_END;
	strcpy(lexer->word, "the end of the text");
	if (!ferror(lexer->file))
		return;
	lexer->token = TOKEN_FAILED;
	lexer->err = errno ? -errno : -EIO;
}

/* Leave the newline: it is a token. */
static void skip_line(struct lexer *lexer)
{
	int byte;

	do {
		byte = lexer_byte(lexer);
	} while (byte != '\n' && byte != '\0' && byte != EOF);
	lexer_put_back(lexer, byte);
}

/*
 * Skip a comment of several lines, after its beginning. Returns false if it does not end properly.
 */
static bool skip_comment(struct lexer *lexer)
{
	int byte, before = 0;

	for (;;) {
		byte = lexer_byte(lexer);
		if (byte == EOF || byte == '\0')
			break;
		if (byte == '/' && before == '*')
			return true;
		lexer->next_line += byte == '\n';
		before = byte;
	}
	if (byte == '\0') {
		lexer->line = lexer->next_line;
		lexer_wrong(lexer, "a byte of 0");
	} else {
		lexer_end(lexer);
		lexer->word[0] = '\0';
		if (lexer->token == TOKEN_END)
			lexer_wrong(lexer, "a comment that does not end");
	}
	return false;
}

/* A slash has been read: skip the comment that it begins. Returns false if it begins none. */
static bool is_comment(struct lexer *lexer, bool *ended)
{
	int byte = lexer_byte(lexer);

	if (byte == '/')
		skip_line(lexer);
	else if (byte == '*')
		*ended = skip_comment(lexer);
	else
		lexer_put_back(lexer, byte);
	return byte == '/' || byte == '*';
}

/* Skip blanks and comments. Returns the first byte after them, or EOF with the token set. */
static int first_byte(struct lexer *lexer)
{
	bool ended = true;
	int byte;

	for (;;) {
		lexer->line = lexer->next_line;
		byte = lexer_byte(lexer);
		if (byte == '#')
			skip_line(lexer);
		else if (byte == '/' && !is_comment(lexer, &ended))
			return byte;
		else if (byte == EOF)
			lexer_end(lexer);
		else if (byte != '/' && (!byte || !strchr(" \t\r\v\f", byte)))
			return byte;
		if (byte == EOF || !ended)
			return EOF;
	}
}

static bool ends_word(int byte)
{
	switch (byte) {
	case EOF: case '\0': case ' ': case '\t': case '\r': case '\v': case '\f': case '\n':
	case ':': case '{': case '}': case '#':
		return true;
	default:
		return false;
	}
}

/* A word ends before what cannot be part of it; a single slash can be. */
static void lexer_word(struct lexer *lexer, int byte)
{
	size_t length = 0;
	int next;

	lexer->token = TOKEN_WORD;
	for (; !ends_word(byte); byte = lexer_byte(lexer)) {
		if (byte == '/') {
			next = lexer_byte(lexer);
			lexer_put_back(lexer, next);
			if (length && (next == '/' || next == '*'))
				break;
		}
		if (length == LEXER_WORD - 1) {
			lexer_wrong(lexer,
				    "a word of more than 255 bytes: this is no program in the format GOAL");
			break;
		}
		lexer->word[length++] = byte;
	}
	lexer->word[length] = '\0';
	lexer_put_back(lexer, byte);
}

void lexer_next(struct lexer *lexer)
{
	static const char single[] = "\n:{}";
	static const enum token tokens[] = { TOKEN_LINE, TOKEN_COLON, TOKEN_OPEN, TOKEN_CLOSE };
	const char *found;
	int byte;

	if (lexer->token >= TOKEN_END)
		return;
	errno = 0;
	lexer->word[0] = '\0';
	byte = first_byte(lexer);
	if (byte == EOF)
		return;
	found = byte ? strchr(single, byte) : NULL;
	if (!byte) {
		lexer_wrong(lexer, "a byte of 0");
	} else if (found) {
		lexer->token = tokens[found - single];
		strcpy(lexer->word, byte == '\n' ? "the end of the line" : (char []){ byte, 0 });
		lexer->next_line += byte == '\n';
	} else {
		lexer_word(lexer, byte);
	}
}

void lexer_begin(struct lexer *lexer, FILE *file)
{
	*lexer = (struct lexer){ .file = file, .next_line = 1, .token = TOKEN_LINE };
	lexer_next(lexer);
}

/* --- errors --- */

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
