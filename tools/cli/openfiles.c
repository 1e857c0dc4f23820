// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>

#include "cli/out/complain.h"
#include "openfiles.h"

/* Descriptors that are kept for all but devices. */
#define OWN	64

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

int openfiles_check(size_t devices, size_t descriptors)
{
	size_t needed = descriptors + OWN;
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) || needed <= files.rlim_cur)
		return 0;
	complain("%zu devices need %zu open files; the hard limit is %ju: ulimit -n, LimitNOFILE=",
		 devices, needed, (uintmax_t)files.rlim_cur);
	return EXIT_RUNTIME;
}
