// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Reading an interconnect file. Most of the 40 lines of a Gemini differ from an earlier line only
 * in the tiles' digits. So for each direction the last line that was parsed is remembered, and the
 * next line of that direction is compared with it, sixteen characters at a time; if only digits
 * differ, only these are parsed.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text/mark.h"
#include "topo/interconnect_line.h"
#include "topo/interconnect_map.h"

#define BLOCK	65536	/* of a file, read at once */
#define LONGEST	128	/* line that is remembered */

/* Characters that are compared at once. */
typedef uint64_t word __attribute__((vector_size(16)));

/* A line to compare others with. */
struct pattern {
	size_t length;		/* with its line feed; SIZE_MAX: nothing is remembered */
	char text[LONGEST];
	char mask[LONGEST];	/* zero for the digits that may differ, else 0xff */
	size_t from_at, to_at;	/* offsets of the tile's digits, and the far tile's */
	unsigned int chip;	/* the line is about */
	uint32_t known;		/* what goes into the map, without the far tile; 0: not wanted */
};

/* A file on its way into a map. */
struct interconnect_reader {
	struct interconnect *map;
	char chip;	/* kind of chips, 'g' or 'a', by the first line; 0: none came yet */
	bool filtered;				/* only one chip is wanted */
	unsigned int only[3];			/* its coordinate */
	unsigned long lines;			/* so far */
	size_t link_at;	/* offset of the direction in the last line parsed */
	struct pattern patterns[GEMINI_HOST];	/* the last line of each direction */
	char hold[INTERCONNECT_LINE];		/* beginning of a line whose end has not come */
	size_t held;				/* its length */
};

static void line_explain(struct interconnect_error *error, const char *reason)
{
	snprintf(error->reason, sizeof(error->reason), "%s", reason);
}

static int refuse_length(struct interconnect_error *error)
{
	snprintf(error->reason, sizeof(error->reason),
		 "more than %d characters: this is no interconnect file, as `rtr -i' prints",
		 INTERCONNECT_LINE);
	return -EBADMSG;
}

/* Return the number of the chip at an end of a line, or a negative errno. */
static int end_chip(struct interconnect_reader *reader, const struct line_end *end,
		    struct interconnect_error *error)
{
	int chip = map_chip(reader->map, end->coord, &end->place);

	if (chip == -EEXIST) {
		snprintf(error->reason, sizeof(error->reason), reader->map->aries ?
			 "(%u:%u:%u) had another name before" :
			 "(%u,%u,%u) had another name before",
			 end->coord[0], end->coord[1], end->coord[2]);
		return -EBADMSG;
	}
	if (chip == -E2BIG) {
		snprintf(error->reason, sizeof(error->reason), "more than %d chips", TOPO_CHIPS);
		return -EBADMSG;
	}
	if (chip < 0)
		line_explain(error, strerror(-chip));
	return chip;
}

static bool line_is_wanted(const struct interconnect_reader *reader, const struct line *line)
{
	return !reader->filtered || !memcmp(reader->only, line->from.coord, sizeof(reader->only));
}

/* Put a line into the map. Returns in known what it says about the tile, or 0: it is not wanted. */
static int put_line(struct interconnect_reader *reader, const struct line *line,
		    unsigned int *chip, uint32_t *known, struct interconnect_error *error)
{
	int from, to = 0;
	uint32_t *tile;

	*chip = 0;
	*known = 0;
	if (!line_is_wanted(reader, line))
		return 0;
	from = end_chip(reader, &line->from, error);
	if (from < 0)
		return from;
	if (line->to.tile < GEMINI_TILES)
		to = end_chip(reader, &line->to, error);
	if (to < 0)
		return to;
	*chip = from;
	*known = map_tile(to, line->to.tile, line->link, line->medium);
	tile = &reader->map->chips[from].tiles[line->from.tile];
	if (*tile && *tile != *known) {
		line_explain(error, "contradicts an earlier line about this tile");
		return -EBADMSG;
	}
	*tile = *known;
	return 0;
}

