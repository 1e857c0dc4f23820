// SPDX-License-Identifier: GPL-2.0-only
/*
 * The page: the exporter's own families, then the metrics'. All series of a family are adjacent,
 * device by device; but they are written device by device, each while its memory is in the caches.
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

/* A device is visited once, and adds to the parts of all families. */
struct listing {
	const struct exports *exports;
	struct page *parts;	/* of OWNS families, then of the chosen ones */
};

/* Add a series of one of our own families. */
static void list_own(const struct listing *listing, unsigned int which, const char *labels,
		     double value)
{
	page_series(&listing->parts[which], &own[which],
		    own[which].type == FAMILY_COUNTER ? "_total" : "", labels, value);
}

/* Add a series of one of our own families, of labels that many have. */
static void list_labelled(const struct listing *listing, unsigned int which,
			  const struct page_labels *labels, double value)
{
	page_line(&listing->parts[which], &own[which], 0, labels, value);
}

/* Few series have a reason. */
static void list_reason(const struct listing *listing, unsigned int which, const char *labels,
			const char *reason, double value)
{
	char *all = page_label(labels, "reason", reason);

	if (all)
		list_own(listing, which, all, value);
	else
		listing->parts[which].error = -ENOMEM;
	free(all);
}

/* A pattern that could not be searched is exported like a device that is down. */
static void list_search(const struct listing *listing, const struct search *search)
{
	if (!search->why)
		return;
	list_own(listing, UP, search->labels, 0);
	list_reason(listing, DOWN, search->labels, search->why, 1);
}

static void list_labels(const struct listing *listing, const struct device *device)
{
	const struct label_files *labels = &listing->exports->labels;
	const struct label_file *file = label_files_of(labels, device_label(device->name));
	char *all;

	for (; file; file = label_files_next(labels, file)) {
		if (asprintf(&all, "%s,%s", device->labels, file->text) < 0) {
			listing->parts[LABELS].error = -ENOMEM;
			return;
		}
		list_own(listing, LABELS, all, 1);
		free(all);
	}
}

static void list_about(const struct listing *listing, const struct device *device)
{
	const struct gpcd_times *times = gpcd_snapshot_times(device->reading);

	list_labelled(listing, ABOUT, &device->about, 1);
	if (device->chip->leader == device)
		list_labelled(listing, CHIP, &device->chip->about, 1);
	if (listing->exports->labels.count)
		list_labels(listing, device);
	list_labelled(listing, EPOCHS, &device->own, device->totals.epochs);
	list_labelled(listing, TIME, &device->own, device->totals.elapsed_ns / 1e9);
	list_labelled(listing, SWEEP, &device->own, (times->end_ns - times->start_ns) / 1e9);
}

/* Add the number of a subject, or return why there is none. */
static enum metrics_reason list_subject(const struct listing *listing, struct device *device,
					size_t i)
{
	const struct template_series *series = &device->template->series[i];
	const struct page_labels *labels = &device->labelled[series->object];
	const struct choice *choice = &listing->exports->choice;
	const struct family *family = &choice->families[series->family];
	struct page *part = &listing->parts[OWNS + series->family - choice->first];
	double numbers[2];
	enum metrics_reason why = device_value(device, i, family, numbers);

	if (why)
		return why;
	page_line(part, family, 0, labels, numbers[0]);
	if (family->type == FAMILY_SUMMARY)
		page_line(part, family, 1, labels, numbers[1]);
	return METRICS_GIVEN;
}

/* Add the numbers of a device, and how many are missing. */
static void list_subjects(const struct listing *listing, struct device *device)
{
	const struct template *template = device->template;
	const bool leads = device->chip->leader == device;
	unsigned int missing[METRICS_REASONS] = { 0 };

	device_add_up(device);
	for (size_t i = 0; i < template->bound.count; i++) {
		if (template->series[i].of_nic || leads)
			missing[list_subject(listing, device, i)]++;
	}
	for (unsigned int why = METRICS_GIVEN + 1; why < METRICS_REASONS; why++) {
		if (missing[why])
			list_reason(listing, MISSING, device->labels, metrics_reason_name(why),
				    missing[why]);
	}
}

static void list_device(const struct listing *listing, struct device *device)
{
	if (!device->twin)
		list_labelled(listing, UP, &device->own, device_is_up(device));
	if (device->why)
		list_reason(listing, DOWN, device->labels, device->why, 1);
	if (!device_is_up(device))
		return;
	list_about(listing, device);
	list_subjects(listing, device);
}

/* Without memory for labels there is no page, as no label must be missing. */
static void list_all(const struct listing *listing)
{
	const struct exports *exports = listing->exports;

	list_own(listing, BUILD, "version=\"" GPCD_VERSION "\"", 1);
	if (exports->labels.err == -ENOMEM)
		listing->parts[LABELS].error = -ENOMEM;
	for (size_t i = 0; i < exports->devices.count; i++)
		list_device(listing, exports->devices.list[i]);
	for (size_t i = 0; i < exports->search_count; i++)
		list_search(listing, exports->searches[i]);
	findings_write(&exports->findings, &listing->parts[FINDING], &own[FINDING]);
}

/* A new type of chip may need more families. The last part has the end of the page. */
int exports_write(struct exports *exports, struct page_parts *parts, enum page_format format)
{
	size_t families = OWNS + exports->choice.count - exports->choice.first;
	int err = page_parts_begin(parts, families + 1, format);

	if (err)
		return err;
	list_all(&(struct listing) { exports, parts->list });
	page_end(&parts->list[families]);
	return page_parts_error(parts);
}
