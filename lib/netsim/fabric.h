/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The hardware of a simulated network: topology, lanes, rates (docs/simulator.md, "The machine").
 */
#ifndef NETSIM_FABRIC_H
#define NETSIM_FABRIC_H

#include <stdint.h>

#include "topo/topo.h"

/** NET_TICKS: ticks of 10 ps in a router cycle of 800 MHz */
#define NET_TICKS	125

/** NET_LANES: most lanes of a link */
#define NET_LANES	8

/** NET_BUFFER_LEAST: phits of the smallest input buffer: two slots of any size, as rings need */
#define NET_BUFFER_LEAST	64

/** NET_BUFFER_MOST: phits of the largest input buffer */
#define NET_BUFFER_MOST		4096

/** NET_PORTS: most links of a chip, the host link not counted */
#define NET_PORTS	(2 * TOPO_DIMS)

/**
 * struct net_fabric - the hardware: topology, lanes, rates, and how long a hop takes
 * @topo: the topology; its family says how many NICs and virtual channels a chip has
 * @lanes: lanes of each port, 1 to NET_LANES; the ports at the two ends of a link have as many
 * @hop: router cycles from grant to the next input, above 0, of each port; the ports at the two
 *	ends of a link have as many; behind the last port: from grant to the node
 * @buffer: phits of an input buffer, for each virtual channel, NET_BUFFER_LEAST to
 *	NET_BUFFER_MOST, of each port; likewise; behind the last port: of a host tile
 * @ticks: ticks a phit of each link, above 0, at [chip * topo_ports() + port]
 * @failed: lanes that have failed, by bit, of each link likewise, or NULL: none
 *
 * A link all of whose lanes failed is lost.  Host links have NET_LANES lanes of NET_TICKS.
 */
struct net_fabric {
	struct topo topo;
	uint8_t lanes[NET_PORTS];
	uint16_t hop[NET_PORTS + 1];
	uint16_t buffer[NET_PORTS + 1];
	uint16_t *ticks;
	uint8_t *failed;
};

struct gemini_system;

/**
 * net_fabric_gemini() - make the fabric of a Gemini system
 * @fabric: filled in, for net_fabric_free()
 * @system: the system
 *
 * Return: 0, -ENOMEM.
 */
int net_fabric_gemini(struct net_fabric *fabric, const struct gemini_system *system);

/**
 * net_fabric_classes() - make a fabric whose links are as the topology describes their classes
 * @fabric: filled in, for net_fabric_free()
 * @topo: the topology
 *
 * A node is as far from its chip as the neighbour over a link of the first class, and host tiles
 * have the buffers of that class.
 *
 * Return: 0, -ENOMEM.
 */
int net_fabric_classes(struct net_fabric *fabric, const struct topo *topo);

/**
 * net_fabric_even() - make a fabric of equal links
 * @fabric: filled in, for net_fabric_free()
 * @topo: the topology, whose classes say how long a hop takes, and how large buffers are
 * @lanes: of every link, 1 to NET_LANES
 * @ticks: ticks a phit of every link
 *
 * Return: 0, -EINVAL for lanes or ticks that there cannot be, -ENOMEM.
 */
int net_fabric_even(struct net_fabric *fabric, const struct topo *topo, unsigned int lanes,
		    unsigned int ticks);

/**
 * net_fabric_free() - free what a fabric has allocated
 * @fabric: the fabric, empty after this
 */
void net_fabric_free(struct net_fabric *fabric);

#endif /* NETSIM_FABRIC_H */
