// SPDX-License-Identifier: GPL-2.0-only
/* Devices as rows of a table: several for `gpcd list', one for `gpcd info'. */
#include <argz.h>
#include <errno.h>
#include <gpcd/nics.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/complain.h"
#include "cli/out/format.h"
#include "cli/pick.h"
#include "cli/util.h"
#include "commands.h"
#include "device/device.h"
#include "device/options.h"

/* --- a device as a row --- */

/* The column that may contain commas comes last, for scripts that split CSV at commas. */
static const struct column columns[] = {
	{ "device", COLUMN_TEXT, false },
	{ "chip", COLUMN_TEXT, false },
	{ "nic_addr", COLUMN_NUMBER, false },
	{ "nic_index", COLUMN_NUMBER, false },
	{ "nics", COLUMN_NUMBER, true },
	{ "domain", COLUMN_NUMBER, true },
	{ "chip_id", COLUMN_WIDE, true },
	{ "epoch", COLUMN_WIDE, true },
	{ "registers", COLUMN_NUMBER, true },
	{ "abi_version", COLUMN_NUMBER, true },
	{ "catalogue_hash", COLUMN_TEXT, true },
	{ "features", COLUMN_LIST, true },
	{ "regs_max", COLUMN_NUMBER, true },
	{ "ring_regs_max", COLUMN_NUMBER, true },
	{ "ring_records_min", COLUMN_NUMBER, true },
	{ "ring_records_max", COLUMN_NUMBER, true },
	{ "ring_period_min_ns", COLUMN_NS, true },
	{ "ring_period_max_ns", COLUMN_NS, true },
	{ "read_by", COLUMN_TEXT, true },
	{ "not_mapped", COLUMN_TEXT, true },
	{ "state", COLUMN_TEXT, false },
	{ "variant", COLUMN_TEXT, true },
	{ "bus", COLUMN_TEXT, true },
	{ "partner", COLUMN_TEXT, true },
	{ "minor", COLUMN_BOOL, true },
	{ "speed_mbit", COLUMN_MBIT, false },
	{ "link", COLUMN_TEXT, false },
	{ "also", COLUMN_LIST, false },
	{ "coord", COLUMN_TEXT, false },
};

/* Columns of a network interface, and where they and the coordinate of a router begin. */
#define NIC_COLUMNS	7
#define SPARE_COLUMNS	(ARRAY_SIZE(columns) - NIC_COLUMNS - 1)

static const struct {
	uint64_t bit;
	const char *name;
} features[] = {
	{ GPCD_FEATURE_CHIP_TIME, "chip-time" },
	{ GPCD_FEATURE_EMULATED, "emulated" },
	{ GPCD_FEATURE_LEGACY, "legacy" },
	{ GPCD_FEATURE_CALL_CLOCK, "call-clock" },
	{ GPCD_FEATURE_MAP, "map" },
	{ GPCD_FEATURE_RING, "ring" },
	{ GPCD_FEATURE_NETLINK, "netlink" },
	{ GPCD_FEATURE_PERF, "perf" },
};

static void add_features(struct table *table, uint64_t bits)
{
	char words[96] = "";

	for (size_t i = 0; i < ARRAY_SIZE(features); i++) {
		if (!(bits & features[i].bit))
			continue;
		strcat(words, *words ? " " : "");
		strcat(words, features[i].name);
	}
	table_add(table, "%s", words);
}

/* Add how much may be asked of it. */
static void add_limits(struct table *table, const struct gpcd_info *info)
{
	const uint64_t limits[] = {
		info->regs_max, info->ring_regs_max, info->ring_records_min,
		info->ring_records_max, info->ring_period_min_ns, info->ring_period_max_ns,
	};

	for (size_t i = 0; i < ARRAY_SIZE(limits); i++) {
		if (limits[i])
			table_number(table, limits[i]);
		else
			table_skip(table);
	}
}

/* Add how its registers are read, and why not through a mapping. */
static void add_way(struct table *table, const struct gpcd *device)
{
	static const char * const names[] = {
		[GPCD_WAY_CALLS] = "calls", [GPCD_WAY_MAPPED] = "mapping", [GPCD_WAY_FILE] = "file",
		[GPCD_WAY_DRIVER] = "driver",
	};
	int why;

	table_add(table, "%s", names[gpcd_way(device, &why)]);
	if (!why)
		table_skip(table);
	else if (why == -EOPNOTSUPP && gpcd_chip(device) >= GPCD_CHIPS_LEARNED)
		table_add(table, "its module is newer than this gpcd: update gpcd");
	else if (why == -EOPNOTSUPP)
		table_add(table, "the device does not offer it");
	else if (why == -EBUSY)
		table_add(table, "its clock or its registers need calls");
	else
		table_add(table, "%s", strerror(-why));
}

