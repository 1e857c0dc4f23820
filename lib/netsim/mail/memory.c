// SPDX-License-Identifier: LGPL-2.1-or-later
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "memory.h"

/* Bytes of a page, and of a huge one. */
#define PAGE		4096
#define HUGE		(2ul << 20)

/* Ask for huge pages. Without them, all is slower and otherwise the same. */
static void huge_pages(char *memory, size_t size)
{
	char *first = (char *)(((uintptr_t)memory + PAGE - 1) / PAGE * PAGE);

	if (size >= HUGE)
		madvise(first, (memory + size - first) / PAGE * PAGE, MADV_HUGEPAGE);
}

void *memory_alloc(size_t size)
{
	size_t whole = whole_lines(size);
	char *memory = aligned_alloc(NET_LINE, whole);

	if (!memory)
		return NULL;
	huge_pages(memory, whole);
	return memset(memory, 0, whole);
}
