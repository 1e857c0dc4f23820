// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which counters of a Cassini move, and by how much (kmod/chips/cassini/nic.c): these, and no
 * others.
 */
#include <string.h>

#include "chip.h"
#include "image/nic_rules.h"
#include "suite.h"

/* Where requests and responses are sent, and where they are received. */
static const unsigned int sent_at[] = { GPCD_NIC_REQUESTS_SENT, GPCD_NIC_RESPONSES_SENT };
static const unsigned int got_at[] = { GPCD_NIC_REQUESTS_RECEIVED, GPCD_NIC_RESPONSES_RECEIVED };

static struct chip chip;
static struct gpcd_nic_counters counters;

/* The loop index is the chip. */
static void start(unsigned int which)
{
	chip_create(&chip, which, 1);
	ck_assert_int_eq(gpcd_nic_init(&counters, which), 0);
}

static void count(struct gpcd_nic_packets packets)
{
	gpcd_nic_count(&counters, &chip.image[0], 0, &packets);
}

/* Count packets with so many words of payload each. */
static void pass(unsigned int way, unsigned int kind, unsigned int packets, unsigned int words)
{
	struct gpcd_nic_packets what = { .way = way, .kind = kind, .packets = packets };

	what.sized[words] = packets;
	count(what);
}

struct expected {
	const char *name;
	__u64 value;
};

static __u64 wanted(const struct expected *expected, const char *name)
{
	for (; expected->name; expected++)
		if (!strcmp(name, expected->name))
			return expected->value;
	return 0;
}

/* Compare all registers, gauges too, and release the chip. */
static void expect(const struct expected *expected)
{
	char name[GPCD_NAME_MAX];
	struct gpcd_reg reg;
	unsigned int i, found = 0, all = 0;
	__u64 value, want;

	for (i = 0; expected[i].name; i++)
		all++;
	for (i = 0; !gpcd_catalogue_at(chip.image[0].chip, i, &reg); i++) {
		gpcd_reg_name(&reg, name);
		value = chip_reg_get(&chip, 0, &reg);
		want = wanted(expected, name);
		found += want != 0;
		ck_assert_msg(value == want, "%s is %llu, not %llu", name, value, want);
	}
	ck_assert_uint_eq(found, all);
	chip_destroy(&chip);
}

/* A PUT of 64 bytes has 27 + 64 octets, its response 27. The NIC reads what it sends. */
START_TEST(puts_issued)
{
	static const struct expected expected[] = {
		{ "hni_pkts_sent_by_tc_0", 10 }, { "hni_pkts_recv_by_tc_1", 10 },
		{ "hni_sts_tx_ok_octets", 910 }, { "hni_sts_tx_octets_opt", 910 },
		{ "hni_sts_rx_ok_octets", 270 }, { "hni_sts_rx_octets_opt", 270 },
		{ "hni_tx_ok_opt", 10 }, { "hni_tx_ok_65_to_127", 10 },
		{ "hni_rx_ok_opt", 10 }, { "hni_rx_ok_27", 10 },
		{ "ixe_tc_rsp_no_ecn_pkts_1", 10 }, { "ixe_rx_ptl_response_pkt", 10 },
		{ "pct_req_unordered", 10 }, { "pct_responses_received", 10 },
		{ "oxe_ptl_tx_put_pkts_tsc_0", 10 },
		{ "parbs_tarb_oxe_non_posted_pkts", 10 }, { "parbs_tarb_pi_non_posted_pkts", 10 },
		{ "pi_pti_tarb_mrd_pkts", 10 }, { "pi_ipd_pti_tarb_xali_non_posted_tlps", 10 },
		{ "pi_ipd_pri_rbyp_tlps", 10 }, { "pi_pri_rarb_rbyp_tlps", 10 },
		{ "parbs_rarb_pi_completion_pkts", 10 }, { "parbs_rarb_oxe_completion_pkts", 10 },
		{ "pi_pti_tarb_pkts", 10 },
		{}
	};

	start(_i);
	pass(GPCD_NIC_REQUESTS_SENT, GPCD_NIC_FMA_PUT, 4, 8);
	pass(GPCD_NIC_REQUESTS_SENT, GPCD_NIC_BTE_PUT, 6, 8);
	pass(GPCD_NIC_RESPONSES_RECEIVED, GPCD_NIC_FMA_PUT, 10, 0);
	expect(expected);
}
END_TEST

