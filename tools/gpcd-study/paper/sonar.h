/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The experiments of Pedretti et al., "Using the Cray Gemini Performance Counters", section V, on
 * an empty Cielo.
 */
#ifndef SONAR_H
#define SONAR_H

#include "claim.h"
#include "ping.h"

/* Return the first node of the chip at a coordinate. */
uint32_t sonar_node(const struct machine *machine, unsigned int x, unsigned int y,
		    unsigned int z);

/* Return a counter of a chip, summed over its links to other chips: what it received from them. */
uint64_t sonar_received(const struct engine *engine, unsigned int chip, enum net_counter counter);

/* Return a counter of a chip's host link: what the nodes of the chip sent. */
uint64_t sonar_sent(const struct engine *engine, unsigned int chip, enum net_counter counter);

/*
 * The experiments. Each runs on a machine, adds rows to a table with claim_columns
 * (sonar_efficiency() has columns of its own), and returns the exit code; errors are reported.
 */

/* The traffic on links of a PUT and a GET of 64 bytes (V.A). */
int sonar_putget(const struct machine *machine, struct table *table);

/* The traffic on links of 1 MiB of zeros and of random bits (V.A). */
int sonar_compression(const struct machine *machine, struct table *table);

/* The counters that a PUT to a neighbour in X+ moves (V.B). */
int sonar_direction(const struct machine *machine, struct table *table);

/* The links that requests and responses take (V.C). */
int sonar_routes(const struct machine *machine, struct table *table);

/* The traffic on links of MPI messages, by size (V.D, Fig. 5). */
int sonar_efficiency(const struct machine *machine, struct table *table);

/* Columns of the table of sonar_efficiency(). */
#define SONAR_EFFICIENCY_COLUMNS 9

extern const struct column sonar_efficiency_columns[SONAR_EFFICIENCY_COLUMNS];

#endif /* SONAR_H */
