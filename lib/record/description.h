/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The description in a recording: which values a record has (docs/recording.md). */
#ifndef RECORD_DESCRIPTION_H
#define RECORD_DESCRIPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Latest version of the format. This and all earlier versions are read. */
#define DESCRIPTION_VERSION	3

/* Numbers of a coordinate. */
#define DESCRIPTION_AXES	3

/* Maximum number of values of a record. */
#define DESCRIPTION_VALUES	(1u << 22)

/* Kind of a column. Each needs a version of the format that has it. */
enum description_kind {
	DESCRIPTION_COUNTER,	/* only grows, mod 2^bits; differences and rates are meaningful */
	DESCRIPTION_GAUGE,	/* a value at that time */
	/* version 2 and later */
	DESCRIPTION_EPOCH,	/* when it changes, the source's counters may have been reset */
	DESCRIPTION_TORN,	/* not 0: other values of the same source may mix two updates */
	DESCRIPTION_MISSED,	/* number of records missing before this one */
	/* version 3 */
	DESCRIPTION_SATURATING,	/* only grows, and stays at its maximum, 2^bits - 1 */
	DESCRIPTION_KINDS,
};

/* Whether a record has a value, and if not, why. Recordings of version 1 give no reasons. */
enum description_absence {
	DESCRIPTION_THERE,
	DESCRIPTION_NOT_THERE,	/* no value, for an unknown reason */
	DESCRIPTION_DENIED,	/* the recorder was not permitted to read it */
	DESCRIPTION_UNKNOWN,	/* the source has no such thing */
	DESCRIPTION_GONE,	/* the source was gone */
	/* version 3 */
	DESCRIPTION_REFUSED,	/* the source did not give it */
	DESCRIPTION_STALE,	/* there is a value, which the source gave before */
	DESCRIPTION_ABSENCES,
};

/* Return whether there is a value. */
static inline bool description_has_value(uint8_t absence)
{
	return absence == DESCRIPTION_THERE || absence == DESCRIPTION_STALE;
}

/* Return one past the last enum description_absence that a version can hold. */
unsigned int description_absences(unsigned int version);

/* A column: each source of a group has a value of it. */
struct description_column {
	const char *name;
	const char *unit;
	uint8_t kind;	/* enum description_kind */
	uint8_t bits;	/* width of its values, 1 to 64 */
	bool loads;	/* a counter to which description_source.capacity applies */
};

/* What a column means. */
struct description_meaning {
	const char *help;	/* one line, or NULL */
	bool inferred;	/* a guess from the name */
};

/* A source of values, such as a link. */
struct description_source {
	const char *name;
	double capacity; /* most that its columns with loads grow together, per ns; 0: unknown */
	bool placed;	/* coord is known */
	uint32_t coord[DESCRIPTION_AXES];	/* place in the network */
};

/* Sources that have the same columns. */
struct description_group {
	const char *name;
	struct description_column *columns;
	size_t ncolumns;
	struct description_source *sources;
	size_t nsources;
	/* version 3: of each column, if the group is all that is known of such sources; or NULL */
	struct description_meaning *meanings;
};

struct json_t;

/*
 * What is recorded. A record is a time and values: group by group, source by source, column by
 * column. If description_parse() filled in the description, @columns, @meanings, @sources and @json
 * own the memory of all groups' columns, their meanings and sources, and of the names; otherwise
 * they are NULL.
 */
struct description {
	unsigned int version;	/* of the format; 0: the earliest that will do */
	const char *program;	/* that made the recording */
	const char *title;	/* short description of the contents */
	const char *host;	/* machine that it was made on, or NULL */
	double tick;	/* unit of time, in ns, above 0 */
	struct description_group *groups;
	size_t ngroups;
	struct description_column *columns;
	struct description_meaning *meanings;
	struct description_source *sources;
	struct json_t *json;
};

/* Return the number of values of a record; 0 if there are none, or more than DESCRIPTION_VALUES. */
size_t description_values(const struct description *description);

/* Return the description's version of the format or, if that is 0, the earliest that will do. */
unsigned int description_version(const struct description *description);

/*
 * Return a description as text, for free(3). NULL if there is no memory (errno is ENOMEM), or a
 * name is not UTF-8.
 */
char *description_text(const struct description *description);

/*
 * Parse a description, which is not trusted; free it with description_free(). Return 0, -EINVAL if
 * it is no description, -ENOTSUP if it has a later version, or -ENOMEM.
 */
int description_parse(struct description *description, const char *text, size_t length);

/* Free what description_parse() has allocated. The description may be { 0 }. */
void description_free(struct description *description);

/* --- comparing two descriptions --- */

/* Bytes that hold the text of description_difference(), with its NUL. */
#define DIFFERENCE_ROOM	256

/*
 * Find the first difference between two descriptions, and return whether there is any. Program,
 * title, host and version may differ. @text receives the difference, truncated if it is long, such
 * as "column 3 is 'stalls', not 'phits'", theirs first.
 */
bool description_difference(const struct description *ours, const struct description *theirs,
			    char text[DIFFERENCE_ROOM]);

#endif /* RECORD_DESCRIPTION_H */
