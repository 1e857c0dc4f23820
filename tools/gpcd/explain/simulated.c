// SPDX-License-Identifier: GPL-2.0-only
/* Recordings of the links of a simulated network, by gpcd-sim run --record, as samples. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/replay/player.h"
#include "explain.h"
#include "topo/cabling.h"
#include "topo/topo.h"

#define NS_PER_S	1e9
#define COUNTER_MASK	((1ULL << 48) - 1)

/* Columns of a link: its counters, and the lanes that have failed. */
#define COLUMNS		(ROUTER_COUNTERS + 1)

/* The link of a chip that a source of the recording is. */
struct source {
	size_t chip; /* number of its site */
	unsigned int link; /* of the site */
};

/* A recording that is being read. */
struct simulated {
	struct player player;
	const struct linkmap *map;
	struct judged *judged;
	struct source *sources;
	size_t count;
	uint64_t *before; /* values of the record before */
	uint64_t time; /* of that record */
	double (*rates)[LINKS_MOST][ROUTER_COUNTERS]; /* by site */
	struct window window;
};

/* --- its links --- */

static int site_add(const struct simulated *simulated, unsigned int chip)
{
	const struct system *system = &simulated->map->system;
	unsigned int coord[3];
	struct links links;
	int err;

	cabling_coord(system->cabling, &system->topo, chip, coord);
	err = linkmap_find(simulated->map, coord, &links);
	return err ? err : sites_add(&simulated->judged->sites, coord, &links);
}

/* Find the link of a chip that a port is; host: the last one. */
static unsigned int link_find(const struct system *system, const struct site *site,
			      unsigned int chip, unsigned int port)
{
	unsigned int far[3], link = 0, host = site->links.count - 1;

	if (port == topo_ports(&system->topo))
		return host;
	if (!site->links.aries)
		return port;
	cabling_coord(system->cabling, &system->topo, topo_neighbour(&system->topo, chip, port),
		      far);
	while (link < host && (site->links.link[link].direction !=
			       topo_class_of(&system->topo, port) ||
			       memcmp(site->links.link[link].far, far, sizeof(far))))
		link++;
	return link;
}

/* Sources are in the order of chips and ports, without ports that have no link. */
static void sources_find(struct simulated *simulated, unsigned int chip)
{
	const struct system *system = &simulated->map->system;
	unsigned int coord[3], ports = topo_ports(&system->topo);
	const struct site *site;

	cabling_coord(system->cabling, &system->topo, chip, coord);
	site = sites_find(&simulated->judged->sites, coord);
	for (unsigned int port = 0; port <= ports; port++) {
		if (port < ports && !topo_has_link(&system->topo, chip, port))
			continue;
		simulated->sources[simulated->count++] = (struct source) {
			site - simulated->judged->sites.list, link_find(system, site, chip, port),
		};
	}
}

static int simulated_prepare(struct simulated *simulated)
{
	const struct topo *topo = &simulated->map->system.topo;
	const struct description_group *group = player_description(&simulated->player)->groups;
	size_t most = (size_t)topo->chips * (topo_ports(topo) + 1);
	int err = 0;

	for (unsigned int chip = 0; chip < topo->chips && !err; chip++)
		err = site_add(simulated, chip);
	if (!err)
		err = sites_join(&simulated->judged->sites);
	if (err)
		return err;
	simulated->sources = calloc(most, sizeof(*simulated->sources));
	simulated->before = calloc(group->nsources, COLUMNS * sizeof(*simulated->before));
	simulated->rates = calloc(topo->chips, sizeof(*simulated->rates));
	if (!simulated->sources || !simulated->before || !simulated->rates)
		return -ENOMEM;
	err = window_make(&simulated->window, simulated->judged);
	if (err)
		return err;
	simulated->window.failed = calloc(simulated->judged->sites.machine.count + 1,
					  sizeof(*simulated->window.failed));
	if (!simulated->window.failed)
		return -ENOMEM;
	for (unsigned int chip = 0; chip < topo->chips; chip++)
		sources_find(simulated, chip);
	return 0;
}

/* --- its records --- */

