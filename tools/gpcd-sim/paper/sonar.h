/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The experiments of Pedretti et al., "Using the Cray Gemini Performance
 * Counters", section V, on an empty Cielo.
 */
#ifndef SONAR_H
#define SONAR_H

#include "claim.h"
#include "ping.h"

/* A node of the chip at a coordinate. */
uint32_t sonar_node(const struct machine *machine, unsigned int x, unsigned int y,
		    unsigned int z);

/* A counter of a chip, summed over the links that join it to others. */
uint64_t sonar_received(const struct engine *engine, unsigned int chip, enum net_counter counter);

/* A counter of a chip's host link: what its nodes sent. */
uint64_t sonar_sent(const struct engine *engine, unsigned int chip, enum net_counter counter);

/* The experiments: each fills a table; returns the exit code. */
int sonar_putget(const struct machine *machine, struct table *table);
int sonar_compression(const struct machine *machine, struct table *table);
int sonar_direction(const struct machine *machine, struct table *table);
int sonar_routes(const struct machine *machine, struct table *table);
int sonar_efficiency(const struct machine *machine, struct table *table);

#define SONAR_EFFICIENCY_COLUMNS 9

extern const struct column sonar_efficiency_columns[SONAR_EFFICIENCY_COLUMNS];

#endif /* SONAR_H */
