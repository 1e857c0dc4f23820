// SPDX-License-Identifier: GPL-2.0-only
/*
 * Chips are squares. Links are pairs of tracks between them, one for each direction, driving on the
 * right. The halves of a square are the chip's links to other planes.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "panel.h"
#include "topo/grid.h"

#define PITCH_MIN	11
#define PITCH_FINE	14	/* smaller chips are hard to read */
#define PITCH_MAX	44
#define GAP		14	/* between planes */
#define LABEL		13	/* above a plane */
#define EDGE		20	/* left of all planes, for the numbers of chips */
#define EDGE_NUMBER	13	/* height or width that a number takes */
#define INSIDE_TEXT	300	/* room for what squares are */

/* --- where chips are --- */

/* Dimensions of a single chip are of no use as sides of a plane. */
static void planes_order(struct planes *planes)
{
	const struct topo *topo = planes->topo;
	unsigned int used = 0;

	for (unsigned int large = 2; large-- > 0;) {
		for (unsigned int dim = 0; dim < topo->dims; dim++) {
			if (large ? topo->size[dim] > 1 : topo->size[dim] == 1)
				planes->order[used++] = dim;
		}
		planes->inside = large ? used : planes->inside;
	}
	planes->inside = planes->inside > 2 ? planes->inside - 2 : 0;
	for (unsigned int i = 0; i < topo->dims; i++)
		planes->place[planes->order[i]] = i;
}

unsigned int planes_across(const struct planes *planes)
{
	return planes->topo->size[planes->order[0]];
}

unsigned int planes_up(const struct planes *planes)
{
	return planes->topo->dims > 1 ? planes->topo->size[planes->order[1]] : 1;
}

/* Planes of bits make a square, so that each bit is a step of one length; others fill @width. */
static unsigned int columns_of(const struct planes *planes, double width)
{
	unsigned int most = (width - EDGE + GAP) / (planes->plane_width + GAP), rows, columns = 1;

	while (!topo_has_rings(planes->topo) && planes->inside > 1 &&
	       columns * columns < planes->count)
		columns *= 2;
	if (columns > 1 && columns <= most)
		return columns;
	most = most ? most : 1;
	rows = (planes->count + most - 1) / most;
	return (planes->count + rows - 1) / rows;
}

static void planes_try(struct planes *planes, double pitch, double width)
{
	unsigned int rows;

	planes->pitch = pitch;
	planes->half = 0.25 * pitch;
	planes->gap = 0.035 * pitch;
	planes->plane_width = planes_across(planes) * pitch;
	planes->plane_height = planes_up(planes) * pitch;
	planes->columns = columns_of(planes, width);
	rows = (planes->count + planes->columns - 1) / planes->columns;
	planes->width = EDGE + planes->columns * (planes->plane_width + GAP) - GAP;
	planes->height = rows * (planes->plane_height + LABEL + GAP);
}

bool planes_choose(struct planes *planes, const struct topo *topo, double width, double height)
{
	double pitch = PITCH_MAX;

	*planes = (struct planes){ .topo = topo };
	planes_order(planes);
	planes->count = topo->chips / planes_across(planes) / planes_up(planes);
	do {
		planes_try(planes, pitch--, width);
	} while (pitch >= PITCH_MIN && (planes->height > height || planes->width > width));
	return planes->pitch >= PITCH_FINE && planes->height <= height && planes->width <= width;
}

void planes_corner(const struct planes *planes, unsigned int plane, double *x, double *y)
{
	*x = planes->left + EDGE + plane % planes->columns * (planes->plane_width + GAP);
	*y = planes->top + LABEL + plane / planes->columns * (planes->plane_height + LABEL + GAP);
}

/* Return the number of the plane that has a chip. */
static unsigned int plane_of(const struct planes *planes, const unsigned int *coord)
{
	unsigned int plane = 0;

	for (unsigned int i = planes->topo->dims; i-- > 2;)
		plane = plane * planes->topo->size[planes->order[i]] + coord[planes->order[i]];
	return plane;
}

