// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is wrong with NICs, by two readings of counters as drivers name them: mlx5, hns, bnxt, cxi
 * and any Ethernet.
 */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gpcd/gpcd.h>

#include "cli/explain/nics.h"
#include "metrics/folders.h"
#include "suite.h"

#define COUNTERS	8

/* A counter, and how far it went in a second; a gauge is at that value. */
struct counter {
	const char *name;
	unsigned int kind;
	uint64_t step;
};

#define COUNTER(name, step)	{ name, GPCD_KIND_COUNTER, step }
#define GAUGE(name, value)	{ name, GPCD_KIND_GAUGE, value }
#define FULL(name, step)	{ name, GPCD_KIND_SATURATING, step }

static const struct {
	const char *driver;
	struct counter counters[COUNTERS];
	const char *signs;	/* what shows each trouble, in order */
} captures[] = {
	{ "mlx5_core", { COUNTER("rx_crc_errors_phy", 0), COUNTER("rx_symbol_err_phy", 3) },
	  "nic_errors" },
	{ "mlx5_core", { COUNTER("link_down_events_phy", 1) }, "nic_link_repairs" },
	{ "mlx5_core", { GAUGE("outbound_pci_stalled_rd", 31), GAUGE("outbound_pci_stalled_wr", 0),
			 COUNTER("rx_out_of_buffer", 9) }, "nic_pcie_stalls" },
	{ "mlx5_core", { GAUGE("outbound_pci_stalled_rd", 15), GAUGE("outbound_pci_stalled_wr", 15),
			 COUNTER("rx_out_of_buffer", 9) }, "nic_buffers_missing" },
	{ "mlx5_core", { COUNTER("tx_prio3_pause_duration", 80001) }, "nic_pause_share_given" },
	{ "mlx5_core", { COUNTER("rx_prio3_pause_duration", 80001), COUNTER("rx_prio3_pause", 11),
			 COUNTER("rx_ecn_mark", 1001) }, "nic_pause_share" },
	{ "mlx5_core", { COUNTER("rx_prio3_pause_duration", 80000), COUNTER("rx_prio3_pause", 10),
			 COUNTER("rx_ecn_mark", 1000) }, "" },
	{ "mlx5_ib", { COUNTER("local_ack_timeout_err", 1), COUNTER("packet_seq_err", 0),
		       COUNTER("rnr_nak_retry_err", 0) }, "nic_retransmissions" },
	{ "mlx5_ib", { COUNTER("rp_cnp_handled", 1001), COUNTER("local_ack_timeout_err", 1),
		       COUNTER("packet_seq_err", 0), COUNTER("rnr_nak_retry_err", 0) },
	  "nic_slowdowns" },
	{ "mlx5_ib", { FULL("link_error_recovery", 2), FULL("link_downed", 0),
		       COUNTER("out_of_buffer", 1) }, "nic_link_repairs nic_buffers_missing" },
	{ "hns_roce", { COUNTER("rx_cnp_pkt", 1001), COUNTER("rx_err_pkt", 0),
			COUNTER("tx_err_pkt", 1) }, "nic_errors nic_slowdowns" },
	{ "bnxt_re", { COUNTER("rx_ecn_marked_pkts", 1001), COUNTER("rx_out_of_buffer", 1) },
	  "nic_buffers_missing nic_congestion_marks" },
	{ "bnxt_re", { COUNTER("to_retransmits", 0), COUNTER("seq_err_naks_rcvd", 4),
		       COUNTER("rnr_naks_rcvd", 0), COUNTER("rx_cnp_pkts", 1000) },
	  "nic_retransmissions" },
	{ "cxi", { COUNTER("ixe_dmawr_stall_p_cdt", 300000001),
		   COUNTER("ixe_dmawr_stall_np_cdt", 0), COUNTER("hni_rx_paused_0", 90000000) },
	  "nic_pcie_stalls" },
	{ "cxi", { COUNTER("hni_tx_paused_0", 90000000), COUNTER("hni_llr_tx_replay_event", 5),
		   COUNTER("hni_llr_rx_replay_event", 5), COUNTER("pct_retry_srb_requests", 1) },
	  "nic_pause_share" },
	{ "cxi", { COUNTER("hni_pcs_uncorrected_cw", 1), COUNTER("hni_llr_tx_replay_event", 5),
		   COUNTER("pct_retry_srb_requests", 1) }, "nic_errors" },
	{ "net", { COUNTER("tx_pause_frames", 11), COUNTER("rx_pause_frames", 11) },
	  "nic_pauses_given nic_pauses" },
	{ "net", { COUNTER("rx_missed_errors", 1), COUNTER("rx_dropped", 0),
		   COUNTER("tx_dropped", 0) }, "nic_buffers_missing" },
};

