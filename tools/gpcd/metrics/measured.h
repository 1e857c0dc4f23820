/* SPDX-License-Identifier: GPL-2.0-only */
/* Devices whose registers and metrics are measured together, each between two of its readings. */
#ifndef MEASURED_H
#define MEASURED_H

#include <gpcd/gpcd.h>

#include "cli/metrics/sets.h"
#include "cli/network/network.h"
#include "cli/network/page.h"
#include "cli/out/out.h"
#include "metrics/bound.h"
#include "series/linksums.h"
#include "series/logfile.h"
#include "series/pace.h"
#include "series/series.h"

/* --- names on the command line, which become registers and metrics of a device --- */

/* What a command takes if nothing is named. */
enum picking {
	PICKING_REGISTERS, /* the static tile counters */
	PICKING_METRICS, /* all metrics but those per tile; never registers */
	PICKING_LINKS, /* only metrics per link; never registers */
	PICKING_SUMS, /* the counters of tiles, summed by link; nothing can be named */
	PICKING_SIGNS, /* these of a router; metrics per NIC with limits of what is none */
};

/*
 * What is wanted. A name is a metric only if no register has it. Values are registers in the order
 * of names, then metrics, each once, in the order of `gpcd metrics'.
 */
struct picked {
	enum picking picking;
	char **names; /* of registers or metrics, ended by NULL; or NULL */
	struct sets_wanted wanted; /* arguments of -m */
};

/*
 * Add the named registers to the series' group, and find the named metrics. If any is wanted,
 * @metrics receives all metrics of the chip, for metrics_free(), and @wanted their names. Report
 * any error and return the exit code.
 */
int picked_registers(const struct picked *picked, struct series *series,
		     struct sets_wanted *wanted, struct metrics *metrics);

/*
 * Bind the metrics that picked_registers() found and add their registers to the series' group.
 * @bound has metrics, links and group. Report any error and return the exit code.
 */
int picked_metrics(const struct picked *picked, struct series *series,
		   const struct sets_wanted *wanted, struct metrics_bound *bound);

/* --- devices --- */

/* A device that is measured. */
struct measured {
	struct series series;
	struct gpcd_snapshot *before;
	struct gpcd_snapshot *after;
	unsigned int readings; /* so far, at most 2 */
	struct metrics_bound bound;
	struct metrics_link links[LINKS_MOST]; /* if their map is known */
	uint64_t chip_id; /* chip of which this is a view */
	unsigned int unreadable; /* number of such registers when last reported */
	int failed; /* exit code if it was not opened or a reading failed; not read again */
};

/* Devices that are measured together. */
struct measuring {
	struct measured *list;
	size_t count;
	void *bound; /* tree for tfind(3) of those with metrics, by links, as they are opened */
	struct picked picked;
	struct sets sets; /* of the devices' chips; empty unless metrics are wanted */
	enum series_mode mode; /* how counters are shown */
	bool all; /* if none is named: all devices of this machine */
	bool once; /* if none is named: each chip once, however many views it has */
	const unsigned int *coord; /* of the only device, or NULL: as it reports */
	struct linkmap map;
	bool known; /* map is open: see measuring_map() */
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

/* Open the map of links, unless it is open. Report any error and return the exit code. */
int measuring_map(struct measuring *measuring);

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
struct sample measured_sample(const struct measuring *measuring, struct measured *measured);

/* Add a sample of each device with fresh values to a record; @at has its number, missed periods. */
void measuring_print(const struct measuring *measuring, struct out *out, const struct sample *at);

/*
 * Judge a reading: report that a device is no longer driven, and how many registers are unreadable
 * when that number changes, or sum up by link. @code receives the exit code for unreadable
 * registers unless it has one already. Return the exit code, not 0 if the device is of no use.
 */
int measured_check(struct measured *measured, int *code);

/* --- their links: a picture of the means over all samples, and a page of each --- */

/* What is asked for of the links. */
struct linkheat_request {
	struct picture picture;
	struct html_request page;
};

/* Sums over samples, and the latest sample. */
struct linkheat {
	const struct linkheat_request *request; /* without a path, nothing is summed */
	struct topo topo;
	const struct cabling *cabling;
	/* of shares for each quantity, at [chip * ports + port] of the sending chip */
	double *sums[NETWORK_QUANTITIES];
	unsigned int *seen; /* how often a share was added */
	unsigned char *states;
	double *arrived; /* sums by chip */
	unsigned int samples;
	/* of the latest sample, at [quantity * links + link] */
	double *shares; /* -1: unknown */
	uint64_t *counts;
	struct network network; /* of the page */
	struct network_quantity quantities[NETWORK_QUANTITIES];
	char title[256];
	struct page page;
	uint64_t begin; /* CLOCK_REALTIME of the first sample, ns; 0: none yet */
	bool undated; /* set by the caller: times are a simulation's */
};

/*
 * Find the topology to draw, and check that picture and page can be written; @request must outlive
 * @heat. Call linkheat_close() in any case. Report any error and return the exit code.
 */
int linkheat_open(struct linkheat *heat, const struct linkmap *map,
		  const struct linkheat_request *request);

/* Begin a sample. */
void linkheat_begin(struct linkheat *heat);

/* Add a chip, whose sums are fresh, to the sample. */
void linkheat_chip(struct linkheat *heat, const struct series *series);

/*
 * Return the port by which a link leaves a chip, or TOPO_NONE: its direction or colour, and the
 * coordinate of the chip where it leads.
 */
unsigned int linkheat_port(const struct linkheat *heat, unsigned int chip, unsigned int direction,
			   const unsigned int far[3]);

/* Add a link to the sample, by the chip that sends over it; one that is not drawn is left out. */
void linkheat_share(struct linkheat *heat, enum network_quantities panel, unsigned int chip,
		    unsigned int port, double share, uint64_t count);

/* End a sample, from and to in CLOCK_REALTIME, ns. */
void linkheat_end(struct linkheat *heat, uint64_t from, uint64_t to);

/* Add a sample of the chips that have fresh sums. */
void linkheat_add(struct linkheat *heat, const struct measuring *measuring);

/*
 * Draw the picture and finish the page, if they were asked for and there was a sample; the sums
 * become means. @period is the length of a period, ns, for the title. Report any error and return
 * the exit code.
 */
int linkheat_write(struct linkheat *heat, uint64_t period);

/* Free the sums. A page that was not finished is not written. */
void linkheat_close(struct linkheat *heat);

/* --- periodic samples --- */

/* Samples, one in each period. */
struct stream {
	struct measuring measuring;
	struct pace pace;
	struct logfile log; /* where it goes */
	struct out out; /* the record being written */
	struct linkheat *heat; /* PICKING_SUMS: a picture of all samples, or NULL */
	struct gpcd_ring *ring; /* the kernel's samples of the only device; NULL: sampled here */
	int error; /* of the last read of the ring, or 0 */
	int code; /* exit code for the first registers that could not be read, or 0 */
};

/*
 * Print a sample in each period until there are enough or a signal asks for the end. @stream has
 * open devices and a pace; the rest is zero. A device that fails is reported once; the others go
 * on. Return the exit code; a failed device determines it only if nothing else went wrong.
 */
int stream_run(struct stream *stream);

#endif /* MEASURED_H */
