/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Traffic: what fills a struct net_traffic. Patterns, stencils, MPI messages, lists of them.
 *
 * A node's transfers depend on the seed and on nothing else: not on other nodes, threads, or the
 * order of calls.
 */
#ifndef NETSIM_TRAFFIC_H
#define NETSIM_TRAFFIC_H

#include <stdio.h>

#include "netsim/flow/flow.h"

/**
 * traffic_free() - free a traffic
 * @traffic: filled in by a function of this header; with a NULL context nothing happens
 */
void traffic_free(struct net_traffic *traffic);

struct traffic_pattern;

/**
 * struct traffic_kind - a pattern: which node a node sends to
 * @name: its name
 * @help: the destination, in a few words
 * @needs: what a machine must have, to end a message with; NULL: nothing
 * @fits: whether it has that; NULL: always
 * @partner: the chip that the nodes of a chip send to, each to the node of the same NIC; a node
 *	that would send to itself is silent
 * @circle: instead of @partner: all nodes form one random circle, and each sends to the next
 * @hot: without @partner and @circle, each transfer draws its destination; first whether it goes to
 *	the hot node
 */
struct traffic_kind {
	const char *name;
	const char *help;
	const char *needs;
	bool (*fits)(const struct topo *topo, const struct traffic_pattern *pattern);
	unsigned int (*partner)(const struct topo *topo, unsigned int chip);
	bool circle;
	bool hot;
};

/* All patterns, the first of them uniform; the name behind the last one is NULL. */
extern const struct traffic_kind traffic_kinds[];

/**
 * struct traffic_pattern - an open loop: nodes send at random times, come what may
 * @kind: which nodes they send to, of traffic_kinds[]
 * @each: every transfer, but for its node and cycle
 * @gap: router cycles between two transfers of a node, on average; exponentially distributed;
 *	0: all of them at cycle 0
 * @count: transfers of a node; 0: without end
 * @until: none from this cycle on; NET_FOREVER: without end
 * @seed: of all that is drawn
 * @hot: the node that a pattern with a hot node prefers
 * @share: part of all transfers that go there, in 2^-32
 */
struct traffic_pattern {
	const struct traffic_kind *kind;
	struct net_transfer each;
	double gap;
	uint64_t count;
	uint64_t until;
	uint64_t seed;
	uint32_t hot;
	uint32_t share;
};

/**
 * traffic_pattern() - make traffic by a pattern
 * @topo: whose nodes
 * @pattern: what they do
 * @traffic: filled in, for traffic_free()
 *
 * Return: 0, -ENOMEM, -EINVAL for a pattern that these chips do not allow, a @gap not from 0 to
 * 2^32, or no @count at a @gap below 2^-16.
 */
int traffic_pattern(const struct topo *topo, const struct traffic_pattern *pattern,
		    struct net_traffic *traffic);

/**
 * enum traffic_limit - what a load is a part of
 * @TRAFFIC_BUSIEST: what is used most: the lanes of a link, if they share alike, or a NIC
 * @TRAFFIC_NIC: the NIC that is used most, whatever that means for the links
 */
enum traffic_limit {
	TRAFFIC_BUSIEST,
	TRAFFIC_NIC,
};

/**
 * traffic_gap() - find the gap at which a pattern offers a load
 * @config: choices
 * @pattern: the pattern; its own gap is not used
 * @limit: what @load is a part of
 * @load: 1: it is busy all the time, before the machine changes
 * @gap: filled in
 *
 * Return: 0, -EINVAL for a @load that is not above 0, a transfer of nothing or of more than 2^59 -
 * 1 packets, or as traffic_pattern() and flow_new(), -EHOSTUNREACH.
 */
int traffic_gap(const struct net_config *config, const struct traffic_pattern *pattern,
		enum traffic_limit limit, double load, double *gap);

/** MPI_PARTS: most transfers of a message */
#define MPI_PARTS	3

/**
 * struct mpi - protocols by size of message (Pedretti, Fig. 5)
 * @several: from this size on header and data are apart, in several PUTs; below, one PUT has both
 * @pulled: from this size on the receiver fetches the data by GETs
 * @engine: from this size on the block engine PUTs them, with a few GETs of the receiver
 * @header: bytes that travel with each message
 * @get: of the engine's messages, bytes for which there is one GET of 64 bytes
 * @instant: the host interface takes no time: for models alone
 */
struct mpi {
	uint64_t several;
	uint64_t pulled;
	uint64_t engine;
	uint32_t header;
	uint64_t get;
	bool instant;
};

/* As measured on Cielo; between the powers of two that were measured, chosen. */
extern const struct mpi mpi_cray;

/**
 * mpi_bte() - does the block transfer engine make a transfer's packets?
 * @mpi: the protocols
 * @bytes: of the transfer
 *
 * What holds for the data of messages holds for transfers that are none, too.
 *
 * Return: whether it does.
 */
static inline bool mpi_bte(const struct mpi *mpi, uint64_t bytes)
{
	return bytes >= mpi->engine;
}

/**
 * struct mpi_part - a transfer of a message
 * @transfer: its node is not set
 * @pulled: the receiver issues it, not the sender
 */
struct mpi_part {
	struct net_transfer transfer;
	bool pulled;
};

