/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What breaks while a machine runs, as the command line asks for it: --at 'TIME WHAT'.
 */
#ifndef DAMAGE_H
#define DAMAGE_H

#include "machine/machine.h"

/**
 * struct damage - what breaks while a machine runs
 * @wanted: the arguments of --at, an argz(3) vector
 * @wanted_size: bytes of @wanted
 * @given: options that were given, by key_bit()
 * @changes: the changes that they ask for, and how the machine copes
 * @list: the changes, which @changes has
 */
struct damage {
	char *wanted;
	size_t wanted_size;
	uint64_t given;
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
 * @config: configuration of the network; gets the changes, if there are any
 *
 * Return: the exit code, having said what is wrong.
 */
int damage_build(struct damage *damage, const struct machine *machine, uint64_t until,
		 struct net_config *config);

/**
 * damage_free() - free what damage_build() and the options have allocated
 * @damage: the damage
 */
void damage_free(struct damage *damage);

#endif /* DAMAGE_H */
