// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * The event monitors of an Aries NIC, each with a register that controls its counters: three
 * (network, request and response side) with 128 numbered cells each, and the PCIe interface's.
 */
#include "chips/aries/aries.h"

BLOCK(netmon_prf, "nic-netmon-prf", NIC, "network-side monitor: control");
BLOCK(netmon, "nic-netmon-netmon", NIC, "network-side monitor: triggers");
BLOCK(netmon_nat, "nic-netmon-nat", NIC, "network address translation");
BLOCK(netmon_ce, "nic-netmon-ce", NIC, "collective engine");
BLOCK(netmon_ssid, "nic-netmon-ssid", NIC, "synchronization sequence identifiers");
BLOCK(netmon_orb, "nic-netmon-orb", NIC, "output request buffer");
BLOCK(netmon_rat, "nic-netmon-rat", NIC, "receive address translation: incoming traffic");
BLOCK(netmon_tarb, "nic-netmon-tarb", NIC, "transmit arbiter: NIC traffic to the network");
BLOCK(netmon_reserved, "nic-netmon-reserved", NIC, "network-side monitor: cells without a purpose");
BLOCK(reqmon, "nic-reqmon", NIC, "request-side monitor");
BLOCK(reqmon_prf, "nic-reqmon-prf", NIC, "request-side monitor: control");
BLOCK(reqmon_reqmon, "nic-reqmon-reqmon", NIC, "request-side monitor: triggers");
BLOCK(reqmon_bte, "nic-reqmon-bte", NIC, "block transfer engine");
BLOCK(reqmon_fma, "nic-reqmon-fma", NIC, "fast memory access: small puts and gets");
BLOCK(reqmon_dla, "nic-reqmon-dla", NIC, "launch aggregation: small requests gathered");
BLOCK(reqmon_amo, "nic-reqmon-amo", NIC, "atomic memory operations");
BLOCK(reqmon_wc, "nic-reqmon-wc", NIC, "write combining");
BLOCK(rspmon_prf, "nic-rspmon-prf", NIC, "response-side monitor: control");
BLOCK(rspmon, "nic-rspmon-rspmon", NIC, "response-side monitor: triggers");
BLOCK(rspmon_cq, "nic-rspmon-cq", NIC, "completion queue");
BLOCK(rspmon_rmt, "nic-rspmon-rmt", NIC, "receive message table");
BLOCK(rspmon_iommu, "nic-rspmon-iommu", NIC, "IOMMU");
BLOCK(rspmon_parb, "nic-rspmon-parb", NIC, "processor-interface arbiter");
BLOCK(rspmon_npt, "nic-rspmon-npt", NIC, "non-posted request table: the way of the responses");
BLOCK(pi, "pi", NIC, "PCIe interface to the host");

#define CONTROL(blk, address, nm) \
	GPCD_PLAIN(blk, address, "AR_" nm "_EVENT_CNTR_CTRL", 4, CONTROL, \
		   "enables and clears the counters of its monitor", \
		   .unit = GPCD_UNIT_NONE, .flags = GUESS, GPCD_FIELDS(control_fields))
/* Registers that count nothing keep what is written to them. */
#define SPARE(blk, address, nm, ...) \
	GPCD_PLAIN(blk, address, "AR_" nm, 64, SETUP, "a register without a purpose", \
		   .unit = GPCD_UNIT_NONE, .flags = GUESS, __VA_ARGS__)

#define NETMON	0x5a00400
#define REQMON	0x5a80400
#define RSPMON	0x5b00400

#define CELL(blk, monitor, n, nm, what, text, ...) \
	GPCD_COUNTER(blk, (monitor) + (n) * 8, "AR_NIC_" nm, 64, what, text, GUESS, __VA_ARGS__)
#define NETMON_NAT(n, nm, what, text, ...) \
	CELL(netmon_nat, NETMON, n, "NETMON_NAT_EVENT_CNTR_" nm, what, text, __VA_ARGS__)
#define NETMON_CE(n, nm, what, text, ...) \
	CELL(netmon_ce, NETMON, n, "NETMON_CE_EVENT_CNTR_" nm, what, text, __VA_ARGS__)
#define NETMON_SSID(n, nm, what, text, ...) \
	CELL(netmon_ssid, NETMON, n, "NETMON_SSID_EVENT_CNTR_" nm, what, text, __VA_ARGS__)
#define NETMON_ORB(n, nm, what, text, ...) \
	CELL(netmon_orb, NETMON, n, "NETMON_ORB_EVENT_CNTR_" nm, what, text, __VA_ARGS__)
#define NETMON_RAT(n, nm, what, text, ...) \
	CELL(netmon_rat, NETMON, n, "NETMON_RAT_EVENT_CNTR_" nm, what, text, __VA_ARGS__)
#define NETMON_TARB(n, nm, what, text, ...) \
	CELL(netmon_tarb, NETMON, n, "NETMON_TARB_EVENT_CNTR_" nm, what, text, __VA_ARGS__)
#define REQMON_BTE(n, nm, what, text, ...) \
	CELL(reqmon_bte, REQMON, n, "REQMON_BTE_EVENT_CNTR_" nm, what, text, __VA_ARGS__)
#define REQMON_FMA(n, nm, what, text, ...) \
	CELL(reqmon_fma, REQMON, n, "REQMON_FMA_EVENT_CNTR_" nm, what, text, __VA_ARGS__)
#define REQMON_DLA(n, nm, what, text, ...) \
	CELL(reqmon_dla, REQMON, n, "REQMON_DLA_EVENT_CNTR_" nm, what, text, __VA_ARGS__)
#define REQMON_AMO(n, nm, what, text, ...) \
	CELL(reqmon_amo, REQMON, n, "REQMON_AMO_EVENT_CNTR_" nm, what, text, __VA_ARGS__)
#define REQMON_WC(n, nm, what, text, ...) \
	CELL(reqmon_wc, REQMON, n, "REQMON_WC_EVENT_CNTR_" nm, what, text, __VA_ARGS__)
#define RSPMON_CQ(n, nm, what, text, ...) \
	CELL(rspmon_cq, RSPMON, n, "RSPMON_CQ_EVENT_CNTR_" nm, what, text, __VA_ARGS__)
#define RSPMON_RMT(n, nm, what, text, ...) \
	CELL(rspmon_rmt, RSPMON, n, "RSPMON_RMT_EVENT_CNTR_" nm, what, text, __VA_ARGS__)
