// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <gpcd/nics.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/words.h"
#include "device/names.h"
#include "measured.h"

/* --- registers --- */

static bool has_metric(const struct metrics *metrics, const char *name)
{
	for (size_t i = 0; i < metrics->count; i++) {
		if (sets_match_object(name, &metrics->list[i], NULL))
			return true;
	}
	return false;
}

/* Suggest a metric with a similar name; if there is none, report the name as a register. */
static int complain_unknown(const struct series *series, const struct metrics *metrics,
			    const char *name)
{
	char hint[NEAREST_ROOM + 32];
	struct nearest nearest;

	nearest_begin(&nearest, name);
	for (size_t i = 0; i < metrics->count; i++)
		nearest_offer(&nearest, metrics->list[i].name);
	if (!*nearest.word)
		return names_add(series->group, gpcd_chip(series->device), name);
	complain("no register and no metric '%s': see `gpcd counters', `gpcd metrics'%s", name,
		 nearest_hint(&nearest, hint));
	return EXIT_USAGE;
}

static int want_name(struct sets_wanted *wanted, const char *name)
{
	if (wanted->count == SETS_WANTED_MAX) {
		complain("%s: at most %d names of metrics", name, SETS_WANTED_MAX);
		return EXIT_USAGE;
	}
	wanted->names[wanted->count++] = name;
	return 0;
}

/* A name that no register has may be a metric. */
static int pick_metric(struct series *series, struct sets_wanted *wanted,
		       struct metrics *metrics, const char *name)
{
	int code = metrics->chip ? 0 : sets_find(metrics, gpcd_chip(series->device));

	if (code)
		return code;
	return has_metric(metrics, name) ? want_name(wanted, name) :
					   complain_unknown(series, metrics, name);
}

static int pick_name(const struct picked *picked, struct series *series,
		     struct sets_wanted *wanted, struct metrics *metrics, const char *name)
{
	unsigned int chip = gpcd_chip(series->device);

	if (picked->picking != PICKING_REGISTERS)
		return want_name(wanted, name);
	if (!names_meant(chip, name))
		return pick_metric(series, wanted, metrics, name);
	return names_add(series->group, chip, name);
}

static bool names_none(const struct picked *picked)
{
	return !picked->names || !*picked->names;
}

/* Add what has deltas and rates. */
static int add_counters(struct series *series)
{
	unsigned int chip = gpcd_chip(series->device);
	struct gpcd_reg reg;
	int err = 0;

	for (unsigned int i = 0; !err && !gpcd_catalogue_at(chip, i, &reg); i++) {
		if (gpcd_kind_counts(reg.rule->kind) && !(reg.rule->flags & GPCD_RULE_ALIAS))
			err = gpcd_group_add_addr(series->group, reg.addr);
	}
	return err ? complain_error(gpcd_path(series->device), err) : 0;
}

/* Is all that a chip has read by default, because nobody knows what needs no set-up? */
static bool defaults_to_all(unsigned int chip)
{
	return !strcmp(gpcd_chip_static_counters(chip, 0), "*");
}

/* Drivers give up to thousands of counters: metrics say what they mean. */
static int pick_default(struct series *series, struct metrics *metrics)
{
	unsigned int chip = gpcd_chip(series->device);
	int code = 0;

	if (series->mode != SERIES_RAW && defaults_to_all(chip))
		code = add_counters(series);
	else if (gpcd_nic_named(gpcd_path(series->device)))
		code = sets_find(metrics, chip);
	if (code || metrics->count || gpcd_group_count(series->group))
		return code;
	metrics_free(metrics);
	return names_add_all(series->group, chip, NULL);
}

int picked_registers(const struct picked *picked, struct series *series,
		     struct sets_wanted *wanted, struct metrics *metrics)
{
	unsigned int chip = gpcd_chip(series->device);
	int code = 0;

	*wanted = picked->wanted;
	for (char **name = picked->names; !code && name && *name; name++)
		code = pick_name(picked, series, wanted, metrics, *name);
	if (!code && !metrics->chip && (wanted->count || picked->picking != PICKING_REGISTERS))
		code = sets_read(metrics, chip);
	if (!code && names_none(picked) && !metrics->chip)
		code = pick_default(series, metrics);
	if (!code && wanted->count)
		code = sets_check(wanted, metrics);
	series->shown = gpcd_group_count(series->group);
	return code;
}

