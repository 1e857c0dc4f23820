/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Programs that tests have as text.
 */
#ifndef TESTS_UNIT_JOB_TEXT_H
#define TESTS_UNIT_JOB_TEXT_H

#include <string.h>

#include "netsim/program/program.h"
#include "suite.h"

/* Read a program, for program_free(); an invalid text fails the test. */
static inline struct program *read_program(const char *text)
{
	FILE *file = fmemopen((void *)text, strlen(text), "r");
	struct program_error error = { 0 };
	struct program *program = NULL;

	ck_assert_ptr_nonnull(file);
	ck_assert_msg(!program_parse(file, "text", &program_limits_default, &program, &error),
		      "line %lu: %s: %s", error.line, error.reason, error.word);
	fclose(file);
	return program;
}

#endif /* TESTS_UNIT_JOB_TEXT_H */
