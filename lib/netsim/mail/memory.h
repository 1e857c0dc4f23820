/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Memory on cache lines of its own and, where it is much, on huge pages: an engine goes through all
 * of its memory in each window, which is more than a processor finds addresses for at once.
 */
#ifndef NETSIM_MEMORY_H
#define NETSIM_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/** NET_LINE: bytes of a cache line */
#define NET_LINE	64

/**
 * whole_lines() - round up to whole cache lines
 * @size: bytes
 *
 * Return: bytes.
 */
static inline size_t whole_lines(size_t size)
{
	return (size + NET_LINE - 1) / NET_LINE * NET_LINE;
}

/**
 * lines_prefetch() - prefetch cache lines that will be written to
 * @first: the first byte
 * @end: behind the last one
 *
 * It is always inlined, and so has to be what does nothing but call it: the compiler drops calls
 * of functions that have no effect, which it takes this for.
 */
static __always_inline void lines_prefetch(const void *first, const void *end)
{
	const char *line = (const char *)((uintptr_t)first / NET_LINE * NET_LINE);

	for (; line < (const char *)end; line += NET_LINE)
		__builtin_prefetch(line, 1);
}

/**
 * struct ahead - memory that will be needed next, and is prefetched while something else is done
 * @line: the next line to prefetch
 * @end: behind the last one
 *
 * A processor fetches some 16 lines at once. All of a chip asked for in one go would stall it.
 */
struct ahead {
	const char *line;
	const char *end;
};

/** AHEAD_STEP: bytes that are prefetched in a step */
#define AHEAD_STEP	(2 * NET_LINE)

/**
 * ahead_step() - prefetch the next few lines
 * @ahead: of what; the last step may go beyond its end
 */
static inline void ahead_step(struct ahead *ahead)
{
	if (ahead->line >= ahead->end)
		return;
	lines_prefetch(ahead->line, ahead->line + AHEAD_STEP);
	ahead->line += AHEAD_STEP;
}

/**
 * ahead_end() - prefetch all that is left
 * @ahead: of what; nothing after this
 */
static inline void ahead_end(struct ahead *ahead)
{
	lines_prefetch(ahead->line, ahead->end);
	ahead->line = ahead->end;
}

/**
 * memory_alloc() - allocate zeros
 * @size: bytes
 *
 * Return: the memory, for free(), or NULL.
 */
void *memory_alloc(size_t size);

#endif /* NETSIM_MEMORY_H */
