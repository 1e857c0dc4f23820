// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "section.h"

#define STEP	65536	/* bytes read at once, because a length may be wrong */

const uint8_t section_signature[SECTION_SIGNATURE] = {
	0x89, 'G', 'P', 'R', '\r', '\n', 0x1a, '\n',
};

size_t section_frame(uint8_t *bytes, const char *name, uint32_t length)
{
	memcpy(bytes, name, 4);
	put_u32(bytes + 4, length);
	put_u32(bytes + 8 + length, crc32_z(0, bytes, 8 + (size_t)length));
	return SECTION_FRAME + (size_t)length;
}

static int body_reserve(struct section *section, size_t room)
{
	uint8_t *more;

	if (room <= section->room)
		return 0;
	room = room > 2 * section->room ? room : 2 * section->room;
	more = realloc(section->body, room);
	if (!more)
		return -ENOMEM;
	section->body = more;
	section->room = room;
	return 0;
}

size_t stream_read(FILE *file, void *bytes, size_t length)
{
	size_t got = fread(bytes, 1, length, file);

	while (got < length && ferror(file) && errno == EINTR) {
		clearerr(file);
		got += fread((uint8_t *)bytes + got, 1, length - got, file);
	}
	return got;
}

/* Return the error for missing data: a read error, or a file that ends too early. */
static int cut_short(FILE *file)
{
	return ferror(file) ? -errno : -EBADMSG;
}

static int body_read(FILE *file, struct section *section, size_t length)
{
	size_t left = length, step;
	int err;

	for (section->length = 0; left; section->length += step, left -= step) {
		step = left < STEP ? left : STEP;
		err = body_reserve(section, section->length + step);
		if (err)
			return err;
		if (stream_read(file, section->body + section->length, step) != step)
			return cut_short(file);
	}
	return 0;
}

int section_read(FILE *file, struct section *section)
{
	uint8_t frame[8], sum[4];
	size_t got = stream_read(file, frame, sizeof(frame));
	uint32_t length = get_u32(frame + 4), crc;
	int err;

	if (!got && feof(file))
		return 0;
	if (got < sizeof(frame))
		return cut_short(file);
	if (length > SECTION_MOST)
		return -EBADMSG;
	err = body_read(file, section, length);
	if (err)
		return err;
	if (stream_read(file, sum, sizeof(sum)) < sizeof(sum))
		return cut_short(file);
	crc = crc32_z(crc32_z(0, frame, sizeof(frame)), section->body, length);
	memcpy(section->name, frame, 4);
	section->name[4] = '\0';
	return crc == get_u32(sum) ? 1 : -EBADMSG;
}
