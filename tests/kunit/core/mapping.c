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

/* Return the choices for two pages of NICs, with set-up and without, and for the page about all. */
static u32 choices_of(u32 reach)
{
	static const u32 needs[] = { GPCD_MAY_NIC, GPCD_MAY_NIC | GPCD_MAY_SETUP, 0 };
	u32 choices = 0;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(needs); i++)
		choices |= gpcd_choice(needs[i], gpcd_page_shown(needs[i], reach));
	return choices;
}

/* The notes have all choices since pages were last taken back. */
static void what_would_be_chosen_otherwise_is_stale(struct kunit *test)
{
	u32 none = gpcd_choices_wrong(0), own = gpcd_choices_wrong(GPCD_MAY_OWN);
	struct gpcd_mapping mapping = {};

	KUNIT_EXPECT_FALSE(test, gpcd_mapping_stale(&mapping, none));
	gpcd_mapping_note(&mapping, gpcd_choice(GPCD_MAY_ROUTER, true));
	gpcd_mapping_note(&mapping, gpcd_choice(GPCD_MAY_NIC, false));
	KUNIT_EXPECT_TRUE(test, gpcd_mapping_stale(&mapping, none));
	KUNIT_EXPECT_FALSE(test, gpcd_mapping_stale(&mapping, none));
	gpcd_mapping_note(&mapping, gpcd_choice(GPCD_MAY_NIC, false));
	KUNIT_EXPECT_FALSE(test, gpcd_mapping_stale(&mapping, none));
	KUNIT_EXPECT_TRUE(test, gpcd_mapping_stale(&mapping, own));
}

/* For every reach before a change, and every reach after it. */
static void choices_of_each_reach_are_compared(struct kunit *test)
{
	u32 before, after;

	for (before = 0; before <= GPCD_MAY_OWN; before++) {
		for (after = 0; after <= GPCD_MAY_OWN; after++) {
			bool wrong = choices_of(before) & gpcd_choices_wrong(after);

			KUNIT_EXPECT_EQ_MSG(test, wrong, choices_of(before) != choices_of(after),
					    "%#x, then %#x", before, after);
		}
	}
}

/* The page that describes a chip is for who may read any register. */
static void a_page_is_shown_if_all_of_it_may_be_read(struct kunit *test)
{
	const u32 needs = GPCD_MAY_NIC | GPCD_MAY_SETUP;

	KUNIT_EXPECT_FALSE(test, gpcd_page_shown(needs, GPCD_MAY_NIC));
	KUNIT_EXPECT_FALSE(test, gpcd_page_shown(needs, GPCD_MAY_ROUTER | GPCD_MAY_SETUP));
	KUNIT_EXPECT_TRUE(test, gpcd_page_shown(needs, needs));
	KUNIT_EXPECT_TRUE(test, gpcd_page_shown(0, GPCD_MAY_ROUTER));
	KUNIT_EXPECT_FALSE(test, gpcd_page_shown(0, 0));
}

static void each_choice_is_noted(struct kunit *test)
{
	u32 first = gpcd_choice(GPCD_MAY_OWN, true), second = gpcd_choice(GPCD_MAY_OWN, false);
	struct gpcd_mapping mapping = {};

	gpcd_mapping_note(&mapping, first);
	gpcd_mapping_note(&mapping, second);
	KUNIT_EXPECT_EQ(test, atomic_read(&mapping.noted), first | second);
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
	KUNIT_CASE(what_would_be_chosen_otherwise_is_stale),
	KUNIT_CASE(choices_of_each_reach_are_compared),
	KUNIT_CASE(a_page_is_shown_if_all_of_it_may_be_read),
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
