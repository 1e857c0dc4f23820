// SPDX-License-Identifier: LGPL-2.1-or-later
/* Descriptions of errors in a file of metrics. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "problem.h"

int metrics_reject(struct metrics_problem *problem, struct metrics_place at, const char *format,
		   ...)
{
	va_list words;

	problem->at = at;
	va_start(words, format);
	vsnprintf(problem->text, sizeof(problem->text), format, words);
	va_end(words);
	return -EINVAL;
}
