/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * At which sizes of messages the rule begins to choose another routing.
 */
#ifndef MODEL_FLIP_H
#define MODEL_FLIP_H

#include "model/rule.h"

/** MODEL_SIZE_MAX - largest size that model_flip() takes, bytes: all numbers are exact up to it */
#define MODEL_SIZE_MAX (1ULL << 40)

/**
 * struct model_case - all that the rule's choice depends on but for the size
 * @variant: the reading of the model
 * @kind: an enum model_kind
 * @networks: the state of the network in each routing, by enum model_routing
 * @current: the routing that is in use
 */
struct model_case {
	const struct model_variant *variant;
	enum model_kind kind;
	struct model_network networks[MODEL_ROUTINGS];
	enum model_routing current;
};

/** model_case_terms() - return the terms of a message of @bytes */
struct model_terms model_case_terms(const struct model_case *this, uint64_t bytes);

/** model_case_routing() - return the routing that the rule chooses for a message of @bytes */
enum model_routing model_case_routing(const struct model_case *this, uint64_t bytes);

/**
 * model_flip() - find where the choice flips
 * @this: the case
 * @from: a size
 * @to: a larger size, up to MODEL_SIZE_MAX
 *
 * Return: the least size above @from and up to @to for which the rule does not choose what it
 * chooses for @from, or 0 if there is none.
 */
uint64_t model_flip(const struct model_case *this, uint64_t from, uint64_t to);

#endif /* MODEL_FLIP_H */
