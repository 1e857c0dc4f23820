/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Find the next function of a wrapper's name, and decide which calls count.
 *
 * The library exports each call as MPI_X and as PMPI_X, because Fortran libraries call either. The
 * next MPI_X may belong to another tool, which calls PMPI_X and so reaches our wrapper again.
 * Therefore a call counts only if it is made neither inside another call nor by libgm.
 */
#ifndef GM_CALL_H
#define GM_CALL_H

#include <stdbool.h>
#include <stddef.h>

#include "gm/profile/compute.h"

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
