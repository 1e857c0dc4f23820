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
 * caches, and would wait for each in turn. A list ends with as many empty runs.
 */
#define RUNS_AHEAD	8

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
static int run_continues(const struct gpcd_mapped *run, const struct gpcd_mapped *reg)
{
	return reg->words == run->words + run->count && reg->mask == run->mask &&
	       reg->shift == run->shift && run->count < RUN_MOST;
}

/* Find the runs of a list. Return how many there are, or -EAGAIN if the chip lacks a register. */
static int runs_find(const struct gpcd_list *list, const unsigned char *map,
		     struct gpcd_mapped *runs)
{
	const struct gpcd_reg *reg;
	struct gpcd_mapped found;
	int count = 0;

	for (uint32_t i = 0; i < list->count; i++) {
		reg = gpcd_catalogue_find(list->dev->chip, list->addrs[list->places[i]]);
		if (!reg)
			return -EAGAIN;
		found = (struct gpcd_mapped) {
			.words = (const __u64 *)(map + gpcd_reg_word(reg)),
			.mask = gpcd_width_mask(reg->rule->width),
			.shift = gpcd_reg_shift(reg),
		};
		if (!count || !run_continues(&runs[count - 1], &found))
			runs[count++] = found;
		runs[count - 1].count++;
	}
	return count;
}

/* There is room for as many runs as registers, until it is known how many there are. */
static int list_arrange(struct gpcd_list *list, const unsigned char *map)
{
	size_t room = (size_t)list->count + RUNS_AHEAD;
	struct gpcd_mapped *fitted;
	int count;

	list->places = list_places(list);
	list->mapped = calloc(room, sizeof(*list->mapped));
	count = list->places && list->mapped ? runs_find(list, map, list->mapped) : -EAGAIN;
	if (count < 0)
		return count;
	fitted = realloc(list->mapped, ((size_t)count + RUNS_AHEAD) * sizeof(*fitted));
	if (fitted)
		list->mapped = fitted;
	if (!places_ordered(list->places, list->count))
		return 0;
	free(list->places);
	list->places = NULL;
	return 0;
}

int gpcd_mapped_find(struct gpcd_list *list, const unsigned char *map)
{
	int err = list_arrange(list, map);

	if (err)
		gpcd_mapped_forget(list);
	return err;
}

void gpcd_mapped_forget(struct gpcd_list *list)
{
	free(list->mapped);
	free(list->places);
	free(list->values);
	list->mapped = NULL;
	list->places = NULL;
	list->values = NULL;
}

/* Make values of words in their place. Return whether any is all ones: then they mean nothing. */
static int words_convert(uint64_t *values, const struct gpcd_mapped *run)
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
static int run_load(uint64_t *values, const struct gpcd_mapped *run)
{
	uint64_t word, seen = 0;

#pragma GCC unroll 2
	for (size_t i = 0; i < run->count; i++) {
		word = gpcd_image_load(&run->words[i]);
		seen |= word;
		values[i] = word;
	}
	if (!run->shift && seen <= run->mask && seen != ~0ULL)
		return 0;
	return words_convert(values, run);
}

static int runs_load(const struct gpcd_mapped *run, uint64_t *values)
{
	int doubt = 0;

	for (; run->count && !doubt; values += run->count, run++)
		doubt = run_load(values, run);
	return doubt;
}

int gpcd_mapped_load(const struct gpcd_list *list, uint64_t *values)
{
	const uint32_t *place = list->places;
	const struct gpcd_mapped *run;
	uint64_t loaded[RUN_MOST];
	int doubt = 0;

	if (!place)
		return runs_load(list->mapped, values);
	for (run = list->mapped; run->count && !doubt; place += run->count, run++) {
		__builtin_prefetch(run[RUNS_AHEAD - 1].words);
		doubt = run_load(loaded, run);
		for (uint32_t i = 0; i < run->count; i++)
			values[place[i]] = loaded[i];
	}
	return doubt;
}

/* Find the registers of a list. Return -EAGAIN if the chip lacks one, or there is no memory. */
static int list_find(struct gpcd_list *list)
{
	if (!list->values)
		list->values = calloc((size_t)list->count, sizeof(*list->values));
	return list->values ? gpcd_mapped_find(list, list->dev->map) : -EAGAIN;
}

int gpcd_mapped_read(struct gpcd_list *list, struct gpcd_snapshot_req *req)
{
	const struct gpcd_image_info *info = map_info(list->dev);
	struct gpcd_image_pass pass = {};
	int doubt = 0;

	if (list->nic_addr || (!list->mapped && list_find(list)))
		return -EAGAIN;
	req->start_ns = gpcd_now_ns();
	while (!doubt && gpcd_image_pass(info, &pass))
		doubt = gpcd_mapped_load(list, list->values);
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
