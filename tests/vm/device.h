/* SPDX-License-Identifier: GPL-2.0-only */
/* For tests of the ioctls themselves: gpcd0, open, and calls that may fail. */
#ifndef DEVICE_H
#define DEVICE_H

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <gpcd_pub.h>
#include <linux/gpcd.h>
#include <linux/gpcd_perms.h>
#include <linux/gpcd_ring.h>

#include "mark.h"

/* Registers of each kind that a Gemini has. */
#define TILE_REG	GPC_TILE_SPC(2, 3, 1)		/* 48 bits */
#define RMT_LOW		0x4c02028ULL			/* the halves of a word */
#define RMT_HIGH	0x4c0202cULL
#define ABSENT_REG	0x10ULL
#define MISALIGNED	(TILE_REG + 4)
#define UNKNOWN_NIC	0xdeadU
#define CTL_PATH	"/dev/gpcdctl"

#define ARRAY_SIZE(array) ((int)(sizeof(array) / sizeof((array)[0])))

static int fd = -1;

static inline void device_setup(void)
{
	fd = open(GPCD_DEV_PATH, O_RDWR | O_CLOEXEC);
	ck_assert_msg(fd >= 0, "%s: %s", GPCD_DEV_PATH, strerror(errno));
}

static inline void device_teardown(void)
{
	close(fd);
}

static inline uint64_t user_ptr(const void *p)
{
	return (uintptr_t)p;
}

/* Map two pages, of which only the first exists. */
static inline char *page_before_hole(void)
{
	long page = sysconf(_SC_PAGESIZE);
	char *p = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	ck_assert(p != MAP_FAILED && !munmap(p + page, page));
	return p;
}

/* Return an ioctl's errno, or 0. */
static inline int call_on(int file, unsigned long command, void *arg)
{
	return ioctl(file, command, arg) < 0 ? errno : 0;
}

static inline int call(unsigned long command, void *arg)
{
	return call_on(fd, command, arg);
}

/* A call on the control node. */
static inline int call_ctl(unsigned long command, void *arg)
{
	int ctl = open(CTL_PATH, O_RDWR | O_CLOEXEC), err;

	ck_assert_msg(ctl >= 0, "%s: %s", CTL_PATH, strerror(errno));
	err = call_on(ctl, command, arg);
	close(ctl);
	return err;
}

static const struct gpcd_info no_info = { .size = sizeof(no_info) };

/* Make a group of gpcd0's registers; return its descriptor, or -1. */
static inline int group_of(uint32_t count, const uint64_t *addrs)
{
	struct gpcd_group_req req = {
		.size = sizeof(req),
		.count = count,
		.addrs = user_ptr(addrs),
	};

	return ioctl(fd, GPCD_IOC_GROUP, &req);
}

#define RING_PERIOD	1000000000ULL

/* Make a ring of a group; return its descriptor, or -1. */
static inline int ring_of(int group)
{
	struct gpcd_ring_req req = {
		.size = sizeof(req), .period_ns = RING_PERIOD, .records = 2, .cpu = -1,
	};

	return ioctl(group, GPCD_IOC_RING, &req);
}

#define ck_fails(expression, error) \
	do { \
		int _err = (expression); \
		ck_assert_msg(_err == (error), #expression ": %s, not %s", \
			      _err ? strerrorname_np(_err) : "success", #error); \
	} while (0)
#define ck_works(expression) ck_fails(expression, 0)

#endif /* DEVICE_H */
