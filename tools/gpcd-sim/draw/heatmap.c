// SPDX-License-Identifier: GPL-2.0-only
/*
 * A panel a quantity, one below the other, each with a legend above its planes.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "heatmap.h"
#include "tracks.h"

#define WIDTH_MIN	720	/* for the text */
#define MARGIN		24
#define PANEL_HEAD	46
#define PANEL_FOOT	26
#define TITLE		80
#define LEGEND		216

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
	double x = MARGIN, y = panel->top + 22, step = (double)LEGEND / TRACKS_LEVELS;
	unsigned int ports = topo_ports(panel->topo);
	char colour[COLOUR_TEXT], chip[MACHINE_NAME], port[16];

	for (unsigned int level = 0; level < TRACKS_LEVELS; level++) {
		tracks_colour(panel, level, colour);
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

	for (unsigned int plane = 0; plane < panel->planes->count && topo->dims > 2; plane++) {
		topo_coord(topo, plane * topo->size[0] * topo->size[1], coord);
		planes_corner(panel->planes, plane, &x, &y);
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
	panel->planes->top = panel->top + PANEL_HEAD;
	draw_legend(panel);
	draw_plane_names(panel);
	tracks_draw(panel);
	return PANEL_HEAD + panel->planes->height + PANEL_FOOT;
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
	struct planes planes;
	struct svg svg;
	struct panel panel = {
		.svg = &svg, .engine = engine, .topo = topo, .planes = &planes, .top = TITLE,
	};
	int err;

	panel.values = calloc((size_t)topo->chips * topo_ports(topo), sizeof(*panel.values));
	if (!panel.values)
		return -ENOMEM;
	err = svg_begin(&svg);
	if (err)
		goto free_values;
	planes_choose(&planes, topo);
	planes.left = MARGIN;
	draw_title(&svg, engine, title);
	for (unsigned int i = 0; i < ARRAY_SIZE(quantities); i++) {
		panel.quantity = &quantities[i];
		panel.most = 0;
		panel.top += draw_panel(&panel);
	}
	err = svg_end(&svg, path, 2 * MARGIN + fmax(planes.width, WIDTH_MIN), panel.top);
free_values:
	free(panel.values);
	return err;
}
