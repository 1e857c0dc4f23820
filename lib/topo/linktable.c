// SPDX-License-Identifier: LGPL-2.1-or-later
#include <math.h>
#include <stdio.h>

#include "topo/linktable.h"

#define COORD_MAX	48

void linktable_head(char *text)
{
	snprintf(text, LINKTABLE_LINE, "# %s\n%-2s %-12s %5s %12s %12s %12s %12s %12s %12s\n",
		 "DEST_COORD", "#", "SRC_COORD", "GB/s", "VC0_PHITS", "VC1_PHITS", "VC0_PKTS",
		 "VC1_PKTS", "INQ_STALLS", "OUTQ_STALLS");
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

void linktable_link(char *line, const char *direction, const unsigned int far[3], double speed,
		    const uint64_t counters[LINKTABLE_COUNTERS])
{
	const uintmax_t n[LINKTABLE_COUNTERS] = {
		counters[0], counters[1], counters[2], counters[3], counters[4], counters[5],
	};
	/* Not as a floating point number: a program's locale may have another point. */
	const unsigned long hundredths = lrint(speed * 100);
	char text[COORD_MAX];

	coord_format(text, far);
	snprintf(line, LINKTABLE_LINE,
		 "%-2s %-12s %2lu.%02lu %12ju %12ju %12ju %12ju %12ju %12ju\n", direction, text,
		 hundredths / 100, hundredths % 100, n[0], n[1], n[2], n[3], n[4], n[5]);
}

void linktable_lost(char *line, const unsigned int coord[3], const char *direction,
		    unsigned int tiles, unsigned int lost)
{
	char text[COORD_MAX];

	coord_format(text, coord);
	snprintf(line, LINKTABLE_LINE,
		 "# %s: the interconnect file has %u of %u tiles of %s: failed?\n", text, tiles,
		 tiles + lost, direction);
}
