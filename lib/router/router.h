/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The logical links of a chip: the counters of each of its 48 tiles are read in one sweep and
 * summed over the tiles of each link. kind.h says which registers those are.
 */
#ifndef ROUTER_H
#define ROUTER_H

#include <stdbool.h>
#include <gpcd/gpcd.h>

#include "router/kind.h"
#include "topo/links.h"

/* Counts of a link's tiles between two sweeps. */
struct router_link {
	uint64_t counters[ROUTER_COUNTERS];
	double rates[ROUTER_COUNTERS];	/* per second; valid only if router_sums.timed */
};

/* Counts of all links of a chip between two sweeps. */
struct router_sums {
	struct router_link link[LINKS_MOST];
	bool timed;				/* the rates are valid */
};

/* A chip. */
struct router {
	const struct router_kind *kind;
	struct gpcd *device;
	struct gpcd_group *group;		/* the counters, tile by tile */
	struct gpcd_snapshot *now;		/* the last sweep */
	struct gpcd_snapshot *before;		/* the sweep before it */
	uint64_t chip_id;			/* the same for all views of the chip */
	unsigned int coord[3];
	struct links links;			/* filled in by the caller */
	struct router_sums sums;		/* filled in by router_sum() */
};

/*
 * Open the device of a chip; @name is as for gpcd_open(). The caller releases @router with
 * router_close(), also after an error. Returns -ENOTSUP if the links of such a chip are not known.
 */
int router_open(struct router *router, const char *name);

/* Close the device and free its counters; also after router_open() has failed. */
void router_close(struct router *router);

/*
 * Sweep all counters; the last sweep becomes the one before. After an error both stay as they were.
 * Returns -EOWNERDEAD if the program that drove the counters has died.
 */
int router_read(struct router *router);

/*
 * Sum up for each link what was counted between the last two sweeps. Returns -ESTALE if the sweeps
 * are from different epochs, -EPERM if reading is not permitted, -ENODATA if a value is missing.
 */
int router_sum(struct router *router);

/*
 * Add the counters of a chip of this type to an empty group, tile by tile. Returns as
 * gpcd_group_add().
 */
int router_counters(const struct router_kind *kind, struct gpcd_group *group);

/*
 * Sum up the counters of router_counters(), the first of their group, between two sweeps of a chip
 * with these links. Returns as router_sum().
 */
int router_links(const struct router_kind *kind, const struct links *links,
		 const struct gpcd_snapshot *before, const struct gpcd_snapshot *now,
		 struct router_sums *sums);

/* Return how much arrived over a link, as a share of the link's speed. */
double router_utilisation(const struct router_kind *kind, const struct link *link,
			  const struct router_link *sum);

/*
 * Return the share of all cycles of the link's tiles that were stalled. @counter is
 * ROUTER_INQ_STALLS or ROUTER_OUTQ_STALLS.
 */
double router_stall_share(const struct link *link, const struct router_link *sum,
			  enum router_counter counter);

#endif /* ROUTER_H */
