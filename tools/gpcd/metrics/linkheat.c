// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "cli/cli.h"
#include "measured.h"
#include "topo/family/dragonfly.h"

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

static bool is_wanted(const struct linkheat *heat)
{
	return heat->request->picture.path || heat->request->page.path;
}

static int memory_take(struct linkheat *heat)
{
	size_t links = (size_t)heat->topo.chips * topo_ports(&heat->topo);
	bool there = true;

	for (unsigned int panel = 0; panel < NETWORK_QUANTITIES; panel++) {
		heat->sums[panel] = calloc(links, sizeof(double));
		there = there && heat->sums[panel];
	}
	heat->seen = calloc(NETWORK_QUANTITIES * links, sizeof(*heat->seen));
	heat->shares = calloc(NETWORK_QUANTITIES * links, sizeof(*heat->shares));
	heat->counts = calloc(NETWORK_QUANTITIES * links, sizeof(*heat->counts));
	heat->states = calloc(links, sizeof(*heat->states));
	heat->arrived = calloc(heat->topo.chips, sizeof(*heat->arrived));
	if (there && heat->seen && heat->shares && heat->counts && heat->states && heat->arrived)
		return 0;
	return complain_error("picture", -ENOMEM);
}

/* --- the network --- */

static void name_chip(const void *data, unsigned int chip, char name[NETWORK_NAME])
{
	const struct linkheat *heat = data;
	unsigned int coord[3];

	cabling_coord(heat->cabling, &heat->topo, chip, coord);
	snprintf(name, NETWORK_NAME, "%u,%u,%u", coord[0], coord[1], coord[2]);
}

static void network_fill(struct linkheat *heat)
{
	size_t links = (size_t)heat->topo.chips * topo_ports(&heat->topo);
	char size[128];

	topo_name(&heat->topo, size, sizeof(size));
	snprintf(heat->title, sizeof(heat->title), "%s: links", size);
	for (unsigned int i = 0; i < NETWORK_QUANTITIES; i++) {
		heat->quantities[i] = network_quantities[i];
		heat->quantities[i].values = heat->shares + i * links;
		heat->quantities[i].counts = heat->counts + i * links;
	}
	heat->network = (struct network){
		.topo = &heat->topo, .title = heat->title, .quantities = heat->quantities,
		.count = NETWORK_QUANTITIES, .states = heat->states, .chip_name = name_chip,
		.data = heat,
	};
}

/* --- opening and closing --- */

int linkheat_open(struct linkheat *heat, const struct linkmap *map,
		  const struct linkheat_request *request)
{
	int code;

	*heat = (struct linkheat){ .request = request };
	code = is_wanted(heat) ? find_topo(heat, map) : 0;
	if (!code)
		code = picture_check(&request->picture);
	if (!code)
		code = html_check(&request->page);
	if (!code && is_wanted(heat))
		code = memory_take(heat);
	if (code || !is_wanted(heat))
		return code;
	network_fill(heat);
	return html_check_findings(&request->page, &heat->network);
}

void linkheat_close(struct linkheat *heat)
{
	html_drop(&heat->page);
	for (unsigned int panel = 0; panel < NETWORK_QUANTITIES; panel++)
		free(heat->sums[panel]);
	free(heat->seen);
	free(heat->shares);
	free(heat->counts);
	free(heat->states);
	free(heat->arrived);
}

/* --- sums --- */

unsigned int linkheat_port(const struct linkheat *heat, unsigned int chip, unsigned int direction,
			   const unsigned int far[3])
{
	const struct topo *topo = &heat->topo;
	unsigned int to;

	if (topo_is_grid(topo))
		return direction;
	to = cabling_chip(heat->cabling, topo, far);
	for (unsigned int port = 0; port < topo_ports(topo); port++) {
		if (topo_class_of(topo, port) == direction &&
		    topo_neighbour(topo, chip, port) == to)
			return port;
	}
	return TOPO_NONE;
}

