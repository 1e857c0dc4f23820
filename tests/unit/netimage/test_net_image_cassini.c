// SPDX-License-Identifier: GPL-2.0-only
/*
 * The NICs of a dragonfly as Cassinis, each with an image of its own (lib/netsim/image), read as
 * any client would: by hand, and sums over all of them for any traffic.
 */
#include <errno.h>

#include "dragonfly_images.h"

/* The loop index is the chip. */
static void begin(unsigned int which)
{
	type = which;
	setup();
}

/* Return the sum over all NICs. */
static uint64_t of_all(const char *name)
{
	uint64_t sum = 0;

	for (unsigned int node = 0; node < NODES; node++)
		sum += value(node, name);
	return sum;
}

/* --- by hand --- */

/* Node 1 sends node 5 a PUT of 100 bytes, which are two packets, a GET of 64 and an AMO. */
static bool few_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	static const struct net_transfer few[] = {
		{ .op = NET_PUT, .bytes = 100, .node = 5 },
		{ .op = NET_GET, .bytes = 64, .node = 5 },
		{ .op = NET_AMO, .bytes = 8, .node = 5 },
	};

	(void)context;
	if (node != 1 || sent[node] == 3)
		return false;
	*transfer = few[sent[node]++];
	return true;
}

struct expected {
	const char *name;
	uint64_t value;
};

/* Compare all registers of a node's NIC; those without a value are 0. */
static void expect(unsigned int node, const struct expected *expected)
{
	char name[GPCD_NAME_MAX];
	const struct expected *at;
	struct gpcd_reg reg;
	unsigned int found = 0;

	for (unsigned int i = 0; !gpcd_catalogue_at(type, i, &reg); i++) {
		gpcd_reg_name(&reg, name);
		for (at = expected; at->name && strcmp(at->name, name); at++)
			;
		found += !!at->name;
		ck_assert_msg(value(node, name) == at->value, "node %u: %s is %lu, not %lu", node,
			      name, value(node, name), at->value);
	}
	while (expected++->name)
		found--;
	ck_assert_uint_eq(found, 0);
}

/* Octets: 64 + 27, 40 + 27, 27 and 8 + 27 out; 27, 27, 64 + 27 and 8 + 27 back. */
START_TEST(what_one_nic_sends_another_gets)
{
	static const struct expected nothing[] = { { 0 } };
	static const struct expected sender[] = {
		{ "hni_sts_tx_ok_octets", 220 }, { "hni_sts_tx_octets_opt", 220 },
		{ "hni_sts_rx_ok_octets", 180 }, { "hni_sts_rx_octets_opt", 180 },
		{ "hni_pkts_sent_by_tc_0", 4 }, { "hni_pkts_recv_by_tc_1", 4 },
		{ "hni_tx_ok_opt", 4 }, { "hni_rx_ok_opt", 4 },
		{ "hni_tx_ok_27", 1 }, { "hni_tx_ok_35", 1 }, { "hni_tx_ok_65_to_127", 2 },
		{ "hni_rx_ok_27", 2 }, { "hni_rx_ok_35", 1 }, { "hni_rx_ok_65_to_127", 1 },
		{ "ixe_tc_rsp_no_ecn_pkts_1", 4 }, { "ixe_rx_ptl_response_pkt", 4 },
		{ "pct_req_unordered", 4 }, { "pct_responses_received", 4 },
		{ "cq_num_dma_cmds_0", 2 }, { "cq_num_idc_cmds_0", 1 },
		{ "oxe_ptl_tx_put_msgs_tsc_0", 1 }, { "oxe_ptl_tx_put_pkts_tsc_0", 2 },
		{ "oxe_ptl_tx_get_msgs_tsc_0", 1 },
		{ "ixe_disp_dmawr_reqs", 2 }, { "ixe_dmawr_write_reqs", 2 },
		{ "parbs_tarb_ixe_posted_pkts", 2 }, { "parbs_tarb_pi_posted_pkts", 2 },
		{ "pi_pti_tarb_mwr_pkts", 2 }, { "pi_ipd_pti_tarb_xali_posted_tlps", 2 },
		{ "parbs_tarb_oxe_non_posted_pkts", 2 }, { "parbs_tarb_pi_non_posted_pkts", 2 },
		{ "pi_pti_tarb_mrd_pkts", 2 }, { "pi_ipd_pti_tarb_xali_non_posted_tlps", 2 },
		{ "pi_ipd_pri_rbyp_tlps", 2 }, { "pi_pri_rarb_rbyp_tlps", 2 },
		{ "parbs_rarb_pi_completion_pkts", 2 }, { "parbs_rarb_oxe_completion_pkts", 2 },
		{ "pi_pti_tarb_pkts", 4 },
		{ 0 }
	};
	static const struct expected receiver[] = {
		{ "hni_sts_rx_ok_octets", 220 }, { "hni_sts_rx_octets_opt", 220 },
		{ "hni_sts_tx_ok_octets", 180 }, { "hni_sts_tx_octets_opt", 180 },
		{ "hni_pkts_recv_by_tc_0", 4 }, { "hni_pkts_sent_by_tc_1", 4 },
		{ "hni_tx_ok_opt", 4 }, { "hni_rx_ok_opt", 4 },
		{ "hni_rx_ok_27", 1 }, { "hni_rx_ok_35", 1 }, { "hni_rx_ok_65_to_127", 2 },
		{ "hni_tx_ok_27", 2 }, { "hni_tx_ok_35", 1 }, { "hni_tx_ok_65_to_127", 1 },
		{ "ixe_tc_req_no_ecn_pkts_0", 4 }, { "pct_ptls_response", 4 },
		{ "lpe_famo_cmds", 1 },
		{ "ixe_disp_dmawr_reqs", 2 }, { "ixe_dmawr_write_reqs", 2 },
		{ "parbs_tarb_ixe_posted_pkts", 2 }, { "parbs_tarb_pi_posted_pkts", 2 },
		{ "pi_pti_tarb_mwr_pkts", 2 }, { "pi_ipd_pti_tarb_xali_posted_tlps", 2 },
		{ "parbs_tarb_oxe_non_posted_pkts", 1 }, { "parbs_tarb_pi_non_posted_pkts", 1 },
		{ "pi_pti_tarb_mrd_pkts", 1 }, { "pi_ipd_pti_tarb_xali_non_posted_tlps", 1 },
		{ "pi_ipd_pri_rbyp_tlps", 1 }, { "pi_pri_rarb_rbyp_tlps", 1 },
		{ "parbs_rarb_pi_completion_pkts", 1 }, { "parbs_rarb_oxe_completion_pkts", 1 },
		{ "pi_pti_tarb_pkts", 3 },
		{ 0 }
	};

	begin(_i);
	run(few_next);
	expect(1, sender);
	expect(5, receiver);
	expect(0, nothing);
	teardown();
}
END_TEST

