/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef TESTS_KUNIT_CATALOGUE_H
#define TESTS_KUNIT_CATALOGUE_H

#include <kunit/test.h>

/*
 * kunit_catalogue_init() - what a suite of gpcd.ko begins with
 *
 * KUnit runs a module's tests before the module's own init. A suite that names
 * this is __refdata.
 */
int kunit_catalogue_init(struct kunit_suite *suite);

#endif /* TESTS_KUNIT_CATALOGUE_H */
