// SPDX-License-Identifier: GPL-2.0-only
/* A page of a recording: its sources are the links of a topology that its title begins with. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/out/complain.h"
#include "replay.h"
#include "topo/cabling.h"
#include "topo/gemini.h"

#define SOURCE_NAME	128
#define NOT_A_LINK	(~(size_t)0)

/* The columns that a page shows, by their names in recordings of `gpcd-sim run'. */
enum map_column {
	MAP_REQUESTS, MAP_RESPONSES, MAP_INQ_STALLS, MAP_CREDIT_STALLS, MAP_FAILED,
};

static const char *const column_names[MAP_COLUMNS] = {
	"vc0_phits", "vc1_phits", "inq_stalls", "credit_stalls", "failed_lanes",
};

static int map_reject(const struct map *map, const char *why)
{
	complain("--html: %s: %s: a page is made of the group 'links' of `gpcd-sim run --record'",
		 map->replay->path, why);
	return EXIT_USAGE;
}

/* --- what sources are --- */

static int topo_find(struct map *map)
{
	const char *title = map->replay->description->title, *space = strstr(title, ": ");
	char text[SOURCE_NAME];

	if (!space || space - title >= SOURCE_NAME)
		return map_reject(map, "its title names no topology");
	snprintf(text, sizeof(text), "%.*s", (int)(space - title), title);
	if (topo_parse(&map->topo, text))
		return map_reject(map, "its title names no topology");
	return 0;
}

static int columns_find(struct map *map)
{
	const struct description_group *group = map->replay->group;
	size_t found;

	for (unsigned int i = 0; i < MAP_COLUMNS; i++) {
		found = 0;
		while (found < group->ncolumns &&
		       strcmp(group->columns[found].name, column_names[i]))
			found++;
		if (found == group->ncolumns)
			return map_reject(map, "columns are missing");
		map->columns[i] = found;
	}
	return 0;
}

/* Return the port that a name is of, topo_ports() for the host link, or TOPO_NONE. */
static unsigned int map_port(const struct topo *topo, const char *name)
{
	char text[SOURCE_NAME];

	if (!strcmp(name, "HH"))
		return topo_ports(topo);
	for (unsigned int port = 0; port < topo_ports(topo); port++) {
		topo_port_name(topo, port, text, sizeof(text));
		if (!strcmp(name, text))
			return port;
	}
	return TOPO_NONE;
}

/*
 * Sources come chip by chip, "c0-0c0s0g0 X+", and each chip's last one is its host link. Note the
 * name of a chip where it begins.
 */
static int sources_find(struct map *map)
{
	const struct description_group *group = map->replay->group;
	unsigned int chip = 0, port;

	for (size_t i = 0; i < group->nsources; i++) {
		const char *name = group->sources[i].name, *space = strchr(name, ' ');

		port = space ? map_port(&map->topo, space + 1) : TOPO_NONE;
		if (port == TOPO_NONE || chip >= map->topo.chips)
			return map_reject(map, "its sources are not the links of its topology");
		if (!map->names[chip])
			map->names[chip] = name;
		map->links[i] = NOT_A_LINK;
		if (port == topo_ports(&map->topo))
			chip++;
		else if (topo_neighbour(&map->topo, chip, port) != TOPO_NONE)
			map->links[i] = (size_t)chip * topo_ports(&map->topo) + port;
	}
	return chip == map->topo.chips ? 0 :
	       map_reject(map, "its sources are not the links of its topology");
}

/* --- the page --- */

/* Name a chip as its sources are named, and by its coordinate if that is another name. */
static void map_chip_name(const void *data, unsigned int chip, char name[NETWORK_NAME])
{
	const struct map *map = data;
	const struct cabling *cabling = cabling_find(&map->topo);
	int length = strcspn(map->names[chip], " ");
	unsigned int coord[TOPO_DIMS];
	char text[SOURCE_NAME] = "";
	size_t at = 0;

	if (cabling)
		cabling_coord(cabling, &map->topo, chip, coord);
	else
		topo_coord(&map->topo, chip, coord);
	for (unsigned int dim = 0; dim < map->topo.dims && at < sizeof(text); dim++)
		at += snprintf(text + at, sizeof(text) - at, "%s%u", dim ? "," : "", coord[dim]);
	snprintf(name, NETWORK_NAME, "%.*s", length < 64 ? length : 64, map->names[chip]);
	if (!strcmp(name, text))
		return;
	at = strlen(name);
	snprintf(name + at, NETWORK_NAME - at, " (%s)", text);
}

