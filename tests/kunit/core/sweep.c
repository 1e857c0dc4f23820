// SPDX-License-Identifier: GPL-2.0-only
/* Words become values and statuses, for every answer of a chip. */
#include "kunit/pauses.h"

#include "core/sweep.c"

#include "kunit/catalogue.h"

#define PART		0x2001380	/* 48 bits of its word: it cannot be all ones */
#define WHOLE		0x56001c8	/* all 64 bits of its word */
#define WORDS_MAX	4

/* A chip with given answers. */
struct provider {
	struct gpcd_device device;
	u64 word[WORDS_MAX];	/* answers, by the slot's place in a sweep of several registers */
	u64 canary;	/* answer when asked whether it is lost */
	u64 again;	/* answer for the register that made that necessary */
	unsigned int reads;	/* sweeps */
	int error;	/* of every sweep */
	bool torn;	/* every sweep is */
};

static bool asks_for_canary(const struct gpcd_sweep *sweep)
{
	return sweep->slots[0].word == gpcd_reg_word(gpcd_catalogue_canary(GPCD_CHIP_GEMINI));
}

static int provider_read(void *priv, struct gpcd_sweep *sweep)
{
	struct provider *provider = priv;
	u32 i;

	provider->reads++;
	sweep->good = 0;
	for (i = 0; i < sweep->count; i++) {
		if (sweep->slots[i].status == GPCD_STATUS_OK)
			sweep->good += gpcd_run_values(&sweep->slots[i], 1, &provider->word[i],
						       &sweep->values[i]);
	}
	if (sweep->count && asks_for_canary(sweep)) {
		sweep->values[0] = provider->canary;
		sweep->values[1] = provider->again;
	}
	sweep->chip_ns = 77;
	sweep->epoch = 88;
	sweep->torn = provider->torn;
	return provider->error;
}

static const struct gpcd_ops provider_ops = { .read = provider_read };

static void provider_idle(struct percpu_ref *users)
{
	complete(&container_of(users, struct provider, device.users)->device.idle);
}

static int snapshot_test_init(struct kunit *test)
{
	struct provider *provider = kunit_kzalloc(test, sizeof(*provider), GFP_KERNEL);

	if (!provider)
		return -ENOMEM;
	provider->device.desc.chip = GPCD_CHIP_GEMINI;
	provider->device.desc.ops = &provider_ops;
	provider->device.desc.priv = provider;
	provider->again = U64_MAX;
	init_completion(&provider->device.idle);
	test->priv = provider;
	return percpu_ref_init(&provider->device.users, provider_idle, 0, GFP_KERNEL);
}

static void snapshot_test_exit(struct kunit *test)
{
	struct provider *provider = test->priv;

	if (!gpcd_device_gone(&provider->device))
		percpu_ref_kill(&provider->device.users);
	wait_for_completion(&provider->device.idle);
	percpu_ref_exit(&provider->device.users);
}

/* Read the words as a provider does, and judge the values, which take their places. */
static u32 settle(struct kunit *test, struct gpcd_slot *slots, u64 *words, u32 count,
		  u8 *statuses)
{
	struct provider *provider = test->priv;
	struct gpcd_sweep sweep = {
		.slots = slots, .count = count, .values = words, .torn = provider->torn,
	};
	u32 i;

	for (i = 0; i < count; i++) {
		if (slots[i].status == GPCD_STATUS_OK)
			sweep.good += gpcd_run_values(&slots[i], 1, &words[i], &words[i]);
	}
	return gpcd_settle(&provider->device, &sweep, statuses);
}

#define PART_SLOT(at)	{ .word = PART + 8 * (at), .width = 48 }
#define WHOLE_SLOT	{ .word = WHOLE, .width = 64 }

static void value_is_the_bits_of_its_register(struct kunit *test)
{
	static const struct {
		struct gpcd_slot slot;
		u64 word, value;
	} cells[] = {
		{ PART_SLOT(0), 0xffff123456789abcULL, 0x123456789abcULL },
		{ WHOLE_SLOT, 0x8000000000000001ULL, 0x8000000000000001ULL },
		{ { .word = 0x4c02020, .shift = 0, .width = 32 }, 0x89abcdef01234567ULL,
		  0x01234567 },
		{ { .word = 0x4c02020, .shift = 32, .width = 32 }, 0x89abcdef01234567ULL,
		  0x89abcdefULL },
		{ { .word = 0x4c02020, .shift = 32, .width = 32 }, 0x01234567ULL, 0 },
		{ { .word = PART, .width = 1 }, 0xfffffffffffffffeULL, 0 },
	};
	u8 status;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(cells); i++) {
		struct gpcd_slot slot = cells[i].slot;
		u64 word = cells[i].word;

		KUNIT_EXPECT_EQ(test, settle(test, &slot, &word, 1, &status), 0);
		KUNIT_EXPECT_EQ_MSG(test, word, cells[i].value, "row %u", i);
		KUNIT_EXPECT_EQ(test, status, GPCD_STATUS_OK);
	}
}