static void remember(struct interconnect_reader *reader, const struct line *line,
		     const char *text, size_t length, unsigned int chip, uint32_t known)
{
	struct pattern *pattern = &reader->patterns[line->link];

	if (length >= LONGEST)
		return;
	reader->link_at = line->link_at;
	pattern->length = length + 1;
	pattern->from_at = line->from.tile_at;
	pattern->to_at = line->to.tile_at;
	pattern->chip = chip;
	pattern->known = known & ~(63u << FAR_TILE_SHIFT);
	memcpy(pattern->text, text, length);
	pattern->text[length] = '\n';
	memset(pattern->mask, 0xff, sizeof(pattern->mask));
	memset(&pattern->mask[pattern->from_at], 0, 2);
	memset(&pattern->mask[pattern->to_at], 0, 2);
}

/* The first line determines the form; another line's own form is looked up only if it is wrong. */
static int parse_line(struct interconnect_reader *reader, struct line *line, const char *text,
		      size_t length, struct interconnect_error *error)
{
	char chip;
	int err;

	if (!reader->chip) {
		reader->chip = line_chip(text, length) == 'a' ? 'a' : 'g';
		reader->map->aries = reader->chip == 'a';
	}
	err = reader->map->aries ? line_parse_aries(line, text, length, error) :
				   line_parse(line, text, length, error);
	if (!err)
		return 0;
	chip = line_chip(text, length);
	if (chip && chip != reader->chip)
		line_explain(error, chip == 'a' ? "an Aries in a file of Geminis" :
					     "a Gemini in a file of Aries");
	return err;
}

static int take_line(struct interconnect_reader *reader, const char *text, size_t length,
		     struct interconnect_error *error)
{
	size_t mark = reader->lines ? 0 : text_mark(text, length);
	struct line line;
	unsigned int chip;
	uint32_t known;
	int err;

	text += mark;
	length -= mark;
	error->line = ++reader->lines;
	if (length > INTERCONNECT_LINE)
		return refuse_length(error);
	if (line_is_blank(text, length))
		return 0;
	err = parse_line(reader, &line, text, length, error);
	if (!err)
		err = put_line(reader, &line, &chip, &known, error);
	if (!err && !reader->map->aries)
		remember(reader, &line, text, length, chip, known);
	return err;
}

static inline word word_at(const char *text)
{
	word value;

	memcpy(&value, text, sizeof(value));
	return value;
}

static inline bool pattern_fits(const struct pattern *pattern, const char *text)
{
	size_t last = pattern->length - sizeof(word), at;
	word differs;

	differs = (word_at(text + last) ^ word_at(pattern->text + last)) &
		  word_at(pattern->mask + last);
	for (at = 0; at < last; at += sizeof(word))
		differs |= (word_at(text + at) ^ word_at(pattern->text + at)) &
			   word_at(pattern->mask + at);
	return !(differs[0] | differs[1]);
}

/*
 * Put a line that fits into the map if it says something new and true. Returns false if it has to
 * be parsed.
 */
static inline bool put_pattern(struct interconnect_reader *reader, const struct pattern *pattern,
			       const char *text)
{
	unsigned int tile = line_digits_tile(text + pattern->from_at);
	unsigned int far_tile = line_digits_tile(text + pattern->to_at);
	uint32_t *known;

	if (!line_tile_is_network(tile) || !line_tile_is_network(far_tile))
		return false;
	if (!pattern->known)
		return true;
	known = &reader->map->chips[pattern->chip].tiles[tile];
	if (*known)
		return false;
	*known = pattern->known | far_tile << FAR_TILE_SHIFT;
	return true;
}

/* Return the first line that needs to be parsed. */
static const char *take_patterns(struct interconnect_reader *reader, const char *at,
				 const char *end)
{
	const struct pattern *pattern;
	unsigned int link;

	while ((size_t)(end - at) >= reader->link_at + 2) {
		link = line_link(at + reader->link_at);
		if (link == GEMINI_HOST)
			break;
		pattern = &reader->patterns[link];
		if ((size_t)(end - at) < pattern->length || !pattern_fits(pattern, at) ||
		    !put_pattern(reader, pattern, at))
			break;
		reader->lines++;
		at += pattern->length;
	}
	return at;
}

