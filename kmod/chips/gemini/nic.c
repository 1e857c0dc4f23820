// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * How the NIC of a Gemini counts. docs/nic-counters.md has the reasons, and those for which
 * the other counters stand still; a test holds both against each other.
 *
 * Requests go from the FMA unit or the block transfer engine by way of the transmit arbiter (TARB)
 * and the output request buffer (ORB) to the router; their responses come back to the ORB. Requests
 * of others come in by the receive address translation (RAT); responses to them leave by the
 * non-posted request table (NPT). The HyperTransport arbiter (HARB) writes what came in to the
 * host's memory, and reads what the block transfer engine sends.
 */
#include "image/nic_rules.h"

#define OUT		GPCD_NIC_OUT
#define ANSWERED	GPCD_NIC_ANSWERED
#define SERVED		GPCD_NIC_SERVED
#define ANSWERS		GPCD_NIC_ANSWERS

#define ALL	GPCD_NIC_ALL
#define FMA	GPCD_NIC_FMA
#define BTE	GPCD_NIC_BTE
#define PUT	GPCD_NIC_PUT
#define GET	GPCD_NIC_GET

#define BTE_PUT	(1 << GPCD_NIC_BTE_PUT)

static const struct gpcd_nic_rule rules[] = {
	{ "GM_FMA_PERF_HT_P_REQ_FLIT_CNT", GPCD_NIC_FLITS, OUT(FMA) },
	{ "GM_FMA_PERF_HT_P_REQ_PKT_CNT", GPCD_NIC_PKTS, OUT(FMA) },
	{ "GM_FMA_PERF_TARB_FLIT_CNT", GPCD_NIC_FLITS, OUT(FMA) },
	{ "GM_FMA_PERF_TARB_PKT_CNT", GPCD_NIC_PKTS, OUT(FMA) },
	{ "GM_FMA_PERF_TARB_STALLED_CNT", GPCD_NIC_WAITED, OUT(FMA) },

	{ "GM_TARB_PERF_BTE_FLITS", GPCD_NIC_FLITS, OUT(BTE) },
	{ "GM_TARB_PERF_BTE_PKTS", GPCD_NIC_PKTS, OUT(BTE) },
	{ "GM_TARB_PERF_BTE_STALLED", GPCD_NIC_WAITED, OUT(BTE) },
	{ "GM_TARB_PERF_FMA_FLITS", GPCD_NIC_FLITS, OUT(FMA) },
	{ "GM_TARB_PERF_FMA_PKTS", GPCD_NIC_PKTS, OUT(FMA) },
	{ "GM_TARB_PERF_FMA_STALLED", GPCD_NIC_WAITED, OUT(FMA) },
	{ "GM_TARB_PERF_OUT_FLITS", GPCD_NIC_FLITS, OUT(ALL) },
	{ "GM_TARB_PERF_OUT_PKTS", GPCD_NIC_PKTS, OUT(ALL) },
	{ "GM_TARB_PERF_OUT_STALLED", GPCD_NIC_WAITED, OUT(ALL) },

	{ "GM_SSID_PERF_SSID_ALLOCATE_COUNT", GPCD_NIC_TRANSFERS, OUT(ALL) },

	{ "GM_ORB_PERF_VC0_FLITS", GPCD_NIC_FLITS, OUT(ALL) },
	{ "GM_ORB_PERF_VC0_PKTS", GPCD_NIC_PKTS, OUT(ALL) },
	{ "GM_ORB_PERF_VC0_STALLED", GPCD_NIC_WAITED, OUT(ALL) },
	{ "GM_ORB_PERF_VC1_FLITS", GPCD_NIC_FLITS, ANSWERED(ALL) },
	{ "GM_ORB_PERF_VC1_PKTS", GPCD_NIC_PKTS, ANSWERED(ALL) },

	{ "GM_NAT_PERF_BTE_TRANSLATIONS", GPCD_NIC_PKTS, OUT(BTE_PUT) },
	{ "GM_NAT_PERF_REQ_TRANSLATIONS", GPCD_NIC_PKTS, SERVED(ALL) },
	{ "GM_NAT_PERF_RSP_TRANSLATIONS", GPCD_NIC_PKTS, ANSWERED(GET) },

	{ "GM_RAT_PERF_DATA_FLITS_VC0", GPCD_NIC_DATA, SERVED(ALL) },
	{ "GM_RAT_PERF_DATA_FLITS_VC1", GPCD_NIC_DATA, ANSWERED(ALL) },
	{ "GM_RAT_PERF_HEADER_FLITS_VC0", GPCD_NIC_PKTS, SERVED(ALL) },
	{ "GM_RAT_PERF_HEADER_FLITS_VC1", GPCD_NIC_PKTS, ANSWERED(ALL) },
	{ "GM_RAT_PERF_TRANSLATIONS_VC0", GPCD_NIC_PKTS, SERVED(ALL) },
	{ "GM_RAT_PERF_TRANSLATIONS_VC1", GPCD_NIC_PKTS, ANSWERED(GET) },

	{ "GM_NPT_PERF_BTE_RSP_PKT_CNTR", GPCD_NIC_PKTS, OUT(BTE_PUT) },
	{ "GM_NPT_PERF_HTIRSP_FLIT_CNTR", GPCD_NIC_FLITS, OUT(BTE_PUT) | ANSWERS(GET) },
	{ "GM_NPT_PERF_HTIRSP_PKT_CNTR", GPCD_NIC_PKTS, OUT(BTE_PUT) | ANSWERS(GET) },
	{ "GM_NPT_PERF_NL_RSP_PKT_CNTR", GPCD_NIC_PKTS, ANSWERS(ALL) },
	{ "GM_NPT_PERF_NPT_FLIT_CNTR", GPCD_NIC_FLITS, ANSWERS(ALL) },
	{ "GM_NPT_PERF_NPT_PKT_CNTR", GPCD_NIC_PKTS, ANSWERS(ALL) },
	{ "GM_NPT_PERF_NPT_STALLED_CNTR", GPCD_NIC_WAITED, ANSWERS(ALL) },

	{ "GM_HARB_PERF_BTE_NP_FLITS", GPCD_NIC_PKTS, OUT(BTE_PUT) },
	{ "GM_HARB_PERF_BTE_NP_PKTS", GPCD_NIC_PKTS, OUT(BTE_PUT) },
	{ "GM_HARB_PERF_RAT_P_FLITS", GPCD_NIC_FLITS, SERVED(PUT) | ANSWERED(GET) },
	{ "GM_HARB_PERF_RAT_P_PKTS", GPCD_NIC_PKTS, SERVED(PUT) | ANSWERED(GET) },
	{}
};

/* 650 MHz, and 800 MHz of the router. */
const struct gpcd_nic_model gpcd_gemini_nic = {
	.rules = rules,
	.clock = 13,
};
