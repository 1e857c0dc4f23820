/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What the environment says.
 */
#ifndef AWR_SETTINGS_H
#define AWR_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/variant.h"

/** SETTINGS_MODES - all bits of a delivery mode */
#define SETTINGS_MODES 0x1ff

/**
 * struct settings - what the environment says
 * @automatic: libawr chooses; without AWR_ROUTING_DISABLE and AWR_ROUTING_TYPE
 * @fixed: AWR_ROUTING_TYPE is there
 * @type: AWR_ROUTING_TYPE: delivery mode of all messages
 * @low_latency: AWR_ROUTING_LOW_LATENCY: delivery mode with a high bias; GNI_DLVMODE_ADAPTIVE3
 * @low_stalls: AWR_ROUTING_LOW_STALLS: the other one; GNI_DLVMODE_ADAPTIVE0
 * @alltoall: likewise, of an alltoall: GNI_DLVMODE_ADAPTIVE1 unless AWR_ROUTING_LOW_STALLS is there
 * @cutoff: AWR_CUTOFF: bytes without a decision; MODEL_THRESHOLD
 * @report: AWR_STORE_SR: tell at the end what was sent, and how
 * @lambda: AWR_LAMBDA: latency with the bias over latency without; MODEL_LAMBDA
 * @sigma: AWR_SIGMA: stalls with the bias over stalls without; MODEL_SIGMA
 * @variant: AWR_MODEL: the reading of the model; model_paper
 */
struct settings {
	bool automatic;
	bool fixed;
	uint16_t type;
	uint16_t low_latency;
	uint16_t low_stalls;
	uint16_t alltoall;
	uint64_t cutoff;
	bool report;
	double lambda;
	double sigma;
	const struct model_variant *variant;
};

/**
 * settings_read() - read the environment
 * @settings: filled in
 *
 * What cannot be read is as if it were not there, and a line on standard error says so.
 */
void settings_read(struct settings *settings);

#endif /* AWR_SETTINGS_H */
