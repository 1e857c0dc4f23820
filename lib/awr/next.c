// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The library behind this one.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "next.h"

void *next_find(const char *name)
{
	void *function = dlsym(RTLD_NEXT, name);

	if (!function) {
		fprintf(stderr, "libawr: no %s() behind it: link with the library that has it\n",
			name);
		abort();
	}
	return function;
}
