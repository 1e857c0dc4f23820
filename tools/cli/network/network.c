// SPDX-License-Identifier: GPL-2.0-only
/*
 * Panels of equal size and the totals, in two columns, or one below the other if chips would be too
 * small. A panel has its legend above its chips.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/out/complain.h"
#include "network.h"
#include "panel.h"

#define CELL_WIDTH	TOTALS_WIDTH	/* of a panel beside others */
#define CELL_HEIGHT	400
#define CELL_GAP	36
#define PAGE_WIDTH	1180	/* of a panel that has the page's width */
#define PAGE_HEIGHT	560
#define PAGE_LEAST	720	/* for the text */
#define MARGIN		24
#define PANEL_HEAD	72
#define PANEL_FOOT	26
#define LEGEND		216
#define LINE		14	/* of text */
#define END_NAME	(NETWORK_NAME + 16)
#define MOST_TEXT	(2 * END_NAME + 8)

const struct network_quantity network_quantities[NETWORK_QUANTITIES] = {
	{ "Load", "of what a link can carry", COLOUR_BLUE, NULL, "phits", NULL },
	{ "Input-queue stalls", "of a tile's cycles: packets wait in its input queue", COLOUR_RED,
	  NULL, "cycles", NULL },
	{ "Credit stalls", "of a tile's cycles: the link waits for credits", COLOUR_VIOLET, NULL,
	  "cycles", NULL },
};

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
	double x = panel->left, y = panel->top + 34, step = (double)LEGEND / SCALE_LEVELS;
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
	svg_text(panel->svg, x, y - 6, "label", "%s; mean %.3g %%", panel->quantity->unit,
		 100 * panel->mean);
	if (panel->most <= 0)
		return;
	marks_peak(panel->svg, x + 6, y + 30, 4.5);
	svg_text(panel->svg, x + 18, y + 34, "label", "most %.3g %%%s", 100 * panel->most, most);
}

/* Without a value above 0 and without failed links there is nothing to see. */
static bool panel_is_empty(const struct panel *panel)
{
	return panel->most <= 0 && !marks_failed(panel->network);
}

static double map_height(const struct panel *panel)
{
	const struct topo *topo = panel->network->topo;

	return PANEL_HEAD + fmax(panel->planes->height, is_grouped(topo) ? groups_height(topo) : 0)
	       + PANEL_FOOT;
}

static void draw_panel(const struct panel *panel)
{
	svg_text(panel->svg, panel->left, panel->top + 12, "head", "%s", panel->quantity->name);
	panel->planes->left = panel->left;
	panel->planes->top = panel->top + PANEL_HEAD;
	draw_legend(panel);
	planes_labels(panel->planes, panel->svg);
	if (is_grouped(panel->network->topo))
		groups_draw(panel);
	else
		tracks_draw(panel);
	marks_draw(panel);
}

/* --- title --- */

/* Draw the lines of a text; return the baseline of the next one. */
static double draw_all_lines(struct svg *svg, char *text, double y)
{
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), y += LINE)
		svg_text(svg, MARGIN, y, "label", "%s", line);
	return y;
}

static double draw_groups_key(struct svg *svg, double y)
{
	svg_text(svg, MARGIN, y, "label", "%s",
		 "At the right: blue links from group (row) to group (column), the mean of each pair.");
	groups_key(svg, MARGIN, y + 8);
	return y + 8 + GROUPS_KEY;
}

/* Draw the explanations; return where the first panel begins. */
static double draw_title(struct svg *svg, const struct network *network,
			 const struct planes *planes)
{
	unsigned int failed = marks_failed(network);
	char text[EXPLAIN_TEXT];
	double y;

	svg_text(svg, MARGIN, 28, "title", "%s", network->title);
	planes_explain(planes, '\n', text);
	y = draw_all_lines(svg, text, 46);
	if (is_grouped(network->topo))
		y = draw_groups_key(svg, y);
	if (failed) {
		svg_text(svg, MARGIN, y, "label", "%s %u links, each way counted.",
			 is_grouped(network->topo) ?
			 "A black line: links of this colour have failed, or some of their lanes." :
			 "Black: a link that has failed; a thin black line: some of its lanes have.",
			 failed);
		y += LINE;
	}
	return marks_title(svg, network, MARGIN, y, LINE) + 6;
}

