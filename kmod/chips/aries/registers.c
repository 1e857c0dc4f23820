// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * The registers of Cray Aries: 40 network tiles, 8 processor tiles, the netlink between them and
 * the NICs, and the units of a NIC that count by themselves. A NIC's event monitors, its PCIe
 * interface's among them, are in registers_monitors.c.
 */
#include "chips/aries/aries.h"

BLOCK(tile, "router-tile", ROUTER, "network tiles: five rows of the router");
BLOCK(ptile, "router-ptile", ROUTER, "processor tiles: the last row, towards the NICs");
BLOCK(netlink, "netlink", NIC, "between the NICs and the processor tiles");
BLOCK(amo, "nic-amo", NIC, "atomic memory operations");
BLOCK(bte, "nic-bte", NIC, "block transfer engine");
BLOCK(npt, "nic-npt", NIC, "non-posted request table: the way of the responses");
BLOCK(orb, "nic-orb", NIC, "output request buffer: requests that await a response");
BLOCK(orb_rat, "nic-orb/rat", NIC, "payload and response times as the NIC sees them");
BLOCK(parb, "nic-parb", NIC, "processor-interface arbiter");
BLOCK(rat, "nic-rat", NIC, "receive address translation: incoming traffic");
BLOCK(rmt, "nic-rmt", NIC, "receive message table");
BLOCK(ssid, "nic-ssid", NIC, "synchronization sequence identifiers");
BLOCK(wc, "nic-wc", NIC, "write combining");

#define COUNT(nm, low, bits)	{ nm, low, bits, GPCD_KIND_COUNTER }
#define GAUGE(nm, low, bits)	{ nm, low, bits, GPCD_KIND_GAUGE }
#define SET(nm, low, bits)	{ nm, low, bits, GPCD_KIND_SETUP }
#define ENABLE(nm, low)		{ nm, low, 1, GPCD_KIND_CONTROL }
#define FLAG(nm, low)		{ nm, low, 1, GPCD_KIND_STICKY }

/* Tiles */

static const struct gpcd_field filter_fields[] = {
	SET("COMPARE_PATTERN", 0, 49), SET("FLIT_PTR", 49, 5), SET("ENABLE", 54, 1),
};

static const struct gpcd_field stall_rq_fields[] = {
	COUNT("COL_BUF_PERF_STALL_RQ", 0, 61), SET("VC_PTR", 61, 3),
};

static const struct gpcd_field stall_rs_fields[] = {
	COUNT("COL_BUF_PERF_STALL_RS", 0, 61), SET("VC_PTR", 61, 3),
};

#define TILE_BASE	0x2008000
#define TILE_ROWS	GPCD_EVERY(5, 0x400000)
#define TILE_COLS	GPCD_EVERY(8, 0x80000)
#define PTILE_BASE	0x3408000
#define PTILE_ROWS	GPCD_FROM(5, 1, 0x400000)

#define TILE(off, nm, what, text, ...) \
	GPCD_COUNTER(tile, TILE_BASE + (off), "AR_RTR_#_#_INQ_PRF_" nm, 64, what, text, \
		     0, TILE_ROWS, TILE_COLS, __VA_ARGS__)
#define TILE_FILTER(off, nm, bits, text, ...) \
	GPCD_PLAIN(tile, TILE_BASE + (off), "AR_RTR_#_#_INQ_PRF_FLIT#_FILTERING_" nm, bits, \
		   SETUP, text, .unit = GPCD_UNIT_NONE, \
		   .dim = { TILE_ROWS, TILE_COLS, GPCD_EVERY(8, 0x10) }, __VA_ARGS__)
#define TILE_STALL(off, nm, text, fields_) \
	GPCD_PLAIN(tile, TILE_BASE + (off), "AR_RTR_#_#_COLBUF_PERF_" nm, 64, PACKED, text, \
		   .unit = GPCD_UNIT_LINK_CYCLES, .dim = { TILE_ROWS, TILE_COLS }, \
		   GPCD_FIELDS(fields_))
#define PTILE(off, nm, what, text, ...) \
	GPCD_COUNTER(ptile, PTILE_BASE + (off), "AR_RTR_#_#_PT_INQ_PRF_" nm, 64, what, text, \
		     0, PTILE_ROWS, TILE_COLS, __VA_ARGS__)
