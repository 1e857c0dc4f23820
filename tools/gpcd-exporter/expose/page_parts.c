// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "page_parts.h"

/* Parts that an earlier page had in addition stay, and are empty. */
int page_parts_begin(struct page_parts *parts, size_t count, enum page_format format)
{
	struct page *more;

	if (count > parts->count) {
		more = reallocarray(parts->list, count, sizeof(*more));
		if (!more)
			return -ENOMEM;
		memset(&more[parts->count], 0, (count - parts->count) * sizeof(*more));
		parts->list = more;
		parts->count = count;
	}
	for (size_t i = 0; i < parts->count; i++)
		page_begin(&parts->list[i], format);
	return 0;
}

int page_parts_error(const struct page_parts *parts)
{
	for (size_t i = 0; i < parts->count; i++) {
		if (parts->list[i].error)
			return parts->list[i].error;
	}
	return 0;
}

struct page_size page_parts_size(const struct page_parts *parts)
{
	struct page_size size = { 0 };

	for (size_t i = 0; i < parts->count; i++) {
		size.length += parts->list[i].length;
		size.series += parts->list[i].series;
	}
	return size;
}

size_t page_parts_copy(const struct page_parts *parts, size_t at, char *to, size_t room)
{
	size_t copied = 0, length;

	for (size_t i = 0; i < parts->count && copied < room; i++) {
		const struct page *part = &parts->list[i];

		if (at >= part->length) {
			at -= part->length;
			continue;
		}
		length = part->length - at < room - copied ? part->length - at : room - copied;
		memcpy(to + copied, part->text + at, length);
		copied += length;
		at = 0;
	}
	return copied;
}

int page_parts_write(const struct page_parts *parts, FILE *stream)
{
	for (size_t i = 0; i < parts->count; i++) {
		const struct page *part = &parts->list[i];

		if (part->length && fwrite(part->text, 1, part->length, stream) != part->length)
			return -errno;
	}
	return 0;
}

void page_parts_free(struct page_parts *parts)
{
	for (size_t i = 0; i < parts->count; i++)
		page_free(&parts->list[i]);
	free(parts->list);
	memset(parts, 0, sizeof(*parts));
}
