// SPDX-License-Identifier: GPL-2.0-only
/* The dictionary of registers. It needs no device: the catalogue has the registers of each chip. */
#include <argz.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/format.h"
#include "cli/out/unicode.h"
#include "cli/pick.h"
#include "commands.h"
#include "device/device.h"
#include "device/drivers.h"
#include "device/names.h"
#include "device/options.h"
#include "perms/may.h"

static const struct column columns[] = {
	{ "chip", COLUMN_TEXT, true },
	{ "name", COLUMN_TEXT, false },
	{ "address", COLUMN_TEXT, false },
	{ "block", COLUMN_TEXT, false },
	{ "block_help", COLUMN_TEXT, true },
	{ "needs", COLUMN_LIST, true },
	{ "kind", COLUMN_TEXT, false },
	{ "width", COLUMN_NUMBER, false },
	{ "unit", COLUMN_TEXT, false },
	{ "fields", COLUMN_LIST, true },
	{ "alias_of", COLUMN_TEXT, true },
	{ "inferred", COLUMN_BOOL, true },
	{ "meaning", COLUMN_TEXT, false },
};

static const struct column name_column[] = {
	{ "name", COLUMN_TEXT, false },
};

/* Which registers are wanted. */
struct counters_choice {
	struct gpcd *device; /* or NULL; some chips are known only as long as they are open */
	/* enum gpcd_chip; GPCD_CHIP_NONE: the device's, or all without a device */
	unsigned int chip;
	struct gpcd_query query; /* conditions, except the name */
	struct search search; /* words that descriptions must contain */
	struct option_list words; /* arguments of --search */
	const char *driver; /* -c of a driver */
	bool names_only;
	char **patterns; /* globs, one of which must match the name; NULL: any name */
};

static const struct words kinds = { .name = gpcd_kind_name, .count = GPCD_KINDS };

static int parse_kind(const char *arg, void *kind)
{
	int found = words_find(&kinds, arg);

	if (found < 0)
		return -EINVAL;
	*(int *)kind = found;
	return 0;
}

static const struct option_row rows[] = {
	{ "chip", 'c', "CHIP", 0, "or a driver; default: the device's, without one all",
	  OPTION_TEXT(struct counters_choice, driver), .words = &names_chips,
	  .describe = names_chip_help },
	{ "block", 'b', "GLOB", 0, "registers of these blocks",
	  OPTION_TEXT(struct counters_choice, query.block) },
	{ "kind", 'k', "KIND", 0, "counter, gauge, packed, sticky, set-up, control or saturating",
	  OPTION_CALL(struct counters_choice, query.kind, parse_kind), .words = &kinds },
	{ "row", 'r', "ROW", 0, "registers of the tiles in this row, 0 to 7",
	  OPTION_INT(struct counters_choice, query.row, 0, 7) },
	{ "column", 'l', "COLUMN", 0, "registers of the tiles in this column, 0 to 7",
	  OPTION_INT(struct counters_choice, query.column, 0, 7) },
	{ "search", 's', "WORDS", 0,
	  "registers whose description has all these words; any further argument is one too",
	  OPTION_LIST(struct counters_choice, words) },
	{ "names", 'n', NULL, 0, "names only, one a line",
	  OPTION_FLAG(struct counters_choice, names_only) },
	{ 0 }
};

static int add_words(struct options_state *state, struct search *search, const char *option,
		     const char *words)
{
	if (!search_add(search, words))
		return 0;
	return options_reject(state, "%s'%.64s': up to %d words of up to %d letters", option,
			      words, SEARCH_WORDS, SEARCH_ROOM - 1);
}

