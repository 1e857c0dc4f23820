// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/metrics/sets.h"
#include "cli/out/format.h"
#include "device/device.h"
#include "device/options.h"
#include "measured.h"
#include "router/kind.h"
#include "series/series.h"

/* --- opening --- */

static int find_links(struct measured *measured, const struct linkmap *map)
{
	struct links links;
	int code = linkmap_device(map, measured->series.device, measured->series.coord, &links);

	if (code)
		return code;
	linked_take(measured->links, &links);
	measured->bound.links = measured->links;
	measured->bound.link_count = links.count;
	return 0;
}

int measuring_map(struct measuring *measuring)
{
	int code;

	if (measuring->known)
		return 0;
	code = linkmap_open(&measuring->map, measuring->coord);
	measuring->known = !code;
	return code;
}

/* The default map may be missing, and is not needed without a metric. */
static int open_map(struct measuring *measuring)
{
	return linkmap_is_there(&measuring->map) ? measuring_map(measuring) : 0;
}

/* Devices of one type share their metrics, which are read for the first of them. */
static int pick_registers(struct measuring *measuring, struct series *series,
			  struct sets_wanted *wanted, struct metrics *metrics)
{
	int code = picked_registers(&measuring->picked, series, wanted, metrics);

	if (!code && metrics->chip)
		code = open_map(measuring);
	measuring->wrong = code;
	return code;
}

/* Each Aries has other links: a tree finds the devices of one chip among those of thousands. */
static int by_links(const void *a, const void *b)
{
	const struct metrics_bound *one = &((const struct measured *)a)->bound;
	const struct metrics_bound *other = &((const struct measured *)b)->bound;

	if (one->metrics != other->metrics)
		return one->metrics < other->metrics ? -1 : 1;
	if (one->link_count != other->link_count)
		return one->link_count < other->link_count ? -1 : 1;
	return memcmp(((const struct measured *)a)->links, ((const struct measured *)b)->links,
		      one->link_count * sizeof(struct metrics_link));
}

/* Return a device of the same type with metrics whose links are the same, or NULL. */
static struct measured *bound_like(const struct measuring *measuring,
				   const struct measured *measured)
{
	struct measured **found = tfind(measured, &measuring->bound, by_links);

	return found ? *found : NULL;
}

/* If there is no memory, the next devices do not share this one's metrics. */
static void note_bound(struct measuring *measuring, struct measured *measured)
{
	if (measured->series.bound)
		tsearch(measured, &measuring->bound, by_links);
}

/* Devices belong to the list, not to the tree of their links. */
static void keep_measured(void *measured)
{
	(void)measured;
}

/* Share the group and the bound metrics of @like, or NULL. Return whether that was possible. */
static bool bind_like(struct measured *measured, struct measured *like)
{
	struct metrics_bound bound = measured->bound;
	struct series *series = &measured->series;

	if (!like || gpcd_group_share(like->series.group, series->device, device_options.nic_addr,
				      &bound.group))
		return false;
	bound.links = like->bound.links;
	if (metrics_bind_like(&bound, &like->bound)) {
		gpcd_group_destroy(bound.group);
		return false;
	}
	gpcd_group_destroy(series->group);
	series->group = bound.group;
	series->shown = like->series.shown;
	measured->bound = bound;
	return true;
}

static int pick(struct measuring *measuring, struct measured *measured)
{
	struct series *series = &measured->series;
	struct metrics *metrics = sets_of_chip(&measuring->sets, gpcd_chip(series->device));
	struct sets_wanted wanted;
	int code;

	if (!metrics)
		return complain_error("metrics", -ENOMEM);
	code = pick_registers(measuring, series, &wanted, metrics);
	if (!code && !metrics->chip)
		measuring->wrong = linkmap_unused(&measuring->map, LINKMAP_REGISTERS);
	if (code || !metrics->chip)
		return code ? code : measuring->wrong;
	measured->bound.metrics = metrics;
	measured->bound.group = series->group;
	measured->bound.nic_peak = sets_nic_peak(series->device);
	series->bound = &measured->bound;
	if (measuring->known)
		code = find_links(measured, &measuring->map);
	if (code || bind_like(measured, bound_like(measuring, measured)))
		return code;
	measuring->wrong = picked_metrics(&measuring->picked, series, &wanted, &measured->bound);
	return measuring->wrong;
}

int measured_place(const struct measuring *measuring, struct measured *measured)
{
	struct gpcd_info info = { .size = sizeof(info) };
	int err = gpcd_get_info(measured->series.device, &info);

	if (err)
		return device_failed(measured->series.device, err);
	memcpy(measured->series.coord, measuring->coord ? measuring->coord : info.coord,
	       sizeof(info.coord));
	measured->chip_id = info.chip_id;
	return 0;
}

static bool takes_sums(const struct measuring *measuring, const struct series *series)
{
	return measuring->picked.picking == PICKING_SUMS ||
	       (measuring->picked.picking == PICKING_SIGNS &&
		router_kind(gpcd_chip(series->device)));
}

