/* SPDX-License-Identifier: GPL-2.0-only */
/* Alarms: what the arguments ask for, and the actions. */
#ifndef ALARM_H
#define ALARM_H

#include <gpcd/gpcd.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/out/out.h"

/* An alarm that is asked for. */
struct alarm_plan {
	char **names; /* registers, ended by NULL */
	const char *name; /* of the alarm; NULL: derived from names[0] */
	uint64_t period_ns; /* between two checks */
	uint64_t threshold; /* counts per second */
	bool below; /* raised below threshold, not above */
	double hysteresis; /* distance from threshold at which it is cleared, as a part of it */
	uint64_t limit_ns; /* end after this time; 0: no limit */
	bool once; /* end when it is raised */
	bool keep; /* leave it to the kernel, and exit */
	const char *command; /* run by a shell at each change, or NULL */
};

/* Return "clear", "raised" ... for an enum gpcd_alarm_state, or "unknown". */
const char *alarm_state_name(unsigned int state);

/* Check if a change has a rate; the end of an alarm has none. */
static inline bool alarm_measured(const struct gpcd_alarm_change *change)
{
	return change->state == GPCD_ALARM_CLEAR || change->state == GPCD_ALARM_RAISED;
}

/* Write the header of changes in the chosen format, if it has one. */
void alarm_header(struct out *out);

/*
 * Add a change to the record, in the chosen format. @req is the alarm as it was made, @path its
 * device.
 */
void alarm_change(struct out *out, const struct gpcd_alarm_req *req, const char *path,
		  const struct gpcd_alarm_change *change);

/*
 * Make an alarm and print its changes. Return 0 if it was raised or left to the kernel;
 * EXIT_RUNTIME if it was not raised or after an error, which was reported; or another exit code.
 */
int alarm_watch(const struct alarm_plan *plan);

/* Print one alarm of this machine, or all if @number is 0. Return the exit code. */
int alarm_list(uint32_t number);

/* End an alarm, whose number is given as text. Return the exit code. */
int alarm_remove(const char *number);

#endif /* ALARM_H */
