// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <gpcd/image.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "cli/cli.h"
#include "cli/devices.h"
#include "cli/wait/wait.h"
#include "exports.h"
#include "gpcd-exporter/expose/page.h"

/* Descriptors reserved for clients, pages and everything else. */
#define OWN_DESCRIPTORS	128

/* Return text that explains why exports_add() failed with @err. */
static const char *reason_left_out(int err)
{
	switch (err) {
	case -E2BIG:
		return "more devices than may be exported";
	case -EEXIST:
		return "two names that are one as labels";
	default:
		return strerror(-err);
	}
}

static void free_search(struct search *search)
{
	if (!search)
		return;
	free(search->name);
	free(search->labels);
	free(search);
}

static struct search *make_search(const char *name)
{
	struct search *search = calloc(1, sizeof(*search));

	if (!search)
		return NULL;
	search->count = -1;
	search->name = strdup(name);
	search->labels = page_label(NULL, "device", name);
	if (search->name && search->labels)
		return search;
	free_search(search);
	return NULL;
}

/* A running search. */
struct run {
	int (*take)(void *data, const char *name);	/* called for each device */
	void *data;
	int err;					/* first error of take */
};

static int take_one(void *data, const char *name)
{
	struct run *run = data;
	int err = run->take(run->data, name);

	if (!run->err)
		run->err = err;
	return 0;
}

static void report_search(struct search *search, int err)
{
	const char *why = err ? device_reason(err) : NULL;

	if (why && search->why != why)
		complain("%s: down: %s: %s", search->name, why, reason_left_out(err));
	else if (!why && search->why)
		complain("%s: up", search->name);
	search->why = why;
}

/*
 * Call @take with the name of each device that the pattern matches. An error for one device does
 * not stop the search; the first error is the search's result.
 */
static void run_search(struct search *search, int (*take)(void *data, const char *name), void *data)
{
	struct run run = { .take = take, .data = data };
	int found = devname_each(search->name, take_one, &run);

	report_search(search, found < 0 ? found : run.err);
	if (!found && search->count < 0)
		complain("%s: no %s matches this pattern yet", search->name,
			 devname_is_nic(search->name) ? "interface" : "file");
	search->count = found > 0 ? found : 0;
	search->whole = found >= 0;
}

/* --- all devices --- */

static int add_export(struct exports *exports, const char *name, const struct search *search)
{
	struct device *device = device_make(name, exports->chips, exports->whole);
	int err = device ? table_keep(&exports->devices, device) : -ENOMEM;

	if (err) {
		device_free(device);
		return err;
	}
	device->search = search;
	device->found = true;
	return 0;
}

static struct search **find_search(struct exports *exports, const char *name)
{
	for (size_t i = 0; i < exports->search_count; i++) {
		if (!strcmp(exports->searches[i]->name, name))
			return &exports->searches[i];
	}
	return NULL;
}

static int add_search(struct exports *exports, const char *name)
{
	struct search *search;

	if (find_search(exports, name))
		return 0;
	if (exports->search_count == EXPORTS_SEARCHES)
		return -E2BIG;
	search = make_search(name);
	if (!search)
		return -ENOMEM;
	exports->searches[exports->search_count++] = search;
	return 0;
}

/*
 * A device found by a pattern stays, once it is also named, even if the pattern no longer finds it.
 */
static int add_named(struct exports *exports, const char *name)
{
	struct device *device;

	if (devname_is_pattern(name))
		return add_search(exports, name);
	device = table_find(&exports->devices, name);
	if (!device)
		return add_export(exports, name, NULL);
	device->search = NULL;
	return 0;
}

int exports_add(struct exports *exports, const char *name)
{
	int err = add_named(exports, name);

	if (!err)
		return 0;
	complain("%s: %s", name, reason_left_out(err));
	return err == -ENOMEM ? EXIT_RUNTIME : EXIT_USAGE;
}

