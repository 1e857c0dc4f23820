/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Traffic: what fills a struct net_traffic. Patterns, stencils, MPI messages, lists of messages.
 *
 * A node's transfers depend on the seed and on nothing else: not on other nodes, threads, or the
 * order of calls.
 */
#ifndef NETSIM_TRAFFIC_H
#define NETSIM_TRAFFIC_H

#include <stdio.h>

#include "netsim/flow/flow.h"
#include "netsim/net.h"

/* Free a traffic that a function of this header filled in; a NULL context is allowed. */
void traffic_free(struct net_traffic *traffic);

struct traffic_pattern;

/* A pattern: which node a node sends to. */
struct traffic_kind {
	const char *name;
	const char *help;	/* the destination, in a few words */
	const char *needs;	/* what fits() checks, to end a message with, or NULL */
	/* Whether the machine has that; NULL: always. */
	bool (*fits)(const struct topo *topo, const struct traffic_pattern *pattern);
	/*
	 * The chip that the nodes of a chip send to, each to the node of the same NIC. A node that
	 * would send to itself is silent.
	 */
	unsigned int (*partner)(const struct topo *topo, unsigned int chip);
	/* Instead of partner: all nodes form one random cycle, and each sends to the next. */
	bool circle;
	/*
	 * Without partner and circle, each transfer draws its destination; if hot, it first draws
	 * whether it goes to the hot node.
	 */
	bool hot;
};

/* All patterns, the first of them uniform; the last row has the name NULL. */
extern const struct traffic_kind traffic_kinds[];

/* An open loop: nodes send at random times, regardless of what happens. */
struct traffic_pattern {
	const struct traffic_kind *kind;	/* which nodes they send to, of traffic_kinds[] */
	struct net_transfer each;		/* every transfer, except its node and cycle */
	double gap;	/* mean router cycles between transfers, exponential; 0: all at 0 */
	uint64_t count;				/* transfers of a node; 0: no limit */
	uint64_t from;				/* none before this cycle */
	uint64_t until;				/* none from this cycle on; NET_FOREVER: no limit */
	/*
	 * Bursts of on cycles from the first cycle on, with off cycles between them; on = 0: one
	 * burst without end. Gaps count the cycles of bursts alone.
	 */
	uint64_t on, off;
	/* By node: whether it sends; NULL: all do. Outlives the traffic. */
	const bool *sends;
	uint64_t seed;				/* of all that is drawn */
	uint32_t hot;				/* for kind->hot: the preferred node */
	uint32_t share;				/* fraction of transfers that go there, in 2^-32 */
};

/*
 * Make traffic by a pattern; free it with traffic_free(). Returns 0, -ENOMEM, or -EINVAL for a
 * pattern that these chips do not allow, a gap not from 0 to 2^32 - 1, or no count with a gap below
 * 2^-16.
 */
int traffic_pattern(const struct topo *topo, const struct traffic_pattern *pattern,
		    struct net_traffic *traffic);

/*
 * Make traffic by several patterns at once; free it with traffic_free(). A node sends in the order
 * of cycles, in one cycle in the order of the list. Returns as traffic_pattern().
 */
int traffic_patterns(const struct topo *topo, const struct traffic_pattern *list,
		     unsigned int count, struct net_traffic *traffic);

/* What a load is a fraction of. */
enum traffic_limit {
	TRAFFIC_BUSIEST, /* the capacity of the most used link (lanes shared evenly) or NIC */
	TRAFFIC_NIC,		/* the capacity of the most used NIC, regardless of links */
};

/*
 * Find the gap at which a pattern, whose own gap is not used, offers a load; 1: what limit says
 * would be busy all the time if no link had failed or were degraded. Returns 0, -EINVAL for a load
 * that is not above 0, a transfer of nothing or of more than 2^59 - 1 packets, an error of
 * traffic_pattern() or flow_new(), or -EHOSTUNREACH.
 */
int traffic_gap(const struct net_config *config, const struct traffic_pattern *pattern,
		enum traffic_limit limit, double load, double *gap);

/* Most transfers of a message. */
#define MPI_PARTS	3

/*
 * Protocols by size of message (Pedretti, Fig. 5). Below several bytes, one PUT has header and
 * data.
 */
struct mpi {
	uint64_t several;	/* from this size on, header and data are in several PUTs */
	uint64_t pulled;	/* from this size on, the receiver fetches the data by GETs */
	uint64_t engine;	/* from this size on, the block engine PUTs the data */
	uint32_t header;	/* bytes that travel with each message */
	uint64_t get;		/* engine's messages: bytes per GET of 64 bytes by the receiver */
	bool instant;		/* the host interface takes no time: for models alone */
};

/* As measured on Cielo; between the measured powers of two, our choice. */
extern const struct mpi mpi_cray;

/*
 * Whether the block transfer engine makes the packets of a transfer of so many bytes, in a message
 * or not.
 */
static inline bool mpi_bte(const struct mpi *mpi, uint64_t bytes)
{
	return bytes >= mpi->engine;
}

