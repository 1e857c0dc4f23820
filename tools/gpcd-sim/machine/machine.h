/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The simulated hardware, as the options describe it; names of its chips, links and lanes; and what
 * fails while it runs.
 */
#ifndef MACHINE_H
#define MACHINE_H

#include <gpcd/gpcd.h>

#include "cli/options.h"
#include "hardware/hardware.h"
#include "netsim/net.h"
#include "topo/gemini.h"

/* Length of a router cycle (800 MHz). */
#define US_PER_CYCLE	0.00125
#define NS_PER_CYCLE	1.25

/* Most families of topologies. */
#define MACHINE_FAMILIES	16

/* The simulated hardware. */
struct machine {
	bool is_gemini; /* a 3-D torus, which has cabinets, tiles and images */
	unsigned int chip; /* enum gpcd_chip, whose registers images have; GPCD_CHIPS: none */
	struct gemini_system system; /* the cabinets, if there are any */
	struct net_fabric fabric; /* chips and links; with worms the topology only */
	const char *usual; /* default topology, by its name for topo_parse() */
	const char *sizes[MACHINE_FAMILIES]; /* arguments of the options of topo_families[] */
	char *wanted; /* topology that was asked for, or NULL; owned */
	const char *file; /* machine file, instead of wanted, or NULL */
	struct hardware hardware; /* contents of file, if described */
	bool described; /* machine_describe() has read file */
	int class; /* topology class of the cabinets; -1: by their size */
	struct option_list biases; /* ROUTING:KEY=N,... of adaptive routings */
	unsigned int blue; /* blue links of each pair of groups; 0: as the topology says */
	struct option_list failed; /* names of failed links and tiles */
	struct option_list degraded; /* LINK=1/3 or LINK=2/3 */
};

/* The default size of a torus, in run and probe. */
#define MACHINE_SIZE "8x8x8"

/* The machine of Pedretti et al. */
#define MACHINE_CIELO "torus:16x12x24"

/* Make the options of machines, one for each family of topologies. Call this first. */
void machine_begin(void);

/* An option for each family of topologies, --blue, --bias, --machine, --class and --fail. */
extern const struct options machine_options;

/* The options of machines of Geminis: --torus, --machine, --class and --fail. */
extern const struct options gemini_options;

/* The options of machines whose chips have registers: also --dragonfly, --blue and --bias. */
extern const struct options cabled_options;

/* Store a time that was given in ns as router cycles of 800 MHz. */
#define MACHINE_CYCLES	.times = 4, .per = 5

/* Read the machine file, if one was asked for. Return the exit code; errors are reported. */
int machine_describe(struct machine *machine);

/* Return true if a described machine switches worms, which no engine of packets simulates. */
bool machine_switches_worms(const struct machine *machine);

/* Build the machine. Call machine_free() in any case. Return the exit code; errors are reported. */
int machine_build(struct machine *machine);

/* Free a machine, built or not. */
void machine_free(struct machine *machine);

/* Room for the longest name of a chip. */
#define MACHINE_NAME 96

/*
 * Write a chip's coordinate as in its image and in gpcd, "3,0,1". In a dragonfly it consists of
 * group, chassis and blade.
 */
void machine_coord(const struct machine *machine, unsigned int chip, char name[MACHINE_NAME]);

/*
 * Write a chip's place in the cabinets, "c0-0c0s0g0", or without cabinets its coordinate, "3,0,1".
 */
void machine_chip_name(const struct machine *machine, unsigned int chip, char name[MACHINE_NAME]);

/*
 * Find a chip by its coordinate or by its name from machine_chip_name(). Return TOPO_NONE if there
 * is none.
 */
unsigned int machine_chip(const struct machine *machine, const char *name);

/*
 * Return the number of lanes of a link, including failed ones. Port topo_ports() is the host link.
 */
unsigned int machine_lanes(const struct machine *machine, unsigned int port);

/* Return the number of lanes of a fabric that have failed, each direction of a link counted. */
unsigned int fabric_failed(const struct net_fabric *fabric);

/*
 * Return the time of a phit on a lane of the link that leaves a chip by a port, in ticks (NET_TICKS
 * a cycle). Port topo_ports() is the host link.
 */
unsigned int machine_ticks(const struct machine *machine, unsigned int chip, unsigned int port);

/* Return the same of a link between chips, as if it were not degraded. */
unsigned int machine_rated(const struct machine *machine, unsigned int chip, unsigned int port);

/* --- links and their lanes, by name; the machine must be built --- */

/* Room for a name from link_example(). */
#define LINK_EXAMPLE	(MACHINE_NAME + 16)

/* Room for a text from link_none(). */
#define LINK_NONE	(2 * LINK_EXAMPLE + 80)

/*
 * Name the first link of the first chip by coordinates: "0,0,0:X+". Return its port, or TOPO_NONE
 * if the machine has no links.
 */
unsigned int link_example(const struct machine *machine, char name[LINK_EXAMPLE]);

/* Write a message that there is no such link, with examples of the machine's names; return text. */
const char *link_none(const struct machine *machine, char text[LINK_NONE]);

/* Lanes of one direction of a link. */
struct link_lanes {
	unsigned int chip; /* where the link begins */
	unsigned int port;
	unsigned int lanes; /* by bit; never 0 */
};

/* Find lanes by the name of a tile, a link or a lane. Return 0, or -EINVAL if there is none. */
int link_lanes_find(const struct machine *machine, const char *name, struct link_lanes *found);

/* Return the same lanes of the opposite direction. */
struct link_lanes link_back(const struct machine *machine, const struct link_lanes *link);

/* --- failures and other changes while it runs --- */

/* Failures and other changes while a machine runs, by the options --at 'TIME WHAT'. */
struct damage {
	struct option_list wanted; /* arguments of --at */
	struct net_changes changes; /* the changes, and how the machine copes with them */
	struct net_change *list; /* the same changes, writable; owned */
};

/* Parse a time, at most 1e6 s, as router cycles. Return 0 or -EINVAL. */
int machine_parse_cycles(const char *text, uint64_t *cycles);

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
void damage_report_late(const struct damage *damage, uint64_t cycles);

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

#endif /* MACHINE_H */