#define PTILE_FILTER(off, nm, bits, text, ...) \
	GPCD_PLAIN(ptile, PTILE_BASE + (off), "AR_RTR_#_#_PT_INQ_PRF_FLIT#_FILTERING_" nm, \
		   bits, SETUP, text, .unit = GPCD_UNIT_NONE, \
		   .dim = { PTILE_ROWS, TILE_COLS, GPCD_EVERY(8, 0x10) }, __VA_ARGS__)
#define PTILE_STALL(off, nm, text, fields_) \
	GPCD_PLAIN(ptile, PTILE_BASE + (off), "AR_RTR_#_#_PT_COLBUF_PERF_" nm, 64, PACKED, text, \
		   .unit = GPCD_UNIT_LINK_CYCLES, .dim = { PTILE_ROWS, TILE_COLS }, \
		   GPCD_FIELDS(fields_))

#define SELECTED	"VC events the filter selects: packets, or stalls where set up so"
#define STALL_RQ	"cycles requests waited for credits, on the VC that VC_PTR chooses"
#define STALL_RS	"cycles responses waited for credits, on the VC that VC_PTR chooses"

static const struct gpcd_rule tile_rules[] = {
	TILE(0x200, "INCOMING_FLIT_VC#", FLITS, "arrived at the tile, by VC", GPCD_TIMES(8)),
	TILE_FILTER(0x240, "SETUP", 55, "which flit a filter looks at, and what it must be",
		    GPCD_FIELDS(filter_fields)),
	TILE_FILTER(0x248, "MASK", 49, "which bits of the flit a filter compares"),
	TILE(0x2c0, "INCOMING_PKT_VC#_FILTER_FLIT#_CNT", EVENTS, SELECTED, GPCD_TIMES(8)),
	TILE(0x300, "MATCH_FLIT_3_TO_0_FILTERING_CNT", PKTS, "matched by filters 0 to 3"),
	TILE(0x308, "MATCH_FLIT_7_TO_4_FILTERING_CNT", PKTS, "matched by filters 4 to 7"),
	TILE(0x310, "ROWBUS_STALL_CNT", ROUTER, "flits waited for the row bus"),
	TILE(0x318, "ROWBUS_2X_USAGE_CNT", ROUTER, "both paths of the row bus in use"),
	TILE(0x320, "PKT_TO_DEAD_LINK_CNT", PKTS, "bound for a dead link"),
	TILE_STALL(0x560, "STALL_RQ", STALL_RQ, stall_rq_fields),
	TILE_STALL(0x568, "STALL_RS", STALL_RS, stall_rs_fields),

	/* A processor tile has requests on VC0 and responses on VC4 only. */
	PTILE(0x200, "INCOMING_FLIT_VC0", FLITS, "arrived at the tile on VC0"),
	PTILE(0x220, "INCOMING_FLIT_VC4", FLITS, "arrived at the tile on VC4"),
	PTILE_FILTER(0x240, "SETUP", 55, "which flit a filter looks at, and what it must be",
		     GPCD_FIELDS(filter_fields)),
	PTILE_FILTER(0x248, "MASK", 49, "which bits of the flit a filter compares"),
	PTILE(0x2c0, "INCOMING_PKT_VC#_FILTER_FLIT#_CNT", EVENTS, SELECTED, GPCD_TIMES(8)),
	PTILE(0x300, "MATCH_FLIT_3_TO_0_FILTERING_CNT", PKTS, "matched by filters 0 to 3"),
	PTILE(0x308, "MATCH_FLIT_7_TO_4_FILTERING_CNT", PKTS, "matched by filters 4 to 7"),
	PTILE(0x310, "REQ_ROWBUS_STALL_CNT", ROUTER, "requests waited for the row bus"),
	PTILE(0x318, "RSP_ROWBUS_STALL_CNT", ROUTER, "responses waited for the row bus"),
	PTILE(0x320, "ROWBUS_2X_USAGE_CNT", ROUTER, "both paths of the row bus in use"),
	PTILE(0x328, "PKT_TO_DEAD_LINK_CNT", PKTS, "bound for a dead link"),
	PTILE_STALL(0x530, "STALL_RQ", STALL_RQ, stall_rq_fields),
	PTILE_STALL(0x538, "STALL_RS", STALL_RS, stall_rs_fields),
	{}
};

