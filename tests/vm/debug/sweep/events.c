// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events of perf: of a device's PMU, opened and closed; and a PMU that is made when its first
 * chip comes.
 */
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "command.h"
#include "module.h"

#define PMU "/sys/bus/event_source/devices/gpcd0"

static struct perf_event_attr attr;

static void pmu_load(void)
{
	devices_load();
	must(!module_load("gpcd_pmu", ""), "gpcd_pmu to load");
}

static void pmu_unload(void)
{
	must(!module_unload("gpcd_pmu"), "gpcd_pmu to unload");
	devices_unload();
}

static void event_ready(const struct entry *entry)
{
	(void)entry;
	attr = (struct perf_event_attr){
		.size = sizeof(attr), .type = atoi(file_read(PMU "/type")), .config = 1,
	};
}

static long event_open(const struct entry *entry)
{
	(void)entry;
	return result(syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC));
}

/* What perf's core does before it calls us. */
static long event_refused(const struct entry *entry)
{
	long ret;

	attr.config2 = 1;
	ret = event_open(entry);
	attr.config2 = 0;
	return ret;
}

static void event_works(const struct entry *entry, long event)
{
	uint64_t count;

	(void)entry;
	if (read(event, &count, sizeof(count)) != sizeof(count) || count)
		complain("a chip at rest counts %llu", (unsigned long long)count);
}

static void event_undo(const struct entry *entry, long event)
{
	(void)entry;
	if (event >= 0)
		close(event);
}

static const struct entry event_entries[] = {
	{
		.name = "perf_event_open",
		.prepare = event_ready,
		.run = event_open,
		.worked = event_works,
		.undo = event_undo,
		.refused = event_refused,
	},
};

const struct stage event_stage = {
	.setup = pmu_load,
	.teardown = pmu_unload,
	.entries = event_entries,
	.count = ARRAY_SIZE(event_entries),
};

/* A chip without a PMU serves all other ways. */

#define ITEM CONFIG "/counted"

static void chipless_load(void)
{
	must(!module_load("gpcd", ""), "gpcd to load");
	must(!module_load("gpcd_emu", "chips=0"), "gpcd_emu to load");
}

/* A PMU stays until its module goes, so load and unload that as well. */
static void pmu_needed(const struct entry *entry)
{
	must(!module_load("gpcd_pmu", ""), "gpcd_pmu to load");
	must(!mkdir(ITEM, 0755), ITEM);
	must(!file_write(ITEM "/nic_addrs", "7"), ITEM "/nic_addrs");
	attr_open(entry);
}

static void chip_counted(const struct entry *entry, long result)
{
	struct gpcd_info info = { .size = sizeof(info) };
	int device = device_open(0);
	bool told = kmsg_said("perf cannot count this chip");

	(void)entry;
	(void)result;
	must(device >= 0 && !ioctl(device, GPCD_IOC_INFO, &info), "gpcd0");
	close(device);
	if (told == !access(PMU, F_OK) || told == !!(info.features & GPCD_FEATURE_PERF))
		complain("features %llx, and the log %s", info.features,
			 told ? "tells" : "does not tell");
}

static void chip_undo(const struct entry *entry, long result)
{
	attr_close(entry, result);
	must(!rmdir(ITEM), ITEM);
	must(!module_unload("gpcd_pmu"), "gpcd_pmu to unload");
}

static const struct entry pmu_entries[] = {
	{
		.name = "configfs: a chip comes to life, with gpcd_pmu",
		.path = ITEM "/live",
		.text = "1",
		.prepare = pmu_needed,
		.run = attr_store,
		.worked = chip_counted,
		.undo = chip_undo,
		.pages_alike = PAGES_ALIKE,
		.parts = PARTS,
		.forgives = "a chip without a PMU is served, and the log says so; "
			    "an event that udev would like to have may be lost",
	},
};

const struct stage pmu_stage = {
	.setup = chipless_load,
	.teardown = devices_unload,
	.entries = pmu_entries,
	.count = ARRAY_SIZE(pmu_entries),
};
