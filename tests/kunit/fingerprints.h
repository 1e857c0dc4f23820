/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pinned: whoever changes a meaning changes what module and library agree on.
 * The tests of both sides read it here.
 */
#ifndef TESTS_KUNIT_FINGERPRINTS_H
#define TESTS_KUNIT_FINGERPRINTS_H

#define FINGERPRINT_GEMINI	0xbe1b5dfede9bd1fcULL
#define FINGERPRINT_ARIES	0x187d499da0aff74bULL

#endif /* TESTS_KUNIT_FINGERPRINTS_H */
