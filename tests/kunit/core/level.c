// SPDX-License-Identifier: GPL-2.0-only
/*
 * Levels of the legacy interface: each is a mask, and its lists show each mask as a level.
 */
#include <kunit/test.h>

#include "core/core.h"
#include "core/level.h"
#include "gpcd_pub.h"

static void levels_are_masks(struct kunit *test)
{
	u32 level, may;

	for (level = 0; level <= GPC_PERMS_ALL; level++) {
		may = gpcd_level_may(level);
		KUNIT_EXPECT_EQ(test, may & ~GPCD_MAY_ALL, 0);
		KUNIT_EXPECT_EQ(test, gpcd_level_within(may), level);
		KUNIT_EXPECT_EQ(test, gpcd_level_for(may), level);
	}
	KUNIT_EXPECT_NE(test, gpcd_level_may(level) & ~GPCD_MAY_ALL, 0);
	KUNIT_EXPECT_NE(test, gpcd_level_may(1ULL << 32) & ~GPCD_MAY_ALL, 0);
}

/* No more is claimed than may be read. */
static void level_within_a_mask_is_the_highest(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, gpcd_level_within(GPCD_MAY_NIC), GPC_PERMS_NONE);
	KUNIT_EXPECT_EQ(test, gpcd_level_within(GPCD_MAY_OWN & ~GPCD_MAY_NIC), GPC_PERMS_NONE);
	KUNIT_EXPECT_EQ(test, gpcd_level_within(GPCD_MAY_ALL & ~GPCD_MAY_ROUTER), GPC_PERMS_NIC);
}

static void level_for_a_need_is_the_lowest(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, gpcd_level_for(GPCD_MAY_NIC), GPC_PERMS_NIC);
	KUNIT_EXPECT_EQ(test, gpcd_level_for(GPCD_MAY_ROUTER), GPC_PERMS_LOCAL);
	KUNIT_EXPECT_EQ(test, gpcd_level_for(GPCD_MAY_NIC | GPCD_MAY_OTHERS), GPC_PERMS_ALL);
}

static struct kunit_case level_cases[] = {
	KUNIT_CASE(levels_are_masks),
	KUNIT_CASE(level_within_a_mask_is_the_highest),
	KUNIT_CASE(level_for_a_need_is_the_lowest),
	{}
};

static struct kunit_suite level_suite = {
	.name = "level",
	.test_cases = level_cases,
};
kunit_test_suite(level_suite);
