/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For the tests of perf: events of a device's PMU, opened without perf(1).
 */
#ifndef PERF_H
#define PERF_H

#include <gpcd/catalogue.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "chip.h"

#define PMU	"/sys/bus/event_source/devices/gpcd"

/* Return the number in a file of a PMU, or -1. */
static inline int pmu_number(int n, const char *name)
{
	char path[128];
	int number = -1;
	FILE *file;

	snprintf(path, sizeof(path), PMU "%d/%s", n, name);
	file = fopen(path, "re");
	if (!file || fscanf(file, "%d", &number) != 1)
		number = -1;
	if (file)
		fclose(file);
	return number;
}

/* Fill in the addresses of all counters, but no aliases and none too narrow to be counted. */
static inline unsigned int perf_counters(uint64_t *addrs, unsigned int chip)
{
	unsigned int i, count = 0;
	struct gpcd_reg reg;

	for (i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		if (reg.rule->kind == GPCD_KIND_COUNTER && !(reg.rule->flags & GPCD_RULE_ALIAS) &&
		    reg.rule->width >= 24)
			addrs[count++] = reg.addr;
	}
	return count;
}

static inline struct perf_event_attr event_attr(int n, uint64_t total, uint64_t addr)
{
	return (struct perf_event_attr){
		.size = sizeof(struct perf_event_attr),
		.type = pmu_number(n, "type"),
		.config = total,
		.config1 = addr,
	};
}

/* Open an event; return a descriptor or a negative errno. */
static inline int event_try(struct perf_event_attr *attr, pid_t pid, int cpu, int leader)
{
	int fd = syscall(SYS_perf_event_open, attr, pid, cpu, leader, PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

/* Open an event that counts a total or, if that is 0, the counter at an address. */
static inline int event_open(int n, uint64_t total, uint64_t addr)
{
	struct perf_event_attr attr = event_attr(n, total, addr);
	int fd = event_try(&attr, -1, pmu_number(n, "cpumask"), -1);

	ck_assert_msg(fd >= 0, "total %ju, address %#jx: %s", (uintmax_t)total, (uintmax_t)addr,
		      strerror(-fd));
	return fd;
}

static inline uint64_t event_count(int event)
{
	uint64_t count;

	ck_assert_int_eq(read(event, &count, sizeof(count)), sizeof(count));
	return count;
}

#endif /* PERF_H */
