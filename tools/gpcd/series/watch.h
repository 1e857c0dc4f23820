/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Chips that are watched together. One that cannot be read is reported once, by name; the others go
 * on.
 */
#ifndef WATCH_H
#define WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "linkmap.h"
#include "router/router.h"

/* A chip that is watched. */
struct watched {
	struct router router;
	bool fresh; /* router has the sums of the last two sweeps */
	int said; /* last reported error, or 0 */
};

/* Chips that are watched together. */
struct watch {
	struct watched *chips; /* sorted by coordinate */
	size_t count;
	/*
	 * exit code of the first chip that cannot be read or that the map lacks, or for one
	 * coordinate given to several chips; or 0
	 */
	int code;
};

/* A sample of links: what they counted between two sweeps. */
struct watch_sample {
	const struct watch *watch;
	uint64_t missed; /* periods without a sample since the one before */
	bool rates; /* also print rates and shares */
	bool heading; /* also print the names of columns */
};

/*
 * Open the devices that -d and GPCD_DEVICE name, or all of this machine, for watch_close(). @coord
 * is the coordinate of the only device, or NULL: as it reports. If several devices of this machine
 * are views of one chip, only one is opened. Return 0; if there is nothing to watch, report it and
 * return the exit code.
 */
int watch_open(struct watch *watch, const struct linkmap *map, const unsigned int *coord);

/* Close the devices. */
void watch_close(struct watch *watch);

/*
 * Read all counters of all chips; remove chips that cannot be read. Return 0; if none is left,
 * report it and return the exit code.
 */
int watch_read(struct watch *watch);

/*
 * Sum up by link what all chips counted between the last two sweeps; remove chips that may not be
 * read. Return the number of chips with fresh sums.
 */
size_t watch_sum(struct watch *watch);

/* Check if one of the last two sweeps may mix two updates of the chip. */
bool watch_torn(const struct router *router);

/*
 * Return the status of a link, the first that applies: "lost" if the map has none of its tiles,
 * "torn" as watch_torn() reports, "part" if the map lacks some of its tiles, "ok".
 */
const char *watch_status(const struct router *router, unsigned int link);

/* Write the name of a link to @name and return it. */
const char *watch_link_name(const struct router *router, unsigned int link,
			    char name[LINKS_NAME]);

#endif /* WATCH_H */
