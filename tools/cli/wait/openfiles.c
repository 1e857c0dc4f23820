// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>

#include "openfiles.h"

static rlim_t before;
static bool is_raised;

/* A filter of system calls may allow to ask for the limit only: leave a good limit alone. */
void openfiles_raise(void)
{
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) || files.rlim_cur == files.rlim_max)
		return;
	before = files.rlim_cur;
	files.rlim_cur = files.rlim_max;
	is_raised = !setrlimit(RLIMIT_NOFILE, &files);
}

void openfiles_restore(void)
{
	struct rlimit files;

	if (!is_raised || getrlimit(RLIMIT_NOFILE, &files))
		return;
	files.rlim_cur = before;
	is_raised = !!setrlimit(RLIMIT_NOFILE, &files);
}

size_t openfiles_limit(void)
{
	struct rlimit files;

	return getrlimit(RLIMIT_NOFILE, &files) ? SIZE_MAX : files.rlim_cur;
}
