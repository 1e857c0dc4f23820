/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The words of a study. Each function reads past what it has parsed, and returns 0 or a negative
 * errno with reader->problem filled in.
 */
#ifndef RUNNER_READER_H
#define RUNNER_READER_H

#include <stdbool.h>

#include "study.h"

/* Formulas, columns and claims are copied from here when they are whole. */
struct reader {
	struct metrics_scanner scanner;
	struct metrics_problem *problem;
	struct study *study;
};

/* Read on to the next word. */
int reader_next(struct reader *reader);

/* Reject the last word, for something else belongs there. */
int reader_misplaced(struct reader *reader, const char *what);

/* Return whether the last word is this one. */
bool reader_at(const struct reader *reader, const char *word);

/* Read on if the last word is @word; *has says whether it was. */
int reader_accept(struct reader *reader, const char *word, bool *has);

/* Read a word that must be there. */
int reader_expect(struct reader *reader, const char *word);

/* Read a name: a word, or in quotes. */
int reader_name(struct reader *reader, char name[STUDY_NAME]);

int reader_quoted(struct reader *reader, char words[METRICS_TEXT]);

/* Read a digit or two, 0 to 15. */
int reader_digits(struct reader *reader, unsigned int *digits);

/* Read a formula, which the caller frees. */
int reader_formula(struct reader *reader, struct metrics_formula **formula);

/* Read "TEXT" or "TEXT" with FORMULA, FORMULA. */
int reader_text(struct reader *reader, struct text *text);

/* Read a text, or a formula for its number alone. */
int reader_text_or_number(struct reader *reader, struct text *text);

/* Read the ';' that ends a statement. */
int reader_end(struct reader *reader);

#endif /* RUNNER_READER_H */
