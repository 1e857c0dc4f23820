/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * libcheck's assertions, cheap where they hold. Headers of tests include this instead of
 * <check.h>: an inline function takes the macros as they are where it is written.
 */
#ifndef MARK_H
#define MARK_H

#include <check.h>

/*
 * libcheck writes the place of each passed assertion into a file, to show after a crash how far a
 * test came. Once per place is enough: loops over every register or chip would do little else.
 */
static inline void mark_once(const char *file, int line)
{
	static char marked[1 << 12];
	char *place = &marked[line % sizeof(marked)];

	if (!*place)
		_mark_point(file, line);
	*place = 1;
}

#define _mark_point mark_once

#endif /* MARK_H */
