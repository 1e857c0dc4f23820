// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "cli/devices.h"
#include "cli/metrics/sets.h"
#include "device.h"
#include "gpcd-exporter/expose/page.h"
#include "router/kind.h"

/* --- its metrics, bound to its registers --- */

/* A device has no links if the map lacks its chip, or has chips of another type. */
static void find_links(struct device *device, const struct interconnect *cables)
{
	const struct router_kind *kind = router_kind_links(interconnect_is_aries(cables));
	unsigned int chip;
	struct links links;

	if (kind != router_kind(device->info.chip))
		return;
	chip = interconnect_find(cables, device->info.coord);
	if (chip == TOPO_NONE || links_find(&links, cables, chip, 0))
		return;
	memset(device->links, 0, sizeof(device->links));
	linked_take(device->links, &links);
	device->bound.links = device->links;
	device->bound.link_count = links.count;
}

/*
 * A chip that is held keeps its number, so totals go on when the device comes back as it was. When
 * it is released, its number may become another chip's.
 */
static int choose_metrics(struct device *device, struct choice *choice)
{
	struct choice_chip *chosen = choice_hold(choice, device->info.chip);

	if (!chosen)
		return -ENOMEM;
	if (chosen != device->chosen)
		device->counted.chip = GPCD_CHIP_NONE;
	choice_release(device->chosen);
	device->chosen = chosen;
	return 0;
}

