// SPDX-License-Identifier: GPL-2.0-only
/* What is drawn over the links of a panel: rings, the link with the highest value, tooltips. */
#include <stdio.h>

#include "panel.h"

#define HOT_TIMES	4	/* times the mean is far more */
#define HOT_NAMED	6	/* chips that are named; the rest is counted */
#define TIPS_CHIPS	2048	/* no tooltips for more chips: the picture would be large */
#define TIPS_PORTS	6	/* ports in a chip's tooltip: those with the highest values */

unsigned int marks_failed(const struct network *network)
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

double marks_title(struct svg *svg, const struct network *network, double x, double y, double line)
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

/* --- the highest value --- */

/* White around the ring keeps it visible on dark links. */
void marks_peak(struct svg *svg, double x, double y, double radius)
{
	fprintf(svg->body,
		"<circle cx='%g' cy='%g' r='%g' fill='none' stroke='#fff' stroke-width='4'/>\n", x,
		y, radius);
	fprintf(svg->body, "<circle class='peak' cx='%g' cy='%g' r='%g'/>\n", x, y, radius);
}

static void draw_peak(const struct panel *panel)
{
	double x, y;

	if (panel->most <= 0)
		return;
	if (topo_is_grid(panel->network->topo))
		tracks_place(panel->planes, panel->where, &x, &y);
	else
		groups_place(panel->planes, panel->where, &x, &y);
	marks_peak(panel->svg, x, y, 0.28 * panel->planes->pitch + 1);
}

void marks_draw(const struct panel *panel)
{
	draw_rings(panel);
	draw_peak(panel);
	if (panel->network->topo->chips > TIPS_CHIPS)
		return;
	for (unsigned int chip = 0; chip < panel->network->topo->chips; chip++)
		draw_tip(panel, chip);
}
