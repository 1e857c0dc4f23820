// SPDX-License-Identifier: GPL-2.0-only
/* Search of registers by meaning. */
#include <check.h>
#include <errno.h>
#include <stdlib.h>

#include "gpcd/device/arrays.h"
#include "gpcd/device/names.h"
#include "registers.h"
#include "suite.h"

static unsigned int found(unsigned int chip, const char *text)
{
	struct search search = { .count = 0 };
	unsigned int i, n = 0;
	struct gpcd_reg reg;

	ck_assert_int_eq(search_add(&search, text), 0);
	for (i = 0; i < gpcd_catalogue_count(chip); i++) {
		reg = reg_at(chip, i);
		n += search_matches(&search, &reg);
	}
	return n;
}

static bool finds(const char *text, unsigned int chip, const char *name)
{
	struct search search = { .count = 0 };
	struct gpcd_reg reg = reg_named(chip, name);

	ck_assert_int_eq(search_add(&search, text), 0);
	return search_matches(&search, &reg);
}

#define G GPCD_CHIP_GEMINI
#define A GPCD_CHIP_ARIES
#define INPUT_STALL "GM_0_0_TILE_PERFORMANCE_COUNTERS_4"
#define PHITS "GM_0_0_TILE_PERFORMANCE_COUNTERS_0"

static const struct {
	const char *text;
	unsigned int chip;
	const char *name;
	bool found;
} cases[] = {
	/* by meaning, name, unit, kind, block, field, alias */
	{ "stall", G, INPUT_STALL, true }, { "stall", G, PHITS, false },
	{ "counters_4", G, INPUT_STALL, true }, { "router cycles", G, INPUT_STALL, true },
	{ "phits", G, PHITS, true }, { "packed", A, "AR_RTR_0_0_COLBUF_PERF_STALL_RQ", true },
	{ "tile-static", G, PHITS, true }, { "vc_ptr", A, "AR_RTR_0_0_COLBUF_PERF_STALL_RQ", true },
	{ "alias", G, "GM_RMT_PUT_PERFORMANCE_COUNTERS", true },
	{ "alias", G, "GM_RMT_PUT_PERFORMANCE_COUNTERS0", false },
	{ "counters0", G, "GM_RMT_PUT_PERFORMANCE_COUNTERS", true },
	/* endings and case */
	{ "stalls", G, INPUT_STALL, true }, { "STALLED", G, INPUT_STALL, true },
	{ "Stalling", G, INPUT_STALL, true }, { "packet", G, INPUT_STALL, true },
	{ "queues", G, INPUT_STALL, true }, { "pass", G, INPUT_STALL, false },
	/* all of several; blanks do not matter */
	{ " input \t stall ", G, INPUT_STALL, true }, { "output stall", G, INPUT_STALL, false },
	{ "", G, PHITS, true }, { "  ", G, PHITS, true },
	/* a short word begins a word or a part of a name */
	{ "vc0", G, PHITS, true }, { "vc", G, PHITS, true }, { "c0", G, PHITS, false },
	{ "il", G, PHITS, false }, { "0", G, PHITS, true }, { "8", G, PHITS, false },
	{ "\377", G, PHITS, false },
};

START_TEST(descriptions)
{
	ck_assert_msg(finds(cases[_i].text, cases[_i].chip, cases[_i].name) == cases[_i].found,
		      "'%s' in %s: %d", cases[_i].text, cases[_i].name, !cases[_i].found);
}
END_TEST

START_TEST(an_ending_changes_nothing)
{
	unsigned int chip;

	for (chip = G; chip <= A; chip++) {
		ck_assert_uint_gt(found(chip, "stall"), 0);
		ck_assert_uint_eq(found(chip, "STALLED"), found(chip, "stall"));
		ck_assert_uint_eq(found(chip, "stalls"), found(chip, "stall"));
		ck_assert_uint_eq(found(chip, "errors"), found(chip, "error"));
		ck_assert_uint_eq(found(chip, ""), gpcd_catalogue_count(chip));
	}
	ck_assert_uint_eq(found(G, "alias") + found(A, "aliases"), 3);
}
END_TEST

