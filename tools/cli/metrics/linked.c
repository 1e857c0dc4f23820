// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "linked.h"

/* Convert a link: the bits of its mask become tiles. */
static void take_link(struct metrics_link *link, const struct link *from, bool aries)
{
	char name[LINKS_NAME];

	strcpy(link->name, links_name(aries, from->direction, from->far, name));
	link->peak = from->speed * 1e9;
	for (unsigned int tile = 0; tile < 64; tile++) {
		if (from->tiles >> tile & 1) {
			link->tiles[link->count].row = tile / 8;
			link->tiles[link->count++].column = tile % 8;
		}
	}
}

void linked_take(struct metrics_link *list, const struct links *links)
{
	for (unsigned int i = 0; i < links->count; i++)
		take_link(&list[i], &links->link[i], links->aries);
}
