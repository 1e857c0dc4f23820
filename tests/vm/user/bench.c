// SPDX-License-Identifier: GPL-2.0-only
/*
 * The cost of reading 288 counters by each way into the kernel, compared with lower bounds. They
 * take turns, so that a noisy machine is noisy for all. Where the clock counts instructions,
 * UNIT=instructions says so.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <gpcd/gpcd.h>
#include <gpcd_lib.h>
#include <linux/gpcd_image.h>

#define ROUNDS		31
#define REGISTERS	288
#define CALLS		500

#define FAST_NS		50000	/* 20 kHz */
#define FAST_SECONDS	2

#define ARRAY_SIZE(array) ((int)(sizeof(array) / sizeof((array)[0])))

static gpcd_context_t *context;
static struct gpcd *dev;
static struct gpcd_group *group;
static struct gpcd_snapshot *snapshot;
static struct gpcd_ring *ring;
static int group_fd;
static const uint64_t *words[REGISTERS], *plain[REGISTERS];
static uint64_t addrs[REGISTERS], memory[REGISTERS], values[REGISTERS];

static void check(int bad, const char *what)
{
	if (!bad)
		return;
	fprintf(stderr, "%s failed: errno %d\n", what, errno);
	exit(1);
}

#include "bench_perf.h"

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

/* --- floors --- */

static int null_call(void)
{
	return syscall(SYS_getppid) < 0;
}

static int load_from(const uint64_t *const *from)
{
	for (int i = 0; i < REGISTERS; i++)
		values[i] = __atomic_load_n(from[i], __ATOMIC_RELAXED);
	return 0;
}

static int plain_loads(void)
{
	return load_from(plain);
}

static int plain_copy(void)
{
	memcpy(values, memory, sizeof(values));
	__asm__ volatile ("" : : "r" (values) : "memory");
	return 0;
}

/* --- ways --- */

/* As clients do that keep no context. */
static int open_read_close(void)
{
	struct gpcd_args args = { .num_mmrs = REGISTERS };
	int fd = open(GPCD_DEV_PATH, O_RDWR);
	int ret = -1;

	if (fd < 0)
		return -1;
	args.mmr_addrs = malloc(sizeof(addrs));
	args.mmr_data = malloc(sizeof(values));
	if (args.mmr_addrs && args.mmr_data) {
		memcpy(args.mmr_addrs, addrs, sizeof(addrs));
		ret = ioctl(fd, GPC_IOC_READ_REG, &args);
		memcpy(values, args.mmr_data, sizeof(values));
	}
	free(args.mmr_addrs);
	free(args.mmr_data);
	close(fd);
	return ret;
}

static int context_read(void)
{
	return gpcd_context_read_mmr_vals(context);
}

static int group_call(void)
{
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = REGISTERS, .values = (uintptr_t)values,
	};

	return ioctl(group_fd, GPCD_IOC_GROUP_READ, &req);
}

static int mapped_loads(void)
{
	return load_from(words);
}

static int library_read(void)
{
	return gpcd_group_read(group, snapshot);
}

static int ring_read(void)
{
	uint64_t missed;

	return gpcd_ring_read(ring, snapshot, &missed);
}

/* Untimed: let the kernel take the samples that are read next. */
static void ring_fill(void)
{
	usleep(CALLS * 1200);
}

static struct contender {
	const char *name;
	int (*call)(void);
	int calls;
	void (*before)(void);
	double ns[ROUNDS];
} contenders[] = {
	{ .name = "null system call", .call = null_call, .calls = 20000 },
	{ .name = "288 loads of memory", .call = plain_loads, .calls = 20000 },
	{ .name = "memcpy of 288 words", .call = plain_copy, .calls = 20000 },
	{ .name = "legacy: open, allocate, read, close", .call = open_read_close, .calls = CALLS },
	{ .name = "legacy: context", .call = context_read, .calls = CALLS },
	{ .name = "group, by a call", .call = group_call, .calls = CALLS },
	{ .name = "mapping, bare loads", .call = mapped_loads, .calls = 20000 },
	{ .name = "mapping, by libgpcd", .call = library_read, .calls = 5000 },
	{ .name = "ring, a record", .call = ring_read, .calls = CALLS, .before = ring_fill },
	{ .name = "perf, six totals of 48", .call = perf_read, .calls = CALLS },
};

enum { NULL_CALL, LOADS, COPY, OPEN_READ_CLOSE, CONTEXT, GROUP, MAPPING, LIBRARY, RING, PERF };

