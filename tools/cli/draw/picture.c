// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "cli/cli.h"
#include "picture.h"

enum { KEY_SVG = 0xb00, KEY_PNG, KEY_SCALE };

/* A plain picture has all but the first. */
static const struct argp_option options[] = {
	{ "scale", KEY_SCALE, "KIND", 0, SCALE_HELP, 0 },
	{ "svg", KEY_SVG, "FILE", 0, "draw a picture into an SVG", 0 },
	{ "png", KEY_PNG, "FILE", 0, "draw a picture into a PNG, by rsvg-convert(1)", 0 },
	{ 0 }
};

/* Reject the name of an SVG file for a PNG, and the other way round. */
static void check_ending(const struct picture *picture, const struct argp_state *state)
{
	const char *dot = strrchr(picture->path, '.');

	if (dot && !strcasecmp(dot, picture->png ? ".svg" : ".png"))
		argp_error(state, "%s %s: the name is of another format: take %s",
			   picture_option(picture), picture->path,
			   picture->png ? "--svg" : "--png");
}

static error_t option_take(int key, char *arg, struct argp_state *state)
{
	struct picture *picture = state->input;
	int found;

	switch (key) {
	case KEY_SVG:
	case KEY_PNG:
		cli_once(state, "a picture", picture->path, arg);
		picture->path = arg;
		picture->png = key == KEY_PNG;
		check_ending(picture, state);
		return 0;
	case KEY_SCALE:
		found = words_find(&scale_words, arg);
		if (found < 0)
			cli_refuse(state, options, key, arg, &scale_words);
		picture->scale = found;
		picture->scaled = true;
		return 0;
	case ARGP_KEY_END:
		if (picture->scaled && !picture->path)
			argp_error(state, "--scale goes with --svg or --png");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp picture_argp = { .options = options, .parser = option_take };

const struct argp picture_plain_argp = { .options = options + 1, .parser = option_take };

const char *picture_option(const struct picture *picture)
{
	return !picture->path ? NULL : picture->png ? "--png" : "--svg";
}

static bool is_printed(const struct picture *picture)
{
	return picture->alone && !strcmp(picture->path, "-");
}

int picture_check(const struct picture *picture)
{
	if (!picture->path)
		return 0;
	if (is_printed(picture))
		return picture->png ? svg_check_drawing() : 0;
	return picture->png ? svg_check_png(picture->path) : svg_check(picture->path);
}

int picture_end(const struct picture *picture, struct svg *svg, double width, double height)
{
	int err;

	if (is_printed(picture))
		return svg_print(svg, picture->png, width, height);
	err = picture->png ? svg_end_png(svg, picture->path, width, height) :
			     svg_end(svg, picture->path, width, height);
	return err ? complain_output(picture->path, err) : 0;
}