/* Nothing of the first network is subtracted, even if the first write finds all packets sent. */
START_TEST(another_network_counts_on)
{
	begin(_i);
	run(few_next);
	first_write = 1000000;
	restart(few_next);
	first_write = 0;
	ck_assert_uint_eq(value(1, "hni_sts_tx_ok_octets"), 2 * 220);
	ck_assert_uint_eq(value(1, "hni_tx_ok_65_to_127"), 2 * 2);
	ck_assert_uint_eq(value(5, "hni_sts_tx_ok_octets"), 2 * 180);
	ck_assert_uint_eq(value(5, "pi_pti_tarb_pkts"), 2 * 3);
	teardown();
}
END_TEST

START_TEST(a_network_in_order_sends_requests_in_order)
{
	routing = NET_IN_ORDER;
	begin(_i);
	run(few_next);
	routing = NET_MINIMAL;
	ck_assert_uint_eq(value(1, "pct_req_ordered"), 4);
	ck_assert_uint_eq(value(1, "pct_req_unordered"), 0);
	teardown();
}
END_TEST

/* --- sums over all NICs, once the network is drained --- */

/* Each node sends transfers of any length anywhere. */
static bool odd_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	if (!any_next(context, node, transfer))
		return false;
	transfer->bytes -= draw(node, 2, 64);
	return true;
}

START_TEST(what_nics_sent_others_got)
{
	static const char *const pairs[][2] = {
		{ "hni_sts_tx_ok_octets", "hni_sts_rx_ok_octets" },
		{ "hni_pkts_sent_by_tc_0", "hni_pkts_recv_by_tc_0" },
		{ "hni_pkts_sent_by_tc_1", "hni_pkts_recv_by_tc_1" },
		{ "hni_tx_ok_27", "hni_rx_ok_27" }, { "hni_tx_ok_35", "hni_rx_ok_35" },
		{ "hni_tx_ok_36_to_63", "hni_rx_ok_36_to_63" },
		{ "hni_tx_ok_65_to_127", "hni_rx_ok_65_to_127" },
		{ "parbs_tarb_pi_non_posted_pkts", "parbs_tarb_pi_posted_pkts" },
		{ "pct_req_unordered", "pct_ptls_response" },
		{ "pct_req_unordered", "pct_responses_received" },
	};
	struct net_totals totals;

	begin(_i);
	run(odd_next);
	for (unsigned int i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		ck_assert_uint_gt(of_all(pairs[i][0]), 0);
		ck_assert_msg(of_all(pairs[i][0]) == of_all(pairs[i][1]), "%s is %lu, %s %lu",
			      pairs[i][0], of_all(pairs[i][0]), pairs[i][1], of_all(pairs[i][1]));
	}
	net_totals(net, &totals);
	ck_assert_uint_eq(of_all("hni_tx_ok_opt"), totals.injected);
	teardown();
}
END_TEST