static void add_word(struct table *table, const char *word)
{
	if (word && *word)
		table_add(table, "%s", word);
	else
		table_skip(table);
}

/* The names by which other sources know a port again, found by one search for all ports. */
struct others {
	char *pairs; /* an argz(3) vector, owned: the port's name, its other name, and so on */
	size_t size;
	bool searched;
	int missed; /* exit code of a search that hides some, which is reported once */
};

static int note_other(void *data, const struct gpcd_nic_about *nic)
{
	struct others *others = data;

	if (!nic->same)
		return 0;
	return argz_add(&others->pairs, &others->size, nic->same) ||
	       argz_add(&others->pairs, &others->size, nic->name) ? -ENOMEM : 0;
}

static int find_others(struct others *others)
{
	int err = others->searched ? 0 : gpcd_nics_each(note_other, others);

	others->searched = true;
	if (err == -ENOMEM)
		return err;
	if (err < 0 && !others->missed)
		others->missed = complain_error("network interfaces", err);
	return 0;
}

static void add_others(struct table *table, const char *name, struct others *others)
{
	const char *port = NULL, *other;
	char *names = NULL;
	size_t size = 0;

	table->error = table->error ? table->error : find_others(others);
	while ((port = argz_next(others->pairs, others->size, port))) {
		other = argz_next(others->pairs, others->size, port);
		if (!strcmp(port, name) && argz_add(&names, &size, other))
			table->error = -ENOMEM;
		port = other;
	}
	argz_stringify(names, size, ' ');
	add_word(table, names);
	free(names);
}

/* What a device says of itself. */
struct device_about {
	struct gpcd_info info;
	const struct gpcd_nic_about *nic;	/* NULL, if it is no network interface */
};

static int device_ask(struct gpcd *device, struct device_about *about)
{
	int err;

	about->info.size = sizeof(about->info);
	err = gpcd_get_info(device, &about->info);
	if (err || !gpcd_nic_named(gpcd_path(device)))
		return err;
	return gpcd_nic_about(device, &about->nic);
}

/* Add what only network interfaces have. */
static void add_nic(struct table *table, const struct gpcd_nic_about *nic, struct others *others)
{
	if (!nic) {
		for (unsigned int i = 0; i < NIC_COLUMNS; i++)
			table_skip(table);
		return;
	}
	add_word(table, nic->variant);
	add_word(table, nic->bus);
	add_word(table, nic->partner);
	table_add(table, nic->minor ? "yes" : "no");
	if (nic->bits_per_second)
		table_number(table, nic->bits_per_second / 1000000);
	else
		table_skip(table);
	add_word(table, nic->link);
	/* One of many that containers make is the only name of its port. */
	if (*nic->bus)
		add_others(table, nic->name, others);
	else
		table_skip(table);
}

static void describe_device(struct table *table, struct gpcd *device,
			    const struct device_about *about, struct others *others)
{
	const struct gpcd_info *info = &about->info;

	table_add(table, "%s", gpcd_path(device));
	table_add(table, "%s", gpcd_chip_name(info->chip));
	table_number(table, info->nic_addr);
	table_number(table, info->nic_index);
	table_number(table, info->nics);
	table_number(table, info->domain);
	table_number(table, info->chip_id);
	table_number(table, info->epoch);
	table_number(table, info->nregs);
	table_number(table, info->abi_version);
	table_add(table, "%016jx", (uintmax_t)info->catalogue_hash);
	add_features(table, info->features);
	add_limits(table, info);
	add_way(table, device);
	table_add(table, gpcd_abandoned(device) ? "abandoned" : "live");
	add_nic(table, about->nic, others);
	if (*gpcd_chip_coord(info->chip))
		table_add(table, "%u,%u,%u", info->coord[0], info->coord[1], info->coord[2]);
	else
		table_skip(table);
}

static const char *state_name(int err)
{
	switch (exit_code(err)) {
	case EXIT_PERMISSION:
		return "not-permitted";
	case EXIT_DEVICE:
		return "gone";
	default:
		return "failed";
	}
}

