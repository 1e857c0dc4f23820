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

/* Return whether a register continues a run. */
static int run_continues(const struct gpcd_mapped *run, const struct gpcd_mapped *reg)
{
	return reg->words == run->words + run->count && reg->mask == run->mask &&
	       reg->shift == run->shift;
}

/* Find the runs of a list. Return -EAGAIN if the chip lacks a register. */
static int runs_find(const struct gpcd_list *list, struct gpcd_mapped *run)
{
	const struct gpcd_reg *reg;
	struct gpcd_mapped found;

	for (uint32_t i = 0; i < list->count; i++) {
		reg = gpcd_catalogue_find(list->dev->chip, list->addrs[i]);
		if (!reg)
			return -EAGAIN;
		found = (struct gpcd_mapped) {
			.words = (const __u64 *)(list->dev->map + gpcd_reg_word(reg)),
			.mask = gpcd_width_mask(reg->rule->width),
			.shift = gpcd_reg_shift(reg),
		};
		if (run->count && !run_continues(run, &found))
			run++;
		if (!run->count)
			*run = found;
		run->count++;
	}
	return 0;
}

/* Find the registers of a list. Return -EAGAIN if the chip lacks one, or there is no memory. */
static int list_find(struct gpcd_list *list)
{
	/* Room for as many runs as there are registers, and for an end mark. */
	size_t runs = (size_t)list->count + 1;
	struct gpcd_mapped *mapped = calloc(runs, sizeof(*mapped) + sizeof(*list->values));

	if (!mapped)
		return -EAGAIN;
	if (runs_find(list, mapped)) {
		free(mapped);
		return -EAGAIN;
	}
	list->mapped = mapped;
	list->values = (uint64_t *)(mapped + runs);
	return 0;
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

static int values_load(struct gpcd_list *list)
{
	const struct gpcd_mapped *run;
	uint64_t *values = list->values;
	int doubt = 0;

	for (run = list->mapped; run->count && !doubt; values += run->count, run++)
		doubt = run_load(values, run);
	return doubt;
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
		doubt = values_load(list);
	req->end_ns = gpcd_now_ns();
	if (doubt || __atomic_load_n(&info->state, __ATOMIC_ACQUIRE) != GPCD_IMAGE_LIVE)
		return -EAGAIN;
	memcpy(gpcd_pointer(req->values), list->values, list->count * sizeof(*list->values));
	req->chip_ns = pass.chip_ns;
	req->epoch = pass.epoch;
	req->result = pass.torn ? GPCD_SNAPSHOT_TORN : 0;
	req->failed = pass.torn ? list->count : 0;
	memset(gpcd_pointer(req->statuses), pass.torn ? GPCD_STATUS_TORN : GPCD_STATUS_OK,
	       list->count);
	return 0;
}
