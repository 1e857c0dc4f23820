// SPDX-License-Identifier: GPL-2.0-only
/*
 * The protocol of image/image.h between one writer and any number of readers.
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

static void sequence_is_odd_within_a_batch(struct kunit *test)
{
	struct gpcd_image_info info = { .sequence = 6 };

	gpcd_image_write_begin(&info);
	KUNIT_EXPECT_EQ(test, info.sequence, 7);
	gpcd_image_write_end(&info);
	KUNIT_EXPECT_EQ(test, info.sequence, 8);
}

/* The writer before this one died amid its batch. */
static void next_writer_mends_the_sequence(struct kunit *test)
{
	struct gpcd_image_info info = { .sequence = 7 };

	gpcd_image_write_begin(&info);
	KUNIT_EXPECT_EQ(test, info.sequence, 7);
	gpcd_image_write_end(&info);
	KUNIT_EXPECT_EQ(test, info.sequence, 8);
}

static void sequence_wraps_to_an_even_number(struct kunit *test)
{
	struct gpcd_image_info info = { .sequence = U64_MAX - 1 };
	u64 begin = gpcd_image_read_begin(&info);

	KUNIT_EXPECT_FALSE(test, gpcd_image_read_retry(&info, begin));
	gpcd_image_write_begin(&info);
	KUNIT_EXPECT_EQ(test, info.sequence, U64_MAX);
	KUNIT_EXPECT_TRUE(test, gpcd_image_read_retry(&info, begin));
	gpcd_image_write_end(&info);
	KUNIT_EXPECT_EQ(test, info.sequence, 0);
	KUNIT_EXPECT_TRUE(test, gpcd_image_read_retry(&info, begin));
}

static void sweep_begun_amid_a_batch_fails(struct kunit *test)
{
	struct gpcd_image_info info = { .sequence = 7 };
	u64 begin = gpcd_image_read_begin(&info);

	KUNIT_EXPECT_EQ(test, begin, 6);
	KUNIT_EXPECT_TRUE(test, gpcd_image_read_retry(&info, begin));
	gpcd_image_write_end(&info);
	KUNIT_EXPECT_TRUE(test, gpcd_image_read_retry(&info, begin));
}

static void one_pass_without_a_writer(struct kunit *test)
{
	struct gpcd_image_info info = { .sequence = 6, .chip_ns = 42, .epoch = 43 };
	struct gpcd_image_pass pass;

	KUNIT_EXPECT_EQ(test, passes(&info, &pass), 1);
	KUNIT_EXPECT_FALSE(test, pass.torn);
	KUNIT_EXPECT_EQ(test, pass.chip_ns, 42);
	KUNIT_EXPECT_EQ(test, pass.epoch, 43);
	KUNIT_EXPECT_EQ(test, pass.spins, 0);
}

static void values_are_of_the_last_pass(struct kunit *test)
{
	struct gpcd_image_info info = { .sequence = 6, .chip_ns = 42 };
	struct gpcd_image_pass pass = {};
	unsigned int n = 0;

	while (gpcd_image_pass(&info, &pass)) {
		if (n++ < 3) {
			gpcd_image_write_begin(&info);
			info.chip_ns++;
			info.epoch++;
			gpcd_image_write_end(&info);
		}
	}
	KUNIT_EXPECT_EQ(test, n, 4);
	KUNIT_EXPECT_FALSE(test, pass.torn);
	KUNIT_EXPECT_EQ(test, pass.chip_ns, 45);
	KUNIT_EXPECT_EQ(test, pass.epoch, 3);
}

static void dead_writer_costs_bounded_time(struct kunit *test)
{
	struct gpcd_image_info info = { .sequence = 7 };
	struct gpcd_image_pass pass;

	KUNIT_EXPECT_EQ(test, passes(&info, &pass), 1);
	KUNIT_EXPECT_TRUE(test, pass.torn);
	KUNIT_EXPECT_EQ(test, pass.spins, GPCD_IMAGE_SPINS);
}

static void restless_writer_costs_bounded_tries(struct kunit *test)
{
	struct gpcd_image_info info = {};
	struct gpcd_image_pass pass = {};
	unsigned int n = 0;

	while (gpcd_image_pass(&info, &pass)) {
		n++;
		gpcd_image_write_begin(&info);
		gpcd_image_write_end(&info);
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
			gpcd_image_write_begin(&info);
			gpcd_image_write_end(&info);
		}
	}
	KUNIT_EXPECT_EQ(test, n, GPCD_IMAGE_TRIES);
	KUNIT_EXPECT_FALSE(test, pass.torn);
}

/* A writer on another processor keeps two words equal, within a batch only not. */
struct pair {
	struct gpcd_image_info info;
	u64 a, b;
};

static int pair_write(void *arg)
{
	struct pair *pair = arg;

	while (!kthread_should_stop()) {
		gpcd_image_write_begin(&pair->info);
		gpcd_image_store(&pair->a, pair->a + 1);
		cpu_relax();
		gpcd_image_store(&pair->b, pair->b + 1);
		gpcd_image_write_end(&pair->info);
		cond_resched();
	}
	return 0;
}

static void whole_values_are_whole(struct kunit *test)
{
	struct pair *pair = kunit_kzalloc(test, sizeof(*pair), GFP_KERNEL);
	unsigned int n, good = 0, bad = 0;
	struct gpcd_image_pass pass;
	struct task_struct *writer;
	u64 a = 0, b = 0;

	KUNIT_ASSERT_NOT_NULL(test, pair);
	writer = kthread_run(pair_write, pair, "gpcd-writer");
	KUNIT_ASSERT_FALSE(test, IS_ERR(writer));
	for (n = 0; n < 20000; n++) {
		pass = (struct gpcd_image_pass){};
		while (gpcd_image_pass(&pair->info, &pass)) {
			a = gpcd_image_load(&pair->a);
			b = gpcd_image_load(&pair->b);
		}
		good += !pass.torn;
		bad += !pass.torn && a != b;
		cond_resched();
	}
	kthread_stop(writer);
	KUNIT_EXPECT_GT(test, pair->a, 0);
	KUNIT_EXPECT_GT(test, good, 0);
	KUNIT_EXPECT_EQ(test, bad, 0);
}

static struct kunit_case sequence_cases[] = {
	KUNIT_CASE(sequence_is_odd_within_a_batch),
	KUNIT_CASE(next_writer_mends_the_sequence),
	KUNIT_CASE(sequence_wraps_to_an_even_number),
	KUNIT_CASE(sweep_begun_amid_a_batch_fails),
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
