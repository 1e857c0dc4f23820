/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The words of a text in the format GOAL.
 */
#ifndef NETSIM_PROGRAM_LEXER_H
#define NETSIM_PROGRAM_LEXER_H

#include <stdio.h>

/** LEXER_WORD: room for a word, with its NUL */
#define LEXER_WORD	256

/**
 * enum token - what a text consists of; blanks and comments only separate
 * @TOKEN_WORD: a word, a number
 * @TOKEN_LINE: the end of a line
 * @TOKEN_COLON: ":"
 * @TOKEN_OPEN: "{"
 * @TOKEN_CLOSE: "}"
 * @TOKEN_END: the end of the text
 * @TOKEN_WRONG: what no text has; the lexer's @reason
 * @TOKEN_FAILED: reading failed; the lexer's @err
 */
enum token {
	TOKEN_WORD,
	TOKEN_LINE,
	TOKEN_COLON,
	TOKEN_OPEN,
	TOKEN_CLOSE,
	TOKEN_END,
	TOKEN_WRONG,
	TOKEN_FAILED,
};

/**
 * struct lexer - a text that is being read
 * @file: the text
 * @back: bytes that were read too far, the last one first
 * @backs: how many
 * @line: line of the token, from 1 on; of a comment that does not end, where it begins
 * @next_line: line of what comes behind the token
 * @token: the token
 * @word: the word, or the other token as it stands in the text
 * @reason: of TOKEN_WRONG, what is wrong; a constant
 * @err: of TOKEN_FAILED, a negative errno
 */
struct lexer {
	FILE *file;
	int back[2];
	unsigned int backs;
	unsigned long line;
	unsigned long next_line;
	enum token token;
	char word[LEXER_WORD];
	const char *reason;
	int err;
};

/**
 * lexer_begin() - begin to read a text, with its first token
 * @lexer: filled in
 * @file: the text
 */
void lexer_begin(struct lexer *lexer, FILE *file);

/**
 * lexer_next() - read the next token; behind the last three there is nothing more to read
 * @lexer: receives it
 */
void lexer_next(struct lexer *lexer);

#endif /* NETSIM_PROGRAM_LEXER_H */
