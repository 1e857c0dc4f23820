// SPDX-License-Identifier: GPL-2.0-only
/*
 * Everybody at one chip at once, for a kernel that looks for data races: readers, and tasks that
 * change what they use. Each goes on until all have had TURNS turns.
 *
 *	contend TURNS
 */
#include <err.h>
#include <linux/gpcd_perms.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include <gpcd_pub.h>

#include "module.h"

#define COUNTERS	24
#define ARRAY_SIZE(array) ((int)(sizeof(array) / sizeof((array)[0])))

static uint64_t addrs[COUNTERS];
static int shared_device, shared_group, shared_table;

#include "contend_ways.h"

/* --- turns: each returns as ioctl() does ------------------------------------- */

static int read_legacy(unsigned long turn)
{
	uint64_t values[COUNTERS];
	struct gpcd_args args = {
		.num_mmrs = COUNTERS, .mmr_addrs = addrs, .mmr_data = values,
	};

	(void)turn;
	return ioctl(shared_device, GPC_IOC_READ_REG, &args);
}

static int read_snapshot(unsigned long turn)
{
	uint64_t values[COUNTERS];
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = COUNTERS,
		.addrs = (uintptr_t)addrs, .values = (uintptr_t)values,
	};

	(void)turn;
	return ioctl(shared_device, GPCD_IOC_SNAPSHOT, &req);
}

static int read_group(unsigned long turn)
{
	uint64_t values[COUNTERS];
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = COUNTERS, .values = (uintptr_t)values,
	};

	(void)turn;
	return ioctl(shared_group, GPCD_IOC_GROUP_READ, &req);
}

static int ask(unsigned long turn)
{
	struct gpcd_info info = { .size = sizeof(info) };
	int fd = open(turn % 2 ? "/dev/gpcd1" : "/dev/gpcd0", O_RDWR | O_CLOEXEC);
	int ret = fd < 0 ? -1 : ioctl(fd, GPCD_IOC_INFO, &info);

	close(fd);
	return ret;
}

static int write_register(unsigned long turn)
{
	uint64_t value = turn;
	struct gpcd_args args = {
		.num_mmrs = 1, .mmr_addrs = addrs, .mmr_data = &value,
	};

	return ioctl(shared_device, GPC_IOC_WRITE_REG, &args);
}

static int write_text(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int ret = fd < 0 ? -1 : write(fd, text, strlen(text));

	close(fd);
	return ret < 0 ? -1 : 0;
}

static int break_chip(unsigned long turn)
{
	static const char * const faults[] = { "none", "slow:1000", "none", "stuck" };

	return write_text("/sys/class/gpcd_emu/gpcd_emu0/fault", faults[turn % 4]);
}

static int change_default(unsigned long turn)
{
	static const char * const words[] = { "none", "nic", "nic,router,setup", "all" };

	return write_text("/sys/module/gpcd/parameters/default_perms", words[turn % 4]);
}

static int change_table(unsigned long turn)
{
	struct gpcd_perms entry = { .perms = turn % 4, .job_id = 1 + turn % 8 };
	struct gpcd_perms_remove all = {
		.size = sizeof(all), .flags = GPCD_PERMS_REMOVE_ALL,
	};

	if (turn % 16 == 15)
		return ioctl(shared_table, GPCD_IOC_PERMS_REMOVE, &all);
	return ioctl(shared_device, GPC_IOC_SET_PERMS, &entry);
}

static int read_files(unsigned long turn)
{
	static const char * const files[] = {
		"/sys/class/gpcd/gpcd0/epoch", "/sys/class/gpcd_emu/gpcd_emu0/fault",
		"/sys/module/gpcd/parameters/default_perms", "/sys/class/gpcd/ignore_perms",
	};
	char text[64];
	int fd = open(files[turn % ARRAY_SIZE(files)], O_RDONLY | O_CLOEXEC);
	int ret = fd < 0 ? -1 : read(fd, text, sizeof(text));

	close(fd);
	return ret < 0 ? -1 : 0;
}

static struct worker {
	const char *name;
	int (*turn)(unsigned long turn);
	atomic_ulong turns;
	pthread_t thread;
} workers[] = {
	{ .name = "legacy reader", .turn = read_legacy },
	{ .name = "snapshot reader", .turn = read_snapshot },
	{ .name = "group reader", .turn = read_group },
	{ .name = "other group reader", .turn = read_group },
	{ .name = "opener", .turn = ask },
	{ .name = "writer", .turn = write_register },
	{ .name = "breaker", .turn = break_chip },
	{ .name = "changer of the default", .turn = change_default },
	{ .name = "changer of the table", .turn = change_table },
	{ .name = "reader of files", .turn = read_files },
	{ .name = "mapper", .turn = read_mapping },
	{ .name = "ring reader", .turn = read_ring },
	{ .name = "reader by netlink", .turn = read_netlink },
	{ .name = "listener by netlink", .turn = hear_netlink },
	{ .name = "counter by perf", .turn = read_event },
};

#define WORKERS ARRAY_SIZE(workers)

static unsigned long wanted;
static atomic_int unready = WORKERS;

static void *work(void *arg)
{
	struct worker *worker = arg;

	while (unready) {
		if (worker->turn(worker->turns))
			err(1, "turn %lu of the %s", worker->turns, worker->name);
		if (++worker->turns == wanted)
			unready--;
	}
	return NULL;
}

static void chip_open(void)
{
	struct gpcd_group_req req = {
		.size = sizeof(req), .count = COUNTERS, .addrs = (uintptr_t)addrs,
	};

	for (int i = 0; i < COUNTERS; i++)
		addrs[i] = GPC_TILE_SPC(0, i / 6, i % 6);
	shared_device = open("/dev/gpcd0", O_RDWR | O_CLOEXEC);
	if (shared_device < 0)
		err(1, "/dev/gpcd0");
	shared_table = open("/dev/gpcdctl", O_RDWR | O_CLOEXEC);
	if (shared_table < 0)
		err(1, "/dev/gpcdctl");
	shared_group = ioctl(shared_device, GPCD_IOC_GROUP, &req);
	if (shared_group < 0)
		err(1, "group");
}

int main(int argc, char **argv)
{
	wanted = argc == 2 ? strtoul(argv[1], NULL, 0) : 0;
	if (!wanted)
		errx(1, "usage: contend TURNS");
	chip_open();
	for (int i = 0; i < WORKERS; i++) {
		if (pthread_create(&workers[i].thread, NULL, work, &workers[i]))
			errx(1, "no thread for the %s", workers[i].name);
	}
	for (int i = 0; i < WORKERS; i++) {
		pthread_join(workers[i].thread, NULL);
		printf("%s%s: %lu", i ? "; " : "", workers[i].name, workers[i].turns);
	}
	putchar('\n');
	return 0;
}
