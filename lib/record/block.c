// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "block.h"
#include "description.h"

/* --- sections --- */

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

/* --- blocks --- */

/* Bytes in front of the compressed data: the number of records, and of uncompressed bytes. */
#define COUNTS	8

#define VARINT	10	/* bytes of the longest number */

/* Byte in front of the values of a series: which records have a value. */
enum presence {
	PRESENT_NONE,
	PRESENT_ALL,
	PRESENT_SOME,		/* followed by a bit for each record, the first in the lowest bit */
	PRESENT_TOLD,		/* followed by a byte for each record: enum description_absence */
};

size_t block_room(size_t width)
{
	size_t room = BLOCK_VALUES / width;

	return room < 1 ? 1 : room > BLOCK_RECORDS ? BLOCK_RECORDS : room;
}

int block_new(struct block *block, size_t width, size_t room)
{
	*block = (struct block){
		.width = width, .room = room,
		.time = calloc(room, sizeof(*block->time)),
		.value = calloc(room * width, sizeof(*block->value)),
		.absent = calloc(room * width, sizeof(*block->absent)),
	};
	return block->time && block->value && block->absent ? 0 : -ENOMEM;
}

void block_free(struct block *block)
{
	free(block->time);
	free(block->value);
	free(block->absent);
	*block = (struct block){ .width = block->width, .absences = block->absences };
}

/* --- numbers: 7 bits a byte, the lowest first; all bytes but the last have the highest bit --- */

static uint8_t *varint_put(uint8_t *at, uint64_t number)
{
	for (; number >= 0x80; number >>= 7)
		*at++ = number | 0x80;
	*at++ = number;
	return at;
}

/* Return where the number ends; NULL if it does not end before @end, or has more than 64 bits. */
static const uint8_t *varint_get(const uint8_t *at, const uint8_t *end, uint64_t *number)
{
	unsigned int shift;

	*number = 0;
	for (shift = 0; shift < 64 && at < end; shift += 7) {
		*number |= (uint64_t)(*at & 0x7f) << shift;
		if (!(*at++ & 0x80))
			return shift == 63 && at[-1] > 1 ? NULL : at;
	}
	return NULL;
}

/* Map differences near 0 to small numbers, of either sign: 0, -1, 1, -2 become 0, 1, 2, 3. */
static uint64_t zigzag(uint64_t difference)
{
	return difference << 1 ^ -(difference >> 63);
}

static uint64_t zigzag_back(uint64_t number)
{
	return number >> 1 ^ -(number & 1);
}

/* --- to bytes --- */

static uint8_t *times_put(uint8_t *at, const struct block *block)
{
	uint64_t before = 0;
	size_t i;

	for (i = 0; i < block->count; i++) {
		at = varint_put(at, block->time[i] - before);
		before = block->time[i];
	}
	return at;
}

/* Recordings of version 1 give no reasons. */
static bool has_reasons(const struct block *block)
{
	return block->absences > DESCRIPTION_DENIED;
}

/* Return what the version of a block can say of a record. */
static uint8_t absence_of(const struct block *block, size_t series, size_t record)
{
	uint8_t absent = block->absent[record * block->width + series];

	if (absent < block->absences)
		return absent;
	return description_has_value(absent) ? DESCRIPTION_THERE : DESCRIPTION_NOT_THERE;
}

/* Return the shortest form that says which records have a value of a series. */
static enum presence presence_of(const struct block *block, size_t series)
{
	size_t i, present = 0;

	for (i = 0; i < block->count; i++) {
		uint8_t absent = absence_of(block, series, i);

		if (absent > DESCRIPTION_NOT_THERE)
			return PRESENT_TOLD;
		present += !absent;
	}
	return !present ? PRESENT_NONE : present == block->count ? PRESENT_ALL : PRESENT_SOME;
}

/* Return the number of bytes that follow the byte of presence. */
static size_t presence_bytes(enum presence presence, size_t count)
{
	return presence == PRESENT_TOLD ? count : presence == PRESENT_SOME ? (count + 7) / 8 : 0;
}

static uint8_t *presence_put(uint8_t *at, const struct block *block, size_t series)
{
	enum presence presence = presence_of(block, series);
	size_t bytes = presence_bytes(presence, block->count), i;

	*at++ = presence;
	memset(at, 0, bytes);
	for (i = 0; i < block->count && bytes; i++) {
		uint8_t absent = absence_of(block, series, i);

		if (presence == PRESENT_TOLD)
			at[i] = absent;
		else
			at[i / 8] |= !absent << i % 8;
	}
	return at + bytes;
}

static uint8_t *series_put(uint8_t *at, const struct block *block, size_t series)
{
	uint64_t before = 0, value;
	size_t i;

	at = presence_put(at, block, series);
	for (i = 0; i < block->count; i++) {
		if (!description_has_value(block->absent[i * block->width + series]))
			continue;
		value = block->value[i * block->width + series];
		at = varint_put(at, zigzag(value - before));
		before = value;
	}
	return at;
}

