// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cli/metrics/sets.h"
#include "cli/out/complain.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "device/device.h"
#include "device/names.h"
#include "device/options.h"
#include "linksums.h"
#include "metrics/value.h"
#include "series.h"

static const char * const modes[] = { "raw", "delta", "rate" };

static const char * const statuses[] = {
	[GPCD_STATUS_OK] = "ok",
	[GPCD_STATUS_DENIED] = "denied",
	[GPCD_STATUS_ABSENT] = "absent",
	[GPCD_STATUS_GONE] = "gone",
	[GPCD_STATUS_TORN] = "torn",
	[GPCD_STATUS_REFUSED] = "refused",
	[GPCD_STATUS_STALE] = "stale",
};

int series_open(struct series *series, char **names)
{
	int code, err;

	code = device_open_only(&series->device);
	if (code)
		return code;
	err = gpcd_group_create(series->device, device_options.nic_addr, &series->group);
	if (err) {
		code = device_failed(series->device, err);
		goto close_device;
	}
	code = names_add_all(series->group, gpcd_chip(series->device), names);
	if (code)
		goto destroy_group;
	return 0;

destroy_group:
	gpcd_group_destroy(series->group);
close_device:
	gpcd_close(series->device);
	return code;
}

void series_close(struct series *series)
{
	gpcd_group_destroy(series->group);
	gpcd_close(series->device);
}

unsigned int series_registers(const struct series *series)
{
	return series->bound || series->sums ? series->shown : gpcd_group_count(series->group);
}

unsigned int series_values(const struct series *series)
{
	if (series->sums)
		return series->sums->links.count * linksums_columns(series->sums);
	return series_registers(series) + (series->bound ? series->bound->count : 0);
}

/* Return the link and the column of a sum. */
static unsigned int sum_link(const struct series *series, unsigned int i)
{
	return i / linksums_columns(series->sums);
}

static unsigned int sum_column(const struct series *series, unsigned int i)
{
	return i % linksums_columns(series->sums);
}

/* Return the metric and object of a value that follows the registers. */
static const struct metrics_subject *subject_of(const struct series *series, unsigned int i)
{
	return &series->bound->subjects[i - series_registers(series)];
}

static const struct metric *metric_of(const struct series *series, unsigned int i)
{
	return &series->bound->metrics->list[subject_of(series, i)->metric];
}

static bool is_register(const struct series *series, unsigned int i)
{
	return i < series_registers(series);
}

static const char *sum_name(const struct series *series, unsigned int i,
			    char name[SERIES_NAME_MAX])
{
	char link[LINKS_NAME];
	size_t length;

	length = strlen(linksums_column(series->sums, sum_column(series, i), name));
	snprintf(name + length, SERIES_NAME_MAX - length, ":%s",
		 linksums_link(series->sums, sum_link(series, i), link));
	return name;
}

const char *series_name(const struct series *series, unsigned int i, char room[SERIES_NAME_MAX])
{
	const struct metric *metric;

	if (series->sums)
		return sum_name(series, i, room);
	if (is_register(series, i))
		return gpcd_group_name(series->group, i);
	metric = metric_of(series, i);
	if (metric->per == METRICS_PER_TILE || metric->per == METRICS_PER_LINK)
		snprintf(room, SERIES_NAME_MAX, "%s:%s", metric->name,
			 subject_of(series, i)->object);
	else
		snprintf(room, SERIES_NAME_MAX, "%s", metric->name);
	return room;
}

const char *series_short_name(const struct series *series, unsigned int i,
			      char room[SERIES_NAME_MAX])
{
	const char *name = NULL;

	if (!series->sums && !is_register(series, i))
		name = sets_short_name(metric_of(series, i), subject_of(series, i)->object, room);
	return name ? name : series_name(series, i, room);
}

const char *series_unit(const struct series *series, unsigned int i)
{
	unsigned int unit;

	if (series->sums)
		return linksums_unit(series->sums, sum_column(series, i));
	if (!is_register(series, i))
		return metric_of(series, i)->unit;
	unit = gpcd_group_reg(series->group, i)->rule->unit;
	return unit == GPCD_UNIT_UNKNOWN || unit == GPCD_UNIT_NONE ? "" : gpcd_unit_name(unit);
}

const char *series_per_second(const struct series *series, unsigned int i)
{
	bool rate = series->mode == SERIES_RATE && is_register(series, i);

	if (series->sums)
		rate = linksums_is_rate(sum_column(series, i));
	return rate ? "/s" : "";
}

