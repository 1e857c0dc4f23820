/* SPDX-License-Identifier: GPL-2.0-only */
/* What the tests' kernel maps: one piece of memory, for descriptors of one kind. */
#ifndef TESTS_UNIT_KERNEL_MAP_H
#define TESTS_UNIT_KERNEL_MAP_H

#include <sys/mman.h>

#include "kernel.h"

/* What tests set, and what they look at. */
static struct kernel_map {
	enum kernel_kind kind;	/* whose descriptors it is for */
	int protection;	/* how they must map it */
	void *memory;
	size_t length;	/* bytes, all of which they must map */
	int error;	/* errno of mapping it, or 0 */
	int maps;	/* how often it is mapped */
} kernel_map;

void *__wrap_mmap(void *at, size_t length, int protection, int flags, int fd, off_t from)
{
	if (fd < 0 || fd >= KERNEL_FDS || kernel.file[fd].kind != kernel_map.kind)
		return __real_mmap(at, length, protection, flags, fd, from);
	ck_assert_int_eq(protection, kernel_map.protection);
	ck_assert_int_eq(flags, MAP_SHARED);
	ck_assert_uint_eq(length, kernel_map.length);
	ck_assert_int_eq(from, 0);
	errno = kernel_map.error;
	if (kernel_map.error)
		return MAP_FAILED;
	kernel_map.maps++;
	return kernel_map.memory;
}

int __wrap_munmap(void *at, size_t length)
{
	if (at != kernel_map.memory)
		return __real_munmap(at, length);
	kernel_map.maps--;
	return 0;
}

#endif /* TESTS_UNIT_KERNEL_MAP_H */
