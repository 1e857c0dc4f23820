/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For tests of what a call writes: all memory it gets is in an arena, filled beforehand. Afterwards
 * every byte must be unchanged, or as the test expects.
 */
#ifndef ARENA_H
#define ARENA_H

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "mark.h"

#define ARENA_SIZE	0x10000		/* and nothing is mapped after it */
#define ARENA_WAYS	4		/* two fillings, two kinds of callers */

static unsigned char *arena;
static unsigned char arena_wanted[ARENA_SIZE];
static int arena_compat;

/* Begin in one of ARENA_WAYS ways. */
static inline void arena_begin(int way)
{
	if (!arena) {
		/* In reach of a 32-bit caller's pointers. */
		arena = mmap(NULL, ARENA_SIZE + sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
		ck_assert(arena != MAP_FAILED);
		ck_assert(!munmap(arena + ARENA_SIZE, sysconf(_SC_PAGESIZE)));
	}
	memset(arena, way % 2 ? 0xa5 : 0x5a, ARENA_SIZE);
	arena_compat = way / 2;
}

/* Put data there; return a pointer to it, as the ABI carries it. */
static inline uint64_t arena_put(unsigned int at, const void *data, size_t size)
{
	memcpy(arena + at, data, size);
	return (uintptr_t)(arena + at);
}

static inline uint64_t arena_at(unsigned int at)
{
	return (uintptr_t)(arena + at);
}

/* Make a system call as a 32-bit program does. */
static inline long arena_call_compat(int fd, unsigned int command, const void *arg)
{
	long ret;

	__asm__ volatile ("int $0x80" : "=a" (ret)
			  : "a" (54), "b" (fd), "c" (command), "d" (arg)
			  : "memory", "r8", "r9", "r10", "r11");
	return (int)ret;
}

/* Make an ioctl on the data at @at; return a negative errno, as ioctl() does in the kernel. */
static inline long arena_call(int fd, unsigned int command, unsigned int at)
{
	int ret;

	memcpy(arena_wanted, arena, ARENA_SIZE);
	if (arena_compat)
		return arena_call_compat(fd, command, arena + at);
	ret = ioctl(fd, command, arena + at);
	return ret < 0 ? -errno : ret;
}

/* Expect the call to write this there. */
static inline void arena_expect(unsigned int at, const void *data, size_t size)
{
	memcpy(arena_wanted + at, data, size);
}

static inline void arena_check(const char *what)
{
	unsigned int i = 0;

	while (i < ARENA_SIZE && arena[i] == arena_wanted[i])
		i++;
	if (i < ARENA_SIZE)
		ck_abort_msg("%s: byte %#x of the arena is %#x, not %#x", what, i, arena[i],
			     arena_wanted[i]);
}

#endif /* ARENA_H */
