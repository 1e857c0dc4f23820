// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading a page of a mapped file that the file has no more raises SIGBUS.
 */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>

#include "guard.h"

static sigjmp_buf back;
static volatile sig_atomic_t guarded;

/* Outside a guarded read the signal ends the process, as it would without us. */
static void leave(int signal_number)
{
	if (guarded)
		siglongjmp(back, 1);
	signal(signal_number, SIG_DFL);
}

/* The signal's mask is not saved, which would be a system call a read: it is not blocked. */
static void catch_signal(void)
{
	struct sigaction action = { .sa_handler = leave, .sa_flags = SA_NODEFER };
	static bool caught;

	if (!caught)
		sigaction(SIGBUS, &action, NULL);
	caught = true;
}

int device_guard(int (*read)(void *data), void *data)
{
	int err;

	catch_signal();
	if (sigsetjmp(back, 0)) {
		guarded = 0;
		return -ENODEV;
	}
	guarded = 1;
	err = read(data);
	guarded = 0;
	return err;
}

/**
 * struct request - a group that is read
 * @group: its registers
 * @snapshot: receives their values
 */
struct request {
	struct gpcd_group *group;
	struct gpcd_snapshot *snapshot;
};

static int read_group(void *data)
{
	struct request *request = data;

	return gpcd_group_read(request->group, request->snapshot);
}

int device_read(struct gpcd_group *group, struct gpcd_snapshot *snapshot)
{
	struct request request = { group, snapshot };

	return device_guard(read_group, &request);
}
