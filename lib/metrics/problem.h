/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What is wrong with a file of metrics, and at which place.
 */
#ifndef METRICS_PROBLEM_H
#define METRICS_PROBLEM_H

/* checkpatch asks for __printf(), which user space has to define. */
#ifndef __printf
#define METRICS_FORMAT_OF(string, first) format(printf, string, first)
#define __printf(string, first) __attribute__((METRICS_FORMAT_OF(string, first)))
#endif

/**
 * struct metrics_place - a place in a text
 * @line: from 1
 * @column: bytes from the beginning of the line, from 1
 */
struct metrics_place {
	unsigned int line;
	unsigned int column;
};

/**
 * struct metrics_problem - the first thing that is wrong with a text
 * @at: where it is
 * @text: what it is, in words, without the place
 */
struct metrics_problem {
	struct metrics_place at;
	char text[160];
};

/**
 * metrics_reject() - describe a problem
 * @problem: filled in
 * @at: where it is
 * @format: words, as for printf(3), followed by what they need; cut off where there is no room
 *
 * Return: -EINVAL.
 */
__printf(3, 4) int metrics_reject(struct metrics_problem *problem, struct metrics_place at,
				  const char *format, ...);

#endif /* METRICS_PROBLEM_H */
