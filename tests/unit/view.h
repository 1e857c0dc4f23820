/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An image file and a window on it, for tests: what the window writes, the
 * library must read.
 */
#ifndef TESTS_UNIT_VIEW_H
#define TESTS_UNIT_VIEW_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <gpcd/image.h>

#include "image/image.h"
#include "mark.h"

struct view {
	unsigned int chip;
	char path[64];
	char where[72];
	unsigned char *map;
	struct gpcd_image_info *info;
};

static inline void view_map(struct view *view)
{
	int fd = open(view->path, O_RDWR);

	ck_assert_int_ge(fd, 0);
	view->map = mmap(NULL, gpcd_chip_size(view->chip), PROT_READ | PROT_WRITE, MAP_SHARED, fd,
			 0);
	ck_assert_ptr_ne(view->map, MAP_FAILED);
	close(fd);
	view->info = (struct gpcd_image_info *)(view->map + GPCD_IMAGE_INFO);
}

/* Make the file, or make it anew, which readers see as a replugged chip. */
static inline void view_create(struct view *view, unsigned int chip)
{
	const struct gpcd_info info = {
		.chip = chip, .chip_id = 7, .nic_addr = 5, .nic_index = gpcd_chip_nics(chip) > 1,
		.coord = { 1, 2, 3 },
	};

	view->chip = chip;
	/* An earlier process with this number may have been killed before it removed its file. */
	if (!*view->path) {
		snprintf(view->path, sizeof(view->path), "/tmp/gpcd-test-%d.img", getpid());
		unlink(view->path);
	}
	snprintf(view->where, sizeof(view->where), "image:%s", view->path);
	ck_assert_int_eq(gpcd_image_create(view->path, &info), 0);
	view_map(view);
}

/* Mark the image gone, so that devices kept open elsewhere look for another. */
static inline void view_destroy(struct view *view)
{
	view->info->state = GPCD_IMAGE_GONE;
	munmap(view->map, gpcd_chip_size(view->chip));
	unlink(view->path);
	memset(view, 0, sizeof(*view));
}

static inline int view_shares_word(const struct gpcd_reg *reg, unsigned int index)
{
	struct gpcd_reg other;

	return !gpcd_catalogue_at(reg->chip, index, &other) && other.addr != reg->addr &&
	       gpcd_reg_word(&other) == gpcd_reg_word(reg);
}

/* A register that has its word for itself gets all bits of a value, even beyond its width. */
static inline void view_poke(struct view *view, const struct gpcd_reg *reg, uint64_t value)
{
	__u64 *word = (__u64 *)(view->map + gpcd_reg_word(reg));

	if (view_shares_word(reg, reg->index - 1) || view_shares_word(reg, reg->index + 1))
		gpcd_image_store_bits(word, gpcd_reg_shift(reg), reg->rule->width, value);
	else
		*word = value << gpcd_reg_shift(reg);
}

static inline void view_poke_name(struct view *view, const char *name, uint64_t value)
{
	struct gpcd_reg reg;

	ck_assert_msg(!gpcd_catalogue_by_name(view->chip, name, &reg), "%s is unknown", name);
	view_poke(view, &reg, value);
}

/*
 * Return a value that is distinct if the width allows, over the full width; for an alias its
 * primary's.
 */
static inline uint64_t view_value(const struct gpcd_reg *reg)
{
	const struct gpcd_reg *primary = gpcd_catalogue_find(reg->chip, reg->addr);

	return (primary->index + 1) * 0x9e3779b97f4a7c15ULL & gpcd_width_mask(reg->rule->width);
}

static inline void view_fill(struct view *view)
{
	struct gpcd_reg reg;
	unsigned int i;

	for (i = 0; !gpcd_catalogue_at(view->chip, i, &reg); i++)
		view_poke(view, &reg, view_value(&reg));
}

#endif /* TESTS_UNIT_VIEW_H */
