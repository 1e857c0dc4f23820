// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "cli/out/complain.h"
#include "cli/util.h"
#include "describe.h"

/* The column that may contain commas comes last, for scripts that split CSV at commas. */
const struct column describe_columns[DESCRIBE_COLUMNS] = {
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
	{ "read_by", COLUMN_TEXT, true },
	{ "not_mapped", COLUMN_TEXT, true },
	{ "state", COLUMN_TEXT, false },
	{ "coord", COLUMN_TEXT, false },
};

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
	{ GPCD_FEATURE_ALARM, "alarm" },
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

/* Add how its registers are read, and why not through a mapping. */
static void add_way(struct table *table, const struct gpcd *device)
{
	static const char * const names[] = {
		[GPCD_WAY_CALLS] = "calls", [GPCD_WAY_MAPPED] = "mapping", [GPCD_WAY_FILE] = "file",
	};
	int why;

	table_add(table, "%s", names[gpcd_way(device, &why)]);
	if (!why)
		table_skip(table);
	else if (why == -EOPNOTSUPP)
		table_add(table, "the device does not offer it");
	else if (why == -EBUSY)
		table_add(table, "its clock or its registers need calls");
	else
		table_add(table, "%s", strerror(-why));
}

void describe_device(struct table *table, const struct gpcd *device,
		     const struct gpcd_info *info)
{
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
	add_way(table, device);
	table_add(table, gpcd_abandoned(device) ? "abandoned" : "live");
	table_add(table, "%u,%u,%u", info->coord[0], info->coord[1], info->coord[2]);
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

void describe_failed(struct table *table, const char *name, int err)
{
	table_add(table, "%s", name);
	for (size_t i = 1; i < DESCRIBE_COLUMNS - 2; i++)
		table_skip(table);
	table_add(table, "%s", state_name(err));
	table_skip(table);
}
