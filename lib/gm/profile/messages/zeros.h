/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Whether memory is zeros. It need not be memory that this process may read, nor the host's: MPI
 * libraries can send from a GPU.
 */
#ifndef GM_ZEROS_H
#define GM_ZEROS_H

#include <stddef.h>

/**
 * zeros_found() - look for a byte that is not zero, by the kernel and so without a fault
 * @start: any address
 * @size: bytes from there
 *
 * Nothing is read of what cannot be read, or is mapped from a device; that, and nothing at all, are
 * no zeros.
 *
 * Return: 1: all are zeros, 0, or a negative errno where the system does not let a process ask:
 * -EPERM, -ENOSYS.
 */
int zeros_found(const void *start, size_t size);

#endif /* GM_ZEROS_H */
