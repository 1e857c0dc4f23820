// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/out/complain.h"
#include "cli/out/out.h"
#include "cli/out/unicode.h"
#include "cli/wait/wait.h"
#include "draw.h"

static const char style[] =
	"<style>\n"
	"text { font-family: 'DejaVu Sans', Verdana, sans-serif; fill: #333 }\n"
	".title { font-size: 17px; font-weight: bold }\n"
	".head { font-size: 13px; font-weight: bold }\n"
	".label { font-size: 11px }\n"
	".small { font-size: 9px; fill: #666 }\n"
	".mid { text-anchor: middle }\n"
	".end { text-anchor: end }\n"
	"path { fill: none }\n"
	".hot { fill: none; stroke: #000; stroke-width: 1.5px }\n"
	".peak { fill: none; stroke: #e6007e; stroke-width: 2px }\n"
	"</style>\n";

int svg_begin(struct svg *svg)
{
	*svg = (struct svg){ 0 };
	svg->body = open_memstream(&svg->text, &svg->length);
	return svg->body ? 0 : -ENOMEM;
}

static void put_escaped(FILE *body, const char *text)
{
	for (; *text; text++) {
		if (*text == '&')
			fputs("&amp;", body);
		else if (*text == '<')
			fputs("&lt;", body);
		else
			fputc((unsigned char)*text < ' ' ? '?' : *text, body);
	}
}

/* Write text as it may appear in a picture. */
static void put_clean(struct svg *svg, const char *text)
{
	char *clean = unicode_clean(text);

	if (!clean) {
		svg->failed = true;
		return;
	}
	put_escaped(svg->body, clean);
	free(clean);
}

void svg_text(struct svg *svg, double x, double y, const char *class, const char *fmt, ...)
{
	char text[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	fprintf(svg->body, "<text x='%g' y='%g' class='%s'>", x, y, class);
	put_clean(svg, text);
	fputs("</text>\n", svg->body);
}

void svg_tip(struct svg *svg, double x, double y, double w, double h, const char *text)
{
	fprintf(svg->body,
		"<rect x='%g' y='%g' width='%g' height='%g' fill-opacity='0'><title>", x, y, w, h);
	put_clean(svg, text);
	fputs("</title></rect>\n", svg->body);
}

void svg_box(struct svg *svg, double x, double y, double w, double h, const char *colour)
{
	fprintf(svg->body, "<rect x='%g' y='%g' width='%g' height='%g' fill='%s'/>\n", x, y, w, h,
		colour);
}

static int write_all(FILE *file, const struct svg *svg, double width, double height)
{
	if (fprintf(file, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %g %g'\n", width,
		    height) < 0 ||
	    fprintf(file, "     width='%g' height='%g'>\n%s", width, height, style) < 0 ||
	    fprintf(file, "<rect width='%g' height='%g' fill='#fff'/>\n", width, height) < 0 ||
	    fwrite(svg->text, 1, svg->length, file) < svg->length ||
	    fputs("</svg>\n", file) < 0)
		return -errno;
	return 0;
}

int svg_check(const char *path)
{
	int err;

	if (!strcmp(path, "-")) {
		complain("-: standard output has the tables, and a picture needs a file: name one");
		return EXIT_USAGE;
	}
	err = outfile_check(path);
	return err ? complain_output(path, err) : 0;
}

/* The stream may close successfully although there was no memory for its text. */
static int body_end(struct svg *svg)
{
	bool failed = svg->failed || ferror(svg->body);

	return fclose(svg->body) || failed || !svg->text ? -ENOMEM : 0;
}

void svg_drop(struct svg *svg)
{
	body_end(svg);
	free(svg->text);
}

int svg_end(struct svg *svg, const char *path, double width, double height)
{
	struct outfile file = { 0 };
	int err = body_end(svg);

	if (!err)
		err = outfile_open(&file, path);
	if (file.stream)
		err = outfile_close(&file, write_all(file.stream, svg, width, height));
	free(svg->text);
	return err;
}

/* --- PNG, by rsvg-convert(1) --- */

/* Looked for in PATH. */
#define PNG_COMMAND	"rsvg-convert"

/* Run a command; return 0 or a negative errno. */
static int run(char *const command[], int from, int to)
{
	posix_spawn_file_actions_t actions;
	int err = posix_spawn_file_actions_init(&actions), status;
	pid_t pid;

	if (err)
		return -err;
	err = posix_spawn_file_actions_adddup2(&actions, from, STDIN_FILENO);
	if (!err)
		err = posix_spawn_file_actions_adddup2(&actions, to, STDOUT_FILENO);
	err = err ? -err : child_spawn(command, &actions, NULL, &pid);
	posix_spawn_file_actions_destroy(&actions);
	if (err)
		return err;
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return -errno;
	}
	return WIFEXITED(status) && !WEXITSTATUS(status) ? 0 : -ENOPKG;
}

/* Check that the converter can be started. Return 0 or a negative errno. */
static int png_check(void)
{
	char *const command[] = { PNG_COMMAND, "--version", NULL };
	int null = open("/dev/null", O_RDWR | O_CLOEXEC), err;

	if (null < 0)
		return -errno;
	err = run(command, null, null);
	close(null);
	return err;
}

