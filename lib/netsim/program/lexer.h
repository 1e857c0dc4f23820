/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The words of a text in the format GOAL. */
#ifndef NETSIM_PROGRAM_LEXER_H
#define NETSIM_PROGRAM_LEXER_H

#include <stdio.h>

/* Room for a word, with its NUL. */
#define LEXER_WORD	256

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
	int back[2];			/* bytes that were read too far, the last one first */
	unsigned int backs;
	unsigned long line;	/* of the token, from 1 on; of an open comment: where it begins */
	unsigned long next_line;	/* of what follows the token */
	enum token token;
	char word[LEXER_WORD];		/* the word, or another token as in the text */
	const char *reason;		/* TOKEN_WRONG: what is wrong; a constant */
	int err;			/* TOKEN_FAILED: negative errno */
};

/* Begin to read a text, with its first token. */
void lexer_begin(struct lexer *lexer, FILE *file);

/* Read the next token; nothing follows the last three kinds of tokens. */
void lexer_next(struct lexer *lexer);

#endif /* NETSIM_PROGRAM_LEXER_H */
