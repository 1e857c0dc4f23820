/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Memory on cache lines of its own and, where it is much, on huge pages: an engine goes through all
 * of its memory in each window, which is more than a processor finds addresses for at once.
 */
#ifndef NETSIM_MEMORY_H
#define NETSIM_MEMORY_H

#include <stddef.h>

/** NET_LINE: bytes of a cache line */
#define NET_LINE	64

/**
 * memory_alloc() - allocate zeros
 * @size: bytes
 *
 * Return: the memory, for free(), or NULL.
 */
void *memory_alloc(size_t size);

#endif /* NETSIM_MEMORY_H */
