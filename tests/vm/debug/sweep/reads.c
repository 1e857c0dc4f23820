// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading registers: legacy calls, snapshots, groups.
 */
#include <errno.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "command.h"
#include "hang.h"

#define OTHER_NIC	2

/* Legacy calls have one output, and that is written at once. */
static void few_read(const struct entry *entry, long result)
{
	arg_untouched(entry);
	returned(entry, result);
	values_are(FEW, value_of);
}

/* Snapshots have three: each is written whole or not at all, in this order. */

static void snapshot_ready(uint32_t nic_addr, uint32_t count)
{
	command_ready(&(union argument){ .snapshot = {
		.size = sizeof(struct gpcd_snapshot_req), .count = count, .nic_addr = nic_addr,
		.addrs = (uintptr_t)addrs, .values = (uintptr_t)values,
		.statuses = (uintptr_t)statuses,
	} });
}

static void few_ready(const struct entry *entry)
{
	(void)entry;
	snapshot_ready(0, FEW);
}

static void many_ready(const struct entry *entry)
{
	(void)entry;
	snapshot_ready(0, MANY);
}

static void other_ready(const struct entry *entry)
{
	(void)entry;
	snapshot_ready(OTHER_NIC, FEW);
}

static void statuses_are_good(int count)
{
	for (int i = 0; i < count; i++) {
		if (statuses[i] != GPCD_STATUS_OK) {
			complain("status %d is %u", i, statuses[i]);
			return;
		}
	}
	if (!untouched(statuses + count, MANY - count))
		complain("statuses behind the last were written");
}

static void snapshot_failed(const struct entry *entry)
{
	bool no_values = untouched(values, sizeof(values));
	bool no_statuses = untouched(statuses, sizeof(statuses));

	arg_untouched(entry);
	if (!no_values)
		values_are(asked.snapshot.count, value_of);
	if (!no_statuses)
		statuses_are_good(asked.snapshot.count);
	if (no_values && !no_statuses)
		complain("statuses were written, but no values");
}

/* A snapshot whose reply was lost has used up its number. */
static void snapshot_taken(const struct entry *entry, long result)
{
	const struct gpcd_snapshot_req *req = &arg.snapshot;

	returned(entry, result);
	values_are(req->count, value_of);
	statuses_are_good(req->count);
	if (req->failed || req->result || !req->epoch || req->start_ns > req->end_ns)
		complain("%u registers failed, result %u, epoch %llu", req->failed, req->result,
			 req->epoch);
	if (req->sequence < 1 || req->sequence > 2)
		complain("its sequence is %llu", req->sequence);
}

/* Groups */

static void group_ready(const struct entry *entry)
{
	(void)entry;
	command_ready(&(union argument){ .group = {
		.size = sizeof(struct gpcd_group_req), .count = FEW, .addrs = (uintptr_t)addrs,
	} });
}

static void group_made(const struct entry *entry, long group)
{
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = FEW, .values = (uintptr_t)values,
	};

	arg_untouched(entry);
	if (ioctl(group, GPCD_IOC_GROUP_READ, &req))
		complain("the group cannot be read: %s", strerror(errno));
	values_are(FEW, value_of);
}

static void group_undo(const struct entry *entry, long group)
{
	if (group >= 0)
		close(group);
	device_close(entry, 0);
}

/* Read a group in place of its device, which it outlives. */
static void group_read_ready(const struct entry *entry)
{
	int group;

	(void)entry;
	group_open();
	group = fd;
	snapshot_ready(0, FEW);
	arg.snapshot.addrs = 0;
	asked = arg;
	close(fd);
	fd = group;
}

static long group_close(const struct entry *entry)
{
	(void)entry;
	return result(close(fd));
}

/* Rings */

static void ring_ready(const struct entry *entry)
{
	group_read_ready(entry);
	arg = (union argument){ .ring = {
		.size = sizeof(struct gpcd_ring_req), .period_ns = 1000000, .records = 8, .cpu = -1,
	} };
	asked = arg;
}

/* Failed or not, it reports the shortest period: all else is unchanged. */
static void ring_failed(const struct entry *entry)
{
	arg.ring.period_min_ns = 0;
	arg.ring.bytes = 0;
	arg_untouched(entry);
}

static void ring_made(const struct entry *entry, long ring)
{
	struct pollfd ready = { .fd = ring, .events = POLLIN };

	(void)entry;
	if (poll(&ready, 1, 1000 * HANG_SECONDS) != 1 || ready.revents != POLLIN)
		complain("no sample came");
}

static char *ring_memory;
static size_t ring_bytes;

static void ring_open(const struct entry *entry)
{
	int ring;

	ring_ready(entry);
	ring = ioctl(fd, GPCD_IOC_RING, &arg.ring);
	must(ring >= 0, "a ring");
	ring_bytes = arg.ring.bytes;
	close(fd);
	fd = ring;
}

