// SPDX-License-Identifier: GPL-2.0-only
/* Counters that ethtool has defined for all drivers, from a kernel that a test plays. */
#include <linux/ethtool_netlink.h>
#include <linux/if_link.h>

#include "ioctls.h"
#include "nics/sources.h"
#include "reading.h"
#include "replies.h"
#include "suite.h"

#define LINK	1	/* counters before those of ethtool */

static struct nic nic;

/* --- the kernel --- */

static void fill_link(struct nl_msg *message)
{
	const struct ifinfomsg head = { .ifi_index = 7 };

	put_head(message, RTM_NEWLINK, &head, sizeof(head));
	put_text(message, IFLA_IFNAME, "eth9");
}

static void fill_stats(struct nl_msg *message)
{
	const struct if_stats_msg head = {};

	put_head(message, RTM_NEWSTATS, &head, sizeof(head));
	put_u64(message, IFLA_STATS_LINK_64, 1);
}

static void fill_family(struct nl_msg *message)
{
	const struct genlmsghdr head = { .cmd = CTRL_CMD_NEWFAMILY };

	put_head(message, GENL_ID_CTRL, &head, sizeof(head));
	ck_assert_int_eq(nla_put_u16(message, CTRL_ATTR_FAMILY_ID, ETHTOOL_FAMILY), 0);
}

static void begin(struct nl_msg *message)
{
	const struct genlmsghdr head = { .version = ETHTOOL_GENL_VERSION };

	put_head(message, ETHTOOL_FAMILY, &head, sizeof(head));
}

static void put_string(struct nl_msg *message, uint32_t index, const char *text)
{
	struct nlattr *nest = put_nest(message, ETHTOOL_A_STRINGS_STRING);

	put_u32(message, ETHTOOL_A_STRING_INDEX, index);
	put_text(message, ETHTOOL_A_STRING_VALUE, text);
	nla_nest_end(message, nest);
}

static void put_set(struct nl_msg *message, uint32_t id, const char *first, const char *second)
{
	struct nlattr *set = put_nest(message, ETHTOOL_A_STRINGSETS_STRINGSET), *strings;

	put_u32(message, ETHTOOL_A_STRINGSET_ID, id);
	strings = put_nest(message, ETHTOOL_A_STRINGSET_STRINGS);
	put_string(message, 0, first);
	put_string(message, 1, second);
	nla_nest_end(message, strings);
	nla_nest_end(message, set);
}

static void fill_names(struct nl_msg *message)
{
	struct nlattr *sets;

	begin(message);
	sets = put_nest(message, ETHTOOL_A_STRSET_STRINGSETS);
	put_set(message, ETH_SS_STATS_ETH_MAC, "FramesTransmittedOK", "SingleCollisionFrames");
	put_set(message, ETH_SS_STATS_RMON, "etherStatsUndersizePkts", "etherStatsOversizePkts");
	nla_nest_end(message, sets);
}

static void put_stat(struct nl_msg *message, int id, uint64_t value)
{
	struct nlattr *nest = put_nest(message, ETHTOOL_A_STATS_GRP_STAT);

	put_u64(message, id, value);
	nla_nest_end(message, nest);
}

static void put_class(struct nl_msg *message, int way, uint32_t least, uint32_t most,
		      uint64_t value)
{
	struct nlattr *nest = put_nest(message, way);

	put_u32(message, ETHTOOL_A_STATS_GRP_HIST_BKT_LOW, least);
	put_u32(message, ETHTOOL_A_STATS_GRP_HIST_BKT_HI, most);
	put_u64(message, ETHTOOL_A_STATS_GRP_HIST_VAL, value);
	nla_nest_end(message, nest);
}

static struct nlattr *begin_group(struct nl_msg *message, uint32_t set)
{
	struct nlattr *nest = put_nest(message, ETHTOOL_A_STATS_GRP);

	put_u32(message, ETHTOOL_A_STATS_GRP_ID, set - ETH_SS_STATS_ETH_PHY);
	put_u32(message, ETHTOOL_A_STATS_GRP_SS_ID, set);
	return nest;
}

/* What the driver counts. */
static bool has_second, has_class;