/* Netlink: processor tiles 0 to 3 serve NICs 0 and 1, the others 2 and 3. */

#define NL(off, nm, what, text, flag, ...) \
	GPCD_COUNTER(netlink, 0x201000 + (off), "AR_NL_PRF_" nm, 64, what, text, \
		     flag, __VA_ARGS__)
#define TO_NIC(off, nm, what, text, ptile_, nic) \
	NL(off, "PTILE_#_" nm, what, text " from a processor tile to a NIC", \
	   GPCD_RULE_INFERRED, GPCD_FROM(ptile_, 4, 0x30), GPCD_FROM(nic, 2, 8))
#define TO_PTILE(off, nm, what, text, nic, ptile_) \
	NL(off, "NIC_#_" nm, what, text " from a NIC to a processor tile", \
	   GPCD_RULE_INFERRED, GPCD_FROM(nic, 2, 8), GPCD_FROM(ptile_, 4, 0x30))
#define NETWORK(off, nm, what, text, lo, n) \
	NL(off, nm, what, text, 0, GPCD_FROM(lo, n, 0x30))
#define TOTAL(off, nm, what, text) \
	NL(off, nm, what, text, 0, GPCD_EVERY(4, 0x18))

static const struct gpcd_rule netlink_rules[] = {
	TO_NIC(0x000, "REQ_TO_NIC_#", UNKNOWN, "requests", 0, 0),
	TO_NIC(0x0c0, "REQ_TO_NIC_#", UNKNOWN, "requests", 4, 2),
	TO_NIC(0x010, "REQ_TO_NIC_#_STALLED", HELD, "requests", 0, 0),
	TO_NIC(0x0d0, "REQ_TO_NIC_#_STALLED", HELD, "requests", 4, 2),
	NETWORK(0x020, "PTILE_#_REQ_IN_NW_FLITS", FLITS, "requests from the network", 0, 8),
	NETWORK(0x028, "PTILE_#_REQ_IN_NW_PKTS", PKTS, "requests from the network", 0, 8),
	TO_NIC(0x180, "RSP_TO_NIC_#", UNKNOWN, "responses", 0, 0),
	TO_NIC(0x240, "RSP_TO_NIC_#", UNKNOWN, "responses", 4, 2),
	TO_NIC(0x190, "RSP_TO_NIC_#_STALLED", HELD, "responses", 0, 0),
	TO_NIC(0x250, "RSP_TO_NIC_#_STALLED", HELD, "responses", 4, 2),
	NETWORK(0x1a0, "PTILE_#_RSP_IN_NW_FLITS", FLITS, "responses from the network", 0, 8),
	NETWORK(0x1a8, "PTILE_#_RSP_IN_NW_PKTS", PKTS, "responses from the network", 0, 8),

	TOTAL(0x300, "REQ_PTILES_TO_NIC_#_FLITS", FLITS, "requests from all processor tiles"),
	TOTAL(0x308, "REQ_PTILES_TO_NIC_#_PKTS", PKTS, "requests from all processor tiles"),
	TOTAL(0x310, "REQ_PTILES_TO_NIC_#_STALLED", HELD, "requests from all processor tiles"),
	TOTAL(0x360, "RSP_PTILES_TO_NIC_#_FLITS", FLITS, "responses from all processor tiles"),
	TOTAL(0x368, "RSP_PTILES_TO_NIC_#_PKTS", PKTS, "responses from all processor tiles"),
	TOTAL(0x370, "RSP_PTILES_TO_NIC_#_STALLED", HELD, "responses from all processor tiles"),

	TO_PTILE(0x400, "REQ_TO_PTILE_#", UNKNOWN, "requests", 0, 0),
	TO_PTILE(0x4c0, "REQ_TO_PTILE_#", UNKNOWN, "requests", 2, 4),
	TO_PTILE(0x410, "REQ_TO_PTILE_#_STALLED", HELD, "requests", 0, 0),
	TO_PTILE(0x4d0, "REQ_TO_PTILE_#_STALLED", HELD, "requests", 2, 4),
	NETWORK(0x420, "PTILE_#_REQ_OUT_NW_FLITS", FLITS, "requests to the network", 0, 5),
	NETWORK(0x428, "PTILE_#_REQ_OUT_NW_PKTS", PKTS, "requests to the network", 0, 5),
	/* In tile 5 alone the two are swapped. */
	NETWORK(0x510, "PTILE_#_REQ_OUT_NW_PKTS", PKTS, "requests to the network", 5, 1),
	NETWORK(0x518, "PTILE_#_REQ_OUT_NW_FLITS", FLITS, "requests to the network", 5, 1),
	NETWORK(0x540, "PTILE_#_REQ_OUT_NW_FLITS", FLITS, "requests to the network", 6, 2),
	NETWORK(0x548, "PTILE_#_REQ_OUT_NW_PKTS", PKTS, "requests to the network", 6, 2),
	TO_PTILE(0x580, "RSP_TO_PTILE_#", UNKNOWN, "responses", 0, 0),
	TO_PTILE(0x640, "RSP_TO_PTILE_#", UNKNOWN, "responses", 2, 4),
	TO_PTILE(0x590, "RSP_TO_PTILE_#_STALLED", HELD, "responses", 0, 0),
	TO_PTILE(0x650, "RSP_TO_PTILE_#_STALLED", HELD, "responses", 2, 4),
	NETWORK(0x5a0, "PTILE_#_RSP_OUT_NW_FLITS", FLITS, "responses to the network", 0, 8),
	NETWORK(0x5a8, "PTILE_#_RSP_OUT_NW_PKTS", PKTS, "responses to the network", 0, 8),

	TOTAL(0x700, "REQ_NIC_#_TO_PTILES_FLITS", FLITS, "requests to all processor tiles"),
	TOTAL(0x708, "REQ_NIC_#_TO_PTILES_PKTS", PKTS, "requests to all processor tiles"),
	TOTAL(0x710, "REQ_NIC_#_TO_PTILES_STALLED", HELD, "requests to all processor tiles"),
	TOTAL(0x760, "RSP_NIC_#_TO_PTILES_FLITS", FLITS, "responses to all processor tiles"),
	TOTAL(0x768, "RSP_NIC_#_TO_PTILES_PKTS", PKTS, "responses to all processor tiles"),
	TOTAL(0x770, "RSP_NIC_#_TO_PTILES_STALLED", HELD, "responses to all processor tiles"),
	{}
};

