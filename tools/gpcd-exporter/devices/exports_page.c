// SPDX-License-Identifier: GPL-2.0-only
/*
 * The page: the exporter's own families, then the metrics'. All series of a family are adjacent,
 * device by device.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exports.h"

enum {
	BUILD, UP, DOWN, ABOUT, CHIP, LABELS, EPOCHS, TIME, SWEEP, MISSING, FINDING, FINDINGS,
	UNREAD, OWNS
};

static const struct family own[OWNS] = {
	[BUILD] = { "gpcd_build_info", FAMILY_GAUGE, "", 1,
		    "The version of the exporter is a label; the value is always 1." },
	[UP] = { "gpcd_up", FAMILY_GAUGE, "", 1,
		 "The value is 1 if the device was read, and 0 if it is down." },
	[DOWN] = { "gpcd_down", FAMILY_GAUGE, "", 1,
		   "A device that is down has this series, whose label says why." },
	[ABOUT] = { "gpcd_device_info", FAMILY_GAUGE, "", 1,
		    "Labels say what the device is; the value is always 1." },
	[CHIP] = { "gpcd_chip_info", FAMILY_GAUGE, "", 1,
		   "Labels say what the chip is; the value is always 1." },
	[LABELS] = { "gpcd_labels_info", FAMILY_GAUGE, "", 1,
		     "Labels are those that files give the device; the value is always 1." },
	[EPOCHS] = { "gpcd_epoch_changes", FAMILY_COUNTER, "", 1,
		     "This total counts resets, writes to counters, and exchanges of the chip." },
	[TIME] = { "gpcd_chip_seconds", FAMILY_COUNTER, "seconds", 1,
		   "This total is the time of counting, by the chip's clock if it has one." },
	[SWEEP] = { "gpcd_sweep_seconds", FAMILY_GAUGE, "seconds", 1,
		    "The latest reading of the device took this time." },
	[MISSING] = { "gpcd_missing_series", FAMILY_GAUGE, "", 1,
		      "So many numbers of metrics are missing, for the reason in the label." },
	[FINDING] = { "gpcd_finding", FAMILY_GAUGE, "", 1,
		      "This is wrong in the last window; the value says how sure it is, 0 to 1." },
	[FINDINGS] = { "gpcd_findings", FAMILY_GAUGE, "", 1,
		       "So many causes of this kind are found in the last window." },
	[UNREAD] = { "gpcd_findings_unread", FAMILY_GAUGE, "", 1,
		     "So many links and interfaces are not known wholly in the last window." },
};

const struct family *exports_own(size_t *count)
{
	*count = OWNS;
	return own;
}

static void list_build(struct page *page)
{
	page_series(page, &own[BUILD], "", "version=\"" GPCD_VERSION "\"", 1);
}

/* A pattern that could not be searched is exported like a device that is down. */
static void list_up(const struct exports *exports, struct page *page)
{
	struct device * const *devices = exports->devices.list;
	struct search * const *searches = exports->searches;

	for (size_t i = 0; i < exports->devices.count; i++) {
		if (!devices[i]->twin)
			page_series(page, &own[UP], "", devices[i]->labels,
				    device_is_up(devices[i]));
	}
	for (size_t i = 0; i < exports->search_count; i++) {
		if (searches[i]->why)
			page_series(page, &own[UP], "", searches[i]->labels, 0);
	}
	for (size_t i = 0; i < exports->devices.count; i++) {
		if (devices[i]->why)
			page_labelled(page, &own[DOWN], "", devices[i]->labels, "reason",
				      devices[i]->why, 1);
	}
	for (size_t i = 0; i < exports->search_count; i++) {
		if (searches[i]->why)
			page_labelled(page, &own[DOWN], "", searches[i]->labels, "reason",
				      searches[i]->why, 1);
	}
}

/* Add a series for each device that is up, with the result of a function. */
static void list_each(const struct exports *exports, struct page *page, unsigned int which,
		      double (*number)(const struct device *device))
{
	const char *ending = own[which].type == FAMILY_COUNTER ? "_total" : "";

	for (size_t i = 0; i < exports->devices.count; i++) {
		const struct device *device = exports->devices.list[i];

		if (device_is_up(device))
			page_series(page, &own[which], ending, device->labels, number(device));
	}
}

static void list_about(const struct exports *exports, struct page *page)
{
	const struct table *devices = &exports->devices;

	for (size_t i = 0; i < devices->count; i++) {
		if (device_is_up(devices->list[i]))
			page_series(page, &own[ABOUT], "", devices->list[i]->about, 1);
	}
	for (size_t i = 0; i < devices->count; i++) {
		const struct device *device = devices->list[i];

		if (device_is_up(device) && device->chip->leader == device)
			page_series(page, &own[CHIP], "", device->chip->about, 1);
	}
}

