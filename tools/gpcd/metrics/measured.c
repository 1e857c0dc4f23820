// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/metrics/linked.h"
#include "cli/out/format.h"
#include "device/device.h"
#include "device/guard.h"
#include "device/options.h"
#include "device/set.h"
#include "measured.h"
#include "metrics/value.h"
#include "router/kind.h"

const struct column measuring_columns[MEASURING_COLUMNS] = {
	{ "seconds", COLUMN_REAL, false },
	{ "device", COLUMN_TEXT, false },
	{ "per", COLUMN_TEXT, false },
	{ "object", COLUMN_TEXT, false },
	{ "metric", COLUMN_TEXT, false },
	{ "value", COLUMN_REAL, false },
	{ "unit", COLUMN_TEXT, false },
	{ "status", COLUMN_TEXT, false },
};

/* A device that the map lacks has no links; nor has one of another type than the map's chips. */
static int find_links(struct measured *measured, const struct linkmap *map)
{
	struct gpcd_info info = { 0 };
	struct links links;
	int err = gpcd_get_info(measured->device, &info);

	if (err)
		return device_failed(measured->device, err);
	if (info.chip != router_kind_links(linkmap_is_aries(map))->chip)
		return 0;
	err = linkmap_find(map, info.coord, &links);
	if (err) {
		complain("%s: its links: %s", gpcd_path(measured->device),
			 err == -ENOENT ? "not in the map" : strerror(-err));
		return err == -ENOENT ? EXIT_USAGE : exit_code(err);
	}
	linked_take(measured->links, &links);
	measured->bound.links = measured->links;
	measured->bound.link_count = links.count;
	return 0;
}

/* Without -m, what fits a screen. */
static bool is_wanted(const struct measuring *measuring, const struct metric *metric)
{
	if (!measuring->wanted.count)
		return metric->per != METRICS_PER_TILE;
	return sets_want(&measuring->wanted, metric);
}

static int complain_bind(const struct measured *measured, const struct metric *metric, int err)
{
	const char *name = gpcd_path(measured->device);

	switch (err) {
	case -EMSGSIZE:
		complain("%s: %s: more than %d registers: choose fewer metrics by -m", name,
			 metric->name, GPCD_MAX_REGS);
		return EXIT_USAGE;
	default:
		return complain_error(name, err);
	}
}

static int bind_wanted(struct measuring *measuring, struct measured *measured)
{
	const struct metrics *metrics = &measured->metrics;
	int err;

	for (size_t i = 0; i < metrics->count; i++) {
		if (!is_wanted(measuring, &metrics->list[i]))
			continue;
		err = metrics_bind(&measured->bound, &metrics->list[i]);
		if (err && err != -ENODATA)
			return complain_bind(measured, &metrics->list[i], err);
	}
	if (measured->bound.count)
		return 0;
	complain("%s: nothing to measure: links need --interconnect, --torus or --dragonfly",
		 gpcd_path(measured->device));
	return EXIT_USAGE;
}

static int make_readings(struct measured *measured)
{
	int err = gpcd_snapshot_create(measured->group, &measured->before);

	if (!err)
		err = gpcd_snapshot_create(measured->group, &measured->after);
	return err ? device_failed(measured->device, err) : 0;
}

static int prepare(struct measuring *measuring, struct measured *measured)
{
	int code, err;

	err = gpcd_group_create(measured->device, device_options.nic_addr, &measured->group);
	if (err)
		return device_failed(measured->device, err);
	code = sets_read(&measured->metrics, gpcd_chip(measured->device));
	if (!code)
		code = sets_check(&measuring->wanted, &measured->metrics);
	if (code)
		return code;
	measured->bound.metrics = &measured->metrics;
	measured->bound.group = measured->group;
	if (measuring->map)
		code = find_links(measured, measuring->map);
	if (!code)
		code = bind_wanted(measuring, measured);
	return code ? code : make_readings(measured);
}

static int open_device(struct measuring *measuring, struct measured *measured, const char *name)
{
	int err;

	measuring->count++;
	device_wait(name);
	err = gpcd_open(name, &measured->device);
	if (err) {
		device_complain(name, err);
		return exit_code(err);
	}
	return prepare(measuring, measured);
}

/* A device that cannot be opened costs its own rows; what is wrong with the arguments costs all. */
static int open_devices(struct measuring *measuring, const struct device_set *set)
{
	size_t good = 0;
	int code = 0;

	measuring->list = calloc(set->count, sizeof(*measuring->list));
	if (!measuring->list)
		return complain_error("devices", -ENOMEM);
	for (size_t i = 0; i < set->count; i++) {
		code = open_device(measuring, &measuring->list[i], set->names[i]);
		if (code == EXIT_USAGE)
			return code;
		measuring->list[i].failed = code;
		good += !code;
	}
	return good ? 0 : measuring_code(measuring);
}

int measuring_open(struct measuring *measuring)
{
	struct device_set set;
	int code = device_set_find(&set, true);

	if (!code)
		code = open_devices(measuring, &set);
	device_set_free(&set);
	return code;
}

void measuring_close(struct measuring *measuring)
{
	for (size_t i = 0; i < measuring->count; i++) {
		struct measured *measured = &measuring->list[i];

		gpcd_snapshot_destroy(measured->before);
		gpcd_snapshot_destroy(measured->after);
		metrics_unbind(&measured->bound);
		metrics_free(&measured->metrics);
		gpcd_group_destroy(measured->group);
		gpcd_close(measured->device);
	}
	free(measuring->list);
	measuring->list = NULL;
	measuring->count = 0;
}

static void swap_readings(struct measured *measured)
{
	struct gpcd_snapshot *later = measured->after;

	measured->after = measured->before;
	measured->before = later;
}

size_t measuring_read(struct measuring *measuring)
{
	size_t good = 0;
	int err;

	for (size_t i = 0; i < measuring->count; i++) {
		struct measured *measured = &measuring->list[i];

		if (measured->failed)
			continue;
		swap_readings(measured);
		err = device_read(measured->group, measured->after);
		if (err)
			measured->failed = device_failed(measured->device, err);
		else
			good++;
	}
	return good;
}

int measuring_code(const struct measuring *measuring)
{
	for (size_t i = 0; i < measuring->count; i++) {
		if (measuring->list[i].failed)
			return measuring->list[i].failed;
	}
	return 0;
}

static void add_number(const struct measured *measured, struct table *table, double seconds,
		       size_t i)
{
	const struct metrics_subject *subject = &measured->bound.subjects[i];
	const struct metric *metric = &measured->metrics.list[subject->metric];
	struct metrics_value value = metrics_value(&measured->bound, i, measured->before,
						   measured->after);

	table_add(table, "%.6f", seconds);
	table_add(table, "%s", gpcd_path(measured->device));
	table_add(table, "%s", metrics_per_name(metric->per));
	table_add(table, "%s", subject->object);
	table_add(table, "%s", metric->name);
	if (value.why)
		table_skip(table);
	else
		table_add(table, "%.*g", format_chosen == FORMAT_TEXT ? 6 : 17, value.number);
	table_add(table, "%s", metric->unit);
	table_add(table, "%s", metrics_reason_name(value.why));
}

void measuring_add(const struct measuring *measuring, struct table *table, double seconds)
{
	for (size_t i = 0; i < measuring->count; i++) {
		const struct measured *measured = &measuring->list[i];

		for (size_t j = 0; !measured->failed && j < measured->bound.count; j++)
			add_number(measured, table, seconds, j);
	}
}
