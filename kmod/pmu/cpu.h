/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The processor on which a PMU's events count. From Linux 6.12 on perf's core chooses it, shows it
 * as cpumask, and migrates events when it goes offline; in an older kernel cpu.c does.
 */
#ifndef GPCD_PMU_CPU_H
#define GPCD_PMU_CPU_H

#include "pmu/pmu.h"

#ifdef GPCD_PMU_OWN_CPU

/* The attribute cpumask. */
extern const struct attribute_group gpcd_pmu_cpu_group;

/* Prepare to follow processors that go offline. Return 0 or a negative errno. */
int gpcd_pmu_cpu_init(void);

/* Undo gpcd_pmu_cpu_init(). No PMU may be left. */
void gpcd_pmu_cpu_exit(void);

/* Choose a processor for a PMU that is not registered yet. */
void gpcd_pmu_cpu_choose(struct gpcd_pmu *pmu);

/* Follow the processor of a registered PMU. Return 0 or a negative errno. */
int gpcd_pmu_cpu_add(struct gpcd_pmu *pmu);

/* Undo gpcd_pmu_cpu_add(). */
void gpcd_pmu_cpu_remove(struct gpcd_pmu *pmu);

/* Let a new event count on the processor of its PMU. */
void gpcd_pmu_cpu_take(const struct gpcd_pmu *pmu, struct perf_event *event);

#else

static inline int gpcd_pmu_cpu_init(void)
{
	return 0;
}

static inline void gpcd_pmu_cpu_exit(void)
{
}

static inline void gpcd_pmu_cpu_choose(struct gpcd_pmu *pmu)
{
	pmu->pmu.scope = PERF_PMU_SCOPE_SYS_WIDE;
}

static inline int gpcd_pmu_cpu_add(struct gpcd_pmu *pmu)
{
	return 0;
}

static inline void gpcd_pmu_cpu_remove(struct gpcd_pmu *pmu)
{
}

static inline void gpcd_pmu_cpu_take(const struct gpcd_pmu *pmu, struct perf_event *event)
{
}

#endif

#endif /* GPCD_PMU_CPU_H */
