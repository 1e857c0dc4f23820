// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "cli/out/out.h"
#include "top.h"

static void put_blanks(struct screen_cell *cells, size_t count)
{
	for (size_t i = 0; i < count; i++)
		cells[i] = (struct screen_cell) { ' ', LOOK_PLAIN };
}

int screen_resize(struct screen *screen, size_t rows, unsigned int columns)
{
	size_t count = rows * columns;
	struct screen_cell *cells = reallocarray(screen->cells, count ? count : 1, sizeof(*cells));

	if (!cells)
		return -ENOMEM;
	put_blanks(cells, count);
	*screen = (struct screen) { rows, columns, cells };
	return 0;
}

void screen_clear(struct screen *screen)
{
	put_blanks(screen->cells, (size_t)screen->rows * screen->columns);
}

void screen_free(struct screen *screen)
{
	free(screen->cells);
	*screen = (struct screen) { 0 };
}

static struct screen_cell *screen_line(const struct screen *screen, unsigned int row)
{
	return &screen->cells[(size_t)row * screen->columns];
}

void screen_glyph(struct screen *screen, unsigned int row, unsigned int column, wchar_t glyph,
		  enum look look)
{
	if (row < screen->rows && column < screen->columns)
		screen_line(screen, row)[column] = (struct screen_cell) { glyph, look };
}

unsigned int screen_put(struct screen *screen, unsigned int row, unsigned int column,
			enum look look, const char *text)
{
	struct screen_cell *line = row < screen->rows ? screen_line(screen, row) : NULL;

	for (; *text; text++, column++) {
		if (line && column < screen->columns)
			line[column] = (struct screen_cell) {
				*text >= ' ' && *text <= '~' ? *text : '?', look,
			};
	}
	return column;
}

void screen_look(struct screen *screen, unsigned int row, enum look look)
{
	for (unsigned int i = 0; row < screen->rows && i < screen->columns; i++)
		screen_line(screen, row)[i].look = look;
}

/* Blocks have code points of 16 bits, which take three bytes. */
#define GLYPH_BYTES	3

/* Write a glyph, and return where it ends. */
static char *write_glyph(char *to, wchar_t glyph)
{
	if (glyph < 0x80) {
		*to = glyph;
		return to + 1;
	}
	to[0] = 0xe0 | glyph >> 12;
	to[1] = 0x80 | (glyph >> 6 & 0x3f);
	to[2] = 0x80 | (glyph & 0x3f);
	return to + GLYPH_BYTES;
}

void screen_text(const struct screen *screen, struct out *out)
{
	for (unsigned int row = 0; row < screen->rows; row++) {
		const struct screen_cell *line = screen_line(screen, row);
		unsigned int length = screen->columns;
		char *to = out_room(out, (size_t)length * GLYPH_BYTES + 1);

		if (!to)
			return;
		while (length && line[length - 1].glyph == ' ')
			length--;
		for (unsigned int i = 0; i < length; i++)
			to = write_glyph(to, line[i].glyph);
		*to++ = '\n';
		out_take(out, to);
	}
}
