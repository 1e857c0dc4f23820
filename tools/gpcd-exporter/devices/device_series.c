// SPDX-License-Identifier: GPL-2.0-only
/* The series of a device: their labels, and their numbers, which are made of its totals. */
#include <errno.h>
#include <stdlib.h>

#include "device.h"
#include "gpcd-exporter/expose/page.h"

/* --- their labels --- */

static int label_object(struct device *device, unsigned int i)
{
	const struct template_object *object = &device->template->objects[i];
	char *text = page_label(device->chip->labels, metrics_per_name(object->per), object->name);
	int err = page_labels_make(&device->labelled[i], text);

	free(text);
	return err;
}

int device_list_series(struct device *device)
{
	const unsigned int count = device->template->object_count;
	int err = 0;

	device->labelled = calloc(count, sizeof(*device->labelled));
	if (!device->labelled)
		return -ENOMEM;
	device->labelled[TEMPLATE_DEVICE] = device->own;
	device->labelled[TEMPLATE_CHIP] = device->chip->own;
	for (unsigned int i = TEMPLATE_OBJECTS; i < count && !err; i++)
		err = label_object(device, i);
	device->count = DEVICE_SERIES + device->template->most;
	return err;
}

void device_unlist_series(struct device *device)
{
	if (device->labelled) {
		for (unsigned int i = TEMPLATE_OBJECTS; i < device->template->object_count; i++)
			page_labels_free(&device->labelled[i]);
	}
	free(device->labelled);
	device->labelled = NULL;
	device->count = 0;
}

/* --- their numbers --- */

/* While the totals are steady, all sums of registers have one. */
void device_add_up(const struct device *device)
{
	if (device->totals.steady)
		template_add_up(device->template, device->totals.sums,
				device->chip->leader == device ? device->chip->sums : NULL);
}

static void sum_steadily(const struct template *template, const struct template_series *series,
			 double sums[2])
{
	const struct template_term *term = &template->terms[series->first];
	const struct template_term *end = term + series->count;

	for (; term < end; term++) {
		sums[0] += term->over * template->values[term->sum];
		sums[1] += term->under * template->values[term->sum];
	}
}

/* Add up the totals of an operand's registers, from the device or from its chip. */
static enum metrics_reason sum_operand(const struct device *device, size_t operand, bool of_nic,
				       uint64_t *sum)
{
	const struct metrics_bound *bound = &device->template->bound;
	const struct metrics_operand *registers = &bound->operands[operand];

	*sum = 0;
	for (size_t i = 0; i < registers->count; i++) {
		unsigned int slot = bound->slots[registers->first + i];
		enum metrics_reason why = device->totals.list[slot].why;

		if (why)
			return why;
		*sum += of_nic ? device->totals.sums[slot] : device->chip->sums[slot];
	}
	return METRICS_GIVEN;
}

/* The operands of a subject are in the order of its terms. */
static enum metrics_reason sum_each(const struct device *device, size_t i, double sums[2])
{
	const struct template *template = device->template;
	const struct template_series *series = &template->series[i];
	const size_t first = template->bound.subjects[i].first;
	enum metrics_reason why;
	uint64_t sum;

	for (unsigned int j = 0; j < series->count; j++) {
		const struct template_term *term = &template->terms[series->first + j];

		why = sum_operand(device, first + j, series->of_nic, &sum);
		if (why)
			return why;
		sums[0] += term->over * sum;
		sums[1] += term->under * sum;
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

static enum metrics_reason total_value(struct device *device, size_t i, double per_unit,
				       double values[2])
{
	const struct template_series *series = &device->template->series[i];
	enum metrics_reason why = series->why;
	double sums[2] = { 0 };

	if (!why && device->totals.steady)
		sum_steadily(device->template, series, sums);
	else if (!why)
		why = sum_each(device, i, sums);
	if (why)
		return why;
	show(series->of_nic ? device->series[i].shown : device->chip->series[i].shown, sums,
	     per_unit, values);
	return METRICS_GIVEN;
}

enum metrics_reason device_value(struct device *device, size_t i, const struct family *family,
				 double numbers[2])
{
	struct metrics_value gauge;

	if (family->type != FAMILY_GAUGE)
		return total_value(device, i, family->per_unit, numbers);
	gauge = metrics_value(&device->template->bound, i, NULL, device->reading);
	numbers[0] = gauge.number / family->per_unit;
	return gauge.why;
}
