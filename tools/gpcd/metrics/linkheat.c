// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "measured.h"
#include "topo/family/dragonfly.h"

static const struct network_quantity panels[LINKHEAT_PANELS] = {
	{ "Load", "of a link's peak", COLOUR_BLUE, NULL },
	{ "Input-queue stalls", "of a tile's cycles: packets wait in its input queue", COLOUR_RED,
	  NULL },
	{ "Credit stalls", "of a tile's cycles: the link waits for credits", COLOUR_VIOLET, NULL },
};

/* --- topology --- */

/* Make the smallest torus that contains all chips of an interconnect file. */
static int topo_of_cables(struct topo *topo, const struct interconnect *cables)
{
	unsigned int size[3] = { 1, 1, 1 }, coord[3];
	char text[64];

	for (unsigned int chip = 0; chip < interconnect_chips(cables); chip++) {
		interconnect_coord(cables, chip, coord);
		for (unsigned int dim = 0; dim < 3; dim++)
			size[dim] = coord[dim] >= size[dim] ? coord[dim] + 1 : size[dim];
	}
	snprintf(text, sizeof(text), "torus:%ux%ux%u", size[0], size[1], size[2]);
	return topo_parse(topo, text);
}

/* An interconnect file lists which tiles blue cables join, but not the rule for assigning them. */
static int find_topo(struct linkheat *heat, const struct linkmap *map)
{
	if (!map->file) {
		heat->topo = map->system.topo;
	} else if (linkmap_is_aries(map)) {
		complain("%s: a picture of a dragonfly needs its size: name it by --dragonfly",
			 map->file);
		return EXIT_USAGE;
	} else if (topo_of_cables(&heat->topo, map->cables)) {
		complain("%s: too many chips to draw", map->file);
		return EXIT_RUNTIME;
	}
	heat->cabling = cabling_find(&heat->topo);
	return 0;
}

int linkheat_open(struct linkheat *heat, const struct linkmap *map, const struct picture *picture)
{
	size_t links;
	int code;

	*heat = (struct linkheat){ .picture = picture };
	code = picture->path ? find_topo(heat, map) : 0;
	if (!code)
		code = picture_check(picture);
	if (code || !picture->path)
		return code;
	links = (size_t)heat->topo.chips * topo_ports(&heat->topo);
	for (unsigned int panel = 0; panel < LINKHEAT_PANELS; panel++)
		heat->sums[panel] = calloc(links, sizeof(double));
	heat->seen = calloc(LINKHEAT_PANELS * links, sizeof(*heat->seen));
	heat->states = calloc(links, sizeof(*heat->states));
	heat->arrived = calloc(heat->topo.chips, sizeof(*heat->arrived));
	if (heat->sums[0] && heat->sums[1] && heat->sums[2] && heat->seen && heat->states &&
	    heat->arrived)
		return 0;
	return complain_error("picture", -ENOMEM);
}

void linkheat_close(struct linkheat *heat)
{
	for (unsigned int panel = 0; panel < LINKHEAT_PANELS; panel++)
		free(heat->sums[panel]);
	free(heat->seen);
	free(heat->states);
	free(heat->arrived);
}

/* --- sums --- */

/* Return the port by which a link leaves a chip, or TOPO_NONE. */
static unsigned int heat_port(const struct linkheat *heat, unsigned int chip,
			      const struct link *link)
{
	const struct topo *topo = &heat->topo;
	unsigned int far;

	if (topo_is_grid(topo))
		return link->direction;
	far = cabling_chip(heat->cabling, topo, link->far);
	for (unsigned int port = 0; port < topo_ports(topo); port++) {
		if (topo_class_of(topo, port) == link->direction &&
		    topo_neighbour(topo, chip, port) == far)
			return port;
	}
	return TOPO_NONE;
}

static void heat_share(struct linkheat *heat, unsigned int panel, unsigned int chip,
		       unsigned int port, double share)
{
	unsigned int ports = topo_ports(&heat->topo);
	size_t link = (size_t)chip * ports + port;

	if (chip == TOPO_NONE || port >= ports)
		return;
	heat->sums[panel][link] += share;
	heat->seen[panel * (size_t)heat->topo.chips * ports + link]++;
}

