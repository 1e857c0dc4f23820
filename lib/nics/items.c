// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "items.h"

int nic_items_add(struct nic *nic, const char *family, const char *name)
{
	struct nic_item *items = nic->items;
	char *copy;

	/* There is room up to the next power of two. */
	if (!(nic->count & (nic->count - 1))) {
		items = reallocarray(items, nic->count ? 2 * nic->count : 1, sizeof(*items));
		if (!items)
			return -ENOMEM;
		nic->items = items;
	}
	copy = strdup(name);
	if (!copy)
		return -ENOMEM;
	items[nic->count++] = (struct nic_item){ .family = family, .name = copy };
	return 0;
}

void nic_items_free(struct nic *nic)
{
	for (unsigned int i = 0; i < nic->count; i++)
		free(nic->items[i].name);
	free(nic->items);
	nic->items = NULL;
	nic->count = 0;
}

struct nic_values nic_values_from(const struct nic_values *values, unsigned int first)
{
	return (struct nic_values){
		.values = values->values + first,
		.ns = values->ns + first,
		.statuses = values->statuses + first,
	};
}
