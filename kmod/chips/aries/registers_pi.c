// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * The PCIe interface of an Aries NIC: its event counters, half of them on a
 * page with its own clock, PCLK.
 */
#include "chips/aries/aries.h"

BLOCK(pi, "pi", NIC, "PCIe interface to the host");

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
