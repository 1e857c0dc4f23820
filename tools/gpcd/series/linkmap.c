// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "linkmap.h"
#include "router/kind.h"

static const struct option_row rows[] = {
	{ "interconnect", 'f', "FILE", 0,
	  "the map, from `rtr --interconnect'; default: $GM_INTERCONNECT, else " INTERCONNECT_PATH,
	  OPTION_ONCE(struct linkmap, file) },
	{ "torus", 0, "SIZE", 0, "the map of an emulated torus, 16x12x24",
	  OPTION_ONCE(struct linkmap, torus) },
	{ "class", 0, "N", 0, "topology class of the --torus, 0 to 4; default: by its size",
	  OPTION_INT(struct linkmap, system.class, 0, GEMINI_ENTRY), .with = "torus" },
	{ "dragonfly", 0, "SIZE", 0, "the map of an emulated dragonfly, 16x6x4",
	  OPTION_ONCE(struct linkmap, dragonfly) },
	{ "blue", 0, "N", 0, SYSTEM_BLUE, OPTION_NUMBER(struct linkmap, system.blue, 1, TOPO_CHIPS),
	  .with = "dragonfly" },
	{ 0 }
};

/* Name the system with its family, for topo_parse() and for messages. */
static int name_system(struct linkmap *map, struct options_state *state)
{
	const char *family = map->torus ? "torus" : "dragonfly";
	const char *size = map->torus ? map->torus : map->dragonfly;

	if ((size_t)snprintf(map->size, sizeof(map->size), "%s:%s", family, size) >=
	    sizeof(map->size))
		return options_reject(state, "--%s: too long a size", family);
	map->system.size = map->size;
	return 0;
}

/* Reject options that exclude each other; set the default file. */
static int check_map(struct options_state *state, void *input)
{
	struct linkmap *map = input;
	int err = 0;

	if (!options_given(state, "class"))
		map->system.class = -1;
	if (map->torus && map->dragonfly)
		return options_reject(state,
				      "both a map of torus:%s and a map of dragonfly:%s: choose one",
				      map->torus, map->dragonfly);
	if (map->torus || map->dragonfly)
		err = name_system(map, state);
	if (!err && map->file && map->system.size)
		err = options_reject(state, "both --interconnect and --%s: name one map of links",
				     map->torus ? "torus" : "dragonfly");
	if (err || map->file || map->system.size)
		return err;
	map->file = interconnect_path();
	map->found = true;
	return 0;
}

const struct options linkmap_options = { .rows = rows, .check = check_map };

void linkmap_close(struct linkmap *map)
{
	for (unsigned int i = 0; map->known && i < map->chips; i++)
		free(map->known[i]);
	free(map->known);
	map->known = NULL;
	interconnect_free(map->cables);
	map->cables = NULL;
}

/* The user may not know that a map is needed. */
static int complain_unnamed(const char *file, const char *reason)
{
	complain("%s: %s: name a map by %s", file, reason,
		 "--interconnect FILE, which `rtr -i SIZE' writes, --torus SIZE, --dragonfly SIZE or GM_INTERCONNECT");
	return EXIT_USAGE;
}

static int map_open(struct linkmap *map, const unsigned int *only)
{
	struct interconnect_error error = { 0 };
	int err = interconnect_load(&map->cables, map->file, only, &error);

	if (err == -ENOENT && map->found)
		return complain_unnamed(map->file, error.reason);
	if (err && error.line)
		complain("%s:%lu: %s", map->file, error.line, error.reason);
	else if (err)
		complain("%s: %s", map->file, *error.reason ? error.reason : strerror(-err));
	if (err)
		return err == -ENOMEM ? EXIT_RUNTIME : EXIT_INPUT;
	if (only || interconnect_chips(map->cables))
		return 0;
	complain("%s: empty: no line about any chip", map->file);
	linkmap_close(map);
	return EXIT_INPUT;
}

bool linkmap_is_there(const struct linkmap *map)
{
	return !map->found || !access(map->file, F_OK);
}

int linkmap_unused(const struct linkmap *map, const char *why)
{
	if (map->found || (!map->file && !map->system.size))
		return 0;
	complain("--%.*s: %s",
		 map->file ? (int)strlen("interconnect") : (int)strcspn(map->size, ":"),
		 map->file ? "interconnect" : map->size, why);
	return EXIT_USAGE;
}

int linkmap_open(struct linkmap *map, const unsigned int *only)
{
	int code = map->file ? map_open(map, only) : system_find(&map->system);

	if (code)
		return code;
	map->chips = map->file ? interconnect_chips(map->cables) : map->system.topo.chips;
	map->known = calloc(map->chips + 1, sizeof(*map->known));
	if (map->known)
		return 0;
	linkmap_close(map);
	return complain_error("the map of links", -ENOMEM);
}

bool linkmap_is_aries(const struct linkmap *map)
{
	return map->file ? interconnect_is_aries(map->cables) :
			   map->system.topo.family == &topo_dragonfly;
}

bool linkmap_is_whole(const struct linkmap *map)
{
	return !map->file;
}

/* Find the links of a chip in the text that rtr would print for it. */
static int system_links(const struct system *system, unsigned int chip,
			const unsigned int coord[3], struct links *links)
{
	struct interconnect_reader *reader = interconnect_reader_new(coord);
	struct interconnect *map = NULL;
	struct interconnect_error error;
	char text[INTERCONNECT_TEXT];
	size_t size;
	int err;

	if (!reader)
		return -ENOMEM;
	size = system->cabling->text(&system->topo, system->gemini.class, chip, text);
	err = interconnect_reader_feed(reader, text, size, &error);
	if (!err)
		err = interconnect_reader_end(reader, &map, &error);
	interconnect_reader_free(reader);
	if (!err)
		err = links_find(links, map, interconnect_find(map, coord), 0);
	interconnect_free(map);
	return err;
}

/* Return the size of links without the unused ones at the end. */
static size_t used_size(const struct links *links)
{
	return offsetof(struct links, link[links->count]);
}

/* Remember links if there is memory. */
static void links_keep(struct links **kept, const struct links *links)
{
	*kept = malloc(used_size(links));
	if (*kept)
		memcpy(*kept, links, used_size(links));
}

/* Copy the links that are remembered. */
static int links_recall(const struct links *kept, struct links *links)
{
	memset(links, 0, sizeof(*links));
	memcpy(links, kept, used_size(kept));
	return 0;
}

int linkmap_find(const struct linkmap *map, const unsigned int coord[3], struct links *links)
{
	const struct system *system = &map->system;
	unsigned int chip = map->file ? interconnect_find(map->cables, coord) :
					cabling_chip(system->cabling, &system->topo, coord);
	int err;

	if (chip == TOPO_NONE)
		return -ENOENT;
	if (map->known[chip])
		return links_recall(map->known[chip], links);
	err = map->file ? links_find(links, map->cables, chip, 0) :
			  system_links(system, chip, coord, links);
	if (!err)
		links_keep(&map->known[chip], links);
	return err;
}

int linkmap_device(const struct linkmap *map, struct gpcd *device, const unsigned int coord[3],
		   struct links *links)
{
	int err;

	*links = (struct links) { 0 };
	if (router_kind(gpcd_chip(device)) != router_kind_links(linkmap_is_aries(map)))
		return 0;
	err = linkmap_find(map, coord, links);
	if (!err)
		return 0;
	*links = (struct links) { 0 };
	complain("%s: its links: %s", gpcd_path(device),
		 err == -ENOENT ? "not in the map" : strerror(-err));
	return err == -ENOENT ? EXIT_USAGE : exit_code(err);
}
