/* SPDX-License-Identifier: GPL-2.0-only */
/* `gpcd top': what it shows of chips, and how. */
#ifndef TOP_H
#define TOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "chips/model.h"
#include "cli/words.h"

struct chips;
struct out;

/* --- the order of rows --- */

/*
 * Sort keys; equal rows keep the order in which they were added. Numbers are sorted with the
 * greatest first.
 */
enum order_key {
	ORDER_USE, /* then by bytes */
	ORDER_STALLS,
	ORDER_BYTES,
	ORDER_MARKS, /* the worst first; then by use */
	ORDER_NAMES, /* as added: by device, then in the chip's own order */
	ORDER_METRIC, /* a number that is shown; not selected by name */
	ORDER_KEYS,
};

/* An order of rows. */
struct order {
	enum order_key key;
	unsigned int metric; /* for ORDER_METRIC: index among the numbers shown */
	bool is_reverse;
};

/* Names of the keys except ORDER_METRIC, in their order. */
extern const struct words order_words;

/*
 * Return the number, with its history, that goes with an order: what rows are sorted by, or use if
 * that is no number.
 */
enum model_number order_number(const struct order *order, const struct model *model,
			       enum model_kind kind);

/* Check if row @i is shown: it is of a kind and, if the model wants faults, has one. */
bool order_has(const struct model *model, enum model_kind kind, size_t i);

/* A row, and what it is compared by: rows of the model are large, and read once for each order. */
struct order_row {
	double number; /* NAN: none */
	double next; /* if the numbers are equal */
	unsigned int mark; /* enum model_mark, which comes first; or 0 */
	uint32_t row; /* index */
};

/*
 * Sort the rows of a kind that are shown. @rows has room for all rows of the model. Return their
 * number.
 */
size_t order_rows(const struct order *order, const struct model *model, enum model_kind kind,
		  struct order_row *rows);

/* --- a screen in memory: cells of one character each, and their looks --- */

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
	uint16_t glyph; /* printable ASCII, or a block, U+2581 to U+2588 */
	uint8_t look; /* enum look */
};

/* A screen; initialise with { 0 }. */
struct screen {
	unsigned int rows;
	unsigned int columns;
	struct screen_cell *cells; /* line by line */
};

/* Resize and clear a screen. Return 0, or -ENOMEM, which leaves the screen unchanged. */
int screen_resize(struct screen *screen, size_t rows, unsigned int columns);

/* Fill a screen with blanks. */
void screen_clear(struct screen *screen);

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

/* --- a view: a model, drawn into a screen --- */

/* The smallest screen that has rows. */
#define VIEW_COLUMNS_LEAST	40
#define VIEW_ROWS_LEAST		5

/* Size of a time of day with its NUL. */
#define VIEW_CLOCK_ROOM		16

/* What is shown of a model, and how. */
struct view {
	enum model_kind kind;
	struct order order;
	unsigned int shown[MODEL_KINDS]; /* numbers per row, by kind, as of model_shown() */
	bool is_held; /* take no new samples */
	bool is_ascii; /* digits instead of blocks, which the terminal may lack */
	bool has_map; /* it is known where links lead */
	size_t first; /* index of the first visible row */
	uint64_t period; /* between samples, ns */
	char clock[VIEW_CLOCK_ROOM]; /* time of day of the last sample */
};

/* Return how many rows of a model fit on a screen of @rows lines. */
unsigned int view_room(unsigned int rows);

/* Count the rows of the kind that is shown. */
size_t view_rows(const struct view *view, const struct model *model);

/* Draw a model. @screen has its size. Return 0 or -ENOMEM. */
int view_draw(const struct view *view, const struct model *model, struct screen *screen);

/*
 * Add all rows of a model to a record, as text for a file, without keys. @screen has its number of
 * columns, and serves for one line after another. Return 0 or -ENOMEM.
 */
int view_print(const struct view *view, const struct model *model, struct screen *screen,
	       struct out *out);

/* --- how numbers of rows are shown: titles, units and digits --- */

/* Size of the longest title or number with its NUL. */
#define NUMBERS_TEXT	80

/* How a number is shown. */
struct number_form {
	char title[NUMBERS_TEXT]; /* of its column */
	char unit[METRICS_UNIT_ROOM]; /* "GB/S"; "" for a plain number */
	double scale; /* factor */
	int digits; /* after the point; negative: four significant digits */
	unsigned int width; /* characters of its column */
	unsigned int from; /* least width of a screen that has it; 0: any */
	enum order_key key; /* sorts by it, besides ORDER_METRIC; ORDER_KEYS: none */
	bool is_share; /* bars are full at 1 */
	bool of_peak; /* a share of the capacity of the link or tile */
	bool is_load; /* a high share is bad */
};

