/* SPDX-License-Identifier: GPL-2.0-only */
/* Shared by the two halves of the reference: routers (phases 1 to 3) and NICs (phase 4). */
#ifndef REFERENCE_STATE_H
#define REFERENCE_STATE_H

#include <sys/queue.h>

#include "netsim/packet.h"
#include "reference.h"

#define KINDS		2	/* requests, responses */
#define FIFOS		(KINDS * TOPO_PHASES * NET_FIFOS)
#define NEVER		NET_FOREVER

/* NICs count in thirteenths of a tick. */
#define NIC_TICKS	13

/* Most links that a packet crosses, in the small machines of tests. */
#define CROSSINGS	64

/* A link that a packet has been sent over. */
struct crossing {
	const struct tile *output;
	uint64_t head;			/* cycle in which the head is over */
	uint64_t tail;			/* tick at which the tail is */
};

struct packet {
	STAILQ_ENTRY(packet) next;
	uint32_t src, dst, id;
	unsigned int kind, phase;	/* its virtual channel */
	unsigned int phits, bytes;
	unsigned int reply;		/* phits of the response it calls for */
	unsigned int reply_bytes;
	bool hashed;
	enum net_class class;
	uint64_t born;			/* cycle in which it leaves, or may leave, its NIC */
	uint64_t asked;			/* of a response: when the request left its NIC */
	uint64_t waited;		/* cycles in its NIC */
	unsigned int hops;		/* links that it has crossed */
	uint64_t head;			/* cycle from which it may ask where it is */
	uint64_t tail;			/* tick at which it is there whole */
	unsigned int slot;		/* where it is */
	bool asking;			/* since then, for this output */
	uint64_t since;
	enum net_routing routing;	/* without a grid */
	bool steady;			/* the response to it takes the minimal way */
	bool judged;			/* its way is still to be judged */
	unsigned int via;		/* router that it passes first, or TOPO_NONE */
	unsigned int bridge;		/* otherwise: its link between two groups */
	bool black_first;		/* ... or its order within one */
	unsigned int link, lane, next_phase;
	unsigned int room;		/* slots that must be free over there */
	struct crossing crossed[CROSSINGS];
	unsigned int crossings;
	bool broken;			/* a link failed before its tail was over */
	bool error;			/* a response: its request came broken */
};

STAILQ_HEAD(packets, packet);

/*
 * A FIFO of a virtual channel of an input buffer. The FIFOs of a virtual channel share its slots. A
 * slot is the cycle from which its sender may use it.
 */
struct fifo {
	struct tile *tile;		/* whose input it is part of */
	struct packets packets;
	uint64_t free;
	uint64_t *slot;
	unsigned int slots;
	unsigned int way_back;		/* cycles until its sender learns of a free slot */
};

struct tile {
	struct fifo in[FIFOS];
	unsigned int held;		/* packets in these; tiles with none are skipped */
	uint64_t in_free;		/* of a host tile, which its NICs share */
	uint64_t out_free;
	unsigned int waiting;		/* packets that ask for this output */
	uint64_t sent;			/* sendings over this output */
	unsigned int ticks;		/* a phit takes, since a change of width; or 0 */
	struct packets delivery;	/* of a host tile, on their way to a node */
	uint64_t count[NET_COUNTERS];
	uint64_t channel[KINDS * TOPO_PHASES][NET_CHANNEL_COUNTERS];
};

struct nic {
	uint64_t start, take;		/* free from then on, in thirteenths of a tick */
	unsigned int turns;		/* that a packet takes, less one: after a change */
	struct packets responses;
	struct net_transfer transfer;
	uint64_t left;			/* transactions of it */
	struct net_nic did;
	struct net_times times;
	bool done;			/* there is no other; of closed traffic: now */
};

struct ref {
	struct net_config config;
	struct net_traffic traffic;
	const struct topo *topo;
	unsigned int host;		/* number of the host link: the number of ports */
	unsigned int phases;
	unsigned int share;		/* FIFOs of a virtual channel */
	unsigned int fifos;		/* FIFOs of a tile */
	unsigned int tiles;		/* of a chip, including lanes that it lacks */
	struct tile *tile;
	uint64_t *slot;
	struct nic *nics;
	unsigned int *here;		/* packets of each chip, or on a link to it */
	unsigned int active;		/* NICs that have transfers, if traffic is open */
	uint64_t *step;			/* by chip: when closed traffic is to be called */
	struct net_fabric tables;	/* with changes: the fabric that routes are made for */
	uint8_t *dead;			/* with changes: lanes by bit, at [chip * host + port] */
	struct packets failing;		/* requests that will fail, at packet.born */
	struct net_totals totals;
	struct net_meter meter;
};

#define now(ref)	((ref)->totals.cycle)

static inline struct tile *tile(const struct ref *ref, unsigned int chip, unsigned int link,
				unsigned int lane)
{
	return &ref->tile[(size_t)chip * ref->tiles + link * NET_LANES + lane];
}