/* --- metrics --- */

static int complain_bind(struct gpcd *device, const struct metric *metric, int err)
{
	const char *name = gpcd_path(device);
	struct gpcd_info info = { .size = sizeof(info) };
	int failed = err == -ERANGE ? gpcd_get_info(device, &info) : err;

	if (failed)
		return complain_error(name, failed);
	complain("%s: %s: more than %u registers: choose fewer metrics by -m", name, metric->name,
		 info.regs_max);
	return EXIT_USAGE;
}

/* Without -m, choose what fits on a screen. */
static bool wants_metric(const struct picked *picked, const struct sets_wanted *wanted,
			 const struct metrics *metrics, const struct metric *metric)
{
	if (picked->picking == PICKING_LINKS && metric->per != METRICS_PER_LINK)
		return false;
	if (picked->picking == PICKING_SIGNS)
		return metric->per == METRICS_PER_NIC && metrics_limited(metrics, metric->name);
	return wanted->count ? sets_want_object(wanted, metric, NULL) :
			       metric->per != METRICS_PER_TILE;
}

static bool binds(const struct metrics_bound *bound, const char *name)
{
	for (size_t i = 0; i < bound->count; i++) {
		const struct metrics_subject *subject = &bound->subjects[i];

		if (sets_match_object(name, &bound->metrics->list[subject->metric],
				      subject->object))
			return true;
	}
	return false;
}

static bool has_links(const struct metrics_bound *bound, const char *name)
{
	for (size_t i = 0; i < bound->metrics->count; i++) {
		if (sets_match_object(name, &bound->metrics->list[i], NULL) &&
		    bound->metrics->list[i].per == METRICS_PER_LINK)
			return true;
	}
	return false;
}

/* Forget the objects that no name asks for, of those from @first on. */
static void keep_wanted(struct metrics_bound *bound, size_t first,
			const struct sets_wanted *wanted)
{
	size_t kept = first;

	for (size_t i = first; i < bound->count; i++) {
		const struct metrics_subject *subject = &bound->subjects[i];

		if (sets_want_object(wanted, &bound->metrics->list[subject->metric],
				     subject->object))
			bound->subjects[kept++] = *subject;
	}
	bound->count = kept;
}

static int complain_empty(const struct picked *picked, const char *device, const char *name,
			  const struct metrics_bound *bound)
{
	bool links = has_links(bound, name);

	if (picked->picking == PICKING_LINKS && !links)
		complain("%s is no metric per link: see `gpcd metrics', and `gpcd sample'", name);
	else if (!links || bound->link_count)
		complain("%s: %s: it has no such tile or link: see `gpcd metrics'", device, name);
	else
		complain("%s: %s: its links need --interconnect, --torus or --dragonfly", device,
			 name);
	return EXIT_USAGE;
}

/* Each name must stand for something that this device has. */
static int check_bound(const struct picked *picked, const char *device,
		       const struct sets_wanted *wanted, const struct metrics_bound *bound)
{
	for (unsigned int i = 0; i < wanted->count; i++) {
		const char *name = wanted->names[i];

		if (!binds(bound, name))
			return complain_empty(picked, device, name, bound);
	}
	return 0;
}

int picked_metrics(const struct picked *picked, struct series *series,
		   const struct sets_wanted *wanted, struct metrics_bound *bound)
{
	const char *device = gpcd_path(series->device);
	const struct metrics *metrics = bound->metrics;
	size_t first;
	int err;

	for (size_t i = 0; i < metrics->count; i++) {
		if (!wants_metric(picked, wanted, metrics, &metrics->list[i]))
			continue;
		first = bound->count;
		err = metrics_bind(bound, &metrics->list[i]);
		if (err && err != -ENODATA)
			return complain_bind(series->device, &metrics->list[i], err);
		keep_wanted(bound, first, wanted);
	}
	metrics_bind_end(bound);
	return check_bound(picked, device, wanted, bound);
}
