/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The command that an alarm starts.
 */
#ifndef ALARM_EXEC_H
#define ALARM_EXEC_H

#include <gpcd/gpcd.h>
#include <signal.h>

/**
 * struct alarm_command - what is started at each change
 * @text: for a shell
 * @req: the alarm, as it was made
 * @path: path of its device
 * @mask: signals that were blocked when we were started
 */
struct alarm_command {
	const char *text;
	const struct gpcd_alarm_req *req;
	const char *path;
	sigset_t mask;
};

/**
 * alarm_exec() - start the command for a change, and wait for its end
 * @command: the command; if it fails that is said
 * @change: the change, which it finds in its environment
 * @timeout_ms: longest time that it may take, ms, or -1; then it is ended
 *
 * Return: 0; -EINTR a signal, or the time, has ended it.
 */
int alarm_exec(const struct alarm_command *command, const struct gpcd_alarm_change *change,
	       int timeout_ms);

#endif /* ALARM_EXEC_H */
