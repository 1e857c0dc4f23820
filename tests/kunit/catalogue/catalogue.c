// SPDX-License-Identifier: GPL-2.0-only
/*
 * The catalogue as the kernel builds it: rules, order, look-up, fingerprint.
 */
#include "catalogue/catalogue.c"

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

static void unknown_chips_have_nothing(struct kunit *test)
{
	static const unsigned int unknown[] = { GPCD_CHIP_NONE, GPCD_CHIPS, UINT_MAX };
	struct gpcd_reg reg;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(unknown); i++) {
		KUNIT_EXPECT_EQ(test, gpcd_catalogue_count(unknown[i]), 0);
		KUNIT_EXPECT_EQ(test, gpcd_catalogue_hash(unknown[i]), 0);
		KUNIT_EXPECT_EQ(test, gpcd_catalogue_at(unknown[i], 0, &reg), -1);
		KUNIT_EXPECT_NULL(test, gpcd_catalogue_find(unknown[i], 0x2001380));
		KUNIT_EXPECT_EQ(test, gpcd_catalogue_by_name(unknown[i], "GM_NL_PERF_CNTRL",
							     &reg), -1);
		KUNIT_EXPECT_NULL(test, gpcd_chip_name(unknown[i]));
		KUNIT_EXPECT_EQ(test, gpcd_chip_nics(unknown[i]), 0);
	}
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

/* Look-up */

static void every_register_is_found(struct kunit *test)
{
	char name[GPCD_NAME_MAX];
	struct gpcd_reg reg, found;
	unsigned int chip, i, primary;

	for (chip = GPCD_CHIP_GEMINI; chip < GPCD_CHIPS; chip++) {
		for (i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
			gpcd_reg_name(&reg, name);
			primary = i - !!(reg.rule->flags & GPCD_RULE_ALIAS);
			KUNIT_ASSERT_EQ_MSG(test, gpcd_catalogue_by_name(chip, name, &found), 0,
					    "%s", name);
			KUNIT_ASSERT_EQ_MSG(test, found.index, i, "%s", name);
			KUNIT_ASSERT_EQ_MSG(test, gpcd_catalogue_by_addr(chip, reg.addr, &found),
					    0, "%#llx", reg.addr);
			KUNIT_ASSERT_EQ_MSG(test, found.index, primary, "%#llx", reg.addr);
		}
		KUNIT_EXPECT_EQ(test, i, gpcd_catalogue_count(chip));
	}
}

static void expect_none(struct kunit *test, unsigned int chip, __u64 addr)
{
	KUNIT_ASSERT_NULL_MSG(test, gpcd_catalogue_find(chip, addr), "chip %u, %#llx", chip, addr);
}

static void other_addresses_are_not(struct kunit *test)
{
	struct gpcd_reg reg;
	unsigned int chip, i, near;

	for (chip = GPCD_CHIP_GEMINI; chip < GPCD_CHIPS; chip++) {
		for (i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
			/* No register begins in a byte that is another's alone. */
			for (near = 1; (near + 1) * 8 <= reg.rule->bit + reg.rule->width; near++)
				expect_none(test, chip, reg.addr + near);
			expect_none(test, chip, reg.addr | 1ULL << 32);
			expect_none(test, chip, reg.addr | 1U << 31);
		}
		expect_none(test, chip, 0);
		expect_none(test, chip, U32_MAX);
		expect_none(test, chip, U64_MAX);
	}
}

static void giant_names_are_none(struct kunit *test)
{
	char *giant = kunit_kmalloc(test, PAGE_SIZE, GFP_KERNEL);
	struct gpcd_reg reg;
	unsigned int chip;

	KUNIT_ASSERT_NOT_NULL(test, giant);
	memset(giant, 'G', PAGE_SIZE);
	giant[PAGE_SIZE - 1] = '\0';
	for (chip = GPCD_CHIP_GEMINI; chip < GPCD_CHIPS; chip++) {
		KUNIT_EXPECT_EQ(test, gpcd_catalogue_by_name(chip, giant, &reg), -1);
		KUNIT_EXPECT_EQ(test, gpcd_catalogue_by_name(chip, "", &reg), -1);
	}
}

