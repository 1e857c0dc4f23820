/* SPDX-License-Identifier: GPL-2.0-only */
/* Devices whose registers and metrics are measured together, each between two of its readings. */
#ifndef MEASURED_H
#define MEASURED_H

#include <gpcd/gpcd.h>

#include "cli/out/out.h"
#include "picked.h"
#include "series/linksums.h"
#include "series/series.h"

/* A device that is measured. */
struct measured {
	struct series series;
	struct gpcd_snapshot *before;
	struct gpcd_snapshot *after;
	unsigned int readings; /* so far, at most 2 */
	struct metrics_bound bound;
	struct metrics_link links[LINKS_MOST]; /* if their map is known */
	struct linksums *sums; /* PICKING_SUMS: its links; else NULL */
	uint64_t chip_id; /* chip of which this is a view */
	unsigned int unreadable; /* number of such registers when last reported */
	int failed; /* exit code if it was not opened or a reading failed; not read again */
};

/* Devices that are measured together. */
struct measuring {
	struct measured *list;
	size_t count;
	struct picked picked;
	struct metrics metrics[GPCD_CHIPS]; /* by enum gpcd_chip; empty unless metrics are wanted */
	enum series_mode mode; /* how counters are shown */
	bool all; /* if none is named: all devices of this machine */
	bool once; /* if none is named: each chip once, however many views it has */
	const unsigned int *coord; /* of the only device, or NULL: as it reports */
	struct linkmap map;
	bool known; /* map is open */
	bool rates; /* PICKING_SUMS: rates and shares, too */
	bool heading; /* PICKING_SUMS: text names the columns */
	bool warned; /* a double wrap was reported as possible */
	int wrong; /* exit code for arguments wrong for all devices, or 0 */
	int code; /* exit code of the first device that failed, or 0 */
};

/*
 * Find the coordinate of a device's chip; @measured has nothing but a device. Call measured_close()
 * also after an error. Report any error and return the exit code.
 */
int measured_place(const struct measuring *measuring, struct measured *measured);

/*
 * Find what is wanted of a device that has its place, and make its group and snapshots. Call
 * measured_close() also after an error. Report any error and return the exit code.
 */
int measured_prepare(struct measuring *measuring, struct measured *measured);

/* Close a device and free what belongs to it. */
void measured_close(struct measured *measured);

/*
 * Open the devices that -d and GPCD_DEVICE name, and find what is wanted of them. Call
 * measuring_close() also after an error. The default map of links may be missing. A device that
 * fails is reported and left out; wrong arguments are an error for all. Return the exit code; 0 if
 * a device is left.
 */
int measuring_open(struct measuring *measuring);

/* Close devices and map, and free what belongs to them. */
void measuring_close(struct measuring *measuring);

/* Make the later reading the earlier one; the other snapshot is read next. */
void measured_turn(struct measured *measured);

/*
 * Read all devices; each one's later reading becomes its earlier one. A device that fails is
 * reported once and keeps its readings. Return the number of devices that were read.
 */
size_t measuring_read(struct measuring *measuring);

/*
 * Return the series for the header of CSV: the first device that has not failed, or else the first.
 */
const struct series *measuring_first(const struct measuring *measuring);

/* Check if a device has values to print: it has not failed, and its sums by link are fresh. */
bool measured_is_fresh(const struct measured *measured);

/* Note that a device has failed, with this exit code, which was reported; 0: it has not. */
void measuring_fail(struct measuring *measuring, struct measured *measured, int code);

/* Return the name of a metric that needs two readings, or NULL if the later reading is enough. */
const char *measuring_spans(const struct measuring *measuring);

/*
 * Reject several devices in CSV without --long, which has no room for their names. Return the exit
 * code.
 */
int measuring_named(const struct measuring *measuring);

/* Return the readings of a device, which was read, as a sample with number and missed periods 0. */
struct sample measured_sample(const struct measuring *measuring, const struct measured *measured);

/*
 * Add a sample of each device that has not failed to a record; @at has its number and missed
 * periods.
 */
void measuring_print(const struct measuring *measuring, struct out *out, const struct sample *at);

/*
 * Judge a reading: report that a device is no longer driven, and how many registers are unreadable
 * when that number changes, or sum up by link. @code receives the exit code for unreadable
 * registers unless it has one already. Return the exit code, not 0 if the device is of no use.
 */
int measured_check(struct measured *measured, int *code);

#endif /* MEASURED_H */
