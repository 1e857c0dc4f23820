// SPDX-License-Identifier: GPL-2.0-only
/* Panels one below the other, each with a legend above its chips. */
#include <errno.h>
#include <math.h>
#include <stdio.h>

#include "cli/out/complain.h"
#include "network.h"
#include "panel.h"

#define WIDTH_MIN	720	/* for the text */
#define MARGIN		24
#define PANEL_HEAD	46
#define PANEL_FOOT	26
#define TITLE		80
#define LEGEND		216
#define LINE		14	/* of text */
#define END_NAME	(NETWORK_NAME + 16)
#define MOST_TEXT	(2 * END_NAME + 8)

bool network_can_draw(const struct topo *topo)
{
	return topo_is_grid(topo) || topo->family == &topo_dragonfly;
}

static bool is_grouped(const struct topo *topo)
{
	return !topo_is_grid(topo);
}

/* --- a panel --- */

static void panel_measure(struct panel *panel)
{
	unsigned int ports = topo_ports(panel->network->topo), links = 0;
	double sum = 0, value;

	panel->most = 0;
	for (unsigned int link = 0; link < panel->network->topo->chips * ports; link++) {
		value = panel->quantity->values[link];
		if (value < 0)
			continue;
		sum += value;
		links++;
		if (value > panel->most) {
			panel->most = value;
			panel->where = link;
		}
	}
	panel->mean = links ? sum / links : 0;
	panel->scale = scale_fit(panel->kind, panel->most);
}

/* Write "CHIP PORT", one end of a link. */
static void name_end(const struct network *network, unsigned int chip, unsigned int port,
		     char text[END_NAME])
{
	char name[NETWORK_NAME], word[16];

	network->chip_name(network->data, chip, name);
	topo_port_name(network->topo, port, word, sizeof(word));
	snprintf(text, END_NAME, "%s %s", name, word);
}

/* Write ": CHIP PORT to CHIP PORT", the link with the highest value; nothing if all are 0. */
static void name_most(const struct panel *panel, char text[MOST_TEXT])
{
	const struct topo *topo = panel->network->topo;
	unsigned int chip = panel->where / topo_ports(topo), port = panel->where % topo_ports(topo);
	char from[END_NAME], to[END_NAME];

	text[0] = '\0';
	if (panel->most <= 0)
		return;
	name_end(panel->network, chip, port, from);
	name_end(panel->network, topo_neighbour(topo, chip, port), topo_far_port(topo, chip, port),
		 to);
	snprintf(text, MOST_TEXT, ": %s to %s", from, to);
}

static void draw_legend(const struct panel *panel)
{
	double x = MARGIN, y = panel->top + 22, step = (double)LEGEND / SCALE_LEVELS;
	char colour[COLOUR_TEXT], most[MOST_TEXT];

	for (unsigned int level = 0; level < SCALE_LEVELS; level++) {
		panel_colour(panel, level, colour);
		svg_box(panel->svg, x + level * step, y, step + 0.3, 9, colour);
	}
	for (unsigned int tick = 0; tick <= 2; tick++)
		svg_text(panel->svg, x + tick * LEGEND / 2.0, y + 20,
			 tick == 2 ? "small end" : tick ? "small mid" : "small", "%.3g %%",
			 100 * scale_value(&panel->scale, tick / 2.0));
	name_most(panel, most);
	x += LEGEND + 16;
	svg_text(panel->svg, x, y + 7, "label", "%s; mean %.3g %%", panel->quantity->unit,
		 100 * panel->mean);
	svg_text(panel->svg, x, y + 7 + LINE, "label", "most %.3g %%%s", 100 * panel->most, most);
}

