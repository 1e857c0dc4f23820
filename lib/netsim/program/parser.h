/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A text in the format GOAL that is being parsed: what its statements consist of, and what is wrong
 * with them. Functions that return an int return 0, -EINVAL with the error filled in, -ENOMEM, or
 * the error of reading.
 */
#ifndef NETSIM_PROGRAM_PARSER_H
#define NETSIM_PROGRAM_PARSER_H

#include <stdio.h>
#include <string.h>

#include "builder.h"
#include "labels.h"

/* Room for a word, with its NUL. */
#define LEXER_WORD	256

/* Bytes that are read at a time. */
#define LEXER_CHUNK	16384

/* What a byte is part of; a word's bytes have bits of their own. */
enum byte_class {
	CLASS_END,	/* a byte of 0: the end of what has been read, or wrong */
	CLASS_BLANK,
	CLASS_HASH,	/* begins a comment */
	CLASS_SLASH,	/* begins a comment before another one or a star, and else is in a word */
	CLASS_LINE,
	CLASS_COLON,
	CLASS_OPEN,
	CLASS_CLOSE,
	CLASS_WORD = 1 << 3,
	CLASS_LABEL = 1 << 4,	/* may be in a label */
	CLASS_LETTER = 1 << 5,	/* may begin a label */
};

/* What a text consists of; blanks and comments only separate. */
enum token {
	TOKEN_WORD,	/* a word or number */
	TOKEN_LINE,	/* the end of a line */
	TOKEN_COLON,	/* ":" */
	TOKEN_OPEN,	/* "{" */
	TOKEN_CLOSE,	/* "}" */
	TOKEN_END,	/* the end of the text */
	TOKEN_WRONG,	/* anything else: see lexer.reason */
	TOKEN_FAILED,	/* reading failed: see lexer.err */
};

/* A text that is being read. */
struct lexer {
	FILE *file;
	bool by_line;			/* read no further than the line: from a pipe */
	bool ended;			/* nothing follows what has been read */
	int err;			/* of reading, which ended it: negative errno */
	const char *at;			/* what follows the token */
	const char *end;		/* of what has been read, where a byte of 0 stands */
	unsigned long line;	/* of the token, from 1 on; of an open comment: where it begins */
	unsigned long next_line;	/* of what follows the token */
	enum token token;
	char word[LEXER_WORD + LABELS_PADDING];	/* TOKEN_WORD, and a TOKEN_WRONG that has one */
	unsigned int length;		/* of the word */
	unsigned int classes;		/* enum byte_class: bits that all bytes of the word have */
	const char *reason;		/* TOKEN_WRONG: what is wrong; a constant */
	char text[LEXER_CHUNK + 1];	/* what has been read last, with a byte of 0 */
};

/* A dependence, by labels whose operations may follow later in the text. */
struct pending {
	uint32_t label;		/* that waits */
	uint32_t on;		/* that it waits for */
	uint32_t line;
	enum program_wait kind;	/* for its start or end */
};

/* A text that is being parsed. */
struct parser {
	struct lexer lexer;
	struct builder builder;		/* the program so far */
	struct labels labels;		/* of the rank */
	struct pending *pending;	/* dependences of the rank */
	size_t count;
	size_t room;			/* allocated dependences */
	struct program_error *error;	/* receives what is wrong */
};

/* What a number may be, and messages otherwise. */
struct range {
	uint64_t most;		/* the smallest is 0 */
	const char *otherwise;	/* for what is no number */
	const char *above;	/* for what is too large */
};

/* Message for a number that is too large. */
#define PARSER_TOO_LARGE "a number that is too large"

/* Message for a program beyond its limits. */
#define BUILDER_TOO_MANY "more operations or dependences than allowed"

/* Bytes with which a schedule begins. */
#define SCHEDULE_MAGIC	8

/* The words for kinds of dependences. */
extern const char *const parser_wait_words[PROGRAM_WAITS];

/* Begin to read a file: its first part, but no token. */
void lexer_begin(struct lexer *lexer, FILE *file);

/* Read on, after what has been read and not taken, which is a byte at most. */
void lexer_fill(struct lexer *lexer);

/* Read the next token; nothing follows the last three kinds of tokens. */
void lexer_next(struct lexer *lexer);

/* Report an error at a line and word; the reason is a constant. Returns -EINVAL. */
int parser_fail_at(struct parser *parser, unsigned long line, const char *reason,
		   const char *word);

/*
 * Report an error at the token, or the token's own error; the reason is a constant. Returns an
 * error.
 */
int parser_fail(struct parser *parser, const char *reason);

/* Report an error with a rank; the reason is a constant. Returns -EINVAL. */
int parser_fail_rank(struct parser *parser, unsigned long line, const char *reason,
		     uint32_t rank);

/* Check that the builder accepted what was read. */
int parser_built(struct parser *parser);

/* Return the line of the token, as an operation stores it. */
uint32_t parser_line(const struct parser *parser);

/* Whether a token that is a word is this one; most differ in their first letter. */
static inline bool lexer_is_word(const struct lexer *lexer, const char *word)
{
	return *lexer->word == *word && !strcmp(lexer->word, word);
}

/* Whether the token is this word. */
static inline bool parser_is_word(const struct parser *parser, const char *word)
{
	return parser->lexer.token == TOKEN_WORD && lexer_is_word(&parser->lexer, word);
}

/* Return the token's index in a list of words; count if it is none of them. */
unsigned int parser_find_word(const struct parser *parser, const char *const *words,
			      unsigned int count);

/* Whether a statement ends here: at the end of the line, or before a }. */
bool parser_is_statement_end(const struct parser *parser);

/* Go to the next token that is not the end of a line. */
void parser_skip_lines(struct parser *parser);

/* Read a certain word; reason is the error otherwise. */
int parser_take_word(struct parser *parser, const char *word, const char *reason);

/* Read a certain token; reason is the error otherwise. */
int parser_take_token(struct parser *parser, enum token token, const char *reason);

/* Read a number. */
int parser_take_number(struct parser *parser, const struct range *range, uint64_t *value);

/* Read a label; returns its index in label. */
int parser_take_label(struct parser *parser, uint32_t *label);

/* --- schedule.c --- */

/* Whether what follows is no text, but a schedule of LogGOPSim. */
bool schedule_is_next(const struct lexer *lexer);

/* Read a schedule to its end; errors name the rank, and no line. */
int schedule_read(struct parser *parser, const struct program_limits *limits);

#endif /* NETSIM_PROGRAM_PARSER_H */
