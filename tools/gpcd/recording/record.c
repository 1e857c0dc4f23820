// SPDX-License-Identifier: GPL-2.0-only
/* Record registers of one or more devices periodically. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/unicode.h"
#include "cli/wait/wait.h"
#include "commands.h"
#include "device/device.h"
#include "device/names.h"
#include "device/options.h"
#include "layout.h"
#include "record/description.h"
#include "series/pace.h"
#include "series/series.h"
#include "store.h"

/* --- the devices that are recorded together --- */

/* A device that is recorded. */
struct recorded {
	struct series series;
	char *name; /* in UTF-8, as recorded; owned */
	struct gpcd_snapshot *now;
	struct gpcd_snapshot *before;
	int failed; /* exit code since it can no longer be read, or 0 */
	unsigned int unreadable; /* number of such registers when last reported */
};

/* Devices that are recorded together. */
struct sources {
	struct recorded *list; /* sorted by type of chip */
	size_t count;
	char *host; /* name of this machine, in UTF-8 */
	struct description description;
	uint64_t *values; /* a record: description_values() values */
	uint8_t *absent; /* enum description_absence of each value */
	bool warned; /* a double wrap was reported as possible */
	int code; /* exit code of the first device or register that could not be read, or 0 */
};

#define HOST_ROOM	256

/* --- devices --- */

/* The same names are the same registers for devices of a type. */
static int source_group(struct series *series, struct gpcd_group *like, char **names)
{
	int err = like ?
		gpcd_group_share(like, series->device, device_options.nic_addr, &series->group) :
		gpcd_group_create(series->device, device_options.nic_addr, &series->group);

	if (err)
		return device_failed(series->device, err);
	return like ? 0 : names_add_all(series->group, gpcd_chip(series->device), names);
}

static int source_prepare(struct recorded *recorded, struct gpcd_group *like, char **names)
{
	struct series *series = &recorded->series;
	int code = source_group(series, like, names), err;

	if (code)
		return code;
	recorded->name = unicode_clean(gpcd_path(series->device));
	err = recorded->name ? gpcd_snapshot_create(series->group, &recorded->now) : -ENOMEM;
	if (!err)
		err = gpcd_snapshot_create(series->group, &recorded->before);
	return err ? device_failed(series->device, err) : 0;
}

/* Return the group of the last device of a type before this one, or NULL. */
static struct gpcd_group *group_like(const struct sources *sources, const struct recorded *recorded)
{
	const unsigned int chip = gpcd_chip(recorded->series.device);

	for (const struct recorded *it = recorded; it-- > sources->list;) {
		if (gpcd_chip(it->series.device) == chip)
			return it->series.group;
	}
	return NULL;
}

static int source_open(const struct sources *sources, struct recorded *recorded, const char *name,
		       char **names)
{
	int err;

	device_wait(name);
	err = gpcd_open(name, &recorded->series.device);
	if (err) {
		device_complain(name, err);
		return exit_code(err);
	}
	return source_prepare(recorded, group_like(sources, recorded), names);
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
		code = source_open(sources, &sources->list[sources->count++], set->names[i],
				   names);
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
	struct gpcd_info info = { .size = sizeof(info) };
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
	unsigned int chip = gpcd_chip(series->device);
	int code = 0;

	group->name = gpcd_chip_name(chip);
	group->ncolumns = LAYOUT_STATES + gpcd_group_count(series->group);
	group->columns = layout_columns(series->group);
	group->sources = list;
	group->nsources = alike(sources, first);
	if (group->columns && chip >= GPCD_CHIPS_LEARNED)
		group->meanings = layout_meanings(series->group, group->columns);
	if (!group->columns || (chip >= GPCD_CHIPS_LEARNED && !group->meanings))
		return complain_error("registers", -ENOMEM);
	for (size_t i = 0; i < group->nsources && !code; i++)
		code = source_describe(&sources->list[first + i], &list[i]);
	return code;
}

static int groups_describe(struct sources *sources)
{
	struct description *description = &sources->description;
	int code = 0;

	description->groups = calloc(sources->count, sizeof(*description->groups));
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

/*
 * Open the devices that -d and GPCD_DEVICE name, and find their registers. @names is ended by NULL;
 * if it is NULL or empty, use the static tile counters. Call sources_close() in any case. Report
 * any error and return the exit code.
 */
static int sources_open(struct sources *sources, char **names)
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
	err = gpcd_group_read(recorded->series.group, recorded->now);
	if (err)
		return device_failed(recorded->series.device, err);
	if (!first && !sources->warned)
		sources->warned = narrow_warn(&recorded->series, true, recorded->before,
					      recorded->now);
	err = device_check(recorded->series.device, first ? NULL : recorded->before,
			   recorded->now);
	return err ? err : values_check(sources, recorded, first);
}

