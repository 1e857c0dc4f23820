/* SPDX-License-Identifier: GPL-2.0-only */
/* The command that an alarm starts. */
#ifndef ALARM_EXEC_H
#define ALARM_EXEC_H

#include <gpcd/gpcd.h>
#include <signal.h>

/* What is started at each change. */
struct alarm_command {
	const char *text; /* for a shell */
	const struct gpcd_alarm_req *req; /* the alarm, as it was made */
	const char *path; /* of its device */
	sigset_t mask; /* signals that were blocked when this process was started */
};

/*
 * Run the command for a change, which is passed in its environment, and wait for its end. End it
 * after @timeout_ms (ms, or -1). Report its failure. Return 0, or -EINTR if a signal or the timeout
 * has ended it.
 */
int alarm_exec(const struct alarm_command *command, const struct gpcd_alarm_change *change,
	       int timeout_ms);

#endif /* ALARM_EXEC_H */
