// SPDX-License-Identifier: LGPL-2.1-or-later
#include <stdio.h>
#include <string.h>

#include "difference.h"

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

static bool group_differs(const struct description_group *ours,
			  const struct description_group *theirs, size_t number, char *text)
{
	bool differs = names_differ("group", number, ours->name, theirs->name, text) ||
		       counts_differ("columns", ours->ncolumns, theirs->ncolumns, text) ||
		       counts_differ("sources", ours->nsources, theirs->nsources, text);
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
