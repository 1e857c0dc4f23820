/* SPDX-License-Identifier: GPL-2.0-only */
/* All exported devices: their table, the patterns that find them, and the page of their series. */
#ifndef DEVICES_EXPORTS_H
#define DEVICES_EXPORTS_H

#include <sys/stat.h>

#include "device.h"
#include "findings.h"
#include "gpcd-exporter/expose/page_parts.h"
#include "label_files.h"

/* Most devices: each has a mapping, and Linux allows 65,530 of them. */
#define TABLE_MOST	32768

/* The devices in order, with indices by name and by label. */
struct table {
	struct device **list;	/* in the order in which they were added; owned */
	struct device **order;	/* scratch array of the same size, for sorting */
	size_t count;
	size_t room;		/* capacity of list and order */
	void *by_name;		/* tree for tfind(3) */
	void *by_labels;	/* likewise */
};

/* Most patterns of devices. */
#define EXPORTS_SEARCHES	1024

/* A pattern of devices, searched before each reading. */
struct search {
	char *name;		/* as for devname_each() */
	char *labels;		/* of its series while it is down */
	const char *why;	/* word for why it is down, that is incomplete; NULL: it is up */
	int count;		/* devices found last; -1: not run yet */
	bool whole;		/* all folders could be read: what was not found does not exist */
	bool wanted;		/* the configuration contains it */
};

/* All exported devices. */
struct exports {
	struct table devices;				/* by when they were named or found */
	struct chips *chips;
	struct search *searches[EXPORTS_SEARCHES];	/* patterns */
	size_t search_count;
	bool whole;					/* totals include earlier counts */
	struct choice choice;
	struct interconnect *cables;			/* where links lead; NULL: unknown */
	struct stat cables_file;			/* identity of the file of cables */
	struct label_files labels;			/* that others choose for devices */
	size_t limit;					/* most series of all devices */
	struct findings findings;			/* what is wrong */
	uint64_t read_ns;				/* end of the last reading; 0: none */
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

/* Initialise without devices; the caller calls exports_free() in any case. Returns 0 or -ENOMEM. */
int exports_init(struct exports *exports);

/* Return the families that do not come from metrics, and their number. */
const struct family *exports_own(size_t *count);

/*
 * Add a device by its name for gpcd_open(), or a pattern whose devices exports_read() adds. Names
 * already there are not added again. There may be TABLE_MOST devices and EXPORTS_SEARCHES patterns,
 * all with different labels. Returns an exit code, after reporting any error.
 */
int exports_add(struct exports *exports, const char *name);

/*
 * Run the patterns and read all devices. An image that its pattern no longer finds is dropped; a
 * device node stays and is down until it returns.
 */
void exports_read(struct exports *exports);

/*
 * Return how many devices are up. @count receives the number of devices, where several names of one
 * device count once.
 */
size_t exports_up(const struct exports *exports, size_t *count);

/*
 * Switch to the devices of another configuration, which has not been read yet; @next is empty
 * afterwards. @keep: it has the same metrics and cables; then devices that it names or finds are
 * kept, with their totals.
 */
void exports_replace(struct exports *exports, struct exports *next, bool keep);

/*
 * Return whether all devices are up, each pattern found at least one device and failed for none,
 * and no labels are ignored.
 */
bool exports_complete(const struct exports *exports);

/*
 * Write the page of the last reading into the parts of an earlier page, or none. Returns 0 or
 * -ENOMEM; the caller calls page_parts_free() in any case.
 */
int exports_write(struct exports *exports, struct page_parts *parts, enum page_format format);

/* Close all devices and free everything; @exports is empty afterwards. */
void exports_free(struct exports *exports);

#endif /* DEVICES_EXPORTS_H */
