// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <string.h>

#include "topo/links.h"

static void add_tile(struct link *link, unsigned int tile, enum gemini_medium medium,
		     const unsigned int *far)
{
	memcpy(link->far, far, sizeof(link->far));
	link->tiles |= 1ULL << tile;
	link->count++;
	link->media |= 1 << medium;
	link->speed += gemini_tile_rate(medium);
}

static int add_network(struct links *links, const struct interconnect *map, unsigned int chip,
		       unsigned int tile)
{
	struct interconnect_tile found;
	unsigned int far[3];
	struct link *link;

	if (interconnect_tile(map, chip, tile, &found))
		return 0;
	link = &links->link[found.link];
	interconnect_coord(map, found.far, far);
	if (link->count && memcmp(link->far, far, sizeof(far)))
		return -EBADMSG;
	add_tile(link, tile, found.medium, far);
	return 0;
}

int links_find(struct links *links, const struct interconnect *map, unsigned int chip,
	       uint64_t failed)
{
	unsigned int own[3], tile, link, lanes;
	int err;

	if (interconnect_is_aries(map))
		return -EINVAL;
	if (interconnect_missing(map, chip) == GEMINI_NETWORK_TILES)
		return -ENOENT;
	*links = (struct links) { 0 };
	interconnect_coord(map, chip, own);
	for (tile = 0; tile < GEMINI_TILES; tile++) {
		if (failed >> tile & 1)
			continue;
		if (GEMINI_NETWORK_TILES >> tile & 1) {
			err = add_network(links, map, chip, tile);
			if (err)
				return err;
		} else {
			add_tile(&links->link[GEMINI_HOST], tile, GEMINI_PROCESSOR, own);
		}
	}
	for (link = 0; link < GEMINI_LINKS; link++) {
		lanes = gemini_lanes(link);
		if (links->link[link].count < lanes)
			links->link[link].lost = lanes - links->link[link].count;
	}
	return 0;
}

const char *links_name(unsigned int link)
{
	static const char *const names[GEMINI_LINKS] = {
		"X+", "X-", "Y+", "Y-", "Z+", "Z-", "HH",
	};

	return names[link];
}
