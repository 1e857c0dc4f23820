/* SPDX-License-Identifier: GPL-2.0-only */
/* For programs of libcheck tests, on the host and in the guest. */
#ifndef SUITE_H
#define SUITE_H

#include <check.h>

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
