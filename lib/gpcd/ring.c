// SPDX-License-Identifier: LGPL-2.1-or-later
/* Rings: samples of a group that the kernel takes by itself, read one by one. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <linux/gpcd_ring.h>

#include "gpcd/given.h"
#include "gpcd/group.h"

/* Room if the caller does not say how much: half a second, within these bounds. */
#define RECORDS_NS	500000000ULL
#define RECORDS_MIN	64U
#define RECORDS_MAX	4096U

/*
 * A mapped ring. The members copied from @page were read when it was new: afterwards this process
 * could have overwritten them there.
 */
struct gpcd_ring {
	struct gpcd_group *group;	/* with a reference */
	const struct gpcd_carrier *carrier;
	int fd;
	struct gpcd_ring_page *page;	/* the mapping */
	size_t bytes;	/* of the mapping */
	uint32_t records;
	uint32_t record_bytes;	/* from one record to the next */
	uint32_t values_offset;	/* in a record; before it is the header */
	uint32_t statuses_offset;	/* in a record */
	uint64_t data_offset;	/* of the first record */
	int overwrite;	/* the kernel may replace a record while it is read */
	uint64_t tail;	/* records read */
	uint64_t sequence;	/* number of the record read last */
	int64_t time_offset_ns;	/* added to its time stamps */
};

static uint32_t records_for(uint64_t period_ns)
{
	uint32_t records = RECORDS_MIN;

	while (records < RECORDS_MAX && records * period_ns < RECORDS_NS)
		records *= 2;
	return records;
}

/* Return whether all parts of a record are in it, and all records in the mapping. */
static int layout_fits(const struct gpcd_ring *ring)
{
	uint64_t count = ring->group->list.count;
	uint64_t values_end = ring->values_offset + count * sizeof(uint64_t);
	uint64_t statuses_end = ring->statuses_offset + count;

	return ring->records && ring->values_offset >= GPCD_RING_RECORD_SIZE_1 &&
	       values_end <= ring->record_bytes && statuses_end <= ring->record_bytes &&
	       ring->data_offset <= ring->bytes &&
	       (ring->bytes - ring->data_offset) / ring->records >= ring->record_bytes;
}

static int ring_map(struct gpcd_ring *ring, size_t bytes)
{
	void *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, ring->fd, 0);

	if (map == MAP_FAILED)
		return -errno;
	ring->page = map;
	ring->bytes = bytes;
	ring->records = ring->page->records;
	ring->record_bytes = ring->page->record_bytes;
	ring->values_offset = ring->page->values_offset;
	ring->statuses_offset = ring->page->statuses_offset;
	ring->data_offset = ring->page->data_offset;
	ring->overwrite = ring->page->flags & GPCD_RING_OVERWRITE;
	return layout_fits(ring) ? 0 : -EPROTO;
}

static int ring_make(struct gpcd_ring *ring, struct gpcd_ring_req *req)
{
	struct gpcd_list *list = &ring->group->list;

	if (!list->count)
		return -EINVAL;
	ring->carrier = list->dev->carrier;
	if (!ring->carrier->list_ring)
		return -EOPNOTSUPP;
	ring->fd = ring->carrier->list_ring(list, req);
	if (ring->fd < 0)
		return ring->fd;
	ring->time_offset_ns = list->dev->time_offset_ns;
	return ring_map(ring, req->bytes);
}

int gpcd_ring_open(struct gpcd_group *group, struct gpcd_ring_req *req, struct gpcd_ring **result)
{
	int err = gpcd_given_check(req->size, GPCD_RING_REQ_SIZE_1);
	struct gpcd_ring *ring;

	if (err)
		return err;
	ring = calloc(1, sizeof(*ring));
	if (!ring)
		return -ENOMEM;
	ring->fd = -1;
	ring->group = group;
	group->sealed = 1;
	atomic_fetch_add(&group->users, 1);
	req->period_min_ns = 0;
	req->bytes = 0;
	if (!req->records)
		req->records = records_for(req->period_ns);
	err = ring_make(ring, req);
	if (err)
		gpcd_ring_close(ring);
	else
		*result = ring;
	return err;
}

