// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/complain.h"
#include "cli/out/outfile.h"
#include "cli/out/unicode.h"
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

void svg_text(struct svg *svg, double x, double y, const char *class, const char *fmt, ...)
{
	char text[256], *clean;
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	clean = unicode_clean(text);
	if (!clean) {
		svg->failed = true;
		return;
	}
	fprintf(svg->body, "<text x='%g' y='%g' class='%s'>", x, y, class);
	put_escaped(svg->body, clean);
	free(clean);
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

int svg_end(struct svg *svg, const char *path, double width, double height)
{
	bool failed = svg->failed || ferror(svg->body);
	struct outfile file = { 0 };
	int err;

	/* The stream may be closed well without memory for its text. */
	if (fclose(svg->body) || failed || !svg->text)
		err = -ENOMEM;
	else
		err = outfile_open(&file, path);
	if (file.stream)
		err = outfile_close(&file, write_all(file.stream, svg, width, height));
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