void planes_chip(const struct planes *planes, unsigned int chip, double *x, double *y)
{
	unsigned int coord[TOPO_DIMS], up;

	topo_coord(planes->topo, chip, coord);
	up = planes->topo->dims > 1 ? coord[planes->order[1]] : 0;
	planes_corner(planes, plane_of(planes, coord), x, y);
	*x += (coord[planes->order[0]] + 0.5) * planes->pitch;
	*y += (planes_up(planes) - 1 - up + 0.5) * planes->pitch;
}

/* --- labels --- */

void planes_dim_name(const struct topo *topo, unsigned int dim, char text[16])
{
	struct topo_class class;

	topo_class(topo, dim, &class);
	snprintf(text, 16, "%.15s", class.name);
	if (!text[1])
		text[0] = tolower((unsigned char)text[0]);
}

/* "z=5", or with more dimensions "5,0,1"; "group 3" */
static void plane_label(const struct planes *planes, unsigned int plane, char *text, size_t room)
{
	const struct topo *topo = planes->topo;
	char name[16] = "";
	size_t at = 0;

	if (!topo_is_grid(topo))
		at = snprintf(text, room, "group ");
	else if (planes->inside == 1)
		planes_dim_name(topo, planes->order[2], name);
	if (*name)
		at = snprintf(text, room, "%s=", name);
	for (unsigned int i = 2; i < 2 + planes->inside && at < room; i++) {
		at += snprintf(text + at, room - at, "%s%u", i > 2 ? "," : "",
			       plane % topo->size[planes->order[i]]);
		plane /= topo->size[planes->order[i]];
	}
}

/* Number the chips of a plane: to the right below it, up at its left. */
static void plane_numbers(const struct planes *planes, struct svg *svg, unsigned int plane)
{
	unsigned int step = ceil(EDGE_NUMBER / planes->pitch);
	unsigned int up = planes_up(planes) > 1 ? planes_up(planes) : 0;
	double x, y, pitch = planes->pitch;

	planes_corner(planes, plane, &x, &y);
	for (unsigned int i = 0; i < planes_across(planes) &&
	     plane + planes->columns >= planes->count; i += step)
		svg_text(svg, x + (i + 0.5) * pitch, y + planes->plane_height + 11, "small mid",
			 "%u", i);
	for (unsigned int i = 0; i < up && !(plane % planes->columns); i += step)
		svg_text(svg, x - 4, y + planes->plane_height - (i + 0.5) * pitch + 3, "small end",
			 "%u", i);
}

void planes_labels(const struct planes *planes, struct svg *svg)
{
	char text[64];
	double x, y;

	for (unsigned int plane = 0; plane < planes->count; plane++) {
		plane_numbers(planes, svg, plane);
		if (!planes->inside)
			continue;
		plane_label(planes, plane, text, sizeof(text));
		planes_corner(planes, plane, &x, &y);
		svg_text(svg, x, y - 3, "small", "%s", text);
	}
}

/* --- words --- */

/* Say what the halves of a square are. */
static void explain_inside(const struct planes *planes, char text[INSIDE_TEXT])
{
	const struct topo *topo = planes->topo;
	char from[16], to[16];

	planes_dim_name(topo, planes->order[2], from);
	planes_dim_name(topo, planes->order[1 + planes->inside], to);
	if (planes->inside == 1)
		snprintf(text, INSIDE_TEXT,
			 "Upper half of a square: its link up in %s; lower half: down.", from);
	else
		snprintf(text, INSIDE_TEXT,
			 "Parts of a square: its links in %s to %s, from left to right%s. Planes have their place in these dimensions above them.",
			 from, to,
			 topo_has_rings(topo) ? "; upper half up, lower half down" : "");
}

