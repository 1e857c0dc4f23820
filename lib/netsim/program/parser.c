// SPDX-License-Identifier: LGPL-2.1-or-later
/* The words of a text in the format GOAL, and taking them one by one. */
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "netsim/number.h"
#include "parser.h"

/* --- what the text consists of --- */

static const uint8_t byte_classes[UINT8_MAX + 1] = {
	[1 ... '\t' - 1] = CLASS_WORD,
	['\t'] = CLASS_BLANK,
	['\n'] = CLASS_LINE,
	['\v' ... '\r'] = CLASS_BLANK,
	['\r' + 1 ... ' ' - 1] = CLASS_WORD,
	[' '] = CLASS_BLANK,
	['!' ... '"'] = CLASS_WORD,
	['#'] = CLASS_HASH,
	['$' ... '.'] = CLASS_WORD,
	['/'] = CLASS_SLASH,
	['0' ... '9'] = CLASS_WORD | CLASS_LABEL,
	[':'] = CLASS_COLON,
	[';' ... '@'] = CLASS_WORD,
	['A' ... 'Z'] = CLASS_WORD | CLASS_LABEL | CLASS_LETTER,
	['[' ... '^'] = CLASS_WORD,
	['_'] = CLASS_WORD | CLASS_LABEL,
	['`'] = CLASS_WORD,
	['a' ... 'z'] = CLASS_WORD | CLASS_LABEL | CLASS_LETTER,
	['{'] = CLASS_OPEN,
	['|'] = CLASS_WORD,
	['}'] = CLASS_CLOSE,
	['~' ... UINT8_MAX] = CLASS_WORD,
};

static unsigned int byte_class_of(char byte)
{
	return byte_classes[(uint8_t)byte];
}

/* Read what there is room for; from a pipe a line, as the next one may not have come. */
static size_t lexer_read(struct lexer *lexer, char *text, size_t room)
{
	size_t length = 0;
	int byte = 0;

	if (!lexer->by_line)
		return fread_unlocked(text, 1, room, lexer->file);
	while (length < room && byte != '\n' && (byte = getc_unlocked(lexer->file)) != EOF)
		text[length++] = byte;
	return length;
}

void lexer_fill(struct lexer *lexer)
{
	size_t kept = lexer->end - lexer->at, length = kept;

	memmove(lexer->text, lexer->at, kept);
	errno = 0;
	for (;;) {
		length += lexer_read(lexer, lexer->text + length, LEXER_CHUNK - length);
		if (!ferror_unlocked(lexer->file) || errno != EINTR)
			break;
		/* Reading interrupted by a signal is not the end of the file. */
		clearerr_unlocked(lexer->file);
	}
	if (ferror_unlocked(lexer->file))
		lexer->err = errno ? -errno : -EIO;
	lexer->ended = length == kept || lexer->err;
	lexer->at = lexer->text;
	lexer->end = lexer->text + length;
	lexer->text[length] = '\0';
}

/* At a byte of 0: read on if it ends what has been read. Returns whether something follows. */
static bool lexer_more(struct lexer *lexer)
{
	if (lexer->at == lexer->end && !lexer->ended)
		lexer_fill(lexer);
	return lexer->at < lexer->end && *lexer->at;
}

/* --- tokens --- */

static void lexer_wrong(struct lexer *lexer, const char *reason)
{
	lexer->token = TOKEN_WRONG;
	lexer->reason = reason;
}

/* Skip the rest of a line, but not its end, which is a token. */
static void skip_line(struct lexer *lexer)
{
	do {
		lexer->at = strchrnul(lexer->at, '\n');
	} while (!*lexer->at && lexer_more(lexer));
}

/* Skip a comment of several lines, after its beginning. Returns false if it does not end. */
static bool skip_comment(struct lexer *lexer)
{
	char before = '\0';

	while (*lexer->at || lexer_more(lexer)) {
		if (*lexer->at == '/' && before == '*') {
			lexer->at++;
			return true;
		}
		lexer->next_line += *lexer->at == '\n';
		before = *lexer->at++;
	}
	lexer_wrong(lexer, "a comment that does not end");
	return false;
}

/* Whether the slash that follows begins a comment. */
static bool is_comment(struct lexer *lexer)
{
	if (lexer->at + 1 == lexer->end && !lexer->ended)
		lexer_fill(lexer);
	return lexer->at[1] == '/' || lexer->at[1] == '*';
}

/* Skip a comment that begins with a slash. Returns false if it does not end. */
static bool skip_slashes(struct lexer *lexer)
{
	bool several = lexer->at[1] == '*';

	lexer->at += 2;
	if (several)
		return skip_comment(lexer);
	skip_line(lexer);
	return true;
}

/* Skip blanks and comments. Returns whether a token follows. */
static bool lexer_skip(struct lexer *lexer)
{
	for (;;) {
		lexer->line = lexer->next_line;
		switch (byte_class_of(*lexer->at)) {
		case CLASS_BLANK:
			lexer->at++;
			break;
		case CLASS_HASH:
			skip_line(lexer);
			break;
		case CLASS_SLASH:
			if (!is_comment(lexer))
				return true;
			if (!skip_slashes(lexer))
				return false;
			break;
		case CLASS_END:
			if (!lexer_more(lexer))
				return false;
			break;
		default:
			return true;
		}
	}
}

