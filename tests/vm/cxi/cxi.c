// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers of a NIC of the driver that stands in for HPE's, beside what that driver counts: a hash
 * of the register's name and the NIC's number, and a number that is added to all.
 *
 *	cxi values DEVICE NIC COUNT	one snapshot of all registers: how many have which status
 *	cxi ways DEVICE NIC COUNT DIR	read some in each way until the file DIR/go exists, or until
 *					no way works any more; DIR/ready: all ways are open
 *
 * "ways" prints what each way said last: "ok", "wrong" if a value is not what the driver counts, a
 * status, or an error. A way that cannot be opened says why. perf says how far its counter went.
 */
#include <ctype.h>
#include <gpcd/gpcd.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <sys/mman.h>
#include <time.h>

#include "access/perf.h"

#define PERIOD_NS	20000000	/* of the ring: longer than the slowest kernel needs */

/* Registers of different widths: one begins amid a word, one shares its word. */
static const char * const names[] = {
	"hni_sts_tx_ok_octets", "cq_cfg_event_cnts_ovf_cnt", "hni_pkts_sent_by_tc_3",
	"ee_sts_ecbs_in_use_max_ecbs_in_use",
};

#define REGS	ARRAY_SIZE(names)

static uint64_t nic, count;
static struct gpcd *dev;
static char path[64];	/* of its node */

static void must(int good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "%s: errno %d\n", what, errno);
	exit(1);
}

/* What the driver counts. */
static uint64_t truth(const struct gpcd_reg *reg)
{
	char name[GPCD_NAME_MAX];
	uint64_t hash = nic;

	gpcd_reg_name(reg, name);
	for (const char *c = name; *c; c++)
		hash = (hash ^ (unsigned char)tolower(*c)) * 0x100000001b3ull;
	return (hash + count) & gpcd_width_mask(reg->rule->width);
}

static const char *status_word(unsigned int status)
{
	static const char * const words[] = {
		[GPCD_STATUS_OK] = "ok", [GPCD_STATUS_DENIED] = "denied",
		[GPCD_STATUS_ABSENT] = "absent", [GPCD_STATUS_GONE] = "gone",
		[GPCD_STATUS_TORN] = "torn",
	};

	return status < ARRAY_SIZE(words) ? words[status] : "unknown";
}

/* --- all registers ------------------------------------------------------------------ */

static void values_print(const struct gpcd_snapshot_req *req, const uint8_t *statuses,
			 const uint64_t *values)
{
	unsigned int of[GPCD_STATUS_STALE + 1] = {}, wrong = 0;
	struct gpcd_reg reg;

	for (unsigned int i = 0; i < req->count; i++) {
		must(!gpcd_catalogue_at(gpcd_chip(dev), i, &reg), "the catalogue");
		of[statuses[i]]++;
		wrong += values[i] != (statuses[i] ? 0 : truth(&reg));
	}
	for (unsigned int i = 0; i < ARRAY_SIZE(of); i++) {
		if (of[i])
			printf("%u %s ", of[i], status_word(i));
	}
	printf("%u wrong\n", wrong);
}

static int all_values(void)
{
	unsigned int regs = gpcd_catalogue_count(gpcd_chip(dev));
	uint64_t addrs[4096], values[ARRAY_SIZE(addrs)];
	uint8_t statuses[ARRAY_SIZE(addrs)];
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = regs, .addrs = (uintptr_t)addrs,
		.values = (uintptr_t)values, .statuses = (uintptr_t)statuses,
	};
	struct gpcd_reg reg;
	int fd = open(path, O_RDONLY | O_CLOEXEC), err;

	must(fd >= 0, path);
	for (unsigned int i = 0; i < regs; i++) {
		must(!gpcd_catalogue_at(gpcd_chip(dev), i, &reg), "the catalogue");
		addrs[i] = reg.addr;
	}
	err = call(fd, GPCD_IOC_SNAPSHOT, &req);
	if (err)
		printf("%s\n", strerrorname_np(err));
	else
		values_print(&req, statuses, values);
	close(fd);
	return 0;
}

/* --- the ways ----------------------------------------------------------------------- */

static const char *dir;
static struct gpcd_group *group;
static struct gpcd_snapshot *snapshot;
static struct gpcd_ring *ring;
static struct gpcd_reg regs[REGS];
static int fd, event;

/* What a read may say beside 0 and a negative errno: a status, or this. */
enum { WRONG = 100 };

