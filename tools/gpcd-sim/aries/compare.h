/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Programs that are sent by default, with a high bias, and as their ranks choose: what each takes,
 * and how well they choose.
 */
#ifndef ARIES_COMPARE_H
#define ARIES_COMPARE_H

#include "study.h"

/** COMPARE_LAMBDA: the factor of latencies that `gpcd-sim aries factors' has found */
#define COMPARE_LAMBDA	0.8928

/** COMPARE_SIGMA: the factor of stalls: the default, as `factors' has found none */
#define COMPARE_SIGMA	MODEL_SIGMA

/** COMPARE_NEAR: times that differ by no more than this part are taken for the same */
#define COMPARE_NEAR	0.1

/**
 * enum compare_mode - how a program is sent: the order of its cells
 * @COMPARE_DEFAULT: TRIAL_DEFAULT
 * @COMPARE_BIASED: NET_ADAPTIVE3
 * @COMPARE_AWARE: TRIAL_AWARE
 * @COMPARE_MODES: how many there are
 */
enum compare_mode {
	COMPARE_DEFAULT,
	COMPARE_BIASED,
	COMPARE_AWARE,
	COMPARE_MODES,
};

/**
 * struct bench - a program at a size
 * @name: its name; benches of one name follow each other, the smallest first
 * @kind: its generator, of program_kinds[]
 * @algorithm: how it does it, or NULL: by its first algorithm
 * @ranks: ranks of a kind without a grid; else 0
 * @bytes: of a message of such a kind
 * @grid: ranks of a grid along each dimension; 0 is 1
 * @box: cells of a rank, likewise
 * @cell: bytes of a cell; 0 is 8
 * @compute: ns of its computations
 * @count: how often: the ranks choose again and again
 * @larger: @bytes, or each side of @box, times this at the paper's scale; 0 is 1
 */
struct bench {
	const char *name;
	const char *kind;
	const char *algorithm;
	uint32_t ranks;
	uint64_t bytes;
	uint32_t grid[PROGRAM_DIMS];
	uint32_t box[PROGRAM_DIMS];
	uint32_t cell;
	uint64_t compute;
	uint32_t count;
	uint32_t larger;
};

/**
 * compare_add() - add a cell of each mode
 * @study: the study; the rules of those that choose are set
 * @bench: the program
 * @place: node of each of its ranks
 *
 * Return: the exit code, having said what is wrong.
 */
int compare_add(struct study *study, const struct bench *bench, const uint32_t *place);

/**
 * compare_time() - find the median time of a program
 * @study: the study, which has run
 * @bench: number of the program, in the order in which they were added
 * @mode: how it is sent
 *
 * Return: us.
 */
double compare_time(const struct study *study, unsigned int bench, enum compare_mode mode);

/**
 * compare_qcd() - find how a program's times vary: the quartile coefficient of dispersion
 * @study: the study, which has run
 * @bench: the program
 * @mode: how it is sent
 *
 * Return: 0 to 1.
 */
double compare_qcd(const struct study *study, unsigned int bench, enum compare_mode mode);

/**
 * compare_share() - find what part of its bytes a program sends by default when ranks choose
 * @study: the study, which has run
 * @bench: the program
 *
 * Return: the median, 0 to 1.
 */
double compare_share(const struct study *study, unsigned int bench);

/**
 * compare_biased() - compare both static modes
 * @study: the study, which has run
 * @bench: the program
 *
 * Return: time with the bias : time by default.
 */
double compare_biased(const struct study *study, unsigned int bench);

/**
 * compare_chosen() - compare the choice with the better static mode
 * @study: the study, which has run
 * @bench: the program
 *
 * Return: time as ranks choose : the smaller one of the others.
 */
double compare_chosen(const struct study *study, unsigned int bench);

/**
 * compare_benches() - find how many programs a study has
 * @study: the study
 *
 * Return: their number.
 */
unsigned int compare_benches(const struct study *study);

/** compare_columns - columns of the table of programs; there are COMPARE_COLUMNS */
extern const struct column compare_columns[];

/** COMPARE_COLUMNS - number of compare_columns */
#define COMPARE_COLUMNS	12

/**
 * compare_details() - add each program to a table
 * @study: the study, which has run
 * @table: its columns are compare_columns
 */
void compare_details(const struct study *study, struct table *table);

#endif /* ARIES_COMPARE_H */
