// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "topo/family/dragonfly.h"
#include "topo/links.h"

/* How the links of types of chips differ. */
struct link_kind {
	uint64_t network; /* tiles that may lead to another chip, by bit; others are the host's */
	unsigned int host;					/* direction of the host link */
	bool fixed;	/* a link for each direction, even without tiles; else for each far chip */
	unsigned int (*lanes)(unsigned int direction);	/* tiles that a link of a direction has */
	double (*rate)(const struct interconnect_tile *tile);	/* GB/s one way of a tile */
};

static double gemini_rate(const struct interconnect_tile *tile)
{
	return gemini_tile_rate(tile->medium);
}

/* Our assumption: a processor tile, also copper, is as fast as a green one. */
static const struct topo_class *aries_class(unsigned int direction)
{
	return dragonfly_class(direction == DRAGONFLY_COLOURS ? DRAGONFLY_GREEN : direction);
}

static double aries_rate(const struct interconnect_tile *tile)
{
	return aries_class(tile->link)->rate;
}

static unsigned int aries_lanes(unsigned int direction)
{
	return direction == DRAGONFLY_COLOURS ? 0 : aries_class(direction)->lanes;
}

static const struct link_kind kinds[] = {
	{ GEMINI_NETWORK_TILES, GEMINI_HOST, true, gemini_lanes, gemini_rate },
	{ ARIES_NETWORK_TILES, DRAGONFLY_COLOURS, false, aries_lanes, aries_rate },
};

/* Return the link of a direction to a chip, added if need be. */
static struct link *link_towards(struct links *links, unsigned int direction,
				 const unsigned int *far)
{
	struct link *link = links->link;

	for (; link < links->link + links->count; link++) {
		if (link->direction == direction &&
		    (kinds[links->aries].fixed || !memcmp(link->far, far, sizeof(link->far))))
			return link;
	}
	*link = (struct link) { .direction = direction };
	links->count++;
	return link;
}

static int add_tile(struct links *links, unsigned int number, const struct interconnect_tile *tile,
		    const unsigned int *far)
{
	struct link *link = link_towards(links, tile->link, far);

	if (link->count && memcmp(link->far, far, sizeof(link->far)))
		return -EBADMSG;
	memcpy(link->far, far, sizeof(link->far));
	link->tiles |= 1ULL << number;
	link->count++;
	link->media |= links->aries ? 0 : 1 << tile->medium;
	link->speed += kinds[links->aries].rate(tile);
	return 0;
}

/* A tile that is unused, or not in the file, belongs to no link. */
static int add_network(struct links *links, const struct interconnect *map, unsigned int chip,
		       unsigned int number)
{
	struct interconnect_tile tile;
	unsigned int far[3];

	if (interconnect_tile(map, chip, number, &tile) || tile.far == TOPO_NONE)
		return 0;
	interconnect_coord(map, tile.far, far);
	return add_tile(links, number, &tile, far);
}

static int add_tiles(struct links *links, const struct interconnect *map, unsigned int chip,
		     uint64_t failed)
{
	const struct link_kind *kind = &kinds[links->aries];
	const struct interconnect_tile host = { .link = kind->host, .medium = GEMINI_PROCESSOR };
	unsigned int own[3], tile;
	int err = 0;

	interconnect_coord(map, chip, own);
	for (tile = 0; tile < GEMINI_TILES && !err; tile++) {
		if (failed >> tile & 1)
			continue;
		if (kind->network >> tile & 1)
			err = add_network(links, map, chip, tile);
		else
			err = add_tile(links, tile, &host, own);
	}
	return err;
}

static int link_compare(const void *a, const void *b)
{
	const struct link *one = a, *other = b;
	unsigned int i;

	if (one->direction != other->direction)
		return one->direction < other->direction ? -1 : 1;
	for (i = 0; i < 3; i++)
		if (one->far[i] != other->far[i])
			return one->far[i] < other->far[i] ? -1 : 1;
	return 0;
}

/* Tiles without a line may be the ones that links lack. */
static void count_lost(struct links *links, uint64_t missing)
{
	unsigned int lanes, lost = 0, gone = __builtin_popcountll(missing);
	struct link *link = links->link;

	for (; link < links->link + links->count; link++) {
		lanes = kinds[links->aries].lanes(link->direction);
		if (link->count < lanes)
			link->lost = lanes - link->count;
		lost += link->direction == kinds[links->aries].host ? 0 : link->lost;
	}
	links->unknown = gone > lost ? gone - lost : 0;
}

int links_find(struct links *links, const struct interconnect *map, unsigned int chip,
	       uint64_t failed)
{
	const struct link_kind *kind = &kinds[interconnect_is_aries(map)];
	uint64_t missing = interconnect_missing(map, chip) & kind->network;
	static const unsigned int nowhere[3];
	unsigned int link;
	int err;

	if (missing == kind->network)
		return -ENOENT;
	memset(links, 0, sizeof(*links));
	links->aries = interconnect_is_aries(map);
	for (link = 0; kind->fixed && link <= kind->host; link++)
		link_towards(links, link, nowhere);
	err = add_tiles(links, map, chip, failed);
	if (err)
		return err;
	qsort(links->link, links->count, sizeof(*links->link), link_compare);
	count_lost(links, missing);
	return 0;
}

/* A Gemini's X+ is the other's X-; an Aries has one link of a colour to each chip. */
static unsigned int direction_back(bool aries, unsigned int direction)
{
	return aries || direction == GEMINI_HOST ? direction : direction ^ 1;
}

const struct link *links_back(const struct links *far, const struct link *link,
			      const unsigned int own[3])
{
	unsigned int direction = direction_back(far->aries, link->direction);

	for (unsigned int i = 0; i < far->count; i++) {
		const struct link *back = &far->link[i];

		if (back->direction == direction && back->count &&
		    !memcmp(back->far, own, sizeof(back->far)))
			return back;
	}
	return NULL;
}

unsigned int links_host(bool aries)
{
	return kinds[aries].host;
}

static void gemini_name(unsigned int direction, char name[LINKS_NAME])
{
	static const char *const names[GEMINI_LINKS] = {
		"X+", "X-", "Y+", "Y-", "Z+", "Z-", "HH",
	};

	snprintf(name, LINKS_NAME, "%s", names[direction]);
}

/* A coordinate is group, chassis, blade. */
static void aries_name(unsigned int direction, const unsigned int far[3], char name[LINKS_NAME])
{
	if (direction == DRAGONFLY_COLOURS)
		snprintf(name, LINKS_NAME, "ptile");
	else
		snprintf(name, LINKS_NAME, "%s %u", dragonfly_class(direction)->name,
			 far[DRAGONFLY_BLUE - direction]);
}

const char *links_name(bool aries, unsigned int direction, const unsigned int far[3],
		       char name[LINKS_NAME])
{
	if (aries)
		aries_name(direction, far, name);
	else
		gemini_name(direction, name);
	return name;
}