START_TEST(room)
{
	struct search search = { .count = 0 };
	char longest[SEARCH_ROOM + 1] = "";

	memset(longest, 'x', SEARCH_ROOM);
	ck_assert_int_eq(search_add(&search, longest), -E2BIG);
	ck_assert_uint_eq(search.count, 0);
	longest[SEARCH_ROOM - 1] = '\0';
	for (unsigned int i = 0; i < SEARCH_WORDS; i++)
		ck_assert_int_eq(search_add(&search, longest), 0);
	ck_assert_int_eq(search_add(&search, "a"), -E2BIG);
	ck_assert_uint_eq(search.count, SEARCH_WORDS);
}
END_TEST

START_TEST(missing)
{
	struct search search = { .count = 0 };
	struct nearest nearest;

	ck_assert_ptr_null(search_missing(&search, G, &nearest));
	ck_assert_int_eq(search_add(&search, "stall credits"), 0);
	ck_assert_ptr_null(search_missing(&search, G, &nearest));
	ck_assert_int_eq(search_add(&search, "Pakcets frobnicate"), 0);
	ck_assert_str_eq(search_missing(&search, GPCD_CHIP_NONE, &nearest), "Pakcets");
	ck_assert_str_eq(nearest.word, "packets");
	search.count = 0;
	ck_assert_int_eq(search_add(&search, "frobnicate"), 0);
	ck_assert_str_eq(search_missing(&search, A, &nearest), "frobnicate");
	ck_assert_str_eq(nearest.word, "");
	/* A word that occurs in one chip's registers may be missing from the other's. */
	search.count = 0;
	ck_assert_int_eq(search_add(&search, "rowbus"), 0);
	ck_assert_ptr_null(search_missing(&search, A, &nearest));
	ck_assert_str_eq(search_missing(&search, G, &nearest), "rowbus");
}
END_TEST

/* What people ask for, and a counter whose description has other words for it. */
static const struct {
	const char *asked;
	unsigned int chip;
	const char *name;
	bool found;
} meant[] = {
	{ "congestion", G, INPUT_STALL, true }, { "Congested", G, INPUT_STALL, true },
	{ "congestion", G, PHITS, false }, { "bandwidth", G, PHITS, true },
	{ "bandwidth", G, INPUT_STALL, false },
	{ "latency", A, "AR_NIC_ORB_PRF_NET_RSP_TRACK_2", true },
	{ "crc", GPCD_CHIP_CASSINI2, "hni_pcs_corrected_cw", true },
	{ "retries", GPCD_CHIP_CASSINI2, "pct_retry_srb_requests", true },
	{ "drop", GPCD_CHIP_CASSINI2, "hni_discard_cntr_1", true },
	{ "drops", GPCD_CHIP_CASSINI2, "hni_pcs_corrected_cw", false },
	{ "congestion input", G, INPUT_STALL, true },
	{ "congestion credits", G, INPUT_STALL, false },
};

START_TEST(synonyms)
{
	struct gpcd_reg reg = reg_named(meant[_i].chip, meant[_i].name);
	struct search search = { .loose = true };

	ck_assert_int_eq(search_add(&search, meant[_i].asked), 0);
	ck_assert_msg(search_matches(&search, &reg) == meant[_i].found, "'%s' in %s: %d",
		      meant[_i].asked, meant[_i].name, !meant[_i].found);
	ck_assert_int_eq(search_add(&search, "frobnicate"), 0);
	ck_assert(!search_matches(&search, &reg));
}
END_TEST

