// SPDX-License-Identifier: LGPL-2.1-or-later
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gm/record.h"

#define UNITS	8000	/* units of record_link.speed in a GB/s */

static unsigned int links_most(bool aries)
{
	return aries ? LINKS_MOST : GEMINI_LINKS;
}

size_t record_size(bool aries)
{
	return links_most(aries) * sizeof(struct record_link);
}

static void pack(struct record_link *to, const struct link *link, const uint64_t *counters)
{
	*to = (struct record_link) {
		.x = link->far[0],
		.y = link->far[1],
		.z = link->far[2],
		.speed = lround(link->speed * UNITS),
		.direction = link->direction,
		.tiles = link->count,
		.lost = link->lost,
	};
	memcpy(to->sums, counters, sizeof(to->sums));
}

void record_fill(struct record *record, const struct router *router)
{
	const struct links *links = &router->links;
	unsigned int host = links->count - 1;

	*record = (struct record) { 0 };
	for (unsigned int i = 0; i < links->count; i++)
		pack(&record->links[i == host ? 0 : i + 1], &links->link[i],
		     router->sums.link[i].counters);
}

void record_complain(struct record *record, const char *text)
{
	*record = (struct record) { 0 };
	snprintf(record->text, sizeof(record->text), "%s", text);
}

bool record_is_complaint(const struct record *record)
{
	return !record->links[0].tiles;
}

unsigned int record_links(const struct record *record, bool aries)
{
	unsigned int links = 0, most = links_most(aries);

	while (links < most && (record->links[links].tiles || record->links[links].lost))
		links++;
	return links;
}

const struct record_link *record_link(const struct record *record, unsigned int links,
				      unsigned int number)
{
	return &record->links[number + 1 < links ? number + 1 : 0];
}

void record_far(const struct record_link *link, unsigned int coord[3])
{
	coord[0] = link->x;
	coord[1] = link->y;
	coord[2] = link->z;
}

double record_speed(const struct record_link *link)
{
	return (double)link->speed / UNITS;
}
