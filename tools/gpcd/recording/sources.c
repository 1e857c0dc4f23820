// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/guard.h"
#include "cli/out/unicode.h"
#include "device/device.h"
#include "device/names.h"
#include "device/options.h"
#include "layout.h"
#include "series/series.h"
#include "sources.h"

#define HOST_ROOM	256

/* --- devices --- */

static int source_prepare(struct recorded *recorded, char **names)
{
	struct series *series = &recorded->series;
	int code, err;

	err = gpcd_group_create(series->device, device_options.nic_addr, &series->group);
	if (err)
		return device_failed(series->device, err);
	code = names_add_all(series->group, gpcd_chip(series->device), names);
	if (code)
		return code;
	recorded->name = unicode_clean(gpcd_path(series->device));
	err = recorded->name ? gpcd_snapshot_create(series->group, &recorded->now) : -ENOMEM;
	if (!err)
		err = gpcd_snapshot_create(series->group, &recorded->before);
	return err ? device_failed(series->device, err) : 0;
}

static int source_open(struct recorded *recorded, const char *name, char **names)
{
	int err;

	device_wait(name);
	err = gpcd_open(name, &recorded->series.device);
	if (err) {
		device_complain(name, err);
		return exit_code(err);
	}
	return source_prepare(recorded, names);
}

static void source_close(struct recorded *recorded)
{
	gpcd_snapshot_destroy(recorded->now);
	gpcd_snapshot_destroy(recorded->before);
	gpcd_group_destroy(recorded->series.group);
	gpcd_close(recorded->series.device);
	free(recorded->name);
}

static int open_all(struct sources *sources, const struct device_set *set, char **names)
{
	int code = 0;

	sources->list = calloc(set->count, sizeof(*sources->list));
	if (!sources->list)
		return complain_error("devices", -ENOMEM);
	for (size_t i = 0; i < set->count && !code; i++)
		code = source_open(&sources->list[sources->count++], set->names[i], names);
	return code;
}

static int sources_devices(struct sources *sources, char **names)
{
	struct device_set set;
	int code = device_set_find(&set, false);

	if (!code)
		code = device_set_check(&set);
	if (!code)
		code = open_all(sources, &set, names);
	device_set_free(&set);
	return code;
}

/* --- description --- */

static int by_chip(const void *a, const void *b)
{
	const struct recorded *one = a, *other = b;

	return (int)gpcd_chip(one->series.device) - (int)gpcd_chip(other->series.device);
}

/* Count how many devices from @first on have the same type of chip. */
static size_t alike(const struct sources *sources, size_t first)
{
	size_t last = first;

	while (last < sources->count && !by_chip(&sources->list[first], &sources->list[last]))
		last++;
	return last - first;
}

static int source_describe(const struct recorded *recorded, struct description_source *source)
{
	struct gpcd_info info;
	int err = gpcd_get_info(recorded->series.device, &info);

	if (err)
		return device_failed(recorded->series.device, err);
	source->name = recorded->name;
	source->placed = true;
	memcpy(source->coord, info.coord, sizeof(source->coord));
	return 0;
}

static int group_describe(const struct sources *sources, size_t first,
			  struct description_group *group, struct description_source *list)
{
	const struct series *series = &sources->list[first].series;
	int code = 0;

	group->name = gpcd_chip_name(gpcd_chip(series->device));
	group->ncolumns = LAYOUT_STATES + gpcd_group_count(series->group);
	group->columns = layout_columns(series->group);
	group->sources = list;
	group->nsources = alike(sources, first);
	if (!group->columns)
		return complain_error("registers", -ENOMEM);
	for (size_t i = 0; i < group->nsources && !code; i++)
		code = source_describe(&sources->list[first + i], &list[i]);
	return code;
}

static int groups_describe(struct sources *sources)
{
	struct description *description = &sources->description;
	int code = 0;

	description->groups = calloc(GPCD_CHIPS, sizeof(*description->groups));
	description->sources = calloc(sources->count, sizeof(*description->sources));
	if (!description->groups || !description->sources)
		return complain_error("devices", -ENOMEM);
	for (size_t i = 0; i < sources->count && !code; i += alike(sources, i))
		code = group_describe(sources, i, &description->groups[description->ngroups++],
				      &description->sources[i]);
	return code;
}