/* A search for a missing key visits every place, and half of them are free. */
static void every_search_ends(struct kunit *test)
{
	unsigned int chip, slot, seen, addrs, names;

	for (chip = GPCD_CHIP_GEMINI; chip < GPCD_CHIPS; chip++) {
		const struct gpcd_chip_tables *c = &gpcd_chip_tables[chip];

		slot = 0;
		seen = 0;
		addrs = 0;
		names = 0;
		do {
			addrs += !!c->by_addr[slot];
			names += !!c->by_name[slot];
			seen++;
			slot = addr_next(c, slot);
		} while (slot && seen <= 1U << c->bits);
		KUNIT_EXPECT_EQ_MSG(test, seen, 1U << c->bits, "chip %u", chip);
		KUNIT_EXPECT_EQ_MSG(test, names, c->count, "chip %u", chip);
		KUNIT_EXPECT_LE_MSG(test, addrs, names, "chip %u", chip);
		KUNIT_EXPECT_LE_MSG(test, 2 * names, seen, "chip %u", chip);
	}
}

static void hashes_stay_in_their_table(struct kunit *test)
{
	static const __u64 addrs[] = { 0, 7, 63, 64, 0x7ffffff, U32_MAX, 1ULL << 32, U64_MAX };
	unsigned int chip, i;

	for (chip = GPCD_CHIP_GEMINI; chip < GPCD_CHIPS; chip++) {
		const struct gpcd_chip_tables *c = &gpcd_chip_tables[chip];

		for (i = 0; i < ARRAY_SIZE(addrs); i++)
			KUNIT_EXPECT_LT_MSG(test, addr_slot(c, addrs[i]), 1U << c->bits, "%#llx",
					    addrs[i]);
		KUNIT_EXPECT_LT(test, name_slot(c, ""), 1U << c->bits);
		KUNIT_EXPECT_EQ(test, addr_next(c, (1U << c->bits) - 2), 7);
		KUNIT_EXPECT_EQ(test, addr_next(c, (1U << c->bits) - 1), 0);
		KUNIT_EXPECT_EQ(test, name_next(c, (1U << c->bits) - 1), 0);
	}
}

/* Tiles, at the places that the chips' documents give */

static void expect_at(struct kunit *test, unsigned int chip, const char *name, __u32 addr)
{
	struct gpcd_reg reg = {};

	KUNIT_ASSERT_EQ_MSG(test, gpcd_catalogue_by_name(chip, name, &reg), 0, "%s", name);
	KUNIT_ASSERT_EQ_MSG(test, reg.addr, addr, "%s", name);
}

static void gemini_tiles_are_in_place(struct kunit *test)
{
	unsigned int row, column, n;
	char name[GPCD_NAME_MAX];

	for (row = 0; row < 6; row++) {
		for (column = 0; column < 8; column++) {
			for (n = 0; n < 6; n++) {
				snprintf(name, sizeof(name),
					 "GM_%u_%u_TILE_PERFORMANCE_COUNTERS_%u", row, column, n);
				expect_at(test, GPCD_CHIP_GEMINI, name,
					  0x2001380 + row * 0x20000 + column * 0x2000 + n * 8);
			}
		}
	}
}

static void aries_tiles_are_in_place(struct kunit *test)
{
	unsigned int row, column, vc;
	char name[GPCD_NAME_MAX];

	for (row = 0; row < 5; row++) {
		for (column = 0; column < 8; column++) {
			for (vc = 0; vc < 8; vc++) {
				snprintf(name, sizeof(name),
					 "AR_RTR_%u_%u_INQ_PRF_INCOMING_FLIT_VC%u",
					 row, column, vc);
				expect_at(test, GPCD_CHIP_ARIES, name,
					  0x2008200 + row * 0x400000 + column * 0x80000 + vc * 8);
			}
		}
	}
}

static struct kunit_case catalogue_cases[] = {
	KUNIT_CASE(fingerprint_is_the_librarys),
	KUNIT_CASE(fingerprint_is_fnv1a),
	KUNIT_CASE(unknown_chips_have_nothing),
	KUNIT_CASE(last_subscript_is_fastest),
	KUNIT_CASE(rule_without_subscripts_is_one),
	KUNIT_CASE(expansion_fails_beyond_its_room),
	KUNIT_CASE(every_rule_is_expanded_whole),
	KUNIT_CASE(order_is_by_address_aliases_last),
	KUNIT_CASE(registers_share_words_and_do_not_overlap),
	KUNIT_CASE(names_fit_their_buffer),
	KUNIT_CASE(every_register_is_found),
	KUNIT_CASE(other_addresses_are_not),
	KUNIT_CASE(giant_names_are_none),
	KUNIT_CASE(every_search_ends),
	KUNIT_CASE(hashes_stay_in_their_table),
	KUNIT_CASE(gemini_tiles_are_in_place),
	KUNIT_CASE(aries_tiles_are_in_place),
	{}
};

static struct kunit_suite catalogue_suite __refdata = {
	.name = "catalogue",
	.suite_init = kunit_catalogue_init,
	.test_cases = catalogue_cases,
};
kunit_test_suite(catalogue_suite);