static int snapshot_judge(int err)
{
	for (int i = 0; !err && i < REGS; i++) {
		err = gpcd_snapshot_status(snapshot, i);
		if (!err && gpcd_snapshot_value(snapshot, i) != truth(&regs[i]))
			err = WRONG;
	}
	return err;
}

static int by_call(void)
{
	uint64_t value, addr = regs[0].addr;
	uint8_t status;
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = 1, .addrs = (uintptr_t)&addr,
		.values = (uintptr_t)&value, .statuses = (uintptr_t)&status,
	};
	int err = call(fd, GPCD_IOC_SNAPSHOT, &req);

	if (err)
		return -err;
	return status ? status : value == truth(&regs[0]) ? 0 : WRONG;
}

static int by_group(void)
{
	return snapshot_judge(gpcd_group_read(group, snapshot));
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
	return snapshot_judge(err);
}

static int call_open(void)
{
	fd = open(path, O_RDWR | O_CLOEXEC);
	return fd < 0 ? -errno : 0;
}

static int group_open(void)
{
	int err = gpcd_group_create(dev, 0, &group);

	for (int i = 0; !err && i < REGS; i++) {
		err = gpcd_group_add(group, names[i]);
		must(!gpcd_catalogue_by_name(gpcd_chip(dev), names[i], &regs[i]), names[i]);
	}
	return err ? err : gpcd_snapshot_create(group, &snapshot);
}

static int ring_open(void)
{
	struct gpcd_ring_req req = { .size = sizeof(req), .period_ns = PERIOD_NS, .cpu = -1 };

	return gpcd_ring_open(group, &req, &ring);
}

static int map_open(void)
{
	return mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED ? -errno : 0;
}

static int write_open(void)
{
	return gpcd_write(dev, 0, names[0], 1);
}

static int event_begin(void)
{
	int n = atoi(path + strlen("/dev/gpcd"));
	struct perf_event_attr attr = event_attr(n, 0, regs[0].addr);

	event = attr.type < INT_MAX ? event_try(&attr, -1, pmu_number(n, "cpumask"), -1) : -ENOENT;
	return event < 0 ? event : 0;
}

static struct way {
	const char *name;
	int (*open)(void);
	int (*read)(void);
	int last;
	int closed;	/* it could not be opened */
} ways[] = {
	/* A group's registers are found first. */
	{ .name = "group", .open = group_open, .read = by_group },
	{ .name = "call", .open = call_open, .read = by_call },
	{ .name = "ring", .open = ring_open, .read = by_ring },
	{ .name = "map", .open = map_open },
	{ .name = "write", .open = write_open },
	{ .name = "perf", .open = event_begin },
};

static int exists(const char *name)
{
	char file[PATH_MAX];

	snprintf(file, sizeof(file), "%s/%s", dir, name);
	return !access(file, F_OK);
}

/* Read in a way that still works; return whether it may go on. */
static int way_try(struct way *way)
{
	if (!way->read || way->closed || way->last < 0 || way->last == GPCD_STATUS_GONE)
		return 0;
	way->last = way->read();
	return 1;
}

static void way_print(const struct way *way)
{
	uint64_t counted;

	printf("%s ", way->name);
	if (way->last < 0) {
		printf("%s\n", strerrorname_np(-way->last));
	} else if (way->read) {
		printf("%s\n", way->last == WRONG ? "wrong" : status_word(way->last));
	} else if (way->open == event_begin) {
		must(read(event, &counted, sizeof(counted)) == sizeof(counted), "an event");
		printf("%" PRIu64 "\n", counted);
	} else {
		printf("open\n");
	}
}

static int read_ways(void)
{
	char ready[PATH_MAX];
	int working, last;

	for (int i = 0; i < ARRAY_SIZE(ways); i++) {
		ways[i].last = ways[i].open();
		ways[i].closed = ways[i].last < 0;
	}
	snprintf(ready, sizeof(ready), "%s/ready", dir);
	close(open(ready, O_CREAT | O_WRONLY | O_CLOEXEC, 0644));
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

int main(int argc, char **argv)
{
	must(argc == 5 || argc == 6, "usage: cxi values|ways DEVICE NIC COUNT [DIR]");
	nic = strtoull(argv[3], NULL, 0);
	count = strtoull(argv[4], NULL, 0);
	must(!gpcd_open(argv[2], &dev), argv[2]);
	snprintf(path, sizeof(path), "/dev/%s", argv[2]);
	if (argc == 5 && !strcmp(argv[1], "values"))
		return all_values();
	must(argc == 6 && !strcmp(argv[1], "ways"), argv[1]);
	dir = argv[5];
	return read_ways();
}
