/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Settings from the environment. */
#ifndef AWR_SETTINGS_H
#define AWR_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/variant.h"

/* All bits of a delivery mode. */
#define SETTINGS_MODES 0x1ff

/* Settings from the environment: variable, and value if unset. */
struct settings {
	bool automatic;	/* libawr chooses: neither AWR_ROUTING_DISABLE nor AWR_ROUTING_TYPE */
	bool fixed;	/* AWR_ROUTING_TYPE is set */
	uint16_t type;	/* AWR_ROUTING_TYPE: mode of all messages */
	uint16_t low_latency;	/* AWR_ROUTING_LOW_LATENCY: mode with a high bias; ADAPTIVE3 */
	uint16_t low_stalls;	/* AWR_ROUTING_LOW_STALLS: the other mode; ADAPTIVE0 */
	uint16_t alltoall;	/* AWR_ROUTING_LOW_STALLS in an alltoall; ADAPTIVE1 */
	uint64_t cutoff;	/* AWR_CUTOFF: bytes without a decision; MODEL_THRESHOLD */
	bool report;	/* AWR_STORE_SR: print a summary at the end */
	double lambda;	/* AWR_LAMBDA: ratio of biased to unbiased latency; MODEL_LAMBDA */
	double sigma;	/* AWR_SIGMA: ratio of biased to unbiased stalls; MODEL_SIGMA */
	const struct model_variant *variant;	/* AWR_MODEL; model_paper */
};

/* Read the environment. An invalid value is reported on standard error and ignored. */
void settings_read(struct settings *settings);

#endif /* AWR_SETTINGS_H */