bool series_real(const struct series *series, unsigned int i)
{
	if (series->sums)
		return sum_column(series, i) >= LINKSUMS_RATES;
	return series->mode == SERIES_RATE || !is_register(series, i);
}

const char *series_mode_name(enum series_mode mode)
{
	return modes[mode];
}

int series_wide(const struct series *series, unsigned int i)
{
	return is_register(series, i) && !series_real(series, i) &&
	       gpcd_group_width(series->group, i) > 53;
}

/* Most registers are read well. */
static bool is_error(unsigned int status)
{
	return status != GPCD_STATUS_OK && gpcd_status_error(status);
}

static const char *status_name(unsigned int status)
{
	if (status >= ARRAY_SIZE(statuses))
		return "unknown";
	return statuses[status];
}

/* A delta or a rate, depending on the mode. */
struct change {
	uint64_t delta;
	double rate;
};

static int sample_change(const struct sample *sample, unsigned int i, struct change *change)
{
	if (sample->series->mode == SERIES_RATE)
		return gpcd_snapshot_rate(sample->before, sample->now, i, &change->rate);
	return gpcd_snapshot_delta(sample->before, sample->now, i, &change->delta);
}

static void print_change(const struct sample *sample, const struct change *change,
			 char text[SAMPLE_VALUE_MAX])
{
	if (sample->series->mode == SERIES_RATE)
		snprintf(text, SAMPLE_VALUE_MAX, "%.3f", change->rate);
	else
		out_digits(text, change->delta);
}

static struct metrics_value sample_metric(const struct sample *sample, unsigned int i)
{
	return metrics_value(sample->series->bound, i - series_registers(sample->series),
			     sample->before, sample->now);
}

/* Text has enough digits for people; programs get all. */
static const char *sample_number(const struct sample *sample, unsigned int i,
				 char text[SAMPLE_VALUE_MAX])
{
	struct metrics_value value = sample_metric(sample, i);

	if (!value.why)
		snprintf(text, SAMPLE_VALUE_MAX, "%.*g", format_chosen == &format_text ? 6 : 17,
			 value.number);
	return metrics_reason_name(value.why);
}

/* If a counter wrapped twice, its difference is too small by full turns. */
static bool has_wrapped(const struct sample *sample, unsigned int i)
{
	return sample->series->mode != SERIES_RAW && is_register(sample->series, i) &&
	       metrics_wrapped(sample->series->group, i, sample->before, sample->now);
}

/* A saturating counter at its maximum has counted at least that much. */
static bool is_saturated(const struct sample *sample, unsigned int i)
{
	const struct gpcd_group *group = sample->series->group;

	return gpcd_group_kind(group, i) == GPCD_KIND_SATURATING &&
	       gpcd_snapshot_value(sample->now, i) == gpcd_width_mask(gpcd_group_width(group, i));
}

static const char *sample_register(const struct sample *sample, unsigned int i,
				   char text[SAMPLE_VALUE_MAX])
{
	unsigned int status = gpcd_snapshot_status(sample->now, i);
	struct change change = { 0 };
	int err;

	if (is_error(status))
		return status_name(status);
	if (sample->series->mode == SERIES_RAW) {
		out_digits(text, gpcd_snapshot_value(sample->now, i));
		return is_saturated(sample, i) ? "saturated" : status_name(status);
	}
	err = sample_change(sample, i, &change);
	if (err)
		return err == -ESTALE ? "epoch-changed" :
		       err == -EOVERFLOW ? "saturated" : "no-delta";
	print_change(sample, &change, text);
	if (is_saturated(sample, i))
		return "saturated";
	return has_wrapped(sample, i) ? "wrapped" : status_name(status);
}

const char *sample_value(const struct sample *sample, unsigned int i,
			 char text[SAMPLE_VALUE_MAX])
{
	const struct series *series = sample->series;

	text[0] = '\0';
	if (series->sums)
		return linksums_value(series->sums, sum_link(series, i), sum_column(series, i),
				      sample_torn(sample), text);
	return is_register(series, i) ? sample_register(sample, i, text) :
					sample_number(sample, i, text);
}

unsigned int sample_unreadable(const struct sample *sample)
{
	unsigned int count = 0;

	for (unsigned int i = gpcd_group_count(sample->series->group); i-- > 0;)
		count += is_error(gpcd_snapshot_status(sample->now, i));
	return count;
}

