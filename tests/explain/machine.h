/* SPDX-License-Identifier: GPL-2.0-only */
/* The machine of a scenario: its fabric, and its links as explanations number them. */
#ifndef TESTS_EXPLAIN_MACHINE_H
#define TESTS_EXPLAIN_MACHINE_H

#include "scenario.h"

/* Colour of a dragonfly's links between groups. */
#define MACHINE_BETWEEN_GROUPS	2

/* Make the fabric of a machine: Gemini or Aries. Returns 0 or a negative errno. */
int machine_fabric(struct net_fabric *fabric, const struct topo *topo);

/*
 * Number the links of a scenario's machine: those of chip 0 by port, the host link last, then of
 * chip 1. Returns 0 or -ENOMEM.
 */
int machine_make(struct scenario *scenario);

/* Find a link by its chip and port; the host link has the port after the last one. */
uint32_t machine_link(const struct scenario *scenario, unsigned int chip, unsigned int port);

/* Find the other direction of a link. */
uint32_t machine_back(const struct scenario *scenario, uint32_t link);

/* Whether a link is the host link of a chip. */
bool machine_is_host(const struct scenario *scenario, uint32_t link);

/* Make a link's tiles slower, or fail, in both directions. Returns 0 or a negative errno. */
int machine_hurt(struct scenario *scenario, uint32_t link, unsigned int serdes);

/* Undo that. */
void machine_mend(struct scenario *scenario);

#endif /* TESTS_EXPLAIN_MACHINE_H */
