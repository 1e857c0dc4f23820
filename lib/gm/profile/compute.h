/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Measure the computing of each thread between the program's MPI calls: the processor time that it
 * uses there. Time inside calls, also those that find nothing, and inside libgm does not count.
 */
#ifndef GM_COMPUTE_H
#define GM_COMPUTE_H

#include <stdbool.h>
#include <stdint.h>

/** compute_timed - threads are timed; false until compute_open() has asked for that */
extern bool compute_timed;

/**
 * compute_open() - begin to time threads
 * @how: "cpu", "none", which does not time them, or a number of at least 0 that all times are
 *	multiplied by, with digits and one point: GM_COMPUTE. NULL or empty: "cpu"
 *
 * Call it while this thread is inside a call.
 *
 * Return: 0, or -EINVAL, and threads are not timed.
 */
int compute_open(const char *how);

/** compute_close() - time threads no more */
void compute_close(void);

/** compute_pause() - this thread enters a call */
void compute_pause(void);

/** compute_resume() - this thread leaves a call */
void compute_resume(void);

/**
 * compute_take() - take what this thread has computed
 *
 * Not inside a call the time since this thread has left the last one is not the program's, but
 * ours, which looks at what the call did. It is dropped.
 *
 * Return: ns until the last call of the thread, since they were last taken.
 */
uint64_t compute_take(void);

#endif /* GM_COMPUTE_H */
