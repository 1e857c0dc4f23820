/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef TESTS_KUNIT_CATALOGUE_H
#define TESTS_KUNIT_CATALOGUE_H

#include <kunit/test.h>

/*
 * The suite_init of gpcd.ko's suites: KUnit runs a module's tests before the module's own init. A
 * suite that names it must be __refdata.
 */
int kunit_catalogue_init(struct kunit_suite *suite);

#endif /* TESTS_KUNIT_CATALOGUE_H */
