// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>
#include <stdio.h>

#include "chosen.h"

const struct column chosen_columns[CHOSEN_COLUMNS] = {
	{ "of", COLUMN_TEXT, false },
	{ "key", COLUMN_TEXT, false },
	{ "value", COLUMN_TEXT, false },
};

void chosen_add(struct table *table, const char *of, const char *key, const char *fmt, ...)
{
	char value[HARDWARE_TEXT];
	va_list args;

	va_start(args, fmt);
	vsnprintf(value, sizeof(value), fmt, args);
	va_end(args);
	table_add(table, "%s", of);
	table_add(table, "%s", key);
	table_add(table, "%s", value);
}

void chosen_machine(struct table *table, const struct hardware *hardware)
{
	struct hardware_row row;
	unsigned int place = 0;

	while (hardware_row(hardware, &place, &row)) {
		if (row.chosen)
			chosen_add(table, *row.section ? row.section : "machine", row.key, "%s",
				   row.value);
	}
}