/* The units of a NIC. Bits outside of all fields are reserved. */

static const struct gpcd_field amo_en_fields[] = {
	ENABLE("PRF_MATCH_EN", 0), ENABLE("PRF_FLUSH_EN", 1), ENABLE("PRF_FULL_EN", 2),
	ENABLE("PRF_ORDERED_EN", 3),
};

static const struct gpcd_field npt_en_fields[] = {
	ENABLE("PRF_FULL_EN", 0), ENABLE("PRF_STALL_EN", 1),
};

static const struct gpcd_field orb_en_fields[] = {
	ENABLE("ENABLE_CRDTS", 0), ENABLE("ENABLE_PKTID", 1),
};

static const struct gpcd_field parb_en_fields[] = {
	ENABLE("PRF_VC0_EN", 0), ENABLE("PRF_VC1_EN", 1), ENABLE("PRF_VC2_EN", 2),
};

static const struct gpcd_field rat_en_fields[] = {
	ENABLE("PRF_REQ_DURATION_EN", 0), ENABLE("PRF_RSP_DURATION_EN", 1),
};

static const struct gpcd_field hist_1_fields[] = {
	SET("BIN1_MIN", 16, 16), SET("BIN2_MIN", 32, 16), SET("BIN3_MIN", 48, 16),
};

static const struct gpcd_field hist_2_fields[] = {
	SET("BIN4_MIN", 0, 16), SET("BIN5_MIN", 16, 16), SET("BIN6_MIN", 32, 16),
	SET("BIN7_MIN", 48, 16),
};

static const struct gpcd_field hist_ovf_fields[] = {
	FLAG("BIN0_OVF", 0), FLAG("BIN1_OVF", 1), FLAG("BIN2_OVF", 2), FLAG("BIN3_OVF", 3),
	FLAG("BIN4_OVF", 4), FLAG("BIN5_OVF", 5), FLAG("BIN6_OVF", 6), FLAG("BIN7_OVF", 7),
};

static const struct gpcd_field bin01_fields[] = {
	COUNT("BIN0_COUNT", 0, 32), COUNT("BIN1_COUNT", 32, 32),
};

