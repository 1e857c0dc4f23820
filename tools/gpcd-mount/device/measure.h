/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Metrics of a device as numbers that only grow: in their formulas a rate, or the difference of a
 * counter, stands for all that it has counted. Values of 64 bits follow the wraps of counters.
 */
#ifndef DEVICE_MEASURE_H
#define DEVICE_MEASURE_H

#include <pthread.h>

#include "cli/metrics/totals.h"
#include "device.h"
#include "metrics/bound.h"
#include "topo/interconnect.h"

/* The links of a chip to others. */
struct measure_links {
	struct metrics_link *list;
	size_t count;
};

/*
 * Metrics that are read together. Between measure_begin() and measure_end() one thread has it
 * alone.
 */
struct measure {
	pthread_mutex_t lock;
	const struct device *device;
	struct metrics_bound bound;
	struct gpcd_group *group;
	struct gpcd_snapshot *reading;
	struct totals totals;	/* of group */
	uint64_t wrap_ns;	/* a counter may wrap twice if it is not read for so long */
};

/*
 * Find the links of a device's chip in a map; none if @map is NULL, or has no such chip. Return 0
 * or -ENOMEM; free @links->list.
 */
int measure_links(struct measure_links *links, const struct device *device,
		  const struct interconnect *map);

/*
 * Bind metrics to a device, for measure_free(): all of @metrics, which outlive this, or only one
 * of them. Return 0, -ENODATA if the device has none of their objects, -ENOMEM, or an error of
 * libgpcd.
 */
int measure_make(struct measure **measure, const struct device *device,
		 const struct metrics *metrics, const struct metric *only,
		 const struct measure_links *links);

/* Read all registers, and begin to compute. Return 0 or as device_error(); call measure_end(). */
int measure_begin(struct measure *measure);

/*
 * Compute number @i of bound. Return 0 or as device_error(); -EIO also if what a counter counted is
 * not known, because it may have wrapped twice.
 */
int measure_number(const struct measure *measure, size_t i, double *number);

/* Let other threads in. */
void measure_end(struct measure *measure);

/* Free it; NULL is allowed. */
void measure_free(struct measure *measure);

#endif /* DEVICE_MEASURE_H */