/* --- the page --- */

/* Where panels and the totals go. */
struct sheet {
	unsigned int columns, cells; /* cells: filled so far */
	double left, top; /* upper left corner of the next cell */
	double cell; /* width of a cell */
	double row; /* height of the present row */
};

/* Go on to the next cell, after one of a height. */
static void sheet_step(struct sheet *sheet, double height)
{
	sheet->row = fmax(sheet->row, height);
	sheet->left += sheet->cell + CELL_GAP;
	if (++sheet->cells % sheet->columns)
		return;
	sheet->left = MARGIN;
	sheet->top += sheet->row;
	sheet->row = 0;
}

static bool panel_begin(struct panel *panel, const struct sheet *sheet, size_t number)
{
	panel->quantity = &panel->network->quantities[number];
	panel->left = sheet->left;
	panel->top = sheet->top;
	panel_measure(panel);
	return !panel_is_empty(panel);
}

/* With two panels or fewer, the totals are in the same row. */
static void sheet_begin(struct sheet *sheet, struct panel *panel)
{
	unsigned int shown = 0;
	const struct topo *topo = panel->network->topo;
	double matrix = is_grouped(topo) ? groups_width(topo) : 0;
	bool beside = planes_choose(panel->planes, topo, CELL_WIDTH - matrix, CELL_HEIGHT);

	for (size_t i = 0; i < panel->network->count; i++)
		shown += panel_begin(panel, sheet, i);
	if (!beside)
		planes_choose(panel->planes, topo, PAGE_WIDTH - matrix, PAGE_HEIGHT);
	sheet->columns = !beside ? 1 : shown < 2 ? shown + 1 : 2;
	sheet->cell = beside ? CELL_WIDTH : fmax(PAGE_LEAST, panel->planes->width + matrix);
	sheet->left = MARGIN;
	sheet->top = draw_title(panel->svg, panel->network, panel->planes);
}

/* Draw the totals, then a line for each quantity that has no panel. */
static void sheet_end(struct sheet *sheet, struct panel *panel)
{
	double y = 12;

	sheet_step(sheet, totals_draw(panel->svg, panel->network, sheet->left, sheet->top));
	for (size_t i = 0; i < panel->network->count; i++) {
		if (panel_begin(panel, sheet, i))
			continue;
		svg_text(panel->svg, sheet->left, sheet->top + y, "head", "%s",
			 panel->quantity->name);
		svg_text(panel->svg, sheet->left, sheet->top + y + 17, "label", "none");
		y += 44;
	}
	sheet->row = fmax(sheet->row, y);
}

int network_write(const struct network *network, const struct picture *picture)
{
	struct planes planes;
	struct sheet sheet = { 0 };
	struct svg svg;
	struct panel panel = {
		.svg = &svg, .network = network, .planes = &planes, .kind = picture->scale,
	};
	int err = svg_begin(&svg);
	double width;

	if (err)
		return complain_output(picture->path, err);
	sheet_begin(&sheet, &panel);
	for (size_t i = 0; i < network->count; i++) {
		if (!panel_begin(&panel, &sheet, i))
			continue;
		draw_panel(&panel);
		sheet_step(&sheet, map_height(&panel));
	}
	sheet_end(&sheet, &panel);
	width = sheet.columns * (sheet.cell + CELL_GAP) - CELL_GAP;
	return picture_end(picture, &svg, 2 * MARGIN + fmax(PAGE_LEAST, width),
			   sheet.top + sheet.row);
}
