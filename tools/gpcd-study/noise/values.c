// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "values.h"

int values_add(struct values *values, double value)
{
	size_t room = values->room ? 2 * values->room : 64;
	double *each;

	if (values->count == values->room) {
		each = reallocarray(values->each, room, sizeof(*each));
		if (!each)
			return -ENOMEM;
		values->each = each;
		values->room = room;
	}
	values->each[values->count++] = value;
	return 0;
}

int value_group_begin(struct value_group *group, const char *name, size_t width)
{
	*group = (struct value_group){
		.name = strdup(name),
		.columns = calloc(width, sizeof(*group->columns)),
	};
	return group->name && group->columns ? 0 : -ENOMEM;
}

void value_group_free(struct value_group *group, size_t width)
{
	for (size_t i = 0; group->columns && i < width; i++)
		free(group->columns[i].each);
	free(group->columns);
	free(group->name);
}
