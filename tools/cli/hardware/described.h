/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Machines that switch packets, as files describe them.
 */
#ifndef CLI_HARDWARE_DESCRIBED_H
#define CLI_HARDWARE_DESCRIBED_H

#include "hardware/hardware.h"
#include "netsim/fabric.h"
#include "topo/gemini.h"

/**
 * described_has_cabinets() - whether a machine is of Geminis in cabinets
 * @hardware: the machine
 *
 * Return: true if media say how fast its links are.
 */
bool described_has_cabinets(const struct hardware *hardware);

/**
 * described_has_tiles() - whether a machine's chips have the tiles of a Gemini or an Aries
 * @hardware: the machine, which switches packets
 *
 * Return: true if register images can hold its counters.
 */
bool described_has_tiles(const struct hardware *hardware);

/**
 * described_fabric() - make the fabric of a machine
 * @hardware: the machine, which switches packets
 * @system: its cabinets, if it has some
 * @fabric: filled in, for net_fabric_free()
 *
 * Return: 0, -ENOMEM.
 */
int described_fabric(const struct hardware *hardware, const struct gemini_system *system,
		     struct net_fabric *fabric);

#endif /* CLI_HARDWARE_DESCRIBED_H */
