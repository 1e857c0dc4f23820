// SPDX-License-Identifier: GPL-2.0-only
/* The dictionary of metrics, and the checker of metrics files. It needs no device. */
#include <string.h>

#include <gpcd/gpcd.h>

#include "cli/cli.h"
#include "cli/metrics/sets.h"
#include "cli/options.h"
#include "cli/out/format.h"
#include "cli/pick.h"
#include "commands.h"
#include "device/device.h"
#include "device/names.h"
#include "device/options.h"

static const struct column columns[] = {
	{ "chip", COLUMN_TEXT, false },
	{ "name", COLUMN_TEXT, false },
	{ "set", COLUMN_TEXT, false },
	{ "per", COLUMN_TEXT, false },
	{ "unit", COLUMN_TEXT, false },
	{ "meaning", COLUMN_TEXT, false },
	{ "formula", COLUMN_TEXT, true },
};

/* Which metrics are wanted. */
struct metrics_choice {
	struct gpcd *device; /* or NULL; some chips are known only as long as they are open */
	/* enum gpcd_chip; GPCD_CHIP_NONE: the device's, or all without a device */
	unsigned int chip;
	struct sets_wanted wanted;
	const char *file; /* to check, or NULL */
};

static const struct option_row rows[] = {
	{ "chip", 'c', "CHIP", 0, "default: the device's, without one all",
	  OPTION_CALL(struct metrics_choice, chip, names_chip), .words = &names_chips,
	  .describe = names_chip_help },
	{ "check", 0, "FILE", 0, "check a file of metrics of --chip, and list them",
	  OPTION_ONCE(struct metrics_choice, file) },
	{ 0 }
};

static int want_metric(struct options_state *state, const char *arg, void *input)
{
	struct metrics_choice *choice = input;

	if (choice->wanted.count == SETS_WANTED_MAX)
		return options_reject(state, "%s: at most %d names", arg, SETS_WANTED_MAX);
	choice->wanted.names[choice->wanted.count++] = arg;
	return 0;
}

static int check_metrics(struct options_state *state, void *input)
{
	const struct metrics_choice *choice = input;

	if (choice->file && choice->chip == GPCD_CHIP_NONE)
		return options_reject(state, "--check needs --chip: whose registers are they?");
	return 0;
}

static const struct options_part parts[] = { DEVICE_NAMED, { .options = &format_options }, { 0 } };

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_EACH(want_metric, NULL),
	.check = check_metrics,
	.args_doc = "[SET|NAME|GLOB...]",
	.doc = "Say what metrics mean: numbers that formulas make of registers.\n"
	       "\vgpcd-metrics(5) has the language of formulas, and where files of metrics lie.",
};

static void add_metric(struct table *table, unsigned int chip, const struct metric *metric)
{
	table_add(table, "%s", gpcd_chip_name(chip));
	table_add(table, "%s", metric->name);
	table_add(table, "%s", metric->set);
	table_add(table, "%s", metrics_per_name(metric->per));
	table_add(table, "%s", metric->unit);
	table_add(table, "%s", metric->help);
	table_add(table, "%s", metric->text);
}

/* Names that one chip lacks may exist on another. */
static int add_metrics(struct table *table, const struct metrics_choice *choice, unsigned int chip)
{
	struct metrics metrics;
	int code;

	if (choice->file)
		code = sets_read_file(&metrics, chip, choice->file);
	else
		code = sets_read(&metrics, chip);
	if (code)
		return code;
	if (choice->chip != GPCD_CHIP_NONE)
		code = sets_check(&choice->wanted, &metrics);
	for (size_t i = 0; !code && i < metrics.count; i++) {
		if (sets_want(&choice->wanted, &metrics.list[i]))
			add_metric(table, chip, &metrics.list[i]);
	}
	metrics_free(&metrics);
	return code;
}

/* Report a name that no chip has, with a similar name from any chip. */
static int complain_known_nowhere(const struct metrics_choice *choice)
{
	const char *name = choice->wanted.count ? choice->wanted.names[0] : "";
	unsigned int chip = GPCD_CHIP_NONE;
	char hint[NEAREST_ROOM + 32];
	struct nearest nearest;

	nearest_begin(&nearest, name);
	while ((chip = gpcd_chip_next(chip)) != GPCD_CHIP_NONE) {
		struct metrics metrics;
		int code = choice->file ? sets_read_file(&metrics, chip, choice->file) :
					  sets_read(&metrics, chip);

		if (code)
			return code;
		sets_offer(&metrics, &nearest);
		metrics_free(&metrics);
	}
	complain("no chip has a set of metrics or a metric '%s': see `gpcd metrics'%s", name,
		 nearest_hint(&nearest, hint));
	return EXIT_USAGE;
}

static int add_all(struct table *table, const struct metrics_choice *choice)
{
	unsigned int chip = GPCD_CHIP_NONE;
	int code = 0;

	if (choice->chip != GPCD_CHIP_NONE)
		return add_metrics(table, choice, choice->chip);
	while (!code && (chip = gpcd_chip_next(chip)) != GPCD_CHIP_NONE)
		code = add_metrics(table, choice, chip);
	if (!code && !table->count && !table->error)
		code = complain_known_nowhere(choice);
	return code;
}

/* A device that was named must open; without one, list all chips. */
static int find_chip(struct metrics_choice *choice)
{
	int code;

	if (choice->chip != GPCD_CHIP_NONE || !device_is_named())
		return 0;
	code = device_open_router(&choice->device);
	if (!code)
		choice->chip = gpcd_chip(choice->device);
	return code;
}

int cmd_metrics(int argc, char **argv)
{
	struct metrics_choice choice = { 0 };
	struct table table = {
		.name = "metrics",
		.columns = columns,
		.ncolumns = ARRAY_SIZE(columns),
	};
	int code;

	options_parse(&options, argc, argv, &choice);
	code = find_chip(&choice);
	if (!code)
		code = add_all(&table, &choice);
	gpcd_close(choice.device);
	if (code) {
		table_free(&table);
		return code;
	}
	table.upright = table_rows(&table) == 1;
	return table_print(&table);
}
