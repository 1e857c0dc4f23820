// SPDX-License-Identifier: GPL-2.0-only
/*
 * A panel a quantity: planes of the first two dimensions side by side, one for each
 * place in the others. Chips are squares, links are pairs of tracks between them, one
 * a direction, driving on the right; a square's own halves are its links to other planes.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "colour.h"
#include "heatmap.h"
#include "svg.h"
#include "topo/grid.h"

#define LEVELS		24
#define WIDTH		1180	/* that a panel may have, if its planes leave a choice */
#define WIDTH_MIN	720	/* for the text */
#define HEIGHT		560
#define MARGIN		24
#define PITCH_MIN	11
#define PITCH_MAX	26
#define PLANE_GAP	14
#define PLANE_LABEL	13
#define PANEL_HEAD	46
#define PANEL_FOOT	26
#define TITLE		80
#define LEGEND		216

/**
 * struct layout - where things are
 * @pitch: from chip to chip
 * @half: of a chip's square
 * @gap: between what must not look like one
 * @w: of a plane
 * @h: likewise
 * @planes: how many
 * @columns: of planes
 * @width: of a panel
 * @height: of a panel
 */
struct layout {
	double pitch, half, gap, w, h;
	unsigned int planes, columns;
	double width, height;
};

/**
 * struct quantity - what a panel shows
 * @name: its heading
 * @unit: of its legend
 * @ramp: its colours
 * @of: a part from 0 on, of the link that leaves a chip by a port
 */
struct quantity {
	const char *name;
	const char *unit;
	enum colour_ramp ramp;
	double (*of)(const struct engine *engine, unsigned int chip, unsigned int port);
};

/**
 * struct panel - a panel in the making
 * @svg: the picture
 * @engine: what is drawn
 * @topo: its topology
 * @layout: where things are
 * @quantity: what is shown
 * @top: where it begins, from the top of the picture
 * @values: of links, at [chip * ports + port]; below 0: there is none
 * @top_value: of the scale
 * @most: the largest of @values
 * @mean: of all
 * @where: link that has @most
 */
struct panel {
	struct svg *svg;
	const struct engine *engine;
	const struct topo *topo;
	const struct layout *layout;
	const struct quantity *quantity;
	double top;
	double *values;
	double top_value, most, mean;
	unsigned int where;
};

/* --- quantities --- */

static double load_of(const struct engine *engine, unsigned int chip, unsigned int port)
{
	const struct topo *topo = &engine->machine->fabric.topo;

	return engine_load(engine, topo_neighbour(topo, chip, port),
			   topo_far_port(topo, chip, port));
}

static double stalls(const struct engine *engine, unsigned int chip, unsigned int port,
		     enum net_counter counter)
{
	double cycles = (double)engine->cycles * machine_lanes(engine->machine, port);

	return cycles ? engine_count(engine, chip, port, counter) / cycles : 0;
}

static double input_of(const struct engine *engine, unsigned int chip, unsigned int port)
{
	const struct topo *topo = &engine->machine->fabric.topo;

	return stalls(engine, topo_neighbour(topo, chip, port), topo_far_port(topo, chip, port),
		      NET_INQ_STALLS);
}

static double output_of(const struct engine *engine, unsigned int chip, unsigned int port)
{
	return stalls(engine, chip, port, NET_CREDIT_STALLS);
}

static const struct quantity quantities[] = {
	{ "Load", "of a link's time, in use", COLOUR_BLUE, load_of },
	{ "Input-queue stalls", "of a tile's cycles: heads wait behind the link", COLOUR_RED,
	  input_of },
	{ "Output stalls", "of a tile's cycles: the link waits for credits", COLOUR_VIOLET,
	  output_of },
};

/* --- layout --- */

static void layout_try(struct layout *layout, const struct topo *topo, double pitch)
{
	unsigned int rows;

	layout->pitch = pitch;
	layout->half = 0.25 * pitch;
	layout->gap = 0.035 * pitch;
	layout->w = topo->size[0] * pitch;
	layout->h = (topo->dims > 1 ? topo->size[1] : 1) * pitch;
	layout->columns = (WIDTH + PLANE_GAP) / (layout->w + PLANE_GAP);
	if (!layout->columns)
		layout->columns = 1;
	rows = (layout->planes + layout->columns - 1) / layout->columns;
	layout->columns = (layout->planes + rows - 1) / rows;
	layout->width = layout->columns * (layout->w + PLANE_GAP) - PLANE_GAP;
	layout->height = rows * (layout->h + PLANE_LABEL + PLANE_GAP);
}

