// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Read registers where the kernel has mapped them: loads instead of a system call. In case of
 * doubt, such as a word of all ones, ask the kernel instead, which knows the reason.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "gpcd/carrier/carrier.h"
#include "image/image.h"

void gpcd_mapped_open(struct gpcd *dev, const struct gpcd_info *info)
{
	void *map;

	dev->map_error = -EOPNOTSUPP;
	/* Only the catalogue can tell all ones from a lost chip; learned chips have none. */
	if (!(info->features & GPCD_FEATURE_MAP) || dev->chip >= GPCD_CHIPS_LEARNED)
		return;
	/* A call moves the clock before it reads; a mapping would show old time and counters. */
	dev->map_error = -EBUSY;
	if (info->features & GPCD_FEATURE_CALL_CLOCK)
		return;
	map = mmap(NULL, gpcd_chip_size(dev->chip), PROT_READ, MAP_SHARED, dev->fd, 0);
	dev->map_error = map == MAP_FAILED ? -errno : 0;
	if (map != MAP_FAILED)
		dev->map = map;
}

void gpcd_mapped_close(struct gpcd *dev)
{
	if (dev->map)
		munmap((void *)dev->map, gpcd_chip_size(dev->chip));
}

static const struct gpcd_image_info *map_info(const struct gpcd *dev)
{
	return (const struct gpcd_image_info *)(dev->map + GPCD_IMAGE_INFO);
}

/* Most registers in a run: a buffer on the stack holds their values until they are put in place. */
#define RUN_MOST	64

/*
 * Number of runs whose words are prefetched: a reader of many images finds none of them in its
 * caches, and would wait for each in turn. A layout ends with as many empty runs.
 */
#define RUNS_AHEAD	8

/* A run of registers in neighbouring words, which are read in one loop. */
struct run {
	uint64_t mask;	/* bits of each register, after the shift */
	uint32_t first;	/* its first word: bytes from the beginning of the mapping */
	uint16_t count;	/* registers; 0: end of the runs */
	uint16_t shift;	/* lowest bit of each register in its word: 0, or 32 for a half */
};

/* Where the registers of a list are, in any chip of its type. */
struct gpcd_layout {
	uint32_t *places;	/* of the registers of all runs in the list; NULL: in its order */
	struct run *runs;
};

static int by_addr(const void *a, const void *b, void *data)
{
	const uint64_t *addrs = data;
	uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;

	if (addrs[one] != addrs[other])
		return addrs[one] < addrs[other] ? -1 : 1;
	return one < other ? -1 : 1;
}

/* Sort the indexes of a list's registers by address. */
static uint32_t *list_places(const struct gpcd_list *list)
{
	uint32_t *places = malloc((size_t)list->count * sizeof(*places));

	for (uint32_t i = 0; places && i < list->count; i++)
		places[i] = i;
	if (places)
		qsort_r(places, list->count, sizeof(*places), by_addr, list->addrs);
	return places;
}

static int places_ordered(const uint32_t *places, uint32_t count)
{
	uint32_t i = 0;

	while (i < count && places[i] == i)
		i++;
	return i == count;
}

/* Return whether a register continues a run. */
static int run_continues(const struct run *run, const struct run *reg)
{
	return reg->first == run->first + run->count * sizeof(__u64) && reg->mask == run->mask &&
	       reg->shift == run->shift && run->count < RUN_MOST;
}

/* Find the runs of a list. Return how many there are, or -EAGAIN if the chip lacks a register. */
static int runs_find(const struct gpcd_list *list, const uint32_t *places, struct run *runs)
{
	const struct gpcd_reg *reg;
	struct run found;
	int count = 0;

	for (uint32_t i = 0; i < list->count; i++) {
		reg = gpcd_catalogue_find(list->dev->chip, list->addrs[places[i]]);
		if (!reg)
			return -EAGAIN;
		found = (struct run) {
			.mask = gpcd_width_mask(reg->rule->width),
			.first = gpcd_reg_word(reg),
			.shift = gpcd_reg_shift(reg),
		};
		if (!count || !run_continues(&runs[count - 1], &found))
			runs[count++] = found;
		runs[count - 1].count++;
	}
	return count;
}

static void layout_discard(struct gpcd_layout *layout)
{
	free(layout->places);
	free(layout->runs);
	free(layout);
}

/* There is room for as many runs as registers, until it is known how many there are. */
static int layout_fill(struct gpcd_layout *layout, const struct gpcd_list *list)
{
	struct run *fitted;
	int count;

	layout->places = list_places(list);
	layout->runs = calloc((size_t)list->count + RUNS_AHEAD, sizeof(*layout->runs));
	if (!layout->places || !layout->runs)
		return -EAGAIN;
	count = runs_find(list, layout->places, layout->runs);
	if (count < 0)
		return count;
	fitted = realloc(layout->runs, ((size_t)count + RUNS_AHEAD) * sizeof(*fitted));
	if (fitted)
		layout->runs = fitted;
	if (!places_ordered(layout->places, list->count))
		return 0;
	free(layout->places);
	layout->places = NULL;
	return 0;
}

