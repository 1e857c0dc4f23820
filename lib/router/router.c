// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <string.h>

#include "router/router.h"

#define ROUTER_HZ	800e6
#define GB		1e9

/* The counters are in the order of router_next(). */
int router_counters(const struct router_kind *kind, struct gpcd_group *group)
{
	char name[GPCD_NAME_MAX];
	struct router_at at;
	int err;

	router_first(kind, &at);
	do {
		router_at_name(&at, name, sizeof(name));
		err = gpcd_group_add(group, name);
	} while (!err && router_next(kind, &at));
	return err;
}

static int identify(struct router *router)
{
	struct gpcd_info info = { .size = sizeof(info) };
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
	router->kind = router_kind(gpcd_chip(router->device));
	if (!router->kind)
		return -ENOTSUP;
	err = identify(router);
	if (!err)
		err = gpcd_group_create(router->device, 0, &router->group);
	if (!err)
		err = router_counters(router->kind, router->group);
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

/* Two sweeps that are compared. */
struct interval {
	const struct gpcd_snapshot *before, *now;
	double ns;	/* between them; 0: there are no rates */
};

/* Add value @at of the group to a counter of a link. */
static int value_add(const struct interval *interval, struct router_link *sum,
		     enum router_counter counter, unsigned int at)
{
	uint64_t delta;
	int err = gpcd_snapshot_delta(interval->before, interval->now, at, &delta);

	if (err == -ENODATA && gpcd_snapshot_status(interval->now, at) == GPCD_STATUS_DENIED)
		return -EPERM;
	if (err)
		return err;
	sum->counters[counter] += delta;
	if (delta && interval->ns > 0)
		sum->rates[counter] += delta * 1e9 / interval->ns;
	return 0;
}

/* Return the link that a tile belongs to, or the number of links if there is none. */
static unsigned int link_of(const struct links *links, unsigned int tile)
{
	unsigned int link = 0;

	while (link < links->count && !(links->link[link].tiles >> tile & 1))
		link++;
	return link;
}

/* Add the values of a tile to its link, or NULL. @at is the first one, and afterwards the next. */
static int tile_add(const struct interval *interval, const struct router_source *source,
		    unsigned int tile, struct router_link *sum, unsigned int *at)
{
	int err = 0;

	for (; source->name; source++) {
		if (tile < source->first || tile >= source->end)
			continue;
		for (unsigned int i = 0; sum && !err && i < source->registers; i++)
			err = value_add(interval, sum, source->counter, *at + i);
		*at += source->registers;
	}
	return err;
}

int router_links(const struct router_kind *kind, const struct links *links,
		 const struct gpcd_snapshot *before, const struct gpcd_snapshot *now,
		 struct router_sums *sums)
{
	struct interval interval = { .before = before, .now = now };
	unsigned int at = 0;
	uint64_t ns;
	int err = 0;

	if (!gpcd_snapshot_elapsed(before, now, &ns))
		interval.ns = ns;
	*sums = (struct router_sums) { .timed = interval.ns > 0 };
	for (unsigned int tile = 0; !err && tile < GEMINI_TILES; tile++) {
		unsigned int link = link_of(links, tile);

		err = tile_add(&interval, kind->sources, tile,
			       link < links->count ? &sums->link[link] : NULL, &at);
	}
	return err;
}

int router_sum(struct router *router)
{
	return router_links(router->kind, &router->links, router->before, router->now,
			    &router->sums);
}

double router_utilisation(const struct router_kind *kind, const struct link *link,
			  const struct router_link *sum)
{
	return (sum->rates[ROUTER_IN_REQUESTS] + sum->rates[ROUTER_IN_RESPONSES]) *
	       kind->unit_bytes / (link->speed * GB);
}

double router_stall_share(const struct link *link, const struct router_link *sum,
			  enum router_counter counter)
{
	return sum->rates[counter] / (link->count * ROUTER_HZ);
}