/* In a search, an argument that is no glob is another word. Move the globs to the front. */
static int check_counters(struct options_state *state, void *input)
{
	struct counters_choice *choice = input;
	char **globs = choice->patterns, *words = NULL;
	int err = 0;

	while (!err && (words = argz_next(choice->words.argz, choice->words.size, words)))
		err = add_words(state, &choice->search, "--search ", words);
	for (char **arg = choice->patterns; !err && arg && *arg; arg++) {
		if (!choice->search.count || gpcd_is_glob(*arg))
			*globs++ = *arg;
		else
			err = add_words(state, &choice->search, "", *arg);
	}
	if (globs)
		*globs = NULL;
	if (globs == choice->patterns)
		choice->patterns = NULL;
	free(choice->words.argz);
	return err;
}

static const struct options_part parts[] = { DEVICE_NAMED, { .options = &format_options }, { 0 } };

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_ALL(struct counters_choice, patterns, NULL),
	.check = check_counters,
	.args_doc = "[NAME|GLOB|WORD...]",
	.doc = "Say what registers mean: address, block, kind, width in bits, unit.\n"
	       "\vA meaning that is a guess says that it was inferred from the name.",
};

static void add_fields(struct table *table, const struct gpcd_rule *rule)
{
	char words[1024] = "";
	size_t length = 0;

	for (unsigned int i = 0; i < rule->nfields && length < sizeof(words); i++) {
		const struct gpcd_field *field = &rule->fields[i];

		length += snprintf(words + length, sizeof(words) - length, "%s%s[%u:%u]",
				   i ? " " : "", field->name, field->lsb + field->width - 1U,
				   field->lsb);
	}
	table_add(table, "%s", words);
}

static void add_alias(struct table *table, const struct gpcd_reg *reg)
{
	struct gpcd_reg primary;
	char name[GPCD_NAME_MAX];

	if (!(reg->rule->flags & GPCD_RULE_ALIAS) ||
	    gpcd_catalogue_by_addr(reg->chip, reg->addr, &primary)) {
		table_skip(table);
		return;
	}
	gpcd_reg_name(&primary, name);
	table_add(table, "%s", name);
}

/* JSON shows bytes that are not UTF-8 as in samples. */
static void add_name(struct table *table, const struct gpcd_reg *reg)
{
	char name[GPCD_NAME_MAX], *shown;

	gpcd_reg_name(reg, name);
	shown = unicode_escape(name);
	table_add(table, "%s", shown ? shown : "");
	if (!shown)
		table->error = -ENOMEM;
	free(shown);
}

/* Addresses of what a driver names only number it, in the list of a device. */
static void add_address(struct table *table, const struct gpcd_reg *reg, const struct gpcd *device)
{
	if (!gpcd_chip_numbered(reg->chip))
		table_add(table, "0x%llx", reg->addr);
	else if (device && gpcd_chip(device) == reg->chip)
		table_add(table, "#%u", reg->index);
	else
		table_skip(table);
}

static void add_register(struct table *table, const struct gpcd_reg *reg,
			 const struct gpcd *device)
{
	const struct gpcd_rule *rule = reg->rule;
	int inferred = rule->flags & GPCD_RULE_INFERRED;

	table_add(table, "%s", gpcd_chip_name(reg->chip));
	add_name(table, reg);
	add_address(table, reg, device);
	table_add(table, "%s", rule->block->name);
	table_add(table, "%s", rule->block->help);
	table_add_may(table, gpcd_reg_needs(reg));
	table_add(table, "%s", gpcd_kind_name(rule->kind));
	table_number(table, rule->width);
	table_add(table, "%s", gpcd_unit_name(rule->unit));
	add_fields(table, rule);
	add_alias(table, reg);
	table_add(table, "%s", inferred ? "yes" : "no");
	table_add(table, "%s%s", rule->help, inferred ? " (inferred from the name)" : "");
}

static int wanted(const struct counters_choice *choice, const struct gpcd_reg *reg)
{
	if (!search_matches(&choice->search, reg) || !gpcd_reg_wanted(reg, &choice->query))
		return 0;
	if (!choice->patterns)
		return 1;
	for (char **pattern = choice->patterns; *pattern; pattern++) {
		if (names_match(*pattern, reg))
			return 1;
	}
	return 0;
}