static void list_labels_of(const struct label_files *labels, struct page *page,
			   const struct device *device)
{
	const struct label_file *file = label_files_of(labels, device_label(device->name));
	char *all;

	for (; file; file = label_files_next(labels, file)) {
		if (asprintf(&all, "%s,%s", device->labels, file->text) < 0) {
			page->error = -ENOMEM;
			return;
		}
		page_series(page, &own[LABELS], "", all, 1);
		free(all);
	}
}

/* Without memory for labels there is no page, as no label must be missing. */
static void list_labels(const struct exports *exports, struct page *page)
{
	if (exports->labels.err == -ENOMEM)
		page->error = -ENOMEM;
	for (size_t i = 0; exports->labels.count && i < exports->devices.count; i++) {
		if (device_is_up(exports->devices.list[i]))
			list_labels_of(&exports->labels, page, exports->devices.list[i]);
	}
}

static double epochs(const struct device *device)
{
	return device->totals.epochs;
}

static double chip_time(const struct device *device)
{
	return device->totals.elapsed_ns / 1e9;
}

static double sweep_time(const struct device *device)
{
	const struct gpcd_times *times = gpcd_snapshot_times(device->reading);

	return (times->end_ns - times->start_ns) / 1e9;
}

/* Compute the numbers of a device, and say which are missing. */
static void list_missing(const struct exports *exports, struct page *page,
			 struct device *device)
{
	const struct family *families = exports->choice.families;
	unsigned int missing[METRICS_REASONS] = { 0 };

	device->listed = 0;
	for (size_t i = 0; i < device->bound.count; i++) {
		if (device_has(device, i))
			missing[device_value(device, i, &families[device_family(device, i)])]++;
	}
	for (unsigned int why = METRICS_GIVEN + 1; why < METRICS_REASONS; why++) {
		if (missing[why])
			page_labelled(page, &own[MISSING], "", device->labels, "reason",
				      metrics_reason_name(why), missing[why]);
	}
}

/* A device has only one NIC, so its label suffices. */
static void list_value(struct page *page, const struct family *family, const char *ending,
		       const struct device *device, size_t i, double value)
{
	const struct metrics_subject *subject = &device->bound.subjects[i];
	enum metrics_per per = device->bound.metrics->list[subject->metric].per;

	switch (per) {
	case METRICS_PER_NIC:
		page_series(page, family, ending, device->labels, value);
		break;
	case METRICS_PER_TILE:
	case METRICS_PER_LINK:
		page_labelled(page, family, ending, device->chip->labels, metrics_per_name(per),
			      subject->object, value);
		break;
	default:
		page_series(page, family, ending, device->chip->labels, value);
	}
}

static void list_subject(struct page *page, const struct family *family,
			 const struct device *device, size_t i)
{
	const struct device_series *series = &device->series[i];

	if (!device_has(device, i) || series->missing)
		return;
	switch (family->type) {
	case FAMILY_COUNTER:
		list_value(page, family, "_total", device, i, series->values[0]);
		break;
	case FAMILY_SUMMARY:
		list_value(page, family, "_sum", device, i, series->values[0]);
		list_value(page, family, "_count", device, i, series->values[1]);
		break;
	default:
		list_value(page, family, "", device, i, series->values[0]);
	}
}

/* Families are listed in their order, so each device goes on where the one before has ended. */
static void list_family(const struct exports *exports, struct page *page, size_t which)
{
	for (size_t i = 0; i < exports->devices.count; i++) {
		struct device *device = exports->devices.list[i];

		if (!device_is_up(device))
			continue;
		for (; device->listed < device->bound.count; device->listed++) {
			size_t subject = device->order[device->listed];

			if (device_family(device, subject) != which)
				break;
			list_subject(page, &exports->choice.families[which], device, subject);
		}
	}
}

void exports_write(struct exports *exports, struct page *page)
{
	list_build(page);
	list_up(exports, page);
	list_about(exports, page);
	list_labels(exports, page);
	list_each(exports, page, EPOCHS, epochs);
	list_each(exports, page, TIME, chip_time);
	list_each(exports, page, SWEEP, sweep_time);
	for (size_t i = 0; i < exports->devices.count; i++) {
		if (device_is_up(exports->devices.list[i]))
			list_missing(exports, page, exports->devices.list[i]);
	}
	findings_write(&exports->findings, page, &own[FINDING]);
	for (size_t i = exports->choice.first; i < exports->choice.count; i++)
		list_family(exports, page, i);
	page_end(page);
}