static void run_has_the_values_of_its_words(struct kunit *test)
{
	static const u64 words[] = { 0x89abcdef01234567ULL, U64_MAX, 0xffffffff00000002ULL, 3 };
	struct gpcd_slot slot = { .width = 32, .run = 3 };
	u64 values[] = { 7, 7, 7, 7 };

	KUNIT_EXPECT_EQ(test, gpcd_run_values(&slot, 3, words, values), 2);
	KUNIT_EXPECT_EQ(test, values[0], 0x01234567);
	KUNIT_EXPECT_EQ(test, values[1], U64_MAX);
	KUNIT_EXPECT_EQ(test, values[2], 2);
	KUNIT_EXPECT_EQ(test, values[3], 7);
	slot.shift = 32;
	KUNIT_EXPECT_EQ(test, gpcd_run_values(&slot, 4, words, values), 3);
	KUNIT_EXPECT_EQ(test, values[0], 0x89abcdefULL);
	KUNIT_EXPECT_EQ(test, values[1], U64_MAX);
	KUNIT_EXPECT_EQ(test, values[2], 0xffffffffULL);
	KUNIT_EXPECT_EQ(test, values[3], 0);
}

/* The memory held somebody else's data before. */
static void what_is_refused_has_no_value(struct kunit *test)
{
	struct gpcd_slot slots[] = {
		{ .status = GPCD_STATUS_ABSENT },
		{ .word = PART, .width = 48, .status = GPCD_STATUS_DENIED },
	};
	u64 words[] = { 0xdeadbeef, U64_MAX };
	u8 statuses[2];

	KUNIT_EXPECT_EQ(test, settle(test, slots, words, 2, statuses), 2);
	KUNIT_EXPECT_EQ(test, words[0], 0);
	KUNIT_EXPECT_EQ(test, words[1], 0);
	KUNIT_EXPECT_EQ(test, statuses[0], GPCD_STATUS_ABSENT);
	KUNIT_EXPECT_EQ(test, statuses[1], GPCD_STATUS_DENIED);
}

static void all_ones_where_bits_are_missing_is_gone(struct kunit *test)
{
	struct gpcd_slot slots[] = { PART_SLOT(0), PART_SLOT(1) };
	u64 words[] = { U64_MAX, 5 };
	struct provider *provider = test->priv;
	u8 statuses[2];

	KUNIT_EXPECT_EQ(test, settle(test, slots, words, 2, statuses), 1);
	KUNIT_EXPECT_EQ(test, statuses[0], GPCD_STATUS_GONE);
	KUNIT_EXPECT_EQ(test, words[0], 0);
	KUNIT_EXPECT_EQ(test, words[1], 5);
	KUNIT_EXPECT_EQ(test, provider->reads, 0);
}

enum chip_state { CHIP_WELL, CHIP_ONES, CHIP_BACK, CHIP_FAILS, CHIP_REMOVED };

static void all_ones_of_a_whole_word_asks_the_canary(struct kunit *test)
{
	static const u8 expected[] = {
		[CHIP_WELL] = GPCD_STATUS_OK,
		[CHIP_ONES] = GPCD_STATUS_GONE,
		[CHIP_BACK] = GPCD_STATUS_GONE,
		[CHIP_FAILS] = GPCD_STATUS_GONE,
		[CHIP_REMOVED] = GPCD_STATUS_GONE,
	};
	struct provider *provider = test->priv;
	struct gpcd_slot slot = WHOLE_SLOT;
	enum chip_state state;
	u8 status;

	for (state = CHIP_WELL; state <= CHIP_REMOVED; state++) {
		u64 word = U64_MAX;

		provider->canary = state == CHIP_ONES ? U64_MAX : 0;
		provider->again = state == CHIP_BACK ? 5 : U64_MAX;
		provider->error = state == CHIP_FAILS ? -ENODEV : 0;
		if (state == CHIP_REMOVED)
			percpu_ref_kill(&provider->device.users);
		settle(test, &slot, &word, 1, &status);
		KUNIT_EXPECT_EQ_MSG(test, status, expected[state], "state %u", state);
		KUNIT_EXPECT_EQ_MSG(test, word, status ? 0 : U64_MAX, "state %u", state);
	}
}

static void canary_is_asked_once_a_sweep(struct kunit *test)
{
	struct gpcd_slot slots[] = { WHOLE_SLOT, PART_SLOT(0), WHOLE_SLOT, WHOLE_SLOT };
	struct provider *provider = test->priv;
	u64 words[] = { U64_MAX, 1, U64_MAX, 3 };
	u8 statuses[4];

	KUNIT_EXPECT_EQ(test, settle(test, slots, words, 4, statuses), 0);
	KUNIT_EXPECT_EQ(test, provider->reads, 1);
	words[0] = 4;
	words[2] = U64_MAX - 1;
	KUNIT_EXPECT_EQ(test, settle(test, slots, words, 4, statuses), 0);
	KUNIT_EXPECT_EQ(test, provider->reads, 1);
}