void planes_explain(const struct planes *planes, char between, char text[EXPLAIN_TEXT])
{
	char across[16], up[40] = "", inside[INSIDE_TEXT] = "";

	if (!topo_is_grid(planes->topo)) {
		snprintf(text, EXPLAIN_TEXT, "%s",
			 "A square is a chip, blades to the right, chassis up. Stripes: the most of its green, of its black, of its blue links.");
		return;
	}
	planes_dim_name(planes->topo, planes->order[0], across);
	if (planes_up(planes) > 1) {
		strcpy(up, ", ");
		planes_dim_name(planes->topo, planes->order[1], up + 2);
		strcat(up, " up");
	}
	if (planes->inside)
		explain_inside(planes, inside);
	snprintf(text, EXPLAIN_TEXT,
		 "A square is a chip, %s to the right%s. Two tracks join neighbours, one a way: they drive on the right.%c%s",
		 across, up, between, inside);
}

/* --- links --- */

/*
 * Draw a track of @length that leaves a chip's square; with @into, one that ends there, coming from
 * the plane's edge.
 */
static void draw_track(const struct panel *panel, unsigned int chip, unsigned int port,
		       double length, bool into)
{
	double start = panel->planes->half + panel->planes->gap, side = 0.09 * panel->planes->pitch;
	double sign = grid_is_down(port) ? -1 : 1, out = into ? -sign : sign;
	double x, y;

	planes_chip(panel->planes, chip, &x, &y);
	if (!panel->planes->place[grid_dim(port)])
		fprintf(panel->svg->body, "M%g %gh%g", x + out * start, y + sign * side,
			out * length);
	else
		fprintf(panel->svg->body, "M%g %gv%g", x + sign * side, y - out * start,
			-out * length);
}

static void draw_link(const struct panel *panel, unsigned int chip, unsigned int port)
{
	const struct topo *topo = panel->network->topo;
	const struct planes *planes = panel->planes;
	unsigned int coord[TOPO_DIMS], dim = grid_dim(port);
	unsigned int edge = grid_is_down(port) ? 0 : topo->size[dim] - 1;
	double length = planes->pitch - 2 * (planes->half + planes->gap);

	topo_coord(topo, chip, coord);
	if (coord[dim] != edge) {
		draw_track(panel, chip, port, length, false);
		return;
	}
	draw_track(panel, chip, port, length / 2, false);
	draw_track(panel, topo_neighbour(topo, chip, port), port, length / 2, true);
}

/* Whether a port's link is drawn inside the square of its chip. */
static bool is_inside(const struct planes *planes, unsigned int port)
{
	return planes->place[grid_dim(port)] > 1;
}

/* A hypercube has one link a dimension and chip: it takes both halves. */
static bool is_single(const struct topo *topo, unsigned int port)
{
	return topo->size[grid_dim(port)] == 2 && !topo_has_rings(topo);
}

/* Find where a link inside a square begins, the middle of its height, and its width. */
static void part_place(const struct planes *planes, unsigned int chip, unsigned int port,
		       double *x, double *y, double *width)
{
	double half = planes->half, part = 2 * half / planes->inside;

	planes_chip(planes, chip, x, y);
	*x += (planes->place[grid_dim(port)] - 2) * part - half;
	if (!is_single(planes->topo, port))
		*y += (grid_is_down(port) ? half : -half) / 2;
	*width = part - (planes->inside > 1 ? 0.5 : 0);
}

/* Draw a part of a square: a stroke as wide as half of it; a single link's is drawn twice. */
static void draw_square(const struct panel *panel, unsigned int chip, unsigned int port)
{
	double x, y, width, half = panel->planes->half;

	part_place(panel->planes, chip, port, &x, &y, &width);
	if (!is_single(panel->network->topo, port)) {
		fprintf(panel->svg->body, "M%g %gh%g", x, y, width);
		return;
	}
	fprintf(panel->svg->body, "M%g %gh%g", x, y - half / 2 + panel->planes->gap / 4, width);
	fprintf(panel->svg->body, "M%g %gh%g", x, y + half / 2 - panel->planes->gap / 4, width);
}

