// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "panel.h"
#include "topo/family/dragonfly.h"

#define MATRIX		420	/* room for the cells, if their size allows */
#define CELL_MIN	4
#define CELL_MAX	26
#define HEAD		13	/* of the matrix */
#define LABELS		50	/* left of the matrix, and between it and the chips */
#define LABEL		11	/* height of a label */
#define STRIPE		0.28	/* width of a stripe, as a part of a chip's pitch */
#define CAP		2	/* height of a stripe's line in its own colour */
#define CAP_FROM	24	/* pitch from which there is room for it */
#define KEY		26	/* pitch of the chip that explains stripes */

static unsigned int groups_of(const struct topo *topo)
{
	return topo->chips / topo_group(topo);
}

static double cell_of(const struct topo *topo)
{
	return fmin(CELL_MAX, fmax(CELL_MIN, floor((double)MATRIX / groups_of(topo))));
}

double groups_height(const struct topo *topo)
{
	return HEAD + groups_of(topo) * cell_of(topo);
}

double groups_width(const struct topo *topo)
{
	return LABELS + groups_of(topo) * cell_of(topo);
}

/* --- the stripes of a chip --- */

/* Return the maximum of a chip's links of a colour; negative if there is none or it is unknown. */
static double stripe_of(const struct panel *panel, unsigned int chip, unsigned int colour)
{
	const struct topo *topo = panel->network->topo;
	unsigned int ports = topo_ports(topo);
	const double *values = panel->quantity->values + (size_t)chip * ports;
	double most = -1;

	for (unsigned int port = 0; port < ports; port++) {
		if (topo_class_of(topo, port) == colour)
			most = fmax(most, values[port]);
	}
	return most;
}

/* Return the worst state of a chip's links of a colour. */
static enum network_state stripe_state(const struct panel *panel, unsigned int chip,
				       unsigned int colour)
{
	const struct topo *topo = panel->network->topo;
	unsigned int ports = topo_ports(topo);
	enum network_state worst = NETWORK_WORKS, state;

	for (unsigned int port = 0; port < ports; port++) {
		if (topo_class_of(topo, port) != colour)
			continue;
		state = panel_state(panel, chip * ports + port);
		worst = state > worst ? state : worst;
	}
	return worst;
}

const char *groups_colour(unsigned int class)
{
	static const char *const colours[DRAGONFLY_COLOURS] = { "#239b56", "#333333", "#2e6fdb" };

	return colours[class];
}

static void stripe_draw(const struct panel *panel, unsigned int chip, unsigned int colour)
{
	double width = STRIPE * panel->planes->pitch, x, y;

	planes_chip(panel->planes, chip, &x, &y);
	fprintf(panel->svg->body, "M%g %gh%g", x + (colour - 1.5) * width, y, width - 0.5);
}

void groups_place(const struct planes *planes, unsigned int link, double *x, double *y)
{
	unsigned int ports = topo_ports(planes->topo);

	planes_chip(planes, link / ports, x, y);
	*x += ((double)topo_class_of(planes->topo, link % ports) - 1) * STRIPE * planes->pitch;
}

/* Draw a line in the colour that it is named after below each stripe of a chip. */
static void draw_caps(const struct panel *panel)
{
	double width = STRIPE * panel->planes->pitch, x, y;

	for (unsigned int colour = 0; colour < DRAGONFLY_COLOURS; colour++) {
		fprintf(panel->svg->body, "<path class='cap' stroke='%s' stroke-width='%d' d='",
			groups_colour(colour), CAP);
		for (unsigned int chip = 0; chip < panel->network->topo->chips; chip++) {
			planes_chip(panel->planes, chip, &x, &y);
			fprintf(panel->svg->body, "M%g %gh%g", x + (colour - 1.5) * width,
				y + 1.5 * width + CAP / 2.0, width - 0.5);
		}
		fputs("'/>\n", panel->svg->body);
	}
}

void groups_key(struct svg *svg, double x, double y)
{
	double width = STRIPE * KEY, line = y + 3 * width;
	const char *const words[] = { "green", "black", "blue" };

	for (unsigned int colour = 0; colour < DRAGONFLY_COLOURS; colour++) {
		svg_box(svg, x + colour * width, y, width - 0.5, 3 * width, "#cfe0e8");
		svg_box(svg, x + colour * width, line, width - 0.5, CAP, groups_colour(colour));
		svg_box(svg, x + 34 + colour * 58, line - 9, 10, 10, groups_colour(colour));
		svg_text(svg, x + 48 + colour * 58, line, "label", "%s", words[colour]);
	}
}

