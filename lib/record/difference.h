/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Compare two descriptions. */
#ifndef RECORD_DIFFERENCE_H
#define RECORD_DIFFERENCE_H

#include "description.h"

/* Bytes that hold the text of description_difference(), with its NUL. */
#define DIFFERENCE_ROOM	256

/*
 * Find the first difference between two descriptions, and return whether there is any. Program,
 * title, host and version may differ. @text receives the difference, truncated if it is long, such
 * as "column 3 is 'stalls', not 'phits'", theirs first.
 */
bool description_difference(const struct description *ours, const struct description *theirs,
			    char text[DIFFERENCE_ROOM]);

#endif /* RECORD_DIFFERENCE_H */
