// SPDX-License-Identifier: GPL-2.0-only
/*
 * The registers of Cassini, which share words: what is special about them, and that they are what
 * the dictionary of their driver says.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "catalogue/pages.h"
#include "dictionary/folders.h"
#include "registers.h"
#include "suite.h"

static const unsigned int chips[] = { GPCD_CHIP_CASSINI1, GPCD_CHIP_CASSINI2 };

/* --- words --- */

/* A word with more than one register. */
struct shared {
	unsigned int regs;
	unsigned int counters;
};

/* Take the registers of a word, from index @i on; return the index after them. */
static unsigned int word_take(unsigned int chip, unsigned int i, struct shared *shared)
{
	struct gpcd_reg first = reg_at(chip, i), reg = first;

	*shared = (struct shared) { 0 };
	while (gpcd_reg_word(&reg) == gpcd_reg_word(&first)) {
		shared->regs++;
		shared->counters += reg.rule->kind == GPCD_KIND_COUNTER;
		if (gpcd_catalogue_at(chip, ++i, &reg))
			break;
	}
	return i;
}

START_TEST(registers_share_words)
{
	unsigned int chip = chips[_i], i = 0, words = 0, regs = 0, most = 0, mixed = 0;
	struct shared shared;

	while (i < gpcd_catalogue_count(chip)) {
		i = word_take(chip, i, &shared);
		if (shared.regs == 1)
			continue;
		words++;
		regs += shared.regs;
		most = shared.regs > most ? shared.regs : most;
		mixed += shared.counters && shared.counters < shared.regs;
	}
	ck_assert_uint_eq(words, 136);
	ck_assert_uint_eq(regs, 294);
	ck_assert_uint_eq(most, 6);
	ck_assert_uint_eq(mixed, 8);
}
END_TEST

START_TEST(registers_begin_at_any_bit)
{
	unsigned int chip = chips[_i], i, shifted = 0, in_bytes = 0;
	struct gpcd_reg reg;

	for (i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		shifted += gpcd_reg_shift(&reg) != 0;
		in_bytes += reg.rule->bit != 0;
		ck_assert_uint_eq(gpcd_reg_word(&reg) + gpcd_reg_shift(&reg) / 8, reg.addr);
		ck_assert_uint_le(gpcd_reg_shift(&reg) + reg.rule->width, 64);
	}
	ck_assert_uint_eq(shifted, 170);
	ck_assert_uint_eq(in_bytes, 15);
}
END_TEST

/* A word can be all ones if its registers can: here a counter of 52 bits and a gauge of 12. */
START_TEST(some_words_are_full)
{
	unsigned int chip = chips[_i], i, full = 0;
	struct gpcd_reg reg;

	for (i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		if (!gpcd_reg_fills_word(&reg))
			continue;
		full++;
		ck_assert(gpcd_reg_match(&reg, "lpe_sts_load_stats_ptlte_*"));
	}
	ck_assert_uint_eq(full, 2 * 4);
	ck_assert(!gpcd_reg_fills_word(gpcd_catalogue_canary(chip)));
}
END_TEST

static void is_at(unsigned int chip, __u64 addr, const char *name, unsigned int shift)
{
	struct gpcd_reg reg;

	ck_assert_msg(!gpcd_catalogue_by_addr(chip, addr, &reg), "no %s", name);
	ck_assert_str_eq(name_of(&reg), name);
	ck_assert_uint_eq(gpcd_reg_shift(&reg), shift);
}

START_TEST(an_address_is_one_registers)
{
	unsigned int chip = chips[_i];

	is_at(chip, 0x8b0, "cq_sts_credits_in_use_lpe_cmd_credits", 0);
	is_at(chip, 0x8b2, "cq_sts_credits_in_use_lpe_rcv_fifo_credits", 16);
	is_at(chip, 0x8b3, "cq_sts_credits_in_use_ee_event_credits", 24);
	is_at(chip, 0x8b5, "cq_sts_credits_in_use_tou_fq_credits", 40);
	is_at(chip, 0x8b6, "cq_sts_credits_in_use_tarb_p_credits", 48);
	is_at(chip, 0x8b7, "cq_sts_credits_in_use_tarb_np_credits", 56);
	is_at(chip, 0x540, "cq_cfg_event_cnts_ovf_cnt", 4);
	is_at(chip, 0x9803007, "lpe_sts_load_stats_max_0", 60);
	/* Bytes where none begins, even of words that have registers. */
	ck_assert_ptr_null(gpcd_catalogue_find(chip, 0x8b1));
	ck_assert_ptr_null(gpcd_catalogue_find(chip, 0x8b4));
	ck_assert_ptr_null(gpcd_catalogue_find(chip, 0x8c0));
}
END_TEST

/* --- pages --- */

