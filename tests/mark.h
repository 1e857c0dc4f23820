/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * libcheck's assertions, cheap where they hold. Headers of tests include this instead of
 * <check.h>: an inline function takes the macros as they are where it is written.
 */
#ifndef MARK_H
#define MARK_H

#include <check.h>

/*
 * libcheck writes the place of each assertion that holds into a file, to say after a crash
 * how far a test came. Once for a place tells as much: what loops over every register
 * or chip would do little else.
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
