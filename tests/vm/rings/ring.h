/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For tests of rings: a ring of an emulated chip with a virtual clock, made, mapped and read
 * without libgpcd.
 */
#ifndef RING_H
#define RING_H

#include <linux/gpcd_ring.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>

#include "chip.h"
#include "hang.h"

#define PAGE		4096
#define PERIOD		1000000ULL	/* 1 ms */
#define HOUR		3600000000000ULL
#define RECORDS		8U
#define NOBODY		65534
#define TRIES		1000

/* A mapped ring. */
struct ring {
	int fd;	/* or -1 */
	struct gpcd_ring_page *page;
};

static int device, group;
static struct ring ring;

static inline struct gpcd_ring_req request(uint64_t period_ns)
{
	return (struct gpcd_ring_req){
		.size = sizeof(struct gpcd_ring_req),
		.period_ns = period_ns, .records = RECORDS, .cpu = -1,
	};
}

static inline int group_open(uint32_t count)
{
	struct gpcd_group_req req = {
		.size = sizeof(req), .count = count, .addrs = (uintptr_t)addrs,
	};
	int fd = ioctl(device, GPCD_IOC_GROUP, &req);

	ck_assert_msg(fd >= 0, "group: %s", strerror(errno));
	return fd;
}

/* A sweep measured beside other load may seem too long: measure again. */
static inline struct ring ring_open(struct gpcd_ring_req *req)
{
	struct ring made;
	void *map;

	for (int i = 0; i < TRIES; i++) {
		made.fd = ioctl(group, GPCD_IOC_RING, req);
		if (made.fd >= 0 || errno != ERANGE)
			break;
		req->period_min_ns = 0;
	}
	ck_assert_msg(made.fd >= 0, "ring: %s", strerror(errno));
	map = mmap(NULL, req->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, made.fd, 0);
	ck_assert_msg(map != MAP_FAILED, "mmap: %s", strerror(errno));
	made.page = map;
	return made;
}

static inline void ring_close(const struct ring *of)
{
	munmap(of->page, of->page->data_offset +
	       ((size_t)of->page->records * of->page->record_bytes + PAGE - 1) / PAGE * PAGE);
	close(of->fd);
}

/* Make the ring of a test. */
static inline void begin(uint64_t period_ns, uint32_t flags)
{
	struct gpcd_ring_req req = request(period_ns);

	req.flags = flags;
	ring = ring_open(&req);
}

static inline const struct gpcd_ring_record *record_at(uint64_t number)
{
	return (const void *)((char *)ring.page + ring.page->data_offset +
			      number % ring.page->records * ring.page->record_bytes);
}

static inline const uint64_t *values_of(const struct gpcd_ring_record *record)
{
	return (const void *)((const char *)record + ring.page->values_offset);
}

static inline const uint8_t *statuses_of(const struct gpcd_ring_record *record)
{
	return (const uint8_t *)record + ring.page->statuses_offset;
}

static inline uint64_t head(void)
{
	return __atomic_load_n(&ring.page->head, __ATOMIC_ACQUIRE);
}

/* Return a number from the ring's /proc/self/fdinfo. */
static inline uint64_t fdinfo_number(const char *key)
{
	return fdinfo_value(ring.fd, key);
}

static inline void tail_set(uint64_t to)
{
	__atomic_store_n(&ring.page->tail, to, __ATOMIC_RELEASE);
}

/* poll(2) with a limit that only a failure reaches. */
static inline short wait_events(void)
{
	struct pollfd poll_of = { .fd = ring.fd, .events = POLLIN };

	ck_assert_int_eq(poll(&poll_of, 1, 1000 * HANG_SECONDS), 1);
	return poll_of.revents;
}

/* Wait for one more record than the reader has seen; mark it seen, and return it. */
static inline const struct gpcd_ring_record *next_record(void)
{
	uint64_t at = ring.page->tail;

	while (head() == at)
		wait_events();
	return record_at(at);
}

static inline void done_record(void)
{
	tail_set(ring.page->tail + 1);
}

static inline uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

/* Run a function in a process of its own; return its result, 0 or an errno. */
static inline int in_child(int (*run)(void))
{
	pid_t child = fork();
	int status;

	if (!child)
		_exit(run());
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* Does a test have the second processor that it needs? Without one tests/suite lets it skip. */
static inline bool second_processor(void)
{
	if (sysconf(_SC_NPROCESSORS_ONLN) > 1)
		return true;
	printf("SKIP: this needs a second processor: SMP=2 tests/vm/check ...\n");
	fflush(stdout);
	return false;
}

/* Return the shortest period, as a refusal reports it. */
static inline uint64_t period_min(void)
{
	struct gpcd_ring_req req = request(1);

	ck_assert_int_eq(call(group, GPCD_IOC_RING, &req), ERANGE);
	return req.period_min_ns;
}

/* Return the share of a processor that is set aside for a ring, in millionths. */
static inline uint64_t ppm_of(int fd)
{
	return fdinfo_value(fd, "gpcd-cpu-ppm:\t");
}

/* The modules are loaded. */
static inline void ring_begin(void)
{
	device = open_device();
	group = group_open(COUNTERS);
	ring = (struct ring){ .fd = -1 };
}

static inline void ring_setup(void)
{
	chip_load();
	ring_begin();
}

static inline void ring_teardown(void)
{
	if (ring.fd >= 0)
		ring_close(&ring);
	close(group);
	close(device);
	chip_unload();
}

#endif /* RING_H */
