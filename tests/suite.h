/* SPDX-License-Identifier: GPL-2.0-only */
/* For programs of libcheck tests, on the host and in the guest. */
#ifndef SUITE_H
#define SUITE_H

#include <stdio.h>
#include <stdlib.h>

#include "hang.h"
#include "mark.h"

/* libcheck's own limit is 4 seconds. A test that waits for an event that hangs still says so. */
__attribute__((constructor)) static void suite_limit(void)
{
	char seconds[16];

	snprintf(seconds, sizeof(seconds), "%d", 2 * HANG_SECONDS);
	setenv("CK_DEFAULT_TIMEOUT", seconds, 0);
}

/*
 * Return how many of @count a test tries: all, or a tenth where each step takes much longer, which
 * touches the same memory. `make check-asan` and others set SUITE_TENTH.
 */
static inline unsigned int suite_share(unsigned int count)
{
	return getenv("SUITE_TENTH") ? count / 10 : count;
}

/* Run a suite as a program of its own: the program's exit status. */
static inline int suite_run(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	int failed;

	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}

#endif /* SUITE_H */