static const struct gpcd_field bin23_fields[] = {
	COUNT("BIN2_COUNT", 0, 32), COUNT("BIN3_COUNT", 32, 32),
};

static const struct gpcd_field bin45_fields[] = {
	COUNT("BIN4_COUNT", 0, 32), COUNT("BIN5_COUNT", 32, 32),
};

static const struct gpcd_field bin67_fields[] = {
	COUNT("BIN6_COUNT", 0, 32), COUNT("BIN7_COUNT", 32, 32),
};

static const struct gpcd_field track_fields[] = {
	GAUGE("MIN_RSP_TIME", 0, 16), GAUGE("MAX_RSP_TIME", 16, 16),
};

static const struct gpcd_field in_use_fields[] = {
	GAUGE("CUR_SSIDS_IN_USE", 0, 9), GAUGE("MAX_SSIDS_IN_USE", 9, 9),
};

static const struct gpcd_field ssid_filter_fields[] = {
	SET("ALL_CHAN_EN", 0, 1), SET("INITIATOR", 1, 2), SET("CHANNEL", 3, 7),
};

static const struct gpcd_field comp_0_fields[] = {
	SET("DST", 0, 16), SET("DSTID", 16, 2), SET("PTAG", 18, 8), SET("PKT_SRC", 26, 2),
	SET("NTT", 34, 1), SET("P0", 35, 1), SET("ADDR_33_6", 36, 28),
};

static const struct gpcd_field comp_1_fields[] = {
	SET("ADDR_39_34", 0, 6), SET("UV", 6, 1), SET("P1", 7, 1), SET("REQCMD", 8, 9),
	SET("RC2", 17, 1), SET("MDH", 18, 12), SET("RC0", 42, 1), SET("P2", 43, 1),
	SET("CNT_BM", 44, 4), SET("ADDR_5_2", 48, 4), SET("SSID", 52, 9),
};

static const struct gpcd_field comp_2_fields[] = {
	SET("LSTATUS", 8, 6), SET("RC1", 14, 1), SET("P3", 15, 1), SET("EN", 16, 1),
};

static const struct gpcd_field comp_3_fields[] = {
	SET("LPTAG", 18, 8), SET("LADDR_27_0", 36, 28),
};

static const struct gpcd_field comp_4_fields[] = {
	SET("ECC0", 0, 8), SET("LMDH", 18, 12), SET("LADDR_39_28", 30, 12), SET("FR", 42, 1),
	SET("LCNT", 44, 4),
};

static const struct gpcd_field comp_5_fields[] = {
	SET("LWC", 7, 1), SET("ECC1", 8, 8), SET("EN", 16, 1),
};

static const struct gpcd_field mask_0_fields[] = {
	SET("DST", 0, 16), SET("DSTID_MSK", 16, 2), SET("PTAG_MSK", 18, 8),
	SET("PKT_SRC_MSK", 26, 2), SET("NTT_MSK", 34, 1), SET("P0_MSK", 35, 1),
	SET("ADDR_33_6_MSK", 36, 28),
};

static const struct gpcd_field mask_1_fields[] = {
	SET("ADDR_39_34_MSK", 0, 6), SET("UV_MSK", 6, 1), SET("P1_MSK", 7, 1),
	SET("REQCMD_MSK", 8, 9), SET("RC2_MSK", 17, 1), SET("MDH_MSK", 18, 12),
	SET("RC0_MSK", 42, 1), SET("P2_MSK", 43, 1), SET("CNT_BM_MSK", 44, 4),
	SET("ADDR_5_2_MSK", 48, 4), SET("SSID_MSK", 52, 9),
};

static const struct gpcd_field mask_2_fields[] = {
	SET("LSTATUS_MSK", 8, 6), SET("RC1_MSK", 14, 1), SET("P3_MSK", 15, 1),
};

static const struct gpcd_field mask_3_fields[] = {
	SET("LPTAG_MSK", 18, 8), SET("LADDR_27_0_MSK", 36, 28),
};

static const struct gpcd_field mask_4_fields[] = {
	SET("ECC0_MSK", 0, 8), SET("LMDH_MSK", 18, 12), SET("LADDR_39_28_MSK", 30, 12),
	SET("FR_MSK", 42, 1), SET("LCNT_MSK", 44, 4),
};