/* The data of a GET come in responses, and the NIC writes them. */
START_TEST(gets_issued)
{
	static const struct expected expected[] = {
		{ "hni_pkts_sent_by_tc_0", 3 }, { "hni_pkts_recv_by_tc_1", 3 },
		{ "hni_sts_tx_ok_octets", 81 }, { "hni_sts_tx_octets_opt", 81 },
		{ "hni_sts_rx_ok_octets", 3 * 59 }, { "hni_sts_rx_octets_opt", 3 * 59 },
		{ "hni_tx_ok_opt", 3 }, { "hni_tx_ok_27", 3 },
		{ "hni_rx_ok_opt", 3 }, { "hni_rx_ok_36_to_63", 3 },
		{ "ixe_tc_rsp_no_ecn_pkts_1", 3 }, { "ixe_rx_ptl_response_pkt", 3 },
		{ "pct_req_unordered", 3 }, { "pct_responses_received", 3 },
		{ "ixe_disp_dmawr_reqs", 3 }, { "ixe_dmawr_write_reqs", 3 },
		{ "parbs_tarb_ixe_posted_pkts", 3 }, { "parbs_tarb_pi_posted_pkts", 3 },
		{ "pi_pti_tarb_mwr_pkts", 3 }, { "pi_ipd_pti_tarb_xali_posted_tlps", 3 },
		{ "pi_pti_tarb_pkts", 3 },
		{}
	};

	start(_i);
	pass(GPCD_NIC_REQUESTS_SENT, GPCD_NIC_FMA_GET, 3, 0);
	pass(GPCD_NIC_RESPONSES_RECEIVED, GPCD_NIC_BTE_GET, 3, 4);
	expect(expected);
}
END_TEST

START_TEST(puts_and_gets_served)
{
	static const struct expected expected[] = {
		{ "hni_pkts_recv_by_tc_0", 12 }, { "hni_pkts_sent_by_tc_1", 12 },
		{ "hni_sts_rx_ok_octets", 7 * 35 + 5 * 27 },
		{ "hni_sts_rx_octets_opt", 7 * 35 + 5 * 27 },
		{ "hni_sts_tx_ok_octets", 7 * 27 + 5 * 67 },
		{ "hni_sts_tx_octets_opt", 7 * 27 + 5 * 67 },
		{ "hni_rx_ok_opt", 12 }, { "hni_rx_ok_35", 7 }, { "hni_rx_ok_27", 5 },
		{ "hni_tx_ok_opt", 12 }, { "hni_tx_ok_27", 7 }, { "hni_tx_ok_65_to_127", 5 },
		{ "ixe_tc_req_no_ecn_pkts_0", 12 }, { "pct_ptls_response", 12 },
		{ "ixe_disp_dmawr_reqs", 7 }, { "ixe_dmawr_write_reqs", 7 },
		{ "parbs_tarb_ixe_posted_pkts", 7 }, { "parbs_tarb_pi_posted_pkts", 7 },
		{ "pi_pti_tarb_mwr_pkts", 7 }, { "pi_ipd_pti_tarb_xali_posted_tlps", 7 },
		{ "parbs_tarb_oxe_non_posted_pkts", 5 }, { "parbs_tarb_pi_non_posted_pkts", 5 },
		{ "pi_pti_tarb_mrd_pkts", 5 }, { "pi_ipd_pti_tarb_xali_non_posted_tlps", 5 },
		{ "pi_ipd_pri_rbyp_tlps", 5 }, { "pi_pri_rarb_rbyp_tlps", 5 },
		{ "parbs_rarb_pi_completion_pkts", 5 }, { "parbs_rarb_oxe_completion_pkts", 5 },
		{ "pi_pti_tarb_pkts", 12 },
		{}
	};

	start(_i);
	pass(GPCD_NIC_REQUESTS_RECEIVED, GPCD_NIC_FMA_PUT, 7, 1);
	pass(GPCD_NIC_RESPONSES_SENT, GPCD_NIC_FMA_PUT, 7, 0);
	pass(GPCD_NIC_REQUESTS_RECEIVED, GPCD_NIC_FMA_GET, 5, 0);
	pass(GPCD_NIC_RESPONSES_SENT, GPCD_NIC_FMA_GET, 5, 5);
	expect(expected);
}
END_TEST

