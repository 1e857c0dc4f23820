// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "description.h"
#include "json.h"

#define GROUPS_MAX	1024

size_t description_values(const struct description *description)
{
	size_t sum = 0, i;

	if (description->ngroups > GROUPS_MAX)
		return 0;
	for (i = 0; i < description->ngroups; i++) {
		const struct description_group *group = &description->groups[i];

		if (group->ncolumns > DESCRIPTION_VALUES || group->nsources > DESCRIPTION_VALUES)
			return 0;
		sum += (uint64_t)group->ncolumns * group->nsources;
		if (sum > DESCRIPTION_VALUES)
			return 0;
	}
	return sum;
}

/* --- to a text --- */

static const char *const kind_names[DESCRIPTION_KINDS] = {
	[DESCRIPTION_COUNTER] = "counter", [DESCRIPTION_GAUGE] = "gauge",
	[DESCRIPTION_EPOCH] = "epoch", [DESCRIPTION_TORN] = "torn",
	[DESCRIPTION_MISSED] = "missed", [DESCRIPTION_SATURATING] = "saturating",
};

unsigned int description_absences(unsigned int version)
{
	return version < 2 ? DESCRIPTION_DENIED : version < 3 ? DESCRIPTION_REFUSED :
								DESCRIPTION_ABSENCES;
}

/* Return the earliest version that can hold a group. */
static unsigned int group_version(const struct description_group *group)
{
	unsigned int version = group->meanings ? 3 : 1;

	for (size_t i = 0; i < group->ncolumns; i++) {
		unsigned int kind = group->columns[i].kind;
		unsigned int needed = kind < DESCRIPTION_EPOCH ? 1 :
				      kind < DESCRIPTION_SATURATING ? 2 : 3;

		version = needed > version ? needed : version;
	}
	return version;
}

unsigned int description_version(const struct description *description)
{
	unsigned int version = 1;

	if (description->version)
		return description->version;
	for (size_t i = 0; i < description->ngroups; i++) {
		unsigned int needed = group_version(&description->groups[i]);

		version = needed > version ? needed : version;
	}
	return version;
}

static void meaning_pack(const struct description_meaning *meaning, json_t *column)
{
	if (meaning->help)
		json_object_set_new(column, "help", json_string(meaning->help));
	if (meaning->inferred)
		json_object_set_new(column, "inferred", json_true());
}

static json_t *columns_pack(const struct description_group *group)
{
	json_t *array = json_array(), *object;
	size_t i;

	for (i = 0; array && i < group->ncolumns; i++) {
		const struct description_column *column = &group->columns[i];

		object = json_pack("{s:s, s:s, s:s, s:i}", "name", column->name, "unit",
				   column->unit, "kind", kind_names[column->kind], "bits",
				   (int)column->bits);
		if (column->loads)
			json_object_set_new(object, "loads", json_true());
		if (group->meanings)
			meaning_pack(&group->meanings[i], object);
		if (json_array_append_new(array, object)) {
			json_decref(array);
			array = NULL;
		}
	}
	return array;
}

static json_t *sources_pack(const struct description_group *group)
{
	json_t *array = json_array(), *object;
	size_t i;

	for (i = 0; array && i < group->nsources; i++) {
		const struct description_source *source = &group->sources[i];

		object = json_pack("{s:s}", "name", source->name);
		if (source->capacity > 0)
			json_object_set_new(object, "capacity", json_real(source->capacity));
		if (source->placed)
			json_object_set_new(object, "coord",
					    json_pack("[iii]", (int)source->coord[0],
						      (int)source->coord[1],
						      (int)source->coord[2]));
		if (json_array_append_new(array, object)) {
			json_decref(array);
			array = NULL;
		}
	}
	return array;
}

static json_t *groups_pack(const struct description *description)
{
	json_t *array = json_array(), *object;
	size_t i;

	for (i = 0; array && i < description->ngroups; i++) {
		const struct description_group *group = &description->groups[i];

		object = json_pack("{s:s, s:o, s:o}", "name", group->name, "columns",
				   columns_pack(group), "sources", sources_pack(group));
		if (group->meanings)
			json_object_set_new(object, "described", json_true());
		if (json_array_append_new(array, object)) {
			json_decref(array);
			array = NULL;
		}
	}
	return array;
}

char *description_text(const struct description *description)
{
	json_t *json = json_pack("{s:i, s:s, s:s, s:s*, s:f, s:o}", "version",
				 (int)description_version(description), "program",
				 description->program, "title", description->title, "host",
				 description->host, "tick", description->tick, "groups",
				 groups_pack(description));
	char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

	json_decref(json);
	return text;
}

/* --- from a text --- */

static const char *text_of(const json_t *object, const char *name)
{
	return json_string_value(json_object_get(object, name));
}