void gpcd_ring_close(struct gpcd_ring *ring)
{
	if (!ring)
		return;
	if (ring->page)
		munmap(ring->page, ring->bytes);
	if (ring->fd >= 0)
		close(ring->fd);
	gpcd_group_put(ring->group);
	free(ring);
}

int gpcd_ring_fd(const struct gpcd_ring *ring)
{
	return ring->fd;
}

static uint64_t ring_head(const struct gpcd_ring *ring)
{
	/* Acquire order: a reader that sees the head sees the records before it. */
	return __atomic_load_n(&ring->page->head, __ATOMIC_ACQUIRE);
}

static const char *ring_record(const struct gpcd_ring *ring)
{
	return (const char *)ring->page + ring->data_offset +
	       ring->tail % ring->records * ring->record_bytes;
}

/* Return whether the data just read from the record at the tail belong to one record. */
static int record_whole(const struct gpcd_ring *ring)
{
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	return !ring->overwrite || ring_head(ring) - ring->tail < ring->records;
}

/* Find the oldest record that the kernel is not writing. Return -EAGAIN if there is none. */
static int ring_find(struct gpcd_ring *ring)
{
	uint64_t head = ring_head(ring);

	if (ring->overwrite && head - ring->tail >= ring->records)
		ring->tail = head - (ring->records - 1);
	return head == ring->tail ? -EAGAIN : 0;
}

static int record_end(const struct gpcd_ring_record *record)
{
	if (record->state == GPCD_RING_GONE)
		return -ENODEV;
	return record->state == GPCD_RING_DENIED ? -EPERM : 0;
}

/* Copy a header. An older kernel's may be shorter: the members that it lacks become 0. */
static void header_copy(const struct gpcd_ring *ring, struct gpcd_ring_record *to,
			const char *from)
{
	size_t bytes = ring->values_offset;

	memset(to, 0, sizeof(*to));
	memcpy(to, from, bytes < sizeof(*to) ? bytes : sizeof(*to));
}

/* Copy the record at the tail. Return 0, or the error for its final state. */
static int record_copy(const struct gpcd_ring *ring, struct gpcd_ring_record *to,
		       struct gpcd_snapshot *snapshot)
{
	uint32_t count = ring->group->list.count;
	const char *from = ring_record(ring);

	header_copy(ring, to, from);
	if (record_end(to))
		return record_end(to);
	memcpy(snapshot->values, from + ring->values_offset, count * sizeof(*snapshot->values));
	memcpy(snapshot->statuses, from + ring->statuses_offset, count);
	return 0;
}

static void record_done(struct gpcd_ring *ring, const struct gpcd_ring_record *record,
			struct gpcd_snapshot *snapshot, uint64_t *missed)
{
	gpcd_snapshot_fields(snapshot);
	snapshot->times = (struct gpcd_times) {
		.start_ns = record->start_ns + ring->time_offset_ns,
		.end_ns = record->end_ns + ring->time_offset_ns,
		.realtime_ns = gpcd_wall_clock_ns() - gpcd_now_ns() + record->end_ns +
			       ring->time_offset_ns,
		.chip_ns = record->chip_ns,
		.epoch = record->epoch,
		.sequence = record->sequence,
		.failed = record->failed,
		.torn = record->result & GPCD_SNAPSHOT_TORN,
	};
	*missed = record->sequence - ring->sequence - 1;
	ring->sequence = record->sequence;
	/* Release order: the kernel may replace the record once it sees the tail. */
	__atomic_store_n(&ring->page->tail, ++ring->tail, __ATOMIC_RELEASE);
}

int gpcd_ring_read(struct gpcd_ring *ring, struct gpcd_snapshot *snapshot, uint64_t *missed)
{
	struct gpcd_ring_record record;
	int err;

	if (snapshot->group != ring->group)
		return -EINVAL;
	do {
		err = ring_find(ring);
		if (err)
			return err;
		err = record_copy(ring, &record, snapshot);
	} while (!record_whole(ring));
	if (err)
		return err;
	record_done(ring, &record, snapshot, missed);
	return 0;
}

int gpcd_ring_freeze(struct gpcd_ring *ring, int on)
{
	return ring->carrier->ring_freeze(ring->fd, on);
}