/* A delta is torn if either of its snapshots is. Metrics of such snapshots have no value. */
bool sample_torn(const struct sample *sample)
{
	if (gpcd_snapshot_times(sample->now)->torn)
		return true;
	return (sample->series->mode != SERIES_RAW || sample->series->sums) &&
	       gpcd_snapshot_times(sample->before)->torn;
}

const char *sample_value_doubt(const struct sample *sample, unsigned int i, const char *status)
{
	if (status == statuses[GPCD_STATUS_OK] && !sample_torn(sample))
		return NULL;
	if (!is_register(sample->series, i))
		return NULL;
	if (sample_torn(sample))
		return "torn";
	if (has_wrapped(sample, i))
		return "wrapped";
	if (is_saturated(sample, i))
		return "saturated";
	return gpcd_snapshot_status(sample->now, i) == GPCD_STATUS_STALE ? "stale" : NULL;
}

static bool register_is_missing(const struct sample *sample, unsigned int i)
{
	struct change change;

	if (is_error(gpcd_snapshot_status(sample->now, i)))
		return true;
	return sample->series->mode != SERIES_RAW && sample_change(sample, i, &change);
}

/* Check if a sum or a metric has no value. */
static bool is_missing(const struct sample *sample, unsigned int i)
{
	char text[SAMPLE_VALUE_MAX];

	if (!sample->series->sums)
		return sample_metric(sample, i).why != METRICS_GIVEN;
	sample_value(sample, i, text);
	return !*text;
}

const char *sample_status(const struct sample *sample)
{
	unsigned int registers = sample->series->sums ? 0 : series_registers(sample->series);
	bool wrapped = false;

	if (sample_torn(sample))
		return "torn";
	for (unsigned int i = 0; i < registers; i++) {
		if (register_is_missing(sample, i))
			return "part";
		wrapped |= has_wrapped(sample, i);
	}
	for (unsigned int i = series_values(sample->series); i-- > registers;) {
		if (is_missing(sample, i))
			return "part";
	}
	return wrapped ? "wrapped" : "ok";
}

/* Count the registers with a status, and find the first of them. */
static unsigned int count_status(const struct sample *sample, unsigned int status,
				 unsigned int *first)
{
	unsigned int n = 0;

	for (unsigned int i = gpcd_group_count(sample->series->group); i-- > 0;) {
		if (gpcd_snapshot_status(sample->now, i) != status)
			continue;
		*first = i;
		n++;
	}
	return n;
}

static unsigned int complain_status(const struct sample *sample, unsigned int status,
				    const char *why)
{
	const struct series *series = sample->series;
	const char *device = gpcd_path(series->device), *name;
	unsigned int first = 0;
	unsigned int n = count_status(sample, status, &first);

	if (!n)
		return 0;
	name = gpcd_group_name(series->group, first);
	if (n == 1)
		complain_of(device, "%s: %s", name, why);
	else
		complain_of(device, "%s and %u others: %s", name, n - 1, why);
	return n;
}

int sample_complain(const struct sample *sample)
{
	unsigned int denied, lost;

	denied = complain_status(sample, GPCD_STATUS_DENIED,
				 "you may not read it: see `gpcd perms'");
	lost = complain_status(sample, GPCD_STATUS_ABSENT, "this chip has no such register");
	lost += complain_status(sample, GPCD_STATUS_GONE,
				"the chip answered with all ones: it is being lost");
	lost += complain_status(sample, GPCD_STATUS_REFUSED, "its driver does not give it now");
	complain_status(sample, GPCD_STATUS_STALE, "its driver gave an earlier value again");
	complain_status(sample, GPCD_STATUS_TORN,
			"the chip was updating throughout: the value may mix two updates");
	return denied ? EXIT_PERMISSION : lost ? EXIT_RUNTIME : 0;
}

/* --- by link --- */

size_t bylink_count(const struct series *series)
{
	return series->sums ? series->sums->links.count : series->bound->link_count;
}

const char *bylink_link(const struct series *series, size_t link, char name[BYLINK_NAME])
{
	return series->sums ? linksums_link(series->sums, link, name) :
			      strcpy(name, series->bound->links[link].name);
}

static bool is_of_link(const struct series *series, const struct metrics_subject *subject,
		       size_t link)
{
	return !strcmp(subject->object, series->bound->links[link].name);
}