/*
 * Read all devices and make a record, which follows @missed periods without one. A device that is
 * gone is reported once, and has no values from then on. Return 0, or the exit code if no device is
 * left or nothing could be read at first.
 */
static int sources_read(struct sources *sources, uint64_t missed)
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

/*
 * Return when the last record was read, CLOCK_REALTIME, ns. At least one device must have been
 * read.
 */
static uint64_t sources_time(const struct sources *sources)
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

/* Check if a reading of the last record is torn. */
static bool sources_torn(const struct sources *sources)
{
	for (size_t i = 0; i < sources->count; i++) {
		if (!sources->list[i].failed &&
		    gpcd_snapshot_times(sources->list[i].now)->torn)
			return true;
	}
	return false;
}

/* Close the devices. */
static void sources_close(struct sources *sources)
{
	struct description *description = &sources->description;

	for (size_t i = 0; i < description->ngroups; i++) {
		free(description->groups[i].columns);
		free(description->groups[i].meanings);
	}
	free(description->groups);
	free(description->sources);
	free(sources->host);
	free(sources->values);
	free(sources->absent);
	for (size_t i = 0; i < sources->count; i++)
		source_close(&sources->list[i]);
	free(sources->list);
}

/* --- the command --- */

/* A recording in progress. */
struct record_run {
	struct sources sources;
	struct store store;
	struct pace pace;
	char **names; /* of registers; NULL: the static tile counters */
};

static const struct options_part parts[] = {
	OPTIONS_PART(struct record_run, store, &store_options),
	OPTIONS_PART(struct record_run, pace, &pace_options),
	DEVICE_NIC, DEVICE_NAMED, { 0 }
};

static const struct options options = {
	.parts = parts,
	.argument = ARGUMENT_ALL(struct record_run, names, NULL),
	.args_doc = "[NAME|NAME:FIELD|GLOB|0xADDR...]",
	.doc = "Record registers at whole multiples of the period; see `gpcd replay'.\n"
	       "\vWithout a register: the static tile counters, or all counters of a network\n"
	       "interface. -d may be repeated. SIGINT and SIGTERM end it with a whole file,\n"
	       "and so does the end of its terminal. If it is killed, or the machine stops,\n"
	       "at most the time of --flush is lost.\n"
	       "SIGHUP begins a new file: the old one is renamed as below, unless it has been\n"
	       "already. A file that is full (--max-size) or old enough (--max-age) is\n"
	       "renamed: the time of its first record is added to its name.",
};

/* Count the periods since the last record of a file that is continued. */
static uint64_t periods_since(const struct store *store, uint64_t time)
{
	uint64_t periods;

	if (!store->last || time <= store->last)
		return 0;
	periods = (time - store->last + store->period / 2) / store->period;
	return periods ? periods - 1 : 0;
}

static int record_step(void *data, const struct pace_step *at)
{
	struct record_run *run = data;
	uint64_t missed = at->first ? periods_since(&run->store, realtime_ns()) : at->missed;
	int code = sources_read(&run->sources, missed);

	if (code)
		return code;
	code = store_add(&run->store, sources_time(&run->sources), run->sources.values,
			 run->sources.absent);
	if (code)
		return code;
	run->pace.written++;
	run->pace.torn += sources_torn(&run->sources);
	return 0;
}

static int record_reload(void *data)
{
	struct record_run *run = data;

	return store_reopen(&run->store);
}

/* Records wait in memory until their block is full: only now is it known how many the file has. */
static int record_finish(void *data)
{
	struct record_run *run = data;
	int code = store_close(&run->store);

	run->pace.written = run->store.written;
	return code;
}

int cmd_record(int argc, char **argv)
{
	struct record_run run = {
		.store.fd = -1, .pace.reload = record_reload, .pace.finish = record_finish,
	};
	int code, broken;

	options_parse(&options, argc, argv, &run);
	/* SIGHUP may arrive while waiting for devices. */
	stop_reloads();
	code = sources_open(&run.sources, run.names);
	if (!code) {
		run.store.period = pace_period(&run.pace);
		run.store.description = &run.sources.description;
		code = store_open(&run.store);
	}
	if (!code)
		code = pace_run(&run.pace, record_step, &run);
	broken = store_close(&run.store);
	if (!code)
		code = run.sources.code;
	sources_close(&run.sources);
	return broken ? broken : code;
}
