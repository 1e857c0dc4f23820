/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The devices in their order, by name and by label.
 */
#ifndef DEVICES_TABLE_H
#define DEVICES_TABLE_H

#include "device.h"

/** TABLE_MOST: most devices: each has a mapping, of which Linux allows 65,530 */
#define TABLE_MOST	32768

/**
 * struct table - devices
 * @list: the devices, in the order in which they were added
 * @order: scratch array as long as @list, for sorting the devices
 * @count: how many
 * @room: how many @list and @order have room for
 * @by_name: tree of the same, for tfind(3)
 * @by_labels: another one
 */
struct table {
	struct device **list;
	struct device **order;
	size_t count;
	size_t room;
	void *by_name;
	void *by_labels;
};

/**
 * table_find() - return the device of a name, or NULL
 * @table: the devices
 * @name: the name
 */
struct device *table_find(const struct table *table, const char *name);

/**
 * table_keep() - add a device
 * @table: the devices, which own it after success
 * @device: the device; no other has its name
 *
 * Return: 0, -E2BIG there are TABLE_MOST, -EEXIST its label is another's: bytes that are no UTF-8
 * are all the same there, and two series of one name would spoil a page; -ENOMEM.
 */
int table_keep(struct table *table, struct device *device);

/**
 * table_drop() - free devices, and keep the others in their order
 * @table: the devices
 * @lost: returns if a device is freed
 * @data: its second argument
 */
void table_drop(struct table *table, bool (*lost)(const struct device *device, const void *data),
		const void *data);

/**
 * table_inherit() - take over the devices of another table
 * @table: the devices
 * @before: the other table, empty after this
 *
 * A device of @before takes the place of the one of its name in @table, which is freed. The others
 * follow, in their order; those for which there is no room, or whose label is another's, are freed.
 */
void table_inherit(struct table *table, struct table *before);

/**
 * table_clear() - free all devices
 * @table: the devices, empty after this
 */
void table_clear(struct table *table);

#endif /* DEVICES_TABLE_H */
