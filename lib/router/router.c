// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "router/router.h"

#define PHIT_BYTES	3
#define ROUTER_HZ	800e6
#define GB		1e9

const char * const router_counter_names[ROUTER_COUNTERS] = {
	"vc0_phits", "vc1_phits", "vc0_pkts", "vc1_pkts", "inq_stalls", "outq_stalls",
};

/* Add all counters: value ROUTER_COUNTERS * t + c of the group is counter c of tile t. */
static int add_counters(struct gpcd_group *group)
{
	char name[GPCD_NAME_MAX];
	int err = 0;

	for (unsigned int i = 0; i < GEMINI_TILES * ROUTER_COUNTERS && !err; i++) {
		unsigned int tile = i / ROUTER_COUNTERS;

		snprintf(name, sizeof(name), "GM_%u_%u_TILE_PERFORMANCE_COUNTERS_%u",
			 tile / 8, tile % 8, i % ROUTER_COUNTERS);
		err = gpcd_group_add(group, name);
	}
	return err;
}

static int identify(struct router *router)
{
	struct gpcd_info info = { 0 };
	int err = gpcd_get_info(router->device, &info);

	router->chip_id = info.chip_id;
	memcpy(router->coord, info.coord, sizeof(router->coord));
	return err;
}

int router_open(struct router *router, const char *name)
{
	int err;

	*router = (struct router) { 0 };
	err = gpcd_open(name, &router->device);
	if (err)
		return err;
	if (gpcd_chip(router->device) != GPCD_CHIP_GEMINI)
		return -ENOTSUP;
	err = identify(router);
	if (!err)
		err = gpcd_group_create(router->device, 0, &router->group);
	if (!err)
		err = add_counters(router->group);
	if (!err)
		err = gpcd_snapshot_create(router->group, &router->now);
	if (!err)
		err = gpcd_snapshot_create(router->group, &router->before);
	return err;
}

void router_close(struct router *router)
{
	gpcd_snapshot_destroy(router->before);
	gpcd_snapshot_destroy(router->now);
	gpcd_group_destroy(router->group);
	gpcd_close(router->device);
}

/* Return whether the chip's time stood still between two sweeps, or is not known to have moved. */
static int stands(const struct gpcd_snapshot *before, const struct gpcd_snapshot *now)
{
	const struct gpcd_times *then = gpcd_snapshot_times(before);

	return !then->sequence || then->chip_ns == gpcd_snapshot_times(now)->chip_ns;
}

int router_read(struct router *router)
{
	struct gpcd_snapshot *next = router->before;
	int err = gpcd_group_read(router->group, next);

	if (err)
		return err;
	if (stands(router->now, next) && gpcd_abandoned(router->device))
		return -EOWNERDEAD;
	router->before = router->now;
	router->now = next;
	return 0;
}

static int tile_add(struct router *router, struct router_link *sum, unsigned int tile)
{
	double rate;
	uint64_t delta;
	int err;

	for (unsigned int i = 0; i < ROUTER_COUNTERS; i++) {
		unsigned int at = tile * ROUTER_COUNTERS + i;

		err = gpcd_snapshot_delta(router->before, router->now, at, &delta);
		if (err == -ENODATA &&
		    gpcd_snapshot_status(router->now, at) == GPCD_STATUS_DENIED)
			return -EPERM;
		if (err)
			return err;
		sum->counters[i] += delta;
		if (gpcd_snapshot_rate(router->before, router->now, at, &rate))
			router->timed = false;
		else
			sum->rates[i] += rate;
	}
	return 0;
}

int router_sum(struct router *router)
{
	int err = 0;

	router->timed = true;
	for (unsigned int i = 0; i < GEMINI_LINKS && !err; i++) {
		router->sum[i] = (struct router_link) { 0 };
		for (unsigned int tile = 0; tile < GEMINI_TILES && !err; tile++) {
			if (router->links.link[i].tiles >> tile & 1)
				err = tile_add(router, &router->sum[i], tile);
		}
	}
	return err;
}

double router_utilisation(const struct router *router, unsigned int link)
{
	const double *rates = router->sum[link].rates;

	return (rates[ROUTER_VC0_PHITS] + rates[ROUTER_VC1_PHITS]) * PHIT_BYTES /
	       (router->links.link[link].speed * GB);
}

double router_stall_share(const struct router *router, unsigned int link, unsigned int counter)
{
	return router->sum[link].rates[counter] / (router->links.link[link].count * ROUTER_HZ);
}