/* Several ports may lead to the same chip: they are one link. */
static void rates_find(struct simulated *simulated, double seconds)
{
	const uint64_t *now = simulated->player.record.values;

	memset(simulated->rates, 0, simulated->judged->sites.count * sizeof(*simulated->rates));
	for (size_t i = 0; i < simulated->count; i++) {
		const struct source *source = &simulated->sources[i];
		double *rates = simulated->rates[source->chip][source->link];

		for (unsigned int k = 0; k < ROUTER_COUNTERS; k++) {
			size_t at = i * COLUMNS + k;

			rates[k] += ((now[at] - simulated->before[at]) & COUNTER_MASK) / seconds;
		}
	}
}

/* A source counts what arrives: its lanes are the incoming link's. */
static void failed_lanes_find(struct simulated *simulated)
{
	const struct sites *sites = &simulated->judged->sites;
	const uint64_t *values = simulated->player.record.values;
	uint8_t *failed = simulated->window.failed;

	memset(failed, 0, sites->machine.count * sizeof(*failed));
	for (size_t i = 0; i < simulated->count; i++) {
		const struct source *source = &simulated->sources[i];
		uint32_t in = sites->list[source->chip].in[source->link];

		if (in != EXPLAIN_NONE)
			failed[in] += values[i * COLUMNS + ROUTER_COUNTERS];
	}
}

static int record_take(struct simulated *simulated, struct recorded *recorded)
{
	const struct sites *sites = &simulated->judged->sites;
	double tick = player_description(&simulated->player)->tick;
	uint64_t now = simulated->player.record.time;

	failed_lanes_find(simulated);
	rates_find(simulated, (now - simulated->time) * tick / NS_PER_S);
	window_clear(&simulated->window, simulated->judged);
	simulated->window.from = llround(simulated->time * tick);
	simulated->window.to = llround(now * tick);
	for (size_t chip = 0; chip < sites->count; chip++) {
		const struct site *site = &sites->list[chip];

		for (unsigned int link = 0; link < site->links.count; link++)
			sites_fill(sites, site, link, simulated->rates[chip][link],
				   simulated->window.counts);
	}
	return recorded_add(recorded, simulated->judged, &simulated->window);
}

/* Two records of the same time have nothing between them. */
static int simulated_take(struct simulated *simulated, struct recorded *recorded)
{
	bool first = true;
	int code, err = 0;

	while (player_next(&simulated->player, &code)) {
		if (!first && simulated->player.record.time > simulated->time)
			err = record_take(simulated, recorded);
		if (err)
			return complain_error(simulated->player.path, err);
		memcpy(simulated->before, simulated->player.record.values,
		       simulated->count * COLUMNS * sizeof(*simulated->before));
		simulated->time = simulated->player.record.time;
		first = false;
	}
	return code;
}

/* Check if a recording is of the links of the map; report it if not. */
static int simulated_check(const struct simulated *simulated)
{
	const struct description *description = player_description(&simulated->player);
	const char *path = simulated->player.path;

	if (simulated->count == description->groups->nsources &&
	    description->groups->ncolumns == COLUMNS)
		return 0;
	complain("%s: it has %zu links, %s has %zu: name the machine that was simulated", path,
		 description->groups->nsources, simulated->map->size, simulated->count);
	return EXIT_USAGE;
}

bool simulated_is(const struct player *player)
{
	const struct description *description = player_description(player);

	return description->ngroups == 1 && !strcmp(description->groups->name, "links");
}

int simulated_read(struct recorded *recorded, struct player *player, const struct linkmap *map,
		   struct judged *judged)
{
	struct simulated simulated = { .player = *player, .map = map, .judged = judged };
	int code = 0, err;

	if (map->file) {
		complain("%s: a simulated machine: name it by --torus or --dragonfly",
			 player->path);
		return EXIT_USAGE;
	}
	err = simulated_prepare(&simulated);
	recorded->undated = true;
	code = err ? complain_error(player->path, err) : simulated_check(&simulated);
	if (!code)
		code = simulated_take(&simulated, recorded);
	free(simulated.sources);
	free(simulated.before);
	free(simulated.rates);
	window_free(&simulated.window);
	return code;
}
