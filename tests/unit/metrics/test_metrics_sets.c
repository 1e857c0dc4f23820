// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each metric that is installed, by numbers: registers go from 0 to what is poked, in half a
 * second. The comment beside a number is its derivation.
 */
#include <stdlib.h>

#include "metrics/folders.h"
#include "metrics/value.h"
#include "suite.h"
#include "view.h"

#define SECOND	1000000000ULL
#define TINY	0.000000000001
#define STATIC	"GM_1_2_TILE_PERFORMANCE_COUNTERS_"
#define TILE	"AR_RTR_1_2_INQ_PRF_"
#define ORB	"AR_NIC_NETMON_ORB_EVENT_CNTR_"

static const struct metrics_link links[] = {
	{ .name = "L", .tiles = { { 1, 2 }, { 1, 3 } }, .count = 2, .peak = 1000000 },
};

struct poke {
	const char *name;
	uint64_t value;
};

static const struct poke gemini[] = {
	{ STATIC "0", 3200 }, { STATIC "1", 300 }, { STATIC "2", 100 }, { STATIC "3", 75 },
	{ STATIC "4", 4000000 }, { STATIC "5", 8000000 },
	{ "GM_1_3_TILE_PERFORMANCE_COUNTERS_0", 6500 },
	{ "GM_ORB_PERF_VC0_FLITS", 500 }, { "GM_ORB_PERF_VC0_PKTS", 100 },
	{ "GM_ORB_PERF_VC1_FLITS", 300 }, { "GM_ORB_PERF_VC0_STALLED", 3250000 },
	{ "GM_RAT_PERF_DATA_FLITS_VC0", 40 }, { "GM_RAT_PERF_DATA_FLITS_VC1", 60 },
	{ "GM_TARB_PERF_BTE_FLITS", 125 }, { "GM_TARB_PERF_OUT_FLITS", 500 },
	{ NULL, 0 }
};

static const struct poke aries[] = {
	{ TILE "INCOMING_FLIT_VC0", 2500 }, { TILE "INCOMING_FLIT_VC3", 500 },
	{ TILE "INCOMING_FLIT_VC4", 600 }, { TILE "INCOMING_FLIT_VC7", 150 },
	{ TILE "ROWBUS_STALL_CNT", 4000000 },
	{ "AR_RTR_1_3_INQ_PRF_INCOMING_FLIT_VC0", 3750 },
	{ "AR_NIC_ORB_PRF_REQ_BYTES_SENT", 6400 }, { "AR_NIC_RAT_PRF_REQ_BYTES_RCVD", 100 },
	{ "AR_NIC_ORB_PRF_RSP_BYTES_RCVD", 300 }, { "AR_NIC_ORB_PRF_NET_RSP_TRACK_2", 150 },
	{ ORB "REQ_FLITS", 500 }, { ORB "REQ_PKTS", 100 }, { ORB "REQ_STALLED", 4000000 },
	{ ORB "RSP_FLITS", 300 }, { ORB "RSP_NET_TRACK", 100 },
	{ NULL, 0 }
};

/* Each of what is summed over classes or priorities has two. */
static const struct poke cassini[] = {
	{ "hni_sts_tx_ok_octets", 6400 }, { "hni_sts_rx_ok_octets", 100 },
	{ "hni_pkts_sent_by_tc_0", 30 }, { "hni_pkts_sent_by_tc_7", 20 },
	{ "hni_pkts_recv_by_tc_1", 3 }, { "hni_pkts_recv_by_tc_6", 2 },
	{ "hni_tx_paused_0", 20000000 }, { "hni_tx_paused_7", 20000000 },
	{ "ixe_tc_req_ecn_pkts_0", 4 }, { "ixe_tc_rsp_ecn_pkts_7", 5 },
	{ "pct_retry_srb_requests", 6 }, { "hni_llr_tx_replay_event", 7 },
	{ "hni_discard_cntr_0", 8 }, { "hni_pfc_fifo_oflw_cntr_7", 9 },
	{ "hni_pcs_uncorrected_cw", 10 },
	{ "hni_rx_paused_1", 40000000 },
	{ "ixe_dmawr_stall_p_cdt", 100000000 },
	{ "ixe_dmawr_stall_np_cdt", 25000000 },
	{ "atu_cache_miss_0", 1 },
	{ "atu_cache_miss_3", 2 },
	{ "atu_cache_hit_base_page_size_0", 5 },
	{ "atu_cache_hit_derivative1_page_size_2", 3 },
	{ "atu_cache_hit_derivative2_page_size_1", 1 },
	{ "hni_llr_rx_replay_event", 4 },
	{ NULL, 0 }
};

