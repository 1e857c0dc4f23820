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
#include "metrics/bound.h"
#include "topo/interconnect.h"
#include "topo/links.h"
#include "watch.h"

struct search;

/* Most series of a device in addition to its metrics'. */
#define DEVICE_SERIES	(5 + METRICS_REASONS)

/* The series of a metric of an object: one, or two of a mean. */
struct device_series {
	double shown[2];		/* greatest numbers exported so far: totals never go down */
	enum metrics_reason why;	/* METRICS_GIVEN, _NO_PEAK or _ZERO */
};

/* How the series of a metric of an object appear on a page while the device is up. */
struct device_listed {
	struct page_labels labels;	/* of the object */
	bool has_own;			/* labels were made for it, and are not the device's */
	bool of_nic;			/* else of the chip, whose leader alone exports it */
	size_t family;			/* index */
};

/* The numbers of a metric of an object. */
struct device_value {
	enum metrics_reason missing;	/* why there are none, or METRICS_GIVEN */
	double numbers[2];		/* one; of a mean, numerator and denominator */
};

/* The file or device that a name refers to. */
struct device_id {
	dev_t volume;	/* device of a file; 0 for a device node */
	ino_t file;	/* inode number, or number of the device node */
};

/* An exported device. */
struct device {
	char *name;				/* as for gpcd_open() */
	char *labels;				/* of its series */
	char *about;				/* labels that describe it; NULL: not known yet */
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
	struct metrics_bound bound;
	struct choice_chip *chosen;		/* metrics of its chip; held while it is down */
	struct totals totals;			/* of group; kept while the device is down */
	struct device_listed *listed;		/* by subject of bound; NULL while it is down */
	double *over;				/* by operand of bound, see struct parts */
	double *under;				/* likewise, of the denominator */
	struct device_series *series;		/* by subject of bound */
	size_t subjects;			/* of series */
	size_t count;				/* most series it may have; 0: it is down */
	bool whole;				/* totals include earlier counts */
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
 * Prepare the series of a device that is bound and has its chip: their labels, families, and parts
 * of totals. Returns 0 or -ENOMEM; in any case they are freed by device_unlist_series().
 */
int device_list_series(struct device *device);

/* Free what device_list_series() made, before the device is unbound. */
void device_unlist_series(struct device *device);

/*
 * Read a device, opening it first if it is down; its chip may be new to @choice. It may have @room
 * series; @cables is where links lead, or NULL if unknown. If this fails, the device is down until
 * a later call succeeds. Changes between up and down are reported.
 */
void device_read(struct device *device, struct choice *choice,
		 const struct interconnect *cables, size_t room);

/* Compute the numbers of subject @i of a device that is up. */
struct device_value device_value(struct device *device, size_t i, const struct family *family);

/* Close a device and free it; NULL is allowed. */
void device_free(struct device *device);

#endif /* DEVICES_DEVICE_H */
