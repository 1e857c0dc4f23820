// SPDX-License-Identifier: GPL-2.0-only
/*
 * Panels one below the other, each with a legend above its chips. Busy chips are marked, and chips
 * have tooltips.
 */
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
#define HOT_TIMES	4	/* times the mean is far more */
#define HOT_NAMED	6	/* chips that are named; the rest is counted */
#define TIPS_CHIPS	2048	/* no tooltips for more chips: the picture would be large */
#define TIPS_PORTS	6	/* ports in a chip's tooltip: those with the highest values */

/* Count the links that have failed, wholly or partly; each direction counts. */
static unsigned int marks_failed(const struct network *network)
{
	unsigned int links = network->topo->chips * topo_ports(network->topo), failed = 0;

	for (unsigned int link = 0; link < links && network->states; link++)
		failed += network->states[link] != NETWORK_WORKS;
	return failed;
}

/* --- hot nodes --- */

/* Return the limit above which a chip is hot; negative: no chip is. */
static double hot_limit(const struct network *network)
{
	unsigned int known = 0;
	double sum = 0;

	for (unsigned int chip = 0; chip < network->topo->chips && network->arrived; chip++) {
		if (network->arrived[chip] < 0)
			continue;
		sum += network->arrived[chip];
		known++;
	}
	return sum > 0 ? HOT_TIMES * sum / known : -1;
}

static bool is_hot(const struct network *network, unsigned int chip, double limit)
{
	return limit >= 0 && network->arrived[chip] > limit;
}

/*
 * Write which chips are marked, if any are; @x and @y are where the first line begins. Return the
 * next baseline.
 */
static double marks_title(struct svg *svg, const struct network *network, double x, double y,
			  double line)
{
	double limit = hot_limit(network);
	char text[160], name[NETWORK_NAME];
	unsigned int hot = 0;
	size_t at = 0;

	for (unsigned int chip = 0; chip < network->topo->chips; chip++) {
		if (!is_hot(network, chip, limit) || ++hot > HOT_NAMED || at >= sizeof(text))
			continue;
		network->chip_name(network->data, chip, name);
		at += snprintf(text + at, sizeof(text) - at, "%s%s", at ? ", " : "", name);
	}
	if (!hot)
		return y;
	if (hot > HOT_NAMED && at < sizeof(text))
		snprintf(text + at, sizeof(text) - at, " and %u more", hot - HOT_NAMED);
	svg_text(svg, x, y, "label", "Ringed: chips that are sent more than %u times the mean: %s.",
		 HOT_TIMES, text);
	return y + line;
}

static void draw_rings(const struct panel *panel)
{
	double limit = hot_limit(panel->network), x, y;

	for (unsigned int chip = 0; chip < panel->network->topo->chips; chip++) {
		if (!is_hot(panel->network, chip, limit))
			continue;
		planes_chip(panel->planes, chip, &x, &y);
		fprintf(panel->svg->body,
			"<circle class='hot' cx='%g' cy='%g' r='%g'/>\n", x, y,
			0.55 * panel->planes->pitch);
	}
}

/* --- tooltips --- */

/* Ports are listed by falling values, then by rising numbers. */
static bool is_after(double value, unsigned int port, double last, unsigned int before)
{
	return value < last || (value == last && port > before);
}

/* Return the port of a chip to list next. */
static unsigned int next_port(const double *values, unsigned int ports, unsigned int before)
{
	unsigned int found = ports;

	for (unsigned int port = 0; port < ports; port++) {
		if (values[port] < 0 ||
		    (before < ports && !is_after(values[port], port, values[before], before)))
			continue;
		if (found == ports || values[port] > values[found])
			found = port;
	}
	return found;
}

static void draw_tip(const struct panel *panel, unsigned int chip)
{
	const struct network *network = panel->network;
	unsigned int ports = topo_ports(network->topo), port = ports;
	const double *values = panel->quantity->values + (size_t)chip * ports;
	double side = panel->planes->pitch, x, y;
	char text[200], name[NETWORK_NAME];
	size_t at;

	network->chip_name(network->data, chip, name);
	at = snprintf(text, sizeof(text), "%s", name);
	for (unsigned int listed = 0; listed < TIPS_PORTS && at < sizeof(text); listed++) {
		port = next_port(values, ports, port);
		if (port == ports)
			break;
		topo_port_name(network->topo, port, name, sizeof(name));
		at += snprintf(text + at, sizeof(text) - at, "%s %s %.3g %%", listed ? "," : ":",
			       name, 100 * values[port]);
	}
	planes_chip(panel->planes, chip, &x, &y);
	svg_tip(panel->svg, x - side / 2, y - side / 2, side, side, text);
}

/* Ring the marked chips and add tooltips, after the panel was drawn. */
static void marks_draw(const struct panel *panel)
{
	draw_rings(panel);
	if (panel->network->topo->chips > TIPS_CHIPS)
		return;
	for (unsigned int chip = 0; chip < panel->network->topo->chips; chip++)
		draw_tip(panel, chip);
}

/* --- topologies --- */

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