static void add_chip(struct table *table, const struct counters_choice *choice, unsigned int chip)
{
	struct gpcd_reg reg;

	if (choice->chip != GPCD_CHIP_NONE && choice->chip != chip)
		return;
	for (unsigned int i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		if (!wanted(choice, &reg))
			continue;
		if (choice->names_only)
			add_name(table, &reg);
		else
			add_register(table, &reg, choice->device);
	}
}

/* --- the chip --- */

/* A device that was named must open; the default device need not. */
static int choose_chip(struct counters_choice *choice)
{
	int err;

	if (choice->driver)
		return drivers_chip(choice->driver, &choice->chip);
	err = device_alone();
	if (err)
		return err;
	device_wait(device_path());
	err = gpcd_open(device_path(), &choice->device);
	if (!err) {
		choice->chip = gpcd_chip(choice->device);
		return 0;
	}
	if (!device_is_named())
		return 0;
	device_complain(device_path(), err);
	return exit_code(err);
}

static int complain_search(const struct counters_choice *choice)
{
	char hint[NEAREST_ROOM + 32];
	struct nearest nearest;
	const char *word = search_missing(&choice->search, choice->chip, &nearest);

	if (word)
		complain("no register's description has '%s'%s", word,
			 nearest_hint(&nearest, hint));
	else
		complain("no register's description has all these words, or options exclude it");
	return EXIT_USAGE;
}

static int complain_nothing(const struct counters_choice *choice)
{
	if (choice->search.count)
		return complain_search(choice);
	if (choice->patterns && !choice->patterns[1] && choice->chip != GPCD_CHIP_NONE)
		return names_unknown(choice->chip, choice->patterns[0]);
	complain("no register is like that: see `gpcd counters' without arguments");
	return EXIT_USAGE;
}

/* Add the registers that are wanted, of each chip that is. */
static void add_chips(struct table *table, const struct counters_choice *choice)
{
	unsigned int chip = GPCD_CHIP_NONE;

	while ((chip = gpcd_chip_next(chip)) != GPCD_CHIP_NONE)
		add_chip(table, choice, chip);
}

/* What this machine's default device does not have may be another chip's, or a driver's. */
static int look_further(struct table *table, struct counters_choice *choice,
			struct column shown[ARRAY_SIZE(columns)])
{
	int code;

	if (choice->driver || device_is_named() || (!choice->patterns && !choice->search.count))
		return 0;
	code = drivers_learn();
	if (code)
		return code;
	choice->chip = GPCD_CHIP_NONE;
	shown[0].detail = false;
	add_chips(table, choice);
	return 0;
}

/* List the registers that are wanted. */
static int print_registers(struct counters_choice *choice)
{
	struct column shown[ARRAY_SIZE(columns)];
	struct table entries = {
		.name = "counters",
		.columns = shown,
		.ncolumns = ARRAY_SIZE(columns),
	};
	struct table names = {
		.name = "counters",
		.columns = name_column,
		.ncolumns = ARRAY_SIZE(name_column),
	};
	struct table *table = choice->names_only ? &names : &entries;
	int code = 0;

	memcpy(shown, columns, sizeof(shown));
	names.bare = true;
	add_chips(table, choice);
	if (!table->count && !table->error)
		code = look_further(table, choice, shown);
	if (code)
		return code;
	if (!table->count && !table->error)
		return complain_nothing(choice);
	entries.upright = table_rows(&entries) == 1;
	return table_print(table);
}

int cmd_counters(int argc, char **argv)
{
	struct counters_choice choice = {
		.query = { .kind = -1, .row = -1, .column = -1 },
	};
	int code;

	options_parse(&options, argc, argv, &choice);
	code = choose_chip(&choice);
	if (!code)
		code = print_registers(&choice);
	gpcd_close(choice.device);
	return code;
}
