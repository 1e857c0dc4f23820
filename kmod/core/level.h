/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The levels of the legacy interface as masks of permissions. Each level contains the one before:
 * none, NICs, the local router, all.
 */
#ifndef GPCD_LEVEL_H
#define GPCD_LEVEL_H

#include <linux/gpcd.h>
#include <linux/kernel.h>
#include <linux/nospec.h>

static const u32 gpcd_level_masks[] = {
	0,
	GPCD_MAY_NIC | GPCD_MAY_SETUP,
	GPCD_MAY_NIC | GPCD_MAY_ROUTER | GPCD_MAY_SETUP,
	GPCD_MAY_ALL,
};

/* Return the mask of a level; if there is no such level, a mask that is no permission either. */
static inline u32 gpcd_level_may(u64 level)
{
	const u64 levels = ARRAY_SIZE(gpcd_level_masks);

	return level < levels ? gpcd_level_masks[array_index_nospec(level, levels)] : U32_MAX;
}

/* Return the highest level that a mask contains. */
static inline unsigned int gpcd_level_within(u32 may)
{
	unsigned int level = ARRAY_SIZE(gpcd_level_masks) - 1;

	while (gpcd_level_masks[level] & ~may)
		level--;
	return level;
}

/* Return the lowest level that allows all that is needed. */
static inline unsigned int gpcd_level_for(u32 needs)
{
	unsigned int level = 0;

	while (needs & ~gpcd_level_masks[level])
		level++;
	return level;
}

#endif /* GPCD_LEVEL_H */
