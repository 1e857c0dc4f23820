/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Structures of <linux/gpcd.h> that a program passes. They grow, and the program may have been
 * built with an older or a newer header than this library: so the program sets the first member,
 * the size, and this library neither reads nor writes anything beyond it.
 */
#ifndef GPCD_GIVEN_H
#define GPCD_GIVEN_H

#include <errno.h>
#include <stdint.h>
#include <string.h>

/* More than any structure will ever have: a size that was not set is likely to be more, or 0. */
#define GPCD_GIVEN_MAX	4096

/* Return 0; -EINVAL if @size is less than the first version's; -E2BIG if it is absurd. */
static inline int gpcd_given_check(size_t size, size_t first)
{
	if (size < first)
		return -EINVAL;
	return size > GPCD_GIVEN_MAX ? -E2BIG : 0;
}

/*
 * Copy our structure of @size bytes to the program's, but for the size: members that only we know
 * are left out, members that only the program knows become 0.
 */
static inline void gpcd_given_fill(void *given, const void *ours, size_t size)
{
	uint32_t room;

	memcpy(&room, given, sizeof(room));
	memset(given, 0, room);
	memcpy(given, ours, room < size ? room : size);
	memcpy(given, &room, sizeof(room));
}

#endif /* GPCD_GIVEN_H */
