// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/out/complain.h"
#include "svg.h"

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
	"</style>\n";

int svg_begin(struct svg *svg)
{
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
			fputc(*text, body);
	}
}

void svg_text(struct svg *svg, double x, double y, const char *class, const char *fmt, ...)
{
	char text[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	fprintf(svg->body, "<text x='%g' y='%g' class='%s'>", x, y, class);
	put_escaped(svg->body, text);
	fputs("</text>\n", svg->body);
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

/**
 * struct target - a file that is being written
 * @path: its path, with symbolic links resolved
 * @name: path of a file that is written in its place and renamed when it is whole; NULL: @path
 *	is a pipe or a device
 * @stream: stream that is written to; NULL: it could not be opened
 */
struct target {
	char *path;
	char *name;
	FILE *stream;
};

static void target_free(struct target *target)
{
	free(target->path);
	free(target->name);
}

static bool is_replaced(const char *path)
{
	struct stat st;

	return stat(path, &st) || S_ISREG(st.st_mode);
}

/* Do not replace a file that may not be written to. */
static int target_find(struct target *target, const char *path)
{
	*target = (struct target) { .path = realpath(path, NULL) };
	if (!target->path && errno == ENOENT)
		target->path = strdup(path);
	if (!target->path || (!access(path, F_OK) && access(path, W_OK)))
		return -errno;
	if (is_replaced(path) && asprintf(&target->name, "%s.%d", target->path, getpid()) < 0) {
		target->name = NULL;
		return -ENOMEM;
	}
	return 0;
}

static int target_open(struct target *target, const char *path)
{
	int err = target_find(target, path);

	if (!err)
		target->stream = target->name ? fopen(target->name, "wxe") :
				 fopen(target->path, "we");
	if (target->stream)
		return 0;
	if (!err)
		err = -errno;
	target_free(target);
	return err;
}

/* @err: what went wrong while it was written, or 0. */
static int target_close(struct target *target, int err)
{
	if (fclose(target->stream) && !err)
		err = -errno;
	if (target->name && !err && rename(target->name, target->path))
		err = -errno;
	if (target->name && err)
		unlink(target->name);
	target_free(target);
	return err;
}

/* Do not open a pipe: that might wait for its reader. */
static int try(const char *path)
{
	struct target target;
	struct stat st;
	int err;

	if (!stat(path, &st) && !S_ISREG(st.st_mode))
		return S_ISDIR(st.st_mode) ? -EISDIR : access(path, W_OK) ? -errno : 0;
	err = target_open(&target, path);
	if (target.stream)
		target_close(&target, -ECANCELED);
	return err;
}

int svg_check(const char *path)
{
	int err = try(path);

	if (!err)
		return 0;
	complain("%s: %s", path, strerror(-err));
	return EXIT_OUTPUT;
}

int svg_end(struct svg *svg, const char *path, double width, double height)
{
	int err = ferror(svg->body);
	struct target target = { 0 };

	if (fclose(svg->body) || err)
		err = -ENOMEM;
	else
		err = target_open(&target, path);
	if (target.stream)
		err = target_close(&target, write_all(target.stream, svg, width, height));
	free(svg->text);
	return err;
}

double svg_nice_above(double value)
{
	static const double steps[] = { 1, 1.5, 2, 3, 4, 5, 6, 8, 10 };
	double decade = value > 0 ? pow(10, floor(log10(value))) : 0.01;
	unsigned int i = 0;

	while (i < ARRAY_SIZE(steps) - 1 && steps[i] * decade < value)
		i++;
	return steps[i] * decade;
}
