// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <math.h>
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

/* Return the link of a direction to a chip, added if need be. Fixed links are there already. */
static struct link *link_towards(struct links *links, unsigned int direction,
				 const unsigned int *far)
{
	struct link *link = links->link;

	if (kinds[links->aries].fixed)
		return &link[direction];
	for (; link < links->link + links->count; link++) {
		if (link->direction == direction && !memcmp(link->far, far, sizeof(link->far)))
			return link;
	}
	*link = (struct link) { .direction = direction };
	links->count++;
	return link;
}

/* Put a link in place for each direction, in their order. */
static void add_fixed(struct links *links)
{
	links->count = kinds[links->aries].host + 1;
	for (unsigned int i = 0; i < links->count; i++)
		links->link[i].direction = i;
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
	int err;

	if (missing == kind->network)
		return -ENOENT;
	memset(links, 0, sizeof(*links));
	links->aries = interconnect_is_aries(map);
	if (kind->fixed)
		add_fixed(links);
	err = add_tiles(links, map, chip, failed);
	if (err)
		return err;
	if (!kind->fixed)
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

/* --- as a table --- */

#define COORD_MAX	48

/* How the tables of types of chips differ. */
struct columns {
	int width;					/* of a link's name */
	const char *counters[LINKTABLE_COUNTERS];	/* names over the columns of counters */
};

static const struct columns columns[] = {
	{ 2, { "VC0_PHITS", "VC1_PHITS", "VC0_PKTS", "VC1_PKTS", "INQ_STALLS", "OUTQ_STALLS" } },
	{ 9, { "REQ_FLITS", "RSP_FLITS", "REQ_EVENTS", "RSP_EVENTS", "INQ_STALLS",
	       "OUTQ_STALLS" } },
};

void linktable_head(char *text, bool aries)
{
	const struct columns *its = &columns[aries];
	const char *const *name = its->counters;

	snprintf(text, LINKTABLE_LINE, "# %s\n%-*s %-12s %5s %12s %12s %12s %12s %12s %12s\n",
		 "DEST_COORD", its->width, "#", "SRC_COORD", "GB/s", name[0], name[1], name[2],
		 name[3], name[4], name[5]);
}

static void coord_format(char text[COORD_MAX], const unsigned int coord[3])
{
	snprintf(text, COORD_MAX, "(%u, %u, %u)", coord[0], coord[1], coord[2]);
}

void linktable_chip(char *line, const unsigned int coord[3])
{
	char text[COORD_MAX];

	coord_format(text, coord);
	snprintf(line, LINKTABLE_LINE, "%s\n", text);
}

void linktable_link(char *line, const struct linktable_row *row)
{
	const uint64_t *n = row->counters;
	/*
	 * Not as a floating-point number, because a program's locale may have another decimal
	 * point.
	 */
	const unsigned long hundredths = lrint(row->speed * 100);
	char text[COORD_MAX], name[LINKS_NAME];

	coord_format(text, row->far);
	snprintf(line, LINKTABLE_LINE,
		 "%-*s %-12s %2lu.%02lu %12ju %12ju %12ju %12ju %12ju %12ju\n",
		 columns[row->aries].width,
		 links_name(row->aries, row->direction, row->far, name), text, hundredths / 100,
		 hundredths % 100, (uintmax_t)n[0], (uintmax_t)n[1], (uintmax_t)n[2],
		 (uintmax_t)n[3], (uintmax_t)n[4], (uintmax_t)n[5]);
}

void linktable_lost(char *line, const unsigned int coord[3], const struct linktable_row *row)
{
	char text[COORD_MAX], name[LINKS_NAME];

	coord_format(text, coord);
	snprintf(line, LINKTABLE_LINE,
		 "# %s: the interconnect file has %u of %u tiles of %s: failed?\n", text,
		 row->tiles, row->tiles + row->lost,
		 links_name(row->aries, row->direction, row->far, name));
}