void tracks_place(const struct planes *planes, unsigned int link, double *x, double *y)
{
	unsigned int ports = topo_ports(planes->topo), port = link % ports;
	unsigned int place = planes->place[grid_dim(port)];
	double sign = grid_is_down(port) ? -1 : 1, width;

	if (place > 1) {
		part_place(planes, link / ports, port, x, y, &width);
		*x += width / 2;
		return;
	}
	planes_chip(planes, link / ports, x, y);
	*x += place ? sign * 0.09 * planes->pitch : sign * planes->pitch / 2;
	*y += place ? -sign * planes->pitch / 2 : sign * 0.09 * planes->pitch;
}

/* Draw all links of a level in one path: those between squares, or those in squares. */
static void draw_level(const struct panel *panel, unsigned int level, bool squares)
{
	const struct planes *planes = panel->planes;
	unsigned int ports = topo_ports(panel->network->topo);
	char colour[COLOUR_TEXT];
	double value;

	panel_colour(panel, level, colour);
	fprintf(panel->svg->body, "<path stroke='%s' stroke-width='%g' d='", colour,
		squares ? planes->half - planes->gap / 2 : 0.15 * planes->pitch);
	for (unsigned int link = 0; link < panel->network->topo->chips * ports; link++) {
		value = panel->quantity->values[link];
		if (value < 0 || scale_level(&panel->scale, value) != level ||
		    is_inside(planes, link % ports) != squares)
			continue;
		if (squares)
			draw_square(panel, link / ports, link % ports);
		else
			draw_link(panel, link / ports, link % ports);
	}
	fputs("'/>\n", panel->svg->body);
}

/* Draw failed links in one path over their colours: black, and thin if some lanes work. */
static void tracks_failed(const struct panel *panel, enum network_state state, bool squares)
{
	const struct planes *planes = panel->planes;
	unsigned int ports = topo_ports(panel->network->topo);
	double width = squares ? planes->half - planes->gap / 2 : 0.15 * planes->pitch;
	unsigned int count = 0;

	for (unsigned int link = 0; link < panel->network->topo->chips * ports; link++) {
		if (panel_state(panel, link) != state || is_inside(planes, link % ports) != squares)
			continue;
		if (!count++)
			fprintf(panel->svg->body,
				"<path class='failed' stroke='#000000' stroke-width='%g' d='",
				state == NETWORK_FAILED ? width : 0.3 * width);
		if (squares)
			draw_square(panel, link / ports, link % ports);
		else
			draw_link(panel, link / ports, link % ports);
	}
	if (count)
		fputs("'/>\n", panel->svg->body);
}

/* Draw the squares of chips, below the links that they may have to other planes. */
static void draw_chips(const struct panel *panel)
{
	double half = panel->planes->half, x, y;

	fprintf(panel->svg->body, "<path stroke='#d4d4d4' stroke-width='%g' d='", 2 * half);
	for (unsigned int chip = 0; chip < panel->network->topo->chips; chip++) {
		planes_chip(panel->planes, chip, &x, &y);
		fprintf(panel->svg->body, "M%g %gh%g", x - half, y, 2 * half);
	}
	fputs("'/>\n", panel->svg->body);
}

void tracks_draw(const struct panel *panel)
{
	draw_chips(panel);
	for (unsigned int level = 0; level < SCALE_LEVELS; level++) {
		draw_level(panel, level, false);
		if (panel->planes->inside)
			draw_level(panel, level, true);
	}
	for (unsigned int part = 0; part < 4; part++)
		tracks_failed(panel, part & 1 ? NETWORK_FAILED : NETWORK_PARTLY, part & 2);
}
