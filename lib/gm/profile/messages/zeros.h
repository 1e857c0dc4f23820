/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Find out whether memory is all zeros. The memory need not be readable for this process, nor be in
 * the host: MPI libraries can send from a GPU.
 */
#ifndef GM_ZEROS_H
#define GM_ZEROS_H

#include <stddef.h>

/*
 * Return 1 if all @size bytes are zero, 0 if one is not, cannot be read or is mapped from a device,
 * or if @size is 0; -EPERM or -ENOSYS if the system does not permit the check. The kernel reads the
 * memory, so that an unreadable address causes no fault.
 */
int zeros_found(const void *start, size_t size);

#endif /* GM_ZEROS_H */