/* Return how number @i of those shown looks. */
struct number_form numbers_form(const struct model *model, enum model_kind kind, unsigned int i);

/* Return the metric's name for number @i of those shown, or the title of its column. */
const char *numbers_name(const struct model *model, enum model_kind kind, unsigned int i);

/*
 * Write a number, or a word for why there is none; '-' if there is nothing to read, as for a link
 * without tiles.
 */
void numbers_text(const struct number_form *form, const struct metrics_value *value,
		  char text[NUMBERS_TEXT]);

/* Return the look of a number. */
enum look numbers_look(const struct number_form *form, const struct metrics_value *value);

/*
 * Return the value of a full bar of the history that goes with an order. @text receives the heading
 * of the history.
 */
double numbers_full(const struct order *order, const struct model *model, enum model_kind kind,
		    char text[NUMBERS_TEXT]);

/* --- the columns of a view: which ones fit, their widths, and their cells --- */

/* Number of columns that precede the numbers. */
#define COLUMNS_FIXED	6

/* Most columns, without the history. */
#define COLUMNS_MOST	(COLUMNS_FIXED + MODEL_CHOSEN)

/* Size of the longest cell with its NUL. */
#define COLUMNS_TEXT	128

/* The columns of a view. */
struct columns {
	const struct view *view;
	const struct model *model;
	unsigned int numbers; /* numbers that may have a column, after the fixed ones */
	struct number_form forms[MODEL_CHOSEN]; /* of these numbers */
	unsigned int width[COLUMNS_MOST]; /* characters of each column; 0: it does not fit */
	unsigned int history; /* where the history begins */
	enum model_number number; /* shown by the history */
	double full; /* value of a full bar */
	char scale[NUMBERS_TEXT]; /* full, as text */
};

/* Choose the columns for lines of @room characters. */
void columns_fit(struct columns *columns, const struct view *view, const struct model *model,
		 unsigned int room);

/* Draw the names of the columns. */
void columns_heading(const struct columns *columns, struct screen *screen, unsigned int line);

/* Draw a row. */
void columns_row(const struct columns *columns, struct screen *screen, unsigned int line,
		 const struct model_row *row);

/* --- keys and their effects on a view --- */

/* Limits of the time between two samples on a screen, ns. */
#define KEYS_PERIOD_LEAST	100000000ULL
#define KEYS_PERIOD_MOST	86400000000000ULL

/* Keys that are not characters; characters have their ASCII codes. */
enum key {
	KEY_NONE, /* no key, or an unknown one */
	KEY_LINE_UP = 0x100,
	KEY_LINE_DOWN,
	KEY_PAGE_UP,
	KEY_PAGE_DOWN,
	KEY_FIRST,
	KEY_LAST,
};

/* Limit the first row to what exists. @rows rows exist, @room rows fit on the screen. */
void keys_scroll(struct view *view, size_t rows, unsigned int room);

/*
 * Handle a key, an enum key or a character. @rows rows exist, @room rows fit on the screen. Return
 * false if the key ends the program.
 */
bool keys_press(struct view *view, int key, size_t rows, unsigned int room);

/* --- the terminal, which shows a screen and reads keys; only terminal.c uses curses --- */

/*
 * Check that there is a terminal that can show a screen. Report any error and return the exit code.
 */
int terminal_check(void);

/*
 * Take over the terminal until terminal_end(); use colours if @has_colours and it has any. Report
 * any error and return the exit code.
 */
int terminal_begin(bool has_colours);

/* Restore the terminal; does nothing if it was not taken over. */
void terminal_end(void);

/* Restore the terminal for a while. */
void terminal_pause(void);

/* Take over the terminal again, in any state. */
void terminal_resume(void);

/* Restore the terminal in a signal handler; async-signal-safe. The process must end after this. */
void terminal_rescue(void);

/* Return the size of the terminal at the last call of terminal_key(). */
void terminal_size(unsigned int *rows, unsigned int *columns);

/* Show a screen of the size of the terminal. */
void terminal_show(const struct screen *screen);

/*
 * Read a key: an enum key (keys.h) or a character; KEY_NONE if it is unknown; -1 if no key is
 * waiting.
 */
int terminal_key(void);

/* --- samples, keys and signals in turn --- */

/*
 * Show chips until a key or a signal asks for the end, or for @count samples; 0: no limit. The
 * terminal is restored. Report any error and return the exit code.
 */
int live_run(struct chips *chips, struct model *model, struct view *view, uint64_t count);

/* Take a sample, and set the view's time of day. Return the number of chips that were read. */
size_t live_sample(struct chips *chips, struct model *model, struct view *view);

#endif /* TOP_H */
