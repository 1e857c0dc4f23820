/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * MPI's calls; the next function of a wrapper's name; and which calls count.
 *
 * The library exports each call as MPI_X and as PMPI_X, because Fortran libraries call either. The
 * next MPI_X may belong to another tool, which calls PMPI_X and so reaches our wrapper again.
 * Therefore a call counts only if it is made neither inside another call nor by libgm.
 */
#ifndef GM_CALL_H
#define GM_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* This library exports wrappers, and MPICH does not mark MPI's prototypes as visible. */
#pragma GCC visibility push(default)
#include <mpi.h>
/* Open MPI has its extensions in a separate header. */
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif
#pragma GCC visibility pop

/* --- computing --- */

/*
 * Measures the computing of each thread between the program's MPI calls: the processor time that it
 * uses there. Time inside calls, even those that find nothing, and inside libgm does not count.
 */

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

/* --- calls --- */

/* Number of this thread's call_enter() without their call_leave(). */
extern __thread int call_depth __attribute__((tls_model("initial-exec")));

/* Return whether this thread is inside another call, or inside libgm. */
static inline bool call_is_inner(void)
{
	return call_depth;
}

/* Do not count this thread's calls until call_leave(); pairs may be nested. */
static inline void call_enter(void)
{
	if (!call_depth++ && compute_timed)
		compute_pause();
}

/* End the section that the last call_enter() began. */
static inline void call_leave(void)
{
	if (!--call_depth && compute_timed)
		compute_resume();
}

/*
 * Store in @next the function of that name in the libraries after this one, and return it. If there
 * is none, abort with a message. Any thread.
 */
void *call_find(void **next, const char *name);

/* Return @next, after a call_find() if @next is still NULL. */
static inline void *call_next(void **next, const char *name)
{
	void *found = __atomic_load_n(next, __ATOMIC_RELAXED);

	return found ? found : call_find(next, name);
}

#endif /* GM_CALL_H */
