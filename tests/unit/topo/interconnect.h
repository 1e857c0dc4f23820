/* SPDX-License-Identifier: GPL-2.0-only */
/* Interconnect files in memory, for tests. */
#ifndef TESTS_UNIT_INTERCONNECT_H
#define TESTS_UNIT_INTERCONNECT_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mark.h"
#include "topo/interconnect.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

static inline struct gemini_system system_made(const char *size, int class)
{
	struct gemini_system system;
	struct topo torus;

	ck_assert_int_eq(topo_parse(&torus, size), 0);
	ck_assert_msg(!gemini_system(&system, &torus, class), "%s of class %d", size, class);
	return system;
}

/* Return the whole file, to be freed. */
static inline char *file_made(const struct gemini_system *system)
{
	char *text = malloc((size_t)system->torus.chips * INTERCONNECT_TEXT);
	unsigned int chip;
	size_t n = 0;

	for (chip = 0; chip < system->torus.chips; chip++)
		n += interconnect_gemini_text(system, chip, text + n);
	text[n] = '\0';
	return realloc(text, n + 1);
}

/* Parse a text in pieces; return the first error, or the result of the last call. */
static inline int parse(const char *text, size_t length, size_t piece, const unsigned int *only,
			struct interconnect **map, struct interconnect_error *error)
{
	struct interconnect_reader *reader = interconnect_reader_new(only);
	size_t at, n;
	int err = 0;

	ck_assert_ptr_nonnull(reader);
	*error = (struct interconnect_error) { 0 };
	for (at = 0; at < length && !err; at += n) {
		n = piece < length - at ? piece : length - at;
		err = interconnect_reader_feed(reader, text + at, n, error);
	}
	if (!err)
		err = interconnect_reader_end(reader, map, error);
	interconnect_reader_free(reader);
	return err;
}

/* Return the map of a valid text. */
static inline struct interconnect *map_made(const char *text, const unsigned int *only)
{
	struct interconnect_error error;
	struct interconnect *map;
	int err = parse(text, strlen(text), SIZE_MAX, only, &map, &error);

	ck_assert_msg(!err, "line %lu: %s", error.line, error.reason);
	return map;
}

static inline unsigned int chip_found(const struct interconnect *map, unsigned int x,
				      unsigned int y, unsigned int z)
{
	return interconnect_find(map, (unsigned int[]) { x, y, z });
}

/* Assert that two maps are equal, apart from the order of their chips. */
static inline void same_maps(const struct interconnect *a, const struct interconnect *b)
{
	unsigned int chip, other, tile, near[3], far[3];
	struct interconnect_tile x, y;

	ck_assert_int_eq(interconnect_is_aries(a), interconnect_is_aries(b));
	ck_assert_uint_eq(interconnect_chips(a), interconnect_chips(b));
	for (chip = 0; chip < interconnect_chips(a); chip++) {
		interconnect_coord(a, chip, near);
		other = interconnect_find(b, near);
		ck_assert_uint_ne(other, TOPO_NONE);
		ck_assert_uint_eq(interconnect_missing(a, chip), interconnect_missing(b, other));
		for (tile = 0; tile < GEMINI_TILES; tile++) {
			if (interconnect_tile(a, chip, tile, &x))
				continue;
			ck_assert_int_eq(interconnect_tile(b, other, tile, &y), 0);
			ck_assert_uint_eq(x.link, y.link);
			ck_assert_int_eq(x.medium, y.medium);
			ck_assert_int_eq(x.far == TOPO_NONE, y.far == TOPO_NONE);
			if (x.far == TOPO_NONE)
				continue;
			interconnect_coord(a, x.far, near);
			interconnect_coord(b, y.far, far);
			ck_assert_mem_eq(near, far, sizeof(far));
			ck_assert_uint_eq(x.far_tile, y.far_tile);
		}
	}
}

/* Vary a line here and there: an extra blank, a tab for a blank, CR LF, an empty line. */
static inline char *blur(const char *line, char *at, unsigned int *seed, int often)
{
	const char *c;

	for (c = line; *c && *c != '\n'; c++) {
		if ((strchr("[(,)]", *c) || (*c == ':' && c[1] != ' ')) &&
		    rand_r(seed) % often == 0)
			at += sprintf(at, rand_r(seed) % 2 ? " \t" : " ");
		*at++ = *c == ' ' && rand_r(seed) % often == 0 ? '\t' : *c;
	}
	if (rand_r(seed) % often == 0)
		*at++ = '\r';
	*at++ = '\n';
	if (rand_r(seed) % often == 0)
		*at++ = '\n';
	return at;
}

static inline void shuffle(char **lines, size_t count, unsigned int *seed)
{
	size_t i, j;
	char *line;

	for (i = count - 1; i > 0; i--) {
		j = rand_r(seed) % (i + 1);
		line = lines[i];
		lines[i] = lines[j];
		lines[j] = line;
	}
}

/* Return an equivalent file in another spelling, one of BLURS; to be freed. */
#define BLURS 16
static inline char *file_blurred(char *text, unsigned int way)
{
	char *mutant = malloc(3 * strlen(text)), *lines[4096], *at;
	unsigned int seed = way + 1;
	size_t i, count = 0;

	for (at = text; *at; at = strchr(at, '\n') + 1) {
		ck_assert_uint_lt(count, ARRAY_SIZE(lines));
		lines[count++] = at;
	}
	if (way % 2)
		shuffle(lines, count, &seed);
	for (i = 0, at = mutant; i < count; i++)
		at = blur(lines[i], at, &seed, way < 8 ? 3 : 300);
	*at = '\0';
	return mutant;
}

/* The second line is refused, for this reason, however the text is cut. */
static inline void check_refused(const char *first, const char *second, const char *reason)
{
	struct interconnect_error error;
	struct interconnect *map;
	char text[512];
	size_t piece;

	snprintf(text, sizeof(text), "%s%s", first, second);
	for (piece = 1; piece < 80; piece++) {
		ck_assert_int_eq(parse(text, strlen(text), piece, NULL, &map, &error), -EBADMSG);
		ck_assert_str_eq(error.reason, reason);
		ck_assert_uint_eq(error.line, 2);
	}
}

/* A line that is good. */
#define GOOD "c0-0c0s0g0l00[(0,0,0)] Z+ -> c0-0c0s1g0l32[(0,0,1)] LinkType: backplane\n"

/* Make a file that repeats a text; to be unlinked. */
static inline const char *file_with(const char *text, size_t times)
{
	static char path[64];
	FILE *file;
	int fd;

	strcpy(path, "/tmp/gpcd-interconnect-XXXXXX");
	fd = mkstemp(path);
	file = fdopen(fd, "w");
	ck_assert_ptr_nonnull(file);
	while (times--)
		fputs(text, file);
	ck_assert_int_eq(fclose(file), 0);
	return path;
}

#endif /* TESTS_UNIT_INTERCONNECT_H */
