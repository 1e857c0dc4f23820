// SPDX-License-Identifier: GPL-2.0-only
/*
 * Load and unload the modules over and over, while threads open the device,
 * read it and change its permissions as fast as they can. A cycle goes on until
 * each of them has succeeded in it at least once.
 *
 *	cycles COUNT
 */
#include <err.h>
#include <linux/gpcd_perms.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

#include <gpcd_pub.h>

#include "hang.h"
#include "module.h"

#define COUNTERS	288
#define GROUP_READS	5
#define JOBS		8

#define ARRAY_SIZE(array) ((int)(sizeof(array) / sizeof((array)[0])))

static uint64_t addrs[COUNTERS];
static atomic_bool stop;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

/* Workers' calls on an open device; each returns as ioctl() does. */

static int read_legacy(int fd)
{
	uint64_t values[COUNTERS];
	struct gpcd_args args = {
		.num_mmrs = COUNTERS, .mmr_addrs = addrs, .mmr_data = values,
	};

	return ioctl(fd, GPC_IOC_READ_REG, &args);
}

static int read_group(int fd)
{
	uint64_t values[COUNTERS];
	struct gpcd_group_req list = {
		.size = sizeof(list), .count = COUNTERS, .addrs = (uintptr_t)addrs,
	};
	int group = ioctl(fd, GPCD_IOC_GROUP, &list);
	int ret = 0, error;

	if (group < 0)
		return -1;
	for (int i = 0; !ret && i < GROUP_READS; i++) {
		struct gpcd_snapshot_req read = {
			.size = sizeof(read), .count = COUNTERS, .values = (uintptr_t)values,
		};

		ret = ioctl(group, GPCD_IOC_GROUP_READ, &read);
	}
	error = errno;
	close(group);
	errno = error;
	return ret;
}

static int nothing(int fd)
{
	(void)fd;
	return 0;
}

static int table_clear(void)
{
	struct gpcd_perms_remove all = {
		.size = sizeof(all), .flags = GPCD_PERMS_REMOVE_ALL,
	};
	int ctl = open("/dev/gpcdctl", O_RDWR | O_CLOEXEC), ret;

	if (ctl < 0)
		return -1;
	ret = ioctl(ctl, GPCD_IOC_PERMS_REMOVE, &all);
	close(ctl);
	return ret;
}

static int change_permissions(int fd)
{
	for (uint64_t job = 1; job <= JOBS; job++) {
		struct gpcd_perms entry = { .perms = job % 4, .job_id = job };

		if (ioctl(fd, GPC_IOC_SET_PERMS, &entry))
			return -1;
	}
	return ioctl(fd, GPC_IOC_IGNORE_PERMS, NULL) ?: table_clear();
}

static struct worker {
	const char *name;
	int (*act)(int fd);
	int acts;	/* calls before the device is closed again */
	atomic_uint done;
	unsigned long total;
	pthread_t thread;
} workers[] = {
	{ .name = "legacy reader", .act = read_legacy, .acts = 1000 },
	{ .name = "group reader", .act = read_group, .acts = 50 },
	{ .name = "opener", .act = nothing, .acts = 1 },
	{ .name = "permission changer", .act = change_permissions, .acts = 10 },
};

#define WORKERS ARRAY_SIZE(workers)

/* The node does not exist yet or any more, the node has no device, or the device no chip. */
static bool is_absence(int error)
{
	return error == ENOENT || error == ENXIO || error == ENODEV;
}

static void work_once(struct worker *worker)
{
	int fd = open(GPCD_DEV_PATH, O_RDWR | O_CLOEXEC);

	if (fd < 0) {
		if (!is_absence(errno))
			errx(1, "%s: open: %s", worker->name, strerror(errno));
		/* Leave the processors to loading. */
		usleep(500);
		return;
	}
	for (int i = 0; i < worker->acts; i++) {
		if (worker->act(fd)) {
			if (errno != ENODEV)
				errx(1, "%s: %s", worker->name, strerror(errno));
			break;
		}
		worker->done++;
	}
	close(fd);
}

static void *work(void *worker)
{
	while (!stop)
		work_once(worker);
	return NULL;
}

static void insert(const char *name)
{
	int ret = module_load(name, "");

	if (ret)
		errx(1, "%s does not load: %s", name, strerror(-ret));
}

static void extract(const char *name)
{
	double deadline = now() + HANG_SECONDS;
	int ret = module_unload(name);

	while (ret == -EWOULDBLOCK && now() < deadline) {
		usleep(100);
		ret = module_unload(name);
	}
	if (ret)
		errx(1, "%s does not unload: %s", name, strerror(-ret));
}

static void await(struct worker *worker, int cycle)
{
	double deadline = now() + HANG_SECONDS;

	while (!worker->done) {
		if (now() > deadline)
			errx(1, "cycle %d: the %s got nothing done", cycle, worker->name);
		usleep(100);
	}
	worker->total += worker->done;
}

/* A worker holds the device open while it counts, so that nothing counts for the wrong cycle. */
static void run_cycle(int cycle)
{
	int i;

	for (i = 0; i < WORKERS; i++)
		workers[i].done = 0;
	insert("gpcd");
	insert("gpcd_emu");
	for (i = 0; i < WORKERS; i++)
		await(&workers[i], cycle);
	extract("gpcd_emu");
	extract("gpcd");
}

static void workers_start(void)
{
	for (int i = 0; i < COUNTERS; i++)
		addrs[i] = GPC_TILE_SPC(i / 48, i / 6 % 8, i % 6);
	for (int i = 0; i < WORKERS; i++) {
		if (pthread_create(&workers[i].thread, NULL, work, &workers[i]))
			errx(1, "no thread for the %s", workers[i].name);
	}
}

static void workers_stop(void)
{
	stop = true;
	for (int i = 0; i < WORKERS; i++)
		pthread_join(workers[i].thread, NULL);
}

int main(int argc, char **argv)
{
	int count = argc > 1 ? atoi(argv[1]) : 0;
	double begin = now(), seconds;

	if (count < 1)
		errx(1, "usage: cycles COUNT");
	workers_start();
	for (int cycle = 1; cycle <= count; cycle++)
		run_cycle(cycle);
	seconds = now() - begin;
	workers_stop();

	printf("%d cycles in %.1f s, %.1f a second", count, seconds, count / seconds);
	for (int i = 0; i < WORKERS; i++)
		printf("; %s: %lu", workers[i].name, workers[i].total);
	putchar('\n');
	return 0;
}