static int hold(struct interconnect_reader *reader, const char *text, size_t length,
		struct interconnect_error *error)
{
	if (reader->held + length > INTERCONNECT_LINE) {
		error->line = reader->lines + 1;
		return refuse_length(error);
	}
	memcpy(reader->hold + reader->held, text, length);
	reader->held += length;
	return 0;
}

/* Take the line that is held, whose end has come. */
static int take_held(struct interconnect_reader *reader, struct interconnect_error *error)
{
	size_t held = reader->held;

	reader->held = 0;
	return take_line(reader, reader->hold, held, error);
}

int interconnect_reader_feed(struct interconnect_reader *reader, const char *text, size_t size,
			     struct interconnect_error *error)
{
	const char *at = text, *end = text + size, *stop;
	int err = 0;

	while (!err) {
		if (!reader->held)
			at = take_patterns(reader, at, end);
		stop = memchr(at, '\n', end - at);
		if (!stop)
			return hold(reader, at, end - at, error);
		if (reader->held) {
			err = hold(reader, at, stop - at, error);
			if (!err)
				err = take_held(reader, error);
		} else {
			err = take_line(reader, at, stop - at, error);
		}
		at = stop + 1;
	}
	return err;
}

int interconnect_reader_end(struct interconnect_reader *reader, struct interconnect **map,
			    struct interconnect_error *error)
{
	int err = reader->held ? take_held(reader, error) : 0;

	if (err)
		return err;
	*map = reader->map;
	reader->map = NULL;
	return 0;
}

struct interconnect_reader *interconnect_reader_new(const unsigned int *only)
{
	struct interconnect_reader *reader = calloc(1, sizeof(*reader));
	unsigned int link;

	if (!reader)
		return NULL;
	reader->map = map_new();
	if (!reader->map) {
		free(reader);
		return NULL;
	}
	for (link = 0; link < GEMINI_HOST; link++)
		reader->patterns[link].length = SIZE_MAX;
	reader->filtered = only;
	if (only)
		memcpy(reader->only, only, sizeof(reader->only));
	return reader;
}

void interconnect_reader_free(struct interconnect_reader *reader)
{
	if (!reader)
		return;
	interconnect_free(reader->map);
	free(reader);
}

static int feed_file(struct interconnect_reader *reader, int fd, char *block,
		     struct interconnect_error *error)
{
	ssize_t n;
	int err = 0;

	do {
		n = read(fd, block, BLOCK);
		if (n > 0)
			err = interconnect_reader_feed(reader, block, n, error);
		else if (n < 0 && errno != EINTR)
			err = -errno;
	} while (!err && n);
	return err;
}

static int load(struct interconnect **map, int fd, const unsigned int *only,
		struct interconnect_error *error)
{
	struct interconnect_reader *reader = interconnect_reader_new(only);
	char *block = malloc(BLOCK);
	int err = reader && block ? 0 : -ENOMEM;

	if (!err)
		err = feed_file(reader, fd, block, error);
	if (!err)
		err = interconnect_reader_end(reader, map, error);
	free(block);
	interconnect_reader_free(reader);
	return err;
}

const char *interconnect_path(void)
{
	const char *path = secure_getenv("GM_INTERCONNECT");

	return path && *path ? path : INTERCONNECT_PATH;
}

int interconnect_load(struct interconnect **map, const char *path, const unsigned int *only,
		      struct interconnect_error *error)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), err;

	*error = (struct interconnect_error) { 0 };
	if (fd < 0) {
		err = -errno;
	} else {
		err = load(map, fd, only, error);
		close(fd);
	}
	if (err && !*error->reason) {
		error->line = 0;
		line_explain(error, strerror(-err));
	}
	return err;
}
