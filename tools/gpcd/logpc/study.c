// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>
#include <stdio.h>

#include "study.h"

void study_number(struct table *verdicts, const char *quantity, double ours, double paper,
		  double step, const char *remark)
{
	const struct printed printed = { .value = paper, .step = step, .unit = "" };

	printed_number(verdicts, quantity, ours, &printed, remark);
}

void study_left_out(struct table *verdicts, const char *quantity, const char *paper,
		    const char *remark)
{
	table_add(verdicts, "%s", quantity);
	table_skip(verdicts);
	table_add(verdicts, "%s", paper);
	table_add(verdicts, "not simulated");
	table_add(verdicts, "%s", remark);
}

/* --- what is chosen --- */

const struct column study_chosen_columns[STUDY_CHOSEN_COLUMNS] = {
	{ "of", COLUMN_TEXT, false },
	{ "key", COLUMN_TEXT, false },
	{ "value", COLUMN_TEXT, false },
};

__printf(4, 5) static void add_choice(struct table *table, const char *of, const char *key,
				      const char *fmt, ...)
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

void study_chosen(const struct study *study, struct table *table)
{
	struct hardware_row value;
	unsigned int place = 0;

	while (hardware_row(&study->alewife.hardware, &place, &value))
		if (value.chosen)
			add_choice(table, *value.section ? value.section : "machine", value.key,
				   "%s", value.value);
	add_choice(table, "(3) to (7)", "a byte on a channel", "%.6g cycles",
		   study->network.channel_byte);
	add_choice(table, "(3) to (7)", "k_d, random destinations", "%.6g hops",
		   study->network.distance);
	add_choice(table, "table4", "bytes of two arguments", "%u B", STUDY_ARGUMENTS);
	add_choice(table, "table4", "messages of a node", "%u", study->count);
	add_choice(table, "fig6", "messages of a node", "%u", study->long_count);
	add_choice(table, "fig11", "E and H vertices of a node", "%u each", study->vertices);
	add_choice(table, "fig11", "bytes of a value", "%u B", STUDY_VALUE);
	add_choice(table, "fig11", "an edge", "%.6g cycles", study->edge);
	add_choice(table, "fig11", "iterations simulated", "%u", study->iterations);
	add_choice(table, "random numbers", "seed", "%ju", (uintmax_t)study->seed);
}