void linkheat_share(struct linkheat *heat, enum network_quantities panel, unsigned int chip,
		    unsigned int port, double share, uint64_t count)
{
	unsigned int ports = topo_ports(&heat->topo);
	size_t link = (size_t)chip * ports + port, at;

	if (chip == TOPO_NONE || port >= ports)
		return;
	at = panel * (size_t)heat->topo.chips * ports + link;
	heat->sums[panel][link] += share;
	heat->seen[at]++;
	heat->shares[at] = share;
	heat->counts[at] = count;
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
	unsigned int port = linkheat_port(heat, chip, link->direction, link->far);
	unsigned int far, back;

	if (port >= topo_ports(&heat->topo))
		return;
	if (!link->count || link->lost)
		heat->states[chip * topo_ports(&heat->topo) + port] =
			link->count ? NETWORK_PARTLY : NETWORK_FAILED;
	if (!linksums_timed(sums, i))
		return;
	far = topo_neighbour(&heat->topo, chip, port);
	back = topo_far_port(&heat->topo, chip, port);
	linkheat_share(heat, NETWORK_LOAD, far, back, router_utilisation(sums->kind, link, sum),
		       sum->counters[ROUTER_IN_REQUESTS] + sum->counters[ROUTER_IN_RESPONSES]);
	linkheat_share(heat, NETWORK_INPUT_STALLS, far, back,
		       router_stall_share(link, sum, ROUTER_INQ_STALLS),
		       sum->counters[ROUTER_INQ_STALLS]);
	linkheat_share(heat, NETWORK_CREDIT_STALLS, chip, port,
		       router_stall_share(link, sum, ROUTER_OUTQ_STALLS),
		       sum->counters[ROUTER_OUTQ_STALLS]);
}

/*
 * A chip's nodes have answered what they were sent: a Gemini counts the responses, an Aries their
 * flits.
 */
static enum router_counter answers_of(const struct linksums *sums)
{
	return sums->links.aries ? ROUTER_IN_RESPONSES : ROUTER_RESPONSES;
}

void linkheat_chip(struct linkheat *heat, const struct series *series)
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

/* --- the page --- */

static void heat_page_begin(struct linkheat *heat, uint64_t begin)
{
	time_t second = begin / 1000000000;
	char since[64];
	struct tm utc;

	heat->begin = begin;
	gmtime_r(&second, &utc);
	strftime(since, sizeof(since), "%Y-%m-%d %H:%M:%S UTC", &utc);
	html_begin(&heat->page, &heat->request->page, &heat->network,
		   heat->undated ? NULL : since);
}

void linkheat_begin(struct linkheat *heat)
{
	size_t values = NETWORK_QUANTITIES * (size_t)heat->topo.chips * topo_ports(&heat->topo);

	for (size_t i = 0; i < values; i++)
		heat->shares[i] = -1;
}

void linkheat_end(struct linkheat *heat, uint64_t from, uint64_t to)
{
	if (!heat->samples++)
		heat_page_begin(heat, from);
	html_sample(&heat->page, (double)from - heat->begin, (double)to - heat->begin);
}

void linkheat_add(struct linkheat *heat, const struct measuring *measuring)
{
	uint64_t from = 0, to = 0;

	if (!is_wanted(heat))
		return;
	linkheat_begin(heat);
	for (size_t i = 0; i < measuring->count; i++) {
		const struct measured *measured = &measuring->list[i];

		if (!measured_is_fresh(measured))
			continue;
		linkheat_chip(heat, &measured->series);
		from = gpcd_snapshot_times(measured->before)->realtime_ns;
		to = gpcd_snapshot_times(measured->after)->realtime_ns;
	}
	linkheat_end(heat, from, to);
}

/* --- the picture --- */

/* A link that was never read is unknown. */
static void sums_to_means(struct linkheat *heat)
{
	size_t links = (size_t)heat->topo.chips * topo_ports(&heat->topo);
	unsigned int seen;

	for (size_t panel = 0; panel < NETWORK_QUANTITIES; panel++) {
		for (size_t link = 0; link < links; link++) {
			seen = heat->seen[panel * links + link];
			heat->sums[panel][link] = seen ? heat->sums[panel][link] / seen : -1;
		}
	}
}

static int draw_means(struct linkheat *heat, uint64_t period)
{
	char size[128], title[256];
	struct network network = heat->network;

	if (!heat->request->picture.path)
		return 0;
	sums_to_means(heat);
	for (unsigned int panel = 0; panel < NETWORK_QUANTITIES; panel++)
		heat->quantities[panel].values = heat->sums[panel];
	topo_name(&heat->topo, size, sizeof(size));
	snprintf(title, sizeof(title), "%s: links, mean of %u %s of %.4g s", size, heat->samples,
		 heat->samples == 1 ? "sample" : "samples", period / 1e9);
	network.title = title;
	network.arrived = heat->arrived;
	return network_write(&network, &heat->request->picture);
}

int linkheat_write(struct linkheat *heat, uint64_t period)
{
	int code, broken;

	if (!is_wanted(heat) || !heat->samples)
		return 0;
	broken = html_end(&heat->page);
	code = draw_means(heat, period);
	return broken ? broken : code;
}
