// SPDX-License-Identifier: GPL-2.0-only
/* Which packets match (lib/netsim/image/gemini.c): phits as in the whitepaper's Fig. 6. */
#include <gpcd_pub.h>

#include "netsim/image/view.h"
#include "suite.h"

/* From node 1 of chip 0x1234 to node 0 of chip 0xbeef. */
static const struct net_header request = { .src = 0x2469, .dst = 0x17dde, .vc = 0, .phits = 32 };
static const struct net_header response = { .src = 0x2469, .dst = 0x17dde, .vc = 1, .phits = 27 };
static const struct net_header one_phit = { .src = 0x2469, .dst = 0x17dde, .vc = 0, .phits = 1 };

static unsigned int match(const struct net_header *header, uint32_t phit, uint32_t pattern,
			  uint32_t mask)
{
	const struct gpcd_feed_filter filters[NET_FILTERS] = {
		[2] = { .valid = 1, .phit = phit, .pattern = pattern, .mask = mask },
	};

	return net_filters_match(filters, header);
}

/* Filter 2 and ALL: bits 2 and 4. */
#define YES	0x14
#define NO	0

START_TEST(destination_is_the_chip_from_bit_6_on)
{
	ck_assert_uint_eq(match(&request, GPC_FILTER_PHIT_DEST, 0xbeef << 6,
				GPC_FILTER_MASK_DEST), YES);
	ck_assert_uint_eq(match(&request, GPC_FILTER_PHIT_DEST, 0xbeee << 6,
				GPC_FILTER_MASK_DEST), NO);
}
END_TEST

START_TEST(virtual_channel_is_the_top_of_the_head_phit)
{
	ck_assert_uint_eq(match(&request, GPC_FILTER_PHIT_VC, 0, GPC_FILTER_MASK_VC), YES);
	ck_assert_uint_eq(match(&request, GPC_FILTER_PHIT_VC, 0x400000, GPC_FILTER_MASK_VC), NO);
	ck_assert_uint_eq(match(&response, GPC_FILTER_PHIT_VC, 0x400000, GPC_FILTER_MASK_VC),
			  YES);
}
END_TEST

START_TEST(source_is_the_chip_from_bit_8_on_and_both_nics_below)
{
	ck_assert_uint_eq(match(&request, GPC_FILTER_PHIT_SRC, 0x123400, GPC_FILTER_MASK_SRC),
			  YES);
	/* DstID 0 in bits 7:6, SrcID 1 in bits 5:4 */
	ck_assert_uint_eq(match(&request, GPC_FILTER_PHIT_SRC, 0x123410, 0xfffff0), YES);
	ck_assert_uint_eq(match(&request, GPC_FILTER_PHIT_SRC, 0x123450, 0xfffff0), NO);
}
END_TEST

START_TEST(what_nobody_simulates_is_zero)
{
	static const struct {
		uint32_t phit, mask;
	} fields[] = {
		{ GPC_FILTER_PHIT_PTAG, GPC_FILTER_MASK_PTAG },
		{ GPC_FILTER_PHIT_SSID, GPC_FILTER_MASK_SSID },
	};

	for (int i = 0; i < 2; i++) {
		ck_assert_uint_eq(match(&request, fields[i].phit, 0, fields[i].mask), YES);
		ck_assert_uint_eq(match(&request, fields[i].phit, fields[i].mask,
					fields[i].mask), NO);
	}
}
END_TEST

/* Bits 6 to 23 of the address are in bits 6 to 23 of phit 1, 24 to 37 in 2 to 15 of phit 2. */
START_TEST(address_is_that_in_the_transfer)
{
	const struct net_header header = {
		.dst = 1, .phits = 32, .offset = 5ULL << 24 | 0xabc0, .op = NET_PUT,
	};

	ck_assert_uint_eq(match(&header, GPC_FILTER_PHIT_ADDRL, 0xabc0, GPC_FILTER_MASK_ADDRL),
			  YES);
	ck_assert_uint_eq(match(&header, GPC_FILTER_PHIT_ADDRL, 0xab80, GPC_FILTER_MASK_ADDRL),
			  NO);
	ck_assert_uint_eq(match(&header, GPC_FILTER_PHIT_ADDRU, 5 << 2, GPC_FILTER_MASK_ADDRU),
			  YES);
}
END_TEST

/* In bits 2 to 7 of phit 5. */
START_TEST(command_tells_what_a_request_is)
{
	static const struct {
		enum net_op op;
		uint32_t command;
	} is[] = { { NET_PUT, 1 }, { NET_GET, 2 }, { NET_AMO, 3 }, { NET_RAW, 0 } };

	for (int i = 0; i < 4; i++) {
		const struct net_header header = { .dst = 1, .phits = 8, .op = is[i].op };

		ck_assert_uint_eq(match(&header, 5, is[i].command << 2, 0xfc), YES);
		ck_assert_uint_eq(match(&header, 5, (is[i].command ^ 1) << 2, 0xfc), NO);
	}
}
END_TEST

START_TEST(a_mask_of_nothing_matches_what_has_the_phit)
{
	ck_assert_uint_eq(match(&request, 6, 0xffffff, 0), YES);
	ck_assert_uint_eq(match(&request, 7, 0, 0), NO);
	ck_assert_uint_eq(match(&response, 0, 0xffffff, 0), YES);
	ck_assert_uint_eq(match(&response, 1, 0, 0), NO);
	ck_assert_uint_eq(match(&one_phit, 0, 0, 0), YES);
	ck_assert_uint_eq(match(&one_phit, 1, 0, 0), NO);
}
END_TEST

START_TEST(all_is_what_any_filter_matched)
{
	struct gpcd_feed_filter filters[NET_FILTERS] = {
		{ .valid = 1, .pattern = 0xbeef << 6, .mask = GPC_FILTER_MASK_DEST },
		{ .valid = 1, .pattern = 0xbeee << 6, .mask = GPC_FILTER_MASK_DEST },
		{ .valid = 0, .pattern = 0xbeef << 6, .mask = GPC_FILTER_MASK_DEST },
		{ .valid = 1, .pattern = 0, .mask = GPC_FILTER_MASK_VC },
	};

	/* 0 and 3, and ALL once; 2 would match, but is not valid */
	ck_assert_uint_eq(net_filters_match(filters, &request), 0x19);
	filters[0].valid = 0;
	filters[3].valid = 0;
	ck_assert_uint_eq(net_filters_match(filters, &request), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_filter");
	TCase *tcase = tcase_create("filter");

	suite_add_tcase(suite, tcase);
	tcase_add_test(tcase, destination_is_the_chip_from_bit_6_on);
	tcase_add_test(tcase, virtual_channel_is_the_top_of_the_head_phit);
	tcase_add_test(tcase, source_is_the_chip_from_bit_8_on_and_both_nics_below);
	tcase_add_test(tcase, what_nobody_simulates_is_zero);
	tcase_add_test(tcase, address_is_that_in_the_transfer);
	tcase_add_test(tcase, command_tells_what_a_request_is);
	tcase_add_test(tcase, a_mask_of_nothing_matches_what_has_the_phit);
	tcase_add_test(tcase, all_is_what_any_filter_matched);
	return suite_run(suite);
}