static void layout_choose(struct layout *layout, const struct topo *topo)
{
	double pitch = PITCH_MAX;

	layout->planes = topo->chips / topo->size[0] / (topo->dims > 1 ? topo->size[1] : 1);
	do {
		layout_try(layout, topo, pitch--);
	} while (pitch >= PITCH_MIN && (layout->height > HEIGHT || layout->width > WIDTH));
}

static void plane_corner(const struct panel *panel, unsigned int plane, double *x, double *y)
{
	const struct layout *layout = panel->layout;

	*x = MARGIN + plane % layout->columns * (layout->w + PLANE_GAP);
	*y = panel->top + PANEL_HEAD + PLANE_LABEL +
	     plane / layout->columns * (layout->h + PLANE_LABEL + PLANE_GAP);
}

/* The middle of a chip's square. */
static void chip_middle(const struct panel *panel, unsigned int chip, double *x, double *y)
{
	const struct topo *topo = panel->topo;
	unsigned int rows = topo->dims > 1 ? topo->size[1] : 1;
	unsigned int in_plane = chip % (topo->size[0] * rows);

	plane_corner(panel, chip / (topo->size[0] * rows), x, y);
	*x += (in_plane % topo->size[0] + 0.5) * panel->layout->pitch;
	*y += (rows - 1 - in_plane / topo->size[0] + 0.5) * panel->layout->pitch;
}

/* --- links --- */

/*
 * A track out of a chip's square, or with @into one that ends there from the plane's
 * edge; @length beyond the square.
 */
static void draw_track(const struct panel *panel, unsigned int chip, unsigned int port,
		       double length, bool into)
{
	double start = panel->layout->half + panel->layout->gap, side = 0.09 * panel->layout->pitch;
	double sign = grid_is_down(port) ? -1 : 1, out = into ? -sign : sign;
	double x, y;

	chip_middle(panel, chip, &x, &y);
	if (!grid_dim(port))
		fprintf(panel->svg->body, "M%g %gh%g", x + out * start, y + sign * side,
			out * length);
	else
		fprintf(panel->svg->body, "M%g %gv%g", x + sign * side, y - out * start,
			-out * length);
}

static void draw_link(const struct panel *panel, unsigned int chip, unsigned int port)
{
	const struct topo *topo = panel->topo;
	const struct layout *layout = panel->layout;
	unsigned int coord[TOPO_DIMS], dim = grid_dim(port);
	unsigned int edge = grid_is_down(port) ? 0 : topo->size[dim] - 1;
	double length = layout->pitch - 2 * (layout->half + layout->gap);

	topo_coord(topo, chip, coord);
	if (coord[dim] != edge) {
		draw_track(panel, chip, port, length, false);
		return;
	}
	draw_track(panel, chip, port, length / 2, false);
	draw_track(panel, topo_neighbour(topo, chip, port), port, length / 2, true);
}

/* A part of a square: a stroke as wide as half of it. */
static void draw_square(const struct panel *panel, unsigned int chip, unsigned int port)
{
	double half = panel->layout->half;
	double part = 2 * half / (panel->topo->dims - 2);
	double x, y;

	chip_middle(panel, chip, &x, &y);
	fprintf(panel->svg->body, "M%g %gh%g", x - half + (grid_dim(port) - 2) * part,
		y + (grid_is_down(port) ? half : -half) / 2,
		part - (panel->topo->dims > 3 ? 0.5 : 0));
}

static unsigned int level_of(const struct panel *panel, double value)
{
	unsigned int level = value / panel->top_value * LEVELS;

	return level < LEVELS ? level : LEVELS - 1;
}

static void level_colour(const struct panel *panel, unsigned int level, char text[COLOUR_TEXT])
{
	colour_of(panel->quantity->ramp, (double)level / (LEVELS - 1), text);
}

