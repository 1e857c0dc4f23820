/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Whether two descriptions are of the same values.
 */
#ifndef RECORD_DIFFERENCE_H
#define RECORD_DIFFERENCE_H

#include "description.h"

/** DIFFERENCE_ROOM: bytes that hold what description_difference() says, with a NUL */
#define DIFFERENCE_ROOM	256

/**
 * description_difference() - find the first thing in which two descriptions differ
 * @ours: a description
 * @theirs: another one
 * @text: receives what differs, such as "column 3 is 'stalls', not 'phits'", theirs first; it is
 *	cut off where it is long
 *
 * Program, title, host and version may differ.
 *
 * Return: whether anything differs.
 */
bool description_difference(const struct description *ours, const struct description *theirs,
			    char text[DIFFERENCE_ROOM]);

#endif /* RECORD_DIFFERENCE_H */