/* Return the kind of a column; DESCRIPTION_KINDS if that version of the format has no such kind. */
static unsigned int kind_parse(const char *name, unsigned int version)
{
	unsigned int known = version < 2 ? DESCRIPTION_EPOCH :
			     version < 3 ? DESCRIPTION_SATURATING : DESCRIPTION_KINDS, kind = 0;

	while (kind < known && strcmp(name, kind_names[kind]))
		kind++;
	return kind < known ? kind : DESCRIPTION_KINDS;
}

static int column_parse(struct description_column *column, const json_t *object,
			unsigned int version)
{
	const char *kind = text_of(object, "kind");
	json_int_t bits = json_integer_value(json_object_get(object, "bits"));
	const json_t *loads = json_object_get(object, "loads");

	*column = (struct description_column){
		.name = text_of(object, "name"), .unit = text_of(object, "unit"),
		.kind = kind ? kind_parse(kind, version) : DESCRIPTION_KINDS, .bits = bits,
		.loads = json_is_true(loads),
	};
	if (!column->name || !column->unit || column->kind == DESCRIPTION_KINDS || bits < 1 ||
	    bits > 64 || (loads && !json_is_boolean(loads)))
		return -EINVAL;
	return column->loads && column->kind != DESCRIPTION_COUNTER ? -EINVAL : 0;
}

static int coord_parse(struct description_source *source, const json_t *array)
{
	size_t i;

	if (!array)
		return 0;
	if (json_array_size(array) != DESCRIPTION_AXES)
		return -EINVAL;
	for (i = 0; i < DESCRIPTION_AXES; i++) {
		json_int_t number = json_integer_value(json_array_get(array, i));

		if (number < 0 || number > INT32_MAX)
			return -EINVAL;
		source->coord[i] = number;
	}
	source->placed = true;
	return 0;
}

static int source_parse(struct description_source *source, const json_t *object)
{
	double capacity = json_number_value(json_object_get(object, "capacity"));

	*source = (struct description_source){
		.name = text_of(object, "name"), .capacity = capacity,
	};
	if (!source->name || capacity < 0 || !isfinite(capacity))
		return -EINVAL;
	return coord_parse(source, json_object_get(object, "coord"));
}

static int columns_parse(struct description_group *group, const json_t *array,
			 unsigned int version)
{
	size_t i;
	int err = 0;

	group->ncolumns = json_array_size(array);
	for (i = 0; i < group->ncolumns && !err; i++) {
		const json_t *object = json_array_get(array, i);

		err = column_parse(&group->columns[i], object, version);
		if (group->meanings)
			group->meanings[i] = (struct description_meaning) {
				.help = text_of(object, "help"),
				.inferred = json_is_true(json_object_get(object, "inferred")),
			};
	}
	return err;
}

static int sources_parse(struct description_group *group, const json_t *array)
{
	size_t i;
	int err = 0;

	group->nsources = json_array_size(array);
	for (i = 0; i < group->nsources && !err; i++)
		err = source_parse(&group->sources[i], json_array_get(array, i));
	return err;
}

static int group_parse(struct description_group *group, const json_t *object, unsigned int version)
{
	int err;

	group->name = text_of(object, "name");
	if (!group->name)
		return -EINVAL;
	err = columns_parse(group, json_object_get(object, "columns"), version);
	return err ? err : sources_parse(group, json_object_get(object, "sources"));
}

/* The columns of all groups are consecutive in one array, and their sources in another. */
static int groups_allocate(struct description *description, const json_t *array)
{
	size_t columns = 0, sources = 0, i;
	const json_t *object;

	json_array_foreach(array, i, object) {
		columns += json_array_size(json_object_get(object, "columns"));
		sources += json_array_size(json_object_get(object, "sources"));
	}
	description->groups = calloc(description->ngroups, sizeof(*description->groups));
	description->columns = calloc(columns + 1, sizeof(*description->columns));
	description->meanings = calloc(columns + 1, sizeof(*description->meanings));
	description->sources = calloc(sources + 1, sizeof(*description->sources));
	return description->groups && description->columns && description->meanings &&
	       description->sources ? 0 : -ENOMEM;
}

static int groups_parse(struct description *description, const json_t *array)
{
	struct description_group next = { 0 };
	size_t columns = 0, i;
	int err;

	description->ngroups = json_array_size(array);
	if (!description->ngroups || description->ngroups > GROUPS_MAX)
		return -EINVAL;
	err = groups_allocate(description, array);
	next.columns = description->columns;
	next.sources = description->sources;
	for (i = 0; i < description->ngroups && !err; i++) {
		const json_t *object = json_array_get(array, i);
		bool described = description->version > 2 &&
				 json_is_true(json_object_get(object, "described"));

		next.meanings = described ? description->meanings + columns : NULL;
		err = group_parse(&next, object, description->version);
		description->groups[i] = next;
		columns += next.ncolumns;
		next.columns += next.ncolumns;
		next.sources += next.nsources;
	}
	return err;
}

