/* SPDX-License-Identifier: GPL-2.0-only */
/* gpcd-sim model: its actions. Each reports errors and returns the exit code. */
#ifndef SIM_MODEL_H
#define SIM_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "model/routing.h"

/* Messages that the model of adaptive routing is asked about. */
struct messages {
	struct model_case this; /* all but their size; times are those in this.current */
	uint64_t threshold; /* bytes that pass without a decision */
	uint64_t *bytes; /* their sizes, ascending, without duplicates */
	size_t count;
};

/* `gpcd-sim model message': print the times of messages by equations (1) and (2). */
int messages_times(const struct messages *messages);

/* `gpcd-sim model route': print which routing messages take, and at which sizes that flips. */
int messages_routes(const struct messages *messages);

/* `gpcd-sim model fit': the cost of a message, from the times of probes. */
int model_fit(int argc, char **argv);

/* `gpcd-sim model predict': the time of a job on a machine. */
int model_predict(int argc, char **argv);

#endif /* SIM_MODEL_H */
