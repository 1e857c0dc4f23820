// SPDX-License-Identifier: GPL-2.0-only
/* Reading a page of a mapped file past the file's end raises SIGBUS. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "guard.h"

static sigjmp_buf back;
static struct sigaction before;
static atomic_bool guarded;

/* Outside a guarded read the signal ends the process, as cli_begin() set up. */
static void leave_read(int signal_number)
{
	if (guarded)
		siglongjmp(back, 1);
	before.sa_handler(signal_number);
}

/*
 * SA_NODEFER keeps the signal unblocked, so sigsetjmp() need not save the mask: that would cost a
 * system call for each read.
 */
static void catch_sigbus(void)
{
	struct sigaction action = { .sa_handler = leave_read, .sa_flags = SA_NODEFER };
	static bool caught;

	if (!caught)
		sigaction(SIGBUS, &action, &before);
	caught = true;
}

int guard_call(int (*read)(void *data), void *data)
{
	int err;

	catch_sigbus();
	if (sigsetjmp(back, 0)) {
		guarded = false;
		return -EFAULT;
	}
	guarded = true;
	err = read(data);
	guarded = false;
	return err;
}

struct request {
	struct gpcd_group *group;
	struct gpcd_snapshot *snapshot;
};

static int read_group(void *data)
{
	struct request *request = data;

	return gpcd_group_read(request->group, request->snapshot);
}

int guard_read(struct gpcd_group *group, struct gpcd_snapshot *snapshot)
{
	struct request request = { group, snapshot };

	return guard_call(read_group, &request);
}
