/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A recording describes itself: which values a record has (docs/recording.md).
 */
#ifndef RECORD_DESCRIPTION_H
#define RECORD_DESCRIPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** DESCRIPTION_VERSION: latest version of the format; it and all before it are read */
#define DESCRIPTION_VERSION	2

/** DESCRIPTION_AXES: numbers of a coordinate */
#define DESCRIPTION_AXES	3

/** DESCRIPTION_VALUES: most values of a record */
#define DESCRIPTION_VALUES	(1u << 22)

/**
 * enum description_kind - kind of a column
 * @DESCRIPTION_COUNTER: it only grows, mod 2^bits; differences and rates mean something
 * @DESCRIPTION_GAUGE: it is what it is at that time
 * @DESCRIPTION_EPOCH: where it differs between two records, so do the counters of the same source,
 *	by nothing that anybody has counted
 * @DESCRIPTION_TORN: not 0: other values of the same source may mix two updates
 * @DESCRIPTION_MISSED: how many records should have come before this one, and are not there
 * @DESCRIPTION_KINDS: how many there are
 *
 * A description that has one of the last three is one of version 2 of the format.
 */
enum description_kind {
	DESCRIPTION_COUNTER,
	DESCRIPTION_GAUGE,
	DESCRIPTION_EPOCH,
	DESCRIPTION_TORN,
	DESCRIPTION_MISSED,
	DESCRIPTION_KINDS,
};

/**
 * enum description_absence - whether a record has a value, and why not
 * @DESCRIPTION_THERE: it has
 * @DESCRIPTION_NOT_THERE: it has not, and the recording does not tell why
 * @DESCRIPTION_DENIED: the recorder was not permitted to read it
 * @DESCRIPTION_UNKNOWN: the source has no such thing
 * @DESCRIPTION_GONE: the source was gone
 * @DESCRIPTION_ABSENCES: how many there are
 *
 * Recordings of version 1 do not tell why.
 */
enum description_absence {
	DESCRIPTION_THERE,
	DESCRIPTION_NOT_THERE,
	DESCRIPTION_DENIED,
	DESCRIPTION_UNKNOWN,
	DESCRIPTION_GONE,
	DESCRIPTION_ABSENCES,
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
 * @placed: @coord is known
 * @coord: where in the network it is
 */
struct description_source {
	const char *name;
	double capacity;
	bool placed;
	uint32_t coord[DESCRIPTION_AXES];
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
 * @version: version of the format that it was written in; 0: the earliest that will do
 * @program: which made the recording
 * @title: what it shows, in a few words
 * @host: name of the machine that it was made on, or NULL
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
	unsigned int version;
	const char *program;
	const char *title;
	const char *host;
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
 * description_version() - find the earliest version of the format that has what is recorded
 * @description: the description
 *
 * Return: the version, 1 to DESCRIPTION_VERSION.
 */
unsigned int description_version(const struct description *description);

/**
 * description_text() - write a description as a text
 * @description: the description
 *
 * Return: the text, for free(3), or NULL: there is no memory, which errno then says, or a name is
 * not UTF-8.
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
