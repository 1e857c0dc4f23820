/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pinned fingerprints: module and library agree on a chip's registers if they have the same one.
 * The tests of both sides use them.
 */
#ifndef TESTS_KUNIT_FINGERPRINTS_H
#define TESTS_KUNIT_FINGERPRINTS_H

#include "catalogue/catalogue.h"

/* By the number of the chip. */
static const __u64 fingerprints[GPCD_CHIPS] = {
	[GPCD_CHIP_GEMINI] = 0x6084f2f34066d170ULL,
	[GPCD_CHIP_ARIES] = 0xe0ad0f51daf9fdb5ULL,
	[GPCD_CHIP_CASSINI1] = 0x0bc49afb62331ea0ULL,
	[GPCD_CHIP_CASSINI2] = 0x6918f18e10085e7dULL,
};

/* For a name, a pinned fingerprint, and what it is now. */
#define FINGERPRINT_CHANGED \
	"%s has another fingerprint: pinned %#llx, now %#llx. A library of the older list has to " \
	"learn this chip. If you mean to change its positions, kinds or widths, pin the new one " \
	"in the table beside this message, and mention it in docs/NEWS.md"

#endif /* TESTS_KUNIT_FINGERPRINTS_H */
