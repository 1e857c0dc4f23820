// SPDX-License-Identifier: GPL-2.0-only
/*
 * The catalogue as the kernel builds it: rules, order, words, names, fingerprint.
 */
#include "catalogue/build.c"

#include "kunit/catalogue.h"
#include "kunit/fingerprints.h"

int __init kunit_catalogue_init(struct kunit_suite *suite)
{
	return gpcd_catalogue_init() ? -EINVAL : 0;
}

static void fingerprint_is_the_librarys(struct kunit *test)
{
	unsigned int chip;

	for (chip = GPCD_CHIP_NONE + 1; chip < GPCD_CHIPS; chip++) {
		__u64 hash = gpcd_catalogue_hash(chip);

		KUNIT_EXPECT_TRUE_MSG(test, hash == fingerprints[chip], FINGERPRINT_CHANGED,
				      gpcd_chip_name(chip), fingerprints[chip], hash);
	}
}

/* The same sums as any other FNV-1a. */
static void fingerprint_is_fnv1a(struct kunit *test)
{
	const __u64 begin = 0xcbf29ce484222325ULL;
	const char *text = "foobar";
	__u64 hash = begin;

	KUNIT_EXPECT_EQ(test, hash_number(begin, 'a', 1), 0xaf63dc4c8601ec8cULL);
	KUNIT_EXPECT_EQ(test, hash_number(begin, 0x04030201, 4), 0xbe7a5e775165785dULL);
	while (*text)
		hash = hash_number(hash, *text++, 1);
	KUNIT_EXPECT_EQ(test, hash, 0x85944171f73967e8ULL);
}

/* Rules */

#define MADE_UP_REGS	12

static const struct gpcd_block made_up_block = { .name = "made-up", .help = "made up" };
static const struct gpcd_rule made_up[] = {
	{
		.name = "X_#_#_#", .block = &made_up_block, .addr = 0x100000, .width = 48,
		.dim = { GPCD_FROM(5, 2, 0x1000), GPCD_EVERY(3, 0x100), GPCD_FROM(1, 2, 8) },
	},
	{}
};
static const struct gpcd_rule *const made_up_lists[] = { made_up, NULL };

static void last_subscript_is_fastest(struct kunit *test)
{
	struct gpcd_reg reg;
	unsigned int n;

	for (n = 0; n < MADE_UP_REGS; n++) {
		rule_reg(made_up, n, &reg);
		KUNIT_EXPECT_PTR_EQ(test, reg.rule, &made_up[0]);
		KUNIT_EXPECT_EQ_MSG(test, reg.at[0], 5 + n / 6, "register %u", n);
		KUNIT_EXPECT_EQ_MSG(test, reg.at[1], n / 2 % 3, "register %u", n);
		KUNIT_EXPECT_EQ_MSG(test, reg.at[2], 1 + n % 2, "register %u", n);
		KUNIT_EXPECT_EQ_MSG(test, reg.addr,
				    0x100000 + n / 6 * 0x1000 + n / 2 % 3 * 0x100 + n % 2 * 8,
				    "register %u", n);
	}
}

static void rule_without_subscripts_is_one(struct kunit *test)
{
	static const struct gpcd_rule rule = { .name = "X", .addr = 0x1238 };
	struct gpcd_reg regs[2] = {};
	struct gpcd_chip_tables chip = { .regs = regs };

	KUNIT_EXPECT_EQ(test, rule_expand(&rule, &chip, ARRAY_SIZE(regs)), 0);
	KUNIT_EXPECT_EQ(test, chip.count, 1);
	KUNIT_EXPECT_EQ(test, regs[0].addr, 0x1238);
}

static void expansion_fails_beyond_its_room(struct kunit *test)
{
	static const struct gpcd_chip_registers made_up_registers = { .rules = made_up_lists };
	const struct gpcd_chip_row row = { .registers = &made_up_registers, .regs = 5 };
	struct gpcd_reg regs[MADE_UP_REGS] = {};
	struct gpcd_chip_tables chip = { .regs = regs };

	KUNIT_EXPECT_EQ(test, chip_expand(&chip, &row), -1);
	KUNIT_EXPECT_EQ(test, chip.count, 5);
	KUNIT_EXPECT_NOT_NULL(test, regs[4].rule);
	KUNIT_EXPECT_NULL(test, regs[5].rule);
}

static unsigned int described(const struct gpcd_chip_registers *c)
{
	const struct gpcd_rule *const *list;
	const struct gpcd_rule *rule;
	unsigned int regs = 0;

	for (list = c->rules; *list; list++) {
		for (rule = *list; rule->name; rule++)
			regs += dim_count(&rule->dim[0]) * dim_count(&rule->dim[1]) *
				dim_count(&rule->dim[2]);
	}
	return regs;
}