static inline uint64_t latest(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static inline bool is_free(const struct ref *ref, uint64_t tick)
{
	return tick / NET_TICKS <= now(ref);
}

static inline bool nic_is_free(const struct ref *ref, uint64_t thirteenth)
{
	return thirteenth / NIC_TICKS / NET_TICKS <= now(ref);
}

static inline void nic_use(const struct ref *ref, uint64_t *server)
{
	*server = latest(*server, now(ref) * NET_TICKS * NIC_TICKS) +
		  ref->config.fabric->host.turn;
}

/* Return the first FIFO of a virtual channel of a tile's input, in order of rank. */
static inline struct fifo *channel(const struct ref *ref, struct tile *tile, unsigned int kind,
				   unsigned int phase)
{
	return &tile->in[(kind * ref->phases + phase) * ref->share];
}

/* Put a packet at the end of a FIFO. */
static inline void fifo_add(struct fifo *fifo, struct packet *packet)
{
	STAILQ_INSERT_TAIL(&fifo->packets, packet, next);
	fifo->tile->held++;
}

/* Take a packet out of a FIFO, wherever in it the packet is. */
static inline void fifo_remove(struct fifo *fifo, struct packet *packet)
{
	STAILQ_REMOVE(&fifo->packets, packet, packet, next);
	fifo->tile->held--;
}

/* Return the tile at the other end of an output. */
static inline struct tile *far_tile(const struct ref *ref, unsigned int chip, unsigned int port,
				    unsigned int lane)
{
	return tile(ref, topo_neighbour(ref->topo, chip, port),
		    topo_far_port(ref->topo, chip, port), lane);
}

/* Return how many slots of a virtual channel of a buffer are free. */
static inline unsigned int slots_free(const struct ref *ref, const struct fifo *fifo)
{
	unsigned int slot, sum = 0;

	for (slot = 0; slot < fifo->slots; slot++)
		sum += fifo->slot[slot] <= now(ref);
	return sum;
}

static inline unsigned int slot_take(const struct ref *ref, struct fifo *fifo)
{
	unsigned int slot = 0;

	while (fifo->slot[slot] > now(ref))
		slot++;
	fifo->slot[slot] = NEVER;
	return slot;
}

/* --- reference.c --- */

/* Call closed traffic for a chip; for a notice, set the transfer and the node. */
void ref_step(struct ref *ref, unsigned int chip);
void ref_tell(struct ref *ref, uint32_t node, uint32_t id, enum net_event event);

/* Does a host tile serve a node? */
bool ref_serves(const struct ref *ref, unsigned int lane, uint32_t node);

/* Count a packet that passes its NIC, to or from a host tile. */
void ref_nic_count(struct ref *ref, uint32_t node, enum net_nic_way way,
		   const struct packet *packet, unsigned int lane);

/* --- reference_router.c --- */

/* Run phases 1 to 3 of this cycle at a chip. */
void ref_arrive(struct ref *ref, unsigned int chip);
void ref_ask(struct ref *ref, unsigned int chip);
void ref_serve(struct ref *ref, unsigned int chip);

/* Is a way left from chip to chip? */
bool ref_reaches(const struct ref *ref, unsigned int chip, unsigned int dst);

/* Return the FIFO, within its virtual channel, in which a packet waits at a chip. */
unsigned int ref_fifo(const struct ref *ref, unsigned int chip, const struct packet *packet);

/* Count an arrived packet. */
void ref_phits_count(const struct ref *ref, struct tile *tile, const struct packet *packet);

/* --- reference_routes.c: routes without a grid --- */

/* Return the lanes of a link that have not failed. */
unsigned int ref_lanes(const struct ref *ref, unsigned int chip, unsigned int port);

/* Is a minimal way left from chip to chip? */
bool ref_is_joined(const struct ref *ref, unsigned int chip, unsigned int dst);

/* Return the port of the minimal way of a packet from @src to @dst if nothing has failed. */
unsigned int ref_first_port(const struct ref *ref, unsigned int chip, unsigned int src,
			    unsigned int dst);

/* Find packet.link and packet.next_phase of a head that came through a port. */
void ref_walk(const struct ref *ref, unsigned int chip, unsigned int in, struct packet *packet);

/* --- reference_change.c --- */

/* Prepare for changes, if there are any; 0 or -ENOMEM. */
int ref_changes_start(struct ref *ref);

/* Make the changes of this cycle. */
void ref_change(struct ref *ref);

/* Must NICs be silent in this cycle? */
bool ref_is_quiet(const struct ref *ref);

/* Is no way left at a NIC? Then a request fails, or a response is dropped. */
bool ref_is_cut_off(const struct ref *ref, uint32_t from, uint32_t to, bool and_back);

/* A packet is lost. */
void ref_lose(struct ref *ref, struct packet *packet);

/* Let the request of a lost packet fail when its time is over. */
void ref_give_up(struct ref *ref, const struct packet *packet);

/* Let a request fail. */
void ref_fail(struct ref *ref, uint32_t node, uint32_t id);

/* Let requests of a chip's nodes fail whose time is over in this cycle. */
void ref_fail_late(struct ref *ref, unsigned int chip);

/* Return the lanes of a link that are alive. */
unsigned int ref_alive(const struct ref *ref, unsigned int chip, unsigned int port);

#endif /* REFERENCE_STATE_H */
