/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* At which message sizes the rule changes its choice of routing. */
#ifndef MODEL_FLIP_H
#define MODEL_FLIP_H

#include "model/rule.h"

/* Largest size that model_flip() takes, bytes: all numbers are exact up to it. */
#define MODEL_SIZE_MAX (1ULL << 40)

/* All that the rule's choice depends on, except the size. */
struct model_case {
	const struct model_variant *variant;
	enum model_kind kind;
	struct model_network networks[MODEL_ROUTINGS];	/* by enum model_routing */
	enum model_routing current;			/* the routing in use */
};

/* Return the terms of a message of @bytes. */
struct model_terms model_case_terms(const struct model_case *this, uint64_t bytes);

/* Return the routing that the rule chooses for a message of @bytes. */
enum model_routing model_case_routing(const struct model_case *this, uint64_t bytes);

/*
 * Return the smallest size above @from, up to @to (at most MODEL_SIZE_MAX), for which the rule
 * chooses otherwise than for @from, or 0 if there is none.
 */
uint64_t model_flip(const struct model_case *this, uint64_t from, uint64_t to);

#endif /* MODEL_FLIP_H */
