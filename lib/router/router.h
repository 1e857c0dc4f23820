/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A Gemini whose logical links are watched: the six static counters of its 48
 * tiles, read in one sweep and summed over the tiles of each link.
 */
#ifndef ROUTER_H
#define ROUTER_H

#include <stdbool.h>
#include <gpcd/gpcd.h>

#include "topo/links.h"

#define ROUTER_COUNTERS 6

/* Places in the arrays below, in the order of a tile's counters. */
enum {
	ROUTER_VC0_PHITS,
	ROUTER_VC1_PHITS,
	ROUTER_VC0_PKTS,
	ROUTER_VC1_PKTS,
	ROUTER_INQ_STALLS,
	ROUTER_OUTQ_STALLS,
};

/* "vc0_phits" to "outq_stalls" */
extern const char * const router_counter_names[ROUTER_COUNTERS];

/**
 * struct router_link - what happened on a link between the last two sweeps
 * @counters: how far each counter went
 * @rates: how far a second; only where struct router says so
 */
struct router_link {
	uint64_t counters[ROUTER_COUNTERS];
	double rates[ROUTER_COUNTERS];
};

/**
 * struct router - a Gemini
 * @device: it
 * @group: its counters, tile by tile
 * @now: the last sweep
 * @before: the one before
 * @chip_id: the same for all views of a chip
 * @coord: its coordinate
 * @links: its links, by the map
 * @sum: of each link
 * @timed: the rates are known
 */
struct router {
	struct gpcd *device;
	struct gpcd_group *group;
	struct gpcd_snapshot *now;
	struct gpcd_snapshot *before;
	uint64_t chip_id;
	unsigned int coord[3];
	struct links links;
	struct router_link sum[GEMINI_LINKS];
	bool timed;
};

/*
 * Open it, and fill in @coord; returns 0 or a negative errno, -ENOTSUP for
 * another chip than a Gemini.
 */
int router_open(struct router *router, const char *name);

/* Also where opening failed. */
void router_close(struct router *router);

/* Sweep; returns 0 or a negative errno, then the last one stands. */
int router_read(struct router *router);

/*
 * Sum up what happened between the last two sweeps; returns 0, -ESTALE: they
 * are not of one epoch, -EPERM not permitted, -ENODATA: a value is missing.
 */
int router_sum(struct router *router);

/* What arrived over a link, as a share of its speed. */
double router_utilisation(const struct router *router, unsigned int link);

/* Cycles that a stall counter counted, as a share of those that the link's tiles had. */
double router_stall_share(const struct router *router, unsigned int link, unsigned int counter);

#endif /* ROUTER_H */
