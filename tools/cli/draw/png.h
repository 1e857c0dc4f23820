/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * PNG pictures, which rsvg-convert(1) draws of SVG.
 */
#ifndef PNG_H
#define PNG_H

#include <stdio.h>

/** PNG_COMMAND - the command that draws, looked for in PATH */
#define PNG_COMMAND	"rsvg-convert"

/**
 * png_check() - check if pictures can be drawn
 *
 * Return: 0 or a negative errno: the command cannot be started.
 */
int png_check(void);

/**
 * png_draw() - draw a picture
 * @from: descriptor of an SVG, from where it is on
 * @to: stream that gets the PNG
 *
 * Return: 0 or a negative errno; -ENOPKG: the command failed, and has said why.
 */
int png_draw(int from, FILE *to);

#endif /* PNG_H */
