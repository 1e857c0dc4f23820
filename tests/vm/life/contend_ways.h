/* SPDX-License-Identifier: GPL-2.0-only */
/* For contend.c: turns of tasks that map, sample, listen to netlink, and count. */
#ifndef CONTEND_WAYS_H
#define CONTEND_WAYS_H

#include <linux/gpcd_image.h>
#include <linux/gpcd_ring.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "access/genl.h"

/* A slow chip cannot be mapped. */
static inline int read_mapping(unsigned long turn)
{
	const __u64 *map = mmap(NULL, GPCD_IMAGE_SIZE, PROT_READ, MAP_SHARED, shared_device, 0);

	if (map == MAP_FAILED)
		return errno == EBUSY ? 0 : -1;
	for (int i = 0; i < COUNTERS; i++)
		__atomic_load_n(&map[addrs[i] / 8], __ATOMIC_RELAXED);
	munmap((void *)map, GPCD_IMAGE_SIZE);
	(void)turn;
	return 0;
}

/*
 * Permissions change all the time, but not for a privileged caller: a ring samples until it goes.
 * With the race detector a sweep may take so long that there is no ring.
 */
static inline int read_ring(unsigned long turn)
{
	struct gpcd_ring_req req = {
		.size = sizeof(req), .period_ns = 50000000, .records = 4, .cpu = -1,
	};
	int ring = ioctl(shared_group, GPCD_IOC_RING, &req);
	const struct gpcd_ring_page *page;
	int ret = 0;

	(void)turn;
	if (ring < 0)
		return errno == ERANGE ? 0 : -1;
	page = mmap(NULL, req.bytes, PROT_READ, MAP_SHARED, ring, 0);
	close(ring);
	if (page == MAP_FAILED)
		return -1;
	while (!__atomic_load_n(&page->head, __ATOMIC_ACQUIRE) && !ret)
		ret = usleep(1000);
	munmap((void *)page, req.bytes);
	return ret;
}

static inline int read_netlink(unsigned long turn)
{
	int sock = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC);
	struct request request;
	long ret;

	(void)turn;
	if (sock < 0)
		return -1;
	request = request_of(family_ask(sock), GPCD_CMD_DEV_GET, 0, 0);
	ret = request_dump(sock, &request, NULL);
	close(sock);
	errno = -ret;
	return ret ? -1 : 0;
}

static inline int listener_join(void)
{
	int listener = listener_open();

	if (listener < 0)
		return -1;
	errno = -group_join(listener, GPCD_GENL_DEVICES);
	if (!errno)
		return listener;
	close(listener);
	return -1;
}

/*
 * Receive what has come since the last turn, or as much as a turn has time for; some may have been
 * missed. The only listener joins the group anew now and then.
 */
static inline int hear_netlink(unsigned long turn)
{
	static int listener = -1;
	char event[4096];

	if (turn % 16 == 0) {
		close(listener);
		listener = listener_join();
	}
	if (listener < 0)
		return -1;
	for (int i = 0; i < 64; i++) {
		if (recv(listener, event, sizeof(event), MSG_DONTWAIT) < 0 && errno != ENOBUFS)
			return errno == EAGAIN ? 0 : -1;
	}
	return 0;
}

static inline int pmu_type(void)
{
	char text[16] = "";
	int fd = open("/sys/bus/event_source/devices/gpcd0/type", O_RDONLY | O_CLOEXEC);
	int ret = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);

	close(fd);
	return ret > 0 ? atoi(text) : -1;
}

/* The first total of the chip. */
static inline int read_event(unsigned long turn)
{
	struct perf_event_attr attr = { .size = sizeof(attr), .config = 1, .type = pmu_type() };
	int event = syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	uint64_t count;
	int ret;

	(void)turn;
	if (event < 0)
		return -1;
	ret = read(event, &count, sizeof(count)) == sizeof(count) ? 0 : -1;
	close(event);
	return ret;
}

#endif /* CONTEND_WAYS_H */