#define RSPMON_IOMMU(n, nm, what, text, ...) \
	CELL(rspmon_iommu, RSPMON, n, "RSPMON_IOMMU_EVENT_CNTR_" nm, what, text, __VA_ARGS__)
#define RSPMON_PARB(n, nm, what, text, ...) \
	CELL(rspmon_parb, RSPMON, n, "RSPMON_PARB_EVENT_CNTR_" nm, what, text, __VA_ARGS__)
#define RSPMON_NPT(n, nm, what, text, ...) \
	CELL(rspmon_npt, RSPMON, n, "RSPMON_NPT_EVENT_CNTR_" nm, what, text, __VA_ARGS__)

static const struct gpcd_field control_fields[4] = {
	{ "COUNTERS_CLEAR", 0, 1, GPCD_KIND_CONTROL },
	{ "CLEAR", 1, 1, GPCD_KIND_CONTROL },
	{ "ENABLE", 2, 1, GPCD_KIND_CONTROL },
	{ "DISABLE_AUTO_UPDATE", 3, 1, GPCD_KIND_CONTROL },
};

const struct gpcd_rule gpcd_aries_monitor_rules[] = {
	CONTROL(netmon_prf, 0x5a00200, "NIC_NETMON_PRF"),
	CELL(netmon, NETMON, 0, "NETMON_NETMON_EVENT_CNTR_TRIGGER#", EVENTS,
	     "triggers of the monitor", GPCD_TIMES(2)),

	NETMON_NAT(2, "RAT_TRANSLATIONS", EVENTS, "translations for the RAT"),
	NETMON_NAT(3, "RAT_STALLED", STALLED, "RAT"),
	NETMON_NAT(4, "RAT_BLOCKED", BLOCKED, "RAT"),
	NETMON_NAT(5, "CQ_TRANSLATIONS", EVENTS, "translations for completion queues"),
	NETMON_NAT(6, "CQ_STALLED", STALLED, "completion queue"),
	NETMON_NAT(7, "CQ_BLOCKED", BLOCKED, "completion queue"),
	NETMON_NAT(8, "BTE_TRANSLATIONS", EVENTS, "translations for block transfers"),
	NETMON_NAT(9, "BTE_STALLED", STALLED, "block transfer engine"),
	NETMON_NAT(10, "BTE_BLOCKED", BLOCKED, "block transfer engine"),
	NETMON_NAT(11, "PIPELINE_STALLED", STALLED, "translation pipeline"),
	NETMON_NAT(12, "MDDT#_SBE", ERRORS,
		   "single-bit, in a memory domain table", GPCD_EVERY(2, 0x10)),
	NETMON_NAT(13, "MDDT#_MBE", ERRORS,
		   "multiple-bit, in a memory domain table", GPCD_EVERY(2, 0x10)),
	NETMON_NAT(16, "PTT_SBE", ERRORS, "single-bit, in the protection tag table"),
	NETMON_NAT(17, "PTT_MBE", ERRORS, "multiple-bit, in the protection tag table"),

	NETMON_CE(18, "REDUCT_SCAT#", EVENTS, "reductions and scatters, by engine", GPCD_TIMES(4)),
	NETMON_CE(22, "DFLIT_SBE", FLITS, "data flits with a single-bit error"),
	NETMON_CE(23, "DFLIT_MBE", FLITS, "data flits with a multiple-bit error"),
	NETMON_CE(24, "CONFIG_SBE", ERRORS, "single-bit, in the configuration"),
	NETMON_CE(25, "CONFIG_MBE", ERRORS, "multiple-bit, in the configuration"),
	NETMON_CE(26, "HEADER_PC", EVENTS, "headers that failed their check"),
	NETMON_CE(27, "BAD_REQS", EVENTS, "bad requests"),

	NETMON_SSID(28, "ALLOCATIONS", EVENTS, "identifiers allocated"),
	NETMON_SSID(29, "NO_SSID", EVENTS, "times no identifier was free"),
	NETMON_SSID(30, "NO_SSID_DURATN", EVENTS, "time no identifier was free"),
	NETMON_SSID(31, "REQ_STALLED_DURATN", STALLED, "requests"),
	NETMON_SSID(32, "DSMN_OPTIMAL", EVENTS, "DSMN, optimal"),
	NETMON_SSID(33, "DSMN_SUBOPTIMAL", EVENTS, "DSMN, not optimal"),
	NETMON_SSID(34, "BTESEND_SUCCESSFUL", EVENTS, "BTE sends that succeeded"),
	NETMON_SSID(35, "BTESEND_UNSUCCESSFUL", EVENTS, "BTE sends that failed"),
	NETMON_SSID(36, "NO_DEST_NOTIFY", EVENTS, "destinations not notified"),
	NETMON_SSID(37, "LATE_FIRST_REQRSP", EVENTS, "first responses that came late"),
	NETMON_SSID(38, "INTENTIONAL_TIMEOUT", EVENTS, "timeouts made on purpose"),
	NETMON_SSID(39, "LREQ_ERR_HSS", ERRORS, "local requests, HSS"),
	NETMON_SSID(40, "LREQ_ERR_OS", ERRORS, "local requests, OS"),
	NETMON_SSID(41, "RREQ_HSS", EVENTS, "remote requests, HSS"),
	NETMON_SSID(42, "RREQ_OS", EVENTS, "remote requests, OS"),
	NETMON_SSID(43, "RSP_HSS", EVENTS, "responses, HSS"),
	NETMON_SSID(44, "RSP_OS", EVENTS, "responses, OS"),
	NETMON_SSID(45, "STALE_SSID", EVENTS, "stale identifiers"),
	NETMON_SSID(46, "SEQ_ERR_HSS", ERRORS, "sequence, HSS"),
	NETMON_SSID(47, "SEQ_ERR_OS", ERRORS, "sequence, OS"),
	NETMON_SSID(48, "UNEXPTD_RSP", EVENTS, "unexpected responses"),
	NETMON_SSID(49, "MEM_ERR_CORR", ERRORS, "memory, corrected"),
	NETMON_SSID(50, "MEM_ERR_UNCORR", ERRORS, "memory, not corrected"),
	NETMON_SSID(51, "CORRUPT_REQ_HD", EVENTS, "requests with a corrupt header"),
	NETMON_SSID(52, "CORR_REQ_PAYLD_ERR", ERRORS, "request payloads, corrected"),
	NETMON_SSID(53, "UNCORR_REQ_PAYLD_ERR", ERRORS, "request payloads, not corrected"),
	NETMON_SSID(54, "REQ_LEN_ERR", ERRORS, "request length"),
	NETMON_SSID(55, "CORRUPT_RSP", EVENTS, "corrupt responses"),
	NETMON_SSID(56, "BYPASSED_REQ", EVENTS, "requests that bypassed the allocator"),

	NETMON_ORB(57, "REQ_FLITS", FLITS, "requests"),
	NETMON_ORB(58, "REQ_PKTS", PKTS, "requests"),
	NETMON_ORB(59, "REQ_STALLED", STALLED, "requests"),
	/* Not a guess: published clients divide TRACK_2 by it. */
	GPCD_COUNTER(netmon_orb, NETMON + 60 * 8, "AR_NIC_NETMON_ORB_EVENT_CNTR_RSP_NET_TRACK",
		     64, PKTS, "responses whose time ORB_PRF_NET_RSP_TRACK_2 adds up", 0),
	NETMON_ORB(61, "RSP_FLITS", FLITS, "responses"),
	NETMON_ORB(62, "RSP_PKTS", PKTS, "responses"),
	NETMON_ORB(63, "RSP_STALLED", STALLED, "responses"),
	NETMON_ORB(64, "RSP_BLOCKED", BLOCKED, "responses"),
	NETMON_ORB(65, "RSP_BLOCKED_PKT_GEN", PKTS, "generated while responses were blocked"),
	NETMON_ORB(66, "ORD_RAM_READ", EVENTS, "reads of the order RAM"),
	NETMON_ORB(67, "NTT_SBE", ERRORS, "single-bit, in the node translation table"),
	NETMON_ORB(68, "NTT_MBE", ERRORS, "multiple-bit, in the node translation table"),
	NETMON_ORB(69, "PTT_SBE", ERRORS, "single-bit, in the protection tag table"),
	NETMON_ORB(70, "PTT_MBE", ERRORS, "multiple-bit, in the protection tag table"),
	NETMON_ORB(71, "REQ_FIFO_SBE", ERRORS, "single-bit, in the request FIFO"),
	NETMON_ORB(72, "REQ_FIFO_MBE", ERRORS, "multiple-bit, in the request FIFO"),
	NETMON_ORB(73, "REQ_FIFO_PE", ERRORS, "parity, in the request FIFO"),
	NETMON_ORB(74, "RSP_FIFO_SBE", ERRORS, "single-bit, in the response FIFO"),
	NETMON_ORB(75, "RSP_FIFO_MBE", ERRORS, "multiple-bit, in the response FIFO"),
	NETMON_ORB(76, "RSP_FIFO_PE", ERRORS, "parity, in the response FIFO"),
	NETMON_ORB(77, "RSP_FIFO_SPKT", PKTS, "short packets in the response FIFO"),
	NETMON_ORB(78, "ORD_SBE", ERRORS, "single-bit, in the order RAM"),
	NETMON_ORB(79, "ORD_MBE", ERRORS, "multiple-bit, in the order RAM"),
	NETMON_ORB(80, "SCRUB_CNT", EVENTS, "entries scrubbed"),
	NETMON_ORB(81, "NO_ENTRY", EVENTS, "responses without an entry"),
	NETMON_ORB(82, "CMD_MISMATCH", EVENTS, "responses whose command does not match"),
	NETMON_ORB(83, "ILLEGAL_PKTID", EVENTS, "illegal packet identifiers"),
	NETMON_ORB(84, "ILLEGAL_LSTATUS", EVENTS, "illegal local status"),

	NETMON_RAT(85, "NL_PKTS", PKTS, "netlink"),
	NETMON_RAT(86, "NL_FLITS", FLITS, "netlink"),
	NETMON_RAT(87, "NL_BLOCKED", BLOCKED, "netlink"),
	NETMON_RAT(88, "IOMMU_PKTS", PKTS, "IOMMU"),
	NETMON_RAT(89, "IOMMU_FLITS", FLITS, "IOMMU"),
	NETMON_RAT(90, "IOMMU_BLOCKED", BLOCKED, "IOMMU"),
	NETMON_RAT(91, "REQ_STALLED", STALLED, "requests"),
	NETMON_RAT(92, "ORB_PKTS", PKTS, "ORB"),
	NETMON_RAT(93, "ORB_FLITS", FLITS, "ORB"),
	NETMON_RAT(94, "RSP_STALLED", STALLED, "responses"),
	NETMON_RAT(95, "REQ_PARITY_INPUT", ERRORS, "parity, requests in"),
	NETMON_RAT(96, "RSP_PARITY_INPUT", ERRORS, "parity, responses in"),
	NETMON_RAT(97, "REQ_PARITY_OUTPUT", ERRORS, "parity, requests out"),
	NETMON_RAT(98, "RSP_PARITY_OUTPUT", ERRORS, "parity, responses out"),
	NETMON_RAT(99, "REQ_XLAT_ERR", ERRORS, "translation of a request"),
	NETMON_RAT(100, "REQ_PAYLD_ERR", ERRORS, "payload of a request"),
	NETMON_RAT(101, "RSP_XLAT_ERR", ERRORS, "translation of a response"),
	NETMON_RAT(102, "RSP_PAYLD_ERR", ERRORS, "payload of a response"),
	NETMON_RAT(103, "IOMMU_PARITY_INPUT", ERRORS, "parity, from the IOMMU"),
	NETMON_RAT(104, "IOMMU_DROP_INPUT", EVENTS, "dropped at the input from the IOMMU"),
	NETMON_RAT(105, "IOMMU_PAYLD_ERR", ERRORS, "payload from the IOMMU"),
	NETMON_RAT(106, "REQ_MALFORMED", EVENTS, "malformed requests"),
	NETMON_RAT(107, "REQ_INV_CMD", EVENTS, "requests with an invalid command"),
	NETMON_RAT(108, "RSP_MALFORMED", EVENTS, "malformed responses"),
	NETMON_RAT(109, "RSP_INV_CMD", EVENTS, "responses with an invalid command"),
	NETMON_RAT(110, "REQ_FLIT", FLITS, "requests"),
	NETMON_RAT(111, "RSP_FLIT", FLITS, "responses"),

	NETMON_TARB(112, "CE_FLITS", FLITS, "collective engine"),
	NETMON_TARB(113, "CE_PKTS", PKTS, "collective engine"),
	NETMON_TARB(114, "CE_BLOCKED", BLOCKED, "collective engine"),
	NETMON_TARB(115, "BTE_FLITS", FLITS, "block transfer engine"),
	NETMON_TARB(116, "BTE_PKTS", PKTS, "block transfer engine"),
	NETMON_TARB(117, "BTE_BLOCKED", BLOCKED, "block transfer engine"),
	NETMON_TARB(118, "DLA_FLITS", FLITS, "launch aggregation"),
	NETMON_TARB(119, "DLA_PKTS", PKTS, "launch aggregation"),
	NETMON_TARB(120, "DLA_BLOCKED", BLOCKED, "launch aggregation"),
	NETMON_TARB(121, "SSID_FLITS", FLITS, "SSID"),
	NETMON_TARB(122, "SSID_PKTS", PKTS, "SSID"),
	NETMON_TARB(123, "SSID_STALLED", STALLED, "SSID"),

	SPARE(netmon_reserved, NETMON + 124 * 8, "NIC_NETMON_RESERVED_EVENT_CNTR_SCRATCH#",
	      .dim = { GPCD_TIMES(4) }),

	CONTROL(reqmon_prf, 0x5a80200, "NIC_REQMON_PRF"),
	CELL(reqmon_reqmon, REQMON, 0, "REQMON_REQMON_EVENT_CNTR_TRIGGER#", EVENTS,
	     "triggers of the monitor", GPCD_TIMES(2)),
	GPCD_COUNTER(reqmon, REQMON, "AR_NIC_REQMON_PRF_EVENT_CNTR", 64, EVENTS,
		     "the first trigger of the monitor", GUESS | GPCD_RULE_ALIAS),

	REQMON_BTE(2, "NET_PKT#", PKTS, "to the network, by channel", GPCD_TIMES(4)),
	REQMON_BTE(6, "DESC#", EVENTS, "descriptors processed, by channel", GPCD_TIMES(4)),
	REQMON_BTE(10, "PROC_TIME#", EVENTS, "processing time, by channel", GPCD_TIMES(4)),
	REQMON_BTE(14, "TARB_FLT_BLK", BLOCKED, "flits to the transmit arbiter"),
	REQMON_BTE(15, "TARB_PKT_BLK", BLOCKED, "packets to the transmit arbiter"),
	REQMON_BTE(16, "PARB_WR_FLT_BLK", BLOCKED,
		   "write flits to the processor-interface arbiter"),
	REQMON_BTE(17, "PARB_RD_FLT_BLK", BLOCKED, "read flits to the processor-interface arbiter"),
	REQMON_BTE(18, "PARB_RD_PKT_BLK", BLOCKED,
		   "read packets to the processor-interface arbiter"),
	REQMON_BTE(19, "RD_REQ#", EVENTS, "read requests, by channel", GPCD_TIMES(4)),
	REQMON_BTE(23, "RD_RSP#", EVENTS, "read responses, by channel", GPCD_TIMES(4)),
	REQMON_BTE(27, "PI_RD_RSP_ERR#", ERRORS,
		   "read responses of the processor interface, by channel", GPCD_TIMES(4)),
	REQMON_BTE(31, "NAT_ERR#", ERRORS, "address translation, by channel", GPCD_TIMES(4)),
	REQMON_BTE(35, "TIMEOUT_ERR#", ERRORS, "timeouts, by channel", GPCD_TIMES(4)),
	REQMON_BTE(39, "UNCORRECTABLE_ERR#", ERRORS, "not correctable, by channel", GPCD_TIMES(4)),
	REQMON_BTE(43, "INV_CMD#", EVENTS, "invalid commands, by channel", GPCD_TIMES(4)),
	REQMON_BTE(47, "AGGREGATED_CQE", EVENTS, "completion events aggregated"),

	REQMON_FMA(48, "PKT", PKTS, "to the network"),
	REQMON_FMA(49, "FLIT", FLITS, "to the network"),
	REQMON_FMA(50, "TARB_STALLED", STALLED, "transmit arbiter"),
	REQMON_FMA(51, "PI_PKT", PKTS, "processor interface"),
	REQMON_FMA(52, "PI_FLIT", FLITS, "processor interface"),
	REQMON_FMA(53, "CQ", EVENTS, "completion events"),
	REQMON_FMA(54, "CQ_STALL", STALLED, "completion queue"),
	REQMON_FMA(55, "GET_REQ", EVENTS, "get requests"),
	REQMON_FMA(56, "FAMO_REQ", EVENTS, "fetching atomic requests"),
	REQMON_FMA(57, "PUT_REQ", EVENTS, "put requests"),
	REQMON_FMA(58, "NFAMO_REQ", EVENTS, "non-fetching atomic requests"),
	REQMON_FMA(59, "HDR_PERR", ERRORS, "header parity"),
	REQMON_FMA(60, "DATA_MBE", ERRORS, "multiple-bit, in data"),
	REQMON_FMA(61, "DESC_MBE", ERRORS, "multiple-bit, in a descriptor"),
	REQMON_FMA(62, "INV_CMD", EVENTS, "invalid commands"),
	REQMON_FMA(63, "TDATA_SBE", ERRORS, "single-bit, in transmit data"),

	REQMON_DLA(64, "LO_CD_ALLOC_PASS", EVENTS, "low-priority CD allocations that passed"),
	REQMON_DLA(65, "LO_CD_ALLOC_FAIL", EVENTS, "low-priority CD allocations that failed"),
	REQMON_DLA(66, "HI_CD_ALLOC_PASS", EVENTS, "high-priority CD allocations that passed"),
	REQMON_DLA(67, "HI_CD_ALLOC_FAIL", EVENTS, "high-priority CD allocations that failed"),
	REQMON_DLA(68, "PR_ALLOC_PASS", EVENTS, "PR allocations that passed"),
	REQMON_DLA(69, "PR_ALLOC_FAIL", EVENTS, "PR allocations that failed"),
	REQMON_DLA(70, "HDR_PERR", ERRORS, "header parity"),
	REQMON_DLA(71, "DATA_MBE", ERRORS, "multiple-bit, in data"),
	REQMON_DLA(72, "FIFO_HDR_MBE", ERRORS, "multiple-bit, in a FIFO header"),
	REQMON_DLA(73, "FIFO_ENQ_PKT", PKTS, "put into the FIFO"),
	REQMON_DLA(74, "LO_CD_ENQ", EVENTS, "low-priority CDs queued"),
	REQMON_DLA(75, "HI_CD_ENQ", EVENTS, "high-priority CDs queued"),
	REQMON_DLA(76, "PR_ENQ", EVENTS, "PRs queued"),
	REQMON_DLA(77, "FMA_PKT_ERR", PKTS, "from FMA with an error"),
	REQMON_DLA(78, "TARB_STALLED", STALLED, "transmit arbiter"),
	SPARE(reqmon_dla, REQMON + 79 * 8, "NIC_REQMON_DLA_EVENT_CNTR_RESERVED15"),

	REQMON_AMO(80, "REQ#_PKT", PKTS, "requests, by port", GPCD_EVERY(2, 0x20)),
	REQMON_AMO(81, "REQ0_FLIT", FLITS, "requests, first port"),
	REQMON_AMO(82, "REQ#_STALL", STALLED, "requests, by port", GPCD_EVERY(2, 0x18)),
	REQMON_AMO(83, "REQ#_BLOCK", BLOCKED, "requests, by port", GPCD_EVERY(2, 0x18)),
	REQMON_AMO(87, "RSP#_PKT", PKTS, "responses, by port", GPCD_EVERY(2, 0x18)),
	REQMON_AMO(88, "RSP#_FLIT", FLITS, "responses, by port", GPCD_EVERY(2, 0x18)),
	REQMON_AMO(89, "RSP#_BLOCK", BLOCKED, "responses, by port", GPCD_EVERY(2, 0x18)),
	REQMON_AMO(93, "AMO_DONE", EVENTS, "atomics done"),
	REQMON_AMO(94, "AMO_HIT", EVENTS, "cache hits"),
	REQMON_AMO(95, "AMO_MISS", EVENTS, "cache misses"),
	REQMON_AMO(96, "STALL_MATCH", STALLED, "address matched a busy entry"),
	REQMON_AMO(97, "STALL_FLUSH", STALLED, "cache flush"),
	REQMON_AMO(98, "STALL_FULL", STALLED, "cache full"),
	REQMON_AMO(99, "STALL_ORDERED", STALLED, "ordered operations"),
	REQMON_AMO(100, "FILL_RSP", EVENTS, "fill responses"),
	REQMON_AMO(101, "INVALIDATE", EVENTS, "cache entries invalidated"),
	REQMON_AMO(102, "ERR_REQ_PARITY", ERRORS, "parity, in requests"),
	REQMON_AMO(103, "ERR_REQ_SBE", ERRORS, "single-bit, in requests"),
	REQMON_AMO(104, "ERR_REQ_MBE", ERRORS, "multiple-bit, in requests"),
	REQMON_AMO(105, "ERR_RSP_PARITY", ERRORS, "parity, in responses"),
	REQMON_AMO(106, "ERR_RSP_SBE", ERRORS, "single-bit, in responses"),
	REQMON_AMO(107, "DATASTORE_WR_POISON", EVENTS, "poisoned writes to the data store"),
	REQMON_AMO(108, "DATASTORE_RD_POISON", EVENTS, "poisoned reads of the data store"),
	REQMON_AMO(109, "ERR_REQLIST_SBE", ERRORS, "single-bit, in the request list"),
	REQMON_AMO(110, "ERR_REQLIST_MBE", ERRORS, "multiple-bit, in the request list"),
	REQMON_AMO(111, "TIMEOUT_ARM", EVENTS, "timeouts armed"),

	REQMON_WC(112, "RAT_GETRESP", EVENTS, "get responses from the RAT"),
	REQMON_WC(113, "PARB_PUT", EVENTS, "puts to the processor-interface arbiter"),
	REQMON_WC(114, "WC_IN", EVENTS, "writes in"),
	REQMON_WC(115, "WC_OUT", EVENTS, "writes out"),
	REQMON_WC(116, "BUF#_ALLOCATION", EVENTS, "allocations of a buffer", GPCD_EVERY(2, 0x18)),
	REQMON_WC(117, "BUF#_COMBINE", EVENTS, "writes combined in a buffer", GPCD_EVERY(2, 0x18)),
	REQMON_WC(118, "BUF#_EVICTION", EVENTS, "evictions of a buffer", GPCD_EVERY(2, 0x18)),
	SPARE(reqmon_wc, REQMON + 122 * 8, "NIC_REQMON_WC_EVENT_CNTR_RESERVED10"),
	REQMON_WC(123, "TAG_PBE", ERRORS, "parity, in a tag"),
	REQMON_WC(124, "NTWK_RSP_HDR_PBE", ERRORS, "parity, in the header of a network response"),
	REQMON_WC(125, "RSPIN#_HDR_PBE", ERRORS,
		  "parity, in the header of a response, by port", GPCD_TIMES(2)),
	REQMON_WC(127, "BUFFER_TIMEOUT", EVENTS, "buffers that timed out"),

	CONTROL(rspmon_prf, 0x5b00200, "NIC_RSPMON_PRF"),
	CELL(rspmon, RSPMON, 0, "RSPMON_RSPMON_EVENT_CNTR_TRIGGER#", EVENTS,
	     "triggers of the monitor", GPCD_TIMES(2)),

	RSPMON_CQ(2, "SSID", EVENTS, "events from the SSID"),
	RSPMON_CQ(3, "BTE", EVENTS, "events from the block transfer engine"),
	RSPMON_CQ(4, "DLA", EVENTS, "events from launch aggregation"),
	RSPMON_CQ(5, "RMT", EVENTS, "events from the receive message table"),
	RSPMON_CQ(6, "FMA", EVENTS, "events from FMA"),
	RSPMON_CQ(7, "SSID_STALLED", STALLED, "SSID"),
	RSPMON_CQ(8, "BTE_STALLED", STALLED, "block transfer engine"),
	RSPMON_CQ(9, "DLA_STALLED", STALLED, "launch aggregation"),
	RSPMON_CQ(10, "RMT_STALLED", STALLED, "receive message table"),
	RSPMON_CQ(11, "SSID_BLOCKED", BLOCKED, "SSID"),
	RSPMON_CQ(12, "BTE_BLOCKED", BLOCKED, "block transfer engine"),
	RSPMON_CQ(13, "DLA_BLOCKED", BLOCKED, "launch aggregation"),
	RSPMON_CQ(14, "RMT_BLOCKED", BLOCKED, "receive message table"),
	RSPMON_CQ(15, "SSID_DROPPED", EVENTS, "events dropped, from the SSID"),
	RSPMON_CQ(16, "BTE_DROPPED", EVENTS, "events dropped, from the block transfer engine"),
	RSPMON_CQ(17, "DLA_DROPPED", EVENTS, "events dropped, from launch aggregation"),
	RSPMON_CQ(18, "RMT_DROPPED", EVENTS, "events dropped, from the receive message table"),
	RSPMON_CQ(19, "NPT_PKT", PKTS, "non-posted request table"),
	RSPMON_CQ(20, "NPT_FLIT", FLITS, "non-posted request table"),
	RSPMON_CQ(21, "NPT_STALLED", STALLED, "non-posted request table"),
	RSPMON_CQ(22, "DESC_TBL_SBE#", ERRORS,
		  "single-bit, in the descriptor table", GPCD_TIMES(4)),
	RSPMON_CQ(26, "DESC_TBL_MBE#", ERRORS,
		  "multiple-bit, in the descriptor table", GPCD_TIMES(4)),
	RSPMON_CQ(30, "RMT_INPUT_RMT_DATA_PARITY_ERR", ERRORS,
		  "parity, in data from the receive message table"),
	RSPMON_CQ(31, "RMT_INPUT_EVENT_DATA_PARITY_ERR", ERRORS,
		  "parity, in events from the receive message table"),
	RSPMON_CQ(32, "DLA_INPUT_EVENT_DATA_PARITY_ERR", ERRORS,
		  "parity, in events from launch aggregation"),
	RSPMON_CQ(33, "BTE_INPUT_EVENT_DATA_PARITY_ERR", ERRORS,
		  "parity, in events from the block transfer engine"),
	RSPMON_CQ(34, "SSID_INPUT_EVENT_DATA_PARITY_ERR", ERRORS,
		  "parity, in events from the SSID"),
	RSPMON_CQ(35, "TRANS_CMP_Q_PARITY_ERR", ERRORS,
		  "parity, in the queue of completed translations"),

	RSPMON_RMT(36, "INQ_PARITY", ERRORS, "parity, in the input queue"),
	RSPMON_RMT(37, "PAYLOAD_SBE", ERRORS, "single-bit, in a payload"),
	RSPMON_RMT(38, "PAYLOAD_MBE", ERRORS, "multiple-bit, in a payload"),
	RSPMON_RMT(39, "SEQ_TBL_SBE", ERRORS, "single-bit, in the sequence table"),
	RSPMON_RMT(40, "SEQ_TBL_MBE", ERRORS, "multiple-bit, in the sequence table"),
	RSPMON_RMT(41, "DESC_TBL_SBE", ERRORS, "single-bit, in the descriptor table"),
	RSPMON_RMT(42, "DESC_TBL_MBE", ERRORS, "multiple-bit, in the descriptor table"),
	RSPMON_RMT(43, "UNDELIVERABLE_CQE", EVENTS,
		   "completion events that could not be delivered"),
	RSPMON_RMT(44, "PUT_CAM_FILLS", EVENTS, "put CAM fills"),
	RSPMON_RMT(45, "PUT_CAM_MISSES", EVENTS, "put CAM misses"),
	RSPMON_RMT(46, "PUT_CAM_EVICTS", EVENTS, "put CAM evictions"),
	RSPMON_RMT(47, "PUT_CAM_HITS", EVENTS, "put CAM hits"),
	RSPMON_RMT(48, "PUT_MBE_EVICTS", ERRORS, "put entries evicted for a multiple-bit error"),
	RSPMON_RMT(49, "PUT_TIMEOUTS", EVENTS, "put timeouts"),
	RSPMON_RMT(50, "RCV_COMPLETES", EVENTS, "receptions completed"),
	RSPMON_RMT(51, "SEND_CAM_FILLS", EVENTS, "send CAM fills"),
	RSPMON_RMT(52, "SEND_CAM_MISSES", EVENTS, "send CAM misses"),
	RSPMON_RMT(53, "SEND_CAM_EVICTS", EVENTS, "send CAM evictions"),
	RSPMON_RMT(54, "SEND_CAM_HITS", EVENTS, "send CAM hits"),
	RSPMON_RMT(55, "SEND_MBE_EVICTS", ERRORS, "send entries evicted for a multiple-bit error"),
	RSPMON_RMT(56, "SEND_TIMEOUTS", EVENTS, "send timeouts"),
	RSPMON_RMT(57, "ABORTS", EVENTS, "aborts"),

	RSPMON_IOMMU(58, "IDLE", EVENTS, "idle"),
	RSPMON_IOMMU(59, "TR_RCVD", EVENTS, "translation requests received"),
	RSPMON_IOMMU(60, "TR_#LVL_RSP", EVENTS,
		     "translations answered, by levels walked", GPCD_FROM(1, 2, 8)),
	RSPMON_IOMMU(62, "IOPF_PTE", EVENTS, "page faults, at a table entry"),
	RSPMON_IOMMU(63, "IOPF_TC", EVENTS, "page faults, at the translation cache"),
	RSPMON_IOMMU(64, "IOPF_ACCESS", EVENTS, "page faults, by access rights"),
	RSPMON_IOMMU(65, "PTEC_HIT", EVENTS, "table-entry cache hits"),
	RSPMON_IOMMU(66, "PTEC_MISS", EVENTS, "table-entry cache misses"),
	RSPMON_IOMMU(67, "PTEC_EVICT", EVENTS, "table-entry cache evictions"),
	RSPMON_IOMMU(68, "PTEC_INVAL", EVENTS, "table-entry cache invalidations"),
	RSPMON_IOMMU(69, "STALL_PTEC_CA", STALLED, "table-entry cache"),
	RSPMON_IOMMU(70, "OFB_CA", EVENTS, "OFB CA"),
	RSPMON_IOMMU(71, "PTE_RF", EVENTS, "table entries refilled"),
	RSPMON_IOMMU(72, "PTE_INV", EVENTS, "table entries invalidated"),
	RSPMON_IOMMU(73, "EVENTS", EVENTS, "all of the IOMMU's"),

	RSPMON_PARB(74, "BTE_RD_PKTS", PKTS, "block transfer reads"),
	RSPMON_PARB(75, "BTE_RD_FLITS", FLITS, "block transfer reads"),
	RSPMON_PARB(76, "BTE_RD_BLOCKED", BLOCKED, "block transfer reads"),
	RSPMON_PARB(77, "BTE_WR_PKTS", PKTS, "block transfer writes"),
	RSPMON_PARB(78, "BTE_WR_FLITS", FLITS, "block transfer writes"),
	RSPMON_PARB(79, "BTE_WR_BLOCKED", BLOCKED, "block transfer writes"),
	RSPMON_PARB(80, "AMO_PKTS", PKTS, "atomics"),
	RSPMON_PARB(81, "AMO_FLITS", FLITS, "atomics"),
	RSPMON_PARB(82, "AMO_BLOCKED", BLOCKED, "atomics"),
	RSPMON_PARB(83, "WC_PKTS", PKTS, "write combining"),
	RSPMON_PARB(84, "WC_FLITS", FLITS, "write combining"),
	RSPMON_PARB(85, "WC_BLOCKED", BLOCKED, "write combining"),
	RSPMON_PARB(86, "IOMMU_PKTS", PKTS, "IOMMU"),
	RSPMON_PARB(87, "IOMMU_FLITS", FLITS, "IOMMU"),
	RSPMON_PARB(88, "IOMMU_BLOCKED", BLOCKED, "IOMMU"),
	RSPMON_PARB(89, "DLA_PKTS", PKTS, "launch aggregation"),
	RSPMON_PARB(90, "DLA_FLITS", FLITS, "launch aggregation"),
	RSPMON_PARB(91, "DLA_BLOCKED", BLOCKED, "launch aggregation"),
	RSPMON_PARB(92, "MAINT_PKTS", PKTS, "maintenance"),
	RSPMON_PARB(93, "MAINT_FLITS", FLITS, "maintenance"),
	RSPMON_PARB(94, "MAINT_BLOCKED", BLOCKED, "maintenance"),
	RSPMON_PARB(95, "PI_PKTS", PKTS, "processor interface"),
	RSPMON_PARB(96, "PI_FLITS", FLITS, "processor interface"),
	RSPMON_PARB(97, "PI_STALLED", STALLED, "processor interface"),

	RSPMON_NPT(98, "CQ_PKTS", PKTS, "completion queue"),
	RSPMON_NPT(99, "CQ_FLITS", FLITS, "completion queue"),
	RSPMON_NPT(100, "CQ_BLOCKED", BLOCKED, "completion queue"),
	RSPMON_NPT(101, "RMT_PKTS", PKTS, "receive message table"),
	RSPMON_NPT(102, "RMT_FLITS", FLITS, "receive message table"),
	RSPMON_NPT(103, "RMT_BLOCKED", BLOCKED, "receive message table"),
	RSPMON_NPT(104, "INPUT_PKTS", PKTS, "input"),
	RSPMON_NPT(105, "INPUT_FLITS", FLITS, "input"),
	RSPMON_NPT(106, "INPUT_STALLED", STALLED, "input"),
	RSPMON_NPT(107, "NP_PKTS", PKTS, "non-posted"),
	RSPMON_NPT(108, "NP_FLITS", FLITS, "non-posted"),
	RSPMON_NPT(109, "NP_BLOCKED", BLOCKED, "non-posted"),
	RSPMON_NPT(110, "P_PKTS", PKTS, "posted"),
	RSPMON_NPT(111, "P_BLOCKED", BLOCKED, "posted"),
	RSPMON_NPT(112, "CE_PKTS", PKTS, "collective engine"),
	RSPMON_NPT(113, "CE_BLOCKED", BLOCKED, "collective engine"),
	RSPMON_NPT(114, "NL_PKTS", PKTS, "netlink"),
	RSPMON_NPT(115, "NL_FLITS", FLITS, "netlink"),
	RSPMON_NPT(116, "NL_STALLED", STALLED, "netlink"),
	RSPMON_NPT(117, "RSP_PKT", PKTS, "responses"),
	RSPMON_NPT(118, "RSP_FLIT", FLITS, "responses"),
	RSPMON_NPT(119, "PKT_IGNORE", PKTS, "ignored"),
	RSPMON_NPT(120, "PKT_DROP", PKTS, "dropped"),
	RSPMON_NPT(121, "PKT_CW", PKTS, "PKT CW"),
	RSPMON_NPT(122, "ERR_SBE", ERRORS, "single-bit"),
	RSPMON_NPT(123, "ERR_MBE", ERRORS, "multiple-bit"),
	RSPMON_NPT(124, "REQ_PE", ERRORS, "parity, in requests"),
	RSPMON_NPT(125, "RSP_PE", ERRORS, "parity, in responses"),
	RSPMON_NPT(126, "RSP_SBE", ERRORS, "single-bit, in responses"),
	RSPMON_NPT(127, "RSP_MBE", ERRORS, "multiple-bit, in responses"),
	{}
};

