// SPDX-License-Identifier: LGPL-2.1-or-later
#include <math.h>
#include <stdio.h>

#include "gm/record.h"

#define UNITS	8000	/* units of struct record_link.speed in a GB/s */

static struct record_link pack(const struct link *link)
{
	return (struct record_link) {
		.x = link->far[0],
		.y = link->far[1],
		.z = link->far[2],
		.speed = lround(link->speed * UNITS),
		.tiles = link->count,
		.lost = link->lost,
	};
}

void record_fill(struct record *record, const struct router *router)
{
	for (unsigned int link = 0; link < GEMINI_LINKS; link++) {
		record->links[link] = pack(&router->links.link[link]);
		for (unsigned int i = 0; i < ROUTER_COUNTERS; i++)
			record->sums[link][i] = router->sum[link].counters[i];
	}
}

void record_complain(struct record *record, const char *text)
{
	*record = (struct record) { 0 };
	snprintf(record->text, sizeof(record->text), "%s", text);
}

bool record_is_complaint(const struct record *record)
{
	return !record->links[GEMINI_HOST].tiles;
}

void record_far(const struct record *record, unsigned int link, unsigned int coord[3])
{
	coord[0] = record->links[link].x;
	coord[1] = record->links[link].y;
	coord[2] = record->links[link].z;
}

double record_speed(const struct record *record, unsigned int link)
{
	return (double)record->links[link].speed / UNITS;
}
