// SPDX-License-Identifier: GPL-2.0-only
/*
 * The protocol of image/image.h between a writer of each kind and any number of readers.
 */
#include <kunit/test.h>
#include <linux/kthread.h>

#include "image/image.h"

static unsigned int passes(const struct gpcd_image_info *info, struct gpcd_image_pass *pass)
{
	unsigned int n = 0;

	*pass = (struct gpcd_image_pass){};
	while (gpcd_image_pass(info, pass))
		n++;
	return n;
}

/* For each writer's word; the other writer's word does not change. */

static void sequence_is_odd_within_a_batch(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < GPCD_IMAGE_WRITERS; i++) {
		struct gpcd_image_info info = { .sequence = { 6, 6 } };

		gpcd_image_write_begin(&info, i);
		KUNIT_EXPECT_EQ(test, info.sequence[i], 7);
		gpcd_image_write_end(&info, i);
		KUNIT_EXPECT_EQ(test, info.sequence[i], 8);
		KUNIT_EXPECT_EQ(test, info.sequence[!i], 6);
	}
}

/* The writer before this one died amid its batch. */
static void next_writer_mends_the_sequence(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < GPCD_IMAGE_WRITERS; i++) {
		struct gpcd_image_info info = { .sequence = { 7, 7 } };

		gpcd_image_write_begin(&info, i);
		KUNIT_EXPECT_EQ(test, info.sequence[i], 7);
		gpcd_image_write_end(&info, i);
		KUNIT_EXPECT_EQ(test, info.sequence[i], 8);
		KUNIT_EXPECT_EQ(test, info.sequence[!i], 7);
	}
}

static void sequence_wraps_to_an_even_number(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < GPCD_IMAGE_WRITERS; i++) {
		struct gpcd_image_info info = { .sequence = { U64_MAX - 1, U64_MAX - 1 } };
		u64 begin[GPCD_IMAGE_WRITERS];

		gpcd_image_read_begin(&info, begin);
		KUNIT_EXPECT_FALSE(test, gpcd_image_read_retry(&info, begin));
		gpcd_image_write_begin(&info, i);
		KUNIT_EXPECT_EQ(test, info.sequence[i], U64_MAX);
		KUNIT_EXPECT_TRUE(test, gpcd_image_read_retry(&info, begin));
		gpcd_image_write_end(&info, i);
		KUNIT_EXPECT_EQ(test, info.sequence[i], 0);
		KUNIT_EXPECT_TRUE(test, gpcd_image_read_retry(&info, begin));
	}
}

static void sweep_begun_amid_a_batch_fails(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < GPCD_IMAGE_WRITERS; i++) {
		struct gpcd_image_info info = { .sequence = { 6, 6 } };
		u64 begin[GPCD_IMAGE_WRITERS];

		info.sequence[i] = 7;
		gpcd_image_read_begin(&info, begin);
		KUNIT_EXPECT_EQ(test, begin[i], 6);
		KUNIT_EXPECT_TRUE(test, gpcd_image_read_retry(&info, begin));
		gpcd_image_write_end(&info, i);
		KUNIT_EXPECT_TRUE(test, gpcd_image_read_retry(&info, begin));
	}
}

static void batch_is_torn_amid_the_other_writers(struct kunit *test)
{
	struct gpcd_image_pass pass;
	unsigned int i;

	for (i = 0; i < GPCD_IMAGE_WRITERS; i++) {
		struct gpcd_image_info info = {};

		gpcd_image_write_begin(&info, i);
		gpcd_image_write_begin(&info, !i);
		gpcd_image_write_end(&info, !i);
		passes(&info, &pass);
		KUNIT_EXPECT_TRUE(test, pass.torn);
		gpcd_image_write_end(&info, i);
		passes(&info, &pass);
		KUNIT_EXPECT_FALSE(test, pass.torn);
	}
}

static void one_pass_without_a_writer(struct kunit *test)
{
	struct gpcd_image_info info = { .sequence = { 6, 4 }, .chip_ns = 42, .epoch = 43 };
	struct gpcd_image_pass pass;

	KUNIT_EXPECT_EQ(test, passes(&info, &pass), 1);
	KUNIT_EXPECT_FALSE(test, pass.torn);
	KUNIT_EXPECT_EQ(test, pass.chip_ns, 42);
	KUNIT_EXPECT_EQ(test, pass.epoch, 43);
	KUNIT_EXPECT_EQ(test, pass.spins, 0);
}

static void values_are_of_the_last_pass(struct kunit *test)
{
	struct gpcd_image_info info = { .sequence = { 6, 4 }, .chip_ns = 42 };
	struct gpcd_image_pass pass = {};
	unsigned int n = 0;

	while (gpcd_image_pass(&info, &pass)) {
		if (n++ < 3) {
			gpcd_image_write_begin(&info, n % GPCD_IMAGE_WRITERS);
			info.chip_ns++;
			info.epoch++;
			gpcd_image_write_end(&info, n % GPCD_IMAGE_WRITERS);
		}
	}
	KUNIT_EXPECT_EQ(test, n, 4);
	KUNIT_EXPECT_FALSE(test, pass.torn);
	KUNIT_EXPECT_EQ(test, pass.chip_ns, 45);
	KUNIT_EXPECT_EQ(test, pass.epoch, 3);
}

static void dead_writer_costs_bounded_time(struct kunit *test)
{
	struct gpcd_image_info info = { .sequence = { 7, 6 } };
	struct gpcd_image_pass pass;
	unsigned int i;

	for (i = 0; i < GPCD_IMAGE_WRITERS; i++) {
		KUNIT_EXPECT_EQ(test, passes(&info, &pass), 1);
		KUNIT_EXPECT_TRUE(test, pass.torn);
		KUNIT_EXPECT_EQ(test, pass.spins, GPCD_IMAGE_SPINS);
		swap(info.sequence[0], info.sequence[1]);
	}
}

