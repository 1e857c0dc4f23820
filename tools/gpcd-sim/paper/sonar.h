/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The experiments of Pedretti et al., "Using the Cray Gemini Performance
 * Counters", section V, on an empty Cielo.
 */
#ifndef SONAR_H
#define SONAR_H

#include "claim.h"
#include "ping.h"

/**
 * sonar_node() - find the first node of a chip
 * @machine: the machine
 * @x: coordinate of the chip
 * @y: likewise
 * @z: likewise
 *
 * Return: number of the node.
 */
uint32_t sonar_node(const struct machine *machine, unsigned int x, unsigned int y,
		    unsigned int z);

/**
 * sonar_received() - read a counter of a chip, summed over its links to other chips
 * @engine: the network
 * @chip: number of the chip
 * @counter: the counter
 *
 * Return: the sum: what the chip received from other chips.
 */
uint64_t sonar_received(const struct engine *engine, unsigned int chip, enum net_counter counter);

/**
 * sonar_sent() - read a counter of a chip's host link
 * @engine: the network
 * @chip: number of the chip
 * @counter: the counter
 *
 * Return: its value: what the nodes of the chip sent.
 */
uint64_t sonar_sent(const struct engine *engine, unsigned int chip, enum net_counter counter);

/*
 * The experiments. Each runs on @machine, adds rows to @table, and returns the exit code, having
 * said what is wrong. The table has claim_columns, but that of sonar_efficiency() has
 * sonar_efficiency_columns.
 */

/** sonar_putget() - what a PUT and a GET of 64 bytes put on the links (V.A) */
int sonar_putget(const struct machine *machine, struct table *table);

/** sonar_compression() - what 1 MiB of zeros and of random bits put on the links (V.A) */
int sonar_compression(const struct machine *machine, struct table *table);

/** sonar_direction() - which counters a PUT to a neighbour in X+ moves (V.B) */
int sonar_direction(const struct machine *machine, struct table *table);

/** sonar_routes() - which links requests and responses take (V.C) */
int sonar_routes(const struct machine *machine, struct table *table);

/** sonar_efficiency() - what MPI messages put on the links, by their size (V.D, Fig. 5) */
int sonar_efficiency(const struct machine *machine, struct table *table);

/** SONAR_EFFICIENCY_COLUMNS - number of columns of the table of sonar_efficiency() */
#define SONAR_EFFICIENCY_COLUMNS 9

/** sonar_efficiency_columns - its columns */
extern const struct column sonar_efficiency_columns[SONAR_EFFICIENCY_COLUMNS];

#endif /* SONAR_H */
