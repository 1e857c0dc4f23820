/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For bench.c: the way that the kernel's own tools take, perf.
 */
#ifndef BENCH_PERF_H
#define BENCH_PERF_H

#include <linux/perf_event.h>
#include <sys/syscall.h>

#include "module.h"

#define TOTALS	6	/* of a Gemini's tiles, which are all static counters */

/* The totals, a group of perf's; the first is its leader. */
static int perf_events[TOTALS];

static inline int perf_read(void)
{
	uint64_t counts[1 + TOTALS];

	return read(perf_events[0], counts, sizeof(counts)) != sizeof(counts);
}

static inline int pmu_number(const char *name)
{
	char path[96];
	int number = -1;
	FILE *file;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/gpcd0/%s", name);
	file = fopen(path, "re");
	if (!file || fscanf(file, "%d", &number) != 1)
		number = -1;
	if (file)
		fclose(file);
	return number;
}

static inline void perf_begin(void)
{
	struct perf_event_attr attr = { .size = sizeof(attr), .read_format = PERF_FORMAT_GROUP };
	int i;

	check(module_load("gpcd_pmu", ""), "gpcd_pmu");
	attr.type = pmu_number("type");
	for (i = 0; i < TOTALS; i++) {
		attr.config = i + 1;
		perf_events[i] = syscall(SYS_perf_event_open, &attr, -1, pmu_number("cpumask"),
					 i ? perf_events[0] : -1, PERF_FLAG_FD_CLOEXEC);
		check(perf_events[i] < 0, "an event");
	}
}

static inline void perf_end(void)
{
	for (int i = 0; i < TOTALS; i++)
		close(perf_events[i]);
	check(module_unload("gpcd_pmu"), "gpcd_pmu");
}

#endif /* BENCH_PERF_H */
