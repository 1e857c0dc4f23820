/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Find the function behind a wrapper of ours, and decide which calls count.
 *
 * The library exports each call as MPI_X and as PMPI_X, because Fortran libraries call either. The
 * next MPI_X may belong to another tool, which calls PMPI_X and so gets to our wrapper again.
 * Therefore a call counts only if it is not made inside another call, nor by libgm.
 */
#ifndef GM_CALL_H
#define GM_CALL_H

#include <stdbool.h>
#include <stddef.h>

#include "gm/profile/compute.h"

/** call_depth - how many call_enter() of this thread are without their call_leave() */
extern __thread int call_depth __attribute__((tls_model("initial-exec")));

/** call_is_inner() - return whether this thread is inside another call, or inside libgm */
static inline bool call_is_inner(void)
{
	return call_depth;
}

/** call_enter() - do not count this thread's calls until call_leave(); pairs may be nested */
static inline void call_enter(void)
{
	if (!call_depth++ && compute_timed)
		compute_pause();
}

/** call_leave() - end the section that the last call_enter() began */
static inline void call_leave(void)
{
	if (!--call_depth && compute_timed)
		compute_resume();
}

/**
 * call_find() - find the function of a name in the libraries after this one
 * @next: filled in with the function
 * @name: name of an MPI function; if no library has it, the process ends
 *
 * Any thread.
 *
 * Return: the function.
 */
void *call_find(void **next, const char *name);

/** call_next() - return @next, after a call_find() if @next is still NULL */
static inline void *call_next(void **next, const char *name)
{
	void *found = __atomic_load_n(next, __ATOMIC_RELAXED);

	return found ? found : call_find(next, name);
}

#endif /* GM_CALL_H */
