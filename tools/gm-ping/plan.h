/* SPDX-License-Identifier: GPL-2.0-only */
/* Which rank sends to which. */
#ifndef PLAN_H
#define PLAN_H

#include "options.h"

/* The messages of a rank. */
struct plan {
	int *to;	/* destinations of the messages that it sends, in order */
	int sent;
	uint64_t received;
};

/*
 * Find the messages of a rank. The caller calls plan_free() in any case. Returns 0, -EINVAL if the
 * number of ranks does not allow the pattern, or -ENOMEM.
 */
int plan_make(const struct options *options, int rank, struct plan *plan);

/* Free the messages of a rank; { 0 } is allowed. */
void plan_free(struct plan *plan);

#endif /* PLAN_H */
