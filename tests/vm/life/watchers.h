/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For workers.h: workers that the kernel serves on its own, with rings, netlink and perf
 * events. They outlive their origin: the group, the device's file, the chip.
 */
#ifndef WATCHERS_H
#define WATCHERS_H

#include <linux/gpcd_ring.h>
#include <linux/perf_event.h>

#include "access/genl.h"

#define RING_RECORDS	8

/* Make a group of any device; return its descriptor, or -1. */
static inline int group_any(void)
{
	int fd = open_any("/dev/gpcd%u", pick(DEVICES)), group;

	if (fd < 0)
		return -1;
	group = group_make(fd);
	if (group < 0)
		did("group", errno);
	close(fd);
	return group;
}

/* Check the newest record, unless it is replaced meanwhile. */
static inline void record_check(const struct gpcd_ring_page *page)
{
	uint64_t head = __atomic_load_n(&page->head, __ATOMIC_ACQUIRE), values[COUNTERS];
	const char *record;

	if (!head)
		return;
	record = (const char *)page + page->data_offset +
		 (head - 1) % RING_RECORDS * page->record_bytes;
	memcpy(values, record + page->values_offset, sizeof(values));
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	if (page->head >= head - 1 + RING_RECORDS)
		return;
	for (int i = 0; i < COUNTERS; i++)
		value_check(tiles[i], values[i]);
}

static inline void ring_look(const struct gpcd_ring_req *req, int ring)
{
	struct gpcd_ring_page *page = mmap(NULL, req->bytes, PROT_READ, MAP_SHARED, ring, 0);

	close(ring);
	if (page == MAP_FAILED) {
		did("mmap of a ring", errno);
		return;
	}
	for (int i = pick(20); i; i--) {
		record_check(page);
		did("ring", page->state == GPCD_RING_GONE ? ENODEV : 0);
		nap();
	}
	munmap(page, req->bytes);
}

static inline void ring_turn(void)
{
	struct gpcd_ring_req req = {
		.size = sizeof(req), .flags = GPCD_RING_OVERWRITE, .period_ns = 10000000,
		.records = RING_RECORDS, .cpu = -1,
	};
	int group = group_any(), ring;

	if (group < 0)
		return;
	ring = ioctl(group, GPCD_IOC_RING, &req);
	did("a ring", ring < 0 ? errno : 0);
	close(group);
	if (ring >= 0)
		ring_look(&req, ring);
	nap();
}

static inline uint32_t number_in(const struct nlmsghdr *head, int type)
{
	const char *at = (const char *)head + sizeof(struct message);
	const struct nlattr *attr = attribute_of(at, (const char *)head + head->nlmsg_len, type);

	return attr ? *(const uint32_t *)(attr + 1) : UINT32_MAX;
}

/* A reported device has a known fault or none. */
static inline void news_check(const char *piece, long length)
{
	const struct nlmsghdr *head = (const void *)piece;

	for (; NLMSG_OK(head, length); head = NLMSG_NEXT(head, length)) {
		if (head->nlmsg_type < NLMSG_MIN_TYPE)
			continue;
		if (number_in(head, GPCD_A_DEV_FAULT) > GPCD_FAULT_SLOW)
			complain("command %u tells no fault that there is",
				 ((const struct message *)head)->generic.cmd);
	}
}

/* Receive without waiting: EAGAIN ends it, ENOBUFS says that some messages were missed. */
static inline void news_hear(int listener)
{
	char event[4096];
	ssize_t length;

	do {
		length = recv(listener, event, sizeof(event), MSG_DONTWAIT);
		did("an event", length < 0 ? errno : 0);
		if (length > 0)
			news_check(event, length);
	} while (length > 0);
}

/* A member of the group does not keep the module; its membership ends with the family. */
static inline void listener_turn(void)
{
	int listener = listener_open();
	int error;

	must(listener >= 0, "a netlink listener");
	error = -group_join(listener, GPCD_GENL_DEVICES);
	if (error)
		did("a multicast group", error);
	for (int i = error ? 0 : pick(20); i; i--) {
		news_hear(listener);
		nap();
	}
	close(listener);
	nap();
}

/* Return the number of any device's PMU, or -1. */
static inline int pmu_any(void)
{
	char path[PATH_MAX], text[16] = "";
	int fd;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/gpcd%u/type", pick(DEVICES));
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || read(fd, text, sizeof(text) - 1) <= 0)
		did(path, errno);
	if (fd >= 0)
		close(fd);
	return *text ? atoi(text) : -1;
}

static inline void event_look(int event)
{
	uint64_t count, last = 0;

	for (int i = pick(20); i; i--) {
		must(read(event, &count, sizeof(count)) == sizeof(count), "event");
		if (count < last)
			complain("an event counts backward");
		last = count;
		did("count of an event", 0);
		nap();
	}
	close(event);
}

/* Every chip has a first total. */
static inline void event_turn(void)
{
	struct perf_event_attr attr = { .size = sizeof(attr), .config = 1 };
	int type = pmu_any(), event;

	if (type < 0) {
		nap();
		return;
	}
	attr.type = type;
	event = syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	did("an event", event < 0 ? errno : 0);
	if (event >= 0)
		event_look(event);
	nap();
}

#endif /* WATCHERS_H */
