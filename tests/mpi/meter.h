/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Measures the heap while something is printed, independently of libgm's own account, which it
 * checks.
 */
#ifndef METER_H
#define METER_H

#include <malloc.h>
#include <stdio.h>

/* Return the bytes that malloc() has given out. */
static inline size_t meter_heap(void)
{
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

static inline ssize_t meter_write(void *cookie, const char *text, size_t size)
{
	size_t *most = cookie, now = meter_heap();

	(void)text;
	if (now > *most)
		*most = now;
	return size;
}

/* Open a stream that keeps nothing, and raises @most to the heap's size; or return NULL. */
static inline FILE *meter_open(size_t *most)
{
	return fopencookie(most, "w", (cookie_io_functions_t) { .write = meter_write });
}

#endif /* METER_H */