/* Copy a whole file. */
static int copy(FILE *from, FILE *to)
{
	char piece[4096];
	size_t length;

	rewind(from);
	while ((length = fread(piece, 1, sizeof(piece), from)) > 0) {
		if (fwrite(piece, 1, length, to) < length)
			return -errno;
	}
	return ferror(from) ? -EIO : 0;
}

/*
 * Convert an SVG, from the current offset of descriptor @from. It goes to a temporary file first,
 * so that @to never receives part of a PNG. Return 0 or a negative errno; -ENOPKG if the converter
 * failed and has reported why.
 */
static int png_draw(int from, FILE *to)
{
	char *const command[] = { PNG_COMMAND, "--format=png", NULL };
	FILE *drawn = tmpfile();
	int err;

	if (!drawn)
		return -errno;
	err = run(command, from, fileno(drawn));
	if (!err)
		err = copy(drawn, to);
	fclose(drawn);
	return err;
}

int svg_check_drawing(void)
{
	int err = png_check();

	if (!err)
		return 0;
	complain("%s: %s: a PNG is drawn by it; install librsvg2-bin, or leave an SVG by --svg",
		 PNG_COMMAND, strerror(-err));
	return EXIT_RUNTIME;
}

int svg_check_png(const char *path)
{
	int code = svg_check(path);

	return code ? code : svg_check_drawing();
}

/* Return a temporary file with the picture's text, at its beginning. */
static FILE *text_file(const struct svg *svg, double width, double height)
{
	FILE *file = tmpfile();
	int err;

	if (!file)
		return NULL;
	err = write_all(file, svg, width, height);
	if (!err && !fflush(file) && !fseek(file, 0, SEEK_SET))
		return file;
	err = err ? err : -errno;
	fclose(file);
	errno = -err;
	return NULL;
}

int svg_end_png(struct svg *svg, const char *path, double width, double height)
{
	struct outfile file = { 0 };
	int err = body_end(svg);
	FILE *text = err ? NULL : text_file(svg, width, height);

	if (!err && !text)
		err = -errno;
	if (!err)
		err = outfile_open(&file, path);
	if (file.stream)
		err = outfile_close(&file, png_draw(fileno(text), file.stream));
	if (text)
		fclose(text);
	free(svg->text);
	return err;
}

/* --- to standard output --- */

/* Write the complete file to memory. */
static int file_make(const struct svg *svg, bool png, double width, double height, FILE *whole)
{
	FILE *text;
	int err;

	if (!png)
		return write_all(whole, svg, width, height);
	text = text_file(svg, width, height);
	if (!text)
		return -errno;
	err = png_draw(fileno(text), whole);
	fclose(text);
	return err;
}

static int file_print(int err, const char *bytes, size_t length)
{
	struct out out = { .error = err };

	if (!err)
		out_bytes(&out, bytes, length);
	out_record(&out);
	return out_end(&out);
}

int svg_print(struct svg *svg, bool png, double width, double height)
{
	int err = body_end(svg), code, failed;
	char *bytes = NULL;
	size_t length = 0;
	FILE *whole = err ? NULL : open_memstream(&bytes, &length);

	if (whole) {
		err = file_make(svg, png, width, height, whole);
		failed = ferror(whole);
		failed |= fclose(whole);
		if (!err && (failed || !bytes))
			err = -ENOMEM;
	} else if (!err) {
		err = -errno;
	}
	code = file_print(err, bytes, length);
	free(bytes);
	free(svg->text);
	return code;
}

/* --- options --- */

/* Reject the name of an SVG file for a PNG, and the other way round. */
static int check_ending(struct options_state *state, const struct picture *picture)
{
	const char *dot = strrchr(picture->path, '.');

	if (!dot || strcasecmp(dot, picture->png ? ".svg" : ".png"))
		return 0;
	return options_reject(state, "%s %s: the name is of another format: take %s",
			      picture_option(picture), picture->path,
			      picture->png ? "--svg" : "--png");
}

static int take_picture(struct options_state *state, const struct option_row *row, const char *arg,
			void *object)
{
	struct picture *picture = object;

	if (picture->path && strcmp(picture->path, arg))
		return options_reject(state, "both a picture %s and a picture %s: choose one",
				      picture->path, arg);
	picture->path = arg;
	picture->png = row->low;
	return check_ending(state, picture);
}

/* A plain picture has all but the first. */
static const struct option_row rows[] = {
	{ "scale", 0, "KIND", 0, SCALE_HELP, OPTION_WORD(struct picture, scale, &scale_words),
	  .with = "svg png" },
	{ "svg", 0, "FILE", 0, "draw a picture into an SVG", OPTION_TAKE(take_picture, false) },
	{ "png", 0, "FILE", 0, "draw a picture into a PNG, by rsvg-convert(1)",
	  OPTION_TAKE(take_picture, true) },
	{ 0 }
};

const struct options picture_options = { .rows = rows };

const struct options picture_plain_options = { .rows = rows + 1 };

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