/* All links of a level, between squares or in them, in one path. */
static void draw_level(const struct panel *panel, unsigned int level, bool squares)
{
	const struct layout *layout = panel->layout;
	unsigned int ports = topo_ports(panel->topo);
	char colour[COLOUR_TEXT];
	double value;

	level_colour(panel, level, colour);
	fprintf(panel->svg->body, "<path stroke='%s' stroke-width='%g' d='", colour,
		squares ? layout->half - layout->gap / 2 : 0.15 * layout->pitch);
	for (unsigned int link = 0; link < panel->topo->chips * ports; link++) {
		value = panel->values[link];
		if (value < 0 || level_of(panel, value) != level ||
		    (grid_dim(link % ports) > 1) != squares)
			continue;
		if (squares)
			draw_square(panel, link / ports, link % ports);
		else
			draw_link(panel, link / ports, link % ports);
	}
	fputs("'/>\n", panel->svg->body);
}

/* Lanes of the links have failed: of all of a link's, or only of some. */
static bool has_failed(const struct panel *panel, unsigned int link, bool wholly)
{
	unsigned int ports = topo_ports(panel->topo);
	unsigned int far = topo_neighbour(panel->topo, link / ports, link % ports);
	unsigned int dead = engine_dead(panel->engine, far,
					topo_far_port(panel->topo, link / ports, link % ports));
	unsigned int all = (1u << machine_lanes(panel->engine->machine, link % ports)) - 1;

	return dead && wholly == (dead == all);
}

/* Failed links in one path, over their colours: black, and thin if some lanes are left. */
static void draw_failed(const struct panel *panel, bool wholly, bool squares)
{
	const struct layout *layout = panel->layout;
	unsigned int ports = topo_ports(panel->topo);
	double width = squares ? layout->half - layout->gap / 2 : 0.15 * layout->pitch;
	unsigned int count = 0;

	for (unsigned int link = 0; link < panel->topo->chips * ports; link++) {
		if (panel->values[link] < 0 || !has_failed(panel, link, wholly) ||
		    (grid_dim(link % ports) > 1) != squares)
			continue;
		if (!count++)
			fprintf(panel->svg->body,
				"<path class='failed' stroke='#000000' stroke-width='%g' d='",
				wholly ? width : 0.3 * width);
		if (squares)
			draw_square(panel, link / ports, link % ports);
		else
			draw_link(panel, link / ports, link % ports);
	}
	if (count)
		fputs("'/>\n", panel->svg->body);
}

/* Chips without links to other planes. */
static void draw_chips(const struct panel *panel)
{
	double half = panel->layout->half, x, y;

	fprintf(panel->svg->body, "<path stroke='#c8c8c8' stroke-width='%g' d='", 2 * half);
	for (unsigned int chip = 0; chip < panel->topo->chips; chip++) {
		chip_middle(panel, chip, &x, &y);
		fprintf(panel->svg->body, "M%g %gh%g", x - half, y, 2 * half);
	}
	fputs("'/>\n", panel->svg->body);
}

/* --- a panel --- */

static void panel_measure(struct panel *panel)
{
	unsigned int ports = topo_ports(panel->topo), links = 0;
	double sum = 0, value;

	for (unsigned int link = 0; link < panel->topo->chips * ports; link++) {
		panel->values[link] = -1;
		if (!engine_has_link(panel->engine, link / ports, link % ports))
			continue;
		value = panel->quantity->of(panel->engine, link / ports, link % ports);
		panel->values[link] = value;
		sum += value;
		links++;
		if (value > panel->most) {
			panel->most = value;
			panel->where = link;
		}
	}
	panel->mean = links ? sum / links : 0;
	panel->top_value = svg_nice_above(panel->most);
}

static void draw_legend(const struct panel *panel)
{
	double x = MARGIN, y = panel->top + 22, step = (double)LEGEND / LEVELS;
	unsigned int ports = topo_ports(panel->topo);
	char colour[COLOUR_TEXT], chip[MACHINE_NAME], port[16];

	for (unsigned int level = 0; level < LEVELS; level++) {
		level_colour(panel, level, colour);
		svg_box(panel->svg, x + level * step, y, step + 0.3, 9, colour);
	}
	for (unsigned int tick = 0; tick <= 2; tick++)
		svg_text(panel->svg, x + tick * LEGEND / 2.0, y + 20,
			 tick == 2 ? "small end" : tick ? "small mid" : "small", "%.3g %%",
			 50 * tick * panel->top_value);
	machine_chip_name(panel->engine->machine, panel->where / ports, chip);
	topo_port_name(panel->topo, panel->where % ports, port, sizeof(port));
	svg_text(panel->svg, x + LEGEND + 16, y + 9, "label",
		 "%s; mean %.3g %%, most %.3g %%: %s %s", panel->quantity->unit,
		 100 * panel->mean, 100 * panel->most, chip, port);
}

