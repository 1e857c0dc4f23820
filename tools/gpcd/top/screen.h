/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A screen in memory: cells of one character each, and how they are to look.
 */
#ifndef TOP_SCREEN_H
#define TOP_SCREEN_H

#include <stddef.h>

struct out;

/**
 * enum look - how a character looks; the terminal decides by what means
 * @LOOK_PLAIN: as usual
 * @LOOK_TITLE: the line on top
 * @LOOK_HEADING: the name of a column
 * @LOOK_SORTED: the name of the column that rows are sorted by
 * @LOOK_KEY: a key that can be pressed
 * @LOOK_WARM: a number that is high
 * @LOOK_HOT: a number that is very high
 * @LOOK_BROKEN: what is wrong
 * @LOOKS: how many there are
 */
enum look {
	LOOK_PLAIN,
	LOOK_TITLE,
	LOOK_HEADING,
	LOOK_SORTED,
	LOOK_KEY,
	LOOK_WARM,
	LOOK_HOT,
	LOOK_BROKEN,
	LOOKS,
};

/**
 * struct screen_cell - a character
 * @glyph: its number in Unicode: printable ASCII, or a block, U+2581 to U+2588
 * @look: an &enum look
 */
struct screen_cell {
	wchar_t glyph;
	unsigned char look;
};

/**
 * struct screen - a screen; begins as { 0 }
 * @rows: how many lines
 * @columns: characters of a line
 * @cells: line by line
 */
struct screen {
	unsigned int rows;
	unsigned int columns;
	struct screen_cell *cells;
};

/**
 * screen_resize() - give a screen a size, and clear it
 * @screen: the screen
 * @rows: lines
 * @columns: characters of a line
 *
 * Return: 0; -ENOMEM: the screen is as it was.
 */
int screen_resize(struct screen *screen, size_t rows, unsigned int columns);

/**
 * screen_free() - free the cells of a screen
 * @screen: the screen, empty after this
 */
void screen_free(struct screen *screen);

/**
 * screen_glyph() - put a character
 * @screen: the screen
 * @row: its line
 * @column: its place; nothing is put where the screen has no such place
 * @glyph: the character
 * @look: how it looks
 */
void screen_glyph(struct screen *screen, unsigned int row, unsigned int column, wchar_t glyph,
		  enum look look);

/**
 * screen_put() - put text, which is cut off where the line ends
 * @screen: the screen
 * @row: its line
 * @column: place of its first character
 * @look: how it looks
 * @text: the text; a byte that is no printable ASCII becomes '?'
 *
 * Return: the place behind the text.
 */
unsigned int screen_put(struct screen *screen, unsigned int row, unsigned int column,
			enum look look, const char *text);

/**
 * screen_look() - change the look of a whole line
 * @screen: the screen
 * @row: the line
 * @look: how it looks
 */
void screen_look(struct screen *screen, unsigned int row, enum look look);

/**
 * screen_text() - add a screen to a record as plain text in UTF-8
 * @screen: the screen; no line has blanks at its end
 * @out: the record
 */
void screen_text(const struct screen *screen, struct out *out);

#endif /* TOP_SCREEN_H */