static void contend(struct contender *c, int round)
{
	uint64_t begin;

	if (c->before)
		c->before();
	begin = now_ns();
	for (int i = 0; i < c->calls; i++)
		check(c->call(), c->name);
	c->ns[round] = (double)(now_ns() - begin) / c->calls;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Print median and range of an array, which gets sorted. */
static void print_row(const char *name, double *x, const char *unit)
{
	qsort(x, ROUNDS, sizeof(*x), by_value);
	printf("%-48s %10.2f %10.2f %10.2f %s\n", name, x[ROUNDS / 2], x[0], x[ROUNDS - 1], unit);
}

/* Print one contender relative to the sum of others. */
static void print_ratio(const char *name, int a, int b, int c, int d)
{
	double ratio[ROUNDS];

	for (int i = 0; i < ROUNDS; i++)
		ratio[i] = contenders[a].ns[i] /
			   (contenders[b].ns[i] + (c < 0 ? 0 : contenders[c].ns[i]) +
			    (d < 0 ? 0 : contenders[d].ns[i]));
	print_row(name, ratio, "x");
}

static void open_ways(void)
{
	struct gpcd_group_req req = {
		.size = sizeof(req), .count = REGISTERS, .addrs = (uintptr_t)addrs,
	};
	struct gpcd_ring_req slow = {
		.size = sizeof(slow), .period_ns = 1000000, .cpu = -1, .records = 1024,
	};
	int fd = open(GPCD_DEV_PATH, O_RDWR), why;
	const char *map, *name;

	check(fd < 0, GPCD_DEV_PATH);
	map = mmap(NULL, GPCD_IMAGE_SIZE, PROT_READ, MAP_SHARED, fd, 0);
	check(map == MAP_FAILED, "mmap");
	check(gpcd_open(NULL, &dev) || gpcd_group_create(dev, 0, &group), "gpcd_open");
	check(gpcd_way(dev, &why) != GPCD_WAY_MAPPED, "the library's mapping");
	context = gpcd_create_context();
	for (int i = 0; i < REGISTERS; i++) {
		addrs[i] = GPC_TILE_SPC(i / 48, i / 6 % 8, i % 6);
		words[i] = (const uint64_t *)(map + addrs[i]);
		plain[i] = &memory[i];
		check(gpcd_group_add_addr(group, addrs[i]), "gpcd_group_add_addr");
		name = gpcd_group_name(group, i);
		gpcd_context_add_mmr(context, (gpcd_mmr_desc_t *)
				     gpcd_lookup_mmr_byname((char *)name));
	}
	check(gpcd_snapshot_create(group, &snapshot), "gpcd_snapshot_create");
	group_fd = ioctl(fd, GPCD_IOC_GROUP, &req);
	check(group_fd < 0, "GPCD_IOC_GROUP");
	check(gpcd_ring_open(group, &slow, &ring), "a ring of 1 kHz");
	perf_begin();
}

/* Return a number of the only open ring's /proc/self/fdinfo. */
static unsigned long long ring_says(const char *key)
{
	unsigned long long value = 0;
	char path[64], line[128];
	FILE *file;

	for (int i = 0; i < 64; i++) {
		snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", i);
		file = fopen(path, "r");
		while (file && fgets(line, sizeof(line), file))
			if (!strncmp(line, key, strlen(key)))
				value = strtoull(line + strlen(key), NULL, 10);
		if (file)
			fclose(file);
	}
	return value;
}

/* Run a ring at 20 kHz with a reader: samples lost and late, and processor time. */
static void run_fast(void)
{
	struct gpcd_ring_req req = {
		.size = sizeof(req), .period_ns = FAST_NS, .cpu = -1, .records = 4096,
	};
	uint64_t end = now_ns() + FAST_SECONDS * 1000000000ULL;
	uint64_t samples = 0, busy_ns = 0, missed;
	const struct gpcd_times *times = gpcd_snapshot_times(snapshot);
	int err = gpcd_ring_open(group, &req, &ring);

	if (err) {
		printf("a ring at 20 kHz is refused: error %d, the shortest period is %llu ns\n",
		       -err, (unsigned long long)req.period_min_ns);
		return;
	}
	while (now_ns() < end) {
		while (!gpcd_ring_read(ring, snapshot, &missed)) {
			samples++;
			busy_ns += times->end_ns - times->start_ns;
		}
		usleep(10000);
	}
	printf("a ring at 20 kHz: %llu samples in %d s, %llu lost, %llu ticks late;",
	       (unsigned long long)samples, FAST_SECONDS, ring_says("gpcd-lost:"),
	       ring_says("gpcd-late:"));
	printf(" a sweep takes %.1f us, %.0f %% of a processor\n",
	       busy_ns / 1e3 / (samples ?: 1), 100.0 * busy_ns / (FAST_SECONDS * 1e9));
}

int main(void)
{
	open_ways();
	for (int round = -1; round < ROUNDS; round++)
		for (int i = 0; i < ARRAY_SIZE(contenders); i++)
			contend(&contenders[i], round < 0 ? 0 : round);
	gpcd_ring_close(ring);
	ring = NULL;

	printf("%d registers, %d rounds, by turns%17s %10s %10s\n",
	       REGISTERS, ROUNDS, "median", "min", "max");
	for (int i = 0; i < ARRAY_SIZE(contenders); i++)
		print_row(contenders[i].name, contenders[i].ns, getenv("UNIT") ?: "ns");
	print_ratio("open-allocate-read-close / context", OPEN_READ_CLOSE, CONTEXT, -1, -1);
	print_ratio("group / (null call + loads + memcpy)", GROUP, NULL_CALL, LOADS, COPY);
	print_ratio("bare mapping / loads", MAPPING, LOADS, -1, -1);
	print_ratio("mapping by libgpcd / loads", LIBRARY, LOADS, -1, -1);
	print_ratio("open-allocate-read-close / mapping by libgpcd", OPEN_READ_CLOSE, LIBRARY, -1,
		    -1);
	print_ratio("ring record / memcpy", RING, COPY, -1, -1);
	print_ratio("perf / group", PERF, GROUP, -1, -1);
	perf_end();
	run_fast();
	gpcd_ring_close(ring);
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
	gpcd_close(dev);
	gpcd_remove_context(context);
	return 0;
}
