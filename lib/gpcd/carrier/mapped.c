// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Read registers where the kernel has mapped them: loads instead of a system call. What is not
 * plainly good, such as a word of all ones, is asked of the kernel instead: it knows why.
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
	if (!(info->features & GPCD_FEATURE_MAP))
		return;
	/* A call moves the clock before it reads. A mapping would show old time and counters. */
	dev->map_error = -EBUSY;
	if (info->features & GPCD_FEATURE_CALL_CLOCK)
		return;
	map = mmap(NULL, GPCD_IMAGE_SIZE, PROT_READ, MAP_SHARED, dev->fd, 0);
	dev->map_error = map == MAP_FAILED ? -errno : 0;
	if (map != MAP_FAILED)
		dev->map = map;
}

void gpcd_mapped_close(struct gpcd *dev)
{
	if (dev->map)
		munmap((void *)dev->map, GPCD_IMAGE_SIZE);
}

static const struct gpcd_image_info *map_info(const struct gpcd *dev)
{
	return (const struct gpcd_image_info *)(dev->map + GPCD_IMAGE_INFO);
}

/* Find the registers; -EAGAIN: the chip lacks one, or there is no memory. */
static int list_find(struct gpcd_list *list)
{
	struct gpcd_mapped *mapped = calloc(list->count, sizeof(*mapped) + sizeof(*list->values));
	const struct gpcd_reg *reg;
	uint32_t i;

	for (i = 0; mapped && i < list->count; i++) {
		reg = gpcd_catalogue_find(list->dev->chip, list->addrs[i]);
		if (!reg) {
			free(mapped);
			return -EAGAIN;
		}
		mapped[i] = (struct gpcd_mapped) {
			.word = (const __u64 *)(list->dev->map + gpcd_reg_word(reg)),
			.mask = gpcd_width_mask(reg->rule->width),
			.shift = gpcd_reg_shift(reg),
		};
	}
	if (!mapped)
		return -EAGAIN;
	list->mapped = mapped;
	list->values = (uint64_t *)(mapped + list->count);
	return 0;
}

/* Return whether any word is all ones: then what is here means nothing. */
static int values_load(struct gpcd_list *list)
{
	const struct gpcd_mapped *reg = list->mapped, *end = reg + list->count;
	uint64_t *value = list->values;
	uint64_t word;
	int doubt = 0;

	for (; reg < end; reg++) {
		word = gpcd_image_load(reg->word);
		doubt |= !~word;
		*value++ = word >> reg->shift & reg->mask;
	}
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
