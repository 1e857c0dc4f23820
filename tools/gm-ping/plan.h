/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who sends to whom.
 */
#ifndef PLAN_H
#define PLAN_H

#include "options.h"

/**
 * struct plan - a rank's part
 * @to: whom each of its messages is for, in their order
 * @sent: how many these are
 * @received: how many messages are for it
 */
struct plan {
	int *to;
	int sent;
	uint64_t received;
};

/**
 * plan_make() - a rank's part in what the command line asks for
 * @plan: filled in, for plan_free()
 *
 * Return: 0, -EINVAL for a pattern that this number of ranks does not allow, -ENOMEM.
 */
int plan_make(const struct options *options, int rank, struct plan *plan);

void plan_free(struct plan *plan);

#endif /* PLAN_H */
