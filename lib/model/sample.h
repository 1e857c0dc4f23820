/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * From the counters of a NIC to the state of the network.
 */
#ifndef MODEL_SAMPLE_H
#define MODEL_SAMPLE_H

#include <stdint.h>

#include "model/message.h"

/** MODEL_TICK_CYCLES - NIC cycles of a unit of AR_NIC_ORB_PRF_NET_RSP_TRACK_2: a microsecond */
#define MODEL_TICK_CYCLES (1000 / MODEL_CYCLE_NS)

/**
 * struct model_counters - a reading of a NIC's counters
 * @flits: AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS
 * @stalled: AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_STALLED
 * @responses_stalled: AR_NIC_NETMON_ORB_EVENT_CNTR_RSP_STALLED; only some variants read it
 * @pairs: AR_NIC_NETMON_ORB_EVENT_CNTR_RSP_NET_TRACK
 * @pair_time: AR_NIC_ORB_PRF_NET_RSP_TRACK_2
 *
 * The counters have 64 bits, and go on from 2^64 - 1 to 0.
 */
struct model_counters {
	uint64_t flits;
	uint64_t stalled;
	uint64_t responses_stalled;
	uint64_t pairs;
	uint64_t pair_time;
};

/**
 * model_sample() - find the state of the network between two readings
 * @variant: the reading of the model
 * @tick_cycles: NIC cycles of a unit of @pair_time, such as MODEL_TICK_CYCLES
 * @before: the earlier reading
 * @now: the later reading
 * @network: receives the state; untouched after an error
 *
 * Stalls that responses make negative are 0, as in the published program.
 *
 * Return: 0, -ENODATA: no flit was sent or no response came in between, -ESTALE: a counter went
 * back, so it was cleared.
 */
int model_sample(const struct model_variant *variant, double tick_cycles,
		 const struct model_counters *before, const struct model_counters *now,
		 struct model_network *network);

#endif /* MODEL_SAMPLE_H */
