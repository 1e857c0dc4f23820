// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/* How an Aries behaves: which bits enable which counters, its NICs and its traffic. */
#include "image/nic_rules.h"
#include "image/traffic_chip.h"

/* It is inferred that each one-bit switch enables the counter of like name. */
static const struct gpcd_gate gates[] = {
	{ "AR_NIC_NETMON_PRF_EVENT_CNTR_CTRL", "ENABLE", "*" },
	{ "AR_NIC_REQMON_PRF_EVENT_CNTR_CTRL", "ENABLE", "*" },
	{ "AR_NIC_RSPMON_PRF_EVENT_CNTR_CTRL", "ENABLE", "*" },
	{ "AR_PI_PM_EVENT_CNTR_CTRL", "ENABLE", "*" },
	{ "AR_PI_PM_PCLK_EVENT_CNTR_CTRL", "ENABLE", "*" },
	{ "AR_NIC_AMO_PRF_EN", "PRF_MATCH_EN", "*_MATCH" },
	{ "AR_NIC_AMO_PRF_EN", "PRF_FLUSH_EN", "*_FLUSH" },
	{ "AR_NIC_AMO_PRF_EN", "PRF_FULL_EN", "*_FULL" },
	{ "AR_NIC_AMO_PRF_EN", "PRF_ORDERED_EN", "*_ORDERED" },
	{ "AR_NIC_NPT_PRF_EN", "PRF_FULL_EN", "*_FULL_DURATION" },
	{ "AR_NIC_NPT_PRF_EN", "PRF_STALL_EN", "*_STALL_DURATION" },
	{ "AR_NIC_ORB_PRF_STALL_DURATION_EN", "ENABLE_CRDTS", "*_CRDTS_STALL_DURATION" },
	{ "AR_NIC_ORB_PRF_STALL_DURATION_EN", "ENABLE_PKTID", "*_PKTID_STALL_DURATION" },
	{ "AR_NIC_PARB_PRF_EN", "PRF_VC0_EN", "*_VC0" },
	{ "AR_NIC_PARB_PRF_EN", "PRF_VC1_EN", "*_VC1" },
	{ "AR_NIC_PARB_PRF_EN", "PRF_VC2_EN", "*_VC2" },
	{ "AR_NIC_RAT_PRF_EN", "PRF_REQ_DURATION_EN", "*_REQ_STALL_DURATION" },
	{ "AR_NIC_RAT_PRF_EN", "PRF_RSP_DURATION_EN", "*_RSP_STALL_DURATION" },
	{}
};

const struct gpcd_chip_model gpcd_aries_model = {
	.gates = gates,
	.nic = &gpcd_aries_nic,
	.traffic = &gpcd_aries_traffic,
};
