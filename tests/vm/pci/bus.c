// SPDX-License-Identifier: GPL-2.0-only
/*
 * A chip on a bus, read in each way that there is, while a process of the host drives its image.
 *
 *	bus feed IMAGE BATCHES	drive an image: each batch adds 1 to all static counters of tiles
 *	bus ways DEVICE DIR	read them in each way until the file DIR/go exists, or until no way
 *				works any more; DIR/ready says that all ways are open
 *
 * The values of one batch are equal, so a sweep that is whole has equal values. "ways" prints what
 * each way read last: a value, "torn", "gone", an error; or "mixed" if it ever took values of two
 * batches for whole.
 */
#include <gpcd/gpcd.h>
#include <gpcd/image.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <sys/mman.h>
#include <time.h>

#include "access/perf.h"
#include "image/image.h"

#define PERIOD_NS	20000000	/* of the ring: longer than the slowest kernel needs */

static const char *dir;
static struct gpcd *dev;
static struct gpcd_group *group;
static struct gpcd_snapshot *snapshot;
static struct gpcd_ring *ring;
static int fd, group_fd, event;
static const char *map;
static uint64_t values[COUNTERS];

static void must(int good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "%s: errno %d\n", what, errno);
	exit(1);
}

/* What a read may say beside 0, which is whole, and a negative errno */
enum { TORN = 1, GONE };

/* --- the ways -------------------------------------------------------------------- */

static int by_legacy(void)
{
	struct gpcd_args args = {
		.num_mmrs = COUNTERS, .mmr_addrs = addrs, .mmr_data = values,
	};

	return -call(fd, GPC_IOC_READ_REG, &args);
}

static int by_request(int file, unsigned long command, uint64_t *from)
{
	uint8_t statuses[COUNTERS];
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = COUNTERS, .addrs = (uintptr_t)from,
		.values = (uintptr_t)values, .statuses = (uintptr_t)statuses,
	};
	int err = call(file, command, &req);

	if (err || !req.failed)
		return -err;
	return statuses[0] == GPCD_STATUS_GONE ? GONE : TORN;
}

static int by_snapshot(void)
{
	return by_request(fd, GPCD_IOC_SNAPSHOT, addrs);
}

static int by_group(void)
{
	return by_request(group_fd, GPCD_IOC_GROUP_READ, NULL);
}

static int snapshot_take(int err)
{
	unsigned int status = gpcd_snapshot_status(snapshot, 0);

	for (int i = 0; !err && i < COUNTERS; i++)
		values[i] = gpcd_snapshot_value(snapshot, i);
	if (err || status == GPCD_STATUS_OK)
		return err;
	return status == GPCD_STATUS_GONE ? GONE : TORN;
}

static int by_library(void)
{
	return snapshot_take(gpcd_group_read(group, snapshot));
}

/* The mapped words themselves. */
static int by_words(void)
{
	const struct gpcd_image_info *info = (const void *)(map + GPCD_IMAGE_INFO);
	struct gpcd_image_pass pass = {};

	while (gpcd_image_pass(info, &pass)) {
		for (int i = 0; i < COUNTERS; i++)
			values[i] = gpcd_image_load((const __u64 *)(map + addrs[i]));
	}
	/* The page may say that the chip is gone before its registers are taken back. */
	if (values[0] == UINT64_MAX)
		return GONE;
	return pass.torn || info->state != GPCD_IMAGE_LIVE ? TORN : 0;
}

/* A sample that was taken after this call. */
static int by_ring(void)
{
	struct pollfd ready = { .fd = gpcd_ring_fd(ring), .events = POLLIN };
	struct timespec now;
	uint64_t missed, from;
	int err;

	clock_gettime(CLOCK_MONOTONIC, &now);
	from = now.tv_sec * 1000000000ULL + now.tv_nsec;
	do {
		poll(&ready, 1, -1);
		err = gpcd_ring_read(ring, snapshot, &missed);
	} while (err == -EAGAIN || (!err && gpcd_snapshot_times(snapshot)->start_ns < from));
	return snapshot_take(err);
}

/* Perf has one counter. */
static int by_perf(void)
{
	uint64_t count;

	must(read(event, &count, sizeof(count)) == sizeof(count), "reading an event");
	for (int i = 0; i < COUNTERS; i++)
		values[i] = count;
	return 0;
}

static struct way {
	const char *name;
	int (*read)(void);
	int blind;	/* it does not say whether values are of one time */
	int endless;	/* it does not say when the chip goes */
	int mixed;	/* it took values of two batches for whole */
	int last;	/* what it said last */
	uint64_t value;
} ways[] = {
	{ .name = "legacy", .read = by_legacy, .blind = 1 },
	{ .name = "snapshot", .read = by_snapshot },
	{ .name = "group", .read = by_group },
	{ .name = "library", .read = by_library },
	{ .name = "words", .read = by_words },
	{ .name = "ring", .read = by_ring },
	{ .name = "perf", .read = by_perf, .endless = 1 },
};

