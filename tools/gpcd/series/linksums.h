/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the tiles of a chip's links counted between two readings, as the values of a series: exact
 * sums by lib/router, link by link, and on request rates and shares.
 */
#ifndef LINKSUMS_H
#define LINKSUMS_H

#include "linkmap.h"
#include "router/router.h"
#include "series.h"

/* Links of a chip, and the sums of their tiles. */
struct linksums {
	const struct router_kind *kind;
	struct links links;
	struct router_sums sums;
	bool rates; /* rates and shares are values, too */
	bool fresh; /* sums belong to the last two readings */
	int said; /* error of the last sum, which was reported, or 0 */
};

/* The first columns are a link's counters, the next ones their rates; shares are the last. */
#define LINKSUMS_RATES	ROUTER_COUNTERS
#define LINKSUMS_SHARES	(2 * ROUTER_COUNTERS)

/*
 * Make series->sums, for free(3): find the links of its chip in a map, and add the counters of its
 * tiles to its group. @rates: with rates and shares. Report tiles that the map lacks, and any
 * error; return the exit code.
 */
int linksums_open(struct series *series, const struct linkmap *map, bool rates);

/*
 * Sum up what was counted between the readings of a sample. An error is reported once, until the
 * sums are fresh again; @code receives its exit code unless it has one already. Return the exit
 * code of an error that will last, else 0.
 */
int linksums_add(struct linksums *sums, const struct sample *sample, int *code);

/* Count the columns; each link has a value of each. */
unsigned int linksums_columns(const struct linksums *sums);

/* Write the name of a column to @name and return it. */
const char *linksums_column(const struct linksums *sums, unsigned int column,
			    char name[SERIES_NAME_MAX]);

/* Return the unit of a column, without its "/s". */
const char *linksums_unit(const struct linksums *sums, unsigned int column);

/* Check if a column is a rate, per second. */
static inline bool linksums_is_rate(unsigned int column)
{
	return column >= LINKSUMS_RATES && column < LINKSUMS_SHARES;
}

/* Write the name of a link to @name and return it. */
const char *linksums_link(const struct linksums *sums, unsigned int link, char name[LINKS_NAME]);

/*
 * Return the status of a link, the first that applies: "lost" if the map has none of its tiles,
 * "torn" if @torn, "part" if the map lacks some of its tiles, "ok".
 */
const char *linksums_status(const struct linksums *sums, unsigned int link, bool torn);

/*
 * Write a value to @text, which is empty before. Return its status: "no-time" if time stands still,
 * otherwise the status of the link.
 */
const char *linksums_value(const struct linksums *sums, unsigned int link, unsigned int column,
			   bool torn, char text[SAMPLE_VALUE_MAX]);

/* Check if the rates of a link are known. */
static inline bool linksums_timed(const struct linksums *sums, unsigned int link)
{
	return sums->sums.timed && sums->links.link[link].count;
}

#endif /* LINKSUMS_H */
