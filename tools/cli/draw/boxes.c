// SPDX-License-Identifier: GPL-2.0-only
/* Box plots as text, and what text and pictures share. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw.h"

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
struct axis {
	double from, to;
};

static size_t mark_place(const struct axis *axis, double value)
{
	return lround((value - axis->from) / (axis->to - axis->from) * (WIDTH - 1));
}

static void mark_range(const struct axis *axis, char line[WIDTH + 1], double from, double to,
		       char with)
{
	size_t first = mark_place(axis, from);

	memset(line + first, with, mark_place(axis, to) + 1 - first);
}

static void put_mark(const struct axis *axis, char line[WIDTH + 1], double value, char mark)
{
	line[mark_place(axis, value)] = mark;
}

/* Where marks coincide, the one put last is seen. */
static void mark_box(const struct axis *axis, const struct stats_summary *summary,
		     char line[WIDTH + 1])
{
	memset(line, ' ', WIDTH);
	line[WIDTH] = '\0';
	mark_range(axis, line, summary->whisker_low, summary->whisker_high, '-');
	put_mark(axis, line, summary->whisker_low, '|');
	put_mark(axis, line, summary->whisker_high, '|');
	mark_range(axis, line, summary->q1, summary->q3, '=');
	put_mark(axis, line, summary->q1, '[');
	put_mark(axis, line, summary->q3, ']');
	if (summary->ranks.low) {
		put_mark(axis, line, summary->low, '<');
		put_mark(axis, line, summary->high, '>');
	}
	put_mark(axis, line, summary->median, 'M');
}

static void add_ends(struct out *out, const struct boxes *boxes, const struct axis *axis)
{
	char from[16], to[16];

	snprintf(from, sizeof(from), "%.4g", axis->from);
	snprintf(to, sizeof(to), "%.4g", axis->to);
	out_add(out, "%s\n", boxes->quantity);
	out_add(out, "%*s%s%*s\n", NAME + 2, "", from, WIDTH - (int)strlen(from), to);
}

void boxes_text(struct out *out, const struct boxes *boxes)
{
	const struct stats_summary *summary;
	char line[WIDTH + 1], name[BOX_NAME];
	struct axis axis;

	boxes_scale(boxes, &axis.from, &axis.to);
	add_ends(out, boxes, &axis);
	for (size_t i = 0; i < boxes->count; i++) {
		summary = &boxes->each[i].summary;
		mark_box(&axis, summary, line);
		out_add(out, "%-*.*s  %s", NAME, NAME,
			box_name(&boxes->each[i], name), line);
		if (summary->outliers)
			out_add(out, " +%zu", summary->outliers);
		out_add(out, "\n");
	}
}
