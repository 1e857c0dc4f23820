// SPDX-License-Identifier: GPL-2.0-only
/* The first device's calls, and the mistakes that callers make. An emulated chip is enough. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <linux/gpcd.h>

#include "../../kselftest_harness.h"

#define NODE	"/dev/gpcd0"
#define ENTRIES	16

FIXTURE(gpcd) {
	int fd;
	struct gpcd_info info;
	struct gpcd_catalogue_entry entries[ENTRIES];
};

static __u64 address(const void *memory)
{
	return (uintptr_t)memory;
}

FIXTURE_SETUP(gpcd)
{
	struct gpcd_catalogue_page page = {
		.size = sizeof(page), .count = ENTRIES, .entry_size = sizeof(self->entries[0]),
		.entries = address(self->entries),
	};

	self->info = (struct gpcd_info){ .size = sizeof(self->info) };
	self->fd = open(NODE, O_RDONLY | O_CLOEXEC);
	if (self->fd < 0)
		SKIP(return, NODE ": no chip here: load gpcd_emu");
	ASSERT_EQ(0, ioctl(self->fd, GPCD_IOC_INFO, &self->info));
	ASSERT_EQ(0, ioctl(self->fd, GPCD_IOC_CATALOGUE, &page));
	ASSERT_EQ(ENTRIES, page.count);
}

FIXTURE_TEARDOWN(gpcd)
{
	close(self->fd);
}

TEST_F(gpcd, info_describes_the_chip)
{
	EXPECT_NE(GPCD_CHIP_NONE, self->info.chip);
	EXPECT_NE(0, self->info.nic_addr);
	EXPECT_LT(ENTRIES, self->info.nregs);
	EXPECT_LT(self->info.nic_index, self->info.nics);
}

TEST_F(gpcd, addresses_of_the_catalogue_grow)
{
	for (int i = 1; i < ENTRIES; i++)
		EXPECT_LE(self->entries[i - 1].addr, self->entries[i].addr);
}

/* Fill in the addresses of the catalogue's first registers, and one that no chip has. */
static void fill(const struct gpcd_catalogue_entry *entries, __u64 *addrs)
{
	for (int i = 0; i < ENTRIES; i++)
		addrs[i] = entries[i].addr;
	addrs[ENTRIES] = 8;
}

TEST_F(gpcd, snapshot_has_a_status_for_each_value)
{
	__u64 addrs[ENTRIES + 1], values[ENTRIES + 1];
	__u8 statuses[ENTRIES + 1];
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = ENTRIES + 1, .addrs = address(addrs),
		.values = address(values), .statuses = address(statuses),
	};

	fill(self->entries, addrs);
	ASSERT_EQ(0, ioctl(self->fd, GPCD_IOC_SNAPSHOT, &req));
	EXPECT_EQ(1, req.failed);
	EXPECT_LE(req.start_ns, req.end_ns);
	for (int i = 0; i < ENTRIES; i++)
		EXPECT_EQ(GPCD_STATUS_OK, statuses[i]);
	EXPECT_EQ(GPCD_STATUS_ABSENT, statuses[ENTRIES]);
	EXPECT_EQ(0, values[ENTRIES]);
}

TEST_F(gpcd, group_is_read_on_its_descriptor)
{
	__u64 addrs[ENTRIES + 1], values[ENTRIES + 1];
	struct gpcd_group_req group = {
		.size = sizeof(group), .count = ENTRIES + 1, .addrs = address(addrs),
	};
	int fd;

	fill(self->entries, addrs);
	fd = ioctl(self->fd, GPCD_IOC_GROUP, &group);
	ASSERT_LE(0, fd);
	for (__u64 number = 1; number <= 3; number++) {
		struct gpcd_snapshot_req req = {
			.size = sizeof(req), .count = ENTRIES + 1, .values = address(values),
		};

		EXPECT_EQ(0, ioctl(fd, GPCD_IOC_GROUP_READ, &req));
		EXPECT_EQ(number, req.sequence);
	}
	close(fd);
}

TEST_F(gpcd, mapping_is_read_only)
{
	long page = sysconf(_SC_PAGESIZE);

	if (!(self->info.features & GPCD_FEATURE_MAP))
		SKIP(return, "this device cannot be mapped");
	EXPECT_EQ(MAP_FAILED, mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, self->fd, 0));
	EXPECT_EQ(EACCES, errno);
}

TEST_F(gpcd, structures_grow_at_their_end)
{
	struct {
		struct gpcd_info info;
		__u64 more;
	} longer = { .info.size = sizeof(longer) };
	struct gpcd_info shorter = { .size = GPCD_INFO_SIZE_1 - 8 };

	EXPECT_EQ(0, ioctl(self->fd, GPCD_IOC_INFO, &longer));
	longer.info = (struct gpcd_info){ .size = sizeof(longer) };
	longer.more = 1;
	EXPECT_EQ(-1, ioctl(self->fd, GPCD_IOC_INFO, &longer));
	EXPECT_EQ(E2BIG, errno);
	EXPECT_EQ(-1, ioctl(self->fd, GPCD_IOC_INFO, &shorter));
	EXPECT_EQ(EINVAL, errno);
}

TEST_F(gpcd, bad_pointers_and_flags_are_refused)
{
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = 1, .addrs = 8, .values = 8,
	};

	EXPECT_EQ(-1, ioctl(self->fd, GPCD_IOC_INFO, NULL));
	EXPECT_EQ(EFAULT, errno);
	EXPECT_EQ(-1, ioctl(self->fd, GPCD_IOC_SNAPSHOT, &req));
	EXPECT_EQ(EFAULT, errno);
	req.flags = ~0U;
	EXPECT_EQ(-1, ioctl(self->fd, GPCD_IOC_SNAPSHOT, &req));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_EQ(-1, ioctl(self->fd, _IO('g', 0x5f), &req));
	EXPECT_EQ(ENOTTY, errno);
}

TEST_F(gpcd, a_chip_that_lives_has_no_event)
{
	struct pollfd poll_fd = { .fd = self->fd, .events = POLLIN };

	EXPECT_EQ(0, poll(&poll_fd, 1, 0));
}

TEST_HARNESS_MAIN
