/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pinned: whoever changes a meaning changes what module and library agree on.
 * The tests of both sides read it here.
 */
#ifndef TESTS_KUNIT_FINGERPRINTS_H
#define TESTS_KUNIT_FINGERPRINTS_H

#define FINGERPRINT_GEMINI	0xbe1b5dfede9bd1fcULL
#define FINGERPRINT_ARIES	0x1777cbf8c3c6be3dULL

#endif /* TESTS_KUNIT_FINGERPRINTS_H */
