/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of gpcd_pmu.ko, by which perf counts: a PMU for each number of a device (main.c), its
 * events (event.c), and what it says of itself (attrs.c).
 */
#ifndef GPCD_PMU_H
#define GPCD_PMU_H

#include <linux/mutex.h>
#include <linux/perf_event.h>

#include "core/core.h"

/**
 * struct gpcd_pmu - the PMU of one N of /dev/gpcdN; once it is there, it stays
 * @pmu: what perf's core knows of it
 * @node: its place among those that are told when a processor goes offline
 * @name: gpcdN
 * @cpu: the processor that reads
 * @chip: an &enum gpcd_chip; that of the last device
 * @lock: held by whoever uses @device
 * @device: the device, with a reference; NULL while there is none of this number
 *
 * Events have a reference on the device of their own, because a PMU lives longer than a device:
 * perf's core uses the PMU of an event for as long as that is open.
 */
struct gpcd_pmu {
	struct pmu pmu;
	struct hlist_node node;
	char name[16];
	int cpu;
	unsigned int chip;
	struct mutex lock;	/* of device */
	struct gpcd_device *device;
};

/** gpcd_pmu_of() - return the PMU that perf's core knows as @pmu */
static inline struct gpcd_pmu *gpcd_pmu_of(struct pmu *pmu)
{
	return container_of(pmu, struct gpcd_pmu, pmu);
}

/* What its events say (attr.config and attr.config1), as sysfs tells it. */

/** GPCD_PMU_TOTAL: bits of config: the number of a total of the chip, from 1; or 0 */
#define GPCD_PMU_TOTAL	0xffU

/** GPCD_PMU_ADDR: bits of config1: if there is no total, the address of a counter */
#define GPCD_PMU_ADDR	0xffffffffU

/* Events (event.c): callbacks of struct pmu */

/** gpcd_event_init() - make an event, if it is one of ours. Return: 0 or a negative errno */
int gpcd_event_init(struct perf_event *event);

/** gpcd_event_add() - begin to count if @flags has PERF_EF_START. Return: 0 */
int gpcd_event_add(struct perf_event *event, int flags);

/** gpcd_event_del() - end counting */
void gpcd_event_del(struct perf_event *event, int flags);

/** gpcd_event_start() - begin to count from here */
void gpcd_event_start(struct perf_event *event, int flags);

/** gpcd_event_stop() - add what was counted; no more is until gpcd_event_start() */
void gpcd_event_stop(struct perf_event *event, int flags);

/** gpcd_event_read() - add what was counted since the last time */
void gpcd_event_read(struct perf_event *event);

/* What a PMU says of itself (attrs.c) */

/** gpcd_attrs_init() - make a file for each total of any chip. Return: the groups, or an ERR_PTR */
const struct attribute_group **gpcd_attrs_init(void);

/** gpcd_attrs_exit() - free what gpcd_attrs_init() has made; no PMU may be left */
void gpcd_attrs_exit(void);

/** gpcd_attrs_update() - show the totals of another chip, after @chip has changed; may sleep */
void gpcd_attrs_update(struct gpcd_pmu *pmu);

#endif /* GPCD_PMU_H */
