/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What `gpcd top' shows: rows of links and tiles, their numbers now and in the samples before.
 * A model knows neither devices nor terminals.
 */
#ifndef TOP_MODEL_H
#define TOP_MODEL_H

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
 * enum model_number - the numbers of a row
 * @MODEL_BYTES: bytes that arrive in a second
 * @MODEL_USE: the same as a share of what the link or tile can carry
 * @MODEL_INPUT_STALLS: share of the time that something waits at the input
 * @MODEL_CREDIT_STALLS: share of the time that the output waits for credits
 * @MODEL_NUMBERS: how many there are
 */
enum model_number {
	MODEL_BYTES,
	MODEL_USE,
	MODEL_INPUT_STALLS,
	MODEL_CREDIT_STALLS,
	MODEL_NUMBERS,
};

/**
 * enum model_track - what a row's history is about
 * @MODEL_TRACK_USE: MODEL_USE
 * @MODEL_TRACK_STALLS: what model_stalls() returns
 * @MODEL_TRACK_BYTES: MODEL_BYTES
 * @MODEL_TRACKS: how many there are
 */
enum model_track {
	MODEL_TRACK_USE,
	MODEL_TRACK_STALLS,
	MODEL_TRACK_BYTES,
	MODEL_TRACKS,
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
 * @history: what each track was; a ring, in which the number of the sample is the place; NAN where
 *	there is no number
 */
struct model_row {
	size_t chip;
	enum model_kind kind;
	char name[METRICS_OBJECT_ROOM];
	char to[METRICS_OBJECT_ROOM];
	unsigned int tiles;
	unsigned int lost;
	int far;
	struct metrics_value numbers[MODEL_NUMBERS];
	float history[MODEL_TRACKS][MODEL_HISTORY];
};

/**
 * struct model - all that is shown; begins as { 0 }
 * @chips: the chips
 * @chip_count: how many
 * @rows: their links and tiles
 * @row_count: how many
 * @samples: how many samples there were
 */
struct model {
	struct model_chip *chips;
	size_t chip_count;
	struct model_row *rows;
	size_t row_count;
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
 * model_stalls() - tell how much a row stalls
 * @row: a row
 *
 * Return: the greater of input and credit stalls, or the one that is known, or NAN.
 */
double model_stalls(const struct model_row *row);

/**
 * model_number() - tell a number
 * @row: a row
 * @number: which
 *
 * Return: the number, or NAN if there is none.
 */
double model_number(const struct model_row *row, enum model_number number);

/**
 * model_past() - tell what a track was
 * @model: the model
 * @row: a row
 * @track: which
 * @ago: how many samples ago; 0: in the last one
 *
 * Return: the number, or NAN if there was none, or if it is forgotten.
 */
double model_past(const struct model *model, const struct model_row *row, enum model_track track,
		  unsigned int ago);

/**
 * model_most() - find the greatest number that a track has in the history of a kind of rows
 * @model: the model
 * @kind: of which rows
 * @track: which
 *
 * Return: the number; 0 if there is none.
 */
double model_most(const struct model *model, enum model_kind kind, enum model_track track);

/**
 * model_free() - free what a model holds
 * @model: the model, empty after this
 */
void model_free(struct model *model);

#endif /* TOP_MODEL_H */
