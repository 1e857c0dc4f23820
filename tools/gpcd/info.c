// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "cli.h"
#include "device.h"

static const struct column columns[] = {
	{ "device", COLUMN_TEXT, false },
	{ "chip", COLUMN_TEXT, false },
	{ "nic_addr", COLUMN_NUMBER, false },
	{ "nic_index", COLUMN_NUMBER, false },
	{ "nics", COLUMN_NUMBER, false },
	{ "coord", COLUMN_TEXT, false },
	{ "chip_id", COLUMN_WIDE, false },
	{ "epoch", COLUMN_WIDE, false },
	{ "registers", COLUMN_NUMBER, false },
	{ "abi_version", COLUMN_NUMBER, false },
	{ "catalogue_hash", COLUMN_TEXT, false },
	{ "features", COLUMN_LIST, false },
};

static const struct argp argp = {
	.doc = "Say what a device is.",
	.children = cli_output_options,
};

static const struct {
	uint64_t bit;
	const char *name;
} features[] = {
	{ GPCD_FEATURE_CHIP_TIME, "chip-time" },
	{ GPCD_FEATURE_EMULATED, "emulated" },
	{ GPCD_FEATURE_LEGACY, "legacy" },
};

static void add_features(struct table *table, uint64_t bits)
{
	char words[64] = "";

	for (size_t i = 0; i < sizeof(features) / sizeof(features[0]); i++) {
		if (!(bits & features[i].bit))
			continue;
		strcat(words, *words ? " " : "");
		strcat(words, features[i].name);
	}
	table_add(table, "%s", words);
}

static int info_print(struct gpcd *device, const struct gpcd_info *info)
{
	struct table table = TABLE("devices", columns);

	table.upright = true;
	table_add(&table, "%s", gpcd_path(device));
	table_add(&table, "%s", gpcd_chip_name(info->chip));
	table_add(&table, "%u", info->nic_addr);
	table_add(&table, "%u", info->nic_index);
	table_add(&table, "%u", info->nics);
	table_add(&table, COORD_FMT, COORD_ARGS(info->coord));
	table_add(&table, "%" PRIu64, (uint64_t)info->chip_id);
	table_add(&table, "%" PRIu64, (uint64_t)info->epoch);
	table_add(&table, "%u", info->nregs);
	table_add(&table, "%u", info->abi_version);
	table_add(&table, "%016" PRIx64, (uint64_t)info->catalogue_hash);
	add_features(&table, info->features);
	return table_print(&table);
}

int cmd_info(int argc, char **argv)
{
	struct gpcd_info info = { 0 };
	struct gpcd *device;
	int code, err;

	cli_parse(&argp, argc, argv, NULL);
	code = device_open(&device);
	if (code)
		return code;
	err = gpcd_get_info(device, &info);
	code = err ? device_failed(device, err) : info_print(device, &info);
	gpcd_close(device);
	return code;
}
