// SPDX-License-Identifier: LGPL-2.1-or-later
#include <string.h>

#include "keys.h"

/* Longest line of chosen keys; libinih reads at most 200 columns. */
#define COLUMNS	90

static bool row_at(const struct hardware *hardware, const struct section *section,
		   unsigned int number, struct hardware_row *row)
{
	const struct key *key = &keys[number];
	const void *place = key_place(hardware, section, key);

	if (key->section != section->kind || !(hardware->given >> number & 1) ||
	    !value_fits(&key->kind, place))
		return false;
	snprintf(row->section, sizeof(row->section), "%s", section->name);
	row->key = key->name;
	row->chosen = hardware->chosen >> number & 1;
	value_print(&key->kind, hardware, place, row->value);
	return true;
}

bool hardware_row(const struct hardware *hardware, unsigned int *place, struct hardware_row *row)
{
	struct section section;
	unsigned int at;

	while (*place < SECTIONS * keys_count) {
		at = (*place)++;
		if (section_get(&hardware->topo, at / keys_count, &section) &&
		    row_at(hardware, &section, at % keys_count, row))
			return true;
	}
	return false;
}

/* List the chosen keys, on as many lines as they need. */
static void write_chosen(const struct hardware *hardware, FILE *out)
{
	unsigned int column = 0;

	for (unsigned int i = 0; i < keys_count; i++) {
		const char *word = section_word(keys[i].section);

		if (!(hardware->chosen >> i & 1))
			continue;
		if (column > COLUMNS) {
			fputc('\n', out);
			column = 0;
		}
		column += fprintf(out, "%s%s%s%s", column ? ", " : "chosen = ", word,
				  *word ? "." : "", keys[i].name);
	}
	if (column)
		fputc('\n', out);
}

void hardware_write(const struct hardware *hardware, FILE *out)
{
	char section[32] = "";
	struct hardware_row row;
	unsigned int place = 0;
	bool top = true;

	while (hardware_row(hardware, &place, &row)) {
		if (top && row.section[0]) {
			write_chosen(hardware, out);
			top = false;
		}
		if (strcmp(section, row.section)) {
			snprintf(section, sizeof(section), "%s", row.section);
			fprintf(out, "\n[%s]\n", section);
		}
		fprintf(out, "%s = %s\n", row.key, row.value);
	}
}
