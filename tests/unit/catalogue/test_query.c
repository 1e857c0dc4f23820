// SPDX-License-Identifier: GPL-2.0-only
/*
 * Questions to a register: globs, other names, queries, fields, what a write changes.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalogue/rules.h"
#include "registers.h"
#include "suite.h"

static const struct {
	const char *glob;
	unsigned int gemini;
} glob_cases[] = {
	{ "*", 1552 }, { "**", 1552 }, { "", 0 }, { "?", 0 }, { "GM_*", 1552 },
	{ "GM_0_0_TILE_*", 24 }, { "GM_?_?_TILE_PERFORMANCE_COUNTERS_[0-5]", 288 },
	{ "GM_?_?_TILE_PERFORMANCE_COUNTERS_[!0-4]", 48 }, { "GM_[!0]_*", 960 },
	{ "GM_[!]0]_*", 960 },
	{ "*_VC[01]_ALL", 96 }, { "*_VC0_*_*", 0 }, { "GM_NL_PERF_COUNTER_22?", 10 },
	{ "gm_*", 1552 }, { "gM_[!]0]_*", 960 }, { "*_vc[a-B01]_aLL", 96 },
	{ "*[", 0 }, { "GM_[", 0 }, { "[]", 0 }, { "GM_[]0]_0_*0", 5 },
	{ "*STALLED*CNTR", 6 }, { "GM_0_0_TILE_PERFORMANCE_COUNTERS_0", 1 },
	{ "GM_0_0_TILE_PERFORMANCE_COUNTERS_", 0 }, { "AR_*", 0 },
	{ "GM_[\306-7]_*", 0 }, { "GM_[0-\306]_*", 1152 },
	{ "GM_TILE_PERF_*:?:?", 288 }, { "gm_tile_perf_*_phit_cnt:[0-2]:7", 6 }, { "*:0:8", 0 },
	{ "*:*", 288 }, { "GM_TILE_PERF_*", 0 }, { "GM_*_PERF_*", 382 },
};

START_TEST(globs)
{
	unsigned int i, found;
	struct gpcd_reg reg;

	for (found = 0, i = 0; i < gpcd_catalogue_count(GPCD_CHIP_GEMINI); i++) {
		reg = reg_at(GPCD_CHIP_GEMINI, i);
		found += gpcd_reg_match(&reg, glob_cases[_i].glob);
	}
	ck_assert_msg(found == glob_cases[_i].gemini, "\"%s\" matches %u registers, not %u",
		      glob_cases[_i].glob, found, glob_cases[_i].gemini);
}
END_TEST

/* Pedretti et al., Table I; a row n and a column m. */
static const char *const table_1[] = {
	"GM_TILE_PERF_VC0_PHIT_CNT", "GM_TILE_PERF_VC1_PHIT_CNT", "GM_TILE_PERF_VC0_PKT_CNT",
	"GM_TILE_PERF_VC1_PKT_CNT", "GM_TILE_PERF_INQ_STALL", "GM_TILE_PERF_CREDIT_STALL",
};

START_TEST(other_names_find_the_same_register)
{
	char name[2 * GPCD_NAME_MAX], also[GPCD_NAME_MAX];
	struct gpcd_reg reg;

	for (unsigned int tile = 0; tile < 48; tile++) {
		snprintf(also, sizeof(also), "%s:%u:%u", table_1[_i], tile / 8, tile % 8);
		snprintf(name, sizeof(name), "GM_%u_%u_TILE_PERFORMANCE_COUNTERS_%d", tile / 8,
			 tile % 8, _i);
		reg = reg_named(GPCD_CHIP_GEMINI, also);
		ck_assert_str_eq(name_of(&reg), name);
		ck_assert_uint_eq(gpcd_reg_also(&reg, name), strlen(also));
		ck_assert_str_eq(name, also);
	}
}
END_TEST

START_TEST(other_names_are_whole)
{
	static const char *const wrong[] = { "", ":0", ":6:0", ":0:8", ":0:0:0", ":00:0", ":0:" };
	char name[GPCD_NAME_MAX];
	struct gpcd_reg reg;

	for (unsigned int i = 0; i < ARRAY_SIZE(wrong); i++) {
		snprintf(name, sizeof(name), "%s%s", table_1[_i], wrong[i]);
		ck_assert_int_eq(gpcd_catalogue_by_name(GPCD_CHIP_GEMINI, name, &reg), -1);
	}
	reg = reg_named(GPCD_CHIP_GEMINI, "GM_AMO_PERF_TAG_HIT_CNTR");
	ck_assert_uint_eq(gpcd_reg_also(&reg, name), 0);
	ck_assert_str_eq(name, "");
}
END_TEST

