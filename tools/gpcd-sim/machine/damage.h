/* SPDX-License-Identifier: GPL-2.0-only */
/* Failures and other changes while a machine runs, from the options --at 'TIME WHAT'. */
#ifndef DAMAGE_H
#define DAMAGE_H

#include "machine.h"

/* The changes while a machine runs. */
struct damage {
	struct option_list wanted; /* arguments of --at */
	struct net_changes changes; /* the changes, and how the machine copes with them */
	struct net_change *list; /* the same changes, writable; owned */
};

/* No damage. */
extern const struct damage damage_default;

/* The options of struct damage. */
extern const struct options damage_options;

/*
 * Build the changes from the options. until is the first cycle that is not simulated, NET_FOREVER
 * if unknown. Call damage_free() in any case. Return the exit code; errors are reported.
 */
int damage_build(struct damage *damage, const struct machine *machine, uint64_t until);

/* Return the changes for the configuration of a network, or NULL if there are none. */
const struct net_changes *damage_changes(const struct damage *damage);

/* Report each change that did not happen because the run was over after so many cycles. */
void damage_tell(const struct damage *damage, uint64_t cycles);

/* A machine that has been running for some time: its changes until then, and its later ones. */
struct damage_state {
	struct net_fabric fabric; /* with the lanes that have failed by then */
	struct net_changes changes; /* later changes; cycles are counted from then on */
};

/*
 * Find the state of a machine at a later cycle, when no packet is under way. The machine is given
 * as it was at the beginning, and must outlive the state. Call damage_state_free() in any case.
 * Earlier changes are in effect: routes and NICs know of them, however recent they are. An earlier
 * change of width becomes a change in cycle 0. Return 0 or -ENOMEM.
 */
int damage_since(const struct damage *damage, const struct machine *machine, uint64_t cycle,
		 struct damage_state *state);

/* Free the memory of damage_since(); { 0 } is allowed. */
void damage_state_free(struct damage_state *state);

/* Free the memory of damage_build() and of the options. */
void damage_free(struct damage *damage);

#endif /* DAMAGE_H */
