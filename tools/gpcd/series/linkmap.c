// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>

#include "cli/cli.h"
#include "linkmap.h"

enum { KEY_TORUS = 0x300, KEY_CLASS };

static const struct argp_option options[] = {
	{ "interconnect", 'f', "FILE", 0,
	  "the map, from `rtr --interconnect'; default: $GM_INTERCONNECT, else " INTERCONNECT_PATH,
	  0 },
	{ "torus", KEY_TORUS, "SIZE", 0, "the map: that of an emulated torus, 16x12x24", 0 },
	{ "class", KEY_CLASS, "N", 0, "its topology class, 0 to 3; default: by its size", 0 },
	{ 0 }
};

static error_t linkmap_option(int key, char *arg, struct argp_state *state)
{
	struct linkmap *map = state->input;

	switch (key) {
	case 'f':
		cli_once(state, "--interconnect", map->file, arg);
		map->file = arg;
		return 0;
	case KEY_TORUS:
		cli_once(state, "--torus", map->system.size, arg);
		map->system.size = arg;
		return 0;
	case KEY_CLASS:
		map->system.class = system_class(state, arg);
		return 0;
	case ARGP_KEY_INIT:
		map->system.class = -1;
		return 0;
	case ARGP_KEY_END:
		if (map->file && map->system.size)
			argp_error(state, "both --interconnect and --torus: name one map of links");
		if (!map->system.size && map->system.class >= 0)
			argp_error(state, "--class goes with --torus");
		if (!map->file && !map->system.size) {
			map->file = interconnect_path();
			map->found = true;
		}
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp linkmap_argp = { .options = options, .parser = linkmap_option };

void linkmap_close(struct linkmap *map)
{
	interconnect_free(map->cables);
}

/* The user may not know that a map is needed. */
static int complain_unnamed(const char *file, const char *reason)
{
	complain("%s: %s: name the map of links by --interconnect, --torus or GM_INTERCONNECT",
		 file, reason);
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
		return EXIT_RUNTIME;
	if (interconnect_is_aries(map->cables))
		complain("%s: a map of Aries, but links are a Gemini's", map->file);
	else if (!only && !interconnect_chips(map->cables))
		complain("%s: empty: no line about any chip", map->file);
	else
		return 0;
	linkmap_close(map);
	return EXIT_RUNTIME;
}

int linkmap_open(struct linkmap *map, const unsigned int *only)
{
	return map->file ? map_open(map, only) : system_find_gemini(&map->system);
}

/* What rtr would print of this Gemini is the map of its links. */
static int torus_find(const struct gemini_system *system, const unsigned int coord[3],
		      struct links *links)
{
	unsigned int chip = topo_chip(&system->torus, coord);
	struct interconnect_reader *reader;
	struct interconnect *map = NULL;
	struct interconnect_error error;
	char text[INTERCONNECT_TEXT];
	size_t size;
	int err;

	if (chip == TOPO_NONE)
		return -ENOENT;
	reader = interconnect_reader_new(coord);
	if (!reader)
		return -ENOMEM;
	size = interconnect_gemini_text(system, chip, text);
	err = interconnect_reader_feed(reader, text, size, &error);
	if (!err)
		err = interconnect_reader_end(reader, &map, &error);
	interconnect_reader_free(reader);
	if (!err)
		err = links_find(links, map, interconnect_find(map, coord), 0);
	interconnect_free(map);
	return err;
}

int linkmap_find(const struct linkmap *map, const unsigned int coord[3], struct links *links)
{
	unsigned int chip;

	if (!map->file)
		return torus_find(&map->system.gemini, coord, links);
	chip = interconnect_find(map->cables, coord);
	return chip == TOPO_NONE ? -ENOENT : links_find(links, map->cables, chip, 0);
}