struct expected {
	const char *metric;
	const char *object;
	double number;
};

static const struct expected of_gemini[] = {
	{ "tile_bytes", "1,2", 21000 },			/* 3 * (3200 + 300) / 0.5 */
	{ "tile_use", "1,2", 0.042 },			/* of half of 1,000,000 */
	{ "tile_packet_size", "1,2", 60 },		/* 3 * 3500 / 175 */
	{ "tile_input_stalls", "1,2", 0.01 },		/* 8e6 / 8e8 */
	{ "tile_credit_stalls", "1,2", 0.02 },		/* 16e6 / 8e8 */
	{ "link_bytes", "L", 60000 },			/* 3 * (3500 + 6500) / 0.5 */
	{ "link_use", "L", 0.06 },			/* of 1,000,000 */
	{ "link_packet_size", "L", 30000. / 175 },
	{ "link_input_stalls", "L", 0.005 },		/* of two tiles */
	{ "link_credit_stalls", "L", 0.01 },
	{ "router_bytes", "chip", 60000 },
	{ "router_packet_size", "chip", 30000. / 175 },
	{ "router_responses", "chip", 0.03 },		/* 300 / 10,000 */
	{ "router_input_stalls", "chip", 8e6 / (8e8 * 48) },
	{ "router_credit_stalls", "chip", 16e6 / (8e8 * 48) },
	{ "nic_bytes_out", "nic", 12800 },		/* 16 * (500 - 100) / 0.5 */
	{ "nic_bytes_in", "nic", 3200 },		/* 16 * (40 + 60) / 0.5 */
	{ "nic_request_size", "nic", 64 },		/* 16 * 400 / 100 */
	{ "nic_responses", "nic", 0.375 },		/* 300 / 800 */
	{ "nic_stalls", "nic", 0.01 },			/* 6.5e6 / 6.5e8 */
	{ "nic_bte_share", "nic", 0.25 },
	{ NULL, NULL, 0 }
};

static const struct expected of_aries[] = {
	{ "tile_bytes", "1,2", 50000 },			/* 20 / 3 * 3750 / 0.5 */
	{ "tile_use", "1,2", 0.1 },			/* of half of 1,000,000 */
	{ "tile_input_stalls", "1,2", 0.01 },
	{ "link_bytes", "L", 100000 },			/* 20 / 3 * 7500 / 0.5 */
	{ "link_use", "L", 0.1 },
	{ "link_input_stalls", "L", 0.005 },
	{ "router_bytes", "chip", 100000 },
	{ "router_responses", "chip", 0.1 },		/* 750 / 7500 */
	{ "router_input_stalls", "chip", 0.00025 },	/* 0.01 / 40 */
	{ "nic_bytes_out", "nic", 12800 },
	{ "nic_bytes_in", "nic", 800 },
	{ "nic_request_size", "nic", 64 },
	{ "nic_responses", "nic", 0.375 },
	{ "nic_stalls", "nic", 0.01 },
	{ "nic_flit_stalls", "nic", 8000 },
	{ "nic_latency", "nic", 1.5 },
	{ NULL, NULL, 0 }
};

