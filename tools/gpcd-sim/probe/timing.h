/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Small programs, timed on a simulated machine, of packets or of worms.
 */
#ifndef TIMING_H
#define TIMING_H

#include "machine/machine.h"
#include "netsim/program/program.h"

/**
 * timing_nodes() - count the nodes of a machine
 * @machine: the machine, described; of packets: built
 *
 * Return: how many.
 */
uint32_t timing_nodes(const struct machine *machine);

/**
 * timing_hops() - count the links between two nodes
 * @machine: as of timing_nodes()
 * @from: a node
 * @to: another one
 *
 * Return: the links between chips on the way that a message takes on the whole machine.
 */
unsigned int timing_hops(const struct machine *machine, uint32_t from, uint32_t to);

/**
 * timing_run() - find how long the first rank of a program takes
 * @machine: as of timing_nodes()
 * @program: the program
 * @place: by rank: its node
 * @ns: filled in: from the beginning to the end of its last operation
 *
 * Return: the exit code, having said what is wrong.
 */
int timing_run(const struct machine *machine, const struct program *program, const uint32_t *place,
	       double *ns);

#endif /* TIMING_H */