/* The PCIe interface: half of its counters are on a page with its own clock, PCLK. */

#define PI(off, nm, what, text, ...) \
	GPCD_COUNTER(pi, 0x401400 + (off), "AR_PI_" nm, 64, what, text, GUESS, __VA_ARGS__)
#define PCLK(off, nm, what, text, ...) \
	GPCD_COUNTER(pi, 0x480a00 + (off), "AR_PI_" nm, 64, what, text, GUESS, __VA_ARGS__)
/* Each is named after its offset among the counters, eight times its word. */
#define SCRATCH(off, word, n) \
	SPARE(pi, 0x401400 + (off), "PI_PRF_SCRATCH_@", .dim = { GPCD_FROM(word, n, 8) })

const struct gpcd_rule gpcd_aries_pi_rules[] = {
	CONTROL(pi, 0x401108, "PI_PM"),
	PI(0x000, "PMI_NREQ_GET_PKTS", PKTS, "NIC requests, gets"),
	PI(0x008, "PMI_NREQ_PUT_PKTS", PKTS, "NIC requests, puts"),
	PI(0x010, "PMI_NREQ_AMO_PKTS", PKTS, "NIC requests, atomics"),
	PI(0x018, "PMI_NREQ_OTHER_PKTS", PKTS, "NIC requests, others"),
	PI(0x020, "PMI_NREQ_NIC_FLITS", FLITS, "NIC requests"),
	PI(0x028, "PMI_NREQ_RR_BLKD", BARRED, "NIC requests, by the round robin"),
	PI(0x030, "PMI_NREQ_IRSP_BLKD", BARRED, "NIC requests, by internal responses"),
	PI(0x038, "PMI_NREQ_PTC_BLKD#", BARRED, "NIC requests, by the PTC", GPCD_TIMES(3)),
	PI(0x050, "PMI_NREQ_TCG_BLKD#", BARRED, "NIC requests, by the TCG", GPCD_TIMES(3)),
	PI(0x068, "PMI_IRSP_PKTS", PKTS, "internal responses"),
	PI(0x070, "PMI_IRSP_PKTS_BLKD", BARRED, "internal responses"),
	PI(0x078, "PMI_NRSP_PKTS", PKTS, "NIC responses"),
	PI(0x080, "PMI_NRSP_PKTS_BLKD", BARRED, "NIC responses"),
	PI(0x088, "PMI_NRSP_FLITS", FLITS, "NIC responses"),
	GPCD_PLAIN(pi, 0x401490, "AR_PI_PMI_NRSP_HWM", 64, GAUGE,
		   "NIC responses, high-water mark", .unit = GPCD_UNIT_EVENTS, .flags = GUESS),
	PI(0x098, "PMI_NRSP_BP", EVENTS, "NIC responses, back pressure"),
	PI(0x0a0, "PMI_REQTRANS_BLKD", BARRED, "request translation"),
	SCRATCH(0x0a8, 0x0a8 / 8, 11),
	PI(0x100, "PTI_NIF_RX_PKT_CNT", PKTS, "received at the NIC interface"),
	PI(0x108, "PTI_NIF_TX_PKT_CNT", PKTS, "sent at the NIC interface"),
	PI(0x110, "PTI_NIF_PKT_DISCARD_CNT", PKTS, "discarded at the NIC interface"),
	PI(0x118, "PTI_NIF_IFIFO_MBE_CNT", ERRORS, "multiple-bit, in the NIC interface's FIFO"),
	PI(0x120, "PTI_NIF_IFIFO_SBE_CNT", ERRORS, "single-bit, in the NIC interface's FIFO"),
	PI(0x128, "PTI_NIF_NIC_STALLED_CNT", HELD, "NIC interface"),
	PI(0x130, "PTI_NIF_NIC_DATA_QW_CNT", EVENTS, "quad words of data at the NIC interface"),
	PI(0x138, "PTI_NIF_NIC_DATA_BYTE_CNT", EVENTS, "bytes of data at the NIC interface"),
	PI(0x140, "PTI_LIF_REQ_RX_PKT_CNT", PKTS, "requests received at the local interface"),
	PI(0x148, "PTI_LIF_REQ_TX_PKT_CNT", PKTS, "requests sent at the local interface"),
	PI(0x150, "PTI_LIF_REQ_PKT_DISCARD_CNT", PKTS, "requests discarded at the local interface"),
	PI(0x158, "PTI_LIF_REQ_IFIFO_MBE_CNT", ERRORS, "multiple-bit, in the local request FIFO"),
	PI(0x160, "PTI_LIF_REQ_IFIFO_SBE_CNT", ERRORS, "single-bit, in the local request FIFO"),
	PI(0x168, "PTI_LIF_REQ_LB_STALLED_CNT", HELD, "local requests, local block"),
	PI(0x170, "PTI_LIF_REQ_ORF_STALLED_CNT", HELD, "local requests, ORF"),
	PI(0x178, "PTI_LIF_RSP_RX_PKT_CNT", PKTS, "responses received at the local interface"),
	PI(0x180, "PTI_LIF_RSP_TX_PKT_CNT", PKTS, "responses sent at the local interface"),
	PI(0x188, "PTI_LIF_RSP_TX_ABORT_CNT", EVENTS, "local responses: completer abort"),
	PI(0x190, "PTI_LIF_RSP_TX_UR_CNT", EVENTS, "local responses: unsupported request"),
	PI(0x198, "PTI_LIF_RSP_HAL_STALLED_CNT", HELD, "local responses, HAL"),
	SCRATCH(0x1a0, 0x1a0 / 8, 12),
	PI(0x200, "PII_F#_MSIX_MSG_CNT", EVENTS, "MSI-X messages, by function", GPCD_TIMES(4)),
	PI(0x220, "PII_F#_MSIX_TABLE_MBE_CNT", ERRORS,
	   "multiple-bit, in an MSI-X table", GPCD_TIMES(4)),
	PI(0x240, "PII_F#_MSIX_TABLE_SBE_CNT", ERRORS,
	   "single-bit, in an MSI-X table", GPCD_TIMES(4)),
	SCRATCH(0x260, 0x260 / 8, 20),
	PI(0x300, "LM0_LM1_TRIGGER#_CNT", EVENTS, "triggers, LM0 to LM1", GPCD_TIMES(2)),
	PI(0x310, "LM1_LM0_TRIGGER#_CNT", EVENTS, "triggers, LM1 to LM0", GPCD_TIMES(2)),
	SCRATCH(0x320, 0x320 / 8, 28),

	CONTROL(pi, 0x480908, "PI_PM_PCLK"),
	PCLK(0x00, "PMI_PCLK_PRSP_PKTS", PKTS, "processor responses"),
	PCLK(0x08, "PMI_PCLK_PRSP_FLITS", FLITS, "processor responses"),
	PCLK(0x10, "PMI_PCLK_PRSP_BLKD", BARRED, "processor responses"),
	PCLK(0x18, "PMI_PCLK_PREQ_PKTS", PKTS, "processor requests"),
	PCLK(0x20, "PMI_PCLK_PREQ_FLITS", FLITS, "processor requests"),
	PCLK(0x28, "PMI_PCLK_PREQ_BLKD", BARRED, "processor requests"),
	PCLK(0x30, "PMI_PCLK_PREQ_PTC_BLKD#", BARRED,
	     "processor requests, by the PTC", GPCD_TIMES(3)),
	PCLK(0x48, "PTI_PCLK_NIF_RX_PKT_CNT", PKTS, "received from the NIC interface"),
	PCLK(0x50, "PTI_PCLK_LIF_RX_PKT_CNT", PKTS, "received from the local interface"),
	PCLK(0x58, "PTI_PCLK_TRSP_TX_PKT_CNT", PKTS, "target responses sent"),
	PCLK(0x60, "PTI_PCLK_TRSP_OFIFO_SBE_CNT", ERRORS,
	     "single-bit, in the target response FIFO"),
	PCLK(0x68, "PII_PCLK_MSIX_MSG_CNT", EVENTS, "MSI-X messages"),
	PCLK(0x70, "PII_PCLK_MSIX_MSG_STALLED_CNT", HELD, "MSI-X messages"),
	PCLK(0x78, "PII_PCLK_MSIX_MSG_FIFO_SBE_CNT", ERRORS,
	     "single-bit, in the MSI-X message FIFO"),
	PCLK(0x80, "DEN_PCLK_#", EVENTS, "DEN cell", GPCD_TIMES(16)),
	{}
};
