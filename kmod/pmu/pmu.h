/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of gpcd_pmu.ko, by which perf counts: a PMU for each device number (main.c), its events
 * (event.c), its attributes (attrs.c) and its processor (cpu.c).
 */
#ifndef GPCD_PMU_H
#define GPCD_PMU_H

#include <linux/mutex.h>
#include <linux/perf_event.h>

#include "core/core.h"

/*
 * The PMU of one N of /dev/gpcdN; once created, it stays. Events have a reference of their own on
 * the device: perf's core uses the PMU of an event as long as the event is open, which may be
 * longer than the device exists.
 */
struct gpcd_pmu {
	struct pmu pmu;
	char name[16];
#ifdef GPCD_PMU_OWN_CPU
	struct hlist_node node;	/* for processors that go offline */
	int cpu;	/* the processor that reads */
#endif
	unsigned int chip;	/* enum gpcd_chip of the last device */
	struct mutex lock;	/* device */
	struct gpcd_device *device;	/* with a reference; NULL while there is none */
};

/* Return the PMU that perf's core knows as @pmu. */
static inline struct gpcd_pmu *gpcd_pmu_of(struct pmu *pmu)
{
	return container_of(pmu, struct gpcd_pmu, pmu);
}

/*
 * Bits of attr.config, as sysfs describes them: the number of a total of the chip, from 1; or 0.
 * Then attr.config1 is the address of a counter.
 */
#define GPCD_PMU_TOTAL	0xffffU

/* Events (event.c): callbacks of struct pmu */

/* Make an event, if it is one of ours. */
int gpcd_event_init(struct perf_event *event);

/* Begin to count if @flags has PERF_EF_START. Always returns 0. */
int gpcd_event_add(struct perf_event *event, int flags);

/* Stop counting. */
void gpcd_event_del(struct perf_event *event, int flags);

/* Begin to count from here. */
void gpcd_event_start(struct perf_event *event, int flags);

/* Add what was counted, and stop counting until gpcd_event_start(). */
void gpcd_event_stop(struct perf_event *event, int flags);

/* Add what was counted since the last time. */
void gpcd_event_read(struct perf_event *event);

/* Attributes of a PMU (attrs.c) */

/* Make a file for each total of any chip. Return the groups, or an ERR_PTR. */
const struct attribute_group **gpcd_attrs_init(void);

/* Free what gpcd_attrs_init() has made. No PMU may be left. */
void gpcd_attrs_exit(void);

/* Show the totals of another chip, after pmu->chip has changed. May sleep. */
void gpcd_attrs_update(struct gpcd_pmu *pmu);

#endif /* GPCD_PMU_H */
