// SPDX-License-Identifier: GPL-2.0-only
/* Totals of a network's picture: a row for each class of links, and one for all. */
#include <math.h>
#include <stdio.h>

#include "panel.h"

#define CLASS		58	/* width of a row's name */
#define NUMBER		50	/* of a column */
#define SHARE_LEAST	0.0001	/* shares below are not written out: a column is narrow */
#define ROW		17
#define HEAD		52	/* above the first row */

/* Mean and most of a quantity over links of a class, or of all. */
struct total {
	double sum, most;
	unsigned int links, failed; /* links: with a value */
};

/* Add up a quantity; @class is topo_classes() for all links. */
static struct total total_of(const struct network *network, size_t quantity, unsigned int class)
{
	const double *values = network->quantities[quantity].values;
	unsigned int ports = topo_ports(network->topo);
	struct total total = { 0 };

	for (unsigned int link = 0; link < network->topo->chips * ports; link++) {
		if (class < topo_classes(network->topo) &&
		    topo_class_of(network->topo, link % ports) != class)
			continue;
		total.failed += network->states && network->states[link] != NETWORK_WORKS;
		if (values[link] < 0)
			continue;
		total.links++;
		total.sum += values[link];
		total.most = fmax(total.most, values[link]);
	}
	return total;
}

static void draw_head(struct svg *svg, const struct network *network, double left, double top)
{
	double x = left + CLASS + 2 * NUMBER;

	svg_text(svg, left, top + 12, "head", "Totals");
	svg_text(svg, left + CLASS + NUMBER, top + 44, "small end", "links");
	svg_text(svg, left + CLASS + 2 * NUMBER, top + 44, "small end", "failed");
	for (size_t i = 0; i < network->count; i++, x += 2 * NUMBER) {
		svg_text(svg, x + 2 * NUMBER, top + 30, "small end", "%s",
			 network->quantities[i].name);
		svg_text(svg, x + NUMBER, top + 44, "small end", "mean, %%");
		svg_text(svg, x + 2 * NUMBER, top + 44, "small end", "most, %%");
	}
}

static void draw_name(struct svg *svg, const struct network *network, unsigned int class,
		      double left, double y)
{
	bool grid = topo_is_grid(network->topo);
	struct topo_class described = { .name = "all" };

	if (class < topo_classes(network->topo))
		topo_class(network->topo, class, &described);
	if (!grid && class < topo_classes(network->topo))
		svg_box(svg, left, y - 9, 10, 10, groups_colour(class));
	svg_text(svg, grid ? left : left + 14, y, "label", "%s", described.name);
}

static void draw_share(struct svg *svg, double x, double y, double share)
{
	if (share > 0 && share < SHARE_LEAST)
		svg_text(svg, x, y, "label end", "< %g", 100 * SHARE_LEAST);
	else
		svg_text(svg, x, y, "label end", "%.3g", 100 * share);
}

static void draw_total(struct svg *svg, const struct network *network, unsigned int class,
		       double left, double y)
{
	double x = left + CLASS + 2 * NUMBER;
	struct total total;

	draw_name(svg, network, class, left, y);
	for (size_t i = 0; i < network->count; i++, x += 2 * NUMBER) {
		total = total_of(network, i, class);
		if (!i) {
			svg_text(svg, x - NUMBER, y, "label end", "%u", total.links);
			svg_text(svg, x, y, "label end", "%u", total.failed);
		}
		draw_share(svg, x + NUMBER, y, total.links ? total.sum / total.links : 0);
		draw_share(svg, x + 2 * NUMBER, y, total.most);
	}
}

double totals_draw(struct svg *svg, const struct network *network, double left, double top)
{
	unsigned int classes = topo_classes(network->topo), rows = 0;
	double width = CLASS + (2 + 2 * network->count) * NUMBER, y = top + HEAD;
	struct total total;

	draw_head(svg, network, left, top);
	svg_box(svg, left, y - 2, width, 0.7, "#999");
	for (unsigned int class = 0; class <= classes; class++) {
		total = total_of(network, 0, class);
		if (class < classes && !total.links && !total.failed)
			continue;
		if (class == classes)
			svg_box(svg, left, y + 4 + rows * ROW, width, 0.7, "#999");
		draw_total(svg, network, class, left, y + ++rows * ROW);
	}
	y += (rows + 1) * ROW + 4;
	svg_text(svg, left, y, "small", "%u chips; links with a value, each way counted.",
		 network->topo->chips);
	return y + 24 - top;
}
