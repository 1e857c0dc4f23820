/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What `gpcd top' shows: rows of links and tiles, their numbers now and in the samples before.
 * A model knows neither devices nor terminals.
 */
#ifndef CHIPS_MODEL_H
#define CHIPS_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/util.h"
#include "metrics/value.h"

/** MODEL_HISTORY: samples that a row remembers */
#define MODEL_HISTORY	128

/** MODEL_NAME_ROOM: bytes of the longest name of a chip, with its NUL; of longer ones the end */
#define MODEL_NAME_ROOM	64

/** MODEL_WHY_ROOM: bytes of the longest reason why a chip is not read, with its NUL */
#define MODEL_WHY_ROOM	48

/** MODEL_CHOSEN: most metrics of a kind of rows that may be chosen */
#define MODEL_CHOSEN	16

/** MODEL_UNKNOWN: number of tiles at the other end of a link that nobody knows */
#define MODEL_UNKNOWN	(-1)

/**
 * enum model_kind - what a row is about
 * @MODEL_LINK: a link
 * @MODEL_TILE: a tile
 * @MODEL_KINDS: how many there are
 */
enum model_kind {
	MODEL_LINK,
	MODEL_TILE,
	MODEL_KINDS,
};

/**
 * enum model_number - the numbers of a row; those of metrics that are chosen follow MODEL_NUMBERS
 * @MODEL_BYTES: bytes that arrive in a second
 * @MODEL_USE: the same as a share of what the link or tile can carry
 * @MODEL_INPUT_STALLS: share of the time that something waits at the input
 * @MODEL_CREDIT_STALLS: share of the time that the output waits for credits
 * @MODEL_NUMBERS: how many a row always has room for
 * @MODEL_ALL: the same with those that are chosen
 * @MODEL_STALLS: no number of its own: the greater of both stalls, or the one that is known
 */
enum model_number {
	MODEL_BYTES,
	MODEL_USE,
	MODEL_INPUT_STALLS,
	MODEL_CREDIT_STALLS,
	MODEL_NUMBERS,
	MODEL_ALL = MODEL_NUMBERS + MODEL_CHOSEN,
	MODEL_STALLS = MODEL_ALL,
};

/**
 * struct model_metric - a metric that is chosen to be shown
 * @name: its name
 * @unit: what its number is counted in; "" for a plain number
 * @of_peak: its number is a share of what the link or tile can carry
 * @number: an &enum model_number: where rows have its number
 */
struct model_metric {
	char name[METRICS_NAME_ROOM];
	char unit[METRICS_UNIT_ROOM];
	bool of_peak;
	enum model_number number;
};

/**
 * enum model_mark - what is wrong with a link, the worst of it last
 * @MODEL_SOUND: nothing
 * @MODEL_SHORT: some of its tiles have failed, at both ends as many or nobody knows
 * @MODEL_UNEVEN: its two ends have different numbers of tiles
 * @MODEL_FAILED: all of its tiles have failed
 * @MODEL_MARKS: how many there are
 */
enum model_mark {
	MODEL_SOUND,
	MODEL_SHORT,
	MODEL_UNEVEN,
	MODEL_FAILED,
	MODEL_MARKS,
};

/**
 * struct model_chip - a chip
 * @name: what its device is called
 * @at: its coordinate, "0,0,0"
 * @why: why it is not read any more, such as "gone"; "": it is read
 */
struct model_chip {
	char name[MODEL_NAME_ROOM];
	char at[METRICS_OBJECT_ROOM];
	char why[MODEL_WHY_ROOM];
};

/**
 * struct model_row - a link or a tile
 * @chip: index of its chip
 * @kind: an &enum model_kind
 * @name: "X+" or "green 6"; of a tile "3,4"
 * @to: where it leads: a coordinate, "1,0,0"; of a tile the name of its link; "": unknown
 * @tiles: of a link, how many of its tiles work
 * @lost: how many fewer than it ought to have
 * @far: how many the other end has, or MODEL_UNKNOWN
 * @numbers: its numbers in the last sample
 * @history: by number, what it was; a ring of MODEL_HISTORY, in which the number of the sample is
 *	the place; NAN where there is no number. NULL: there never is one
 */
struct model_row {
	size_t chip;
	enum model_kind kind;
	char name[METRICS_OBJECT_ROOM];
	char to[METRICS_OBJECT_ROOM];
	unsigned int tiles;
	unsigned int lost;
	int far;
	struct metrics_value numbers[MODEL_ALL];
	float *history[MODEL_ALL];
};

/**
 * struct model - all that is shown; begins as { 0 }
 * @chips: the chips
 * @chip_count: how many
 * @rows: their links and tiles
 * @row_count: how many
 * @chosen: by kind, the metrics that are shown; none: the first MODEL_NUMBERS numbers are
 * @chosen_count: how many
 * @samples: how many samples there were
 */
struct model {
	struct model_chip *chips;
	size_t chip_count;
	struct model_row *rows;
	size_t row_count;
	struct model_metric chosen[MODEL_KINDS][MODEL_CHOSEN];
	unsigned int chosen_count[MODEL_KINDS];
	unsigned long samples;
};

/**
 * model_add_chip() - add a chip
 * @model: the model
 * @name: what its device is called; "/dev/" and "image:" in front are left out
 * @at: its coordinate
 *
 * Return: 0, -ENOMEM. The chip is the last one.
 */
int model_add_chip(struct model *model, const char *name, const unsigned int at[3]);

/**
 * model_add_row() - add a row of the last chip
 * @model: the model
 * @row: its kind, name, to, tiles, lost, far; the rest is filled in
 *
 * Return: 0, -ENOMEM.
 */
int model_add_row(struct model *model, const struct model_row *row);

/**
 * model_pick() - choose a metric to be shown
 * @model: the model
 * @kind: the rows that it is about
 * @metric: its name and unit; @number is MODEL_NUMBERS if none of the numbers before that is its
 *
 * Return: 0, also if it is chosen already; -E2BIG: there are MODEL_CHOSEN of them.
 */
int model_pick(struct model *model, enum model_kind kind, const struct model_metric *metric);

/**
 * model_chosen() - find a metric that is chosen
 * @model: the model
 * @kind: the rows that it is about
 * @name: its name
 * @unit: its unit, or NULL: any
 *
 * Return: the metric, or NULL.
 */
const struct model_metric *model_chosen(const struct model *model, enum model_kind kind,
					const char *name, const char *unit);

/**
 * model_shown() - count the numbers that a row of a kind is shown with
 * @model: the model
 * @kind: the kind
 */
unsigned int model_shown(const struct model *model, enum model_kind kind);

/**
 * model_shown_number() - tell which number is shown
 * @model: the model
 * @kind: the kind of rows
 * @i: its place, below model_shown()
 */
enum model_number model_shown_number(const struct model *model, enum model_kind kind,
				     unsigned int i);

/**
 * model_remember() - begin the history of a number
 * @row: a row of a model
 * @number: which, below MODEL_ALL
 *
 * Return: 0, -ENOMEM.
 */
int model_remember(struct model_row *row, enum model_number number);

/**
 * model_begin() - begin a sample: no row has a number yet
 * @model: the model
 */
void model_begin(struct model *model);

/**
 * model_end() - end a sample: what the rows' numbers are becomes history
 * @model: the model
 */
void model_end(struct model *model);

/**
 * model_mark() - tell what is wrong with a link
 * @row: a row
 *
 * Return: an &enum model_mark, the worst.
 */
enum model_mark model_mark(const struct model_row *row);

/**
 * model_number() - tell a number
 * @row: a row
 * @number: which
 *
 * Return: the number, or NAN if there is none.
 */
double model_number(const struct model_row *row, enum model_number number);

/**
 * model_past() - tell what a number was
 * @model: the model
 * @row: a row
 * @number: which
 * @ago: how many samples ago; 0: in the last one
 *
 * Return: the number, or NAN if there was none, or if it is forgotten.
 */
double model_past(const struct model *model, const struct model_row *row,
		  enum model_number number, unsigned int ago);

/**
 * model_most() - find the greatest that a number was in the history of a kind of rows
 * @model: the model
 * @kind: of which rows
 * @number: which
 *
 * Return: the number; 0 if there is none.
 */
double model_most(const struct model *model, enum model_kind kind, enum model_number number);

/**
 * model_free() - free what a model holds
 * @model: the model, empty after this
 */
void model_free(struct model *model);

#endif /* CHIPS_MODEL_H */