static void draw_stripes(const struct panel *panel, unsigned int level)
{
	const struct topo *topo = panel->network->topo;
	char text[COLOUR_TEXT];
	double value;

	panel_colour(panel, level, text);
	fprintf(panel->svg->body, "<path stroke='%s' stroke-width='%g' d='", text,
		3 * STRIPE * panel->planes->pitch);
	for (unsigned int chip = 0; chip < topo->chips; chip++) {
		for (unsigned int colour = 0; colour < DRAGONFLY_COLOURS; colour++) {
			value = stripe_of(panel, chip, colour);
			if (value >= 0 && scale_level(&panel->scale, value) == level)
				stripe_draw(panel, chip, colour);
		}
	}
	fputs("'/>\n", panel->svg->body);
}

/* Draw a thin black line through each stripe of which not all links work. */
static void groups_failed(const struct panel *panel)
{
	const struct topo *topo = panel->network->topo;
	unsigned int count = 0;

	for (unsigned int chip = 0; chip < topo->chips; chip++) {
		for (unsigned int colour = 0; colour < DRAGONFLY_COLOURS; colour++) {
			if (stripe_state(panel, chip, colour) == NETWORK_WORKS)
				continue;
			if (!count++)
				fputs("<path class='failed' stroke='#000000' stroke-width='2' d='",
				      panel->svg->body);
			stripe_draw(panel, chip, colour);
		}
	}
	if (count)
		fputs("'/>\n", panel->svg->body);
}

/* --- the matrix --- */

/* The blue links from one group to another. */
struct pair {
	double sum; /* of their values */
	unsigned int links; /* with a known value */
};

/* Fill in @pairs at [from * groups + to]. */
static void measure_pairs(const struct panel *panel, struct pair *pairs)
{
	const struct topo *topo = panel->network->topo;
	unsigned int ports = topo_ports(topo), group = topo_group(topo), far;
	unsigned int first = dragonfly_first(topo, DRAGONFLY_BLUE);
	struct pair *pair;
	double value;

	for (unsigned int link = 0; link < topo->chips * ports; link++) {
		value = panel->quantity->values[link];
		if (value < 0 || link % ports < first)
			continue;
		far = topo_neighbour(topo, link / ports, link % ports);
		if (far == TOPO_NONE)
			continue;
		pair = &pairs[link / ports / group * groups_of(topo) + far / group];
		pair->sum += value;
		pair->links++;
	}
}

static void draw_cell(const struct panel *panel, const struct pair *pair, double x, double y)
{
	double cell = cell_of(panel->network->topo);
	char colour[COLOUR_TEXT];

	if (!pair->links)
		return;
	panel_colour(panel, scale_level(&panel->scale, pair->sum / pair->links), colour);
	svg_box(panel->svg, x, y, cell - 0.5, cell - 0.5, colour);
}

static void draw_matrix(const struct panel *panel)
{
	double cell = cell_of(panel->network->topo), top = panel->planes->top + HEAD;
	double left = panel->planes->left + panel->planes->width + LABELS;
	unsigned int groups = groups_of(panel->network->topo), step = ceil(LABEL / cell);
	struct pair *pairs = calloc((size_t)groups * groups, sizeof(*pairs));

	if (!pairs) {
		panel->svg->failed = true;
		return;
	}
	measure_pairs(panel, pairs);
	for (unsigned int group = 0; group < groups; group += step) {
		svg_text(panel->svg, left - 4, top + (group + 0.5) * cell + 3, "small end", "%u",
			 group);
		svg_text(panel->svg, left + (group + 0.5) * cell, top - 3, "small mid", "%u",
			 group);
	}
	for (unsigned int i = 0; i < groups * groups; i++)
		draw_cell(panel, &pairs[i], left + i % groups * cell, top + i / groups * cell);
	free(pairs);
}

void groups_draw(const struct panel *panel)
{
	for (unsigned int level = 0; level < SCALE_LEVELS; level++)
		draw_stripes(panel, level);
	groups_failed(panel);
	if (panel->planes->pitch >= CAP_FROM)
		draw_caps(panel);
	if (groups_of(panel->network->topo) > 1)
		draw_matrix(panel);
}
