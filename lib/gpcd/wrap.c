// SPDX-License-Identifier: LGPL-2.1-or-later
/* How long a counter takes to wrap, at the least. */
#include "gpcd/group.h"

#define NSEC_PER_SEC	1000000000

/*
 * Bits on a link that make one of a unit at the least; 0: another clock than the link's limits it.
 * Units of an unknown size may be as small as bytes; no network has packets of less than 16 bytes.
 */
static const unsigned char bits_of_unit[GPCD_UNITS] = {
	[GPCD_UNIT_UNKNOWN] = 8,
	[GPCD_UNIT_FLITS] = 8,
	[GPCD_UNIT_PACKETS] = 128,
	[GPCD_UNIT_BYTES] = 8,
	[GPCD_UNIT_BITS] = 1,
	[GPCD_UNIT_WORDS] = 32,
	[GPCD_UNIT_LONG_FLITS] = 64,
};

uint64_t gpcd_group_wrap_ns(const struct gpcd_group *group, unsigned int i)
{
	uint64_t speed = atomic_load(&group->list.dev->bits_per_second);
	unsigned int width = gpcd_group_width(group, i);
	double clocked, carried;

	if (width >= 64 || gpcd_group_kind(group, i) == GPCD_KIND_SATURATING)
		return UINT64_MAX;
	clocked = 1ULL << width;
	carried = clocked * bits_of_unit[gpcd_group_reg(group, i)->rule->unit] * NSEC_PER_SEC;
	if (speed && carried && carried / speed < clocked)
		return carried / speed;
	return clocked;
}
