/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Alarms: what the arguments ask for, and what is done about it.
 */
#ifndef ALARM_H
#define ALARM_H

#include <gpcd/gpcd.h>
#include <stdbool.h>
#include <stdint.h>

/**
 * struct alarm_plan - an alarm that is asked for
 * @names: arguments that name registers, ended by NULL
 * @name: what the alarm is called; NULL: after the first of @names
 * @period_ns: from one look to the next
 * @threshold: counts a second
 * @below: raised below @threshold, not above it
 * @hysteresis: how far back it has to go to be cleared, as a part of @threshold
 * @limit_ns: end after this time; 0: none
 * @once: end when it is raised
 * @keep: leave it to the kernel, and end
 * @command: what a shell runs at each change, or NULL
 */
struct alarm_plan {
	char **names;
	const char *name;
	uint64_t period_ns;
	uint64_t threshold;
	bool below;
	double hysteresis;
	uint64_t limit_ns;
	bool once;
	bool keep;
	const char *command;
};

/**
 * alarm_state_name() - name a state
 * @state: an &enum gpcd_alarm_state
 *
 * Return: "clear", "raised" ...; "unknown".
 */
const char *alarm_state_name(unsigned int state);

/** alarm_measured() - return whether a change has a rate: the end of an alarm has none */
static inline bool alarm_measured(const struct gpcd_alarm_change *change)
{
	return change->state == GPCD_ALARM_CLEAR || change->state == GPCD_ALARM_RAISED;
}

/**
 * alarm_watch() - make an alarm, and tell its changes
 * @plan: the alarm
 *
 * Return: 0: it was raised, or left to the kernel; EXIT_RUNTIME: it was not raised, or something
 * failed, which was said; another exit code.
 */
int alarm_watch(const struct alarm_plan *plan);

/**
 * alarm_list() - print alarms of this machine
 * @number: the only one that is wanted; 0: all
 *
 * Return: the exit code.
 */
int alarm_list(uint32_t number);

/**
 * alarm_remove() - end an alarm
 * @number: its number, as it was typed
 *
 * Return: the exit code.
 */
int alarm_remove(const char *number);

#endif /* ALARM_H */
