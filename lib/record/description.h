/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A recording describes itself: which values a record has (docs/recording.md).
 */
#ifndef RECORD_DESCRIPTION_H
#define RECORD_DESCRIPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** DESCRIPTION_VERSION: version of the format that is written; it and all before it are read */
#define DESCRIPTION_VERSION	1

/** DESCRIPTION_VALUES: most values of a record */
#define DESCRIPTION_VALUES	(1u << 22)

/**
 * enum description_kind - kind of a column
 * @DESCRIPTION_COUNTER: it only grows, mod 2^bits; differences and rates mean something
 * @DESCRIPTION_GAUGE: it is what it is at that time
 */
enum description_kind {
	DESCRIPTION_COUNTER,
	DESCRIPTION_GAUGE,
};

/**
 * struct description_column - what each source of a group has a value of
 * @name: its name
 * @unit: the unit of its values
 * @kind: enum description_kind
 * @bits: width of its values, 1 to 64
 * @loads: it is a counter of what description_source.capacity is about
 */
struct description_column {
	const char *name;
	const char *unit;
	uint8_t kind;
	uint8_t bits;
	bool loads;
};

/**
 * struct description_source - where values come from, such as a link
 * @name: its name
 * @capacity: by how much all of its columns that load it can grow in a ns together; 0: not known
 */
struct description_source {
	const char *name;
	double capacity;
};

/**
 * struct description_group - sources that have the same columns
 * @name: its name
 * @columns: the columns
 * @ncolumns: how many
 * @sources: the sources
 * @nsources: how many
 */
struct description_group {
	const char *name;
	struct description_column *columns;
	size_t ncolumns;
	struct description_source *sources;
	size_t nsources;
};

struct json_t;

/**
 * struct description - what is recorded
 * @program: which made the recording
 * @title: what it shows, in a few words
 * @tick: ns of the unit that times are counted in, above 0
 * @groups: the groups
 * @ngroups: how many
 * @columns: memory of all groups' columns, if description_parse() filled this in, else NULL
 * @sources: likewise, of their sources
 * @json: likewise, of the names
 *
 * A record is a time and values: group by group, source by source, column by column.
 */
struct description {
	const char *program;
	const char *title;
	double tick;
	struct description_group *groups;
	size_t ngroups;
	struct description_column *columns;
	struct description_source *sources;
	struct json_t *json;
};

/**
 * description_values() - count the values of a record
 * @description: the description
 *
 * Return: how many; 0: none, or more than DESCRIPTION_VALUES.
 */
size_t description_values(const struct description *description);

/**
 * description_text() - write a description as a text
 * @description: the description
 *
 * Return: the text, for free(3), or NULL: there is no memory, or a name is not UTF-8.
 */
char *description_text(const struct description *description);

/**
 * description_parse() - read a description
 * @description: filled in, for description_free()
 * @text: the text, which anybody may have written
 * @length: bytes of @text
 *
 * Return: 0, -EINVAL: it is no description, -ENOTSUP: it is one of a later version, -ENOMEM.
 */
int description_parse(struct description *description, const char *text, size_t length);

/**
 * description_free() - free what description_parse() has allocated
 * @description: the description; { 0 } will do
 */
void description_free(struct description *description);

#endif /* RECORD_DESCRIPTION_H */
