// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "cli.h"
#include "cli/out/format.h"
#include "cli/out/tablefiles.h"
#include "pick.h"

enum { KEY_TABLE = 0x800, KEY_TABLES };

static const struct argp_option options[] = {
	{ "table", KEY_TABLE, "NAME", 0,
	  "print this table alone; CSV has one table, by default the first", 1 },
	{ "tables", KEY_TABLES, "FOLDER", 0,
	  "write all tables there too, each as CSV into a file of its name", 1 },
	{ 0 }
};

static error_t pick_option(int key, char *arg, struct argp_state *state)
{
	struct pick *pick = state->input;
	int i = 0;

	if (key == KEY_TABLE) {
		i = words_find(pick->tables, arg);
		if (i < 0)
			cli_refuse(state, options, key, arg, pick->tables);
	} else if (key == KEY_TABLES) {
		pick->folder = arg;
		return 0;
	} else if (key != ARGP_KEY_END) {
		return ARGP_ERR_UNKNOWN;
	} else if (pick->name || !format_chosen->single) {
		return 0;
	}
	pick->name = pick->tables->name(i);
	return 0;
}

static const struct argp_child children[] = { { .argp = &format_argp }, { 0 } };

const struct argp pick_argp = { .options = options, .parser = pick_option, .children = children };

static bool table_is_wanted(const struct pick *pick, const struct table *table)
{
	return pick->name ? !strcmp(pick->name, table->name) : !table->bulky;
}

bool pick_wants(const struct pick *pick, const char *name)
{
	return pick->folder || (pick->name && !strcmp(pick->name, name));
}

int pick_check(const struct pick *pick)
{
	return pick->folder ? tablefiles_check(pick->folder) : 0;
}

int pick_print(const struct pick *pick, struct table *tables, size_t count)
{
	int code = pick->folder ? tablefiles_write(pick->folder, tables, count) : 0;
	size_t wanted = 0;
	int printed;

	for (size_t i = 0; i < count; i++) {
		if (table_is_wanted(pick, &tables[i]))
			tables[wanted++] = tables[i];
		else
			table_free(&tables[i]);
	}
	printed = tables_print(tables, wanted);
	return code ? code : printed;
}