static int bind_metrics(struct device *device)
{
	const size_t *family = device->chosen->family;
	const struct metrics *metrics = device->bound.metrics;
	int err = 0;

	for (size_t i = 0; !err && i < metrics->count; i++) {
		if (family[i] != CHOICE_NONE)
			err = metrics_bind(&device->bound, &metrics->list[i]);
		if (err == -ENODATA)
			err = 0;
	}
	metrics_bind_end(&device->bound);
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

/*
 * Bind the metrics of an open device whose info is filled in. @cables is where links lead, or NULL
 * if unknown. Totals continue for the same chip and restart for another. Returns 0, -ENODATA if no
 * metric applies, -ERANGE for too many registers, -ENOMEM, or an error of libgpcd; after an error
 * the device may only be unbound.
 */
static int bind_device(struct device *device, struct choice *choice,
		       const struct interconnect *cables)
{
	int err = gpcd_group_create(device->open, 0, &device->group);

	if (!err)
		err = choose_metrics(device, choice);
	if (err)
		return err;
	device->bound.metrics = &device->chosen->metrics;
	device->bound.group = device->group;
	device->bound.nic_peak = sets_nic_peak(device->open);
	if (cables)
		find_links(device, cables);
	err = bind_metrics(device);
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

/* Free what bind_device() made, except the totals. */
static void unbind_device(struct device *device)
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

/* --- up and down --- */

struct device *device_make(const char *name, struct chips *chips, bool whole)
{
	struct device *device = calloc(1, sizeof(*device));

	if (!device)
		return NULL;
	device->chips = chips;
	device->whole = whole;
	device->name = strdup(name);
	device->labels = page_label(NULL, "device", device_label(name));
	if (device->name && device->labels)
		return device;
	device_free(device);
	return NULL;
}

static void close_device(struct device *device)
{
	chips_yield(device);
	watch_free(device->watch);
	device->watch = NULL;
	unbind_device(device);
	gpcd_close(device->open);
	device->open = NULL;
}

static bool is_same_id(const struct device_id *one, const struct device_id *other)
{
	return one->volume == other->volume && one->file == other->file;
}

/*
 * A device node may have many names, on many file systems, so it is identified by its device
 * number.
 */
static bool find_id(const char *name, struct device_id *id)
{
	struct stat st;

	/* Reading shows if it has gone. */
	if (devname_is_nic(name)) {
		*id = (struct device_id) { 0 };
		return true;
	}
	if (stat(devname_is_image(name) ? strchr(name, ':') + 1 : name, &st))
		return false;
	*id = S_ISCHR(st.st_mode) ? (struct device_id) { 0, st.st_rdev } :
				    (struct device_id) { st.st_dev, st.st_ino };
	return true;
}

/* A file that was removed is read as long as it is open. */
void device_look(struct device *device)
{
	device->is_there = find_id(device->name, &device->there);
	if (!device->open)
		return;
	if (!device->is_there) {
		device->there = device->id;
		device->is_there = true;
	} else if (!is_same_id(&device->there, &device->id)) {
		close_device(device);
	}
}

void device_pair(struct device *device, const struct device *other)
{
	if (other && !device->twin) {
		complain("%s: the same device as %s, as which it is exported", device->name,
			 other->name);
		close_device(device);
		device->why = NULL;
	}
	device->twin = other;
}

bool device_is_up(const struct device *device)
{
	return device->open;
}

const char *device_reason(int err)
{
	switch (err) {
	case -ENOENT:
		return "absent";
	case -ENODEV:
		return "gone";
	case -EACCES:
	case -EPERM:
		return "denied";
	case -EOWNERDEAD:
		return "abandoned";
	case -EPROTO:
	case -EISDIR:
	case -EFAULT:
		return "foreign";
	case -EMFILE:
	case -ERANGE:
	case -E2BIG:
		return "limit";
	case -ENODATA:
		return "empty";
	default:
		return "error";
	}
}

static const char *explain(int err)
{
	switch (err) {
	case -EMFILE:
		return "Too many open files: ulimit -n, LimitNOFILE=";
	case -E2BIG:
		return "its series are more than max-series has room for";
	case -ERANGE:
		return "its metrics have too many registers";
	case -ENODATA:
		return "no metric of its chip is exported";
	case -EEXIST:
		return "its chip would have the label of another one: names that are no UTF-8";
	case -EFAULT:
		return "its image was made shorter, or cannot be read";
	default:
		return strerror(-err);
	}
}

static void set_down(struct device *device, int err)
{
	const char *why = device_reason(err);

	close_device(device);
	if (device->why != why)
		complain_of(device->name, "down: %s: %s", why, explain(err));
	device->why = why;
}

static void set_up(struct device *device)
{
	if (device->why)
		complain_of(device->name, "up");
	device->why = NULL;
}

static int describe(struct device *device)
{
	const struct gpcd_info *info = &device->info;
	const char * const names[] = { "type", "nic", "nic_addr", "coordinate" };
	char values[4][40], *longer, *all;

	all = page_label(device->labels, "chip", device->chip->name);
	snprintf(values[0], sizeof(values[0]), "%s", gpcd_chip_name(info->chip));
	snprintf(values[1], sizeof(values[1]), "%u", info->nic_index);
	snprintf(values[2], sizeof(values[2]), "%u", info->nic_addr);
	snprintf(values[3], sizeof(values[3]), "%u,%u,%u", info->coord[0], info->coord[1],
		 info->coord[2]);
	for (unsigned int i = 0; all && i < ARRAY_SIZE(names); i++) {
		longer = page_label(all, names[i], values[i]);
		free(all);
		all = longer;
	}
	free(device->about);
	device->about = all;
	return all ? 0 : -ENOMEM;
}

static int look_abandoned(const struct device *device)
{
	return gpcd_abandoned(device->open) ? -EOWNERDEAD : 0;
}

static int open_device(struct device *device, struct choice *choice,
		       const struct interconnect *cables, size_t room)
{
	int err;

	device->id = device->there;
	device->info.size = sizeof(device->info);
	err = gpcd_open(device->name, &device->open);
	if (!err)
		err = gpcd_get_info(device->open, &device->info);
	if (!err)
		err = look_abandoned(device);
	if (!err)
		err = bind_device(device, choice, cables);
	if (!err)
		err = describe(device);
	if (!err && device->count > room)
		err = -E2BIG;
	return err;
}

/* If the driver has died, the chip's time stands still. */
static int read_device(struct device *device)
{
	uint64_t before = gpcd_snapshot_times(device->reading)->chip_ns;
	int err = gpcd_group_read(device->group, device->reading);

	if (!err && gpcd_snapshot_times(device->reading)->chip_ns == before)
		err = look_abandoned(device);
	if (err)
		return err;
	totals_add(&device->totals, device->group, device->reading);
	return 0;
}

void device_read(struct device *device, struct choice *choice,
		 const struct interconnect *cables, size_t room)
{
	int err = 0;

	if (!device->open)
		err = open_device(device, choice, cables, room);
	if (!err)
		err = read_device(device);
	if (err)
		set_down(device, err);
	else
		set_up(device);
}

void device_free(struct device *device)
{
	if (!device)
		return;
	close_device(device);
	chips_leave(device);
	choice_release(device->chosen);
	totals_free(&device->totals);
	free(device->series);
	free(device->name);
	free(device->labels);
	free(device->about);
	free(device);
}

/* --- its series --- */

static bool is_of_nic(const struct device *device, size_t i)
{
	const struct metrics_subject *subject = &device->bound.subjects[i];

	return device->bound.metrics->list[subject->metric].per == METRICS_PER_NIC;
}

bool device_has(const struct device *device, size_t i)
{
	return is_of_nic(device, i) || device->chip->leader == device;
}

/* While the totals are steady, all of an operand's registers have one. */
static uint64_t sum_steady(const struct device *device, size_t operand, bool of_nic)
{
	const struct metrics_operand *registers = &device->bound.operands[operand];
	const unsigned int *slots = device->bound.slots + registers->first;
	const struct total *totals = device->totals.list;
	const uint64_t *sums = device->chip->sums;
	uint64_t sum = 0;

	for (size_t i = 0; i < registers->count; i++)
		sum += of_nic ? totals[slots[i]].sum : sums[slots[i]];
	return sum;
}

/* Add up the totals of an operand's registers, from the device or from its chip. */
static enum metrics_reason sum_operand(const struct device *device, size_t operand, bool of_nic,
				       uint64_t *sum)
{
	const struct metrics_operand *registers = &device->bound.operands[operand];

	*sum = device->totals.steady ? sum_steady(device, operand, of_nic) : 0;
	for (size_t i = 0; i < registers->count && !device->totals.steady; i++) {
		unsigned int slot = device->bound.slots[registers->first + i];
		const struct total *total = &device->totals.list[slot];

		if (total->why)
			return total->why;
		*sum += of_nic ? total->sum : device->chip->sums[slot];
	}
	return METRICS_GIVEN;
}

/* Differences of counters may shrink temporarily: the last value is kept until they exceed it. */
static void show(double shown[2], const double sums[2], double per_unit, double values[2])
{
	for (unsigned int i = 0; i < 2; i++) {
		if (sums[i] > shown[i])
			shown[i] = sums[i];
	}
	values[0] = shown[0] / per_unit;
	values[1] = shown[1];
}

/* The operands of a subject are followed by the next one's. */
static size_t operands_end(const struct metrics_bound *bound, size_t i)
{
	return i + 1 < bound->count ? bound->subjects[i + 1].first : bound->operand_count;
}

static enum metrics_reason total_value(struct device *device, size_t i, double per_unit,
				       double values[2])
{
	const size_t end = operands_end(&device->bound, i);
	bool of_nic = is_of_nic(device, i);
	double sums[2] = { 0 };
	uint64_t sum;

	if (device->series[i].why)
		return device->series[i].why;
	for (size_t j = device->bound.subjects[i].first; j < end; j++) {
		enum metrics_reason why = sum_operand(device, j, of_nic, &sum);

		if (why)
			return why;
		sums[0] += device->over[j] * sum;
		sums[1] += device->under[j] * sum;
	}
	show(of_nic ? device->series[i].shown : device->chip->series[i].shown, sums, per_unit,
	     values);
	return METRICS_GIVEN;
}

struct device_value device_value(struct device *device, size_t i, const struct family *family)
{
	struct device_value value = { METRICS_GIVEN };
	struct metrics_value gauge;

	if (family->type != FAMILY_GAUGE) {
		value.missing = total_value(device, i, family->per_unit, value.numbers);
		return value;
	}
	gauge = metrics_value(&device->bound, i, NULL, device->reading);
	value.missing = gauge.why;
	value.numbers[0] = gauge.number / family->per_unit;
	return value;
}