/*
 * Data that arrived over a link, and stalls where it waits, belong to the link in the other
 * direction, which leaves the far chip.
 */
static void heat_link(struct linkheat *heat, unsigned int chip, const struct linksums *sums,
		      unsigned int i)
{
	const struct link *link = &sums->links.link[i];
	const struct router_link *sum = &sums->sums.link[i];
	unsigned int port = heat_port(heat, chip, link), far, back;

	if (port >= topo_ports(&heat->topo))
		return;
	if (!link->count || link->lost)
		heat->states[chip * topo_ports(&heat->topo) + port] =
			link->count ? NETWORK_PARTLY : NETWORK_FAILED;
	if (!linksums_timed(sums, i))
		return;
	far = topo_neighbour(&heat->topo, chip, port);
	back = topo_far_port(&heat->topo, chip, port);
	heat_share(heat, 0, far, back, router_utilisation(sums->kind, link, sum));
	heat_share(heat, 1, far, back, router_stall_share(link, sum, ROUTER_INQ_STALLS));
	heat_share(heat, 2, chip, port, router_stall_share(link, sum, ROUTER_OUTQ_STALLS));
}

/*
 * A chip's nodes have answered what they were sent: a Gemini counts the responses, an Aries their
 * flits.
 */
static enum router_counter answers_of(const struct linksums *sums)
{
	return sums->links.aries ? ROUTER_IN_RESPONSES : ROUTER_RESPONSES;
}

static void heat_chip(struct linkheat *heat, const struct series *series)
{
	unsigned int chip = cabling_chip(heat->cabling, &heat->topo, series->coord);
	const struct linksums *sums = series->sums;
	unsigned int host = links_host(sums->links.aries);

	if (chip == TOPO_NONE)
		return;
	for (unsigned int i = 0; i < sums->links.count; i++) {
		if (sums->links.link[i].direction == host)
			heat->arrived[chip] += sums->sums.link[i].counters[answers_of(sums)];
		else
			heat_link(heat, chip, sums, i);
	}
}

void linkheat_add(struct linkheat *heat, const struct measuring *measuring)
{
	if (!heat->picture->path)
		return;
	for (size_t i = 0; i < measuring->count; i++) {
		if (measured_is_fresh(&measuring->list[i]))
			heat_chip(heat, &measuring->list[i].series);
	}
	heat->samples++;
}

/* --- the picture --- */

/* A link that was never read is unknown. */
static void sums_to_means(struct linkheat *heat)
{
	size_t links = (size_t)heat->topo.chips * topo_ports(&heat->topo);
	unsigned int seen;

	for (size_t panel = 0; panel < LINKHEAT_PANELS; panel++) {
		for (size_t link = 0; link < links; link++) {
			seen = heat->seen[panel * links + link];
			heat->sums[panel][link] = seen ? heat->sums[panel][link] / seen : -1;
		}
	}
}

static void name_chip(const void *data, unsigned int chip, char name[NETWORK_NAME])
{
	const struct linkheat *heat = data;
	unsigned int coord[3];

	cabling_coord(heat->cabling, &heat->topo, chip, coord);
	snprintf(name, NETWORK_NAME, "%u,%u,%u", coord[0], coord[1], coord[2]);
}

int linkheat_write(struct linkheat *heat, uint64_t period)
{
	struct network_quantity quantities[LINKHEAT_PANELS];
	char size[128], title[256];
	const struct network network = {
		.topo = &heat->topo,
		.title = title,
		.quantities = quantities,
		.count = LINKHEAT_PANELS,
		.states = heat->states,
		.arrived = heat->arrived,
		.chip_name = name_chip,
		.data = heat,
	};

	if (!heat->picture->path || !heat->samples)
		return 0;
	sums_to_means(heat);
	for (unsigned int panel = 0; panel < LINKHEAT_PANELS; panel++) {
		quantities[panel] = panels[panel];
		quantities[panel].values = heat->sums[panel];
	}
	topo_name(&heat->topo, size, sizeof(size));
	snprintf(title, sizeof(title), "%s: links, mean of %u %s of %.4g s", size, heat->samples,
		 heat->samples == 1 ? "sample" : "samples", period / 1e9);
	return network_write(&network, heat->picture);
}
