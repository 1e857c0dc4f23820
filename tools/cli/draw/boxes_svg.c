// SPDX-License-Identifier: GPL-2.0-only
/*
 * Box plots as a picture.
 */
#include <math.h>
#include <string.h>

#include "draw.h"

#define TOP	58	/* of the first panel */
#define HEAD	34	/* of a panel, above its boxes */
#define ROW	24
#define BOX	14	/* height of a box */
#define NOTCH	4	/* depth of a notch, at the median */
#define FOOT	40	/* of a panel, below its boxes */
#define WIDTH	620	/* of the scale */
#define RIGHT	90	/* for the number of outliers */
#define LETTER	6.5	/* width of a label's letter */
#define TICKS	6

/* A panel being drawn. */
struct panel {
	struct svg *svg;
	const struct boxes *boxes;
	double left, top; /* left end of its scale */
	double from, to; /* values at the ends */
};

static double panel_height(const struct boxes *boxes)
{
	return HEAD + boxes->count * ROW + FOOT;
}

static double place_at(const struct panel *panel, double value)
{
	return panel->left + (value - panel->from) / (panel->to - panel->from) * WIDTH;
}

/* Return 1, 2 or 5 times a power of 10, not below a number above 0. */
static double round_step(double least)
{
	double power = pow(10, floor(log10(least)));

	return least <= power ? power : least <= 2 * power ? 2 * power :
	       least <= 5 * power ? 5 * power : 10 * power;
}

static void draw_ticks(const struct panel *panel)
{
	char text[SVG_NUMBER];
	double y = panel->top + panel_height(panel->boxes) - FOOT, x;
	double step = round_step((panel->to - panel->from) / TICKS);
	double first = ceil(panel->from / step);

	svg_box(panel->svg, panel->left, y, WIDTH, 1, "#555");
	for (unsigned int i = 0; i <= TICKS && (first + i) * step <= panel->to; i++) {
		x = place_at(panel, (first + i) * step);
		svg_box(panel->svg, x, panel->top + HEAD, 0.5, y - panel->top - HEAD, "#ccc");
		svg_box(panel->svg, x, y, 1, 4, "#555");
		svg_text(panel->svg, x, y + 16, "small mid", "%s",
			 svg_number((first + i) * step, step, text));
	}
}

static void draw_whisker(const struct panel *panel, double middle, double from, double to)
{
	double x = place_at(panel, from), end = place_at(panel, to);

	svg_box(panel->svg, x, middle - 0.6, end - x, 1.2, "#333");
}

static void draw_end(const struct panel *panel, double middle, double value)
{
	svg_box(panel->svg, place_at(panel, value) - 0.6, middle - 4, 1.2, 8, "#333");
}

/* The notch is the interval of the median. If it reaches beyond the box, the box is extended. */
static void draw_notched(const struct panel *panel, double middle,
			 const struct stats_summary *summary)
{
	double half = BOX / 2.0, waist = half - (summary->ranks.low ? NOTCH : 0);
	double low = summary->ranks.low ? summary->low : summary->median;
	double high = summary->ranks.low ? summary->high : summary->median;
	const double at[] = { summary->q1, low, summary->median, high, summary->q3 };
	const double deep[] = { half, half, waist, half, half };
	char colour[COLOUR_TEXT];

	colour_of(COLOUR_BLUE, 0.35, colour);
	fprintf(panel->svg->body, "<polygon fill='%s' stroke='#333' points='", colour);
	for (unsigned int i = 0; i < ARRAY_SIZE(at); i++)
		fprintf(panel->svg->body, "%g,%g ", place_at(panel, at[i]), middle - deep[i]);
	for (unsigned int i = ARRAY_SIZE(at); i-- > 0; )
		fprintf(panel->svg->body, "%g,%g ", place_at(panel, at[i]), middle + deep[i]);
	fputs("'/>\n", panel->svg->body);
	svg_box(panel->svg, place_at(panel, summary->median) - 1, middle - waist, 2, 2 * waist,
		"#333");
}

static void draw_box_row(const struct panel *panel, size_t row)
{
	const struct stats_summary *summary = &panel->boxes->each[row].summary;
	double middle = panel->top + HEAD + (row + 0.5) * ROW;
	char name[BOX_NAME], text[SVG_WORDS];

	svg_text(panel->svg, panel->left - 8, middle + 4, "label end", "%s",
		 svg_words(box_name(&panel->boxes->each[row], name), text));
	draw_whisker(panel, middle, summary->whisker_low, summary->q1);
	draw_whisker(panel, middle, summary->q3, summary->whisker_high);
	draw_end(panel, middle, summary->whisker_low);
	draw_end(panel, middle, summary->whisker_high);
	draw_notched(panel, middle, summary);
	if (summary->outliers)
		svg_text(panel->svg, panel->left + WIDTH + 8, middle + 4, "small",
			 "+%zu outlier%s", summary->outliers, summary->outliers > 1 ? "s" : "");
}

static void draw_boxes(struct panel *panel)
{
	char text[SVG_WORDS];

	boxes_scale(panel->boxes, &panel->from, &panel->to);
	svg_text(panel->svg, panel->left, panel->top + 20, "head", "%s",
		 svg_words(panel->boxes->quantity, text));
	draw_ticks(panel);
	for (size_t row = 0; row < panel->boxes->count; row++)
		draw_box_row(panel, row);
}

static double names_width(const struct boxes *boxes, size_t count)
{
	size_t longest = 0, length;
	char name[BOX_NAME];

	for (size_t i = 0; i < count; i++) {
		for (size_t row = 0; row < boxes[i].count; row++) {
			length = strlen(box_name(&boxes[i].each[row], name));
			longest = length > longest ? length : longest;
		}
	}
	return 30 + LETTER * longest;
}

int boxes_write(const char *title, const struct boxes *boxes, size_t count, const char *path)
{
	struct svg svg;
	struct panel panel = { .svg = &svg, .left = names_width(boxes, count), .top = TOP };
	int err = svg_begin(&svg);

	if (err)
		return err;
	svg_text(&svg, 14, 28, "title", "%s", title);
	svg_text(&svg, 14, 46, "label", "%s",
		 "A box: the middle half of the values; its waist: the median; the notch: the median's interval; whiskers: all but outliers.");
	for (size_t i = 0; i < count; i++) {
		panel.boxes = &boxes[i];
		draw_boxes(&panel);
		panel.top += panel_height(panel.boxes);
	}
	return svg_end(&svg, path, panel.left + WIDTH + RIGHT, panel.top);
}
