/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The simulated hardware, as the command line asks for it.
 */
#ifndef MACHINE_H
#define MACHINE_H

#include <argp.h>

#include "netsim/net.h"
#include "topo/gemini.h"

/**
 * struct machine - the hardware
 * @is_gemini: a three-dimensional torus: it has cabinets, tiles and images
 * @system: if so
 * @fabric: its chips and links
 * @usual: topology, by topo_parse()'s name
 * @wanted: in its place, or NULL
 * @class: of cabinets, or -1
 * @failed: links and tiles without use, as argz(3)
 * @failed_size: its bytes
 */
struct machine {
	bool is_gemini;
	struct gemini_system system;
	struct net_fabric fabric;
	const char *usual;
	char *wanted;
	int class;
	char *failed;
	size_t failed_size;
};

/** MACHINE_SIZE: the machine that is simulated if nothing else is wanted */
#define MACHINE_SIZE "8x8x8"

/** MACHINE_CIELO: the machine of Pedretti et al. */
#define MACHINE_CIELO "torus:16x12x24"

/* Before anything else: make the options of machine_argp, one for each family of topologies. */
void machine_begin(void);

/* --torus, --mesh, --hypercube, --class, --fail; its input is a struct machine. */
extern const struct argp machine_argp;

/* Likewise where nothing but Geminis will do. */
extern const struct argp gemini_argp;

/* Build what is wanted; returns the exit code, having said what is wrong. */
int machine_build(struct machine *machine);

void machine_free(struct machine *machine);

/* Bytes that hold any name of a chip. */
#define MACHINE_NAME 96

/* "c0-0c0s0g0", or where there are no cabinets "3,0,1". */
void machine_chip_name(const struct machine *machine, unsigned int chip, char name[MACHINE_NAME]);

/* A chip by its name or its coordinate "3,0,1", or TOPO_NONE. */
unsigned int machine_chip(const struct machine *machine, const char *name);

/* Lanes of a port, host link included. */
unsigned int machine_lanes(const struct machine *machine, unsigned int port);

/* Ticks a phit on a link that leaves a chip, host link included. */
unsigned int machine_ticks(const struct machine *machine, unsigned int chip, unsigned int port);

#endif /* MACHINE_H */
