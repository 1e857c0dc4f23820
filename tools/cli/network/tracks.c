// SPDX-License-Identifier: GPL-2.0-only
/*
 * Chips are squares. Links are pairs of tracks between them, one for each direction, driving on the
 * right. The halves of a square are the chip's links to other planes.
 */
#include "panel.h"
#include "topo/grid.h"

#define WIDTH		1180	/* room for the planes, if their size allows */
#define HEIGHT		560
#define PITCH_MIN	11
#define PITCH_MAX	26
#define GAP		14	/* between planes */
#define LABEL		13	/* above a plane */

static unsigned int plane_rows(const struct topo *topo)
{
	return topo->dims > 1 ? topo->size[1] : 1;
}

static void planes_try(struct planes *planes, double pitch)
{
	const struct topo *topo = planes->topo;
	unsigned int rows;

	planes->pitch = pitch;
	planes->half = 0.25 * pitch;
	planes->gap = 0.035 * pitch;
	planes->plane_width = topo->size[0] * pitch;
	planes->plane_height = plane_rows(topo) * pitch;
	planes->columns = (WIDTH + GAP) / (planes->plane_width + GAP);
	if (!planes->columns)
		planes->columns = 1;
	rows = (planes->count + planes->columns - 1) / planes->columns;
	planes->columns = (planes->count + rows - 1) / rows;
	planes->width = planes->columns * (planes->plane_width + GAP) - GAP;
	planes->height = rows * (planes->plane_height + LABEL + GAP);
}

void planes_choose(struct planes *planes, const struct topo *topo)
{
	double pitch = PITCH_MAX;

	*planes = (struct planes){ .topo = topo };
	planes->count = topo->chips / topo->size[0] / plane_rows(topo);
	do {
		planes_try(planes, pitch--);
	} while (pitch >= PITCH_MIN && (planes->height > HEIGHT || planes->width > WIDTH));
}

void planes_corner(const struct planes *planes, unsigned int plane, double *x, double *y)
{
	*x = planes->left + plane % planes->columns * (planes->plane_width + GAP);
	*y = planes->top + LABEL + plane / planes->columns * (planes->plane_height + LABEL + GAP);
}

void planes_chip(const struct planes *planes, unsigned int chip, double *x, double *y)
{
	const struct topo *topo = planes->topo;
	unsigned int rows = plane_rows(topo);
	unsigned int in_plane = chip % (topo->size[0] * rows);

	planes_corner(planes, chip / (topo->size[0] * rows), x, y);
	*x += (in_plane % topo->size[0] + 0.5) * planes->pitch;
	*y += (rows - 1 - in_plane / topo->size[0] + 0.5) * planes->pitch;
}

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
	if (!grid_dim(port))
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

/* Draw a part of a square: a stroke as wide as half of it. */
static void draw_square(const struct panel *panel, unsigned int chip, unsigned int port)
{
	double half = panel->planes->half;
	double part = 2 * half / (panel->network->topo->dims - 2);
	double x, y;

	planes_chip(panel->planes, chip, &x, &y);
	fprintf(panel->svg->body, "M%g %gh%g", x - half + (grid_dim(port) - 2) * part,
		y + (grid_is_down(port) ? half : -half) / 2,
		part - (panel->network->topo->dims > 3 ? 0.5 : 0));
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
		    (grid_dim(link % ports) > 1) != squares)
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
		if (panel_state(panel, link) != state || (grid_dim(link % ports) > 1) != squares)
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

/* Draw chips that have no links to other planes. */
static void draw_chips(const struct panel *panel)
{
	double half = panel->planes->half, x, y;

	fprintf(panel->svg->body, "<path stroke='#c8c8c8' stroke-width='%g' d='", 2 * half);
	for (unsigned int chip = 0; chip < panel->network->topo->chips; chip++) {
		planes_chip(panel->planes, chip, &x, &y);
		fprintf(panel->svg->body, "M%g %gh%g", x - half, y, 2 * half);
	}
	fputs("'/>\n", panel->svg->body);
}

void tracks_draw(const struct panel *panel)
{
	if (panel->planes->count == 1)
		draw_chips(panel);
	for (unsigned int level = 0; level < SCALE_LEVELS; level++) {
		draw_level(panel, level, false);
		if (panel->network->topo->dims > 2)
			draw_level(panel, level, true);
	}
	for (unsigned int part = 0; part < 4; part++)
		tracks_failed(panel, part & 1 ? NETWORK_FAILED : NETWORK_PARTLY, part & 2);
}