/* The operand is in the command; who works on the memory of the other end is not known. */
START_TEST(atomic_operations)
{
	static const struct expected expected[] = {
		{ "hni_pkts_sent_by_tc_0", 2 }, { "hni_pkts_recv_by_tc_1", 2 },
		{ "hni_pkts_recv_by_tc_0", 3 }, { "hni_pkts_sent_by_tc_1", 3 },
		{ "hni_sts_tx_ok_octets", 5 * 35 }, { "hni_sts_tx_octets_opt", 5 * 35 },
		{ "hni_sts_rx_ok_octets", 5 * 35 }, { "hni_sts_rx_octets_opt", 5 * 35 },
		{ "hni_tx_ok_opt", 5 }, { "hni_tx_ok_35", 5 },
		{ "hni_rx_ok_opt", 5 }, { "hni_rx_ok_35", 5 },
		{ "ixe_tc_req_no_ecn_pkts_0", 3 }, { "ixe_tc_rsp_no_ecn_pkts_1", 2 },
		{ "ixe_rx_ptl_response_pkt", 2 }, { "pct_req_unordered", 2 },
		{ "pct_responses_received", 2 }, { "pct_ptls_response", 3 },
		{ "lpe_famo_cmds", 3 },
		{ "ixe_disp_dmawr_reqs", 2 }, { "ixe_dmawr_write_reqs", 2 },
		{ "parbs_tarb_ixe_posted_pkts", 2 }, { "parbs_tarb_pi_posted_pkts", 2 },
		{ "pi_pti_tarb_mwr_pkts", 2 }, { "pi_ipd_pti_tarb_xali_posted_tlps", 2 },
		{ "pi_pti_tarb_pkts", 2 },
		{}
	};

	start(_i);
	pass(GPCD_NIC_REQUESTS_SENT, GPCD_NIC_FMA_AMO, 2, 1);
	pass(GPCD_NIC_RESPONSES_RECEIVED, GPCD_NIC_FMA_AMO, 2, 1);
	pass(GPCD_NIC_REQUESTS_RECEIVED, GPCD_NIC_FMA_AMO, 3, 1);
	pass(GPCD_NIC_RESPONSES_SENT, GPCD_NIC_FMA_AMO, 3, 1);
	expect(expected);
}
END_TEST

START_TEST(transfers_are_commands)
{
	static const struct expected expected[] = {
		{ "cq_num_dma_cmds_0", 111 }, { "cq_num_idc_cmds_0", 1000 },
		{ "oxe_ptl_tx_put_msgs_tsc_0", 11 }, { "oxe_ptl_tx_get_msgs_tsc_0", 100 },
		{}
	};

	start(_i);
	count((struct gpcd_nic_packets) { .kind = GPCD_NIC_FMA_PUT, .transfers = 1 });
	count((struct gpcd_nic_packets) { .kind = GPCD_NIC_BTE_PUT, .transfers = 10 });
	count((struct gpcd_nic_packets) { .kind = GPCD_NIC_FMA_GET, .transfers = 100 });
	count((struct gpcd_nic_packets) { .kind = GPCD_NIC_FMA_AMO, .transfers = 1000 });
	expect(expected);
}
END_TEST

