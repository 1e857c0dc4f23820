// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Zeros in memory of any kind. process_vm_readv() does not follow addresses as the processor does:
 * it fails with EFAULT where a mapping is a device's, or may not be read.
 */
#include <errno.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "gm/profile/messages/zeros.h"

/* Most data has another byte than zero near its beginning. */
#define FIRST_PIECE	64
#define PIECE		4096

static int piece_is_zeros(const char *start, size_t size)
{
	char piece[PIECE];
	struct iovec here = { .iov_base = piece, .iov_len = size };
	struct iovec there = { .iov_base = (void *)start, .iov_len = size };
	ssize_t got = process_vm_readv(getpid(), &here, 1, &there, 1, 0);

	if (got < 0 && errno != EFAULT)
		return -errno;
	if (got != (ssize_t)size || *piece)
		return 0;
	/* Each byte equals the next: all are as the first. */
	return !memcmp(piece, piece + 1, size - 1);
}

int zeros_found(const void *start, size_t size)
{
	const char *next = start;
	size_t piece = FIRST_PIECE;
	int found = 0;

	while (size) {
		if (piece > size)
			piece = size;
		found = piece_is_zeros(next, piece);
		if (found <= 0)
			break;
		next += piece;
		size -= piece;
		piece = PIECE;
	}
	return found;
}