static size_t raw_most(size_t width, size_t count)
{
	return count * VARINT + width * (1 + count + count * VARINT);
}

static int raw_compress(const struct block *block, const uint8_t *raw, size_t size, size_t before,
			size_t after, uint8_t **bytes, size_t *length)
{
	uLongf room = compressBound(size);
	uint8_t *body;

	*bytes = malloc(before + COUNTS + room + after);
	if (!*bytes)
		return -ENOMEM;
	body = *bytes + before;
	put_u32(body, block->count);
	put_u32(body + 4, size);
	if (compress(body + COUNTS, &room, raw, size) != Z_OK) {
		free(*bytes);
		return -ENOMEM;
	}
	*length = COUNTS + room;
	return 0;
}

int block_pack(const struct block *block, size_t before, size_t after, uint8_t **bytes,
	       size_t *length)
{
	uint8_t *raw = malloc(raw_most(block->width, block->count)), *end;
	size_t series;
	int err;

	if (!raw)
		return -ENOMEM;
	end = times_put(raw, block);
	for (series = 0; series < block->width; series++)
		end = series_put(end, block, series);
	err = raw_compress(block, raw, end - raw, before, after, bytes, length);
	free(raw);
	return err;
}

/* --- from bytes --- */

static const uint8_t *times_get(struct block *block, const uint8_t *at, const uint8_t *end)
{
	uint64_t time = 0, difference;
	size_t i;

	for (i = 0; i < block->count && at; i++) {
		at = varint_get(at, end, &difference);
		if (at && difference > UINT64_MAX - time)
			return NULL;
		time += difference;
		block->time[i] = time;
	}
	return at;
}

/* Return the enum description_absence of record @i, from the bytes after the byte of presence. */
static uint8_t absence_get(enum presence presence, const uint8_t *at, size_t i)
{
	switch (presence) {
	case PRESENT_TOLD:
		return at[i];
	case PRESENT_SOME:
		return at[i / 8] >> i % 8 & 1 ? DESCRIPTION_THERE : DESCRIPTION_NOT_THERE;
	default:
		return presence == PRESENT_NONE ? DESCRIPTION_NOT_THERE : DESCRIPTION_THERE;
	}
}

static const uint8_t *presence_get(struct block *block, size_t series, const uint8_t *at,
				   const uint8_t *end)
{
	uint8_t *absent = block->absent + series;
	enum presence presence;
	size_t bytes, i;

	if (at == end || *at > (has_reasons(block) ? PRESENT_TOLD : PRESENT_SOME))
		return NULL;
	presence = *at++;
	bytes = presence_bytes(presence, block->count);
	if ((size_t)(end - at) < bytes)
		return NULL;
	for (i = 0; i < block->count; i++, absent += block->width) {
		*absent = absence_get(presence, at, i);
		if (presence == PRESENT_TOLD && *absent >= block->absences)
			return NULL;
	}
	return at + bytes;
}

static const uint8_t *series_get(struct block *block, size_t series, const uint8_t *at,
				 const uint8_t *end)
{
	uint64_t value = 0, number;
	size_t i;

	at = presence_get(block, series, at, end);
	for (i = 0; i < block->count && at; i++) {
		if (description_has_value(block->absent[i * block->width + series])) {
			at = varint_get(at, end, &number);
			value += zigzag_back(number);
		}
		block->value[i * block->width + series] = value;
	}
	return at;
}

static int raw_unpack(struct block *block, const uint8_t *raw, size_t size)
{
	const uint8_t *at = times_get(block, raw, raw + size);
	size_t series;

	for (series = 0; series < block->width && at; series++)
		at = series_get(block, series, at, raw + size);
	return at == raw + size ? 0 : -EBADMSG;
}

/* Decompress; the result must have exactly that size. */
static int raw_expand(uint8_t *raw, size_t size, const uint8_t *bytes, size_t length)
{
	uLongf got = size;

	switch (uncompress(raw, &got, bytes, length)) {
	case Z_OK:
		return got == size ? 0 : -EBADMSG;
	case Z_MEM_ERROR:
		return -ENOMEM;
	default:
		return -EBADMSG;
	}
}

static int block_reserve(struct block *block, size_t count)
{
	unsigned int absences = block->absences;
	size_t width = block->width;
	int err;

	if (count <= block->room)
		return 0;
	block_free(block);
	err = block_new(block, width, count);
	block->absences = absences;
	return err;
}

int block_unpack(struct block *block, const uint8_t *body, size_t length)
{
	size_t count = length < COUNTS ? 0 : get_u32(body);
	size_t size = length < COUNTS ? 0 : get_u32(body + 4);
	uint8_t *raw;
	int err;

	if (!count || count > block_room(block->width) || size > raw_most(block->width, count))
		return -EBADMSG;
	err = block_reserve(block, count);
	if (err)
		return err;
	raw = malloc(size + 1);
	if (!raw)
		return -ENOMEM;
	block->count = count;
	err = raw_expand(raw, size, body + COUNTS, length - COUNTS);
	if (!err)
		err = raw_unpack(block, raw, size);
	free(raw);
	return err;
}
