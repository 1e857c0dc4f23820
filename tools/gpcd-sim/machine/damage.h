/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What breaks while a machine runs, as the command line asks for it: --at 'TIME WHAT'.
 */
#ifndef DAMAGE_H
#define DAMAGE_H

#include "machine.h"

/**
 * struct damage - what breaks while a machine runs
 * @wanted: the arguments of --at, an argz(3) vector
 * @wanted_size: bytes of @wanted
 * @detail: name of an option that says how the machine copes, if one was given, or NULL
 * @changes: the changes that they ask for, and how the machine copes
 * @list: the changes, which @changes has
 */
struct damage {
	char *wanted;
	size_t wanted_size;
	const char *detail;
	struct net_changes changes;
	struct net_change *list;
};

/** damage_default - no damage */
extern const struct damage damage_default;

/** damage_argp - the options of damage; the input is a struct damage */
extern const struct argp damage_argp;

/**
 * damage_build() - find out what breaks
 * @damage: what is wanted, for damage_free() in any case
 * @machine: the machine
 * @until: first cycle that is not simulated; NET_FOREVER: it is not known
 *
 * Return: the exit code, having said what is wrong.
 */
int damage_build(struct damage *damage, const struct machine *machine, uint64_t until);

/**
 * damage_changes() - get what changes, for the configuration of a network
 * @damage: the damage, by damage_build()
 *
 * Return: the changes, or NULL if there are none.
 */
const struct net_changes *damage_changes(const struct damage *damage);

/**
 * damage_tell() - say of what was to break after the end of a run that it did not
 * @damage: the damage, by damage_build()
 * @cycles: cycles that the run had
 */
void damage_tell(const struct damage *damage, uint64_t cycles);

/**
 * struct damage_state - a machine that has broken for some time, and what breaks from then on
 * @fabric: its fabric, of which the lanes have failed that are dead by then
 * @changes: what changes later, with cycles counted from then on
 */
struct damage_state {
	struct net_fabric fabric;
	struct net_changes changes;
};

/**
 * damage_since() - find out how a machine is at a later time, with nothing on its way
 * @damage: all that breaks, by damage_build()
 * @machine: the machine as it was at the beginning, which must outlive the state
 * @cycle: the time
 * @state: receives the state, for damage_state_free() in any case
 *
 * Changes before that time are in effect: routes and NICs know of them, however short ago they
 * were. Another width of links is a change of the first cycle.
 *
 * Return: 0 or -ENOMEM.
 */
int damage_since(const struct damage *damage, const struct machine *machine, uint64_t cycle,
		 struct damage_state *state);

/**
 * damage_state_free() - free what damage_since() has allocated
 * @state: the state; { 0 } will do
 */
void damage_state_free(struct damage_state *state);

/**
 * damage_free() - free what damage_build() and the options have allocated
 * @damage: the damage
 */
void damage_free(struct damage *damage);

#endif /* DAMAGE_H */
