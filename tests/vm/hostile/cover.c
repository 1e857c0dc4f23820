// SPDX-License-Identifier: GPL-2.0-only
/*
 * Coverage by KCOV: program counters that a caller passed in the modules, folded
 * into edges, pairs of successive ones.
 */
#include <fcntl.h>
#include <linux/kcov.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hostile.h"

#define ENTRIES		(64 << 10)	/* of a call */
#define EDGES		(1 << 16)
#define PCS		(1 << 14)

static bool known[EDGES];		/* by an earlier sequence */
static bool reached[EDGES];		/* by this one */
static uint16_t reached_list[EDGES];
static int reached_count;
static uint32_t pcs[PCS];		/* a hash table; the high half is the same for all */
static int pcs_count;

bool cover_map(struct caller *caller)
{
	int fd = open("/sys/kernel/debug/kcov", O_RDWR | O_CLOEXEC);
	void *area = MAP_FAILED;

	caller->cover = NULL;
	if (fd >= 0 && !ioctl(fd, KCOV_INIT_TRACE, ENTRIES))
		area = mmap(NULL, ENTRIES * sizeof(uint64_t), PROT_READ | PROT_WRITE,
			    MAP_SHARED, fd, 0);
	if (area == MAP_FAILED) {
		if (fd >= 0)
			close(fd);
		return false;
	}
	caller->cover_fd = fd;
	caller->cover = area;
	return true;
}

bool cover_enable(const struct caller *caller)
{
	return !ioctl(caller->cover_fd, KCOV_ENABLE, KCOV_TRACE_PC);
}

void cover_begin(void)
{
	while (reached_count)
		reached[reached_list[--reached_count]] = false;
}

static uint16_t edge_of(uint32_t from, uint32_t to)
{
	return (to * 2654435761U ^ (from * 2654435761U) >> 3) >> 16;
}

static void edge_add(uint16_t edge)
{
	if (reached[edge])
		return;
	reached[edge] = true;
	reached_list[reached_count++] = edge;
}

static void pc_add(uint32_t pc)
{
	unsigned int at = pc * 2654435761U >> 18;

	while (pcs[at] && pcs[at] != pc)
		at = (at + 1) % PCS;
	if (pcs[at] || pcs_count == PCS / 2)
		return;
	pcs[at] = pc;
	pcs_count++;
}

void cover_collect(const struct caller *caller)
{
	uint64_t count = caller->cover ? caller->cover[0] : 0;
	uint32_t from = 0;

	for (uint64_t i = 1; i <= count; i++) {
		uint32_t to = caller->cover[i];
		uint16_t edge = edge_of(from, to);

		if (!reached[edge]) {
			edge_add(edge);
			pc_add(to);
		}
		from = to;
	}
}

int cover_fresh(uint16_t *edges, int max)
{
	int count = 0;

	for (int i = 0; i < reached_count && count < max; i++) {
		if (!known[reached_list[i]])
			edges[count++] = reached_list[i];
	}
	return count;
}

bool cover_reached(const uint16_t *edges, int count)
{
	while (count && reached[edges[count - 1]])
		count--;
	return !count;
}

void cover_merge(void)
{
	for (int i = 0; i < reached_count; i++)
		known[reached_list[i]] = true;
}

int cover_pcs(void)
{
	return pcs_count;
}
