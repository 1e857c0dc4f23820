// SPDX-License-Identifier: GPL-2.0-only
/* Rings: neither a reply nor a ring's memory contains more than the headers promise. */
#include <linux/gpcd_ring.h>
#include <poll.h>

#include "hang.h"
#include "replies.h"

#define PERIOD		50000000ULL	/* 50 ms */
#define PAGE		4096
#define RECORDS		8
#define TRIES		1000

/* Pass an argument of a size that the command cannot have. */
static void head_in_vain(int file, unsigned int command, uint32_t size, const char *what)
{
	uint32_t head[] = { size - 1, 0 };

	arena_put(ARG, head, sizeof(head));
	call_in_vain(file, command, EINVAL, what);
	head[0] = size + LONGER;
	arena_put(ARG, head, sizeof(head));
	call_in_vain(file, command, E2BIG, what);
}

/* Make a call with @arg, of @size bytes; afterwards @reply is what is there. */
static long call_for(int way, int file, unsigned int command, const void *arg, void *reply,
		     size_t size)
{
	long got;

	arena_begin(way);
	arena_put(ARG, arg, size);
	got = arena_call(file, command, ARG);
	memcpy(reply, arena + ARG, size);
	return got;
}

/* --- rings -------------------------------------------------------------------------------- */

/*
 * Ask for a ring as in @req, which afterwards holds the reply: only what the header calls "out" may
 * have changed.
 */
static long ring_call(int way, struct gpcd_ring_req *req)
{
	struct gpcd_ring_req reply;
	int group = group_of_all();
	long got = call_for(way, group, GPCD_IOC_RING, req, &reply, sizeof(reply));

	close(group);
	req->period_min_ns = reply.period_min_ns;
	req->bytes = reply.bytes;
	arena_expect(ARG, req, sizeof(*req));
	arena_check("RING");
	return got;
}

static struct gpcd_ring_req ring_request(uint64_t period_ns)
{
	return (struct gpcd_ring_req){
		.size = sizeof(struct gpcd_ring_req), .period_ns = period_ns,
		.records = RECORDS, .cpu = -1,
	};
}

/* A sweep measured beside other load may seem too long: measure again. */
static int ring_make(int way, struct gpcd_ring_req *req)
{
	long got = -ERANGE;

	for (int i = 0; i < TRIES && got == -ERANGE; i++) {
		*req = ring_request(PERIOD);
		got = ring_call(way, req);
	}
	ck_assert_int_gt(got, 2);
	return got;
}

START_TEST(ring)
{
	struct gpcd_ring_req req;

	close(ring_make(_i, &req));
	ck_assert_uint_gt(req.period_min_ns, 0);
	ck_assert_uint_gt(req.bytes, PAGE);
	req = ring_request(1);
	ck_assert_int_eq(ring_call(_i, &req), -ERANGE);
	ck_assert_uint_gt(req.period_min_ns, 0);
	ck_assert_uint_eq(req.bytes, 0);
}
END_TEST

START_TEST(ring_freeze)
{
	struct gpcd_ring_freeze freeze = { .size = sizeof(freeze), .on = 1 }, off = freeze;
	struct gpcd_ring_req req;
	int ring = ring_make(_i, &req);

	arena_put(ARG, &freeze, sizeof(freeze));
	call_in_vain(ring, GPCD_IOC_RING_FREEZE, 0, "RING_FREEZE");
	off.on = 0;
	arena_put(ARG, &off, sizeof(off));
	call_to(ring, GPCD_IOC_RING_FREEZE, 0, "RING_FREEZE no more");
	off.was = 1;
	arena_expect(ARG, &off, sizeof(off));
	arena_check("RING_FREEZE no more");
	freeze.on = 2;
	arena_put(ARG, &freeze, sizeof(freeze));
	call_in_vain(ring, GPCD_IOC_RING_FREEZE, EINVAL, "RING_FREEZE, neither");
	head_in_vain(ring, GPCD_IOC_RING_FREEZE, sizeof(freeze), "RING_FREEZE");
	close(ring);
}
END_TEST

static void zero_to(const char *from, const char *to, const char *what)
{
	for (const char *at = from; at < to; at++)
		ck_assert_msg(!*at, "%s: byte %td of %td is not 0", what, at - from, to - from);
}

static void record_check(const char *record, const struct gpcd_ring_page *page)
{
	const char *judged = record + page->statuses_offset;

	ck_assert_mem_eq(record + page->values_offset, values, sizeof(values));
	ck_assert_mem_eq(judged, statuses, sizeof(statuses));
	zero_to(judged + COUNT, record + page->record_bytes, "padding");
}

/* Memory without a record is zero, up to the end of what can be mapped. */
START_TEST(ring_memory)
{
	struct gpcd_ring_freeze freeze = { .size = sizeof(freeze), .on = 1 };
	struct gpcd_ring_req req;
	int ring = ring_make(_i, &req);
	struct pollfd ready = { .fd = ring, .events = POLLIN };
	const struct gpcd_ring_page *page;
	const char *memory, *at;

	memory = mmap(NULL, req.bytes, PROT_READ, MAP_SHARED, ring, 0);
	must(memory != MAP_FAILED, "mmap");
	page = (const void *)memory;
	must(poll(&ready, 1, 1000 * HANG_SECONDS) == 1, "poll");
	must(!ioctl(ring, GPCD_IOC_RING_FREEZE, &freeze), "RING_FREEZE");
	zero_to((const char *)page->reserved, (const char *)&page->head, "reserved");
	zero_to((const char *)&page->reserved2, (const char *)&page->tail, "reserved2, reserved3");
	zero_to((const char *)(page + 1), memory + page->data_offset, "the rest of the page");
	at = memory + page->data_offset;
	for (uint64_t i = 0; i < page->head && i < RECORDS; i++, at += page->record_bytes)
		record_check(at, page);
	zero_to(at, memory + req.bytes, "room for records");
	munmap((void *)memory, req.bytes);
	close(ring);
}
END_TEST

int main(void)
{
	const TTest * const tests[] = { ring, ring_freeze, ring_memory, NULL };

	return replies_run("security_ways", tests);
}
