/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Read one register by the ways into the kernel that go on by themselves: 0 or an errno, as for the
 * calls in actor.h.
 */
#ifndef WAYS_H
#define WAYS_H

#include <linux/gpcd_image.h>
#include <linux/gpcd_ring.h>
#include <poll.h>
#include <sys/mman.h>

#include "actor.h"
#include "hang.h"

#define SAMPLE_NS	10000000	/* a ring's period */

/* A mapping shows only the opened device. Values that may not be read are all ones. */
static inline int read_mapping(const struct target *target)
{
	const char *map = mmap(NULL, GPCD_IMAGE_SIZE, PROT_READ, MAP_SHARED, target->fd, 0);
	uint64_t word;

	if (map == MAP_FAILED)
		return errno;
	word = __atomic_load_n((const uint64_t *)(map + target->addr / 8 * 8), __ATOMIC_RELAXED);
	munmap((void *)map, GPCD_IMAGE_SIZE);
	return ~word ? 0 : EPERM;
}

/* Return the first record, or the one that says why there is none. */
static inline int ring_first(int ring, const struct gpcd_ring_page *page)
{
	const char *record = (const char *)page + page->data_offset;
	const struct gpcd_ring_record *first = (const void *)record;
	struct pollfd poll_of = { .fd = ring, .events = POLLIN };

	must(poll(&poll_of, 1, 1000 * HANG_SECONDS) == 1, "a record");
	must(__atomic_load_n(&page->head, __ATOMIC_ACQUIRE), "a record in the ring");
	if (first->state != GPCD_RING_RUNNING)
		return first->state == GPCD_RING_DENIED ? EPERM : EIO;
	return status_errno((uint8_t)record[page->statuses_offset]);
}

static inline int read_ring(const struct target *target)
{
	struct gpcd_ring_req req = {
		.size = sizeof(req), .period_ns = SAMPLE_NS, .records = 2, .cpu = -1,
	};
	int group = group_open(target), ring, err;
	void *page;

	if (group < 0)
		return errno;
	ring = ioctl(group, GPCD_IOC_RING, &req);
	must(ring >= 0, "a ring");
	page = mmap(NULL, req.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, ring, 0);
	must(page != MAP_FAILED, "a ring's memory");
	err = ring_first(ring, page);
	munmap(page, req.bytes);
	close(ring);
	close(group);
	return err;
}

#endif /* WAYS_H */