/* A running search of the exports. */
struct finding {
	struct exports *exports;
	const struct search *search;
	size_t next;	/* index of the device that is likely the next one */
};

/* Devices are mostly found in the order in which they were added. */
static struct device *find_device(struct finding *finding, const char *name)
{
	const struct table *table = &finding->exports->devices;
	struct device *device;

	if (finding->next < table->count && !strcmp(table->list[finding->next]->name, name))
		return table->list[finding->next++];
	device = table_find(table, name);
	if (device && device->index < table->count && table->list[device->index] == device)
		finding->next = device->index + 1;
	return device;
}

/* A device that its own pattern no longer finds passes to another pattern that finds it. */
static void note_found(struct device *device, const struct search *search)
{
	if (device->search && !device->found)
		device->search = search;
	device->found = true;
}

static int take_found(void *data, const char *name)
{
	struct finding *finding = data;
	struct device *device = find_device(finding, name);

	if (!device)
		return add_export(finding->exports, name, finding->search);
	note_found(device, finding->search);
	return 0;
}

/*
 * Image files and interfaces come and go under ever new names; device nodes belong to this machine
 * and stay.
 */
static bool is_over(const struct device *device, const void *data)
{
	(void)data;
	if (!device->search || device->found || !device->search->whole ||
	    (!devname_is_image(device->name) && !devname_is_nic(device->name)))
		return false;
	complain_of(device->name, devname_is_nic(device->name) ? "it is gone" : "its file is gone");
	return true;
}

static void run_searches(struct exports *exports, int (*take)(void *data, const char *name))
{
	struct finding finding = { .exports = exports };

	for (size_t i = 0; i < exports->devices.count; i++)
		exports->devices.list[i]->found = false;
	for (size_t i = 0; i < exports->search_count; i++) {
		finding.search = exports->searches[i];
		run_search(exports->searches[i], take, &finding);
	}
}

/* A leader is added while what it counted is in the caches. */
static void read_one(struct exports *exports, struct device *device, size_t room)
{
	device_read(device, &exports->choice, exports->cables, room);
	if (device_is_up(device) && device->chip->leader == device)
		totals_add_growth(&device->totals, device->chip->sums);
}

static int read_devices(void *data)
{
	struct exports *exports = data;
	size_t used = 0;

	for (size_t i = 0; i < exports->devices.count; i++)
		used += exports->devices.list[i]->count;
	for (size_t i = 0; i < exports->devices.count; i++) {
		struct device *device = exports->devices.list[i];

		if (device->twin)
			continue;
		used -= device->count;
		read_one(exports, device, used < exports->limit ? exports->limit - used : 0);
		used += device->count;
	}
	return 0;
}

/*
 * The limit is lowered while devices are opened and read, so that the last descriptors are left for
 * other uses. A guard around all readings saves the system calls of the guards of each.
 */
static void read_among_others(struct exports *exports)
{
	struct rlimit all = { 0 }, ours;

	getrlimit(RLIMIT_NOFILE, &all);
	ours = all;
	if (all.rlim_cur > OWN_DESCRIPTORS) {
		ours.rlim_cur -= OWN_DESCRIPTORS;
		setrlimit(RLIMIT_NOFILE, &ours);
	}
	gpcd_image_guard(read_devices, exports);
	if (all.rlim_cur > OWN_DESCRIPTORS)
		setrlimit(RLIMIT_NOFILE, &all);
}

/* A leader stays as long as it is up, so that no reading is lost. */
static void lead_chips(const struct table *devices)
{
	for (size_t i = 0; i < devices->count; i++) {
		const struct device *device = devices->list[i];

		if (!device_is_up(device) || device->chip->leader)
			continue;
		device->chip->leader = device;
		totals_add_growth(&device->totals, device->chip->sums);
	}
}

