/* SPDX-License-Identifier: GPL-2.0-only */
/* Alarms: what the arguments ask for, how it is watched, and what changes start. */
#ifndef ALARM_H
#define ALARM_H

#include <gpcd/gpcd.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/out/out.h"
#include "series/logfile.h"

/* Size of the longest name with its NUL. */
#define ALARM_NAME_MAX	32

/* An alarm that is asked for. */
struct alarm_plan {
	char **names; /* registers, ended by NULL */
	const char *name; /* of the alarm; NULL: derived from names[0] */
	uint64_t period_ns; /* over which a rate is measured */
	uint64_t threshold; /* counts per second */
	bool below; /* raised below threshold, not above */
	double hysteresis; /* distance from threshold at which it is cleared, as a part of it */
	uint64_t limit_ns; /* end after this time; 0: no limit */
	bool once; /* end when it is raised */
	const char *command; /* run by a shell at each change, or NULL */
	struct logfile log; /* where changes are written */
};

/* What changes are reported of. */
struct alarm_subject {
	char name[ALARM_NAME_MAX];
	const char *path; /* of its device */
};

/* Return "clear", "raised" ... for an enum gpcd_alarm_state. */
const char *alarm_state_name(unsigned int state);

/* Check if a change has a rate; the end of an alarm has none. */
static inline bool alarm_measured(const struct gpcd_alarm_change *change)
{
	return change->state == GPCD_ALARM_CLEAR || change->state == GPCD_ALARM_RAISED;
}

/* Write the header of changes in the chosen format, if it has one. */
void alarm_header(struct out *out);

/* Add a change to the record, in the chosen format. */
void alarm_change(struct out *out, const struct alarm_subject *subject,
		  const struct gpcd_alarm_change *change);

/*
 * Run a shell's command for a change, which is passed in its environment, and wait for its end. End
 * it after @timeout_ms (ms, or -1). @mask holds the signals that were blocked when this process was
 * started. Report its failure. Return 0, or -EINTR if a signal or the timeout has ended it.
 */
int alarm_exec(const char *command, const sigset_t *mask, const struct alarm_subject *subject,
	       const struct gpcd_alarm_change *change, int timeout_ms);

/*
 * Watch counters and print changes. Return 0 if the alarm was raised; EXIT_RUNTIME if it was not or
 * after an error, which was reported; or another exit code.
 */
int alarm_watch(struct alarm_plan *plan);

#endif /* ALARM_H */
