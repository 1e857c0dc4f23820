/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tables of jobs on a machine that switches worms. Columns that mean the same as with packets have
 * the same names.
 */
#ifndef WORMTABLES_H
#define WORMTABLES_H

#include "cli/out/table.h"
#include "machine/machine.h"
#include "netsim/host/host.h"
#include "workload.h"

/* Most tables. */
#define WORMTABLES	5

/* A finished run, for the tables below. */
struct wormreport {
	const struct machine *machine;
	const struct workload *workload;
	const struct worm *network; /* after the run */
	const struct ranks *ranks;
	const struct host_result *result; /* all ranks have ended */
};

/* Make the table of the whole run. */
struct table wormtables_run(const struct wormreport *report);

/* Make the table of channels by dimension, with channels from and to nodes at the end. */
struct table wormtables_dimensions(const struct wormreport *report);

/* Make the table of jobs. */
struct table wormtables_jobs(const struct wormreport *report);

/* Make the table of ranks. */
struct table wormtables_ranks(const struct wormreport *report);

/* Make the table of all channels. */
struct table wormtables_links(const struct wormreport *report);

#endif /* WORMTABLES_H */
