// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/* How a Gemini behaves: which bits enable which counters, its NICs and its traffic. */
#include "image/nic_rules.h"
#include "image/traffic_chip.h"

static const struct gpcd_gate gates[] = {
	{ "GM_AMO_PERF_COUNTER_EN", "ENABLE", "*" },
	{ "GM_HARB_PERF_COUNTER_EN", "ENABLE", "*" },
	{ "GM_NAT_PERF_COUNTER_EN", "ENABLE", "*" },
	{ "GM_NL_PERF_CNTRL", "ENABLE", "*" },
	{ "GM_NPT_PERF_COUNTER_EN", "ENABLE", "*" },
	{ "GM_RAT_PERF_COUNTER_EN", "ENABLE", "*" },
	{}
};

const struct gpcd_chip_model gpcd_gemini_model = {
	.gates = gates,
	.nic = &gpcd_gemini_nic,
	.traffic = &gpcd_gemini_traffic,
};
