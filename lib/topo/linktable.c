// SPDX-License-Identifier: LGPL-2.1-or-later
#include <math.h>
#include <stdio.h>

#include "topo/links.h"
#include "topo/linktable.h"

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
