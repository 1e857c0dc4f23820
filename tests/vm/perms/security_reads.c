// SPDX-License-Identifier: GPL-2.0-only
/*
 * No read returns more than the headers promise, on success or failure, for 64- and 32-bit callers:
 * snapshots, groups, the legacy READ_REG.
 */
#include "abi/info_limits.h"
#include "replies.h"

/* --- snapshots, by either way -------------------------------------------------------- */

static const unsigned int ways_to_sweep[] = { GPCD_IOC_SNAPSHOT, GPCD_IOC_GROUP_READ };

/* Prepare a snapshot of all @addrs, the first of its file. */
static struct gpcd_snapshot_req sweep_begin(int way, unsigned int command, int *file)
{
	struct gpcd_snapshot_req req = { .size = sizeof(req), .count = COUNT };

	arena_begin(way);
	*file = fd;
	if (command == GPCD_IOC_SNAPSHOT)
		req.addrs = arena_put(ADDRS, addrs, sizeof(addrs));
	else
		*file = group_of_all();
	req.values = arena_at(VALUES);
	req.statuses = arena_at(STATUSES);
	arena_put(ARG, &req, sizeof(req));
	return req;
}

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

/* Times are not known beforehand, but lie between two known ones. */
static void sweep_times(struct gpcd_snapshot_req *req, uint64_t before)
{
	struct gpcd_snapshot_req reply;

	memcpy(&reply, arena + ARG, sizeof(reply));
	ck_assert_uint_le(before, reply.start_ns);
	ck_assert_uint_le(reply.start_ns, reply.end_ns);
	ck_assert_uint_le(reply.end_ns, now_ns());
	req->start_ns = reply.start_ns;
	req->end_ns = reply.end_ns;
}

static void sweep_gives(int way, unsigned int command, const uint64_t *read,
			const uint8_t *become, uint32_t result)
{
	uint64_t before = now_ns();
	int file;
	struct gpcd_snapshot_req req = sweep_begin(way, command, &file);

	call_to(file, command, 0, "a snapshot");
	sweep_times(&req, before);
	req.sequence = 1;
	req.epoch = epoch;
	req.result = result;
	for (int i = 0; i < COUNT; i++)
		req.failed += become[i] != GPCD_STATUS_OK;
	arena_expect(ARG, &req, sizeof(req));
	arena_expect(VALUES, read, sizeof(values));
	arena_expect(STATUSES, become, sizeof(statuses));
	arena_check("a snapshot");
}

START_TEST(snapshot_of_values)
{
	for (int i = 0; i < 2; i++)
		sweep_gives(_i, ways_to_sweep[i], values, statuses, 0);
}
END_TEST

START_TEST(snapshot_denied)
{
	static const uint8_t denied[] = {
		GPCD_STATUS_DENIED, GPCD_STATUS_DENIED, GPCD_STATUS_ABSENT, GPCD_STATUS_DENIED,
	};

	user_begin();
	for (int i = 0; i < 2; i++)
		sweep_gives(_i, ways_to_sweep[i], nothing, denied, 0);
}
END_TEST

START_TEST(snapshot_of_a_chip_that_is_lost)
{
	static const uint8_t gone[] = {
		GPCD_STATUS_GONE, GPCD_STATUS_GONE, GPCD_STATUS_ABSENT, GPCD_STATUS_GONE,
	};

	file_write(FAULT, "ones");
	for (int i = 0; i < 2; i++)
		sweep_gives(_i, ways_to_sweep[i], nothing, gone, 0);
}
END_TEST

static struct gpcd_image_info *image_info(void)
{
	int door = open("/dev/gpcd_emu0", O_RDWR | O_CLOEXEC);
	void *page = mmap(NULL, GPCD_PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, door,
			  GPCD_IMAGE_INFO);

	must(page != MAP_FAILED, "/dev/gpcd_emu0");
	close(door);
	return page;
}

START_TEST(snapshot_torn)
{
	static const uint8_t torn[] = {
		GPCD_STATUS_TORN, GPCD_STATUS_TORN, GPCD_STATUS_ABSENT, GPCD_STATUS_TORN,
	};
	struct gpcd_image_info *info = image_info();

	gpcd_image_write_begin(info, GPCD_IMAGE_FEED);
	for (int i = 0; i < 2; i++)
		sweep_gives(_i, ways_to_sweep[i], values, torn, GPCD_SNAPSHOT_TORN);
	gpcd_image_write_end(info, GPCD_IMAGE_FEED);
}
END_TEST

START_TEST(snapshot_without_statuses)
{
	struct gpcd_snapshot_req req = sweep_begin(_i, GPCD_IOC_SNAPSHOT, &fd);
	uint64_t before = now_ns();

	req.statuses = 0;
	arena_put(ARG, &req, sizeof(req));
	call_to(fd, GPCD_IOC_SNAPSHOT, 0, "a snapshot");
	sweep_times(&req, before);
	req.sequence = 1;
	req.epoch = epoch;
	req.failed = 1;
	arena_expect(ARG, &req, sizeof(req));
	arena_expect(VALUES, values, sizeof(values));
	arena_check("a snapshot");
}
END_TEST

