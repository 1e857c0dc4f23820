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
#include "device/arrays.h"
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
	char **args; /* first the names and globs, then words of the search; NULL: none */
	unsigned int names; /* names and globs, one of which must match; 0: any name does */
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
	  "registers whose description has just these words; any further argument is one too",
	  OPTION_LIST(struct counters_choice, words) },
	{ "names", 'n', NULL, 0, "names only, one a line",
	  OPTION_FLAG(struct counters_choice, names_only) },
	{ 0 }
};

#define TOO_MUCH "'%.64s': up to %d words of up to %d letters"

/* No word of a description is as long as some names are. */
static bool is_named(const struct counters_choice *choice, const char *arg)
{
	return gpcd_is_glob(arg) ||
	       (choice->search.loose &&
		(strcspn(arg, " \t\n") >= SEARCH_ROOM || names_meant(choice->chip, arg)));
}

/* Put names and globs first; the rest are words. Return one that is too much, or NULL. */
static const char *sort_arguments(struct counters_choice *choice)
{
	char *name;

	choice->names = 0;
	for (char **arg = choice->args; arg && *arg; arg++) {
		if (is_named(choice, *arg)) {
			name = *arg;
			*arg = choice->args[choice->names];
			choice->args[choice->names++] = name;
		} else if (search_add(&choice->search, *arg)) {
			return *arg;
		}
	}
	return NULL;
}

/* Without --search, the chip decides which arguments are names. */
static int sort_by_chip(struct counters_choice *choice)
{
	const char *word;

	if (!choice->search.loose)
		return 0;
	choice->search.count = 0;
	word = sort_arguments(choice);
	if (!word)
		return 0;
	complain(TOO_MUCH, word, SEARCH_WORDS, SEARCH_ROOM - 1);
	return EXIT_USAGE;
}

static int check_counters(struct options_state *state, void *input)
{
	struct counters_choice *choice = input;
	const char *option = "--search ", *word = NULL;

	choice->search.loose = !choice->words.size;
	if (choice->search.loose)
		return 0;
	while ((word = argz_next(choice->words.argz, choice->words.size, word))) {
		if (search_add(&choice->search, word))
			break;
	}
	if (!word) {
		option = "";
		word = sort_arguments(choice);
	}
	free(*option ? NULL : choice->words.argz);
	return word ? options_reject(state, "%s" TOO_MUCH, option, word, SEARCH_WORDS,
				     SEARCH_ROOM - 1) : 0;
}

static const struct options_part parts[] = { DEVICE_NAMED, { .options = &format_options }, { 0 } };

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_ALL(struct counters_choice, args, NULL),
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

static bool wanted(const struct counters_choice *choice, const struct gpcd_reg *reg)
{
	if (!search_matches(&choice->search, reg) || !gpcd_reg_wanted(reg, &choice->query))
		return false;
	for (unsigned int i = 0; i < choice->names; i++) {
		if (names_match(choice->args[i], reg))
			return true;
	}
	return !choice->names;
}

/* The registers that are wanted, as they are to be printed. */
struct list {
	struct table table;
	struct column columns[ARRAY_SIZE(columns)];
	bool folded; /* collect arrays first */
	struct arrays arrays;
};

/* For people who search, registers that differ in numbers only are one row. */
static void list_begin(struct list *list, const struct counters_choice *choice)
{
	*list = (struct list){
		.table = { .name = "counters", .ncolumns = ARRAY_SIZE(columns) },
	};
	memcpy(list->columns, columns, sizeof(columns));
	list->table.columns = list->columns;
	if (choice->names_only) {
		list->table.columns = name_column;
		list->table.ncolumns = ARRAY_SIZE(name_column);
		list->table.bare = true;
	} else {
		list->folded = choice->search.loose && choice->search.count &&
			       format_chosen == &format_text;
	}
}

static void list_take(struct list *list, const struct counters_choice *choice,
		      const struct gpcd_reg *reg)
{
	if (choice->names_only)
		add_name(&list->table, reg);
	else if (!list->folded)
		add_register(&list->table, reg, choice->device);
	else if (arrays_add(&list->arrays, reg))
		list->table.error = -ENOMEM;
}

