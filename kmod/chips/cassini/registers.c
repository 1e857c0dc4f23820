// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * The registers that both versions of Cassini, HPE Slingshot's NIC, have at the same places. It has
 * no router: what it sends goes to a switch, whose registers are not known.
 */
#include "chips/cassini/cassini.h"

#define CASSINI_BLOCK(id, nm, text) \
	[CASSINI_##id] = { .name = "nic-" nm, .help = text, .needs = GPCD_MAY_NIC }

const struct gpcd_block gpcd_cassini_blocks[CASSINI_BLOCKS] = {
	CASSINI_BLOCK(ATU, "atu", "address translation"),
	CASSINI_BLOCK(CQ, "cq", "command queues"),
	CASSINI_BLOCK(EE, "ee", "events, which report to programs what has happened"),
	CASSINI_BLOCK(HNI, "hni", "the link: MAC, coding, link-level retry, pause"),
	CASSINI_BLOCK(IXE, "ixe", "inbound engine: packets that arrive, and writes to the host"),
	CASSINI_BLOCK(LPE, "lpe", "list engine: matches messages with receives"),
	CASSINI_BLOCK(MB, "mb", "management block"),
	CASSINI_BLOCK(MST, "mst", "message state table"),
	CASSINI_BLOCK(OXE, "oxe", "outbound engine: packets that are sent"),
	CASSINI_BLOCK(PARBS, "parbs", "arbiters between the blocks and PCIe"),
	CASSINI_BLOCK(PCT, "pct", "tracking of packets and connections"),
	CASSINI_BLOCK(PI, "pi", "PCIe interface"),
	CASSINI_BLOCK(RMU, "rmu", "steering of packets that arrive"),
	CASSINI_BLOCK(TOU, "tou", "triggered operations"),
};

const struct gpcd_rule gpcd_cassini_rules[] = {
#include "chips/cassini/common.rules"
	{}
};

/* What passes the link, waits for it and is repeated on it; what passes PCIe. */
const struct gpcd_total gpcd_cassini_totals[] = {
	{ "link_out_bytes", "hni_sts_tx_ok_octets" },
	{ "link_in_bytes", "hni_sts_rx_ok_octets" },
	{ "link_out_packets", "hni_pkts_sent_by_tc_?" },
	{ "link_in_packets", "hni_pkts_recv_by_tc_?" },
	{ "link_out_paused", "hni_tx_paused_?" },
	{ "link_in_paused", "hni_rx_paused_?" },
	{ "link_replays", "hni_llr_?x_replay_event" },
	{ "host_writes", "parbs_tarb_pi_posted_pkts" },
	{ "host_reads", "parbs_tarb_pi_non_posted_pkts" },
	{ "translation_misses", "atu_cache_miss_[0-3]" },
	{ }
};

/* None needs to be set up. */
const char *const gpcd_cassini_static[] = { "*", NULL };
