/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pictures: an SVG file that needs no other file.
 */
#ifndef SVG_H
#define SVG_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/util.h"

/**
 * struct svg - a picture in the making
 * @body: stream of its elements, which may be printed to
 * @text: memory of @body
 * @length: bytes of @text
 * @failed: there was no memory for some text
 */
struct svg {
	FILE *body;
	char *text;
	size_t length;
	bool failed;
};

/**
 * svg_begin() - begin a picture
 * @svg: filled in, for svg_end()
 *
 * Return: 0 or -ENOMEM.
 */
int svg_begin(struct svg *svg);

/**
 * svg_text() - add a line of text
 * @svg: the picture
 * @x: place of its anchor, from the left
 * @y: place of its baseline, from the top
 * @class: "title", "head", "label" or "small"; the anchor is its beginning, or with " mid" its
 *	middle, with " end" its end
 * @fmt: the text, as for printf(3); at most 255 bytes. What cannot be text in a picture,
 *	bytes that are not UTF-8 and control characters, is replaced
 */
__printf(5, 6) void svg_text(struct svg *svg, double x, double y, const char *class,
			     const char *fmt, ...);

/**
 * svg_box() - add a filled box
 * @svg: the picture
 * @x: its left side
 * @y: its upper side
 * @w: its width
 * @h: its height
 * @colour: its colour, as SVG has it
 */
void svg_box(struct svg *svg, double x, double y, double w, double h, const char *colour);

/**
 * svg_tip() - say something about a place, where a viewer shows it for what is under the pointer
 * @svg: the picture
 * @x: left side of the place
 * @y: its upper side
 * @w: its width
 * @h: its height
 * @text: what is said; what cannot be text in a picture is replaced
 */
void svg_tip(struct svg *svg, double x, double y, double w, double h, const char *text);

/**
 * svg_drop() - free a picture that is not written
 * @svg: the picture
 */
void svg_drop(struct svg *svg);

/**
 * svg_check() - check before a long run if a picture can be written
 * @path: path of its file
 *
 * Return: the exit code, having said why not.
 */
int svg_check(const char *path);

/**
 * svg_end() - write a picture to a file, and free it
 * @svg: the picture
 * @path: path of the file; a regular file is replaced by the whole picture, or left as it was
 * @width: width of the picture
 * @height: its height
 *
 * Return: 0 or a negative errno.
 */
int svg_end(struct svg *svg, const char *path, double width, double height);

/**
 * svg_check_drawing() - check if a PNG can be drawn
 *
 * Return: the exit code, having said why not, and what to install.
 */
int svg_check_drawing(void);

/**
 * svg_check_png() - check before a long run if a picture can be written as a PNG
 * @path: path of its file
 *
 * Return: the exit code, having said why not.
 */
int svg_check_png(const char *path);

/**
 * svg_end_png() - draw a picture into a PNG, and free it
 * @svg: the picture
 * @path: path of the file, as of svg_end()
 * @width: width of the picture
 * @height: its height
 *
 * rsvg-convert(1) draws it: what a user sees is one picture in two formats, and no command that
 * never draws has a graphics library in its memory.
 *
 * Return: 0 or a negative errno; -ENOPKG: rsvg-convert(1) could not be started or failed.
 */
int svg_end_png(struct svg *svg, const char *path, double width, double height);

/**
 * svg_print() - write a picture to standard output, and free it
 * @svg: the picture
 * @png: as a PNG, not as an SVG
 * @width: width of the picture
 * @height: its height
 *
 * Return: the exit code, having said what is wrong, unless a reader closed the pipe.
 */
int svg_print(struct svg *svg, bool png, double width, double height);

#endif /* SVG_H */
