// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * The registers of Cray Gemini: 48 tiles, and the units of a NIC.
 */
#include "catalogue/rules.h"

BLOCK(tile_static, "tile-static", ROUTER, "traffic and stalls of a tile, always counting");
BLOCK(tile_filter, "tile-filter", ROUTER, "packets of a tile that match its filters");
BLOCK(tile_setup, "tile-filter-setup", ROUTER, "what the filters of a tile match");
BLOCK(amo, "nic-amo", NIC, "atomic memory operations");
BLOCK(fma, "nic-fma", NIC, "fast memory access: small puts and gets");
BLOCK(harb, "nic-harb", NIC, "HyperTransport arbiter: traffic to and from the host");
BLOCK(nat, "nic-nat", NIC, "network address translation");
BLOCK(nl, "nic-nl", NIC, "netlink: between the NICs and the router's host tiles");
BLOCK(npt, "nic-npt", NIC, "non-posted request table: the way of the responses");
BLOCK(orb, "nic-orb", NIC, "output request buffer: requests that await a response");
BLOCK(rat, "nic-rat", NIC, "receive address translation: incoming traffic");
BLOCK(rmt, "nic-rmt", NIC, "receive message table");
BLOCK(ssid, "nic-ssid", NIC, "synchronization sequence identifiers");
BLOCK(tarb, "nic-tarb", NIC, "transmit arbiter: BTE, FMA and local traffic to the network");

static const struct gpcd_field filter_fields[] = {
	{ "VALID", 9, 1, GPCD_KIND_SETUP },
	{ "PHIT_INDEX", 10, 6, GPCD_KIND_SETUP },
	{ "PATTERN", 16, 24, GPCD_KIND_SETUP },
	{ "MASK", 40, 24, GPCD_KIND_SETUP },
};

/* It is known that the unit can be enabled; which bit enables it is a guess. */
static const struct gpcd_field enable_fields[] = {
	{ "ENABLE", 0, 1, GPCD_KIND_CONTROL },
};

static const struct gpcd_field nl_control_fields[] = {
	{ "ENABLE", 0, 1, GPCD_KIND_CONTROL },
	{ "CLEAR", 1, 1, GPCD_KIND_CONTROL },
};

#define TILE_BASE	0x2001000
#define TILE_ROWS	GPCD_EVERY(6, 0x20000)
#define TILE_COLS	GPCD_EVERY(8, 0x2000)

