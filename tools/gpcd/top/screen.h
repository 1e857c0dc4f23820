/* SPDX-License-Identifier: GPL-2.0-only */
/* A screen in memory: cells of one character each, and their looks. */
#ifndef TOP_SCREEN_H
#define TOP_SCREEN_H

#include <stddef.h>

struct out;

/* How a character looks; the terminal chooses the attributes. */
enum look {
	LOOK_PLAIN,
	LOOK_TITLE, /* the top line */
	LOOK_HEADING,
	LOOK_SORTED, /* name of the column that rows are sorted by */
	LOOK_KEY,
	LOOK_WARM,
	LOOK_HOT,
	LOOK_BROKEN,
	LOOKS,
};

struct screen_cell {
	wchar_t glyph; /* printable ASCII, or a block, U+2581 to U+2588 */
	unsigned char look; /* enum look */
};

/* A screen; initialise with { 0 }. */
struct screen {
	unsigned int rows;
	unsigned int columns;
	struct screen_cell *cells; /* line by line */
};

/* Resize and clear a screen. Return 0, or -ENOMEM, which leaves the screen unchanged. */
int screen_resize(struct screen *screen, size_t rows, unsigned int columns);

/* Free the cells of a screen, which is empty then. */
void screen_free(struct screen *screen);

/* Put a character; does nothing outside of the screen. */
void screen_glyph(struct screen *screen, unsigned int row, unsigned int column, wchar_t glyph,
		  enum look look);

/*
 * Put text, cut off at the end of the line; a byte that is not printable ASCII becomes '?'. Return
 * the column after the text.
 */
unsigned int screen_put(struct screen *screen, unsigned int row, unsigned int column,
			enum look look, const char *text);

/* Change the look of a whole line. */
void screen_look(struct screen *screen, unsigned int row, enum look look);

/* Add a screen to a record as plain UTF-8 text, without blanks at the ends of lines. */
void screen_text(const struct screen *screen, struct out *out);

#endif /* TOP_SCREEN_H */