/* In 0.5 s; of a NIC of 1,000,000 bytes/s. */
static const struct expected of_cassini[] = {
	{ "nic_tx_bytes", "nic", 12800 },
	{ "nic_rx_bytes", "nic", 200 },
	{ "nic_tx_packets", "nic", 100 },
	{ "nic_rx_packets", "nic", 10 },
	{ "nic_tx_use", "nic", 0.0128 },
	{ "nic_rx_use", "nic", 0.0002 },
	{ "nic_pause_share", "nic", 0.01 },		/* 8e7 / 8e9 */
	{ "nic_congestion_marks", "nic", 18 },
	{ "nic_retransmissions", "nic", 26 },
	{ "nic_drops", "nic", 34 },
	{ "nic_errors", "nic", 20 },
	{ "nic_pause_share_given", "nic", 0.01 },	/* 8e7 / 8e9 */
	{ "nic_pcie_stalls", "nic", 0.25 },		/* 2.5e8 / 1e9 */
	{ "nic_translation_misses", "nic", 0.25 },	/* 3 / 12 */
	{ "nic_link_repairs", "nic", 22 },
	{ NULL, NULL, 0 }
};

static struct view view;
static struct gpcd *dev;
static struct gpcd_group *group;
static struct gpcd_snapshot *before, *after;
static struct metrics metrics;
static struct metrics_bound bound;

static void bind_all(unsigned int chip)
{
	struct metrics_failure failure = { 0 };

	view_create(&view, chip);
	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	metrics.chip = chip;
	setenv(METRICS_FOLDER_ENV, "lib/metrics/sets", 1);
	ck_assert_int_eq(metrics_read_all(&metrics, gpcd_chip_name(chip), "", &failure), 0);
	bound = (struct metrics_bound) {
		.metrics = &metrics, .links = links, .link_count = 1, .group = group,
		.nic_peak = 1000000,
	};
	for (size_t i = 0; i < metrics.count; i++)
		ck_assert_int_eq(metrics_bind(&bound, &metrics.list[i]), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &before), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &after), 0);
}

static void measure(const struct poke *pokes)
{
	view.info->chip_ns = SECOND;
	ck_assert_int_eq(gpcd_group_read(group, before), 0);
	for (; pokes->name; pokes++)
		view_poke_name(&view, pokes->name, pokes->value);
	view.info->chip_ns = SECOND + SECOND / 2;
	ck_assert_int_eq(gpcd_group_read(group, after), 0);
}

static void release(void)
{
	gpcd_snapshot_destroy(before);
	gpcd_snapshot_destroy(after);
	metrics_unbind(&bound);
	metrics_free(&metrics);
	gpcd_group_destroy(group);
	gpcd_close(dev);
	view_destroy(&view);
}

static void number_is(const struct expected *expected)
{
	for (size_t i = 0; i < bound.count; i++) {
		const struct metrics_subject *subject = &bound.subjects[i];
		struct metrics_value value;

		if (strcmp(metrics.list[subject->metric].name, expected->metric) ||
		    strcmp(subject->object, expected->object))
			continue;
		value = metrics_value(&bound, i, before, after);
		ck_assert_msg(!value.why, "%s: %s", expected->metric,
			      metrics_reason_name(value.why));
		ck_assert_msg(value.number > expected->number * (1 - TINY) &&
			      value.number < expected->number * (1 + TINY), "%s: %.17g, not %.17g",
			      expected->metric, value.number, expected->number);
		return;
	}
	ck_abort_msg("no number %s of %s", expected->metric, expected->object);
}

/* Check all metrics, each once, so that none lacks a number. */
static void numbers_are(unsigned int chip, const struct poke *pokes,
			const struct expected *expected)
{
	size_t count = 0;

	bind_all(chip);
	measure(pokes);
	for (; expected[count].metric; count++)
		number_is(&expected[count]);
	ck_assert_uint_eq(count, metrics.count);
	release();
}

START_TEST(metrics_of_a_gemini)
{
	numbers_are(GPCD_CHIP_GEMINI, gemini, of_gemini);
}
END_TEST

START_TEST(metrics_of_an_aries)
{
	numbers_are(GPCD_CHIP_ARIES, aries, of_aries);
}
END_TEST

/* Both versions have the metrics of their driver. */
START_TEST(metrics_of_a_cassini)
{
	numbers_are(_i, cassini, of_cassini);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("metrics_sets");
	TCase *tcase = tcase_create("all");

	tcase_add_test(tcase, metrics_of_a_gemini);
	tcase_add_test(tcase, metrics_of_an_aries);
	tcase_add_loop_test(tcase, metrics_of_a_cassini, GPCD_CHIP_CASSINI1,
			    GPCD_CHIP_CASSINI2 + 1);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
