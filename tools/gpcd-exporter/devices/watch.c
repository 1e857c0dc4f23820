// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "cli/metrics/sets.h"
#include "router/router.h"
#include "watch.h"

static int watch_router(struct watch *watch, const struct gpcd_info *info,
			const struct interconnect *cables)
{
	const struct router_kind *kind = router_kind(info->chip);
	unsigned int chip;

	if (!cables || kind != router_kind_links(interconnect_is_aries(cables)))
		return 0;
	chip = interconnect_find(cables, info->coord);
	if (chip == TOPO_NONE || links_find(&watch->links, cables, chip, 0))
		return 0;
	watch->kind = kind;
	return router_counters(kind, watch->group);
}

static int watch_nic(struct watch *watch, struct gpcd *device, const struct metrics *metrics)
{
	int err = 0;

	watch->bound.metrics = metrics;
	watch->bound.group = watch->group;
	watch->bound.nic_peak = sets_nic_peak(device);
	for (size_t i = 0; i < metrics->count && !err; i++) {
		if (metrics->list[i].per == METRICS_PER_NIC &&
		    metrics_limited(metrics, metrics->list[i].name))
			err = metrics_bind(&watch->bound, &metrics->list[i]);
		if (err == -ENODATA)
			err = 0;
	}
	return err;
}

struct watch *watch_make(struct gpcd *device, const struct gpcd_info *info,
			 const struct metrics *metrics, const struct interconnect *cables)
{
	struct watch *watch = calloc(1, sizeof(*watch));
	int err;

	if (!watch)
		return NULL;
	err = gpcd_group_create(device, 0, &watch->group);
	if (!err && router_kind(info->chip))
		err = watch_router(watch, info, cables);
	else if (!err)
		err = watch_nic(watch, device, metrics);
	if (!err && !gpcd_group_count(watch->group)) {
		gpcd_group_destroy(watch->group);
		watch->group = NULL;
		return watch;
	}
	if (!err)
		err = gpcd_snapshot_create(watch->group, &watch->before);
	if (!err)
		err = gpcd_snapshot_create(watch->group, &watch->now);
	if (!err)
		return watch;
	watch_free(watch);
	return NULL;
}

void watch_read(struct watch *watch)
{
	struct gpcd_snapshot *before = watch->now;

	if (!watch->group)
		return;
	if (gpcd_group_read(watch->group, watch->before)) {
		watch->readings = 0;
		return;
	}
	watch->now = watch->before;
	watch->before = before;
	if (watch->readings < 2)
		watch->readings++;
}

void watch_free(struct watch *watch)
{
	if (!watch)
		return;
	gpcd_snapshot_destroy(watch->before);
	gpcd_snapshot_destroy(watch->now);
	metrics_unbind(&watch->bound);
	gpcd_group_destroy(watch->group);
	free(watch);
}
