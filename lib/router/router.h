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

/**
 * struct router_link - what a link's tiles counted between the last two sweeps
 * @counters: how far each counter went
 * @rates: the same per second; valid only if @timed of struct router is set
 */
struct router_link {
	uint64_t counters[ROUTER_COUNTERS];
	double rates[ROUTER_COUNTERS];
};

/**
 * struct router - a chip
 * @kind: its type
 * @device: the open device
 * @group: the counters, tile by tile
 * @now: the last sweep
 * @before: the sweep before the last
 * @chip_id: identity of the chip, the same for all views of it
 * @coord: coordinate of the chip
 * @links: the links of the chip by the interconnect file; the caller fills them in
 * @sum: sums for each link, filled in by router_sum()
 * @timed: the rates in @sum are valid
 */
struct router {
	const struct router_kind *kind;
	struct gpcd *device;
	struct gpcd_group *group;
	struct gpcd_snapshot *now;
	struct gpcd_snapshot *before;
	uint64_t chip_id;
	unsigned int coord[3];
	struct links links;
	struct router_link sum[LINKS_MOST];
	bool timed;
};

/**
 * router_open() - open the device of a chip
 * @router: filled in, also after an error; the caller releases it with router_close()
 * @name: the device, in the form that gpcd_open() takes
 *
 * Return: 0, -ENOTSUP: the links of such a chip are not known, or as gpcd_open().
 */
int router_open(struct router *router, const char *name);

/** router_close() - close the device and free its counters; also after router_open() has failed */
void router_close(struct router *router);

/**
 * router_read() - sweep all counters
 * @router: the chip; the last sweep becomes the one before. After an error both stay as before
 *
 * Return: 0, -EOWNERDEAD: the program that drove the counters has died, or as gpcd_group_read().
 */
int router_read(struct router *router);

/**
 * router_sum() - sum up for each link what was counted between the last two sweeps
 * @router: a chip whose links are known
 *
 * Return: 0, -ESTALE: the two sweeps are not of one epoch, -EPERM: reading is not permitted,
 * -ENODATA: a value is missing.
 */
int router_sum(struct router *router);

/** router_utilisation() - return how much arrived over @link, as a share of the link's speed */
double router_utilisation(const struct router *router, unsigned int link);

/**
 * router_stall_share() - return the share of cycles that a stall counter counted
 * @router: a chip whose @sum is filled in
 * @link: the link
 * @counter: ROUTER_INQ_STALLS or ROUTER_OUTQ_STALLS
 *
 * Return: stalled cycles as a share of all cycles of the link's tiles.
 */
double router_stall_share(const struct router *router, unsigned int link, unsigned int counter);

#endif /* ROUTER_H */