/* A transfer of a message. */
struct mpi_part {
	struct net_transfer transfer;	/* without its node */
	bool pulled;			/* the receiver issues it, not the sender */
};

/*
 * Split a message of so many bytes, zeros or not, into up to MPI_PARTS transfers. Returns how many
 * there are.
 */
unsigned int mpi_message(const struct mpi *mpi, uint64_t bytes, bool zero,
			 struct mpi_part *parts);

/* A job whose ranks, a grid of boxes, exchange what lies at their borders. */
struct stencil {
	unsigned int grid[3];	/* ranks along x, y, z, 2^28 in all; x first */
	unsigned int points;	/* 6: faces; 26 or 27: faces, edges and corners */
	unsigned int box[3];	/* cells of a rank along x, y, z, up to 2^16 */
	unsigned int cell;	/* bytes a cell, up to 2^20 */
	bool periodic;		/* the grid is a torus */
	bool zero;		/* the cells are zero */
	unsigned int steps;	/* exchanges in sequence; a message has up to 2^52 bytes over all */
	unsigned int node[3];	/* ranks of a node along x, y, z, which divide grid */
	bool random;		/* assign ranks to nodes at random, as many per node */
	uint64_t seed;		/* for random */
	struct mpi mpi;		/* how messages travel */
	/*
	 * A node begins an exchange only when all packets of the one before, of its own messages
	 * and of those to it, have arrived and are answered. Such traffic is closed; links may not
	 * fail while it runs.
	 */
	bool waits;
};

/* Return the number of ranks; 0 for an empty grid, or one that is too large. */
uint32_t stencil_ranks(const struct stencil *stencil);

/*
 * Find the node of each of stencil_ranks() ranks. The blocks of node are numbered z fastest, then
 * y, then x; so are the nodes of a system: the last dimension fastest, two a chip. Returns 0,
 * -EINVAL for what is out of range or does not divide, -E2BIG for more than the machine's nodes, or
 * -ENOMEM.
 */
int stencil_place(const struct stencil *stencil, const struct topo *topo, uint32_t *place);

/* Two nodes of neighbours that have no route to each other. */
struct stencil_gap {
	uint32_t from;	/* one of the two cannot reach the other */
	uint32_t to;
};

/*
 * Check that all neighbours, placed by stencil_place(), can reach each other. Returns 0, or
 * -EHOSTUNREACH with two that cannot.
 */
int stencil_routes_left(const struct stencil *stencil, const uint32_t *place,
			const struct net_fabric *fabric, struct stencil_gap *gap);

/*
 * Make the traffic of a stencil; free it with traffic_free(). All may start in cycle 0. Ranks of
 * the same node do not need the network. Returns 0 or an error of stencil_place().
 */
int stencil_traffic(const struct stencil *stencil, const struct topo *topo,
		    struct net_traffic *traffic);

/*
 * Add the traffic of a stencil, placed by stencil_place(), to a flow engine at once. Returns 0,
 * -EINVAL or -EHOSTUNREACH.
 */
int stencil_flow(const struct stencil *stencil, const uint32_t *place,
		 const struct net_config *config, struct flow *flow);

/* What is wrong with a list, and where. */
struct traffic_error {
	const char *file;	/* name of the list */
	unsigned long line;	/* from 1 on */
	const char *reason;	/* a constant */
};

/*
 * Make traffic from a text, called name in error (not copied); free it with traffic_free(). Lanes
 * and ticks of the fabric do not matter where nothing has failed.
 *
 * A line is `SRC DST BYTES [put|get|mpi] [at CYCLE] [zero]`, the words in any order; `#` begins a
 * comment. SRC issues the PUT (the default) or GET, or sends the message. Within a cycle, a node
 * issues in the order of the lines. Engines accept the result: a line that they would reject, for
 * its cycle or because no route is left, is an error here. Returns 0, -EINVAL with error filled in,
 * -ENOMEM, or the error of reading.
 */
int traffic_list(FILE *file, const char *name, const struct net_fabric *fabric,
		 const struct mpi *mpi, struct net_traffic *traffic, struct traffic_error *error);

/* Whether a line of a traffic_list() has data of zeros. */
bool traffic_list_has_zeros(const struct net_traffic *traffic);

/* Open traffic in the background of closed traffic, as one traffic for an engine. */

/* The id of all transfers of the open traffic. */
#define BESIDE_ID	UINT32_MAX

/*
 * Combine two traffics, whose contexts must outlive the result; free it with traffic_free(). No
 * transfer is empty, and no closed one has the id BESIDE_ID. A node that could begin a transfer of
 * either alternates, beginning with the closed traffic. The closed traffic is notified only of its
 * own transfers. Returns 0 or -ENOMEM.
 */
int traffic_beside(const struct topo *topo, const struct net_traffic *closed,
		   const struct net_traffic *open, struct net_traffic *traffic);

#endif /* NETSIM_TRAFFIC_H */
