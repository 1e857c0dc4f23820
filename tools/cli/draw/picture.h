/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where a picture goes, and how it is coloured: --svg, --png and --scale of commands that draw.
 */
#ifndef PICTURE_H
#define PICTURE_H

#include <argp.h>

#include "scale.h"
#include "svg.h"

/**
 * struct picture - what the options say of a picture
 * @path: its file, or NULL: none is drawn
 * @png: it is a PNG, not an SVG
 * @scale: scale of its colours
 * @scaled: --scale is there
 * @alone: nothing else goes to standard output, so that "-" may be its file
 */
struct picture {
	const char *path;
	bool png;
	enum scale_kind scale;
	bool scaled;
	bool alone;
};

/** picture_argp - the options --svg, --png and --scale; the input is a struct picture */
extern const struct argp picture_argp;

/** picture_plain_argp - likewise --svg and --png alone: for pictures without a scale of colours */
extern const struct argp picture_plain_argp;

/**
 * picture_option() - name the option that asks for a picture
 * @picture: the picture
 *
 * Return: "--svg" or "--png"; NULL: none is drawn.
 */
const char *picture_option(const struct picture *picture);

/**
 * picture_check() - check before a long run if a picture can be written
 * @picture: the picture
 *
 * Return: the exit code, having said why not; 0 also if no picture is drawn.
 */
int picture_check(const struct picture *picture);

/**
 * picture_end() - write a picture to its file, and free it
 * @picture: where it goes
 * @svg: the picture
 * @width: width of the picture
 * @height: its height
 *
 * Return: the exit code, having said what is wrong.
 */
int picture_end(const struct picture *picture, struct svg *svg, double width, double height);

#endif /* PICTURE_H */
