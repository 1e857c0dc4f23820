/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* An error in a file of metrics, and its place. */
#ifndef METRICS_PROBLEM_H
#define METRICS_PROBLEM_H

/* checkpatch asks for __printf(), which user space has to define. */
#ifndef __printf
#define METRICS_FORMAT_OF(string, first) format(printf, string, first)
#define __printf(string, first) __attribute__((METRICS_FORMAT_OF(string, first)))
#endif

/* A place in a text. */
struct metrics_place {
	unsigned int line;	/* from 1 */
	unsigned int column;	/* bytes from the beginning of the line, from 1 */
};

/* The first error in a text. */
struct metrics_problem {
	struct metrics_place at;
	char text[160];	/* description, without the place */
};

/* Describe an error; the text is truncated if it is too long. Return -EINVAL. */
__printf(3, 4) int metrics_reject(struct metrics_problem *problem, struct metrics_place at,
				  const char *format, ...);

#endif /* METRICS_PROBLEM_H */