static long ring_map(const struct entry *entry)
{
	(void)entry;
	ring_memory = mmap(NULL, ring_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd,
			   0);
	return ring_memory == MAP_FAILED ? -errno : 0;
}

static void freeze_ready(const struct entry *entry)
{
	ring_open(entry);
	must(!ring_map(entry), "a ring to map");
	arg = (union argument){ .freeze = { .size = sizeof(struct gpcd_ring_freeze), .on = 1 } };
	asked = arg;
}

static void ring_frozen(const struct entry *entry, long result)
{
	const struct gpcd_ring_page *page = (void *)ring_memory;

	returned(entry, result);
	if (arg.freeze.was > 1 || page->state != GPCD_RING_FROZEN)
		complain("the state is %u, and was %u", page->state, arg.freeze.was);
}

static void ring_unmap(const struct entry *entry, long result)
{
	if (!result)
		munmap(ring_memory, ring_bytes);
	device_close(entry, result);
}

static const struct entry entries[] = {
	{
		.name = "READ_REG",
		.command = GPC_IOC_READ_REG,
		.prepare = args_ready,
		.run = command,
		.failed = values_untouched,
		.worked = few_read,
		.undo = device_close,
	}, {
		.name = "READ_REG of the first generation",
		.command = GPC_OLD_READ_REG,
		.prepare = args_ready,
		.run = command,
		.failed = values_untouched,
		.worked = few_read,
		.undo = device_close,
	}, {
		.name = "READ_REG of a 32-bit program",
		.command = GPC_IOC_READ_REG,
		.prepare = args32_ready,
		.run = command32,
		.failed = values_untouched,
		.worked = few_read,
		.undo = device_close,
	}, {
		.name = "SNAPSHOT",
		.command = GPCD_IOC_SNAPSHOT,
		.prepare = few_ready,
		.run = command,
		.failed = snapshot_failed,
		.worked = snapshot_taken,
		.undo = device_close,
	}, {
		.name = "SNAPSHOT of 4,096 registers",
		.command = GPCD_IOC_SNAPSHOT,
		.prepare = many_ready,
		.run = command,
		.failed = snapshot_failed,
		.worked = snapshot_taken,
		.undo = device_close,
	}, {
		.name = "SNAPSHOT of another NIC",
		.command = GPCD_IOC_SNAPSHOT,
		.prepare = other_ready,
		.run = command,
		.failed = snapshot_failed,
		.worked = snapshot_taken,
		.undo = device_close,
	}, {
		.name = "SNAPSHOT of a 32-bit program",
		.command = GPCD_IOC_SNAPSHOT,
		.prepare = few_ready,
		.run = command32,
		.failed = snapshot_failed,
		.worked = snapshot_taken,
		.undo = device_close,
	}, {
		.name = "GROUP",
		.command = GPCD_IOC_GROUP,
		.prepare = group_ready,
		.run = command,
		.failed = arg_untouched,
		.worked = group_made,
		.undo = group_undo,
	}, {
		.name = "GROUP_READ",
		.command = GPCD_IOC_GROUP_READ,
		.prepare = group_read_ready,
		.run = command,
		.failed = snapshot_failed,
		.worked = snapshot_taken,
		.undo = device_close,
	}, {
		.name = "GROUP_READ of a 32-bit program",
		.command = GPCD_IOC_GROUP_READ,
		.prepare = group_read_ready,
		.run = command32,
		.failed = snapshot_failed,
		.worked = snapshot_taken,
		.undo = device_close,
	}, {
		.name = "RING",
		.command = GPCD_IOC_RING,
		.prepare = ring_ready,
		.run = command,
		.failed = ring_failed,
		.worked = ring_made,
		.undo = group_undo,
		.forgives = "vmalloc asks for page by page what it did not get at once",
	}, {
		.name = "RING of a 32-bit program",
		.command = GPCD_IOC_RING,
		.prepare = ring_ready,
		.run = command32,
		.failed = ring_failed,
		.worked = ring_made,
		.undo = group_undo,
		.forgives = "vmalloc asks for page by page what it did not get at once",
	}, {
		.name = "RING_FREEZE",
		.command = GPCD_IOC_RING_FREEZE,
		.prepare = freeze_ready,
		.run = command,
		.failed = arg_untouched,
		.worked = ring_frozen,
		.undo = ring_unmap,
		.late = "the last copy is what says how it was before",
	}, {
		.name = "mmap of a ring",
		.prepare = ring_open,
		.run = ring_map,
		.worked = returned,
		.undo = ring_unmap,
	}, {
		.name = "close of a ring",
		.prepare = ring_open,
		.run = group_close,
		.worked = returned,
		.idle = "it only gives back",
	}, {
		.name = "close of a group",
		.prepare = group_read_ready,
		.run = group_close,
		.worked = returned,
		.idle = "it only gives back",
	},
};

const struct stage read_stage = {
	.setup = devices_load,
	.teardown = devices_unload,
	.entries = entries,
	.count = ARRAY_SIZE(entries),
};
