// SPDX-License-Identifier: LGPL-2.1-or-later
/* Finds functions of the next library. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "next.h"

void *next_find(const struct next_owner *owner, const char *name)
{
	void *function = dlsym(RTLD_NEXT, name);

	if (!function) {
		fprintf(stderr, "%s: no other library has %s(): %s\n", owner->name, name,
			owner->remedy);
		abort();
	}
	return function;
}
