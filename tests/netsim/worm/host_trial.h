/* SPDX-License-Identifier: GPL-2.0-only */
/* Random programs on random end points, compared with the plain ones. */
#ifndef HOST_TRIAL_H
#define HOST_TRIAL_H

#include "netsim/random_program.h"

/*
 * All times of operations, times spent by ranks, matches of messages, and counts of channels must
 * be the same; return whether all ranks reach their ends.
 */
bool host_trial(struct chance *chance, const char *name);

#endif /* HOST_TRIAL_H */
