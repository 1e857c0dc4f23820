// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bind.h"
#include "cli/metrics/sets.h"
#include "router/kind.h"

/* A device has no links if the map lacks its chip, or has chips of another type. */
static void find_links(struct device *device, const struct interconnect *cables)
{
	const struct router_kind *kind = router_kind_links(interconnect_is_aries(cables));
	unsigned int chip;
	struct links links;

	if (device->info.chip != kind->chip)
		return;
	chip = interconnect_find(cables, device->info.coord);
	if (chip == TOPO_NONE || links_find(&links, cables, chip, 0))
		return;
	memset(device->links, 0, sizeof(device->links));
	linked_take(device->links, &links);
	device->bound.links = device->links;
	device->bound.link_count = links.count;
}

static int bind_metrics(struct device *device, const struct choice *choice)
{
	const size_t *family = choice->family[device->info.chip];
	const struct metrics *metrics = device->bound.metrics;
	int err = 0;

	for (size_t i = 0; !err && i < metrics->count; i++) {
		if (family[i] != CHOICE_NONE)
			err = metrics_bind(&device->bound, &metrics->list[i]);
		if (err == -ENODATA)
			err = 0;
	}
	return !err && !device->bound.count ? -ENODATA : err;
}

/* A valid formula may still divide by 0 for some object. */
static void find_parts(struct device *device, size_t i)
{
	const struct metrics_subject *subject = &device->bound.subjects[i];
	const struct metric *metric = &device->bound.metrics->list[subject->metric];
	struct parts parts;
	int err;

	err = parts_find(&metric->formula, subject->peak, subject->tiles, &parts);
	device->series[i].why = !err ? METRICS_GIVEN :
				err == -ENODATA ? METRICS_NO_PEAK : METRICS_ZERO;
	if (err)
		return;
	memcpy(&device->over[subject->first], parts.over, parts.count * sizeof(*parts.over));
	memcpy(&device->under[subject->first], parts.under, parts.count * sizeof(*parts.under));
	device->count += parts.kind == PARTS_MEAN ? 2 : 1;
}

static int find_all_parts(struct device *device)
{
	size_t operands = device->bound.operand_count;

	device->over = calloc(operands + 1, sizeof(*device->over));
	device->under = calloc(operands + 1, sizeof(*device->under));
	if (!device->over || !device->under)
		return -ENOMEM;
	device->count = DEVICE_SERIES;
	for (size_t i = 0; i < device->bound.count; i++)
		find_parts(device, i);
	return 0;
}

static bool is_same_nic(const struct gpcd_info *now, const struct gpcd_info *before)
{
	return now->chip == before->chip && now->chip_id == before->chip_id &&
	       now->domain == before->domain && now->nic_addr == before->nic_addr &&
	       now->nic_index == before->nic_index &&
	       !memcmp(now->coord, before->coord, sizeof(now->coord));
}

/* A replaced chip counts as a change of the epoch. */
static int make_totals(struct device *device)
{
	uint64_t epochs = device->totals.list ? device->totals.epochs + 1 : 0;
	int err;

	if (is_same_nic(&device->info, &device->counted) &&
	    device->subjects == device->bound.count &&
	    device->totals.count == gpcd_group_count(device->group)) {
		totals_restart(&device->totals);
		return 0;
	}
	totals_free(&device->totals);
	free(device->series);
	device->subjects = device->bound.count;
	device->series = calloc(device->subjects, sizeof(*device->series));
	if (!device->series)
		return -ENOMEM;
	err = totals_make(&device->totals, gpcd_group_count(device->group), device->whole);
	device->totals.epochs = epochs;
	return err;
}

static int join_chip(struct device *device)
{
	int err;

	if (!is_same_nic(&device->info, &device->counted) || !chips_return(device)) {
		chips_leave(device);
		device->counted = device->info;
		err = chips_join(device);
		if (err)
			return err;
	}
	return chip_fit(device->chip, gpcd_group_count(device->group), device->bound.count);
}

int bind_device(struct device *device, const struct choice *choice,
		const struct interconnect *cables)
{
	int err = gpcd_group_create(device->open, 0, &device->group);

	if (err)
		return err;
	device->bound.metrics = &choice->metrics[device->info.chip];
	device->bound.group = device->group;
	if (cables)
		find_links(device, cables);
	err = bind_metrics(device, choice);
	if (!err)
		err = make_totals(device);
	if (!err)
		err = join_chip(device);
	if (!err)
		err = find_all_parts(device);
	if (!err)
		err = gpcd_snapshot_create(device->group, &device->reading);
	return err;
}

void unbind_device(struct device *device)
{
	gpcd_snapshot_destroy(device->reading);
	metrics_unbind(&device->bound);
	gpcd_group_destroy(device->group);
	free(device->over);
	free(device->under);
	device->reading = NULL;
	device->group = NULL;
	device->over = NULL;
	device->under = NULL;
	device->count = 0;
}