/* Two names for each of eight registers, in as many places as there are bits for. */
static int build_in_places(unsigned int bits)
{
	static const struct gpcd_block block = { .name = "made-up", .help = "made up" };
	static const struct gpcd_rule rules[] = {
		GPCD_PLAIN(block, 0, "X_#", 8, COUNTER, "", .also = "Y:#",
			   .dim = { GPCD_TIMES(8) }),
		{}
	};
	static const struct gpcd_rule *const lists[] = { rules, NULL };
	static const struct gpcd_chip_registers registers = { .rules = lists };
	static const struct gpcd_chip_row row = { .registers = &registers, .regs = 8 };
	__u16 by_name[32] = { 0 }, by_addr[32] = { 0 };
	struct gpcd_reg regs[8];
	struct gpcd_chip_tables tables = {
		.row = &row, .regs = regs, .by_name = by_name, .by_addr = by_addr, .bits = bits,
	};
	int err = gpcd_chip_build(&tables, 0);

	ck_assert_uint_eq(tables.count, err ? 0 : 8);
	if (!err) {
		ck_assert_ptr_eq(gpcd_chip_named(&tables, "y:7"), &regs[7]);
		ck_assert_ptr_null(gpcd_chip_named(&tables, "Y:8"));
	}
	return err;
}

START_TEST(other_names_need_room)
{
	ck_assert_int_eq(build_in_places(5), 0);
	ck_assert_int_eq(build_in_places(4), -1);
}
END_TEST

static const struct {
	struct gpcd_query query;
	unsigned int gemini;
} query_cases[] = {
	{ { NULL, NULL, -1, -1, -1 }, 1552 },
	{ { NULL, "tile-*", GPCD_KIND_COUNTER, -1, -1 }, 768 },
	{ { NULL, "tile-static", -1, -1, -1 }, 288 },
	{ { NULL, NULL, -1, 2, 3 }, 24 },
	{ { NULL, NULL, -1, 0, -1 }, 192 },
	{ { NULL, NULL, GPCD_KIND_SETUP, -1, -1 }, 385 },
	{ { NULL, NULL, GPCD_KIND_GAUGE, -1, -1 }, 1 },
	{ { "*_VC0_*", NULL, GPCD_KIND_COUNTER, 5, 7 }, 5 },
	{ { NULL, "nic-*", -1, 0, -1 }, 0 },
	{ { NULL, "nic-amo", GPCD_KIND_CONTROL, -1, -1 }, 1 },
};

START_TEST(queries)
{
	unsigned int i, found;
	struct gpcd_reg reg;

	for (found = 0, i = 0; i < gpcd_catalogue_count(GPCD_CHIP_GEMINI); i++) {
		reg = reg_at(GPCD_CHIP_GEMINI, i);
		found += gpcd_reg_wanted(&reg, &query_cases[_i].query);
	}
	ck_assert_msg(found == query_cases[_i].gemini, "query %d finds %u registers, not %u", _i,
		      found, query_cases[_i].gemini);
}
END_TEST

START_TEST(fields_by_name)
{
	struct gpcd_reg reg = reg_named(GPCD_CHIP_ARIES, "AR_RTR_3_1_COLBUF_PERF_STALL_RQ");
	const struct gpcd_field *field = gpcd_reg_field(&reg, "Col_Buf_Perf_Stall_RQ");

	ck_assert_ptr_nonnull(field);
	ck_assert_uint_eq(field->kind, GPCD_KIND_COUNTER);
	ck_assert_uint_eq(gpcd_field_value(field, ~0ull), (1ull << 61) - 1);
	field = gpcd_reg_field(&reg, "VC_PTR");
	ck_assert_ptr_nonnull(field);
	ck_assert_uint_eq(gpcd_field_value(field, 0xa000000000000001ull), 5);
	ck_assert_ptr_null(gpcd_reg_field(&reg, "VC_PT"));
	ck_assert_ptr_null(gpcd_reg_field(&reg, "VC_PTRX"));
	ck_assert_ptr_null(gpcd_reg_field(&reg, ""));
	reg = reg_named(GPCD_CHIP_GEMINI, "GM_0_0_TILE_PERFORMANCE_COUNTERS_0");
	ck_assert_ptr_null(gpcd_reg_field(&reg, "VC_PTR"));
	ck_assert_ptr_null(gpcd_reg_field(&reg, ""));
}
END_TEST