/* Cray's documents name tile counters otherwise (Pedretti et al., Table I). */
#define TILE(off, nm, cray, what, text) \
	GPCD_PLAIN(tile_static, TILE_BASE + (off), "GM_#_#_TILE_" nm, 48, COUNTER, \
		   HELP_##what text, .also = "GM_TILE_PERF_" cray ":#:#", \
		   .unit = UNIT_##what, .dim = { TILE_ROWS, TILE_COLS })
#define FILTER(off, nm, text, flag, ...) \
	GPCD_COUNTER(tile_filter, TILE_BASE + (off), \
		     "GM_#_#_TILE_FILTERING_PERFORMANCE_COUNTER_" nm, 48, PKTS, text, \
		     flag, TILE_ROWS, TILE_COLS, __VA_ARGS__)
#define FILTER_SETUP(off, nm, text) \
	GPCD_PLAIN(tile_setup, TILE_BASE + (off), \
		   "GM_#_#_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_" nm, 64, SETUP, text, \
		   .unit = GPCD_UNIT_NONE, GPCD_FIELDS(filter_fields), \
		   .dim = { TILE_ROWS, TILE_COLS, GPCD_TIMES(4) })

#define NIC(blk, address, nm, what, text) \
	GPCD_COUNTER(blk, address, "GM_" nm, 48, what, text, GPCD_RULE_INFERRED)
#define ENABLE(blk, address, nm) \
	GPCD_PLAIN(blk, address, "GM_" nm "_PERF_COUNTER_EN", 64, CONTROL, \
		   "enables the counters of its unit (bit 0 assumed)", \
		   .unit = GPCD_UNIT_NONE, GPCD_FIELDS(enable_fields))
#define AMO(off, nm, what, text)	NIC(amo, 0x5c00000 + (off), "AMO_PERF_" nm, what, text)
#define FMA(off, nm, what, text)	NIC(fma, 0x5480000 + (off), "FMA_PERF_" nm, what, text)
#define HARB(off, nm, what, text)	NIC(harb, 0x5900000 + (off), "HARB_PERF_" nm, what, text)
#define NAT(off, nm, what, text)	NIC(nat, 0x4420000 + (off), "NAT_PERF_" nm, what, text)
#define NPT(off, nm, what, text)	NIC(npt, 0x5e00000 + (off), "NPT_PERF_" nm, what, text)
#define ORB(off, nm, what, text)	NIC(orb, 0x5018000 + (off), "ORB_PERF_" nm, what, text)
#define RAT(off, nm, what, text)	NIC(rat, 0x5980000 + (off), "RAT_PERF_" nm, what, text)
#define SSID(off, nm, what, text)	NIC(ssid, 0x5600000 + (off), "SSID_PERF_" nm, what, text)
#define TARB(off, nm, what, text)	NIC(tarb, 0x5800000 + (off), "TARB_PERF_" nm, what, text)
#define NL_RUN(off, lo, n) \
	GPCD_COUNTER(nl, 0x2140000 + (off), "GM_NL_PERF_COUNTER_#", 48, UNKNOWN, \
		     "netlink counter cell; what it counts is not public", \
		     0, GPCD_FROM(lo, n, 8))
#define RMT(off, nm, text, flag, ...) \
	GPCD_COUNTER(rmt, 0x4c02000 + (off), "GM_RMT_" nm, 32, UNKNOWN, text, flag, __VA_ARGS__)
#define RMT_CELLS	GPCD_EVERY(8, 4)

static const struct gpcd_rule rules[] = {
	TILE(0x380, "PERFORMANCE_COUNTERS_0", "VC0_PHIT_CNT", PHITS, "arrived at the tile on VC0"),
	TILE(0x388, "PERFORMANCE_COUNTERS_1", "VC1_PHIT_CNT", PHITS, "arrived at the tile on VC1"),
	TILE(0x390, "PERFORMANCE_COUNTERS_2", "VC0_PKT_CNT", PKTS, "arrived at the tile on VC0"),
	TILE(0x398, "PERFORMANCE_COUNTERS_3", "VC1_PKT_CNT", PKTS, "arrived at the tile on VC1"),
	TILE(0x3a0, "PERFORMANCE_COUNTERS_4", "INQ_STALL", ROUTER,
	     "input stall: a packet waited in the tile's input queue"),
	TILE(0x3a8, "PERFORMANCE_COUNTERS_5", "CREDIT_STALL", ROUTER,
	     "output stall: the tile's output waited for credits"),

	FILTER(0x220, "VC0_#", "on VC0 that match the filter", 0, GPCD_TIMES(4)),
	FILTER(0x240, "VC0_ALL", "on VC0 that match any filter", GPCD_RULE_INFERRED),
	FILTER(0x268, "VC1_#", "on VC1 that match the filter", 0, GPCD_TIMES(4)),
	FILTER(0x288, "VC1_ALL", "on VC1 that match any filter", GPCD_RULE_INFERRED),
	FILTER_SETUP(0x200, "VC0_#", "pattern and mask of a filter on VC0"),
	FILTER_SETUP(0x248, "VC1_#", "pattern and mask of a filter on VC1"),

	ENABLE(amo, 0x5c00100, "AMO"),
	AMO(0x120, "CQ_FLIT_CNTR", FLITS, "completion queue"),
	AMO(0x128, "CQ_PKT_CNTR", PKTS, "completion queue"),
	AMO(0x130, "CQ_STALLED_CNTR", STALLED, "completion queue"),
	AMO(0x138, "CQ_BLOCKED_CNTR", BLOCKED, "completion queue"),
	AMO(0x140, "RMT_FLIT_CNTR", FLITS, "receive message table"),
	AMO(0x148, "RMT_PKT_CNTR", PKTS, "receive message table"),
	AMO(0x150, "RMT_STALLED_CNTR", STALLED, "receive message table"),
	AMO(0x158, "RMT_BLOCKED_CNTR", BLOCKED, "receive message table"),
	AMO(0x160, "ERROR_HEADER_CNTR", ERRORS, "headers of requests in error"),
	AMO(0x168, "AMO_HEADER_CNTR", EVENTS, "headers of atomic operations"),
	AMO(0x170, "GET_HEADER_CNTR", EVENTS, "headers of gets"),
	AMO(0x178, "PUT_HEADER_CNTR", EVENTS, "headers of puts"),
	AMO(0x180, "MSGCOMP_HEADER_CNTR", EVENTS, "headers of message completions"),
	AMO(0x188, "FLUSH_HEADER_CNTR", EVENTS, "headers of flushes"),
	AMO(0x190, "TAG_HIT_CNTR", EVENTS, "cache tag hits"),
	AMO(0x198, "TAG_MISS_CNTR", EVENTS, "cache tag misses"),
	AMO(0x1a0, "TAG_STALL_CNTR", STALLED, "cache tags"),
	AMO(0x1a8, "REQLIST_FULL_STALL_CNTR", STALLED, "request list full"),
	AMO(0x1b0, "ACP_STALL_CNTR", STALLED, "ACP"),
	AMO(0x1b8, "ACP_MEM_UPDATE_CNTR", EVENTS, "memory updates of the ACP"),
	AMO(0x1c0, "ACP_COMP_CNTR", EVENTS, "operations the ACP completed"),
	AMO(0x1c8, "FULL_INV_CNTR", EVENTS, "invalidations because the cache was full"),
	AMO(0x1d0, "DONE_INV_CNTR", EVENTS, "invalidations because an entry was done"),

	FMA(0x00, "TARB_PKT_CNT", PKTS, "transmit arbiter"),
	FMA(0x08, "TARB_FLIT_CNT", FLITS, "transmit arbiter"),
	FMA(0x10, "TARB_STALLED_CNT", STALLED, "transmit arbiter"),
	FMA(0x18, "HT_NP_REQ_FLIT_CNT", FLITS, "non-posted requests of the host"),
	FMA(0x20, "HT_NP_REQ_PKT_CNT", PKTS, "non-posted requests of the host"),
	FMA(0x28, "HT_P_REQ_FLIT_CNT", FLITS, "posted requests of the host"),
	FMA(0x30, "HT_P_REQ_PKT_CNT", PKTS, "posted requests of the host"),
	FMA(0x38, "CQ_PKT_CNT", PKTS, "completion queue"),
	FMA(0x40, "CQ_STALLED_CNT", STALLED, "completion queue"),
	FMA(0x48, "HT_RSP_PKT_CNT", PKTS, "responses to the host"),
	FMA(0x50, "HT_RSP_STALLED_CNT", STALLED, "responses to the host"),

	ENABLE(harb, 0x5900100, "HARB"),
	HARB(0x200, "IREQ_NP_FLITS", FLITS, "internal requests, non-posted"),
	HARB(0x208, "IREQ_NP_PKTS", PKTS, "internal requests, non-posted"),
	HARB(0x210, "IREQ_NP_STALLED", STALLED, "internal requests, non-posted"),
	HARB(0x220, "IREQ_P_FLITS", FLITS, "internal requests, posted"),
	HARB(0x228, "IREQ_P_PKTS", PKTS, "internal requests, posted"),
	HARB(0x230, "IREQ_P_STALLED", STALLED, "internal requests, posted"),
	HARB(0x240, "AMO_NP_FLITS", FLITS, "atomics, non-posted"),
	HARB(0x248, "AMO_NP_PKTS", PKTS, "atomics, non-posted"),
	HARB(0x250, "AMO_NP_STALLED", STALLED, "atomics, non-posted"),
	HARB(0x258, "AMO_NP_BLOCKED", BLOCKED, "atomics, non-posted"),
	HARB(0x260, "AMO_P_NRP_FLITS", FLITS, "atomics, posted, NRP"),
	HARB(0x268, "AMO_P_NRP_PKTS", PKTS, "atomics, posted, NRP"),
	HARB(0x270, "AMO_P_NRP_STALLED", STALLED, "atomics, posted, NRP"),
	HARB(0x278, "AMO_P_NRP_BLOCKED", BLOCKED, "atomics, posted, NRP"),
	HARB(0x280, "AMO_P_ACP_FLITS", FLITS, "atomics, posted, ACP"),
	HARB(0x288, "AMO_P_ACP_PKTS", PKTS, "atomics, posted, ACP"),
	HARB(0x290, "AMO_P_ACP_STALLED", STALLED, "atomics, posted, ACP"),
	HARB(0x298, "AMO_P_ACP_BLOCKED", BLOCKED, "atomics, posted, ACP"),
	HARB(0x2a0, "BTE_NP_FLITS", FLITS, "block transfers, non-posted"),
	HARB(0x2a8, "BTE_NP_PKTS", PKTS, "block transfers, non-posted"),
	HARB(0x2b0, "BTE_NP_STALLED", STALLED, "block transfers, non-posted"),
	HARB(0x2b8, "BTE_NP_BLOCKED", BLOCKED, "block transfers, non-posted"),
	HARB(0x2c0, "BTE_P_FLITS", FLITS, "block transfers, posted"),
	HARB(0x2c8, "BTE_P_PKTS", PKTS, "block transfers, posted"),
	HARB(0x2d0, "BTE_P_STALLED", STALLED, "block transfers, posted"),
	HARB(0x2d8, "BTE_P_BLOCKED", BLOCKED, "block transfers, posted"),
	HARB(0x2e0, "RAT_P_FLITS", FLITS, "received traffic, posted"),
	HARB(0x2e8, "RAT_P_PKTS", PKTS, "received traffic, posted"),
	HARB(0x2f0, "RAT_P_STALLED", STALLED, "received traffic, posted"),
	HARB(0x2f8, "RAT_P_BLOCKED", BLOCKED, "received traffic, posted"),

	ENABLE(nat, 0x4420500, "NAT"),
	NAT(0x510, "BTE_TRANSLATIONS", EVENTS, "translations for block transfers"),
	NAT(0x518, "REQ_TRANSLATIONS", EVENTS, "translations for requests"),
	NAT(0x520, "RSP_TRANSLATIONS", EVENTS, "translations for responses"),
	NAT(0x528, "BTE_STALLED", STALLED, "block transfers"),
	NAT(0x530, "REQ_STALLED", STALLED, "requests"),
	NAT(0x538, "RSP_STALLED", STALLED, "responses"),
	NAT(0x540, "BTE_BLOCKED", BLOCKED, "block transfers"),
	NAT(0x548, "REQ_BLOCKED", BLOCKED, "requests"),
	NAT(0x550, "RSP_BLOCKED", BLOCKED, "responses"),
	GPCD_COUNTER(nat, 0x4420558, "GM_NAT_PERF_TRANS_ERROR#", 48, ERRORS,
		     "translations that failed, by cause", GPCD_RULE_INFERRED, GPCD_TIMES(6)),

	/* Cells 0 to 127 are contiguous; the others are six to a line of eight words. */
	NL_RUN(0x000, 0, 128),
	NL_RUN(0x400, 132, 6), NL_RUN(0x440, 138, 6), NL_RUN(0x480, 144, 6), NL_RUN(0x4c0, 150, 6),
	NL_RUN(0x500, 156, 6), NL_RUN(0x540, 162, 6), NL_RUN(0x580, 168, 6), NL_RUN(0x5c0, 174, 6),
	NL_RUN(0x600, 180, 6), NL_RUN(0x640, 186, 6), NL_RUN(0x680, 192, 6), NL_RUN(0x6c0, 198, 6),
	NL_RUN(0x700, 204, 6), NL_RUN(0x740, 210, 6), NL_RUN(0x780, 216, 6), NL_RUN(0x7c0, 222, 6),
	/* Eight were added later and fill the ends of the first four lines. */
	NL_RUN(0x430, 128, 2), NL_RUN(0x470, 130, 2), NL_RUN(0x4b0, 228, 2), NL_RUN(0x4f0, 230, 2),
	GPCD_PLAIN(nl, 0x2140800, "GM_NL_PERF_CNTRL", 64, CONTROL,
		   "enables and clears the counters of its unit (bits 0 and 1 assumed)",
		   .unit = GPCD_UNIT_NONE, GPCD_FIELDS(nl_control_fields)),

	ENABLE(npt, 0x5e00100, "NPT"),
	NPT(0x120, "LB_FLIT_CNTR", FLITS, "local block"),
	NPT(0x128, "LB_PKT_CNTR", PKTS, "local block"),
	NPT(0x130, "LB_STALLED_CNTR", STALLED, "local block"),
	NPT(0x138, "LB_BLOCKED_CNTR", BLOCKED, "local block"),
	NPT(0x140, "ACP_FLIT_CNTR", FLITS, "ACP"),
	NPT(0x148, "ACP_PKT_CNTR", PKTS, "ACP"),
	NPT(0x150, "ACP_STALLED_CNTR", STALLED, "ACP"),
	NPT(0x158, "ACP_BLOCKED_CNTR", BLOCKED, "ACP"),
	NPT(0x160, "NRP_FLIT_CNTR", FLITS, "NRP"),
	NPT(0x168, "NRP_PKT_CNTR", PKTS, "NRP"),
	NPT(0x170, "NRP_STALLED_CNTR", STALLED, "NRP"),
	NPT(0x178, "NRP_BLOCKED_CNTR", BLOCKED, "NRP"),
	NPT(0x180, "NPT_FLIT_CNTR", FLITS, "the table's own"),
	NPT(0x188, "NPT_PKT_CNTR", PKTS, "the table's own"),
	NPT(0x190, "NPT_STALLED_CNTR", STALLED, "the table's own"),
	NPT(0x198, "NPT_BLOCKED_CNTR", BLOCKED, "the table's own"),
	NPT(0x1a0, "HTIRSP_FLIT_CNTR", FLITS, "responses from HyperTransport"),
	NPT(0x1a8, "HTIRSP_PKT_CNTR", PKTS, "responses from HyperTransport"),
	NPT(0x1b0, "HTIRSP_ERR_CNTR", ERRORS, "responses from HyperTransport"),
	NPT(0x1b8, "FILL_RSP_PKT_CNTR", PKTS, "fill responses"),
	NPT(0x1c0, "NL_RSP_PKT_CNTR", PKTS, "responses to the netlink"),
	NPT(0x1c8, "BTE_RSP_PKT_CNTR", PKTS, "responses to the block transfer engine"),

	ORB(0x00, "VC1_STALLED", STALLED, "VC1"),
	ORB(0x08, "VC1_BLOCKED", BLOCKED, "VC1"),
	ORB(0x10, "VC1_BLOCKED_PKT_GEN", PKTS, "generated while VC1 was blocked"),
	ORB(0x18, "VC1_PKTS", PKTS, "VC1"),
	ORB(0x20, "VC1_FLITS", FLITS, "VC1"),
	ORB(0x28, "VC0_STALLED", STALLED, "VC0"),
	ORB(0x38, "VC0_PKTS", PKTS, "VC0"),
	ORB(0x40, "VC0_FLITS", FLITS, "VC0"),

	ENABLE(rat, 0x5980100, "RAT"),
	RAT(0x110, "HEADER_FLITS_VC0", FLITS, "headers on VC0"),
	RAT(0x118, "DATA_FLITS_VC0", FLITS, "data on VC0"),
	RAT(0x120, "TRANSLATIONS_VC0", EVENTS, "translations for VC0"),
	RAT(0x128, "TRANSLATION_ERRORS_VC0", ERRORS, "translations for VC0 that failed"),
	RAT(0x130, "STALLED_CREDITS_VC0", STALLED, "VC0, for credits"),
	RAT(0x138, "STALLED_TRANSLATION_VC0", STALLED, "VC0, for a translation"),
	RAT(0x140, "HEADER_FLITS_VC1", FLITS, "headers on VC1"),
	RAT(0x148, "DATA_FLITS_VC1", FLITS, "data on VC1"),
	RAT(0x150, "TRANSLATIONS_VC1", EVENTS, "translations for VC1"),
	RAT(0x158, "TRANSLATION_ERRORS_VC1", ERRORS, "translations for VC1 that failed"),
	RAT(0x160, "STALLED_CREDITS_VC1", STALLED, "VC1, for credits"),
	RAT(0x168, "STALLED_TRANSLATION_VC1", STALLED, "VC1, for a translation"),

	RMT(0x20, "PUT_PERFORMANCE_COUNTERS#", "put-side half word", 0, RMT_CELLS),
	RMT(0x20, "PUT_PERFORMANCE_COUNTERS", "the first put-side half word", GPCD_RULE_ALIAS),
	RMT(0x60, "SEND_PERFORMANCE_COUNTERS#", "send-side half word", 0, RMT_CELLS),
	RMT(0x60, "SEND_PERFORMANCE_COUNTERS", "the first send-side half word", GPCD_RULE_ALIAS),

	SSID(0x1a0, "SSID_ALLOCATE_COUNT", EVENTS, "identifiers allocated"),
	GPCD_PLAIN(ssid, 0x56001a8, "GM_SSID_PERF_SSIDS_IN_USE", 48, GAUGE,
		   "identifiers in use", .unit = GPCD_UNIT_EVENTS, .flags = GPCD_RULE_INFERRED),
	SSID(0x1b0, "OUTOFSSIDS_COUNT", EVENTS, "times no identifier was free"),
	SSID(0x1b8, "OUTOFSSIDS_DURATION", CYCLES, "no identifier was free"),
	SSID(0x1c0, "OUT_STALLED_DURATION", STALLED, "output"),
	GPCD_PLAIN(ssid, 0x56001c8, "GM_SSID_PERF_COMPLETION_COUNT_SELECTOR", 64, SETUP,
		   "chooses which completions are counted", .unit = GPCD_UNIT_NONE),
	SSID(0x1d0, "COMPLETION_COUNT_1", EVENTS, "completions of the first kind chosen"),
	SSID(0x1d8, "COMPLETION_COUNT_2", EVENTS, "completions of the second kind chosen"),

	TARB(0x200, "OUT_FLITS", FLITS, "to the network"),
	TARB(0x208, "OUT_PKTS", PKTS, "to the network"),
	TARB(0x210, "OUT_STALLED", STALLED, "to the network"),
	TARB(0x220, "BTE_FLITS", FLITS, "block transfer engine"),
	TARB(0x228, "BTE_PKTS", PKTS, "block transfer engine"),
	TARB(0x230, "BTE_STALLED", STALLED, "block transfer engine"),
	TARB(0x238, "BTE_BLOCKED", BLOCKED, "block transfer engine"),
	TARB(0x240, "FMA_FLITS", FLITS, "fast memory access"),
	TARB(0x248, "FMA_PKTS", PKTS, "fast memory access"),
	TARB(0x250, "FMA_STALLED", STALLED, "fast memory access"),
	TARB(0x258, "FMA_BLOCKED", BLOCKED, "fast memory access"),
	TARB(0x260, "LB_FLITS", FLITS, "local block"),
	TARB(0x268, "LB_PKTS", PKTS, "local block"),
	TARB(0x270, "LB_STALLED", STALLED, "local block"),
	TARB(0x278, "LB_BLOCKED", BLOCKED, "local block"),
	{}
};

static const struct gpcd_rule *const lists[] = { rules, NULL };
/*
 * Each router total adds up all tiles. The NIC totals count what it sends, what it receives, and
 * requests that wait for a response.
 */
static const struct gpcd_total totals[] = {
	{ "vc0_phits", "GM_*_TILE_PERFORMANCE_COUNTERS_0" },
	{ "vc1_phits", "GM_*_TILE_PERFORMANCE_COUNTERS_1" },
	{ "vc0_packets", "GM_*_TILE_PERFORMANCE_COUNTERS_2" },
	{ "vc1_packets", "GM_*_TILE_PERFORMANCE_COUNTERS_3" },
	{ "inq_stalls", "GM_*_TILE_PERFORMANCE_COUNTERS_4" },
	{ "outq_stalls", "GM_*_TILE_PERFORMANCE_COUNTERS_5" },
	{ "nic_out_flits", "GM_TARB_PERF_OUT_FLITS" },
	{ "nic_out_packets", "GM_TARB_PERF_OUT_PKTS" },
	{ "nic_out_stalls", "GM_TARB_PERF_OUT_STALLED" },
	{ "nic_in_flits", "GM_RAT_PERF_*_FLITS_VC[01]" },
	{ "nic_in_stalls", "GM_RAT_PERF_STALLED_*_VC[01]" },
	{ "nic_orb_flits", "GM_ORB_PERF_VC[01]_FLITS" },
	{ "nic_orb_packets", "GM_ORB_PERF_VC[01]_PKTS" },
	{ "nic_orb_stalls", "GM_ORB_PERF_VC[01]_STALLED" },
	{ }
};

static const char *const static_counters[] = { "GM_*_TILE_PERFORMANCE_COUNTERS_*", NULL };

const struct gpcd_chip_registers gpcd_gemini_registers = {
	.rules = lists,
	.static_counters = static_counters,
	.totals = totals,
	.coord = "X,Y,Z",
};
