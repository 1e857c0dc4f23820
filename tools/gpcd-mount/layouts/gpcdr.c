// SPDX-License-Identifier: GPL-2.0-only
/* As Cray's gpcdr: sets of metrics, a file each. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "layout.h"

#define NS_PER_MS	1000000

/* --- the text of a set --- */

/* A text that grows. */
struct page {
	char *room;
	int length;
};

__printf(2, 3) static int put(struct page *page, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	page->length += vsnprintf(page->room + page->length, TREE_TEXT_ROOM - page->length, fmt,
				  args);
	va_end(args);
	return page->length < TREE_TEXT_ROOM ? 0 : -EFBIG;
}

/* Write the name of a line: readers look for "traffic:X+" of a link, "traffic:023" of a tile. */
static int put_name(struct page *page, const struct metric *metric, const char *object)
{
	unsigned int row, column;

	switch (metric->per) {
	case METRICS_PER_LINK:
		return put(page, "%s:%s", metric->name, object);
	case METRICS_PER_TILE:
		if (sscanf(object, "%u,%u", &row, &column) != 2)
			return -EIO;
		return put(page, "%s:0%u%u", metric->name, row, column);
	default:
		return put(page, "%s", metric->name);
	}
}

/* Differences of counters that are read one after another may be below 0 for a moment. */
static int put_number(struct page *page, const struct measure *measure, size_t i)
{
	const struct metrics_subject *subject = &measure->bound.subjects[i];
	const struct metric *metric = &measure->bound.metrics->list[subject->metric];
	double number;
	int err = measure_number(measure, i, &number);

	if (!err)
		err = put_name(page, metric, subject->object);
	if (!err)
		err = put(page, " %.0f %s\n", number > 0 ? number : 0, metric->unit);
	return err;
}

/* One line without a value makes the whole set unreadable: its readers count on all lines. */
static int set_text(void *owner, const char *key, char *room)
{
	struct page page = { .room = room };
	struct measure *measure = owner;
	int err = measure_begin(measure);

	(void)key;
	if (!err)
		err = put(&page, "timestamp %llu ms\n", (unsigned long long)
			  gpcd_snapshot_times(measure->reading)->realtime_ns / NS_PER_MS);
	for (size_t i = 0; !err && i < measure->bound.count; i++)
		err = put_number(&page, measure, i);
	measure_end(measure);
	return err ? err : page.length;
}

/* --- the files of a device --- */

/* A device whose sets are added. */
struct adding {
	struct layout_state *state;
	struct device *device;
	struct node *sets;	/* folder */
};

static int complain_set(const struct adding *adding, const char *set, int err)
{
	const char *device = gpcd_path(adding->device->open);

	if (err != -ENODATA) {
		complain_of(device, "metrics %s: %s", set, strerror(-err));
		return exit_code(err);
	}
	complain_of(device, "no metrics %s: no map says where its links lead: --interconnect", set);
	return 0;
}

static int add_set(void *data, const struct metrics *set)
{
	struct adding *adding = data;
	const char *name = set->count ? set->list[0].set : "";
	struct tree *tree = &adding->state->tree;
	struct measure *measure;
	int err;

	if (!set->count)
		return 0;
	err = layout_measure(adding->state, adding->device, set, NULL, &measure);
	if (err)
		return complain_set(adding, name, err);
	tree_file(tree, tree_folder(tree, adding->sets, name), "metrics", set_text, measure, NULL);
	return 0;
}

static int gpcdr_add(struct layout_state *state, struct device *device, unsigned int number)
{
	struct adding adding = { .state = state, .device = device };
	char name[32];

	snprintf(name, sizeof(name), "gpcdr%u", number);
	adding.sets = tree_folder(&state->tree, layout_class(state, "gni", name), "metricsets");
	return layout_gpcdr_sets(state, device->info.chip, add_set, &adding);
}

const struct layout layout_gpcdr = { "gpcdr", layout_has_gpcdr, gpcdr_add };
