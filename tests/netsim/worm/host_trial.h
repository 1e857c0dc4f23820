/* SPDX-License-Identifier: GPL-2.0-only */
/* Programs by chance on end points by chance, held against the plain ones. */
#ifndef HOST_TRIAL_H
#define HOST_TRIAL_H

#include "netsim/random_program.h"

/*
 * Each time of each operation, what ranks spend, who gets which message, and each count of each
 * channel are the same; whether all ranks come to their end.
 */
bool host_trial(struct chance *chance, const char *name);

#endif /* HOST_TRIAL_H */