/* No token follows: say why. In a comment, the token is wrong already. */
static void lexer_stop(struct lexer *lexer)
{
	lexer->word[0] = '\0';
	if (lexer->at < lexer->end) {
		lexer->line = lexer->next_line;
		lexer_wrong(lexer, "a byte of 0");
	} else if (lexer->err) {
		lexer->token = TOKEN_FAILED;
	} else if (lexer->token != TOKEN_WRONG) {
		lexer->token = TOKEN_END;
	}
}

/* Take what can only be part of a word, up to what it has room for. */
static void lexer_word_bytes(struct lexer *lexer)
{
	unsigned int length = lexer->length, classes = lexer->classes, class;
	const char *at = lexer->at;

	while (length < LEXER_WORD - 1 && (class = byte_class_of(*at)) & CLASS_WORD) {
		classes &= class;
		lexer->word[length++] = *at++;
	}
	lexer->length = length;
	lexer->classes = classes;
	lexer->at = at;
}

/* A single slash is part of a word, too. Returns whether the word may have more. */
static bool word_goes_on(struct lexer *lexer)
{
	unsigned int class = byte_class_of(*lexer->at);

	if (class == CLASS_END)
		return lexer_more(lexer);
	if (!(class & CLASS_WORD) && (class != CLASS_SLASH || is_comment(lexer)))
		return false;
	if (lexer->length == LEXER_WORD - 1) {
		lexer_wrong(lexer,
			    "a word of more than 255 bytes: this is no program in the format GOAL");
		return false;
	}
	lexer->classes = CLASS_WORD;
	lexer->word[lexer->length++] = *lexer->at++;
	return true;
}

static void lexer_word(struct lexer *lexer)
{
	lexer->token = TOKEN_WORD;
	lexer->length = 0;
	lexer->classes = CLASS_WORD | CLASS_LABEL;
	do {
		lexer_word_bytes(lexer);
	} while (word_goes_on(lexer));
	memset(lexer->word + lexer->length, '\0', LABELS_PADDING);
}

void lexer_next(struct lexer *lexer)
{
	static const enum token tokens[] = {
		[CLASS_LINE] = TOKEN_LINE, [CLASS_COLON] = TOKEN_COLON,
		[CLASS_OPEN] = TOKEN_OPEN, [CLASS_CLOSE] = TOKEN_CLOSE,
	};
	unsigned int class;

	if (lexer->token >= TOKEN_END)
		return;
	if (!lexer_skip(lexer)) {
		lexer_stop(lexer);
		return;
	}
	class = byte_class_of(*lexer->at);
	if (class & CLASS_WORD || class == CLASS_SLASH) {
		lexer_word(lexer);
		return;
	}
	lexer->token = tokens[class];
	lexer->next_line += class == CLASS_LINE;
	lexer->at++;
}

/* A file without a position is a pipe or a terminal. */
void lexer_begin(struct lexer *lexer, FILE *file)
{
	*lexer = (struct lexer){
		.file = file, .by_line = ftello(file) < 0, .next_line = 1, .token = TOKEN_LINE,
	};
	lexer->at = lexer->text;
	lexer->end = lexer->text;
	lexer_fill(lexer);
}

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

/* Return what an error shows of a token. */
static const char *lexer_shown(const struct lexer *lexer)
{
	switch (lexer->token) {
	case TOKEN_LINE:
		return "the end of the line";
	case TOKEN_COLON:
		return ":";
	case TOKEN_OPEN:
		return "{";
	case TOKEN_CLOSE:
		return "}";
	case TOKEN_END:
		return "the end of the text";
	default:
		return lexer->word;
	}
}

/* The token is not what it should be, or not a token at all. */
int parser_fail(struct parser *parser, const char *reason)
{
	const struct lexer *lexer = &parser->lexer;

	if (lexer->token == TOKEN_FAILED)
		return lexer->err;
	if (lexer->token == TOKEN_WRONG)
		reason = lexer->reason;
	return parser_fail_at(parser, lexer->line, reason, lexer_shown(lexer));
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
	return parser_fail_at(parser, parser->lexer.line, BUILDER_TOO_MANY, "");
}

/* --- words --- */

unsigned int parser_find_word(const struct parser *parser, const char *const *words,
			      unsigned int count)
{
	unsigned int i;

	if (parser->lexer.token != TOKEN_WORD)
		return count;
	for (i = 0; i < count && !lexer_is_word(&parser->lexer, words[i]); i++)
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

static bool is_label(const struct lexer *lexer)
{
	return lexer->token == TOKEN_WORD && lexer->classes & CLASS_LABEL &&
	       byte_class_of(lexer->word[0]) & CLASS_LETTER;
}

/* The token is a label: find it. */
int parser_take_label(struct parser *parser, uint32_t *label)
{
	if (!is_label(&parser->lexer))
		return parser_fail(parser, "no label: letters, digits and _, a letter first");
	*label = labels_find(&parser->labels, parser->lexer.word, parser->lexer.length);
	if (*label == LABELS_NONE)
		return -ENOMEM;
	lexer_next(&parser->lexer);
	return 0;
}

bool parser_is_statement_end(const struct parser *parser)
{
	return parser->lexer.token == TOKEN_LINE || parser->lexer.token == TOKEN_CLOSE;
}
