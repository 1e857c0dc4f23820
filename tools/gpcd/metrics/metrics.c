// SPDX-License-Identifier: GPL-2.0-only
/* The dictionary of metrics, and the checker of metrics files. It needs no device. */
#include <stdio.h>
#include <string.h>

#include <gpcd/gpcd.h>

#include "cli/cli.h"
#include "cli/metrics/sets.h"
#include "cli/options.h"
#include "cli/out/format.h"
#include "cli/pick.h"
#include "commands.h"
#include "device/device.h"
#include "device/drivers.h"
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

/* Columns of --limits; bounds are numbers, as in formulas. */
static const struct column limit_columns[] = {
	{ "chip", COLUMN_TEXT, false },
	{ "name", COLUMN_TEXT, false },
	{ "above", COLUMN_REAL, false },
	{ "below", COLUMN_REAL, false },
	{ "unit", COLUMN_TEXT, false },
	{ "reason", COLUMN_TEXT, false },
};

/* Which metrics are wanted. */
struct metrics_choice {
	struct gpcd *device; /* or NULL; some chips are known only as long as they are open */
	/* enum gpcd_chip; GPCD_CHIP_NONE: the device's, or all without a device */
	unsigned int chip;
	struct sets_wanted wanted;
	const char *named; /* the chip of --chip, or NULL */
	const char *file; /* to check, or NULL */
	bool limits; /* not the metrics, but their limits */
};

static const struct option_row rows[] = {
	{ "chip", 'c', "CHIP", 0, "or a driver; default: the device's, without one all",
	  OPTION_TEXT(struct metrics_choice, named), .words = &names_chips,
	  .describe = names_chip_help },
	{ "check", 0, "FILE", 0,
	  "check a file of metrics of the chip, which is to be named, and list them",
	  OPTION_ONCE(struct metrics_choice, file) },
	{ "limits", 0, NULL, 0, "limits of metrics, beyond which --wrong of commands shows them",
	  OPTION_FLAG(struct metrics_choice, limits) },
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

	if (choice->file && !choice->named && !device_is_named())
		return options_reject(state,
				      "--check needs --chip or -d: whose registers are they?");
	return 0;
}

static const struct options_part parts[] = { DEVICE_NAMED, { .options = &format_options }, { 0 } };

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_EACH(want_metric, NULL),
	.check = check_metrics,
	.args_doc = "[SET|NAME|GLOB|WORD...]",
	.doc = "Say what metrics mean: numbers that formulas make of registers. WORDs that\n"
	       "are no names are looked for in their meanings.\n"
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

/* Add a limit, of a metric that may be a text's that was not read. */
static void list_limit(struct table *table, const struct metrics *metrics, unsigned int chip,
		       const struct metrics_limit *limit)
{
	const struct metric *metric = metrics_find(metrics, limit->metric);

	table_add(table, "%s", gpcd_chip_name(chip));
	table_add(table, "%s", limit->metric);
	if (limit->below)
		table_skip(table);
	table_add(table, "%g", limit->bound);
	if (!limit->below)
		table_skip(table);
	table_add(table, "%s", metric ? metric->unit : "");
	table_add(table, "%s", limit->why);
}

static void list_limits(struct table *table, const struct metrics_choice *choice,
			const struct metrics *metrics, unsigned int chip)
{
	for (size_t i = 0; i < metrics->limit_count; i++) {
		const struct metrics_limit *limit = &metrics->limits[i];
		const struct metric *metric = metrics_find(metrics, limit->metric);

		if (metric ? sets_want(&choice->wanted, metric) : !!choice->file)
			list_limit(table, metrics, chip, limit);
	}
}

/* Chips and drivers that no set is for are only missing if they are asked for by name. */
static int read_metrics(const struct metrics_choice *choice, unsigned int chip,
			struct metrics *metrics)
{
	if (choice->file)
		return sets_check_file(metrics, chip, choice->file);
	if (choice->chip == GPCD_CHIP_NONE)
		return sets_find(metrics, chip);
	return sets_read(metrics, chip);
}

/* Room for what a metric means, to search in. */
#define TEXT_ROOM	2048

/* What is being listed, and the names that are like one that was not found. */
struct listing {
	const struct metrics_choice *choice;
	struct table *table;
	struct nearest nearest;
	size_t known; /* metrics, whether they are listed or not */
	bool strict; /* each name must be one of the chip's; else at least one */
	struct search search; /* words instead of names, or none */
};

