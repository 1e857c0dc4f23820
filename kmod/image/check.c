// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * Which chip an image is of, if it is an image at all.
 */
#include "image/image.h"

static void info_copy(const struct gpcd_image_info *info, struct gpcd_image_info *copy)
{
	unsigned int i;

	copy->magic = GPCD_LOAD_ACQUIRE(&info->magic);
	copy->version = GPCD_LOAD(&info->version);
	copy->chip = GPCD_LOAD(&info->chip);
	copy->nic_addr = GPCD_LOAD(&info->nic_addr);
	copy->nic_index = GPCD_LOAD(&info->nic_index);
	for (i = 0; i < 3; i++)
		copy->coord[i] = GPCD_LOAD(&info->coord[i]);
	copy->state = GPCD_LOAD(&info->state);
	copy->chip_id = gpcd_image_load(&info->chip_id);
	copy->epoch = gpcd_image_load(&info->epoch);
	copy->chip_ns = gpcd_image_load(&info->chip_ns);
	for (i = 0; i < GPCD_IMAGE_WRITERS; i++)
		copy->sequence[i] = gpcd_image_load(&info->sequence[i]);
	copy->driver = gpcd_image_load(&info->driver);
	copy->domain = GPCD_LOAD(&info->domain);
	copy->reserved = GPCD_LOAD(&info->reserved);
}

enum gpcd_image_flaw gpcd_image_check(const struct gpcd_image_info *info,
				      struct gpcd_image_info *copy)
{
	info_copy(info, copy);
	if (copy->magic != GPCD_IMAGE_MAGIC)
		return GPCD_FLAW_MAGIC;
	if (copy->version != GPCD_IMAGE_VERSION)
		return GPCD_FLAW_VERSION;
	/* A chip that a program describes has no pages, and so no image. */
	if (!gpcd_catalogue_pages(copy->chip))
		return GPCD_FLAW_CHIP;
	if (!copy->nic_addr || copy->nic_index >= gpcd_chip_nics(copy->chip))
		return GPCD_FLAW_NIC;
	if (!copy->domain || copy->domain > GPCD_IMAGE_DOMAINS)
		return GPCD_FLAW_DOMAIN;
	if (copy->state != GPCD_IMAGE_LIVE && copy->state != GPCD_IMAGE_GONE)
		return GPCD_FLAW_STATE;
	return GPCD_FLAW_NONE;
}
