// SPDX-License-Identifier: GPL-2.0-only
/* Box plots as text, and what text and pictures share. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "boxes.h"

#define NAME	24	/* characters of a name */
#define WIDTH	60	/* characters from end to end of the scale */

const char *box_name(const struct box *box, char text[BOX_NAME])
{
	const char *between = *box->name && *box->part ? " " : "";

	snprintf(text, BOX_NAME, "%s%s%s", box->name, between, box->part);
	return text;
}

void boxes_scale(const struct boxes *boxes, double *from, double *to)
{
	*from = INFINITY;
	*to = -INFINITY;
	for (size_t i = 0; i < boxes->count; i++) {
		const struct stats_summary *summary = &boxes->each[i].summary;

		/* A missing interval has NAN as ends, which fmin() and fmax() ignore. */
		*from = fmin(*from, fmin(summary->whisker_low, summary->low));
		*to = fmax(*to, fmax(summary->whisker_high, summary->high));
	}
	if (*to > *from)
		return;
	*to += *to ? fabs(*to) / 10 : 1;
	*from -= *from ? fabs(*from) / 10 : 1;
}

/* Values of the first and the last character. */
struct scale {
	double from, to;
};

static size_t mark_place(const struct scale *scale, double value)
{
	return lround((value - scale->from) / (scale->to - scale->from) * (WIDTH - 1));
}

static void mark_range(const struct scale *scale, char line[WIDTH + 1], double from, double to,
		       char with)
{
	size_t first = mark_place(scale, from);

	memset(line + first, with, mark_place(scale, to) + 1 - first);
}

static void put_mark(const struct scale *scale, char line[WIDTH + 1], double value, char mark)
{
	line[mark_place(scale, value)] = mark;
}

/* Where marks coincide, the one put last is seen. */
static void mark_box(const struct scale *scale, const struct stats_summary *summary,
		     char line[WIDTH + 1])
{
	memset(line, ' ', WIDTH);
	line[WIDTH] = '\0';
	mark_range(scale, line, summary->whisker_low, summary->whisker_high, '-');
	put_mark(scale, line, summary->whisker_low, '|');
	put_mark(scale, line, summary->whisker_high, '|');
	mark_range(scale, line, summary->q1, summary->q3, '=');
	put_mark(scale, line, summary->q1, '[');
	put_mark(scale, line, summary->q3, ']');
	if (summary->ranks.low) {
		put_mark(scale, line, summary->low, '<');
		put_mark(scale, line, summary->high, '>');
	}
	put_mark(scale, line, summary->median, 'M');
}

static void add_ends(struct out *out, const struct boxes *boxes, const struct scale *scale)
{
	char from[16], to[16];

	snprintf(from, sizeof(from), "%.4g", scale->from);
	snprintf(to, sizeof(to), "%.4g", scale->to);
	out_add(out, "%s\n", boxes->quantity);
	out_add(out, "%*s%s%*s\n", NAME + 2, "", from, WIDTH - (int)strlen(from), to);
}

void boxes_text(struct out *out, const struct boxes *boxes)
{
	const struct stats_summary *summary;
	char line[WIDTH + 1], name[BOX_NAME];
	struct scale scale;

	boxes_scale(boxes, &scale.from, &scale.to);
	add_ends(out, boxes, &scale);
	for (size_t i = 0; i < boxes->count; i++) {
		summary = &boxes->each[i].summary;
		mark_box(&scale, summary, line);
		out_add(out, "%-*.*s  %s", NAME, NAME,
			box_name(&boxes->each[i], name), line);
		if (summary->outliers)
			out_add(out, " +%zu", summary->outliers);
		out_add(out, "\n");
	}
}