static void open_all(const char *name)
{
	struct gpcd_group_req registers = {
		.size = sizeof(registers), .count = COUNTERS, .addrs = (uintptr_t)addrs,
	};
	struct gpcd_ring_req req = { .size = sizeof(req), .period_ns = PERIOD_NS, .cpu = -1 };
	struct perf_event_attr attr;
	char path[64];
	int why, n;

	snprintf(path, sizeof(path), "/dev/%s", name);
	fd = open(path, O_RDWR | O_CLOEXEC);
	must(fd >= 0, path);
	map = mmap(NULL, GPCD_IMAGE_SIZE, PROT_READ, MAP_SHARED, fd, 0);
	must(map != MAP_FAILED, "mmap");
	must(!gpcd_open(name, &dev) && !gpcd_group_create(dev, 0, &group), "gpcd_open");
	must(gpcd_way(dev, &why) == GPCD_WAY_MAPPED, "the library's mapping");
	for (int i = 0; i < COUNTERS; i++) {
		addrs[i] = GPC_TILE_SPC(i / 48, i / 6 % 8, i % 6);
		must(!gpcd_group_add_addr(group, addrs[i]), "gpcd_group_add_addr");
	}
	must(!gpcd_snapshot_create(group, &snapshot), "gpcd_snapshot_create");
	group_fd = ioctl(fd, GPCD_IOC_GROUP, &registers);
	must(group_fd >= 0, "GPCD_IOC_GROUP");
	must(!gpcd_ring_open(group, &req, &ring), "a ring");
	n = atoi(name + strlen("gpcd"));
	attr = event_attr(n, 0, addrs[0]);
	event = event_try(&attr, -1, pmu_number(n, "cpumask"), -1);
	must(event >= 0, "an event");
}

/* --- reading --------------------------------------------------------------------- */

static int exists(const char *name)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return !access(path, F_OK);
}

/* Read in a way that still works; return whether it may go on. */
static int way_try(struct way *way)
{
	if (way->last < 0 || way->last == GONE)
		return 0;
	way->last = way->read();
	way->value = values[0];
	for (int i = 1; i < COUNTERS && !way->last && !way->blind; i++)
		way->mixed |= values[i] != values[0];
	return !way->endless;
}

static void way_print(const struct way *way)
{
	printf("%s ", way->name);
	if (way->mixed)
		printf("mixed\n");
	else if (way->last < 0)
		printf("%s\n", strerrorname_np(-way->last));
	else if (way->last)
		printf("%s\n", way->last == GONE ? "gone" : "torn");
	else
		printf("%" PRIu64 "\n", way->value);
}

static int read_ways(const char *device)
{
	char path[PATH_MAX];
	int working, last;

	open_all(device);
	snprintf(path, sizeof(path), "%s/ready", dir);
	close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0644));
	do {
		/* The last round begins after the end. */
		last = exists("go");
		working = 0;
		for (int i = 0; i < ARRAY_SIZE(ways); i++)
			working += way_try(&ways[i]);
	} while (working && !last);
	for (int i = 0; i < ARRAY_SIZE(ways); i++)
		way_print(&ways[i]);
	return 0;
}

/* --- driving --------------------------------------------------------------------- */

static int feed_image(const char *path, unsigned long batches)
{
	struct gpcd_feed_reg counters[COUNTERS];
	struct gpcd_image_feed *feed;
	char name[64];

	must(!gpcd_image_feed_open(path, &feed), path);
	for (int i = 0; i < COUNTERS; i++) {
		snprintf(name, sizeof(name), "GM_%d_%d_TILE_PERFORMANCE_COUNTERS_%d", i / 48,
			 i / 6 % 8, i % 6);
		must(!gpcd_feed_reg_find(GPCD_CHIP_GEMINI, name, &counters[i]), name);
	}
	for (unsigned long n = 1; n <= batches; n++) {
		must(!gpcd_image_feed_begin(feed), "a batch");
		for (int i = 0; i < COUNTERS; i++)
			gpcd_image_feed_count(feed, &counters[i], 1);
		must(!gpcd_image_feed_end(feed, n * 1000), "the end of a batch");
		usleep(50);
	}
	gpcd_image_feed_release(feed);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "feed"))
		return feed_image(argv[2], strtoul(argv[3], NULL, 10));
	must(argc == 4 && !strcmp(argv[1], "ways"), "usage: bus feed|ways ...");
	dir = argv[3];
	return read_ways(argv[2]);
}
