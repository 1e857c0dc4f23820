/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Arguments that are one word of a list, and what to say when one is not.
 */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

#include "nearest.h"

/** WORDS_ROOM - bytes of a list of words and a hint, with a NUL; a longer one is cut off */
#define WORDS_ROOM 512

/**
 * struct words - a list of words
 * @name: returns a word by its index, 0 to @count - 1
 * @count: number of words
 */
struct words {
	const char *(*name)(unsigned int i);
	unsigned int count;
};

/**
 * words_find() - find a word in a list
 * @words: the list
 * @arg: the word, in letters of either case
 *
 * Return: its index, or -1 if it is not in the list.
 */
int words_find(const struct words *words, const char *arg);

/**
 * words_list() - name all words of a list, as people do
 * @words: the list
 * @text: filled in with "a, b or c"
 */
void words_list(const struct words *words, char text[WORDS_ROOM]);

/**
 * words_offer() - say which words there are, and which is likely to be meant
 * @words: the words
 * @arg: what was typed
 * @text: receives "a, b or c", or "a, b or c; did you mean 'b'?"
 *
 * Return: @text.
 */
const char *words_offer(const struct words *words, const char *arg, char text[WORDS_ROOM]);

/**
 * words_refusal() - say why the argument of an option is not valid
 * @options: options of the parser
 * @key: key of the option; it must be among @options
 * @arg: its argument
 * @words: words that would be allowed, or NULL: the option's help says what is
 * @text: receives the message
 *
 * Return: @text.
 */
const char *words_refusal(const struct argp_option *options, int key, const char *arg,
			  const struct words *words, char text[2 * WORDS_ROOM]);

/**
 * words_options() - offer the long options of a parser and of its children
 * @argp: the parser
 * @nearest: the search that they are offered to
 */
void words_options(const struct argp *argp, struct nearest *nearest);

/**
 * words_begin() - count the long options that begin so
 * @argp: the options
 * @typed: what was typed, without its dashes
 * @length: bytes of @typed that count
 *
 * Return: how many do; 1 if one is exactly that.
 */
unsigned int words_begin(const struct argp *argp, const char *typed, size_t length);

/**
 * words_letter() - find a short option
 * @argp: the options
 * @letter: its letter
 *
 * Return: the option, or NULL if there is none.
 */
const struct argp_option *words_letter(const struct argp *argp, char letter);

/**
 * words_option() - find a long option that is near an unknown one
 * @state: state of the parser, at ARGP_KEY_ERROR
 * @nearest: receives the search, whose word is the option that is near
 *
 * Return: true if the argument that was parsed last is an unknown long option, and another
 * option is near.
 */
bool words_option(const struct argp_state *state, struct nearest *nearest);

#endif /* CLI_WORDS_H */