/* "z=5", or with more dimensions "5,0,1"; "group 3" */
static void draw_plane_names(const struct panel *panel)
{
	const struct topo *topo = panel->network->topo;
	const char *name = is_grouped(topo) ? "group " : topo->dims == 3 ? "z=" : "";
	unsigned int coord[TOPO_DIMS];
	char text[64];
	double x, y;
	size_t at;

	for (unsigned int plane = 0; plane < panel->planes->count && topo->dims > 2; plane++) {
		topo_coord(topo, plane * topo->size[0] * topo->size[1], coord);
		planes_corner(panel->planes, plane, &x, &y);
		at = 0;
		for (unsigned int dim = 2; dim < topo->dims && at < sizeof(text); dim++)
			at += snprintf(text + at, sizeof(text) - at, "%s%u", dim > 2 ? "," : name,
				       coord[dim]);
		svg_text(panel->svg, x, y - 3, "small", "%s", text);
	}
}

/*
 * Draw a panel and return its height. If all values are 0 and all links work, it is a single line.
 */
static double draw_panel(struct panel *panel)
{
	const struct topo *topo = panel->network->topo;
	double height = PANEL_HEAD + panel->planes->height + PANEL_FOOT;

	panel_measure(panel);
	svg_text(panel->svg, MARGIN, panel->top + 12, "head", "%s", panel->quantity->name);
	if (panel->most <= 0 && !marks_failed(panel->network)) {
		svg_text(panel->svg, MARGIN, panel->top + 30, "label", "none");
		return PANEL_HEAD;
	}
	panel->planes->top = panel->top + PANEL_HEAD;
	draw_legend(panel);
	draw_plane_names(panel);
	if (is_grouped(topo))
		groups_draw(panel);
	else
		tracks_draw(panel);
	marks_draw(panel);
	return height + (is_grouped(topo) ? groups_height(topo) : 0);
}

/* --- title --- */

static const char *const grid_lines[] = {
	"A square is a chip, x to the right, y up. Two tracks join neighbours, one a way: they drive on the right.",
	"Upper half of a square: its link up in z; lower half: down.",
	"Parts of a square: its links in the other dimensions; upper half up, lower half down.",
};

static const char *const group_lines[] = {
	"A square is a chip, blades to the right, chassis up. Stripes: the most of its green, of its black, of its blue links.",
	"Below: blue links from group (row) to group (column), the mean of each pair.",
};

/* Draw the explanations; return where the first panel begins. */
static double draw_title(struct svg *svg, const struct network *network, bool planes)
{
	const struct topo *topo = network->topo;
	unsigned int failed = marks_failed(network);
	double y = 46;

	svg_text(svg, MARGIN, 28, "title", "%s", network->title);
	if (is_grouped(topo)) {
		svg_text(svg, MARGIN, y, "label", "%s", group_lines[0]);
		svg_text(svg, MARGIN, y + LINE, "label", "%s", group_lines[1]);
	} else {
		svg_text(svg, MARGIN, y, "label", "%s", grid_lines[0]);
		if (planes)
			svg_text(svg, MARGIN, y + LINE, "label", "%s",
				 grid_lines[topo->dims == 3 ? 1 : 2]);
	}
	y += 2 * LINE;
	if (failed) {
		svg_text(svg, MARGIN, y, "label",
			 "Black: a link that has failed; a thin black line: some of its lanes have. %u links, each way counted.",
			 failed);
		y += LINE;
	}
	return marks_title(svg, network, MARGIN, y, LINE) + 6;
}

int network_write(const struct network *network, const struct picture *picture)
{
	struct planes planes;
	struct svg svg;
	struct panel panel = {
		.svg = &svg, .network = network, .planes = &planes, .kind = picture->scale,
	};
	double width = WIDTH_MIN;
	int err = svg_begin(&svg);

	if (err)
		return complain_output(picture->path, err);
	planes_choose(&planes, network->topo);
	planes.left = MARGIN;
	panel.top = draw_title(&svg, network, planes.count > 1);
	for (size_t i = 0; i < network->count; i++) {
		panel.quantity = &network->quantities[i];
		panel.top += draw_panel(&panel);
	}
	if (is_grouped(network->topo))
		width = fmax(width, groups_width(network->topo));
	return picture_end(picture, &svg, 2 * MARGIN + fmax(planes.width, width), panel.top);
}
