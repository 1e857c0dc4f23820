/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pinned fingerprints: a change of meaning changes what module and library agree on. The tests of
 * both sides use them.
 */
#ifndef TESTS_KUNIT_FINGERPRINTS_H
#define TESTS_KUNIT_FINGERPRINTS_H

#define FINGERPRINT_GEMINI	0xf712dd979c8e5decULL
#define FINGERPRINT_ARIES	0x5772f961e75dc421ULL

#endif /* TESTS_KUNIT_FINGERPRINTS_H */