START_TEST(fields_fit_and_do_not_overlap)
{
	const struct gpcd_field *field;
	struct gpcd_reg reg;
	unsigned int i, f;
	__u64 seen, bits;

	for (i = 0; i < gpcd_catalogue_count(_i); i++) {
		reg = reg_at(_i, i);
		for (seen = 0, f = 0; f < reg.rule->nfields; f++, seen |= bits) {
			field = &reg.rule->fields[f];
			bits = gpcd_width_mask(field->width) << field->lsb;
			ck_assert_msg(!(seen & bits), "%s:%s overlaps", name_of(&reg), field->name);
			ck_assert_msg(field->lsb + field->width <= reg.rule->width,
				      "%s:%s is too wide", name_of(&reg), field->name);
			ck_assert_ptr_eq(gpcd_reg_field(&reg, field->name), field);
			ck_assert_uint_lt(field->kind, GPCD_KINDS);
		}
		ck_assert_msg(reg.rule->nfields || reg.rule->kind != GPCD_KIND_PACKED,
			      "%s is packed without fields", name_of(&reg));
	}
}
END_TEST

static const struct {
	unsigned int chip;
	const char *name;
	__u64 mask;
} mask_cases[] = {
	{ GPCD_CHIP_GEMINI, "GM_0_0_TILE_PERFORMANCE_COUNTERS_0", 0xffffffffffff },
	{ GPCD_CHIP_GEMINI, "GM_5_7_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC1_3",
	  ~0x1ffull },
	{ GPCD_CHIP_GEMINI, "GM_AMO_PERF_COUNTER_EN", ~0ull },
	{ GPCD_CHIP_GEMINI, "GM_RMT_SEND_PERFORMANCE_COUNTERS7", 0xffffffff },
	{ GPCD_CHIP_ARIES, "AR_NIC_ORB_CFG_NET_RSP_HIST_1", ~0xffffull },
	{ GPCD_CHIP_ARIES, "AR_NIC_ORB_CFG_NET_RSP_HIST_OVF", 0xff },
	{ GPCD_CHIP_ARIES, "AR_NIC_ORB_CFG_PRF_TRK_COMP_0", 0xfffffffc0fffffffull },
	{ GPCD_CHIP_ARIES, "AR_NIC_NETMON_PRF_EVENT_CNTR_CTRL", 0xf },
	{ GPCD_CHIP_ARIES, "AR_RTR_0_0_COLBUF_PERF_STALL_RS", ~0ull },
	{ GPCD_CHIP_ARIES, "AR_RTR_0_0_INQ_PRF_FLIT7_FILTERING_MASK", (1ull << 49) - 1 },
};

START_TEST(write_masks)
{
	struct gpcd_reg reg = reg_named(mask_cases[_i].chip, mask_cases[_i].name);
	__u64 mask = gpcd_reg_write_mask(&reg);

	ck_assert_msg(mask == mask_cases[_i].mask, "%s: 0x%llx", mask_cases[_i].name, mask);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("query");
	TCase *tcase = tcase_create("query");

	tcase_add_loop_test(tcase, globs, 0, ARRAY_SIZE(glob_cases));
	tcase_add_loop_test(tcase, other_names_find_the_same_register, 0, ARRAY_SIZE(table_1));
	tcase_add_loop_test(tcase, other_names_are_whole, 0, ARRAY_SIZE(table_1));
	tcase_add_test(tcase, other_names_need_room);
	tcase_add_loop_test(tcase, queries, 0, ARRAY_SIZE(query_cases));
	tcase_add_test(tcase, fields_by_name);
	tcase_add_loop_test(tcase, fields_fit_and_do_not_overlap, GPCD_CHIP_GEMINI, GPCD_CHIPS);
	tcase_add_loop_test(tcase, write_masks, 0, ARRAY_SIZE(mask_cases));
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