static struct gpcd_layout *layout_make(const struct gpcd_list *list)
{
	struct gpcd_layout *layout = calloc(1, sizeof(*layout));

	if (!layout || !layout_fill(layout, list))
		return layout;
	layout_discard(layout);
	return NULL;
}

/* Threads may read devices that share a layout for the first time at once: one keeps it. */
const struct gpcd_layout *gpcd_mapped_layout(const struct gpcd_list *list)
{
	struct gpcd_layout *layout = __atomic_load_n(list->layout, __ATOMIC_ACQUIRE), *kept = NULL;

	if (layout)
		return layout;
	layout = layout_make(list);
	if (!layout || __atomic_compare_exchange_n(list->layout, &kept, layout, 0,
						   __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		return layout;
	layout_discard(layout);
	return kept;
}

void gpcd_mapped_forget(struct gpcd_layout **layout)
{
	if (*layout)
		layout_discard(*layout);
	*layout = NULL;
}

/* Make values of words in their place. Return whether any is all ones: then they mean nothing. */
static int words_convert(uint64_t *values, const struct run *run)
{
	for (uint32_t i = 0; i < run->count; i++) {
		if (values[i] == ~0ULL)
			return 1;
		values[i] = values[i] >> run->shift & run->mask;
	}
	return 0;
}

/*
 * Most words hold a register that begins at bit 0 and nothing else, so they are values already: the
 * loop that loads them only gathers which bits it has seen.
 */
static int run_load(uint64_t *values, const struct run *run, const unsigned char *map)
{
	const __u64 *words = (const __u64 *)(map + run->first);
	uint64_t word, seen = 0;

#pragma GCC unroll 2
	for (size_t i = 0; i < run->count; i++) {
		word = gpcd_image_load(&words[i]);
		seen |= word;
		values[i] = word;
	}
	if (!run->shift && seen <= run->mask && seen != ~0ULL)
		return 0;
	return words_convert(values, run);
}

static int runs_load(const struct run *run, const unsigned char *map, uint64_t *values)
{
	int doubt = 0;

	for (; run->count && !doubt; values += run->count, run++) {
		__builtin_prefetch(map + run[RUNS_AHEAD - 1].first);
		doubt = run_load(values, run, map);
	}
	return doubt;
}

int gpcd_mapped_load(const struct gpcd_layout *layout, const unsigned char *map, uint64_t *values)
{
	const uint32_t *place = layout->places;
	const struct run *run;
	uint64_t loaded[RUN_MOST];
	int doubt = 0;

	if (!place)
		return runs_load(layout->runs, map, values);
	for (run = layout->runs; run->count && !doubt; place += run->count, run++) {
		__builtin_prefetch(map + run[RUNS_AHEAD - 1].first);
		doubt = run_load(loaded, run, map);
		for (uint32_t i = 0; i < run->count; i++)
			values[place[i]] = loaded[i];
	}
	return doubt;
}

/* Make room for the values of a list. */
static int list_grow(struct gpcd_list *list)
{
	if (!list->values)
		list->values = calloc((size_t)list->count, sizeof(*list->values));
	return list->values ? 0 : -EAGAIN;
}

int gpcd_mapped_read(struct gpcd_list *list, struct gpcd_snapshot_req *req)
{
	const struct gpcd_image_info *info = map_info(list->dev);
	const struct gpcd_layout *layout = list->nic_addr ? NULL : gpcd_mapped_layout(list);
	struct gpcd_image_pass pass = {};
	int doubt = 0;

	if (!layout || list_grow(list))
		return -EAGAIN;
	req->start_ns = gpcd_now_ns();
	while (!doubt && gpcd_image_pass(info, &pass))
		doubt = gpcd_mapped_load(layout, list->dev->map, list->values);
	req->end_ns = gpcd_now_ns();
	if (doubt || __atomic_load_n(&info->state, __ATOMIC_ACQUIRE) != GPCD_IMAGE_LIVE)
		return -EAGAIN;
	memcpy(gpcd_pointer(req->values), list->values, list->count * sizeof(*list->values));
	gpcd_mapped_end(list, &pass, req);
	return 0;
}

void gpcd_mapped_end(const struct gpcd_list *list, const struct gpcd_image_pass *pass,
		     struct gpcd_snapshot_req *req)
{
	req->chip_ns = pass->chip_ns;
	req->epoch = pass->epoch;
	req->result = pass->torn ? GPCD_SNAPSHOT_TORN : 0;
	req->failed = pass->torn ? list->count : 0;
	memset(gpcd_pointer(req->statuses), pass->torn ? GPCD_STATUS_TORN : GPCD_STATUS_OK,
	       list->count);
}