static void torn_values_are_told(struct kunit *test)
{
	struct gpcd_slot slots[] = {
		PART_SLOT(0), PART_SLOT(1), { .status = GPCD_STATUS_ABSENT },
	};
	struct provider *provider = test->priv;
	u64 words[] = { 5, U64_MAX, 7 };
	u8 statuses[3];

	provider->torn = true;
	KUNIT_EXPECT_EQ(test, settle(test, slots, words, 3, statuses), 3);
	KUNIT_EXPECT_EQ(test, statuses[0], GPCD_STATUS_TORN);
	KUNIT_EXPECT_EQ(test, words[0], 5);
	KUNIT_EXPECT_EQ(test, statuses[1], GPCD_STATUS_GONE);
	KUNIT_EXPECT_EQ(test, statuses[2], GPCD_STATUS_ABSENT);
}

static void snapshot_says_when_and_how(struct kunit *test)
{
	struct gpcd_slot slots[] = { PART_SLOT(0), PART_SLOT(1) };
	struct provider *provider = test->priv;
	struct gpcd_snapshot_req req = {};
	u64 words[2] = {};
	u8 statuses[2];
	struct gpcd_list list = {
		.device = &provider->device, .count = 2, .words = words, .slots = slots,
		.statuses = statuses,
	};

	provider->word[1] = U64_MAX;
	provider->torn = true;
	KUNIT_EXPECT_EQ(test, gpcd_list_snapshot(&list, &req), 0);
	KUNIT_EXPECT_LE(test, req.start_ns, req.end_ns);
	KUNIT_EXPECT_GT(test, req.start_ns, 0);
	KUNIT_EXPECT_EQ(test, req.failed, 2);
	KUNIT_EXPECT_EQ(test, req.chip_ns, 77);
	KUNIT_EXPECT_EQ(test, req.epoch, 88);
	KUNIT_EXPECT_EQ(test, req.result, GPCD_SNAPSHOT_TORN);
	provider->error = -ENODEV;
	KUNIT_EXPECT_EQ(test, gpcd_list_snapshot(&list, &req), -ENODEV);
}

static void removed_chip_is_not_asked(struct kunit *test)
{
	struct provider *provider = test->priv;
	u64 epoch;

	KUNIT_EXPECT_EQ(test, gpcd_device_epoch(&provider->device, &epoch), 0);
	KUNIT_EXPECT_EQ(test, epoch, 88);
	percpu_ref_kill(&provider->device.users);
	KUNIT_EXPECT_EQ(test, gpcd_device_epoch(&provider->device, &epoch), -ENODEV);
	KUNIT_EXPECT_EQ(test, provider->reads, 1);
}

/* Judging a long sweep yields the processor, also for the registers that fail. */
static void long_sweep_pauses(struct kunit *test)
{
	const u32 count = 5 * GPCD_SWEEP_CHUNK + 1;
	struct gpcd_slot *slots = kunit_kcalloc(test, count, sizeof(*slots), GFP_KERNEL);
	u64 *words = kunit_kcalloc(test, count, sizeof(*words), GFP_KERNEL);
	u8 *statuses = kunit_kzalloc(test, count, GFP_KERNEL);
	struct provider *provider = test->priv;
	u32 i;

	KUNIT_ASSERT_TRUE(test, slots && words && statuses);
	for (i = 0; i < count; i++)
		slots[i] = (struct gpcd_slot)PART_SLOT(0);
	pauses = 0;
	settle(test, slots, words, GPCD_SWEEP_CHUNK - 1, statuses);
	KUNIT_EXPECT_EQ(test, pauses, 0);
	KUNIT_EXPECT_EQ(test, settle(test, slots, words, count, statuses), 0);
	KUNIT_EXPECT_EQ(test, pauses, 0);
	provider->torn = true;
	KUNIT_EXPECT_EQ(test, settle(test, slots, words, count, statuses), count);
	KUNIT_EXPECT_EQ(test, pauses, 5);
	slots[count - 1].status = GPCD_STATUS_ABSENT;
	KUNIT_EXPECT_EQ(test, settle(test, slots, words, count, statuses), count);
	KUNIT_EXPECT_EQ(test, pauses, 5 + 3 * 5);
}

static struct kunit_case snapshot_cases[] = {
	KUNIT_CASE(value_is_the_bits_of_its_register),
	KUNIT_CASE(run_has_the_values_of_its_words),
	KUNIT_CASE(what_is_refused_has_no_value),
	KUNIT_CASE(all_ones_where_bits_are_missing_is_gone),
	KUNIT_CASE(all_ones_of_a_whole_word_asks_the_canary),
	KUNIT_CASE(canary_is_asked_once_a_sweep),
	KUNIT_CASE(torn_values_are_told),
	KUNIT_CASE(snapshot_says_when_and_how),
	KUNIT_CASE(removed_chip_is_not_asked),
	KUNIT_CASE(long_sweep_pauses),
	{}
};

static struct kunit_suite snapshot_suite __refdata = {
	.name = "snapshot",
	.suite_init = kunit_catalogue_init,
	.init = snapshot_test_init,
	.exit = snapshot_test_exit,
	.test_cases = snapshot_cases,
};
kunit_test_suite(snapshot_suite);