static int memory_take(struct map *map)
{
	size_t links = (size_t)map->topo.chips * topo_ports(&map->topo);

	map->links = calloc(map->replay->group->nsources, sizeof(*map->links));
	map->names = calloc(map->topo.chips, sizeof(*map->names));
	map->shares = calloc(NETWORK_QUANTITIES * links, sizeof(*map->shares));
	map->counts = calloc(NETWORK_QUANTITIES * links, sizeof(*map->counts));
	map->states = calloc(links, 1);
	if (!map->links || !map->names || !map->shares || !map->counts || !map->states)
		return complain_error(map->replay->path, -ENOMEM);
	for (unsigned int i = 0; i < NETWORK_QUANTITIES; i++) {
		map->quantities[i] = network_quantities[i];
		map->quantities[i].values = map->shares + i * links;
		map->quantities[i].counts = map->counts + i * links;
	}
	return 0;
}

int map_begin(struct map *map, const struct replay *replay, const struct html_request *request)
{
	int code;

	*map = (struct map){ .replay = replay };
	if (!request->path)
		return 0;
	code = topo_find(map);
	if (!code)
		code = columns_find(map);
	if (!code)
		code = memory_take(map);
	if (!code)
		code = sources_find(map);
	if (code)
		return code;
	map->network = (struct network){
		.topo = &map->topo, .title = replay->description->title,
		.quantities = map->quantities, .count = NETWORK_QUANTITIES, .states = map->states,
		.chip_name = map_chip_name, .data = map,
	};
	code = html_check_findings(request, &map->network);
	if (!code)
		html_begin(&map->page, request, &map->network, NULL);
	return code;
}

/* --- records --- */

/* A recording does not have the tiles of a link: a Gemini's differ by dimension. */
static unsigned int map_lanes(const struct topo *topo, unsigned int port)
{
	struct topo_class class;

	if (gemini_is_torus(topo))
		return gemini_lanes(port);
	topo_class(topo, topo_class_of(topo, port), &class);
	return class.lanes;
}

static void quantity_set(struct map *map, unsigned int quantity, size_t link, uint64_t count,
			 double share)
{
	size_t at = quantity * (size_t)map->topo.chips * topo_ports(&map->topo) + link;

	map->counts[at] = count;
	map->shares[at] = share;
}

/* What arrived, and waits, belongs to the link in the other direction; credits to this one. */
static void source_take(struct map *map, size_t source)
{
	const struct replay *replay = map->replay;
	const uint64_t *change = replay->change + source * replay->group->ncolumns;
	unsigned int ports = topo_ports(&map->topo), chip = map->links[source] / ports;
	unsigned int port = map->links[source] % ports;
	size_t back = (size_t)topo_neighbour(&map->topo, chip, port) * ports +
		      topo_far_port(&map->topo, chip, port);
	uint64_t failed, phits, input, credit;
	unsigned int lanes = map_lanes(&map->topo, port);
	double cycles = (double)(replay->now - replay->before) * lanes;

	failed = replay->value[source * replay->group->ncolumns + map->columns[MAP_FAILED]];
	phits = change[map->columns[MAP_REQUESTS]] + change[map->columns[MAP_RESPONSES]];
	input = change[map->columns[MAP_INQ_STALLS]];
	credit = change[map->columns[MAP_CREDIT_STALLS]];
	quantity_set(map, NETWORK_LOAD, back, phits, replay_load(replay, source));
	quantity_set(map, NETWORK_INPUT_STALLS, back, input, input / cycles);
	quantity_set(map, NETWORK_CREDIT_STALLS, map->links[source], credit, credit / cycles);
	map->states[back] = !failed ? NETWORK_WORKS :
			    failed < lanes ? NETWORK_PARTLY : NETWORK_FAILED;
}

static void record_take(struct map *map)
{
	const struct replay *replay = map->replay;
	size_t links = (size_t)map->topo.chips * topo_ports(&map->topo);
	double tick = replay->description->tick;

	for (size_t i = 0; i < NETWORK_QUANTITIES * links; i++)
		map->shares[i] = -1;
	for (size_t i = 0; i < replay->group->nsources; i++) {
		if (map->links[i] != NOT_A_LINK)
			source_take(map, i);
	}
	html_sample(&map->page, (replay->before - replay->from) * tick,
		    (replay->now - replay->from) * tick);
}

void map_record(struct map *map)
{
	if (map->page.path && map->replay->now != map->replay->before)
		record_take(map);
}

int map_write(struct map *map)
{
	return html_end(&map->page);
}

void map_end(struct map *map)
{
	html_drop(&map->page);
	free(map->links);
	free(map->names);
	free(map->shares);
	free(map->counts);
	free(map->states);
}
