/* SPDX-License-Identifier: GPL-2.0-only */
/* Machines that switch packets, as described by files. */
#ifndef CLI_HARDWARE_DESCRIBED_H
#define CLI_HARDWARE_DESCRIBED_H

#include "hardware/hardware.h"
#include "netsim/fabric.h"
#include "topo/gemini.h"

/* Check if a machine has Geminis in cabinets: media specify the rates of its links. */
bool described_has_cabinets(const struct hardware *hardware);

/*
 * Check if a packet machine's chips have the tiles of a Gemini or an Aries, so that register images
 * can hold their counters.
 */
bool described_has_tiles(const struct hardware *hardware);

/*
 * Make the fabric of a packet machine, for net_fabric_free(). @system is its cabinets, if it has
 * any. Return 0 or -ENOMEM.
 */
int described_fabric(const struct hardware *hardware, const struct gemini_system *system,
		     struct net_fabric *fabric);

#endif /* CLI_HARDWARE_DESCRIBED_H */
