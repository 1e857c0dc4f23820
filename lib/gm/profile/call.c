// SPDX-License-Identifier: LGPL-2.1-or-later
/* Looks up the next functions by name. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "gm/profile/call.h"

__thread int call_depth;

void *call_find(void **next, const char *name)
{
	void *found = dlsym(RTLD_NEXT, name);

	if (!found) {
		fprintf(stderr,
			"gm-profile: this MPI has no %s: use the libgm-profile that was built for it\n",
			name);
		abort();
	}
	/* Racing threads store the same value. */
	__atomic_store_n(next, found, __ATOMIC_RELAXED);
	return found;
}
