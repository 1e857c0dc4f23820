/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Count how often code yields the processor; include this before the code. On an otherwise idle
 * processor there is no other sign of it.
 */
#ifndef KUNIT_PAUSES_H
#define KUNIT_PAUSES_H

#include <linux/sched.h>

static unsigned int pauses;

#undef cond_resched
#define cond_resched() ((void)pauses++)

#endif /* KUNIT_PAUSES_H */
