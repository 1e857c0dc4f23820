/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A text in the format GOAL that is being parsed: what its statements are made of, and what is
 * wrong with them. Functions that return an int return 0, -EINVAL with the error filled in,
 * -ENOMEM, or what reading returned.
 */
#ifndef NETSIM_PROGRAM_PARSER_H
#define NETSIM_PROGRAM_PARSER_H

#include "builder.h"
#include "labels.h"
#include "lexer.h"

/**
 * struct pending - a dependence, by labels, of which the text may have the operations later
 * @label: who waits
 * @on: whom it waits for
 * @line: line of the text
 * @kind: whether for the other one's start or end
 */
struct pending {
	uint32_t label;
	uint32_t on;
	uint32_t line;
	enum program_wait kind;
};

/**
 * struct parser - a text that is being parsed
 * @lexer: its words
 * @builder: the program so far
 * @labels: labels of the rank
 * @pending: dependences of the rank
 * @count: how many
 * @room: for how many there is memory
 * @error: receives what is wrong
 */
struct parser {
	struct lexer lexer;
	struct builder builder;
	struct labels labels;
	struct pending *pending;
	size_t count;
	size_t room;
	struct program_error *error;
};

/**
 * struct range - what a number may be
 * @most: the largest; the smallest is 0
 * @otherwise: what to say of what is no number
 * @above: what to say of what is too large
 */
struct range {
	uint64_t most;
	const char *otherwise;
	const char *above;
};

/** PARSER_TOO_LARGE - what to say of a number that is too large */
#define PARSER_TOO_LARGE "a number that is too large"

/** parser_wait_words - the words for kinds of dependences */
extern const char *const parser_wait_words[PROGRAM_WAITS];

/**
 * parser_fail_at() - say what is wrong at a line
 * @parser: the text
 * @line: the line
 * @reason: what is wrong; a constant
 * @word: the word at fault
 *
 * Return: -EINVAL.
 */
int parser_fail_at(struct parser *parser, unsigned long line, const char *reason,
		   const char *word);

/**
 * parser_fail() - say what is wrong with the token, if it is one at all
 * @parser: the text
 * @reason: what is wrong; a constant
 *
 * Return: an error.
 */
int parser_fail(struct parser *parser, const char *reason);

/**
 * parser_fail_rank() - say what is wrong with a rank
 * @parser: the text
 * @line: the line
 * @reason: what is wrong; a constant
 * @rank: the rank
 *
 * Return: -EINVAL.
 */
int parser_fail_rank(struct parser *parser, unsigned long line, const char *reason,
		     uint32_t rank);

/**
 * parser_built() - check that what was read found its place in the program
 * @parser: the text
 *
 * Return: 0 or an error.
 */
int parser_built(struct parser *parser);

/**
 * parser_line() - get the line of the token, as an operation has it
 * @parser: the text
 *
 * Return: the line.
 */
uint32_t parser_line(const struct parser *parser);

/**
 * parser_is_word() - check whether the token is a word
 * @parser: the text
 * @word: the word
 *
 * Return: true if it is this one.
 */
bool parser_is_word(const struct parser *parser, const char *word);

/**
 * parser_find_word() - find the token in a list of words
 * @parser: the text
 * @words: the words
 * @count: how many
 *
 * Return: its index; @count if it is none of them.
 */
unsigned int parser_find_word(const struct parser *parser, const char *const *words,
			      unsigned int count);

/**
 * parser_is_statement_end() - check whether a statement ends here: with its line, or before a }
 * @parser: the text
 *
 * Return: true if it does.
 */
bool parser_is_statement_end(const struct parser *parser);

/**
 * parser_skip_lines() - go to the next token that is not the end of a line
 * @parser: the text
 */
void parser_skip_lines(struct parser *parser);

/**
 * parser_take_word() - read a certain word
 * @parser: the text
 * @word: the word
 * @reason: what to say if it is another one
 *
 * Return: 0 or an error.
 */
int parser_take_word(struct parser *parser, const char *word, const char *reason);

/**
 * parser_take_token() - read a certain token
 * @parser: the text
 * @token: the token
 * @reason: what to say if it is another one
 *
 * Return: 0 or an error.
 */
int parser_take_token(struct parser *parser, enum token token, const char *reason);

/**
 * parser_take_number() - read a number
 * @parser: the text
 * @range: what it may be
 * @value: filled in
 *
 * Return: 0 or an error.
 */
int parser_take_number(struct parser *parser, const struct range *range, uint64_t *value);

/**
 * parser_take_label() - read a label
 * @parser: the text
 * @label: filled in with its index
 *
 * Return: 0 or an error.
 */
int parser_take_label(struct parser *parser, uint32_t *label);

/**
 * parser_take_op() - read an operation, to the end of its statement, and add it
 * @parser: the text
 * @label: its label, or LABELS_NONE
 *
 * Return: 0 or an error.
 */
int parser_take_op(struct parser *parser, uint32_t label);

#endif /* NETSIM_PROGRAM_PARSER_H */