void exports_read(struct exports *exports)
{
	run_searches(exports, take_found);
	table_drop(&exports->devices, is_over, NULL);
	choice_tidy(&exports->choice);
	label_files_read(&exports->labels);
	pair_twins(&exports->devices);
	read_among_others(exports);
	lead_chips(&exports->devices);
	findings_judge(exports);
	complain_rest();
	exports->read_ns = monotonic_ns();
}

size_t exports_up(const struct exports *exports, size_t *count)
{
	const struct table *devices = &exports->devices;
	size_t up = 0, twins = 0;

	for (size_t i = 0; i < devices->count; i++) {
		up += device_is_up(devices->list[i]);
		twins += devices->list[i]->twin;
	}
	*count = devices->count - twins;
	return up;
}

bool exports_complete(const struct exports *exports)
{
	size_t count;

	for (size_t i = 0; i < exports->search_count; i++) {
		if (exports->searches[i]->why || !exports->searches[i]->count)
			return false;
	}
	return exports_up(exports, &count) == count && exports->labels.whole;
}

void exports_free(struct exports *exports)
{
	table_clear(&exports->devices);
	for (size_t i = 0; i < exports->search_count; i++)
		free_search(exports->searches[i]);
	free(exports->chips);
	choice_free(&exports->choice);
	interconnect_free(exports->cables);
	label_files_free(&exports->labels);
	findings_free(&exports->findings);
	memset(exports, 0, sizeof(*exports));
}

int exports_init(struct exports *exports)
{
	memset(exports, 0, sizeof(*exports));
	exports->chips = calloc(1, sizeof(*exports->chips));
	return exports->chips ? 0 : -ENOMEM;
}

/* Marks devices that were named or found by a pattern, and no longer are. */
static const struct search nobodys;

/*
 * Keep the state of patterns that the new configuration has, too, and the devices that they found.
 */
static void inherit_searches(struct exports *exports, struct exports *before)
{
	for (size_t i = 0; i < before->search_count; i++)
		before->searches[i]->wanted = false;
	for (size_t i = 0; i < exports->search_count; i++) {
		struct search *fresh = exports->searches[i];
		struct search **old = find_search(before, fresh->name);

		if (old) {
			exports->searches[i] = *old;
			*old = fresh;
		}
		exports->searches[i]->wanted = true;
	}
}

static void inherit_devices(struct exports *exports, struct exports *before)
{
	for (size_t i = 0; i < exports->devices.count; i++)
		exports->devices.list[i]->chips = exports->chips;
	for (size_t i = 0; i < before->devices.count; i++) {
		struct device *device = before->devices.list[i];

		if (table_find(&exports->devices, device->name))
			device->search = NULL;
		else if (!device->search || !device->search->wanted)
			device->search = &nobodys;
	}
	table_inherit(&exports->devices, &before->devices);
}

static int adopt_found(void *data, const char *name)
{
	struct finding *finding = data;
	struct device *device = table_find(&finding->exports->devices, name);

	if (device && device->search == &nobodys)
		device->search = finding->search;
	return 0;
}

static bool is_nobodys(const struct device *device, const void *data)
{
	(void)data;
	return device->search == &nobodys;
}

/* Devices keep their totals even if a name replaces a pattern or a pattern a name. */
static void inherit(struct exports *exports, struct exports *before)
{
	struct exports own = *exports;

	exports->chips = before->chips;
	exports->choice = before->choice;
	exports->cables = before->cables;
	exports->cables_file = before->cables_file;
	exports->choice.wanted = own.choice.wanted;
	before->chips = own.chips;
	before->choice = own.choice;
	before->cables = own.cables;
	inherit_searches(exports, before);
	inherit_devices(exports, before);
	run_searches(exports, adopt_found);
	table_drop(&exports->devices, is_nobodys, NULL);
}

void exports_replace(struct exports *exports, struct exports *next, bool keep)
{
	if (keep)
		inherit(next, exports);
	exports_free(exports);
	*exports = *next;
	memset(next, 0, sizeof(*next));
}