START_TEST(synonyms_only_if_asked)
{
	struct gpcd_reg reg = reg_named(G, INPUT_STALL);
	struct search search = { .count = 0 };
	struct nearest nearest;

	ck_assert_int_eq(search_add(&search, "congestion"), 0);
	ck_assert(!search_matches(&search, &reg));
	ck_assert_str_eq(search_missing(&search, G, &nearest), "congestion");
	search.loose = true;
	ck_assert_ptr_null(search_missing(&search, G, &nearest));
}
END_TEST

/* All registers of a chip that match a glob, as arrays. */
static struct arrays arrays_of(unsigned int chip, const char *glob)
{
	struct arrays arrays = { 0 };
	struct gpcd_reg reg;

	for (unsigned int i = 0; i < gpcd_catalogue_count(chip); i++) {
		reg = reg_at(chip, i);
		if (gpcd_reg_match(&reg, glob))
			ck_assert_int_eq(arrays_add(&arrays, &reg), 0);
	}
	return arrays;
}

/* Globs; the array of their first register: name, registers, meaning; and how many arrays. */
static const struct {
	unsigned int chip;
	const char *glob, *name;
	unsigned int count;
	const char *meaning;
	size_t arrays;
} folds[] = {
	{ G, "GM_*_TILE_PERFORMANCE_COUNTERS_?", "GM_[0-5]_[0-7]_TILE_PERFORMANCE_COUNTERS_[01]",
	  96, "phits: arrived at the tile on VC0-1", 4 },
	{ G, "GM_*_TILE_PERFORMANCE_COUNTERS_4", "GM_[0-5]_[0-7]_TILE_PERFORMANCE_COUNTERS_4",
	  48, "cycles: input stall: a packet waited in the tile's input queue", 1 },
	{ G, "GM_0_[0-2]_*COUNTERS_4", "GM_0_[0-2]_TILE_PERFORMANCE_COUNTERS_4", 3,
	  "cycles: input stall: a packet waited in the tile's input queue", 1 },
	{ G, "GM_0_[135]_*COUNTERS_4", "GM_0_[135]_TILE_PERFORMANCE_COUNTERS_4", 3,
	  "cycles: input stall: a packet waited in the tile's input queue", 1 },
	{ G, INPUT_STALL, INPUT_STALL, 1,
	  "cycles: input stall: a packet waited in the tile's input queue", 1 },
	{ GPCD_CHIP_CASSINI2, "pct_req_rsp_latency_*", "pct_req_rsp_latency_[0-9]*", 32,
	  "Requests by the time until their answer: bin N of 32", 1 },
};

START_TEST(arrays)
{
	struct arrays arrays = arrays_of(folds[_i].chip, folds[_i].glob);
	char text[ARRAY_ROOM];
	struct gpcd_reg reg;
	unsigned int n = 0;

	ck_assert_uint_eq(arrays.count, folds[_i].arrays);
	ck_assert_uint_eq(arrays.list[0].count, folds[_i].count);
	array_meaning(&arrays.list[0], text);
	ck_assert_str_eq(text, folds[_i].meaning);
	array_name(&arrays.list[0], text);
	ck_assert_str_eq(text, folds[_i].name);
	for (unsigned int i = 0; i < gpcd_catalogue_count(folds[_i].chip); i++) {
		reg = reg_at(folds[_i].chip, i);
		n += gpcd_reg_match(&reg, text);
	}
	ck_assert_uint_eq(n, folds[_i].count);
	arrays_clear(&arrays);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("search");
	TCase *tcase = tcase_create("search");

	tcase_add_loop_test(tcase, descriptions, 0, ARRAY_SIZE(cases));
	tcase_add_test(tcase, an_ending_changes_nothing);
	tcase_add_test(tcase, room);
	tcase_add_test(tcase, missing);
	tcase_add_loop_test(tcase, synonyms, 0, ARRAY_SIZE(meant));
	tcase_add_test(tcase, synonyms_only_if_asked);
	tcase_add_loop_test(tcase, arrays, 0, ARRAY_SIZE(folds));
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
