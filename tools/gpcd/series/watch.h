/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Geminis that are watched together. One that cannot be read is said on
 * standard error, by name and once; the others go on.
 */
#ifndef WATCH_H
#define WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "linkmap.h"
#include "router/router.h"

/**
 * struct watched - a Gemini
 * @router: it
 * @fresh: its sums are those of the last two sweeps
 * @said: the error that was complained of last, or 0
 */
struct watched {
	struct router router;
	bool fresh;
	int said;
};

/**
 * struct watch - the Geminis
 * @geminis: those that live, sorted by coordinate
 * @count: how many
 * @code: exit code of the first that could not be read or that the map lacks, or of a
 *	coordinate that is that of several; 0: none
 */
struct watch {
	struct watched *geminis;
	size_t count;
	int code;
};

/**
 * struct watch_sample - what happened between two sweeps
 * @watch: whose
 * @missed: periods without a sample since the one before
 * @rates: rates and shares are wanted too
 * @heading: so is the heading
 */
struct watch_sample {
	const struct watch *watch;
	uint64_t missed;
	bool rates;
	bool heading;
};

/*
 * Open what -d and GPCD_DEVICE name, else all devices of the machine, a chip
 * once; @coord: the only device's coordinate, or NULL: its own. Returns the exit
 * code if there is nothing to watch.
 */
int watch_open(struct watch *watch, const struct linkmap *map, const unsigned int *coord);

void watch_close(struct watch *watch);

/* Sweep all of them; returns the exit code if none is left. */
int watch_read(struct watch *watch);

/* Sum all of them up, but those that are not permitted, which go; returns how many. */
size_t watch_sum(struct watch *watch);

/* May what was counted between the last two sweeps mix two updates of the chip? */
bool watch_torn(const struct router *router);

/*
 * The status of a link in a sample. "lost": the map has none of its tiles; "torn", as
 * above; "part": the map has some of its tiles; else "ok".
 */
const char *watch_status(const struct router *router, unsigned int link);

#endif /* WATCH_H */
