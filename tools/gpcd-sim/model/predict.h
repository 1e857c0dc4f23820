/* SPDX-License-Identifier: GPL-2.0-only */
/* gpcd-sim model: predictions for messages of given sizes. */
#ifndef PREDICT_H
#define PREDICT_H

#include <stddef.h>
#include <stdint.h>

#include "model/routing.h"

/* Sizes of messages. */
struct sizes {
	uint64_t *bytes; /* ascending, without duplicates */
	size_t count;
};

/* What is to be predicted. */
struct prediction {
	/* all but the size; messages use the network of this.current only */
	struct model_case this;
	uint64_t threshold; /* bytes that pass without a decision */
	struct sizes sizes;
};

/*
 * Print the times of messages by equations (1) and (2). Report any error and return the exit code.
 */
int predict_messages(const struct prediction *prediction);

/*
 * Print which routing messages take, and at which sizes that flips. Report any error and return the
 * exit code.
 */
int predict_routes(const struct prediction *prediction);

#endif /* PREDICT_H */