/* Return the bytes of payload that NICs have sent; whole words fill their octets. */
static uint64_t payload_sent(void)
{
	uint64_t bytes = 0;
	struct net_nic nic;

	for (unsigned int node = 0; node < NODES; node++) {
		ck_assert(net_nic(net, node, &nic));
		for (unsigned int class = 0; class < NET_CLASSES; class++)
			bytes += nic.at[NET_REQUESTS_SENT][class].bytes +
				 nic.at[NET_RESPONSES_SENT][class].bytes;
	}
	return bytes;
}

START_TEST(octets_are_payload_and_headers)
{
	struct net_totals totals;

	begin(_i);
	run(any_next);
	net_totals(net, &totals);
	ck_assert_uint_eq(of_all("hni_sts_tx_ok_octets"), payload_sent() + 27 * totals.injected);
	teardown();
}
END_TEST

/* A router cycle of 1.25 ns is a quarter more than a cycle of the NIC. */
START_TEST(pauses_are_waits_for_the_router)
{
	uint64_t waited[2], all = 0;
	struct net_nic nic;

	begin(_i);
	run(any_next);
	for (unsigned int node = 0; node < NODES; node++) {
		ck_assert(net_nic(net, node, &nic));
		for (unsigned int class = waited[0] = waited[1] = 0; class < NET_CLASSES; class++) {
			waited[0] += nic.at[NET_REQUESTS_SENT][class].waited * 5 / 4;
			waited[1] += nic.at[NET_RESPONSES_SENT][class].waited * 5 / 4;
		}
		ck_assert_uint_eq(value(node, "hni_tx_paused_0"), waited[0]);
		ck_assert_uint_eq(value(node, "hni_tx_paused_1"), waited[1]);
		all += waited[0] + waited[1];
	}
	ck_assert_uint_gt(all, 0);
	teardown();
}
END_TEST

/* Return all registers of all NICs, after traffic with images written every so many @cycles. */
static uint64_t *registers_after(unsigned int which, uint64_t cycles)
{
	unsigned int count = gpcd_catalogue_count(which);
	uint64_t *registers = calloc(NODES * count, sizeof(*registers));
	char name[GPCD_NAME_MAX];
	struct gpcd_reg reg;

	ck_assert_ptr_nonnull(registers);
	begin(which);
	run_by(cycles, odd_next);
	for (unsigned int i = 0; i < NODES * count; i++) {
		ck_assert_int_eq(gpcd_catalogue_at(which, i % count, &reg), 0);
		gpcd_reg_name(&reg, name);
		registers[i] = value(i / count, name);
	}
	teardown();
	return registers;
}

START_TEST(no_register_tells_how_often_images_are_written)
{
	unsigned int count = gpcd_catalogue_count(_i);
	uint64_t *often = registers_after(_i, 100), *once = registers_after(_i, 100000000);

	for (unsigned int i = 0; i < NODES * count; i++)
		ck_assert_msg(often[i] == once[i],
			      "NIC %u, register %u: %#lx when written often, %#lx once",
			      i / count, i % count, often[i], once[i]);
	free(often);
	free(once);
}
END_TEST

/* --- which images --- */

START_TEST(an_image_of_the_other_version_is_rejected)
{
	const struct gpcd_info info = {
		.chip = GPCD_CHIP_CASSINI1 + GPCD_CHIP_CASSINI2 - _i, .nic_addr = 1,
	};
	char path[64];

	begin(_i);
	snprintf(path, sizeof(path), "%s/other", folder);
	ck_assert_int_eq(gpcd_image_create(path, &info), 0);
	ck_assert_int_eq(net_images_add(images, 0, path), -EINVAL);
	ck_assert_uint_eq(net_images_count(images), NODES);
	unlink(path);
	teardown();
}
END_TEST

START_TEST(routers_are_no_nics)
{
	struct net_images *none = NULL;
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, "dragonfly:2x2x3"), 0);
	ck_assert_int_eq(net_images_cassini(&topo, GPCD_CHIP_ARIES, &none), -EINVAL);
	ck_assert_ptr_null(none);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_image_cassini");
	TCase *nics = tcase_create("nics");

	suite_add_tcase(suite, nics);
#define ADD(test) tcase_add_loop_test(nics, test, GPCD_CHIP_CASSINI1, GPCD_CHIP_CASSINI2 + 1)
	ADD(what_one_nic_sends_another_gets);
	ADD(another_network_counts_on);
	ADD(a_network_in_order_sends_requests_in_order);
	ADD(what_nics_sent_others_got);
	ADD(octets_are_payload_and_headers);
	ADD(pauses_are_waits_for_the_router);
	ADD(no_register_tells_how_often_images_are_written);
	ADD(an_image_of_the_other_version_is_rejected);
#undef ADD
	tcase_add_test(nics, routers_are_no_nics);
	return suite_run(suite);
}