/* A router without a map is an error for all. */
static int open_sums(struct measuring *measuring, struct series *series)
{
	if (measuring->picked.picking == PICKING_SIGNS)
		measuring->wrong = measuring_map(measuring);
	return measuring->wrong ? measuring->wrong :
	       linksums_open(series, &measuring->map, measuring->rates);
}

/*
 * Return a device of the same type that has the same group, or NULL: all chips of a type have the
 * same counters to be summed, and the same names stand for the same registers of each. If the last
 * one has metrics, so have all.
 */
static const struct measured *measured_like(const struct measuring *measuring,
					    const struct series *series)
{
	bool sums = takes_sums(measuring, series);

	for (size_t i = measuring->count; i--;) {
		const struct measured *it = &measuring->list[i];

		if (!it->failed && it->series.group && !it->series.sums == !sums &&
		    gpcd_chip(it->series.device) == gpcd_chip(series->device))
			return it->series.bound ? NULL : it;
	}
	return NULL;
}

static int measured_group(struct series *series, const struct measured *like)
{
	const uint32_t nic_addr = device_options.nic_addr;

	if (!like)
		return gpcd_group_create(series->device, nic_addr, &series->group);
	series->shown = like->series.shown;
	return gpcd_group_share(like->series.group, series->device, nic_addr, &series->group);
}

int measured_prepare(struct measuring *measuring, struct measured *measured)
{
	struct series *series = &measured->series;
	const struct measured *like = measured_like(measuring, series);
	int code = 0, err;

	series->mode = measuring->mode;
	err = measured_group(series, like);
	if (err)
		return device_failed(series->device, err);
	if (takes_sums(measuring, series))
		code = open_sums(measuring, series);
	else if (!like)
		code = pick(measuring, measured);
	if (code)
		return code;
	err = gpcd_snapshot_create(series->group, &measured->before);
	if (!err)
		err = gpcd_snapshot_create(series->group, &measured->after);
	return err ? device_failed(series->device, err) : 0;
}

static bool is_same_chip(const struct measuring *measuring, const struct measured *measured)
{
	for (const struct measured *it = measuring->list; it < measured; it++) {
		if (!it->failed && it->chip_id == measured->chip_id)
			return true;
	}
	return false;
}

void measured_close(struct measured *measured)
{
	gpcd_snapshot_destroy(measured->before);
	gpcd_snapshot_destroy(measured->after);
	metrics_unbind(&measured->bound);
	free(measured->series.sums);
	gpcd_group_destroy(measured->series.group);
	gpcd_close(measured->series.device);
	*measured = (struct measured) { 0 };
}

static int open_device(struct measuring *measuring, const char *name, bool once)
{
	struct measured *measured = &measuring->list[measuring->count++];
	int err, code;

	device_wait(name);
	err = gpcd_open(name, &measured->series.device);
	if (err) {
		device_complain(name, err);
		measuring_fail(measuring, measured, exit_code(err));
		return measured->failed;
	}
	code = measured_place(measuring, measured);
	if (!code && once && is_same_chip(measuring, measured)) {
		measured_close(measured);
		measuring->count--;
		return 0;
	}
	if (!code)
		code = measured_prepare(measuring, measured);
	measuring_fail(measuring, measured, code);
	if (!code)
		note_bound(measuring, measured);
	return code;
}

static int open_list(struct measuring *measuring, const struct device_set *set, size_t *good)
{
	bool once = measuring->once && !device_is_named();
	int code;

	for (size_t i = 0; i < set->count; i++) {
		code = open_device(measuring, set->names[i], once);
		if (measuring->wrong)
			return measuring->wrong;
		*good += !code;
	}
	return 0;
}

static int open_devices(struct measuring *measuring, const struct device_set *set)
{
	size_t good = 0;
	int code;

	measuring->list = calloc(set->count, sizeof(*measuring->list));
	if (!measuring->list)
		return complain_error("devices", -ENOMEM);
	code = open_list(measuring, set, &good);
	tdestroy(measuring->bound, keep_measured);
	measuring->bound = NULL;
	if (code)
		return code;
	if (!good)
		return measuring->code;
	if (!measuring->coord || good == 1)
		return 0;
	complain("--chip says where one device is: name it by -d");
	return EXIT_USAGE;
}

/* Devices that have failed come last. */
static int compare_coords(const void *a, const void *b)
{
	const struct measured *one = a, *other = b;

	if (!one->failed != !other->failed)
		return one->failed ? 1 : -1;
	for (int i = 0; i < 3; i++) {
		if (one->series.coord[i] != other->series.coord[i])
			return one->series.coord[i] < other->series.coord[i] ? -1 : 1;
	}
	return 0;
}