static void every_rule_is_expanded_whole(struct kunit *test)
{
	unsigned int chip;

	for (chip = GPCD_CHIP_GEMINI; chip < GPCD_CHIPS; chip++) {
		const struct gpcd_chip_row *row = &gpcd_chip_rows[chip];

		KUNIT_EXPECT_EQ_MSG(test, row->regs, described(row->registers), "%s", row->name);
		KUNIT_EXPECT_EQ_MSG(test, gpcd_catalogue_count(chip), row->regs, "%s", row->name);
	}
}

static void order_is_by_address_aliases_last(struct kunit *test)
{
	static const struct gpcd_rule plain = {}, alias = { .flags = GPCD_RULE_ALIAS };
	struct gpcd_reg regs[] = {
		{ .addr = 0xfffffff8 >> 1, .rule = &plain }, { .addr = 0x40, .rule = &alias },
		{ .addr = 0x48, .rule = &plain }, { .addr = 0x40, .rule = &plain },
		{ .addr = 0x8, .rule = &plain }, { .addr = 0x20, .rule = &plain },
		{ .addr = 0x10, .rule = &plain },
	};
	static const __u32 sorted[] = { 0x8, 0x10, 0x20, 0x40, 0x40, 0x48, 0xfffffff8 >> 1 };
	struct gpcd_chip_tables chip = { .regs = regs, .count = ARRAY_SIZE(regs) };
	unsigned int i;

	chip_sort(&chip);
	for (i = 0; i < ARRAY_SIZE(sorted); i++)
		KUNIT_EXPECT_EQ_MSG(test, regs[i].addr, sorted[i], "place %u", i);
	KUNIT_EXPECT_PTR_EQ(test, regs[3].rule, &plain);
	KUNIT_EXPECT_PTR_EQ(test, regs[4].rule, &alias);
}

/* Words */

#define WORD	0x100

/* Two registers of a word, each with its lowest bit and its width. */
struct two {
	unsigned int shift[2], width[2];
	int result;
	int fills;
};

static void two_share(struct kunit *test, const struct two *two)
{
	struct gpcd_rule rules[2] = {};
	struct gpcd_reg regs[2] = {};
	struct gpcd_chip_tables chip = { .regs = regs, .count = ARRAY_SIZE(regs) };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(regs); i++) {
		rules[i].width = two->width[i];
		rules[i].bit = two->shift[i] % 8;
		regs[i].rule = &rules[i];
		regs[i].addr = WORD + two->shift[i] / 8;
		KUNIT_EXPECT_EQ(test, gpcd_reg_word(&regs[i]), WORD);
		KUNIT_EXPECT_EQ(test, gpcd_reg_shift(&regs[i]), two->shift[i]);
	}
	KUNIT_EXPECT_EQ_MSG(test, words_mark(&chip), two->result, "from bit %u", two->shift[1]);
	if (!two->result)
		KUNIT_EXPECT_EQ_MSG(test, regs[0].fills + regs[1].fills, 2 * two->fills,
				    "from bit %u", two->shift[1]);
}

static void registers_share_words_and_do_not_overlap(struct kunit *test)
{
	static const struct two all[] = {
		{ { 0, 32 }, { 32, 32 }, 0, 1 },
		{ { 0, 52 }, { 52, 12 }, 0, 1 },
		{ { 4, 60 }, { 16, 4 }, 0, 0 },
		{ { 0, 33 }, { 32, 31 }, 0, 0 },
		{ { 0, 16 }, { 17, 4 }, -1, 0 },
		{ { 0, 52 }, { 52, 13 }, -1, 0 },
		{ { 0, 0 }, { 8, 8 }, -1, 0 },
		{ { 0, 4 }, { 4, 4 }, -1, 0 },
		{ { 24, 27 }, { 2, 30 }, -1, 0 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(all); i++)
		two_share(test, &all[i]);
}

/* Names */

static void names_fit_their_buffer(struct kunit *test)
{
	char name[2 * GPCD_NAME_MAX];
	struct gpcd_reg reg;
	unsigned int chip, i;

	for (chip = GPCD_CHIP_GEMINI; chip < GPCD_CHIPS; chip++) {
		for (i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
			memset(name, 'X', sizeof(name));
			gpcd_reg_name(&reg, name);
			KUNIT_ASSERT_LT_MSG(test, strnlen(name, sizeof(name)),
					    (size_t)GPCD_NAME_MAX, "%s", name);
		}
	}
}

static struct kunit_case build_cases[] = {
	KUNIT_CASE(fingerprint_is_the_librarys),
	KUNIT_CASE(fingerprint_is_fnv1a),
	KUNIT_CASE(last_subscript_is_fastest),
	KUNIT_CASE(rule_without_subscripts_is_one),
	KUNIT_CASE(expansion_fails_beyond_its_room),
	KUNIT_CASE(every_rule_is_expanded_whole),
	KUNIT_CASE(order_is_by_address_aliases_last),
	KUNIT_CASE(registers_share_words_and_do_not_overlap),
	KUNIT_CASE(names_fit_their_buffer),
	{}
};

static struct kunit_suite build_suite __refdata = {
	.name = "build",
	.suite_init = kunit_catalogue_init,
	.test_cases = build_cases,
};
kunit_test_suite(build_suite);