static const struct gpcd_field mask_5_fields[] = {
	SET("LWC_MSK", 7, 1), SET("ECC1_MSK", 8, 8),
};

static const struct gpcd_field req_val2_fields[] = {
	SET("FLIT_143_128", 0, 16), SET("TAIL", 16, 1), SET("HDR", 17, 1),
	SET("NL_EN", 18, 1), SET("IOMMU_EN", 19, 1),
};

static const struct gpcd_field rsp_val2_fields[] = {
	SET("FLIT_143_128", 0, 16), SET("TAIL", 16, 1), SET("HDR", 17, 1), SET("EN", 18, 1),
};

static const struct gpcd_field mask2_fields[] = {
	SET("FLIT_143_128", 0, 16), SET("TAIL", 16, 1), SET("HDR", 17, 1),
};

#define NIC(blk, address, nm, bits, what, text, flag, ...) \
	GPCD_COUNTER(blk, address, "AR_NIC_" nm, bits, what, text, flag, __VA_ARGS__)
#define FIELDS(blk, address, nm, bits, kind_, unit_, text, flag, fields_) \
	GPCD_PLAIN(blk, address, "AR_NIC_" nm, bits, kind_, text, \
		   .unit = GPCD_UNIT_##unit_, .flags = flag, GPCD_FIELDS(fields_))
#define SWITCH(blk, address, nm, bits, fields_) \
	FIELDS(blk, address, nm, bits, CONTROL, NONE, "enables the counters of its unit", \
	       GUESS, fields_)
#define TRACK(off, nm, bits, text, fields_) \
	FIELDS(orb, 0x5000000 + (off), "ORB_CFG_PRF_TRK_" nm, bits, SETUP, NONE, text, \
	       GUESS, fields_)
#define BINS(off, nm, fields_) \
	FIELDS(orb, 0x5008000 + (off), "ORB_PRF_NET_RSP_HIST_" nm, 64, PACKED, PACKETS, \
	       "packets by response time, two bins", GUESS, fields_)
#define FLIT(off, nm, text) \
	GPCD_PLAIN(rat, 0x5980000 + (off), "AR_NIC_RAT_PRF_" nm, 64, SETUP, text, \
		   .unit = GPCD_UNIT_NONE, .flags = GUESS, .dim = { GPCD_TIMES(2) })
#define FLIT2(off, nm, bits, text, fields_) \
	FIELDS(rat, 0x5980000 + (off), "RAT_PRF_" nm, bits, SETUP, NONE, text, GUESS, fields_)

static const struct gpcd_rule nic_rules[] = {
	NIC(bte, 0x4020200, "BTE_PRF_BYTES#", 64, BYTES, "moved, by channel", GUESS, GPCD_TIMES(4)),

	NIC(rmt, 0x4c04300, "RMT_PRF_PUT_BYTES_RX", 64, BYTES, "received by puts", GUESS),
	NIC(rmt, 0x4c04308, "RMT_PRF_SEND_BYTES_RX", 64, BYTES, "received by sends", GUESS),

	FIELDS(orb_rat, 0x5000010, "ORB_CFG_NET_RSP_HIST_1", 64, SETUP, NONE,
	       "response times at which bins 1 to 3 begin", 0, hist_1_fields),
	FIELDS(orb_rat, 0x5000018, "ORB_CFG_NET_RSP_HIST_2", 64, SETUP, NONE,
	       "response times at which bins 4 to 7 begin", 0, hist_2_fields),
	FIELDS(orb_rat, 0x5000020, "ORB_CFG_NET_RSP_HIST_OVF", 8, STICKY, NONE,
	       "response-time bins that overflowed; ones clear", 0, hist_ovf_fields),
	TRACK(0x30, "COMP_0", 64, "requests to track: destination and low address", comp_0_fields),
	TRACK(0x38, "COMP_1", 64, "requests to track: command and high address", comp_1_fields),
	TRACK(0x40, "COMP_2", 17, "requests to track: status, and the enable", comp_2_fields),
	TRACK(0x60, "COMP_3", 64, "requests to track: low local address", comp_3_fields),
	TRACK(0x68, "COMP_4", 64, "requests to track: high local address", comp_4_fields),
	TRACK(0x70, "COMP_5", 17, "requests to track: the rest, and the enable", comp_5_fields),
	TRACK(0x48, "MASK_0", 64, "bits of COMP_0 that are compared", mask_0_fields),
	TRACK(0x50, "MASK_1", 64, "bits of COMP_1 that are compared", mask_1_fields),
	TRACK(0x58, "MASK_2", 16, "bits of COMP_2 that are compared", mask_2_fields),
	TRACK(0x78, "MASK_3", 64, "bits of COMP_3 that are compared", mask_3_fields),
	TRACK(0x80, "MASK_4", 64, "bits of COMP_4 that are compared", mask_4_fields),
	TRACK(0x88, "MASK_5", 16, "bits of COMP_5 that are compared", mask_5_fields),

	FIELDS(orb_rat, 0x5008000, "ORB_PRF_NET_RSP_TRACK_1", 32, PACKED, RESPONSE_TICKS,
	       "shortest and longest network response since reset", 0, track_fields),
	NIC(orb_rat, 0x5008008, "ORB_PRF_NET_RSP_TRACK_2", 64, TICKS,
	    "sum over all responses, in us to published clients", 0),
	BINS(0x10, "BIN01", bin01_fields),
	BINS(0x18, "BIN23", bin23_fields),
	BINS(0x20, "BIN45", bin45_fields),
	BINS(0x28, "BIN67", bin67_fields),
	NIC(orb_rat, 0x5008030, "ORB_PRF_REQ_BYTES_SENT", 64, BYTES, "payload of requests sent", 0),
	NIC(orb_rat, 0x5008038, "ORB_PRF_RSP_BYTES_RCVD", 64, BYTES,
	    "payload of responses received", 0),
	SWITCH(orb, 0x5008040, "ORB_PRF_STALL_DURATION_EN", 2, orb_en_fields),
	NIC(orb, 0x5008048, "ORB_PRF_REQ_PKTID_STALL_DURATION", 48, STALLED,
	    "requests, for a packet id", GUESS),
	NIC(orb, 0x5008050, "ORB_PRF_REQ_CRDTS_STALL_DURATION", 48, STALLED,
	    "requests, for credits", GUESS),

	NIC(wc, 0x5206000, "WC_PRF_RSP_BYTES_RCVD", 64, BYTES, "received by responses", GUESS),
	GPCD_PLAIN(wc, 0x5206008, "AR_NIC_WC_PRF_BUFS_VLD", 64, GAUGE, "buffers that hold data",
		   .unit = GPCD_UNIT_EVENTS, .flags = GUESS),

	FIELDS(ssid, 0x5600040, "SSID_CFG_EVENT_CNTR_FILTER", 10, SETUP, NONE,
	       "which initiator and channel are counted", GUESS, ssid_filter_fields),
	FIELDS(ssid, 0x5600b00, "SSID_PRF_CNTR_SSIDS_IN_USE", 18, PACKED, EVENTS,
	       "identifiers in use, now and at most", GUESS, in_use_fields),

	SWITCH(parb, 0x5900300, "PARB_PRF_EN", 3, parb_en_fields),
	NIC(parb, 0x5900308, "PARB_PRF_STALL_DURATION_VC#", 40, STALLED, "by VC",
	    GUESS, GPCD_TIMES(3)),

	FLIT(0x300, "REQ_VAL#", "request flits to time: bits 127 to 0"),
	FLIT2(0x310, "REQ_VAL2", 20, "request flits to time: the rest", req_val2_fields),
	FLIT(0x318, "REQ_MASK#", "bits of REQ_VAL0 and REQ_VAL1 that are compared"),
	FLIT2(0x328, "REQ_MASK2", 18, "bits of REQ_VAL2 that are compared", mask2_fields),
	FLIT(0x330, "RSP_VAL#", "response flits to time: bits 127 to 0"),
	FLIT2(0x340, "RSP_VAL2", 19, "response flits to time: the rest", rsp_val2_fields),
	FLIT(0x348, "RSP_MASK#", "bits of RSP_VAL0 and RSP_VAL1 that are compared"),
	FLIT2(0x358, "RSP_MASK2", 18, "bits of RSP_VAL2 that are compared", mask2_fields),
	SWITCH(rat, 0x5980360, "RAT_PRF_EN", 2, rat_en_fields),
	NIC(rat, 0x5980368, "RAT_PRF_REQ_STALL_DURATION", 40, STALLED, "requests", GUESS),
	NIC(rat, 0x5980370, "RAT_PRF_RSP_STALL_DURATION", 40, STALLED, "responses", GUESS),
	NIC(orb_rat, 0x5980378, "RAT_PRF_REQ_BYTES_RCVD", 64, BYTES,
	    "payload of requests received", 0),

	SWITCH(amo, 0x5c00300, "AMO_PRF_EN", 4, amo_en_fields),
	NIC(amo, 0x5c00308, "AMO_PRF_STALL_DURATION_MATCH", 40, STALLED,
	    "address matched a busy entry", GUESS),
	NIC(amo, 0x5c00310, "AMO_PRF_STALL_DURATION_FLUSH", 40, STALLED, "cache flush", GUESS),
	NIC(amo, 0x5c00318, "AMO_PRF_STALL_DURATION_FULL", 40, STALLED, "cache full", GUESS),
	NIC(amo, 0x5c00320, "AMO_PRF_STALL_DURATION_ORDERED", 40, STALLED,
	    "ordered operations", GUESS),

	SWITCH(npt, 0x5e00500, "NPT_PRF_EN", 2, npt_en_fields),
	NIC(npt, 0x5e00508, "NPT_PRF_FULL_DURATION", 40, CYCLES, "the table was full", GUESS),
	NIC(npt, 0x5e00510, "NPT_PRF_NL_STALL_DURATION", 40, STALLED, "netlink", GUESS),
	{}
};

static const struct gpcd_rule *const lists[] = {
	tile_rules, netlink_rules, nic_rules, gpcd_aries_monitor_rules,
	gpcd_aries_pi_rules, NULL
};

/*
 * Each router total adds up all tiles. The NIC totals count requests that leave and arrive, their
 * responses, and the bytes of both.
 */
static const struct gpcd_total totals[] = {
	{ "vc0_flits", "AR_RTR_*_INQ_PRF_INCOMING_FLIT_VC0" },
	{ "vc1_flits", "AR_RTR_*_INQ_PRF_INCOMING_FLIT_VC1" },
	{ "vc2_flits", "AR_RTR_*_INQ_PRF_INCOMING_FLIT_VC2" },
	{ "vc3_flits", "AR_RTR_*_INQ_PRF_INCOMING_FLIT_VC3" },
	{ "vc4_flits", "AR_RTR_*_INQ_PRF_INCOMING_FLIT_VC4" },
	{ "vc5_flits", "AR_RTR_*_INQ_PRF_INCOMING_FLIT_VC5" },
	{ "vc6_flits", "AR_RTR_*_INQ_PRF_INCOMING_FLIT_VC6" },
	{ "vc7_flits", "AR_RTR_*_INQ_PRF_INCOMING_FLIT_VC7" },
	{ "rowbus_stalls", "AR_RTR_*_INQ_PRF_*ROWBUS_STALL_CNT" },
	{ "nic_request_flits", "AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS" },
	{ "nic_request_packets", "AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_PKTS" },
	{ "nic_request_stalls", "AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_STALLED" },
	{ "nic_response_flits", "AR_NIC_NETMON_ORB_EVENT_CNTR_RSP_FLITS" },
	{ "nic_response_packets", "AR_NIC_NETMON_ORB_EVENT_CNTR_RSP_PKTS" },
	{ "nic_in_flits", "AR_NIC_NETMON_RAT_EVENT_CNTR_R[ES][QP]_FLIT" },
	{ "nic_request_bytes", "AR_NIC_ORB_PRF_REQ_BYTES_SENT" },
	{ "nic_response_bytes", "AR_NIC_ORB_PRF_RSP_BYTES_RCVD" },
	{ "nic_in_bytes", "AR_NIC_RAT_PRF_REQ_BYTES_RCVD" },
	{ }
};

static const char *const static_counters[] = {
	"AR_RTR_*_INQ_PRF_INCOMING_FLIT_VC*",
	"AR_RTR_*_INQ_PRF_*ROWBUS_STALL_CNT",
	NULL
};

const struct gpcd_chip_registers gpcd_aries_registers = {
	.rules = lists,
	.static_counters = static_counters,
	.totals = totals,
	.coord = "GROUP,CHASSIS,BLADE",
};
