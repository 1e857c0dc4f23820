/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The simulated hardware, as the command line asks for it.
 */
#ifndef MACHINE_H
#define MACHINE_H

#include <argp.h>

#include "hardware/hardware.h"
#include "netsim/net.h"
#include "topo/gemini.h"

/**
 * struct machine - the simulated hardware
 * @is_gemini: it is a torus of three dimensions, which has cabinets, tiles and images
 * @has_images: its chips have the registers of Geminis or Aries
 * @system: its cabinets, if it has any
 * @fabric: its chips and links; of a machine that switches worms the topology alone
 * @usual: default topology, by its name for topo_parse()
 * @wanted: the topology that was asked for, likewise, or NULL
 * @file: the machine file that was asked for, in place of @wanted, or NULL
 * @hardware: what @file says, once machine_describe() has read it
 * @described: it has
 * @class: topology class of its cabinets, or -1: by its size
 * @blue: blue links of each pair of groups, or 0: as the topology says
 * @failed: links and tiles that have failed, an argz(3) vector
 * @failed_size: bytes of @failed
 */
struct machine {
	bool is_gemini;
	bool has_images;
	struct gemini_system system;
	struct net_fabric fabric;
	const char *usual;
	char *wanted;
	const char *file;
	struct hardware hardware;
	bool described;
	int class;
	unsigned int blue;
	char *failed;
	size_t failed_size;
};

/** MACHINE_SIZE: the machine that is simulated if nothing else is wanted */
#define MACHINE_SIZE "8x8x8"

/** MACHINE_CIELO - topology of the machine of Pedretti et al. */
#define MACHINE_CIELO "torus:16x12x24"

/** machine_begin() - make the options of machine_argp, one a family of topologies; call it first */
void machine_begin(void);

/*
 * An option for each family of topologies, --blue, --machine, --class and --fail; the input is a
 * struct machine.
 */
extern const struct argp machine_argp;

/* Those of a machine of Geminis, --torus, --machine, --class and --fail; the input is the same. */
extern const struct argp gemini_argp;

/* Those of a machine whose chips have registers: --dragonfly and --blue, too; likewise. */
extern const struct argp cabled_argp;

/**
 * machine_describe() - read the machine file that is wanted, if there is one
 * @machine: what is wanted; receives what the file says
 *
 * Return: the exit code, having said what is wrong.
 */
int machine_describe(struct machine *machine);

/**
 * machine_switches_worms() - whether a machine switches worms, which no engine of packets simulates
 * @machine: the machine, described
 *
 * Return: true if it does.
 */
bool machine_switches_worms(const struct machine *machine);

/**
 * machine_build() - build the machine that is wanted
 * @machine: what is wanted; receives the machine, for machine_free() in any case
 *
 * Return: the exit code, having said what is wrong.
 */
int machine_build(struct machine *machine);

/**
 * machine_free() - free a machine
 * @machine: the machine, built or not
 */
void machine_free(struct machine *machine);

/** MACHINE_NAME - bytes of the longest name of a chip, with a NUL */
#define MACHINE_NAME 96

/**
 * machine_coord() - write a chip's coordinate
 * @machine: the machine
 * @chip: number of the chip
 * @name: receives the coordinate as in the chip's image and in gpcd, "3,0,1"; for a dragonfly
 *	group, chassis, blade
 */
void machine_coord(const struct machine *machine, unsigned int chip, char name[MACHINE_NAME]);

/**
 * machine_chip_name() - name a chip
 * @machine: the machine
 * @chip: number of the chip
 * @name: receives its place in the cabinets, "c0-0c0s0g0", or without cabinets its coordinate,
 *	"3,0,1"
 */
void machine_chip_name(const struct machine *machine, unsigned int chip, char name[MACHINE_NAME]);

/**
 * machine_chip() - find a chip
 * @machine: the machine
 * @name: its name, as machine_chip_name() has it, or its coordinate
 *
 * Return: the number of the chip, or TOPO_NONE if there is none.
 */
unsigned int machine_chip(const struct machine *machine, const char *name);

/**
 * machine_lanes() - count the lanes of a link
 * @machine: the machine
 * @port: the chip's port that it is at; topo_ports(): the host link
 *
 * Return: the number of lanes, failed ones included.
 */
unsigned int machine_lanes(const struct machine *machine, unsigned int port);

/**
 * fabric_failed() - count the lanes of a fabric that have failed
 * @fabric: the fabric
 *
 * Return: how many, each direction of a link by itself.
 */
unsigned int fabric_failed(const struct net_fabric *fabric);

/**
 * machine_ticks() - find how long a phit takes on a lane of a link
 * @machine: the machine
 * @chip: number of the chip that the link leaves
 * @port: the chip's port; topo_ports(): the host link
 *
 * Return: the time, in ticks: a router cycle has NET_TICKS.
 */
unsigned int machine_ticks(const struct machine *machine, unsigned int chip, unsigned int port);

#endif /* MACHINE_H */
