/* SPDX-License-Identifier: GPL-2.0-only */
/* What findings need of an open device: two readings, at the beginning and the end of a window. */
#ifndef DEVICES_WATCH_H
#define DEVICES_WATCH_H

#include <gpcd/gpcd.h>

#include "cli/explain/nics.h"
#include "cli/explain/sites.h"
#include "metrics/bound.h"
#include "topo/interconnect.h"

/* A device that is watched. */
struct watch {
	const struct router_kind *kind;	/* of a router whose links are known; NULL: it is none */
	struct links links;		/* of the router */
	struct metrics_bound bound;	/* of others: metrics of the NIC that have limits */
	struct gpcd_group *group;	/* NULL: it has nothing that tells what is wrong */
	struct gpcd_snapshot *before, *now;
	unsigned int readings;		/* in a row, at most 2: then there is a window */
};

/*
 * Prepare to watch a device with this @info; its @metrics must outlive the watch. A router is not
 * watched without @cables that have its chip. Returns NULL if there is no memory, or too much to
 * read.
 */
struct watch *watch_make(struct gpcd *device, const struct gpcd_info *info,
			 const struct metrics *metrics, const struct interconnect *cables);

/* End a window, and begin the next one. */
void watch_read(struct watch *watch);

/* End a watch, before its device is closed; NULL is allowed. */
void watch_free(struct watch *watch);

#endif /* DEVICES_WATCH_H */