static bool list_is_empty(const struct list *list)
{
	return !list->table.count && !list->arrays.count && !list->table.error;
}

static void add_chip(struct list *list, const struct counters_choice *choice, unsigned int chip)
{
	struct gpcd_reg reg;

	if (choice->chip != GPCD_CHIP_NONE && choice->chip != chip)
		return;
	for (unsigned int i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		if (wanted(choice, &reg))
			list_take(list, choice, &reg);
	}
}

/* Columns of arrays; "chip" and "name" are as for registers. */
static const struct column array_columns[] = {
	{ "chip", COLUMN_TEXT, true },
	{ "name", COLUMN_TEXT, false },
	{ "registers", COLUMN_NUMBER, false },
	{ "unit", COLUMN_TEXT, false },
	{ "meaning", COLUMN_TEXT, false },
};

static void add_array(struct table *table, const struct array *array)
{
	const struct gpcd_rule *rule = array->first.rule;
	char text[ARRAY_ROOM];

	table_add(table, "%s", gpcd_chip_name(array->first.chip));
	array_name(array, text);
	table_add(table, "%s", text);
	table_number(table, array->count);
	table_add(table, "%s", gpcd_unit_name(rule->unit));
	array_meaning(array, text);
	table_add(table, "%s%s", text,
		  rule->flags & GPCD_RULE_INFERRED ? " (inferred from the name)" : "");
}

/* Print arrays, or a register in full if it is the only one, and free the list. */
static int list_print(struct list *list, const struct counters_choice *choice)
{
	const struct array *array = list->arrays.list;
	struct table *table = &list->table;
	int code;

	if (list->arrays.count == 1 && array->count == 1) {
		add_register(table, &array->first, choice->device);
	} else if (list->arrays.count) {
		memcpy(list->columns, array_columns, sizeof(array_columns));
		list->columns[0].detail = choice->chip != GPCD_CHIP_NONE;
		table->ncolumns = ARRAY_SIZE(array_columns);
		table->fit = true;
		for (size_t i = 0; i < list->arrays.count; i++)
			add_array(table, &array[i]);
	}
	table->upright = !choice->names_only && !table->fit && table_rows(table) == 1;
	code = table_print(table);
	arrays_clear(&list->arrays);
	return code;
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

/* A word that has no blank but an underscore was meant as a name. */
static bool meant_as_name(const struct counters_choice *choice)
{
	return choice->search.loose && choice->args && !choice->args[1] &&
	       choice->chip != GPCD_CHIP_NONE && strchr(choice->args[0], '_');
}

static int complain_nothing(const struct counters_choice *choice)
{
	if (choice->search.count && !meant_as_name(choice))
		return complain_search(choice);
	if (choice->args && !choice->args[1] && choice->chip != GPCD_CHIP_NONE)
		return names_unknown(choice->chip, choice->args[0]);
	complain("no register is like that: see `gpcd counters' without arguments");
	return EXIT_USAGE;
}

/* Add the registers that are wanted, of each chip that is. */
static void add_chips(struct list *list, const struct counters_choice *choice)
{
	unsigned int chip = GPCD_CHIP_NONE;

	while ((chip = gpcd_chip_next(chip)) != GPCD_CHIP_NONE)
		add_chip(list, choice, chip);
}

/* What this machine's default device does not have may be another chip's, or a driver's. */
static int look_further(struct list *list, struct counters_choice *choice)
{
	int code;

	if (choice->driver || device_is_named() || (!choice->names && !choice->search.count))
		return 0;
	code = drivers_learn();
	if (code)
		return code;
	choice->chip = GPCD_CHIP_NONE;
	list->columns[0].detail = false;
	code = sort_by_chip(choice);
	add_chips(list, choice);
	return code;
}

/* List the registers that are wanted. */
static int print_registers(struct counters_choice *choice)
{
	struct list list;
	int code;

	code = sort_by_chip(choice);
	if (code)
		return code;
	list_begin(&list, choice);
	add_chips(&list, choice);
	if (list_is_empty(&list))
		code = look_further(&list, choice);
	if (!code && list_is_empty(&list))
		code = complain_nothing(choice);
	else if (!code)
		return list_print(&list, choice);
	table_free(&list.table);
	arrays_clear(&list.arrays);
	return code;
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
