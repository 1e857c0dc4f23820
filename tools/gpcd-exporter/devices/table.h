/* SPDX-License-Identifier: GPL-2.0-only */
/* The devices in order, with indices by name and by label. */
#ifndef DEVICES_TABLE_H
#define DEVICES_TABLE_H

#include "device.h"

/* Most devices: each has a mapping, and Linux allows 65,530 of them. */
#define TABLE_MOST	32768

/* A table of devices. */
struct table {
	struct device **list;	/* in the order in which they were added; owned */
	struct device **order;	/* scratch array of the same size, for sorting */
	size_t count;
	size_t room;		/* capacity of list and order */
	void *by_name;		/* tree for tfind(3) */
	void *by_labels;	/* likewise */
};

/* Return the device of a name, or NULL. */
struct device *table_find(const struct table *table, const char *name);

/*
 * Add a device with a new name; the table owns it after success. Returns 0, -E2BIG if there are
 * TABLE_MOST, -ENOMEM, or -EEXIST if its label is another's: labels do not distinguish bytes that
 * are not UTF-8, and two series of one name would make the page invalid.
 */
int table_keep(struct table *table, struct device *device);

/* Free the devices for which @lost returns true, and keep the others in order. */
void table_drop(struct table *table, bool (*lost)(const struct device *device, const void *data),
		const void *data);

/*
 * Take over the devices of @before, which is empty afterwards. Each replaces the device of the same
 * name, which is freed; the others follow in order. Those for which there is no room, or whose
 * label is another's, are freed.
 */
void table_inherit(struct table *table, struct table *before);

/* Free all devices; the table is empty afterwards. */
void table_clear(struct table *table);

/*
 * Find out which names refer to the same device, by links or patterns. It is exported under the
 * name under which it already is, else under the first one.
 */
void pair_twins(struct table *devices);

#endif /* DEVICES_TABLE_H */