static int all_parse(struct description *description)
{
	const json_t *json = description->json;
	json_int_t version = json_integer_value(json_object_get(json, "version"));
	int err;

	if (version > DESCRIPTION_VERSION)
		return -ENOTSUP;
	description->version = version;
	description->program = text_of(json, "program");
	description->host = text_of(json, "host");
	description->title = text_of(json, "title");
	description->tick = json_number_value(json_object_get(json, "tick"));
	if (version < 1 || !description->program || !description->title ||
	    (json_object_get(json, "host") && !description->host) ||
	    !(description->tick > 0) || !isfinite(description->tick))
		return -EINVAL;
	err = groups_parse(description, json_object_get(json, "groups"));
	return err || description_values(description) ? err : -EINVAL;
}

int description_parse(struct description *description, const char *text, size_t length)
{
	int err;

	*description = (struct description){ 0 };
	err = json_parse(text, length, &description->json);
	if (!err)
		err = all_parse(description);
	if (err)
		description_free(description);
	return err;
}

void description_free(struct description *description)
{
	free(description->groups);
	free(description->columns);
	free(description->meanings);
	free(description->sources);
	json_decref(description->json);
	*description = (struct description){ 0 };
}

/* --- differences --- */

static bool names_differ(const char *what, size_t i, const char *ours, const char *theirs,
			 char *text)
{
	if (!strcmp(ours, theirs))
		return false;
	snprintf(text, DIFFERENCE_ROOM, "%s %zu is '%s', not '%s'", what, i + 1, theirs, ours);
	return true;
}

static bool counts_differ(const char *what, size_t ours, size_t theirs, char *text)
{
	if (ours == theirs)
		return false;
	snprintf(text, DIFFERENCE_ROOM, "it has %zu %s, not %zu", theirs, what, ours);
	return true;
}

static bool column_differs(const struct description_column *ours,
			   const struct description_column *theirs, size_t i, char *text)
{
	if (names_differ("column", i, ours->name, theirs->name, text))
		return true;
	if (!strcmp(ours->unit, theirs->unit) && ours->kind == theirs->kind &&
	    ours->bits == theirs->bits && ours->loads == theirs->loads)
		return false;
	snprintf(text, DIFFERENCE_ROOM, "column %zu, '%s', has another unit, kind or width", i + 1,
		 theirs->name);
	return true;
}

static bool source_differs(const struct description_source *ours,
			   const struct description_source *theirs, size_t i, char *text)
{
	if (names_differ("source", i, ours->name, theirs->name, text))
		return true;
	if (ours->capacity == theirs->capacity && ours->placed == theirs->placed &&
	    !memcmp(ours->coord, theirs->coord, sizeof(ours->coord)))
		return false;
	snprintf(text, DIFFERENCE_ROOM, "source %zu, '%s', has another coordinate or capacity",
		 i + 1, theirs->name);
	return true;
}

static bool chips_differ(const struct description_group *ours,
			 const struct description_group *theirs, char *text)
{
	if (!ours->meanings == !theirs->meanings)
		return false;
	snprintf(text, DIFFERENCE_ROOM, "'%s' is another kind of chip", theirs->name);
	return true;
}

static bool group_differs(const struct description_group *ours,
			  const struct description_group *theirs, size_t number, char *text)
{
	bool differs = names_differ("group", number, ours->name, theirs->name, text) ||
		       counts_differ("columns", ours->ncolumns, theirs->ncolumns, text) ||
		       counts_differ("sources", ours->nsources, theirs->nsources, text) ||
		       chips_differ(ours, theirs, text);
	size_t i;

	for (i = 0; i < ours->ncolumns && !differs; i++)
		differs = column_differs(&ours->columns[i], &theirs->columns[i], i, text);
	for (i = 0; i < ours->nsources && !differs; i++)
		differs = source_differs(&ours->sources[i], &theirs->sources[i], i, text);
	return differs;
}

bool description_difference(const struct description *ours, const struct description *theirs,
			    char text[DIFFERENCE_ROOM])
{
	bool differs = counts_differ("groups", ours->ngroups, theirs->ngroups, text);
	size_t i;

	if (!differs && ours->tick != theirs->tick) {
		snprintf(text, DIFFERENCE_ROOM, "its unit of time is another one");
		return true;
	}
	for (i = 0; i < ours->ngroups && !differs; i++)
		differs = group_differs(&ours->groups[i], &theirs->groups[i], i, text);
	return differs;
}
