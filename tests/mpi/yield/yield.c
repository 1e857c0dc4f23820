// SPDX-License-Identifier: GPL-2.0-only
/*
 * For LD_PRELOAD: MPICH over UCX spins while it waits; with more ranks than processors, each wait
 * takes the time slices of the ranks that it waits for. This makes it yield instead.
 */
#include <dlfcn.h>
#include <sched.h>

/* UCX's own, which MPICH calls again and again. */
__attribute__((visibility("default"))) unsigned int ucp_worker_progress(void *worker);

unsigned int ucp_worker_progress(void *worker)
{
	static unsigned int (*next)(void *worker);
	unsigned int done;

	if (!next)
		next = (unsigned int (*)(void *))dlsym(RTLD_NEXT, "ucp_worker_progress");
	done = next(worker);
	if (!done)
		sched_yield();
	return done;
}
