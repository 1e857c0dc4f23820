// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <linux/gpcd.h>

#include "items.h"

/* Make room for one more item, if the room up to the next power of two is used. */
static int items_make_room(struct nic *nic)
{
	unsigned int count = nic->count;
	struct nic_item *items;

	if (count & (count - 1))
		return 0;
	items = reallocarray(nic->items, count ? 2 * count : 1, sizeof(*items));
	if (!items)
		return -ENOMEM;
	nic->items = items;
	return 0;
}

int nic_items_add(struct nic *nic, const char *family, const char *name)
{
	struct nic_item *item;
	int err = items_make_room(nic);

	if (err)
		return err;
	item = &nic->items[nic->count];
	item->family = family;
	if (asprintf(&item->name, "%s", name) < 0)
		return -ENOMEM;
	nic->count++;
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

void nic_items_refuse(const struct nic_values *values, unsigned int first, unsigned int count)
{
	for (unsigned int i = first; i < first + count; i++) {
		values->values[i] = 0;
		values->ns[i] = 0;
		values->statuses[i] = GPCD_STATUS_REFUSED;
	}
}

int nic_values_make(struct nic_values *values, bool **wanted, unsigned int count)
{
	uint64_t *numbers = calloc(count, 2 * sizeof(*numbers) + sizeof(uint8_t) + sizeof(bool));

	if (!numbers)
		return -ENOMEM;
	values->values = numbers;
	values->ns = numbers + count;
	values->statuses = (uint8_t *)(values->ns + count);
	*wanted = (bool *)(values->statuses + count);
	return 0;
}

void nic_values_free(struct nic_values *values)
{
	free(values->values);
	*values = (struct nic_values) { 0 };
}
