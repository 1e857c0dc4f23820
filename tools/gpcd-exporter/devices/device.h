/* SPDX-License-Identifier: GPL-2.0-only */
/* An exported device, which may come and go. */
#ifndef DEVICES_DEVICE_H
#define DEVICES_DEVICE_H

#include <string.h>
#include <sys/types.h>

#include <gpcd/gpcd.h>

#include "chips.h"
#include "choice.h"
#include "cli/metrics/totals.h"
#include "gpcd-exporter/expose/page.h"
#include "template.h"
#include "topo/interconnect.h"
#include "watch.h"

struct search;

/* Most series of a device in addition to its metrics'. */
#define DEVICE_SERIES	(5 + METRICS_REASONS)

/* The file or device that a name refers to. */
struct device_id {
	dev_t volume;	/* device of a file; 0 for a device node */
	ino_t file;	/* inode number, or number of the device node */
};

/* An exported device. */
struct device {
	char *name;				/* as for gpcd_open() */
	bool is_interface;			/* by its name, of the host */
	char *labels;				/* of its series */
	struct page_labels own;			/* the same */
	struct page_labels about;		/* labels that describe it; empty: not known yet */
	const struct search *search;		/* pattern that found it; NULL: it was named */
	bool found;				/* by the last run of search */
	struct device_id id;			/* what was opened */
	struct device_id there;			/* what the name refers to now */
	bool is_there;				/* there is valid */
	size_t index;				/* in the table; breaks ties in pair_twins() */
	bool twin;				/* exported under another name */
	struct chips *chips;
	struct chip *chip;			/* kept while down; NULL: not known yet */
	bool is_nic;				/* while open, it is its NIC of the chip */
	const char *why;			/* word for why it is down; NULL: it is up */
	struct gpcd_info info;			/* when it was last opened */
	struct gpcd_info counted;		/* info that chip and totals belong to */
	struct gpcd *open;			/* NULL while it is down */
	struct gpcd_group *group;		/* registers of its metrics */
	struct gpcd_snapshot *reading;		/* the last one */
	struct watch *watch;			/* for findings; NULL: not watched yet */
	struct choice_chip *chosen;		/* metrics of its chip; held while it is down */
	struct template *template;		/* while it is open and bound */
	struct totals totals;			/* of group; kept while the device is down */
	struct page_labels *labelled;		/* by object of template; NULL while it is down */
	struct chip_series *series;		/* by subject of the template */
	size_t subjects;			/* of series */
	size_t count;				/* most series it may have; 0: it is down */
	bool whole;				/* totals include earlier counts */
	/* of devices with the same template */
	LIST_ENTRY(device) alike;
};

/*
 * Create a device that is down. With @whole, its totals include everything since the chip started,
 * else only since its first reading. Returns NULL if there is no memory; free it by device_free().
 */
struct device *device_make(const char *name, struct chips *chips, bool whole);

/* Return the value of a device's label: its name, without "/dev/". */
static inline const char *device_label(const char *name)
{
	return strncmp(name, "/dev/", 5) ? name : name + 5;
}

/*
 * Update what the name of a device refers to, and close the device if that is another file than the
 * open one.
 */
void device_look(struct device *device);

/*
 * Mark a device as another name of @other, an exported device with the same identity, or as
 * separate if that is NULL. Changes are reported.
 */
void device_pair(struct device *device, const struct device *other);

/*
 * Return a word for the reason why something is down, for a label; docs/exporter.md lists them.
 * @err is a negative errno.
 */
const char *device_reason(int err);

/* Return whether the last device_read() succeeded. */
bool device_is_up(const struct device *device);

/*
 * Make the labels of the series of a device that has its template and its chip. Returns 0 or
 * -ENOMEM; in any case they are freed by device_unlist_series().
 */
int device_list_series(struct device *device);

/* Free what device_list_series() made, before the device loses its template. */
void device_unlist_series(struct device *device);

/*
 * Read a device, opening it first if it is down; its chip may be new to @choice. It may have @room
 * series; @cables is where links lead, or NULL if unknown. If this fails, the device is down until
 * a later call succeeds. Changes between up and down are reported.
 */
void device_read(struct device *device, struct choice *choice,
		 const struct interconnect *cables, size_t room);

/* Add up the totals of a device that is up; its template has the sums until the next such call. */
void device_add_up(const struct device *device);

/*
 * Compute the numbers of subject @i of a device, after device_add_up(): one; of a mean, numerator
 * and denominator. Returns METRICS_GIVEN, or why there are none.
 */
enum metrics_reason device_value(struct device *device, size_t i, const struct family *family,
				 double numbers[2]);

/* Close a device and free it; NULL is allowed. */
void device_free(struct device *device);

#endif /* DEVICES_DEVICE_H */
