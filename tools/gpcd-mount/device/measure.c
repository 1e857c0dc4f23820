// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>

#include "cli/metrics/sets.h"
#include "measure.h"
#include "router/kind.h"

/* --- what is read --- */

/* Readers of links know directions to other chips only. */
static void drop_host(struct links *links)
{
	unsigned int host = links_host(links->aries), kept = 0;

	for (unsigned int i = 0; i < links->count; i++) {
		if (links->link[i].direction != host && links->link[i].count)
			links->link[kept++] = links->link[i];
	}
	links->count = kept;
}

int measure_links(struct measure_links *links, const struct device *device,
		  const struct interconnect *map)
{
	const struct router_kind *kind;
	struct links found;
	unsigned int chip;

	*links = (struct measure_links) { 0 };
	kind = map ? router_kind_links(interconnect_is_aries(map)) : NULL;
	if (!kind || kind != router_kind(device->info.chip))
		return 0;
	chip = interconnect_find(map, device->info.coord);
	if (chip == TOPO_NONE || links_find(&found, map, chip, 0))
		return 0;
	links->list = calloc(LINKS_MOST, sizeof(*links->list));
	if (!links->list)
		return -ENOMEM;
	drop_host(&found);
	linked_take(links->list, &found);
	links->count = found.count;
	return 0;
}

static int bind(struct measure *measure, const struct metric *only)
{
	const struct metrics *metrics = measure->bound.metrics;
	int err = 0;

	for (size_t i = 0; !err && i < metrics->count; i++) {
		if (!only || only == &metrics->list[i])
			err = metrics_bind(&measure->bound, &metrics->list[i]);
		if (err == -ENODATA)
			err = 0;
	}
	return !err && !measure->bound.count ? -ENODATA : err;
}

static uint64_t find_wrap(const struct measure *measure)
{
	uint64_t least = UINT64_MAX;

	for (unsigned int i = 0; i < gpcd_group_count(measure->group); i++) {
		uint64_t ns = gpcd_group_wrap_ns(measure->group, i);

		if (gpcd_kind_counts(gpcd_group_kind(measure->group, i)) && ns < least)
			least = ns;
	}
	return least;
}

int measure_make(struct measure **measure, const struct device *device,
		 const struct metrics *metrics, const struct metric *only,
		 const struct measure_links *links)
{
	struct measure *this = calloc(1, sizeof(*this));
	int err;

	*measure = this;
	if (!this)
		return -ENOMEM;
	pthread_mutex_init(&this->lock, NULL);
	this->device = device;
	err = gpcd_group_create(device->open, 0, &this->group);
	this->bound = (struct metrics_bound) {
		.metrics = metrics, .links = links->list, .link_count = links->count,
		.group = this->group,
	};
	if (!err)
		err = bind(this, only);
	if (!err)
		err = gpcd_snapshot_create(this->group, &this->reading);
	if (!err)
		err = totals_make(&this->totals, gpcd_group_count(this->group), true);
	if (!err) {
		this->wrap_ns = find_wrap(this);
		return 0;
	}
	measure_free(this);
	*measure = NULL;
	return err;
}

void measure_free(struct measure *measure)
{
	if (!measure)
		return;
	totals_free(&measure->totals);
	gpcd_snapshot_destroy(measure->reading);
	metrics_unbind(&measure->bound);
	gpcd_group_destroy(measure->group);
	pthread_mutex_destroy(&measure->lock);
	free(measure);
}

/* --- a reading --- */

int measure_begin(struct measure *measure)
{
	int err;

	pthread_mutex_lock(&measure->lock);
	err = device_read_group(measure->device, measure->group, measure->reading);
	if (!err)
		totals_add(&measure->totals, measure->group, measure->reading);
	return err;
}

void measure_end(struct measure *measure)
{
	pthread_mutex_unlock(&measure->lock);
}

/* --- its numbers --- */

/* State of a formula's evaluation. */
struct sum {
	const struct measure *measure;
	const struct metrics_subject *subject;
	size_t operand;	/* index of the next operand */
};

/* Add up the totals of the next operand's registers, or their values. */
static enum metrics_reason measure_sum(struct sum *sum, enum metrics_op op, double *number)
{
	const struct measure *measure = sum->measure;
	const struct metrics_operand *operand = &measure->bound.operands[sum->operand++];

	*number = 0;
	for (size_t i = 0; i < operand->count; i++) {
		unsigned int slot = measure->bound.slots[operand->first + i];
		enum metrics_reason why = measure->totals.list[slot].why;

		if (why)
			return why;
		*number += op == METRICS_VALUE ? measure->totals.last[slot] :
						 measure->totals.sums[slot];
	}
	return METRICS_GIVEN;
}

static enum metrics_reason measure_step(void *data, const struct metrics_step *step, double *number)
{
	struct sum *sum = data;

	switch (step->op) {
	case METRICS_SECONDS:
		*number = sum->measure->totals.elapsed_ns / 1e9;
		return METRICS_GIVEN;
	case METRICS_PEAK:
		*number = sum->subject->peak;
		return *number > 0 ? METRICS_GIVEN : METRICS_NO_PEAK;
	case METRICS_TILES:
		*number = sum->subject->tiles;
		return METRICS_GIVEN;
	default:
		return measure_sum(sum, step->op, number);
	}
}

static int reason_error(enum metrics_reason why)
{
	switch (why) {
	case METRICS_GIVEN:
		return 0;
	case METRICS_DENIED:
		return -EACCES;
	case METRICS_GONE:
		return -ENODEV;
	default:
		return -EIO;
	}
}

int measure_number(const struct measure *measure, size_t i, double *number)
{
	const struct metrics_subject *subject = &measure->bound.subjects[i];
	const struct metric *metric = &measure->bound.metrics->list[subject->metric];
	struct sum sum = { .measure = measure, .subject = subject, .operand = subject->first };
	const struct metrics_binding binding = { measure_step, &sum };

	return reason_error(metrics_evaluate(&metric->formula, &binding, number));
}