bool bylink_has(const struct series *series, size_t link)
{
	for (size_t i = 0; !series->sums && i < series->bound->count; i++) {
		if (is_of_link(series, &series->bound->subjects[i], link))
			return true;
	}
	return series->sums;
}

static bool is_bound(const struct metrics_bound *bound, size_t metric)
{
	for (size_t i = 0; i < bound->count; i++) {
		if (bound->subjects[i].metric == metric)
			return true;
	}
	return false;
}

/* A column is a column of sums, or the index of its metric. */
size_t bylink_column(const struct series *series, size_t after)
{
	if (series->sums)
		return after + 1 < linksums_columns(series->sums) ? after + 1 : BYLINK_NONE;
	for (size_t i = after + 1; i < series->bound->metrics->count; i++) {
		if (is_bound(series->bound, i))
			return i;
	}
	return BYLINK_NONE;
}

const char *bylink_name(const struct series *series, size_t column, char name[SERIES_NAME_MAX])
{
	return series->sums ? linksums_column(series->sums, column, name) :
			      strcpy(name, series->bound->metrics->list[column].name);
}

size_t bylink_value(const struct series *series, size_t link, size_t column)
{
	const struct metrics_bound *bound = series->bound;

	if (series->sums)
		return link * linksums_columns(series->sums) + column;
	for (size_t i = 0; i < bound->count; i++) {
		if (bound->subjects[i].metric == column &&
		    is_of_link(series, &bound->subjects[i], link))
			return series_registers(series) + i;
	}
	return BYLINK_NONE;
}

const char *bylink_status(const struct sample *sample, size_t link)
{
	char text[SAMPLE_VALUE_MAX];
	size_t column = BYLINK_NONE, i;

	if (sample->series->sums)
		return linksums_status(sample->series->sums, link, sample_torn(sample));
	if (gpcd_snapshot_times(sample->now)->torn)
		return "torn";
	while ((column = bylink_column(sample->series, column)) != BYLINK_NONE) {
		i = bylink_value(sample->series, link, column);
		if (i == BYLINK_NONE)
			return "part";
		sample_value(sample, i, text);
		if (!*text)
			return "part";
	}
	return "ok";
}

/* --- counters that wrap --- */

/* No register. */
#define NONE	UINT_MAX

/* Let @narrowest be the narrower of two counters. */
static void take_narrower(const struct gpcd_group *group, unsigned int i, unsigned int *narrowest)
{
	if (gpcd_group_kind(group, i) != GPCD_KIND_COUNTER)
		return;
	if (*narrowest == NONE ||
	    gpcd_group_wrap_ns(group, i) < gpcd_group_wrap_ns(group, *narrowest))
		*narrowest = i;
}

static unsigned int find_narrowest(const struct series *series, bool registers)
{
	const struct metrics_bound *bound = series->bound;
	unsigned int narrowest = NONE;

	for (unsigned int i = 0; registers && i < series_registers(series); i++)
		take_narrower(series->group, i, &narrowest);
	for (size_t i = 0; bound && i < bound->slot_count; i++)
		take_narrower(series->group, bound->slots[i], &narrowest);
	return narrowest;
}

#define PERIOD_TEXT	32

/* Write a period in three digits, rounded down, as --interval takes it. Return @text. */
static const char *period_text(char text[PERIOD_TEXT], uint64_t ns)
{
	static const char * const units[] = { "ns", "us", "ms", "s" };
	unsigned int unit = 0;
	uint64_t digit = 1;
	double factor = 1;

	while (ns / digit >= 1000)
		digit *= 10;
	while (unit + 1 < ARRAY_SIZE(units) && ns / factor >= 1000) {
		factor *= 1000;
		unit++;
	}
	snprintf(text, PERIOD_TEXT, "%.12g%s", ns / digit * digit / factor, units[unit]);
	return text;
}

bool narrow_warn(const struct series *series, bool registers, const struct gpcd_snapshot *before,
		 const struct gpcd_snapshot *after)
{
	unsigned int i = find_narrowest(series, registers);
	char period[PERIOD_TEXT];

	if (i == NONE || !metrics_wrapped(series->group, i, before, after))
		return false;
	complain("%s has %u bits and may have wrapped more than once: read it each %s",
		 gpcd_group_name(series->group, i), gpcd_group_width(series->group, i),
		 period_text(period, gpcd_group_wrap_ns(series->group, i)));
	return true;
}