static void fill_groups(struct nl_msg *message)
{
	struct nlattr *nest;

	begin(message);
	nest = begin_group(message, ETH_SS_STATS_ETH_MAC);
	put_stat(message, 0, 10);
	if (has_second)
		put_stat(message, 1, 11);
	put_stat(message, 40, 12);
	nla_nest_end(message, nest);
	nest = begin_group(message, ETH_SS_STATS_RMON + 5);
	put_stat(message, 0, 99);
	nla_nest_end(message, nest);
	nest = begin_group(message, ETH_SS_STATS_RMON);
	put_stat(message, 1, 13);
	put_class(message, ETHTOOL_A_STATS_GRP_HIST_RX, 0, 64, 14);
	put_class(message, ETHTOOL_A_STATS_GRP_HIST_RX, 65, 127, 15);
	if (has_class)
		put_class(message, ETHTOOL_A_STATS_GRP_HIST_TX, 1519, 0, 16);
	nla_nest_end(message, nest);
}

static void fill_short_group(struct nl_msg *message)
{
	struct nlattr *nest, *stat;

	begin(message);
	nest = begin_group(message, ETH_SS_STATS_ETH_MAC);
	stat = put_nest(message, ETHTOOL_A_STATS_GRP_STAT);
	put_u32(message, 0, 10);
	nla_nest_end(message, stat);
	nla_nest_end(message, nest);
}

static void fill_pause(struct nl_msg *message)
{
	struct nlattr *nest;

	begin(message);
	nest = put_nest(message, ETHTOOL_A_PAUSE_STATS);
	put_u64(message, ETHTOOL_A_PAUSE_STAT_RX_FRAMES, 21);
	nla_nest_end(message, nest);
}

static void fill_without_stats(struct nl_msg *message)
{
	begin(message);
}

static void fill_fec(struct nl_msg *message)
{
	const uint64_t corrected[] = { 31, 32, 33 }, lost = 34;
	struct nlattr *nest;

	begin(message);
	nest = put_nest(message, ETHTOOL_A_FEC_STATS);
	nla_put(message, ETHTOOL_A_FEC_STAT_CORRECTED, sizeof(corrected), corrected);
	nla_put(message, ETHTOOL_A_FEC_STAT_UNCORR, sizeof(lost), &lost);
	nla_put(message, ETHTOOL_A_FEC_STAT_CORR_BITS, 0, NULL);
	nla_nest_end(message, nest);
}

static void setup(void)
{
	replies_begin();
	read_clear();
	memset(&driver, 0, sizeof(driver));
	has_second = true;
	has_class = true;
	reply_to(RTM_GETLINK, 0, fill_link);
	reply_to(RTM_GETSTATS, 0, fill_stats);
	reply_to(FIND_FAMILY, 0, fill_family);
	reply_to(ETHTOOL(ETHTOOL_MSG_STRSET_GET), 0, fill_names);
	nic = (struct nic){};
}

static void teardown(void)
{
	if (nic.private)
		nic_source_net.close(&nic);
}

static void open_it(unsigned int count)
{
	ck_assert_int_eq(nic_source_net.open(&nic, "eth9"), 0);
	ck_assert_uint_eq(nic.count, LINK + count);
}

static int read_it(void)
{
	return nic_source_net.read(&nic, NULL, &reading);
}

static void item_is(unsigned int i, const char *family, const char *name)
{
	ck_assert_str_eq(nic.items[LINK + i].family, family);
	ck_assert_str_eq(nic.items[LINK + i].name, name);
}

static void with_groups(void)
{
	reply_to(ETHTOOL(ETHTOOL_MSG_STATS_GET), 0, fill_groups);
}

/* --- groups --- */

START_TEST(names_are_the_kernels)
{
	with_groups();
	open_it(7);
	item_is(0, "eth-mac", "FramesTransmittedOK");
	item_is(1, "eth-mac", "SingleCollisionFrames");
	item_is(3, "rmon", "etherStatsOversizePkts");
}
END_TEST

START_TEST(a_counter_without_a_name_has_its_number)
{
	with_groups();
	open_it(7);
	item_is(2, "eth-mac", "40");
}
END_TEST

START_TEST(classes_are_named_as_by_ethtool)
{
	with_groups();
	open_it(7);
	item_is(4, "rmon", "rx-rmon-etherStatsPkts64Octets");
	item_is(5, "rmon", "rx-rmon-etherStatsPkts65to127Octets");
	item_is(6, "rmon", "tx-rmon-etherStatsPkts1519toMaxOctets");
}
END_TEST

START_TEST(values_of_groups)
{
	with_groups();
	open_it(7);
	ck_assert_int_eq(read_it(), 0);
	for (unsigned int i = 0; i < 7; i++)
		read_is(LINK + i, 10 + i);
	ck_assert_uint_eq(read_ns[LINK], read_ns[LINK + 6]);
}
END_TEST

