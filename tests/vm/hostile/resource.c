// SPDX-License-Identifier: GPL-2.0-only
/*
 * What calls return and later calls are made on: descriptors and mappings.
 *
 * Mappings lie in address space reserved for them: use of one that is gone meets another one or
 * nothing, but never the player's own memory.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <gpcd_pub.h>
#include <linux/gpcd.h>
#include <linux/gpcd_ring.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "catalogue/catalogue.h"
#include "hostile.h"
#include "image/image.h"

#define HANDLES		32
#define MAPPINGS	4
#define SLOT		(GPCD_IMAGE_SIZE + (1UL << 20))
#define FDS		64	/* descriptors to check for leaks */

static struct handle handles[HANDLES];
static struct mapping mappings[MAPPINGS];
static uint8_t *window;
static int first_fd;		/* lower ones were open before */

/* --- descriptors ----------------------------------------------------------- */

struct handle *handle_add(int fd, unsigned int thing)
{
	for (int i = 0; i < HANDLES; i++) {
		if (handles[i].thing)
			continue;
		handles[i] = (struct handle){ .fd = fd, .thing = thing };
		return &handles[i];
	}
	close(fd);
	return NULL;
}

void handle_forget(struct handle *handle)
{
	free(handle->addrs);
	*handle = (struct handle){ 0 };
}

void handle_learn(struct handle *handle)
{
	struct gpcd_info info = { .size = sizeof(info) };

	if (ioctl(handle->fd, GPCD_IOC_INFO, &info))
		return;
	handle->chip = info.chip;
	handle->nic_addr = info.nic_addr;
}

static struct handle *handle_of(unsigned int things, unsigned int number)
{
	struct handle *found[HANDLES];
	unsigned int count = 0;

	for (int i = 0; i < HANDLES; i++) {
		if (handles[i].thing & things)
			found[count++] = &handles[i];
	}
	return count ? found[number % count] : NULL;
}

static struct handle *open_path(const char *path, unsigned int thing)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);
	struct handle *handle = fd < 0 ? NULL : handle_add(fd, thing);

	if (handle)
		handle->writable = true;
	return handle;
}

static struct handle *device_open(void)
{
	struct handle *handle = open_path(GPCD_DEV_PATH, THING_DEVICE);

	if (handle)
		handle_learn(handle);
	return handle;
}

/* A tile's counters, and an address without a register. */
static const uint64_t addrs[] = { GPC_TILE_SPC(0, 0, 0), GPC_TILE_SPC(0, 0, 1), 0x4c02024, 0x10 };

/* Make a group of them, by a privileged creator. */
static struct handle *group_open(void)
{
	struct gpcd_group_req req = {
		.size = sizeof(req), .count = ARRAY_SIZE(addrs), .addrs = (uintptr_t)addrs,
	};
	struct handle *device = handle_of(THING_DEVICE, 0) ?: device_open();
	int fd = device ? ioctl(device->fd, GPCD_IOC_GROUP, &req) : -1;
	struct handle *handle = fd < 0 ? NULL : handle_add(fd, THING_GROUP);

	if (!handle)
		return NULL;
	handle->chip = device->chip;
	handle->nic_addr = device->nic_addr;
	handle->job_id = model_job_id(JOB_ROOT);
	handle->privileged = true;
	handle->count = req.count;
	handle->addrs = malloc(sizeof(addrs));
	memcpy(handle->addrs, addrs, sizeof(addrs));
	return handle;
}

static struct handle *ring_open(void)
{
	struct gpcd_ring_req req = {
		.size = sizeof(req), .period_ns = 1000000, .records = 8, .cpu = -1,
	};
	struct handle *group = handle_of(THING_GROUP, 0) ?: group_open();
	int fd = group ? ioctl(group->fd, GPCD_IOC_RING, &req) : -1;

	return fd < 0 ? NULL : handle_add(fd, THING_RING);
}

static struct handle *handle_make(unsigned int things)
{
	if (things & THING_DEVICE)
		return device_open();
	if (things & THING_GROUP)
		return group_open();
	if (things & THING_RING)
		return ring_open();
	if (things & THING_DOOR)
		return open_path("/dev/gpcd_emu0", THING_DOOR);
	if (things & THING_CTL)
		return open_path("/dev/gpcdctl", THING_CTL);
	return open_path("/sys/class/gpcd_emu/gpcd_emu0/fault", THING_ATTR);
}

void handle_choose(struct turn *turn, unsigned int things)
{
	uint8_t decision = bytes_take(&turn->bytes);

	turn->wild = decision >= JUNK;
	if (decision == JUNK || decision == JUNK + 1) {
		turn->fd = decision == JUNK ? -1 : 1000;
		turn->handle = NULL;
		return;
	}
	if (turn->wild)
		things = THING_ANY;
	turn->handle = handle_of(things, decision) ?: handle_make(things);
	turn->fd = turn->handle ? turn->handle->fd : -1;
	turn->wild = turn->wild || !turn->handle;
}

/* --- mappings -------------------------------------------------------------- */

static void slot_reserve(uint8_t *at)
{
	if (mmap(at, SLOT, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
		 -1, 0) == MAP_FAILED)
		err(2, "address space for mappings");
}

uint8_t *mapping_slot(unsigned int number)
{
	return window + number % MAPPINGS * SLOT;
}

void mapping_add(uint8_t *at, size_t length)
{
	mappings[(at - window) / SLOT] = (struct mapping){ at, length };
}

void mapping_drop(uint8_t *at)
{
	slot_reserve(at);
	mappings[(at - window) / SLOT].length = 0;
}

struct mapping *mapping_any(void)
{
	for (int i = 0; i < MAPPINGS; i++) {
		if (mappings[i].length)
			return &mappings[i];
	}
	return NULL;
}

struct mapping *mapping_choose(struct turn *turn)
{
	struct mapping *wanted = &mappings[bytes_pick(&turn->bytes, MAPPINGS)];
	struct mapping *mapping = wanted->length ? wanted : mapping_any();
	struct handle *door;

	if (mapping)
		return mapping;
	door = handle_of(THING_DOOR, 0) ?: handle_make(THING_DOOR);
	if (!door || mmap(window, GPCD_IMAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
			  door->fd, 0) == MAP_FAILED)
		return NULL;
	mapping_add(window, GPCD_IMAGE_SIZE);
	return mapping_any();
}

/* --- all of them ----------------------------------------------------------- */

void resources_init(void)
{
	window = mmap(NULL, MAPPINGS * SLOT, PROT_NONE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (window == MAP_FAILED)
		err(2, "address space for mappings");
	first_fd = dup(0);
	if (first_fd < 0)
		err(2, "dup");
	close(first_fd);
}

/* Return the number of unknown descriptors; poll() says of closed ones that they are not open. */
static int leaked_fds(void)
{
	struct pollfd fds[FDS];
	int leaked = 0;

	for (int i = 0; i < FDS; i++)
		fds[i] = (struct pollfd){ .fd = first_fd + i };
	poll(fds, FDS, 0);
	for (int i = 0; i < FDS; i++) {
		if (fds[i].revents == POLLNVAL)
			continue;
		leaked++;
		close(fds[i].fd);
	}
	return leaked;
}

int resources_drop(void)
{
	for (int i = 0; i < HANDLES; i++) {
		if (!handles[i].thing)
			continue;
		close(handles[i].fd);
		handle_forget(&handles[i]);
	}
	for (int i = 0; i < MAPPINGS; i++) {
		if (mappings[i].length)
			mapping_drop(mappings[i].at);
	}
	return leaked_fds();
}