/* Make a snapshot whose argument has one error. */
static void snapshot_in_vain(int way, unsigned int command, int error, const char *what,
			     void (*spoil)(struct gpcd_snapshot_req *))
{
	int file;
	struct gpcd_snapshot_req req = sweep_begin(way, command, &file);

	spoil(&req);
	arena_put(ARG, &req, sizeof(req));
	call_in_vain(file, command, error, what);
}

static void spoil_count(struct gpcd_snapshot_req *req)
{
	req->count = REGS_MAX + 1;
}

static void spoil_nic(struct gpcd_snapshot_req *req)
{
	req->nic_addr = UNKNOWN_NIC;
}

static void spoil_addrs(struct gpcd_snapshot_req *req)
{
	req->addrs = arena_at(HOLE - 8);
}

static void spoil_address(struct gpcd_snapshot_req *req)
{
	const uint64_t misaligned = MISALIGNED;

	req->addrs = arena_put(ADDRS, &misaligned, sizeof(misaligned));
}

static void spoil_values(struct gpcd_snapshot_req *req)
{
	req->values = arena_at(HOLE);
}

START_TEST(snapshot_in_error)
{
	snapshot_in_vain(_i, GPCD_IOC_SNAPSHOT, ERANGE, "too many", spoil_count);
	snapshot_in_vain(_i, GPCD_IOC_SNAPSHOT, ENXIO, "an unknown NIC", spoil_nic);
	snapshot_in_vain(_i, GPCD_IOC_SNAPSHOT, EFAULT, "a hole of addresses", spoil_addrs);
	snapshot_in_vain(_i, GPCD_IOC_SNAPSHOT, EINVAL, "a misaligned address", spoil_address);
	snapshot_in_vain(_i, GPCD_IOC_SNAPSHOT, EFAULT, "a hole for values", spoil_values);
	snapshot_in_vain(_i, GPCD_IOC_GROUP_READ, EINVAL, "a group, count", spoil_count);
	snapshot_in_vain(_i, GPCD_IOC_GROUP_READ, EINVAL, "a group, nic_addr", spoil_nic);
	snapshot_in_vain(_i, GPCD_IOC_GROUP_READ, EINVAL, "a group, addrs", spoil_addrs);
	snapshot_in_vain(_i, GPCD_IOC_GROUP_READ, EFAULT, "a group, a hole", spoil_values);
}
END_TEST

START_TEST(a_dead_group_writes_nothing)
{
	int group;

	sweep_begin(_i, GPCD_IOC_GROUP_READ, &group);
	file_write(FAULT, "unplug");
	call_in_vain(group, GPCD_IOC_GROUP_READ, ENODEV, "a dead group");
}
END_TEST

/* --- the legacy generation, and the one before ------------------------------------------- */

START_TEST(legacy_read)
{
	static const unsigned int numbers[] = { GPC_IOC_READ_REG, GPC_OLD_READ_REG };

	for (int i = 0; i < 2; i++) {
		arena_begin(_i);
		arena_put(ADDRS, addrs, sizeof(addrs));
		legacy_put(_i, 2, 0, arena_at(ADDRS), arena_at(VALUES));
		call_to(fd, numbers[i], 0, "READ_REG");
		arena_expect(VALUES, values, 2 * sizeof(*values));
		arena_check("READ_REG");
	}
}
END_TEST

static void legacy_in_vain(int way, unsigned int count, uint32_t nic_addr, uint64_t to, int error)
{
	arena_begin(way);
	arena_put(ADDRS, addrs, sizeof(addrs));
	legacy_put(way, count, nic_addr, arena_at(ADDRS), to);
	call_in_vain(fd, GPC_IOC_READ_REG, error, "READ_REG");
}

START_TEST(legacy_read_in_error)
{
	legacy_in_vain(_i, COUNT, 0, arena_at(VALUES), ENXIO);
	legacy_in_vain(_i, 2, UNKNOWN_NIC, arena_at(VALUES), ENXIO);
	legacy_in_vain(_i, MAX_NUM_MMRS + 1, 0, arena_at(VALUES), E2BIG);
	legacy_in_vain(_i, 2, 0, arena_at(HOLE), EFAULT);
	file_write(FAULT, "ones");
	legacy_in_vain(_i, 2, 0, arena_at(VALUES), ENODEV);
	file_write(FAULT, "none");
	user_begin();
	legacy_in_vain(_i, 2, 0, arena_at(VALUES), EPERM);
	user_end();
	file_write(FAULT, "unplug");
	legacy_in_vain(_i, 2, 0, arena_at(VALUES), ENODEV);
}
END_TEST

int main(void)
{
	const TTest * const tests[] = {
		snapshot_of_values, snapshot_denied, snapshot_of_a_chip_that_is_lost,
		snapshot_torn, snapshot_without_statuses, snapshot_in_error,
		a_dead_group_writes_nothing, legacy_read, legacy_read_in_error, NULL
	};

	return replies_run("security_reads", tests);
}
