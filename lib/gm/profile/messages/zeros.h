/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Find out whether memory is all zeros. The memory need not be readable for this process, nor be in
 * the host: MPI libraries can send from a GPU.
 */
#ifndef GM_ZEROS_H
#define GM_ZEROS_H

#include <stddef.h>

/**
 * zeros_found() - find out whether all bytes of a piece of memory are zero
 * @start: any address
 * @size: number of bytes from @start
 *
 * The kernel reads the memory, so that an unreadable address causes no fault.
 *
 * Return: 1: all bytes are zero; 0: some byte is not, or cannot be read, or is mapped from a
 * device, or @size is 0; -EPERM, -ENOSYS: the system does not let a process ask.
 */
int zeros_found(const void *start, size_t size);

#endif /* GM_ZEROS_H */
