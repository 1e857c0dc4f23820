/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Scales of colour: which colour a share has. Pictures with one of the fixed scales can be
 * compared.
 */
#ifndef SCALE_H
#define SCALE_H

#include "cli/words.h"

/** SCALE_LEVELS - number of colours of a scale: what has one level is drawn in one path */
#define SCALE_LEVELS	24

/** SCALE_LOG_FROM - the lowest share of the logarithmic scale; less is shown as this */
#define SCALE_LOG_FROM	0.0001

/** SCALE_HELP - help of an option that chooses a scale */
#define SCALE_HELP	"colours from 0 to the most that there is (most), to 100 % (full), or " \
			"logarithmic, from 0.01 to 100 % (log); default most"

/**
 * enum scale_kind - where a scale begins and ends
 * @SCALE_MOST: from 0 to the next round number above the largest value
 * @SCALE_FULL: from 0 to 1
 * @SCALE_LOG: from SCALE_LOG_FROM to 1, logarithmic
 */
enum scale_kind {
	SCALE_MOST,
	SCALE_FULL,
	SCALE_LOG,
};

/**
 * scale_nice_above() - find the end of a scale
 * @value: the largest value on it
 *
 * Return: the next round number that is not below @value.
 */
double scale_nice_above(double value);

/**
 * struct scale - a scale that fits the values of a picture
 * @kind: its kind
 * @top: value of the darkest colour
 */
struct scale {
	enum scale_kind kind;
	double top;
};

/** scale_words - the names of the kinds, in the order of enum scale_kind */
extern const struct words scale_words;

/**
 * scale_fit() - make the scale of a picture
 * @kind: its kind
 * @most: the largest value of the picture, from 0 on
 *
 * Return: the scale.
 */
struct scale scale_fit(enum scale_kind kind, double most);

/**
 * scale_level() - find the level of a value
 * @scale: the scale
 * @value: the value, from 0 on
 *
 * Return: the level, below SCALE_LEVELS.
 */
unsigned int scale_level(const struct scale *scale, double value);

/**
 * scale_value() - find the value at a place of a scale
 * @scale: the scale
 * @part: the place, from 0, pale, to 1, dark
 *
 * Return: the value.
 */
double scale_value(const struct scale *scale, double part);

#endif /* SCALE_H */