static void restless_writer_costs_bounded_tries(struct kunit *test)
{
	struct gpcd_image_info info = {};
	struct gpcd_image_pass pass = {};
	unsigned int n = 0;

	while (gpcd_image_pass(&info, &pass)) {
		n++;
		gpcd_image_write_begin(&info, n % GPCD_IMAGE_WRITERS);
		gpcd_image_write_end(&info, n % GPCD_IMAGE_WRITERS);
	}
	KUNIT_EXPECT_EQ(test, n, GPCD_IMAGE_TRIES);
	KUNIT_EXPECT_TRUE(test, pass.torn);
}

/* Half of the tries meet no batch at all: the last of them counts. */
static void last_try_may_succeed(struct kunit *test)
{
	struct gpcd_image_info info = {};
	struct gpcd_image_pass pass = {};
	unsigned int n = 0;

	while (gpcd_image_pass(&info, &pass)) {
		if (++n < GPCD_IMAGE_TRIES) {
			gpcd_image_write_begin(&info, n % GPCD_IMAGE_WRITERS);
			gpcd_image_write_end(&info, n % GPCD_IMAGE_WRITERS);
		}
	}
	KUNIT_EXPECT_EQ(test, n, GPCD_IMAGE_TRIES);
	KUNIT_EXPECT_FALSE(test, pass.torn);
}

/*
 * A writer of each kind, on other processors if there are any, keeps two of its words equal except
 * within a batch.
 */
struct pair {
	u64 a, b;
};

struct pairs {
	struct gpcd_image_info info;
	struct pair pair[GPCD_IMAGE_WRITERS];
};

static void pairs_write(struct pairs *pairs, enum gpcd_image_writer writer)
{
	struct pair *pair = &pairs->pair[writer];

	while (!kthread_should_stop()) {
		gpcd_image_write_begin(&pairs->info, writer);
		gpcd_image_store(&pair->a, pair->a + 1);
		cpu_relax();
		gpcd_image_store(&pair->b, pair->b + 1);
		gpcd_image_write_end(&pairs->info, writer);
		cond_resched();
	}
}

static int feed_write(void *arg)
{
	pairs_write(arg, GPCD_IMAGE_FEED);
	return 0;
}

static int owner_write(void *arg)
{
	pairs_write(arg, GPCD_IMAGE_OWNER);
	return 0;
}

/* Sweep once; return whether it was whole, and count in @bad a sweep that mixes batches. */
static bool pairs_sweep(const struct pairs *pairs, unsigned int *bad)
{
	struct pair seen[GPCD_IMAGE_WRITERS];
	struct gpcd_image_pass pass = {};
	unsigned int i;

	while (gpcd_image_pass(&pairs->info, &pass)) {
		for (i = 0; i < GPCD_IMAGE_WRITERS; i++) {
			seen[i].a = gpcd_image_load(&pairs->pair[i].a);
			seen[i].b = gpcd_image_load(&pairs->pair[i].b);
		}
	}
	for (i = 0; i < GPCD_IMAGE_WRITERS && !pass.torn; i++)
		*bad += seen[i].a != seen[i].b;
	return !pass.torn;
}

static void whole_values_are_whole(struct kunit *test)
{
	struct pairs *pairs = kunit_kzalloc(test, sizeof(*pairs), GFP_KERNEL);
	struct task_struct *feed, *owner;
	unsigned long end = jiffies + 100 * HZ;
	unsigned int n, good = 0, bad = 0;

	KUNIT_ASSERT_NOT_NULL(test, pairs);
	feed = kthread_run(feed_write, pairs, "gpcd-feed");
	KUNIT_ASSERT_FALSE(test, IS_ERR(feed));
	owner = kthread_run(owner_write, pairs, "gpcd-owner");
	/* On one processor a writer may be preempted in a batch: sweeps are torn until it runs. */
	for (n = 0; n < 20000 || (!good && time_before(jiffies, end)); n++) {
		good += pairs_sweep(pairs, &bad);
		cond_resched();
	}
	kthread_stop(feed);
	KUNIT_ASSERT_FALSE(test, IS_ERR(owner));
	kthread_stop(owner);
	KUNIT_EXPECT_GT(test, pairs->pair[GPCD_IMAGE_FEED].a, 0);
	KUNIT_EXPECT_GT(test, pairs->pair[GPCD_IMAGE_OWNER].a, 0);
	KUNIT_EXPECT_GT(test, good, 0);
	KUNIT_EXPECT_EQ(test, bad, 0);
}

static struct kunit_case sequence_cases[] = {
	KUNIT_CASE(sequence_is_odd_within_a_batch),
	KUNIT_CASE(next_writer_mends_the_sequence),
	KUNIT_CASE(sequence_wraps_to_an_even_number),
	KUNIT_CASE(sweep_begun_amid_a_batch_fails),
	KUNIT_CASE(batch_is_torn_amid_the_other_writers),
	KUNIT_CASE(one_pass_without_a_writer),
	KUNIT_CASE(values_are_of_the_last_pass),
	KUNIT_CASE(dead_writer_costs_bounded_time),
	KUNIT_CASE(restless_writer_costs_bounded_tries),
	KUNIT_CASE(last_try_may_succeed),
	KUNIT_CASE(whole_values_are_whole),
	{}
};

static struct kunit_suite sequence_suite = {
	.name = "sequence",
	.test_cases = sequence_cases,
};
kunit_test_suite(sequence_suite);
