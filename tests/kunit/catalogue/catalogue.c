// SPDX-License-Identifier: GPL-2.0-only
/* Look-ups over tables of every chip. */
#include "catalogue/catalogue.c"

#include "kunit/catalogue.h"

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

/* How many names look-ups know: a register may have another one. */
static unsigned int names_of(const struct gpcd_chip_tables *c)
{
	unsigned int i, names = c->count;

	for (i = 0; i < c->count; i++)
		names += !!c->regs[i].rule->also;
	return names;
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
		KUNIT_EXPECT_EQ_MSG(test, names, names_of(c), "chip %u", chip);
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
	KUNIT_CASE(unknown_chips_have_nothing),
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