START_TEST(one_message_for_all_groups)
{
	with_groups();
	open_it(7);
	asked = 0;
	ck_assert_int_eq(read_it(), 0);
	ck_assert_uint_eq(asked, 2);
}
END_TEST

START_TEST(what_a_driver_does_not_count_is_no_item)
{
	has_second = false;
	has_class = false;
	with_groups();
	open_it(5);
	item_is(1, "eth-mac", "40");
}
END_TEST

START_TEST(a_counter_that_comes)
{
	has_second = false;
	with_groups();
	open_it(6);
	has_second = true;
	ck_assert_int_eq(read_it(), -ESTALE);
}
END_TEST

/* In the middle of the list, and at its end. */
START_TEST(a_counter_that_goes)
{
	with_groups();
	open_it(7);
	has_second = _i;
	has_class = !_i;
	ck_assert_int_eq(read_it(), -ESTALE);
}
END_TEST

START_TEST(a_group_that_is_refused)
{
	with_groups();
	open_it(7);
	reply_to(ETHTOOL(ETHTOOL_MSG_STATS_GET), -EIO, NULL);
	ck_assert_int_eq(read_it(), 0);
	read_is(0, 1);
	read_is_none(LINK, GPCD_STATUS_REFUSED);
	read_is_none(LINK + 6, GPCD_STATUS_REFUSED);
}
END_TEST

START_TEST(a_value_of_32_bits_is_none)
{
	reply_to(ETHTOOL(ETHTOOL_MSG_STATS_GET), 0, fill_short_group);
	open_it(0);
}
END_TEST

/* --- beside settings --- */

START_TEST(pause_frames)
{
	reply_to(ETHTOOL(ETHTOOL_MSG_PAUSE_GET), 0, fill_pause);
	open_it(1);
	item_is(0, "pause", "rx_pause_frames");
	ck_assert_int_eq(read_it(), 0);
	read_is(LINK, 21);
}
END_TEST

START_TEST(settings_without_counters)
{
	reply_to(ETHTOOL(ETHTOOL_MSG_PAUSE_GET), 0, fill_without_stats);
	open_it(0);
}
END_TEST

START_TEST(counters_that_go_from_settings)
{
	reply_to(ETHTOOL(ETHTOOL_MSG_PAUSE_GET), 0, fill_pause);
	open_it(1);
	reply_to(ETHTOOL(ETHTOOL_MSG_PAUSE_GET), 0, fill_without_stats);
	ck_assert_int_eq(read_it(), -ESTALE);
}
END_TEST

START_TEST(error_correction_by_lane)
{
	reply_to(ETHTOOL(ETHTOOL_MSG_FEC_GET), 0, fill_fec);
	open_it(4);
	item_is(0, "fec", "corrected_blocks");
	item_is(1, "fec", "corrected_blocks_lane_0");
	item_is(2, "fec", "corrected_blocks_lane_1");
	item_is(3, "fec", "uncorrectable_blocks");
	ck_assert_int_eq(read_it(), 0);
	for (unsigned int i = 0; i < 4; i++)
		read_is(LINK + i, 31 + i);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("nic_ethtool");
	TCase *groups = tcase_create("groups"), *settings = tcase_create("settings");

	suite_add_tcase(suite, groups);
	tcase_add_checked_fixture(groups, setup, teardown);
	tcase_add_test(groups, names_are_the_kernels);
	tcase_add_test(groups, a_counter_without_a_name_has_its_number);
	tcase_add_test(groups, classes_are_named_as_by_ethtool);
	tcase_add_test(groups, values_of_groups);
	tcase_add_test(groups, one_message_for_all_groups);
	tcase_add_test(groups, what_a_driver_does_not_count_is_no_item);
	tcase_add_test(groups, a_counter_that_comes);
	tcase_add_loop_test(groups, a_counter_that_goes, 0, 2);
	tcase_add_test(groups, a_group_that_is_refused);
	tcase_add_test(groups, a_value_of_32_bits_is_none);
	suite_add_tcase(suite, settings);
	tcase_add_checked_fixture(settings, setup, teardown);
	tcase_add_test(settings, pause_frames);
	tcase_add_test(settings, settings_without_counters);
	tcase_add_test(settings, counters_that_go_from_settings);
	tcase_add_test(settings, error_correction_by_lane);
	return suite_run(suite);
}