static struct gpcd *dev;
static struct gpcd_group *group;
static struct gpcd_snapshot *before, *after;
static struct metrics metrics;
static struct metrics_bound bound;

static const struct counter *counter_of(unsigned int capture, const char *name)
{
	const struct counter *counter = captures[capture].counters;

	while (strcmp(counter->name, name))
		counter++;
	return counter;
}

static void device_open(unsigned int capture)
{
	struct gpcd_counter list[COUNTERS] = { 0 };
	struct gpcd_info info = { .nic_addr = 1 };
	unsigned int count = 0;

	for (; count < COUNTERS && captures[capture].counters[count].name; count++) {
		list[count].name = captures[capture].counters[count].name;
		list[count].kind = captures[capture].counters[count].kind;
		list[count].width = 64;
	}
	info.chip = gpcd_chip_learn(captures[capture].driver, list, count);
	ck_assert_int_eq(gpcd_open_recorded("nic", &info, &dev), 0);
	metrics.chip = info.chip;
	gpcd_chip_forget(info.chip);
}

static void metrics_bind_all(void)
{
	struct metrics_failure failure = { 0 };

	setenv(METRICS_FOLDER_ENV, "lib/metrics/sets", 1);
	ck_assert_int_eq(metrics_read_chip(&metrics, "", &failure), 0);
	bound.metrics = &metrics;
	ck_assert_int_eq(gpcd_group_create(dev, 0, &group), 0);
	bound.group = group;
	for (size_t i = 0; i < metrics.count; i++)
		ck_assert_int_eq(metrics_bind(&bound, &metrics.list[i]), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &before), 0);
	ck_assert_int_eq(gpcd_snapshot_create(group, &after), 0);
}

static void reading_fill(unsigned int capture, struct gpcd_snapshot *snapshot, uint64_t second)
{
	const uint64_t ns = second * 1000000000;
	const struct gpcd_times times = {
		.sequence = second, .epoch = 1, .start_ns = ns, .end_ns = ns, .realtime_ns = ns,
	};
	uint64_t values[COUNTERS];
	uint8_t statuses[COUNTERS] = { 0 };

	for (unsigned int i = 0; i < gpcd_group_count(group); i++) {
		const struct counter *it = counter_of(capture, gpcd_group_name(group, i));

		values[i] = it->kind == GPCD_KIND_GAUGE ? it->step : it->step * second;
	}
	gpcd_snapshot_fill(snapshot, &times, values, statuses);
}

START_TEST(a_capture)
{
	struct nics_signs nics = { 0 };
	struct explain_nic signs, *list = &signs;
	struct explain_nic_findings found;
	char text[256] = "";

	device_open(_i);
	metrics_bind_all();
	reading_fill(_i, before, 1);
	reading_fill(_i, after, 2);
	ck_assert_int_eq(nics_add(&nics, "nic", &bound), 0);
	nics_clear(&nics, &signs);
	nics_fill(&nics, 0, before, after, &signs);
	ck_assert_int_eq(explain_nics(&list, 1, nics.limits, 1, &found), 0);
	for (size_t i = 0; i < found.count; i++)
		sprintf(text + strlen(text), "%s%s", i ? " " : "",
			explain_signs[found.list[i].sign].metric);
	ck_assert_str_eq(text, captures[_i].signs);
	explain_nics_free(&found);
	nics_close(&nics);
	gpcd_snapshot_destroy(before);
	gpcd_snapshot_destroy(after);
	metrics_unbind(&bound);
	metrics_free(&metrics);
	gpcd_group_destroy(group);
	gpcd_close(dev);
}
END_TEST

/* A sign without a metric of any driver would never show. */
START_TEST(each_sign_has_a_limit)
{
	struct metrics_failure failure = { 0 };

	setenv(METRICS_FOLDER_ENV, "lib/metrics/sets", 1);
	ck_assert_int_eq(metrics_read_all(&metrics, "net", "", &failure), 0);
	for (unsigned int i = 0; i < EXPLAIN_SIGNS; i++)
		ck_assert_msg(metrics_limited(&metrics, explain_signs[i].metric), "%s",
			      explain_signs[i].metric);
	metrics_free(&metrics);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("explain captures");
	TCase *tcase = tcase_create("all");

	tcase_add_loop_test(tcase, a_capture, 0, sizeof(captures) / sizeof(*captures));
	tcase_add_test(tcase, each_sign_has_a_limit);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