/* Whether a metric is listed: by its name or set, or by a word of its meaning. */
static bool is_listed(const struct listing *listing, const struct metric *metric)
{
	char text[TEXT_ROOM];

	if (!listing->search.count)
		return sets_want_object(&listing->choice->wanted, metric, NULL);
	snprintf(text, sizeof(text), "%s %s %s", metric->name, metric->unit, metric->help);
	return search_finds(&listing->search, text);
}

/* Names that one chip lacks may exist on another. */
static int add_metrics(void *data, unsigned int chip)
{
	struct listing *listing = data;
	const struct metrics_choice *choice = listing->choice;
	struct metrics metrics;
	int code = read_metrics(choice, chip, &metrics);

	if (code)
		return code;
	if (choice->limits)
		list_limits(listing->table, choice, &metrics, chip);
	for (size_t i = 0; !choice->limits && i < metrics.count; i++) {
		if (is_listed(listing, &metrics.list[i]))
			add_metric(listing->table, chip, &metrics.list[i]);
	}
	if (choice->chip != GPCD_CHIP_NONE && !listing->search.count &&
	    (listing->strict || listing->table->count))
		code = sets_check(&choice->wanted, &metrics);
	metrics_free(&metrics);
	return code;
}

static int offer_metrics(void *data, unsigned int chip)
{
	struct listing *listing = data;
	struct metrics metrics;
	int code = read_metrics(listing->choice, chip, &metrics);

	if (code)
		return code;
	sets_offer(&metrics, &listing->nearest);
	listing->known += metrics.count;
	metrics_free(&metrics);
	return 0;
}

/* Call @take for the chips of the catalogue, and for drivers' chips, until it fails. */
static int each_chip(int (*take)(void *data, unsigned int chip), struct listing *listing)
{
	unsigned int chip = GPCD_CHIP_NONE;
	int code = 0;

	while (!code && (chip = gpcd_chip_next(chip)) != GPCD_CHIP_NONE)
		code = take(listing, chip);
	return code ? code : drivers_each(take, listing);
}

/* Report a name that no chip has, with a similar name from any chip. */
static int complain_known_nowhere(struct listing *listing)
{
	const struct sets_wanted *wanted = &listing->choice->wanted;
	const char *name = wanted->count ? wanted->names[0] : "";
	char hint[NEAREST_ROOM + 32];
	struct metrics none;
	int code;

	nearest_begin(&listing->nearest, name);
	code = each_chip(offer_metrics, listing);
	if (code)
		return code;
	if (!listing->known)
		return sets_read(&none, GPCD_CHIP_NONE + 1);
	complain("no chip has a set of metrics or a metric '%s': see `gpcd metrics'%s", name,
		 nearest_hint(&listing->nearest, hint));
	return EXIT_USAGE;
}

static int listing_add_chips(struct listing *listing)
{
	if (listing->choice->chip != GPCD_CHIP_NONE)
		return add_metrics(listing, listing->choice->chip);
	return each_chip(add_metrics, listing);
}

/* Words that name nothing, and are no names or patterns by their letters, are searched for. */
static int add_searched(struct listing *listing)
{
	const struct sets_wanted *wanted = &listing->choice->wanted;
	struct search search = { .loose = true };
	int code;

	for (unsigned int i = 0; i < wanted->count; i++) {
		if (strpbrk(wanted->names[i], "*?[_") || search_add(&search, wanted->names[i]))
			return 0;
	}
	listing->search = search;
	code = listing_add_chips(listing);
	listing->search.count = 0;
	return code;
}

static int add_all(struct table *table, const struct metrics_choice *choice)
{
	struct listing listing = {
		.choice = choice, .table = table, .strict = choice->limits || choice->file,
	};
	int code = listing_add_chips(&listing);

	if (!code && !table->count && !table->error && !listing.strict)
		code = add_searched(&listing);
	if (code || table->count || table->error || choice->limits)
		return code;
	if (choice->chip == GPCD_CHIP_NONE)
		return complain_known_nowhere(&listing);
	listing.strict = true;
	return add_metrics(&listing, choice->chip);
}

/* A device that was named must open; without one, list all chips. */
static int find_chip(struct metrics_choice *choice)
{
	int code;

	if (choice->named) {
		code = drivers_chip(choice->named, &choice->chip);
		return code ? code : drivers_complete(&choice->chip);
	}
	if (!device_is_named())
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
	if (choice.limits) {
		table.name = "limits";
		table.columns = limit_columns;
		table.ncolumns = ARRAY_SIZE(limit_columns);
		table.fit = true;
	}
	code = find_chip(&choice);
	if (!code)
		code = add_all(&table, &choice);
	gpcd_close(choice.device);
	if (code) {
		table_free(&table);
		return code;
	}
	table.upright = !choice.limits && table_rows(&table) == 1;
	return table_print(&table);
}