static int record_allocate(struct sources *sources)
{
	size_t width = description_values(&sources->description);

	if (!width) {
		complain("too many registers for a recording: name fewer of them");
		return EXIT_USAGE;
	}
	sources->values = calloc(width, sizeof(*sources->values));
	sources->absent = calloc(width, sizeof(*sources->absent));
	return sources->values && sources->absent ? 0 : complain_error("registers", -ENOMEM);
}

static int sources_describe(struct sources *sources)
{
	char host[HOST_ROOM] = "";
	int code;

	qsort(sources->list, sources->count, sizeof(*sources->list), by_chip);
	if (gethostname(host, sizeof(host) - 1))
		host[0] = '\0';
	sources->host = unicode_clean(host);
	if (!sources->host)
		return complain_error("devices", -ENOMEM);
	sources->description.program = "gpcd " GPCD_VERSION;
	sources->description.title = "registers";
	sources->description.host = sources->host;
	sources->description.tick = 1;
	code = groups_describe(sources);
	return code ? code : record_allocate(sources);
}

int sources_open(struct sources *sources, char **names)
{
	int code = sources_devices(sources, names);

	return code ? code : sources_describe(sources);
}

/* --- readings --- */

/* Report unreadable registers when their number changes. Fail if none can be read at first. */
static int values_check(struct sources *sources, struct recorded *recorded, bool first)
{
	struct sample sample = { .series = &recorded->series, .now = recorded->now };
	unsigned int unreadable = sample_unreadable(&sample);
	int code;

	if (!first && unreadable == recorded->unreadable)
		return 0;
	recorded->unreadable = unreadable;
	code = sample_complain(&sample);
	if (!sources->code)
		sources->code = code;
	return first && unreadable == gpcd_group_count(recorded->series.group) ? code : 0;
}

static int source_read(struct sources *sources, struct recorded *recorded)
{
	struct gpcd_snapshot *last = recorded->before;
	bool first;
	int err;

	recorded->before = recorded->now;
	recorded->now = last;
	first = !gpcd_snapshot_times(recorded->before)->sequence;
	err = guard_read(recorded->series.group, recorded->now);
	if (err)
		return device_failed(recorded->series.device, err);
	if (!first && !sources->warned)
		sources->warned = narrow_warn(&recorded->series, true, recorded->before,
					      recorded->now);
	err = device_check(recorded->series.device, first ? NULL : recorded->before,
			   recorded->now);
	return err ? err : values_check(sources, recorded, first);
}

int sources_read(struct sources *sources, uint64_t missed)
{
	uint64_t *values = sources->values;
	uint8_t *absent = sources->absent;
	size_t left = 0;

	for (size_t i = 0; i < sources->count; i++) {
		struct recorded *recorded = &sources->list[i];
		const struct gpcd_group *group = recorded->series.group;

		if (!recorded->failed)
			recorded->failed = source_read(sources, recorded);
		if (recorded->failed && !sources->code)
			sources->code = recorded->failed;
		layout_put(recorded->failed ? NULL : recorded->now, group, missed, values, absent);
		values += LAYOUT_STATES + gpcd_group_count(group);
		absent += LAYOUT_STATES + gpcd_group_count(group);
		left += !recorded->failed;
	}
	return left ? 0 : sources->code;
}

uint64_t sources_time(const struct sources *sources)
{
	uint64_t last = 0;

	for (size_t i = 0; i < sources->count; i++) {
		const struct recorded *recorded = &sources->list[i];
		uint64_t time = gpcd_snapshot_times(recorded->now)->realtime_ns;

		if (!recorded->failed && time > last)
			last = time;
	}
	return last;
}

bool sources_torn(const struct sources *sources)
{
	for (size_t i = 0; i < sources->count; i++) {
		if (!sources->list[i].failed &&
		    gpcd_snapshot_times(sources->list[i].now)->torn)
			return true;
	}
	return false;
}

void sources_close(struct sources *sources)
{
	struct description *description = &sources->description;

	for (size_t i = 0; i < description->ngroups; i++)
		free(description->groups[i].columns);
	free(description->groups);
	free(description->sources);
	free(sources->host);
	free(sources->values);
	free(sources->absent);
	for (size_t i = 0; i < sources->count; i++)
		source_close(&sources->list[i]);
	free(sources->list);
}
