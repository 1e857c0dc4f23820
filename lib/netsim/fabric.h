/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The hardware of a simulated network: topology, lanes, rates (docs/simulator.md, "The machine").
 */
#ifndef NETSIM_FABRIC_H
#define NETSIM_FABRIC_H

#include <stdint.h>

#include "routing.h"
#include "topo/topo.h"

/* Ticks of 10 ps in a router cycle of 800 MHz. */
#define NET_TICKS	125

/* ps of a router cycle. */
#define NET_CYCLE_PS	(10 * NET_TICKS)

/* Parts of a tick, in which NICs count: 5 cycles of 650 MHz, and of 800 MHz, are whole numbers. */
#define NET_NIC_PART	13

/* A router cycle as NICs count: the least turn of a NIC. */
#define NET_NIC_CYCLE	(NET_NIC_PART * NET_TICKS)

/* Most bytes, and most ps, of a rate: what a packet takes does not overflow. */
#define NET_RATE_MOST	(1ull << 50)

/* Most lanes of a link. */
#define NET_LANES	8

/* Phits of the smallest input buffer: two packets of any size, as rings need. */
#define NET_BUFFER_LEAST	64

/* Phits of the largest input buffer. */
#define NET_BUFFER_MOST		4096

/* SerDes lanes of a tile. */
#define NET_SERDES	3

/* Most links of a chip, not counting the host link. */
#define NET_PORTS	(2 * TOPO_DIMS)

/* So many bytes in so many ps: both from 1 to NET_RATE_MOST. */
struct net_rate {
	uint64_t bytes;
	uint64_t ps;
};

/* The end points: NICs, and what connects them with their hosts. */
struct net_host {
	uint32_t turn;	/* from packet to packet of a NIC, in 1/NET_NIC_PART of a tick */
	struct net_rate rate;	/* of the host interface, which only packets of jobs pay for */
};

/*
 * The hardware: topology, lanes, rates, and how long a hop takes. Lanes, hop and buffer are by
 * port, equal at both ends of a link; a further entry after the last port is for the host link,
 * whose NET_LANES lanes take NET_TICKS a phit. A link all of whose lanes have failed is lost.
 */
struct net_fabric {
	struct topo topo;	/* its family says how many NICs and virtual channels a chip has */
	uint8_t lanes[NET_PORTS];	/* 1 to NET_LANES */
	uint16_t hop[NET_PORTS + 1]; /* router cycles from grant to next input or node, above 0 */
	uint16_t buffer[NET_PORTS + 1];	/* phits for each virtual channel of an input */
	struct net_bias bias[NET_BIASES];	/* of adaptive routings, where there are groups */
	struct net_host host;
	uint16_t *ticks;		/* ticks a phit, above 0, at [chip * topo_ports() + port] */
	uint16_t *rated;		/* ticks before links were degraded; NULL: none was */
	uint8_t *failed;		/* failed lanes of the same links, by bit; NULL: none */
};

struct gemini_system;

/* Make the fabric of a Gemini system; free it with net_fabric_free(). Returns 0 or -ENOMEM. */
int net_fabric_gemini(struct net_fabric *fabric, const struct gemini_system *system);

/*
 * Make a fabric whose links are as the topology describes their classes; free it with
 * net_fabric_free(). Host links have the hop and the buffers of the first class. Returns 0 or
 * -ENOMEM.
 */
int net_fabric_classes(struct net_fabric *fabric, const struct topo *topo);

/*
 * Make a fabric whose links all have so many lanes (1 to NET_LANES) and ticks a phit; free it with
 * net_fabric_free(). Hops and buffers come from the topology's classes. Returns 0, -EINVAL for
 * impossible lanes or ticks, or -ENOMEM.
 */
int net_fabric_even(struct net_fabric *fabric, const struct topo *topo, unsigned int lanes,
		    unsigned int ticks);

/* Return the router cycles from packet to packet of a NIC. */
static inline double net_turn_cycles(const struct net_fabric *fabric)
{
	return (double)fabric->host.turn / NET_NIC_CYCLE;
}

/* Return the ticks that a phit takes on so many (1 to NET_SERDES) of a tile's SerDes lanes. */
static inline unsigned int net_serdes_ticks(unsigned int ticks, unsigned int serdes)
{
	return (ticks * NET_SERDES + serdes - 1) / serdes;
}

/*
 * Degrade one direction of a link: all of its tiles have so many (1 to NET_SERDES) SerDes lanes
 * left. Returns 0, -EINVAL if a phit would take too long, or -ENOMEM.
 */
int net_fabric_degrade(struct net_fabric *fabric, unsigned int chip, unsigned int port,
		       unsigned int serdes);

/* Return a fabric without failed and degraded links, which shares the memory of the given one. */
struct net_fabric net_fabric_whole(const struct net_fabric *fabric);

/* Free what a fabric has allocated; leaves it empty. */
void net_fabric_free(struct net_fabric *fabric);

#endif /* NETSIM_FABRIC_H */