/**
 * mpi_message() - split a message into transfers
 * @mpi: the protocols
 * @bytes: of the message
 * @zero: its data are zeros
 * @parts: filled in; room for MPI_PARTS
 *
 * Return: how many transfers.
 */
unsigned int mpi_message(const struct mpi *mpi, uint64_t bytes, bool zero,
			 struct mpi_part *parts);

/**
 * struct stencil - a job whose ranks, a grid of boxes, exchange what lies at their borders
 * @grid: ranks along x, y, z, 2^28 in all; rank = x + grid[0] * (y + grid[1] * z)
 * @points: 6: faces; 26 or 27: faces, edges and corners
 * @box: cells of a rank along x, y, z, up to 2^16
 * @cell: bytes a cell, up to 2^20
 * @periodic: the grid is a torus
 * @zero: the cells are zero
 * @steps: exchanges, one behind the other; no message is more than 2^52 bytes in all of them
 * @node: ranks of a node along x, y, z, which divide @grid
 * @random: ranks are dealt to nodes at random, as many a node
 * @seed: of that
 * @mpi: how messages travel
 */
struct stencil {
	unsigned int grid[3];
	unsigned int points;
	unsigned int box[3];
	unsigned int cell;
	bool periodic;
	bool zero;
	unsigned int steps;
	unsigned int node[3];
	bool random;
	uint64_t seed;
	struct mpi mpi;
};

/**
 * stencil_ranks() - count the ranks of a stencil
 * @stencil: the stencil
 *
 * Return: how many; 0 for an empty grid, or one that is too large.
 */
uint32_t stencil_ranks(const struct stencil *stencil);

/**
 * stencil_place() - find the node of each rank
 * @stencil: the stencil
 * @topo: the machine
 * @place: filled in, stencil_ranks() entries: the node of each rank
 *
 * The blocks of @node are numbered z fastest, then y, then x; so are the nodes of a system: the
 * last dimension fastest, two a chip.
 *
 * Return: 0, -EINVAL for what is out of range or does not divide, -E2BIG for more than @topo's
 * nodes, -ENOMEM.
 */
int stencil_place(const struct stencil *stencil, const struct topo *topo, uint32_t *place);

/**
 * struct stencil_gap - two nodes of neighbours that have no way to each other
 * @from: a node
 * @to: one that it cannot reach, or that cannot reach it
 */
struct stencil_gap {
	uint32_t from;
	uint32_t to;
};

/**
 * stencil_ways_left() - check that all neighbours can reach each other
 * @stencil: the stencil
 * @place: by stencil_place()
 * @fabric: the machine
 * @gap: filled in after -EHOSTUNREACH
 *
 * Return: 0, -EHOSTUNREACH.
 */
int stencil_ways_left(const struct stencil *stencil, const uint32_t *place,
		      const struct net_fabric *fabric, struct stencil_gap *gap);

/**
 * stencil_traffic() - make the traffic of a stencil
 * @stencil: the stencil
 * @topo: the machine
 * @traffic: filled in, for traffic_free()
 *
 * All may start in cycle 0. Ranks of the same node do not need the network.
 *
 * Return: 0, or as stencil_place().
 */
int stencil_traffic(const struct stencil *stencil, const struct topo *topo,
		    struct net_traffic *traffic);

/**
 * stencil_flow() - add the traffic of a stencil to a flow engine at once
 * @stencil: the stencil
 * @place: by stencil_place()
 * @config: choices
 * @flow: the engine
 *
 * Return: 0, -EINVAL, -EHOSTUNREACH.
 */
int stencil_flow(const struct stencil *stencil, const uint32_t *place,
		 const struct net_config *config, struct flow *flow);

/**
 * struct traffic_error - what is wrong with a list, and where
 * @file: name of the list
 * @line: line, from 1 on
 * @reason: what is wrong; a constant
 */
struct traffic_error {
	const char *file;
	unsigned long line;
	const char *reason;
};

/**
 * traffic_list() - make traffic from a text
 * @file: where to read it
 * @name: of the file, for @error
 * @fabric: whose nodes; its lanes and ticks do not matter where nothing has failed
 * @mpi: how messages travel
 * @traffic: filled in, for traffic_free()
 * @error: filled in after -EINVAL
 *
 * A line is `SRC DST BYTES [put|get|mpi] [at CYCLE] [zero]`, the words in any order; `#` begins a
 * comment. SRC issues the PUT (so it is without a word) or GET, or sends the message. Of one
 * cycle, a node issues in the order of the lines. Engines accept whatever comes out: a line that
 * they would refuse, for its cycle or because no way is left, is an error here.
 *
 * Return: 0, -EINVAL, -ENOMEM, or what reading returned.
 */
int traffic_list(FILE *file, const char *name, const struct net_fabric *fabric,
		 const struct mpi *mpi, struct net_traffic *traffic, struct traffic_error *error);

/**
 * traffic_list_has_zeros() - check whether a list has data of zeros
 * @traffic: made by traffic_list()
 *
 * Return: whether a line of it says so.
 */
bool traffic_list_has_zeros(const struct net_traffic *traffic);

#endif /* NETSIM_TRAFFIC_H */
