/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which rank sends to which.
 */
#ifndef PLAN_H
#define PLAN_H

#include "options.h"

/**
 * struct plan - the messages of a rank
 * @to: the rank that each message is sent to, in their order
 * @sent: number of messages that it sends
 * @received: number of messages that it receives
 */
struct plan {
	int *to;
	int sent;
	uint64_t received;
};

/**
 * plan_make() - find the messages of a rank
 * @options: the command line
 * @rank: the rank
 * @plan: the result, for plan_free() in any case
 *
 * Return: 0, -EINVAL if the number of ranks does not allow the pattern, or -ENOMEM.
 */
int plan_make(const struct options *options, int rank, struct plan *plan);

/**
 * plan_free() - free the messages of a rank
 * @plan: the messages; { 0 } will do
 */
void plan_free(struct plan *plan);

#endif /* PLAN_H */
