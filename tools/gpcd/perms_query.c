// SPDX-License-Identifier: GPL-2.0-only
/* What this process may read of a device, why, and how it could read more. */
#include <errno.h>
#include <stdbool.h>

#include "cli/cli.h"
#include "cli/devname.h"
#include "cli/out/table.h"
#include "device/device.h"
#include "perms.h"

static const struct column columns[] = {
	{ "level", COLUMN_TEXT, false },
	{ "may_read", COLUMN_TEXT, false },
	{ "source", COLUMN_TEXT, false },
	{ "why", COLUMN_TEXT, false },
	{ "job", COLUMN_WIDE, false },
	{ "entry_job", COLUMN_WIDE, false },
	{ "default_level", COLUMN_TEXT, false },
	{ "ignored", COLUMN_BOOL, false },
	{ "own", COLUMN_BOOL, false },
	{ "remedy", COLUMN_TEXT, false },
};

static const struct {
	const char *name;
	const char *may_read;
} levels[] = {
	[GPCD_LEVEL_NONE] = { "none", "nothing" },
	[GPCD_LEVEL_NIC] = { "nic", "the NIC registers of the job's own devices" },
	[GPCD_LEVEL_LOCAL] = { "local", "the job's own devices and the tiles of their routers" },
	[GPCD_LEVEL_ALL] = { "all", "everything; other devices by --nic-addr too" },
};

static const struct {
	const char *name;
	const char *why;
} sources[] = {
	[GPCD_PERMS_DEFAULT] = { "default",
		"no entry for the job or a cgroup above it: the module's default" },
	[GPCD_PERMS_ENTRY] = { "entry", "the entry of entry_job: the job or a cgroup above it" },
	[GPCD_PERMS_IGNORED] = { "ignored", "permissions are being ignored" },
	[GPCD_PERMS_PRIVILEGE] = { "privilege", "CAP_PERFMON or CAP_SYS_ADMIN" },
};

static const char *level_word(unsigned int i)
{
	return levels[i].name;
}

const struct words perms_levels = { .name = level_word, .count = ARRAY_SIZE(levels) };

/* Check if the level would permit reading, but the device belongs to another job. */
static bool owns_nothing_of_it(const struct gpcd_perms_query *perms)
{
	return !perms->own && perms->level > GPCD_LEVEL_NONE && perms->level < GPCD_LEVEL_ALL;
}

static void add_verdict(struct table *table, struct gpcd *device,
			const struct gpcd_perms_query *perms)
{
	table_add(table, "%s", levels[perms->level].name);
	if (devname_is_image(gpcd_path(device))) {
		table_add(table, "everything");
		table_add(table, "image");
		table_add(table, "anyone who may open the image may read it");
		return;
	}
	table_add(table, "%s%s", owns_nothing_of_it(perms) ? "nothing of this device; " : "",
		  levels[perms->level].may_read);
	table_add(table, "%s", sources[perms->source].name);
	table_add(table, "%s", sources[perms->source].why);
}

static void add_remedy(struct table *table, struct gpcd *device,
		       const struct gpcd_perms_query *perms)
{
	if (owns_nothing_of_it(perms))
		table_add(table, "as root: gpcd perms set %ju %s %s and the job's other devices",
			  (uintmax_t)perms->job, levels[perms->level].name, gpcd_path(device));
	else if (perms->level < GPCD_LEVEL_ALL)
		table_add(table, "as root: gpcd perms set %ju %s", (uintmax_t)perms->job,
			  levels[perms->level + 1].name);
	else
		table_skip(table);
}

static int print_answer(struct gpcd *device, const struct gpcd_perms_query *perms)
{
	struct table table = {
		.name = "perms",
		.columns = columns,
		.ncolumns = ARRAY_SIZE(columns),
		.upright = true,
	};

	add_verdict(&table, device, perms);
	table_number(&table, perms->job);
	if (perms->entry_job)
		table_number(&table, perms->entry_job);
	else
		table_skip(&table);
	table_add(&table, "%s", levels[perms->default_level].name);
	table_add(&table, "%s", perms->ignored ? "yes" : "no");
	table_add(&table, "%s", perms->own ? "yes" : "no");
	add_remedy(&table, device, perms);
	return table_print(&table);
}

int perms_query(void)
{
	struct gpcd_perms_query perms = { 0 };
	struct gpcd *device;
	int code = device_open_named(&device);
	int err;

	if (code)
		return code;
	err = gpcd_perms_query(device, &perms);
	if (!err && (perms.level > GPCD_LEVEL_ALL || perms.default_level > GPCD_LEVEL_ALL ||
		     perms.source > GPCD_PERMS_PRIVILEGE))
		err = -EPROTO;
	code = err ? device_failed(device, err) : print_answer(device, &perms);
	gpcd_close(device);
	return code;
}