int measuring_open(struct measuring *measuring)
{
	struct device_set set;
	int code = device_set_find(&set, measuring->all);

	if (!code)
		code = device_set_check(&set);
	if (!code)
		code = open_devices(measuring, &set);
	device_set_free(&set);
	if (!code && measuring->picked.picking == PICKING_SUMS)
		qsort(measuring->list, measuring->count, sizeof(*measuring->list), compare_coords);
	return code;
}

void measuring_close(struct measuring *measuring)
{
	for (size_t i = 0; i < measuring->count; i++)
		measured_close(&measuring->list[i]);
	sets_free(&measuring->sets);
	free(measuring->list);
	measuring->list = NULL;
	measuring->count = 0;
	if (measuring->known)
		linkmap_close(&measuring->map);
}

/* --- readings --- */

void measured_turn(struct measured *measured)
{
	struct gpcd_snapshot *later = measured->after;

	measured->after = measured->before;
	measured->before = later;
	if (measured->readings < 2)
		measured->readings++;
}

/* Warn once: the warning holds for all devices. */
static void check_wraps(struct measuring *measuring, const struct measured *measured)
{
	if (!measuring->warned && measured->readings > 1)
		measuring->warned = narrow_warn(&measured->series, measuring->mode != SERIES_RAW,
						measured->before, measured->after);
}

size_t measuring_read(struct measuring *measuring)
{
	size_t good = 0;
	int err;

	for (size_t i = 0; i < measuring->count; i++) {
		struct measured *measured = &measuring->list[i];

		if (measured->failed)
			continue;
		measured_turn(measured);
		err = gpcd_group_read(measured->series.group, measured->after);
		if (err) {
			measuring_fail(measuring, measured,
				       device_failed(measured->series.device, err));
			continue;
		}
		check_wraps(measuring, measured);
		good++;
	}
	return good;
}

const struct series *measuring_first(const struct measuring *measuring)
{
	size_t i = 0;

	while (i + 1 < measuring->count && measuring->list[i].failed)
		i++;
	return &measuring->list[i].series;
}

static const char *spanning(const struct metrics_bound *bound)
{
	for (size_t i = 0; i < bound->count; i++) {
		const struct metric *metric = &bound->metrics->list[bound->subjects[i].metric];

		if (metrics_formula_spans(&metric->formula))
			return metric->name;
	}
	return NULL;
}

const char *measuring_spans(const struct measuring *measuring)
{
	const char *name = NULL;

	for (size_t i = 0; !name && i < measuring->count; i++)
		name = spanning(&measuring->list[i].bound);
	return name;
}

int measuring_named(const struct measuring *measuring)
{
	if (measuring->count < 2 || format_chosen != &format_csv)
		return 0;
	complain("%zu devices: CSV has room for one: use --long", measuring->count);
	return EXIT_USAGE;
}

struct sample measured_sample(const struct measuring *measuring, struct measured *measured)
{
	return (struct sample) {
		.series = &measured->series,
		.before = measured->readings > 1 ? measured->before : NULL,
		.now = measured->after,
		.named = measuring->count > 1,
	};
}

bool measured_is_fresh(const struct measured *measured)
{
	const struct linksums *sums = measured->series.sums;

	return !measured->failed && (!sums || sums->fresh);
}

void measuring_fail(struct measuring *measuring, struct measured *measured, int code)
{
	measured->failed = code;
	if (!measuring->code)
		measuring->code = code;
}

void measuring_print(const struct measuring *measuring, struct out *out, const struct sample *at)
{
	bool heading = measuring->heading;

	for (size_t i = 0; i < measuring->count; i++) {
		struct sample sample = measured_sample(measuring, &measuring->list[i]);

		if (!measured_is_fresh(&measuring->list[i]))
			continue;
		sample.number = at->number;
		sample.missed = at->missed;
		sample.heading = heading;
		heading = false;
		if (measuring->picked.picking >= PICKING_LINKS)
			sample_format()->bylink(out, &sample);
		else
			sample_format()->sample(out, &sample);
	}
}

/* If no register can be read at first, none ever will. */
static int check_registers(struct measured *measured, const struct sample *sample, bool first,
			   int *code)
{
	unsigned int unreadable = sample_unreadable(sample);
	int wrong;

	if (!first && unreadable == measured->unreadable)
		return 0;
	measured->unreadable = unreadable;
	wrong = sample_complain(sample);
	if (!*code)
		*code = wrong;
	return first && unreadable == gpcd_group_count(sample->series->group) ? wrong : 0;
}

int measured_check(struct measured *measured, int *code)
{
	bool first = measured->readings == 1;
	const struct sample sample = {
		.series = &measured->series,
		.before = first ? NULL : measured->before,
		.now = measured->after,
	};
	int wrong = device_check(measured->series.device, sample.before, sample.now);

	if (wrong)
		return wrong;
	if (!measured->series.sums)
		return check_registers(measured, &sample, first, code);
	return first ? 0 : linksums_add(measured->series.sums, &sample, code);
}
