/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How often code lets other tasks run: include this before the code. On a processor that is not
 * wanted by anybody else that shows in nothing else.
 */
#ifndef KUNIT_PAUSES_H
#define KUNIT_PAUSES_H

#include <linux/sched.h>

static unsigned int pauses;

#undef cond_resched
#define cond_resched() ((void)pauses++)

#endif /* KUNIT_PAUSES_H */
