// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * How a Cassini counts the packets of a simulated network. docs/nic-counters.md gives the reasons,
 * also why the other counters stand still; a test checks that both agree.
 */
#include "chips/cassini/cassini.h"
#include "image/nic_rules.h"

#define OUT		GPCD_NIC_OUT
#define ANSWERED	GPCD_NIC_ANSWERED
#define SERVED		GPCD_NIC_SERVED
#define ANSWERS		GPCD_NIC_ANSWERS

#define ALL	GPCD_NIC_ALL
#define PUT	GPCD_NIC_PUT
#define GET	GPCD_NIC_GET
#define AMO	GPCD_NIC_AMO

#define PUT_GET	(PUT | GET)
#define GET_AMO	(GET | AMO)

/* What passes the link, and what passes PCIe. */
#define SENT		(OUT(ALL) | ANSWERS(ALL))
#define RECEIVED	(SERVED(ALL) | ANSWERED(ALL))
#define WRITES		(SERVED(PUT) | ANSWERED(GET_AMO))
#define READS		(OUT(PUT) | ANSWERS(GET))

static const struct gpcd_nic_rule rules[] = {
	{ "hni_pkts_sent_by_tc_0", GPCD_NIC_PKTS, OUT(ALL) },
	{ "hni_pkts_sent_by_tc_1", GPCD_NIC_PKTS, ANSWERS(ALL) },
	{ "hni_pkts_recv_by_tc_0", GPCD_NIC_PKTS, SERVED(ALL) },
	{ "hni_pkts_recv_by_tc_1", GPCD_NIC_PKTS, ANSWERED(ALL) },
	{ "hni_sts_tx_ok_octets", GPCD_NIC_OCTETS, SENT },
	{ "hni_sts_tx_octets_opt", GPCD_NIC_OCTETS, SENT },
	{ "hni_sts_rx_ok_octets", GPCD_NIC_OCTETS, RECEIVED },
	{ "hni_sts_rx_octets_opt", GPCD_NIC_OCTETS, RECEIVED },
	{ "hni_tx_ok_opt", GPCD_NIC_PKTS, SENT },
	{ "hni_tx_ok_27", GPCD_NIC_SIZED(0, 0), SENT },
	{ "hni_tx_ok_35", GPCD_NIC_SIZED(1, 1), SENT },
	{ "hni_tx_ok_36_to_63", GPCD_NIC_SIZED(2, 4), SENT },
	{ "hni_tx_ok_65_to_127", GPCD_NIC_SIZED(5, 8), SENT },
	{ "hni_rx_ok_opt", GPCD_NIC_PKTS, RECEIVED },
	{ "hni_rx_ok_27", GPCD_NIC_SIZED(0, 0), RECEIVED },
	{ "hni_rx_ok_35", GPCD_NIC_SIZED(1, 1), RECEIVED },
	{ "hni_rx_ok_36_to_63", GPCD_NIC_SIZED(2, 4), RECEIVED },
	{ "hni_rx_ok_65_to_127", GPCD_NIC_SIZED(5, 8), RECEIVED },
	{ "hni_tx_paused_0", GPCD_NIC_WAITED, OUT(ALL) },
	{ "hni_tx_paused_1", GPCD_NIC_WAITED, ANSWERS(ALL) },

	{ "ixe_tc_req_no_ecn_pkts_0", GPCD_NIC_PKTS, SERVED(ALL) },
	{ "ixe_tc_rsp_no_ecn_pkts_1", GPCD_NIC_PKTS, ANSWERED(ALL) },
	{ "ixe_rx_ptl_response_pkt", GPCD_NIC_PKTS, ANSWERED(ALL) },
	{ "pct_req_ordered", GPCD_NIC_ORDERED, OUT(ALL) },
	{ "pct_req_unordered", GPCD_NIC_UNORDERED, OUT(ALL) },
	{ "pct_responses_received", GPCD_NIC_PKTS, ANSWERED(ALL) },
	{ "pct_ptls_response", GPCD_NIC_PKTS, ANSWERS(ALL) },
	{ "lpe_famo_cmds", GPCD_NIC_PKTS, SERVED(AMO) },
	{ "cq_num_dma_cmds_0", GPCD_NIC_TRANSFERS, OUT(PUT_GET) },
	{ "cq_num_idc_cmds_0", GPCD_NIC_TRANSFERS, OUT(AMO) },
	{ "oxe_ptl_tx_put_msgs_tsc_0", GPCD_NIC_TRANSFERS, OUT(PUT) },
	{ "oxe_ptl_tx_put_pkts_tsc_0", GPCD_NIC_PKTS, OUT(PUT) },
	{ "oxe_ptl_tx_get_msgs_tsc_0", GPCD_NIC_TRANSFERS, OUT(GET) },

	{ "ixe_disp_dmawr_reqs", GPCD_NIC_SIZED(1, 8), WRITES },
	{ "ixe_dmawr_write_reqs", GPCD_NIC_SIZED(1, 8), WRITES },
	{ "parbs_tarb_ixe_posted_pkts", GPCD_NIC_SIZED(1, 8), WRITES },
	{ "parbs_tarb_pi_posted_pkts", GPCD_NIC_SIZED(1, 8), WRITES },
	{ "pi_pti_tarb_mwr_pkts", GPCD_NIC_SIZED(1, 8), WRITES },
	{ "pi_ipd_pti_tarb_xali_posted_tlps", GPCD_NIC_SIZED(1, 8), WRITES },
	{ "parbs_tarb_oxe_non_posted_pkts", GPCD_NIC_SIZED(1, 8), READS },
	{ "parbs_tarb_pi_non_posted_pkts", GPCD_NIC_SIZED(1, 8), READS },
	{ "pi_pti_tarb_mrd_pkts", GPCD_NIC_SIZED(1, 8), READS },
	{ "pi_ipd_pti_tarb_xali_non_posted_tlps", GPCD_NIC_SIZED(1, 8), READS },
	{ "pi_ipd_pri_rbyp_tlps", GPCD_NIC_SIZED(1, 8), READS },
	{ "pi_pri_rarb_rbyp_tlps", GPCD_NIC_SIZED(1, 8), READS },
	{ "parbs_rarb_pi_completion_pkts", GPCD_NIC_SIZED(1, 8), READS },
	{ "parbs_rarb_oxe_completion_pkts", GPCD_NIC_SIZED(1, 8), READS },
	{ "pi_pti_tarb_pkts", GPCD_NIC_SIZED(1, 8), WRITES | READS },
	{}
};

/* The dictionary's 1,000,000,000 cycles a second, in router cycles of 1.25 ns. */
const struct gpcd_nic_model gpcd_cassini_nic = {
	.rules = rules,
	.clock = 20,
	.header = GPCD_CASSINI_HEADER,
};