static void describe_failed(struct table *table, const char *name, int err)
{
	table_add(table, "%s", name);
	for (size_t i = 1; i < SPARE_COLUMNS - 1; i++)
		table_skip(table);
	table_add(table, "%s", state_name(err));
	for (size_t i = SPARE_COLUMNS; i < ARRAY_SIZE(columns); i++)
		table_skip(table);
}

/* --- `gpcd list' --- */

static const struct option_row rows[] = {
	{ "verbose", 'v', NULL, 0, "say all of each device, a line each, as info does",
	  OPTION_FLAG(struct table, upright) },
	{ 0 }
};

static const struct options_part parts[] = { DEVICE_NAMED, { .options = &format_options }, { 0 } };

static const struct options list_options = {
	.rows = rows,
	.parts = parts,
	.doc = "List the devices of this machine, and those that -d or $GPCD_DEVICE names.",
};

/* Add a device; return the exit code for this device alone. */
static int add_device(struct table *table, const char *name, struct others *others)
{
	struct device_about about = { 0 };
	struct gpcd *device = NULL;
	int err = gpcd_open(name, &device);

	if (!err)
		err = device_ask(device, &about);
	if (err) {
		device_complain(name, err);
		describe_failed(table, name, err);
	} else {
		describe_device(table, device, &about, others);
	}
	gpcd_close(device);
	return exit_code(err);
}

/* Devices named by -d may still appear; the nodes of this machine exist already. */
static int wait_for_named(void)
{
	struct device_set set;
	int code;

	if (!device_options.wait_ns || !device_is_named())
		return 0;
	code = device_set_find(&set, false);
	for (size_t i = 0; !code && i < set.count; i++)
		device_wait(set.names[i]);
	device_set_free(&set);
	return code;
}

static int add_each(struct table *table, struct device_set *set)
{
	struct others others = { .missed = set->missed };
	int worst = 0, code;

	for (size_t i = 0; i < set->count; i++) {
		code = add_device(table, set->names[i], &others);
		worst = code ? code : worst;
	}
	free(others.pairs);
	return worst ? worst : others.missed;
}

static const struct table empty = {
	.name = "devices",
	.columns = columns,
	.ncolumns = ARRAY_SIZE(columns),
	.spare = SPARE_COLUMNS,
};

int list_devices(struct table *table)
{
	struct device_set set = { 0 };
	bool upright = table->upright;
	int worst = device_set_list(&set);

	*table = empty;
	table->upright = upright;
	if (!worst)
		worst = add_each(table, &set);
	device_set_free(&set);
	return worst;
}

int cmd_list(int argc, char **argv)
{
	struct table table = { 0 };
	int worst, code;

	options_parse(&list_options, argc, argv, &table);
	code = wait_for_named();
	if (code)
		return code;
	worst = list_devices(&table);
	if (worst && !table.count)
		return worst;
	if (!worst && !table.count && !table.error) {
		device_complain(device_path(), -ENOENT);
		worst = EXIT_DEVICE;
	}
	code = table_print(&table);
	return code ? code : worst;
}

/* --- `gpcd info' --- */

static const struct options info_options = {
	.parts = parts,
	.doc = "Say what a device is, or what several are.",
};

/* Add a device; return the exit code for this device alone. */
static int describe_one(struct table *table, const char *name, struct others *others)
{
	struct device_about about = { 0 };
	struct gpcd *device = NULL;
	int err;

	device_wait(name);
	err = gpcd_open(name, &device);
	if (!err)
		err = device_ask(device, &about);
	if (err)
		device_complain(name, err);
	else
		describe_device(table, device, &about, others);
	gpcd_close(device);
	return exit_code(err);
}

int cmd_info(int argc, char **argv)
{
	struct table table = empty;
	struct others others = { 0 };
	struct device_set set;
	int failed, code;

	table.upright = true;
	options_parse(&info_options, argc, argv, NULL);
	failed = device_set_find(&set, false);
	others.missed = set.missed;
	for (size_t i = 0; i < set.count; i++) {
		code = describe_one(&table, set.names[i], &others);
		failed = failed ? failed : code;
	}
	failed = failed ? failed : others.missed;
	free(others.pairs);
	device_set_free(&set);
	if (failed && !table.count && !table.error)
		return failed;
	code = table_print(&table);
	return code ? code : failed;
}
