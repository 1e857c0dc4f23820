// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <linux/gpcd.h>

#include "clock.h"
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

bool nic_wants(const bool *wanted, unsigned int first, unsigned int count)
{
	unsigned int i = 0;

	while (wanted && i < count && !wanted[first + i])
		i++;
	return i < count;
}

void nic_refuse(const struct nic_values *values, unsigned int first, unsigned int count)
{
	uint64_t now = nic_clock_ns(CLOCK_MONOTONIC);

	for (unsigned int i = first; i < first + count; i++) {
		values->values[i] = 0;
		values->ns[i] = now;
		values->statuses[i] = GPCD_STATUS_REFUSED;
	}
}
