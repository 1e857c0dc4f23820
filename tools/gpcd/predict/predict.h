/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gpcd model: what the model of message time says of messages of given sizes.
 */
#ifndef PREDICT_H
#define PREDICT_H

#include <stddef.h>
#include <stdint.h>

#include "model/flip.h"

/**
 * struct sizes - sizes of messages
 * @bytes: the sizes, ascending, each once
 * @count: number of @bytes
 */
struct sizes {
	uint64_t *bytes;
	size_t count;
};

/**
 * struct prediction - what is to be predicted
 * @this: everything but the size; messages use the state of the network in @this.current alone
 * @threshold: bytes that pass without a decision
 * @sizes: the sizes that are asked for
 */
struct prediction {
	struct model_case this;
	uint64_t threshold;
	struct sizes sizes;
};

/**
 * predict_messages() - print how long messages take, by equations (1) and (2)
 * @prediction: what is asked for
 *
 * Return: the exit code, having said what is wrong.
 */
int predict_messages(const struct prediction *prediction);

/**
 * predict_routes() - print which routing messages take, and at which sizes that flips
 * @prediction: what is asked for
 *
 * Return: the exit code, having said what is wrong.
 */
int predict_routes(const struct prediction *prediction);

#endif /* PREDICT_H */
