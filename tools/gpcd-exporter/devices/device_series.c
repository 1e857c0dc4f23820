// SPDX-License-Identifier: GPL-2.0-only
/* The series of a device: their labels, and their numbers, which are made of its totals. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "gpcd-exporter/expose/page.h"

/* --- their labels --- */

static const struct metric *metric_of(const struct device *device, size_t i)
{
	return &device->bound.metrics->list[device->bound.subjects[i].metric];
}

static bool has_object_of(const struct device *device, size_t i, size_t other)
{
	return device->listed[other].has_own && metric_of(device, i)->per ==
	       metric_of(device, other)->per && !strcmp(device->bound.subjects[i].object,
							device->bound.subjects[other].object);
}

/*
 * Find the subject for which the labels of a tile or link were made. The objects of each metric are
 * in one order: it is likely the one after @last, which is found.
 */
static size_t find_object(const struct device *device, size_t i, size_t *last)
{
	for (size_t tried = 0; tried < i; tried++) {
		*last = *last + 1 < i ? *last + 1 : 0;
		if (has_object_of(device, i, *last))
			return *last;
	}
	return i;
}

static int label_object(struct device *device, size_t i, size_t *last)
{
	struct device_listed *listed = &device->listed[i];
	size_t like = find_object(device, i, last);

	if (like < i) {
		listed->labels = device->listed[like].labels;
		return 0;
	}
	listed->labels.text = page_label(device->chip->labels,
					 metrics_per_name(metric_of(device, i)->per),
					 device->bound.subjects[i].object);
	listed->has_own = listed->labels.text;
	return listed->has_own ? 0 : -ENOMEM;
}

/* A device has only one NIC, so its label suffices. */
static int label_series(struct device *device, size_t i, size_t *last)
{
	struct device_listed *listed = &device->listed[i];
	int err = 0;

	switch (metric_of(device, i)->per) {
	case METRICS_PER_NIC:
		listed->of_nic = true;
		listed->labels.text = device->labels;
		break;
	case METRICS_PER_TILE:
	case METRICS_PER_LINK:
		err = label_object(device, i, last);
		break;
	default:
		listed->labels.text = device->chip->labels;
	}
	if (!err)
		listed->labels.length = strlen(listed->labels.text);
	return err;
}

/* A valid formula may still divide by 0 for some object. */
static void find_parts(struct device *device, size_t i)
{
	const struct metrics_subject *subject = &device->bound.subjects[i];
	struct parts parts;
	int err;

	err = parts_find(&metric_of(device, i)->formula, subject->peak, subject->tiles, &parts);
	device->series[i].why = !err ? METRICS_GIVEN :
				err == -ENODATA ? METRICS_NO_PEAK : METRICS_ZERO;
	if (err)
		return;
	memcpy(&device->over[subject->first], parts.over, parts.count * sizeof(*parts.over));
	memcpy(&device->under[subject->first], parts.under, parts.count * sizeof(*parts.under));
	device->count += parts.kind == PARTS_MEAN ? 2 : 1;
}

int device_list_series(struct device *device)
{
	size_t operands = device->bound.operand_count, last = 0;
	int err = 0;

	device->listed = calloc(device->bound.count, sizeof(*device->listed));
	device->over = calloc(operands + 1, sizeof(*device->over));
	device->under = calloc(operands + 1, sizeof(*device->under));
	if (!device->listed || !device->over || !device->under)
		return -ENOMEM;
	device->count = DEVICE_SERIES;
	for (size_t i = 0; i < device->bound.count && !err; i++) {
		device->listed[i].family =
			device->chosen->family[device->bound.subjects[i].metric];
		err = label_series(device, i, &last);
		find_parts(device, i);
	}
	return err;
}

void device_unlist_series(struct device *device)
{
	for (size_t i = 0; device->listed && i < device->bound.count; i++) {
		if (device->listed[i].has_own)
			free((char *)device->listed[i].labels.text);
	}
	free(device->listed);
	free(device->over);
	free(device->under);
	device->listed = NULL;
	device->over = NULL;
	device->under = NULL;
	device->count = 0;
}

/* --- their numbers --- */

/* While the totals are steady, all of an operand's registers have one. */
static uint64_t sum_steady(const struct device *device, const struct metrics_operand *registers,
			   bool of_nic)
{
	const unsigned int *slot = device->bound.slots + registers->first;
	const unsigned int *end = slot + registers->count;
	const uint64_t *sums = of_nic ? device->totals.sums : device->chip->sums;
	uint64_t sum = 0;

	for (; slot < end; slot++)
		sum += sums[*slot];
	return sum;
}

/* Add up the totals of an operand's registers, from the device or from its chip. */
static enum metrics_reason sum_operand(const struct device *device, size_t operand, bool of_nic,
				       uint64_t *sum)
{
	const struct metrics_operand *registers = &device->bound.operands[operand];

	*sum = device->totals.steady ? sum_steady(device, registers, of_nic) : 0;
	for (size_t i = 0; i < registers->count && !device->totals.steady; i++) {
		unsigned int slot = device->bound.slots[registers->first + i];
		enum metrics_reason why = device->totals.list[slot].why;

		if (why)
			return why;
		*sum += of_nic ? device->totals.sums[slot] : device->chip->sums[slot];
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
	bool of_nic = device->listed[i].of_nic;
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
