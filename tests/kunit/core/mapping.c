// SPDX-License-Identifier: GPL-2.0-only
/* Mappings: what they show, what is taken back, and that counts return to zero. */
#include <kunit/test.h>
#include <linux/slab.h>

static unsigned int allocations;

static void *kzalloc_counted(size_t size, gfp_t flags)
{
	allocations++;
	return kzalloc(size, flags);
}

/* Newer kernels have a macro of this name. */
#undef kzalloc
#define kzalloc kzalloc_counted

#include "core/mapping.c"

#undef kzalloc

#include "kunit/people.h"

static struct gpcd_spaces spaces;
static struct gpcd_space *space;

static int mapping_init(struct kunit *test)
{
	int ret = gpcd_spaces_init(&spaces);

	if (ret)
		return ret;
	space = gpcd_space_open(&spaces);
	if (!IS_ERR(space))
		return 0;
	gpcd_spaces_exit(&spaces);
	return PTR_ERR(space);
}

static void mapping_exit(struct kunit *test)
{
	gpcd_space_close(space);
	gpcd_spaces_exit(&spaces);
}

static unsigned int users_count(void)
{
	struct gpcd_map_user *user;
	unsigned int count = 0;
	int bucket;

	hash_for_each(users, bucket, user, node)
		count++;
	return count;
}

/* The note has all levels shown since pages were last taken back. */
static void what_was_shown_is_stale(struct kunit *test)
{
	struct gpcd_mapping mapping = {};

	KUNIT_EXPECT_FALSE(test, gpcd_mapping_stale(&mapping, GPCD_LEVEL_NONE));
	atomic_set(&mapping.shown, BIT(GPCD_LEVEL_LOCAL) | BIT(GPCD_LEVEL_NONE));
	KUNIT_EXPECT_TRUE(test, gpcd_mapping_stale(&mapping, GPCD_LEVEL_NONE));
	KUNIT_EXPECT_FALSE(test, gpcd_mapping_stale(&mapping, GPCD_LEVEL_NONE));
	KUNIT_EXPECT_TRUE(test, gpcd_mapping_stale(&mapping, GPCD_LEVEL_NIC));
}

static void each_choice_is_noted(struct kunit *test)
{
	struct gpcd_mapping mapping = {};

	gpcd_mapping_note(&mapping, GPCD_LEVEL_LOCAL);
	gpcd_mapping_note(&mapping, GPCD_LEVEL_NONE);
	KUNIT_EXPECT_EQ(test, atomic_read(&mapping.shown),
			BIT(GPCD_LEVEL_LOCAL) | BIT(GPCD_LEVEL_NONE));
	KUNIT_EXPECT_TRUE(test, gpcd_mapping_stale(&mapping, GPCD_LEVEL_NONE));
}

static void books_sum_up_to_zero(struct kunit *test)
{
	struct gpcd_mapping *mapping = gpcd_mapping_create(space);
	struct gpcd_mapping *other = gpcd_mapping_create(space);

	KUNIT_ASSERT_FALSE(test, IS_ERR(mapping) || IS_ERR(other));
	KUNIT_EXPECT_EQ(test, users_count(), 1);
	KUNIT_EXPECT_TRUE(test, gpcd_mappings_any());
	gpcd_mapping_open(mapping);
	gpcd_mapping_open(other);
	KUNIT_EXPECT_EQ(test, atomic_read(&space->parts), 4);
	KUNIT_EXPECT_EQ(test, atomic_read(&mapping->user->parts), 4);
	gpcd_mapping_close(mapping);
	gpcd_mapping_close(mapping);
	gpcd_mapping_close(other);
	KUNIT_EXPECT_EQ(test, atomic_read(&space->parts), 1);
	KUNIT_EXPECT_EQ(test, atomic_read(&other->user->parts), 1);
	KUNIT_EXPECT_EQ(test, other->user->mappings, 1);
	gpcd_mapping_close(other);
	KUNIT_EXPECT_EQ(test, users_count(), 0);
	KUNIT_EXPECT_FALSE(test, gpcd_mappings_any());
	KUNIT_EXPECT_EQ(test, atomic_read(&space->parts), 0);
}

static void a_user_is_entered_once(struct kunit *test)
{
	struct gpcd_mapping *first, *second;

	first = gpcd_mapping_create(space);
	KUNIT_ASSERT_FALSE(test, IS_ERR(first));
	allocations = 0;
	second = gpcd_mapping_create(space);
	KUNIT_ASSERT_FALSE(test, IS_ERR(second));
	KUNIT_EXPECT_EQ(test, allocations, 1);
	KUNIT_EXPECT_PTR_EQ(test, first->user, second->user);
	gpcd_mapping_close(first);
	gpcd_mapping_close(second);
}

static void refusals_cost_nothing(struct kunit *test)
{
	struct gpcd_mapping *mapping = gpcd_mapping_create(space);

	KUNIT_ASSERT_FALSE(test, IS_ERR(mapping));
	atomic_set(&mapping->user->parts, GPCD_MAP_USER_MAX);
	KUNIT_EXPECT_EQ(test, PTR_ERR(gpcd_mapping_create(space)), -EDQUOT);
	KUNIT_EXPECT_EQ(test, gpcd_mapping_may_split(mapping), -EDQUOT);
	KUNIT_EXPECT_EQ(test, atomic_read(&space->parts), 1);
	atomic_set(&mapping->user->parts, GPCD_MAP_USER_MAX - 1);
	KUNIT_EXPECT_EQ(test, gpcd_mapping_may_split(mapping), 0);
	atomic_set(&mapping->user->parts, 1);
	atomic_set(&space->parts, GPCD_MAP_FILE_MAX);
	KUNIT_EXPECT_EQ(test, PTR_ERR(gpcd_mapping_create(space)), -EDQUOT);
	KUNIT_EXPECT_EQ(test, gpcd_mapping_may_split(mapping), -EDQUOT);
	KUNIT_EXPECT_EQ(test, atomic_read(&mapping->user->parts), 1);
	atomic_set(&space->parts, 1);
	gpcd_mapping_close(mapping);
	KUNIT_EXPECT_EQ(test, users_count(), 0);
}

static struct kunit_case mapping_cases[] = {
	KUNIT_CASE(what_was_shown_is_stale),
	KUNIT_CASE(each_choice_is_noted),
	KUNIT_CASE(books_sum_up_to_zero),
	KUNIT_CASE(a_user_is_entered_once),
	KUNIT_CASE(refusals_cost_nothing),
	{}
};

static struct kunit_suite mapping_suite = {
	.name = "mapping",
	.init = mapping_init,
	.exit = mapping_exit,
	.test_cases = mapping_cases,
};
kunit_test_suite(mapping_suite);
