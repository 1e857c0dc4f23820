/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * From a call that the program made to the next function of that name, and which calls count.
 *
 * The library exports each call as MPI_X and as PMPI_X, because Fortran libraries call either. The
 * next MPI_X may belong to another tool, which calls PMPI_X: ours again. So a call counts only if
 * it was not made in the course of another one, nor by libgm.
 */
#ifndef GM_CALL_H
#define GM_CALL_H

#include <stdbool.h>
#include <stddef.h>

/** call_depth - how many calls this thread is in that other calls must not be counted in */
extern __thread int call_depth __attribute__((tls_model("initial-exec")));

/** call_is_inner() - whether a call of this thread is part of another one, or of libgm's work */
static inline bool call_is_inner(void)
{
	return call_depth;
}

/** call_enter() - calls of this thread do not count until call_leave(); both may be nested */
static inline void call_enter(void)
{
	call_depth++;
}

/** call_leave() - the end of what began with call_enter() */
static inline void call_leave(void)
{
	call_depth--;
}

/**
 * call_find() - find the next function of a name, behind this library
 * @next: filled in with it
 * @name: of a function of MPI; ends the process if there is none
 *
 * Any thread. Return: the function.
 */
void *call_find(void **next, const char *name);

/** call_next() - as call_find(), which is only called while @next is NULL */
static inline void *call_next(void **next, const char *name)
{
	void *found = __atomic_load_n(next, __ATOMIC_RELAXED);

	return found ? found : call_find(next, name);
}

#endif /* GM_CALL_H */
