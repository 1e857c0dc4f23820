/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Memory on cache lines of its own and, if it is large, on huge pages: an engine goes through all
 * of its memory in each window, more than the TLB covers.
 */
#ifndef NETSIM_MEMORY_H
#define NETSIM_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of a cache line. */
#define NET_LINE	64

/* Round bytes up to whole cache lines. */
static inline size_t whole_lines(size_t size)
{
	return (size + NET_LINE - 1) / NET_LINE * NET_LINE;
}

/*
 * Prefetch cache lines that will be written to, up to end (exclusive). Always inlined, and so must
 * be functions that only call it: the compiler considers them free of effects and drops calls of
 * them.
 */
static __always_inline void lines_prefetch(const void *first, const void *end)
{
	const char *line = (const char *)((uintptr_t)first / NET_LINE * NET_LINE);

	for (; line < (const char *)end; line += NET_LINE)
		__builtin_prefetch(line, 1);
}

/*
 * Memory that will be needed next, prefetched while something else is done. A processor fetches
 * some 16 lines at once; all of a chip requested at once would stall it.
 */
struct ahead {
	const char *line;	/* next line to prefetch */
	const char *end;	/* end, exclusive */
};

/* Bytes that are prefetched in a step. */
#define AHEAD_STEP	(2 * NET_LINE)

/* Prefetch the next few lines, maybe beyond the end. */
static inline void ahead_step(struct ahead *ahead)
{
	if (ahead->line >= ahead->end)
		return;
	lines_prefetch(ahead->line, ahead->line + AHEAD_STEP);
	ahead->line += AHEAD_STEP;
}

/* Prefetch all that is left. */
static inline void ahead_end(struct ahead *ahead)
{
	lines_prefetch(ahead->line, ahead->end);
	ahead->line = ahead->end;
}

/* Allocate zeroed memory, for free(). Returns NULL if there is none. */
void *memory_alloc(size_t size);

#endif /* NETSIM_MEMORY_H */
