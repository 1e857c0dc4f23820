/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The state of the network, computed from a NIC's counters. */
#ifndef MODEL_SAMPLE_H
#define MODEL_SAMPLE_H

#include <stdint.h>

#include "model/message.h"

/* NIC cycles in a unit of AR_NIC_ORB_PRF_NET_RSP_TRACK_2: a microsecond. */
#define MODEL_TICK_CYCLES (1000 / MODEL_CYCLE_NS)

/*
 * A reading of a NIC's counters, which have 64 bits and wrap to 0. Only some variants use
 * responses_stalled.
 */
struct model_counters {
	uint64_t flits;			/* AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS */
	uint64_t stalled;		/* AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_STALLED */
	uint64_t responses_stalled;	/* AR_NIC_NETMON_ORB_EVENT_CNTR_RSP_STALLED */
	uint64_t pairs;			/* AR_NIC_NETMON_ORB_EVENT_CNTR_RSP_NET_TRACK */
	uint64_t pair_time;		/* AR_NIC_ORB_PRF_NET_RSP_TRACK_2 */
};

/*
 * Compute the state of the network between two readings. @tick_cycles is NIC cycles in a unit of
 * pair_time, such as MODEL_TICK_CYCLES. Stalls that subtracting responses makes negative are 0, as
 * in the published program. Returns -ENODATA if no flit was sent or no response came in between,
 * -ESTALE if a counter went back, so was cleared; @network is untouched after an error.
 */
int model_sample(const struct model_variant *variant, double tick_cycles,
		 const struct model_counters *before, const struct model_counters *now,
		 struct model_network *network);

#endif /* MODEL_SAMPLE_H */