/* Requests are in one class, responses in another. */
START_TEST(waits_are_pauses_of_their_class)
{
	static const struct expected expected[] = {
		{ "hni_tx_paused_0", 11 }, { "hni_tx_paused_1", 100 },
		{}
	};

	start(_i);
	count((struct gpcd_nic_packets) { .kind = GPCD_NIC_FMA_PUT, .waited = 1 });
	count((struct gpcd_nic_packets) { .kind = GPCD_NIC_FMA_GET, .waited = 10 });
	count((struct gpcd_nic_packets) {
		.way = GPCD_NIC_RESPONSES_SENT, .kind = GPCD_NIC_FMA_AMO, .waited = 100 });
	expect(expected);
}
END_TEST

START_TEST(some_requests_are_in_order)
{
	start(_i);
	count((struct gpcd_nic_packets) { .packets = 10, .ordered = 3 });
	ck_assert_uint_eq(chip_get(&chip, 0, "pct_req_ordered"), 3);
	ck_assert_uint_eq(chip_get(&chip, 0, "pct_req_unordered"), 7);
	chip_destroy(&chip);
}
END_TEST

/* Packets of each size there is, sent by one NIC and received by it: all sizes add up. */
START_TEST(sizes_are_all_packets)
{
	static const char *const sizes[] = { "27", "35", "36_to_63", "64", "65_to_127" };
	__u64 sent = 0, got = 0;
	unsigned int i, words;
	char name[32];

	start(_i);
	for (i = 0; i < 2; i++) {
		for (words = 0; words <= GPCD_NIC_WORDS; words++) {
			pass(sent_at[i], GPCD_NIC_FMA_PUT, 1 << words, words);
			pass(got_at[i], GPCD_NIC_FMA_PUT, 1 << words, words);
		}
	}
	for (i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		snprintf(name, sizeof(name), "hni_tx_ok_%s", sizes[i]);
		sent += chip_get(&chip, 0, name);
		snprintf(name, sizeof(name), "hni_rx_ok_%s", sizes[i]);
		got += chip_get(&chip, 0, name);
	}
	ck_assert_uint_eq(sent, 2 * 511);
	ck_assert_uint_eq(sent, chip_get(&chip, 0, "hni_tx_ok_opt"));
	ck_assert_uint_eq(got, chip_get(&chip, 0, "hni_rx_ok_opt"));
	ck_assert_uint_eq(chip_get(&chip, 0, "hni_sts_tx_ok_octets"),
			  chip_get(&chip, 0, "hni_sts_rx_ok_octets"));
	chip_destroy(&chip);
}
END_TEST

START_TEST(a_cycle_is_a_nanosecond)
{
	ck_assert_uint_eq(gpcd_nic_cycles(_i, 800000000), 1000000000);
	ck_assert_uint_eq(gpcd_nic_cycles(_i, 3), 3);
	ck_assert_uint_eq(gpcd_nic_cycles(_i, 4), 5);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("nic_cassini");
	TCase *both = tcase_create("cassini");

#define ADD(test) tcase_add_loop_test(both, test, GPCD_CHIP_CASSINI1, GPCD_CHIP_CASSINI2 + 1)
	ADD(puts_issued);
	ADD(gets_issued);
	ADD(puts_and_gets_served);
	ADD(atomic_operations);
	ADD(transfers_are_commands);
	ADD(waits_are_pauses_of_their_class);
	ADD(some_requests_are_in_order);
	ADD(sizes_are_all_packets);
	ADD(a_cycle_is_a_nanosecond);
#undef ADD
	suite_add_tcase(s, both);
	return s;
}

int main(void)
{
	return suite_run(suite());
}
