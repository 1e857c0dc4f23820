/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Jobs on a machine that switches worms, as tables. Columns that mean what they mean of packets
 * have the same names.
 */
#ifndef WORMTABLES_H
#define WORMTABLES_H

#include "cli/out/table.h"
#include "machine/machine.h"
#include "netsim/host/host.h"
#include "workload.h"

/** WORMTABLES - how many tables there may be */
#define WORMTABLES	5

/**
 * struct wormreport - what there is to tell
 * @machine: the machine
 * @workload: what it did
 * @network: its network, after the run
 * @ranks: the jobs
 * @result: what became of them: all ranks have ended
 */
struct wormreport {
	const struct machine *machine;
	const struct workload *workload;
	const struct worm *network;
	const struct ranks *ranks;
	const struct host_result *result;
};

/** wormtables_run() - make the table of the whole run */
struct table wormtables_run(const struct wormreport *report);

/** wormtables_dimensions() - make the table of channels, by dimension; behind them in and out */
struct table wormtables_dimensions(const struct wormreport *report);

/** wormtables_jobs() - make the table of jobs */
struct table wormtables_jobs(const struct wormreport *report);

/** wormtables_ranks() - make the table of ranks */
struct table wormtables_ranks(const struct wormreport *report);

/** wormtables_links() - make the table of all channels */
struct table wormtables_links(const struct wormreport *report);

#endif /* WORMTABLES_H */