/* "z=5", or of more dimensions "5,0,1" */
static void draw_plane_names(const struct panel *panel)
{
	const struct topo *topo = panel->topo;
	unsigned int coord[TOPO_DIMS];
	char text[64];
	double x, y;
	size_t at;

	for (unsigned int plane = 0; plane < panel->layout->planes && topo->dims > 2; plane++) {
		topo_coord(topo, plane * topo->size[0] * topo->size[1], coord);
		plane_corner(panel, plane, &x, &y);
		at = 0;
		for (unsigned int dim = 2; dim < topo->dims && at < sizeof(text); dim++)
			at += snprintf(text + at, sizeof(text) - at, "%s%u",
				       dim > 2 ? "," : topo->dims == 3 ? "z=" : "", coord[dim]);
		svg_text(panel->svg, x, y - 3, "small", "%s", text);
	}
}

/* Returns how much room it took: a panel of nothing but zeros is told in a line. */
static double draw_panel(struct panel *panel)
{
	panel_measure(panel);
	svg_text(panel->svg, MARGIN, panel->top + 12, "head", "%s", panel->quantity->name);
	if (panel->most <= 0) {
		svg_text(panel->svg, MARGIN, panel->top + 30, "label", "none");
		return PANEL_HEAD;
	}
	draw_legend(panel);
	draw_plane_names(panel);
	if (panel->topo->dims < 3)
		draw_chips(panel);
	for (unsigned int level = 0; level < LEVELS; level++) {
		draw_level(panel, level, false);
		if (panel->topo->dims > 2)
			draw_level(panel, level, true);
	}
	for (unsigned int part = 0; part < 4; part++)
		draw_failed(panel, part & 1, part & 2);
	return PANEL_HEAD + panel->layout->height + PANEL_FOOT;
}

static void draw_title(struct svg *svg, const struct engine *engine, const char *title)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	unsigned int failed = engine_dead_all(engine);

	svg_text(svg, MARGIN, 28, "title", "%s", title);
	svg_text(svg, MARGIN, 46, "label",
		 "A square is a chip, x to the right, y up. Two tracks join neighbours, one a way: they drive on the right.");
	if (topo->dims == 3)
		svg_text(svg, MARGIN, 60, "label",
			 "Upper half of a square: its link up in z; lower half: down.");
	else if (topo->dims > 3)
		svg_text(svg, MARGIN, 60, "label",
			 "Parts of a square: its links in the other dimensions; upper half up, lower half down.");
	if (failed)
		svg_text(svg, MARGIN, 74, "label",
			 "Black: a link that has failed; a thin black line: some of its lanes have. %u lanes in all.",
			 failed);
}

int heatmap_write(const struct engine *engine, const char *title, const char *path)
{
	const struct topo *topo = &engine->machine->fabric.topo;
	struct layout layout;
	struct svg svg;
	struct panel panel = {
		.svg = &svg, .engine = engine, .topo = topo, .layout = &layout, .top = TITLE,
	};
	int err;

	panel.values = calloc((size_t)topo->chips * topo_ports(topo), sizeof(*panel.values));
	if (!panel.values)
		return -ENOMEM;
	err = svg_begin(&svg);
	if (err)
		goto free_values;
	layout_choose(&layout, topo);
	draw_title(&svg, engine, title);
	for (unsigned int i = 0; i < ARRAY_SIZE(quantities); i++) {
		panel.quantity = &quantities[i];
		panel.most = 0;
		panel.top += draw_panel(&panel);
	}
	err = svg_end(&svg, path, 2 * MARGIN + fmax(layout.width, WIDTH_MIN), panel.top);
free_values:
	free(panel.values);
	return err;
}
