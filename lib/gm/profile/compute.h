/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Measures the computing of each thread between the program's MPI calls: the processor time that it
 * uses there. Time inside calls, even those that find nothing, and inside libgm does not count.
 */
#ifndef GM_COMPUTE_H
#define GM_COMPUTE_H

#include <stdbool.h>
#include <stdint.h>

/* Threads are timed; set by compute_open(). */
extern bool compute_timed;

/*
 * Start to time threads, unless GM_COMPUTE asks not to; call it inside a call. @how is GM_COMPUTE:
 * "cpu", "none", or a factor of at least 0 for all times, of digits and one point; NULL or empty
 * means "cpu". Returns -EINVAL if it is none of these; threads are not timed then.
 */
int compute_open(const char *how);

/* Stop timing threads. */
void compute_close(void);

/* This thread enters a call. */
void compute_pause(void);

/* This thread leaves a call. */
void compute_resume(void);

/*
 * Return the ns that this thread has computed, up to its last call, since the last compute_take().
 * The time since the last call belongs to this library, which examines what the call did, and is
 * dropped.
 */
uint64_t compute_take(void);

#endif /* GM_COMPUTE_H */
