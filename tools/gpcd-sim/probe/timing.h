/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Time small programs on a simulated machine that switches packets or worms. The machine must be
 * described, and, if it switches packets, built.
 */
#ifndef TIMING_H
#define TIMING_H

#include "machine/machine.h"
#include "netsim/program/program.h"

/* Return the number of nodes of a machine. */
uint32_t timing_nodes(const struct machine *machine);

/* Return the number of links between chips on a message's path, in the machine without failures. */
unsigned int timing_hops(const struct machine *machine, uint32_t from, uint32_t to);

/*
 * Find the ns from the start to the end of the last operation of a program's first rank; place is
 * by rank. Return the exit code; errors are reported.
 */
int timing_run(const struct machine *machine, const struct program *program, const uint32_t *place,
	       double *ns);

#endif /* TIMING_H */
