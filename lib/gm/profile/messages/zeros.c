// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Look for zeros in memory of any kind. process_vm_readv() never causes a fault: it fails with
 * EFAULT where a mapping belongs to a device, or is not readable.
 */
#include <errno.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "gm/profile/messages/zeros.h"

/* The first piece is small, because most data has a nonzero byte near its beginning. */
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
	/* If each byte equals the next one, all bytes equal the first one, which is zero. */
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