START_TEST(the_describing_page_is_no_registers)
{
	unsigned int chip = chips[_i], slot;

	ck_assert_uint_eq(gpcd_chip_size(chip), 0x11007000);
	ck_assert_uint_gt(gpcd_catalogue_page(chip, gpcd_catalogue_pages(chip) - 1),
			  GPCD_IMAGE_INFO);
	for (slot = 0; slot < gpcd_catalogue_pages(chip); slot++)
		ck_assert_uint_ne(gpcd_catalogue_page(chip, slot), GPCD_IMAGE_INFO);
	ck_assert_int_eq(gpcd_catalogue_page_find(chip, GPCD_IMAGE_INFO / GPCD_PAGE_SIZE), -1);
}
END_TEST

/* --- versions --- */

START_TEST(the_versions_differ_in_places_and_in_new_items)
{
	unsigned int i, moved = 0, found = 0;
	struct gpcd_reg one, two;

	for (i = 0; !gpcd_catalogue_at(GPCD_CHIP_CASSINI2, i, &two); i++) {
		if (gpcd_catalogue_by_name(GPCD_CHIP_CASSINI1, name_of(&two), &one))
			continue;
		found++;
		moved += one.addr != two.addr;
	}
	ck_assert_uint_eq(found, gpcd_catalogue_count(GPCD_CHIP_CASSINI1));
	ck_assert_uint_eq(moved, 290);
}
END_TEST

/* --- the dictionary --- */

static const char *files;
static struct dictionary dictionary;
static struct dictionary_failure failure;

static void setup(void)
{
	dictionary = (struct dictionary) { .driver = "cxi", .source = DICTIONARY_CXI };
	setenv(DICTIONARY_FOLDER_ENV, files, 1);
	ck_assert_msg(!dictionary_read_all(&dictionary, files, &failure), "%s: %s", failure.path,
		      failure.problem.text);
}

static void teardown(void)
{
	dictionary_free(&dictionary);
}

static void is_described(const struct gpcd_reg *reg)
{
	const char *name = name_of(reg);
	char meaning[DICTIONARY_MEANING_ROOM];
	struct dictionary_match match;
	struct dictionary_form form;

	ck_assert_msg(dictionary_find(&dictionary, "telemetry", name, &match), "%s", name);
	form = dictionary_form(&dictionary, match.entry, gpcd_chip_name(reg->chip));
	ck_assert_msg(form.bits == reg->rule->width, "%s has %u bits", name, reg->rule->width);
	ck_assert_msg((form.kind == DICTIONARY_COUNTER) == (reg->rule->kind == GPCD_KIND_COUNTER),
		      "%s is a %s", name, gpcd_kind_name(reg->rule->kind));
	ck_assert_msg(match.entry->unit == reg->rule->unit, "%s counts %s", name,
		      gpcd_unit_name(reg->rule->unit));
	ck_assert_msg(match.entry->inferred == !!(reg->rule->flags & GPCD_RULE_INFERRED), "%s",
		      name);
	/* Numbers are letters in a rule's meaning. */
	if (reg->rule->dim[0].count || !match.entry->meaning[0])
		return;
	dictionary_meaning(&match, meaning);
	ck_assert_str_eq(reg->rule->help, meaning);
}

START_TEST(registers_are_what_the_dictionary_says)
{
	unsigned int chip = chips[_i], i, names = 0;
	const char *version = gpcd_chip_name(chip);
	struct gpcd_reg reg;

	for (i = 0; !gpcd_catalogue_at(chip, i, &reg); i++)
		is_described(&reg);
	for (size_t entry = 0; entry < dictionary.count; entry++) {
		const struct dictionary_entry *it = &dictionary.list[entry];

		if (strcmp(dictionary_head(&dictionary, it)->families, "telemetry"))
			continue;
		if (dictionary_form(&dictionary, it, version).kind != DICTIONARY_ABSENT)
			names += dictionary_name_count(it->name);
	}
	ck_assert_uint_eq(names, gpcd_catalogue_count(chip));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("cassini");
	TCase *tcase = tcase_create("registers"), *described = tcase_create("dictionary");

	files = realpath("lib/dictionary/files", NULL);
#define EACH_VERSION(test) tcase_add_loop_test(tcase, test, 0, ARRAY_SIZE(chips))
	EACH_VERSION(registers_share_words);
	EACH_VERSION(registers_begin_at_any_bit);
	EACH_VERSION(some_words_are_full);
	EACH_VERSION(an_address_is_one_registers);
	EACH_VERSION(the_describing_page_is_no_registers);
	tcase_add_test(tcase, the_versions_differ_in_places_and_in_new_items);
	suite_add_tcase(suite, tcase);
	tcase_add_checked_fixture(described, setup, teardown);
	tcase_add_loop_test(described, registers_are_what_the_dictionary_says, 0,
			    ARRAY_SIZE(chips));
	suite_add_tcase(suite, described);
	return suite_run(suite);
}
