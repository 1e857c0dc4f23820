/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Views of chips: what images know of NICs and of filters, and what differs between types of chips,
 * the registers of the tiles.
 */
#ifndef NETSIM_IMAGE_VIEW_H
#define NETSIM_IMAGE_VIEW_H

#include <gpcd/image.h>

#include "image.h"
#include "netsim/net.h"
#include "topo/gemini.h"

/* --- NICs --- */

/* What a view knows of a NIC. */
struct nic_written {
	struct net_nic did;	/* when last written, less what an earlier network still owes */
	uint64_t waited[NET_NIC_WAYS][NET_CLASSES];	/* router cycles written */
	uint64_t latency;				/* likewise, of all responses */
};

/* Times of a NIC's transactions that a view has not got yet. */
struct nic_owed {
	struct gpcd_nic_times times;	/* in us */
	bool any;			/* there are some */
};

/* Add times, in router cycles, to what a view is owed. */
void net_times_owe(struct nic_owed *owed, const struct net_times *times);

/*
 * Count the times that a view is owed, during a batch, and clear them. Does nothing if the feed has
 * no view of the NIC (by its index on its chip), or its type of chip keeps no times.
 */
void net_times_write(struct nic_owed *owed, struct gpcd_image_feed *feed, unsigned int nic);

/*
 * Find where a NIC's bins begin, in router cycles. Returns false if the feed has no view of the
 * NIC, or its type of chip keeps no times.
 */
bool net_times_begin(const struct gpcd_image_feed *feed, unsigned int nic,
		     uint64_t begin[NET_BINS]);

/*
 * Count what a NIC has done since it was last written, during a batch of a feed of its chip (enum
 * gpcd_chip), and update written. Does nothing if the feed has no view of the NIC. Packets that are
 * not answered count nowhere, as no NIC makes them.
 */
void net_nic_write(struct nic_written *written, const struct net_nic *did,
		   struct gpcd_image_feed *feed, unsigned int chip, unsigned int nic);

/* Prepare for another network, whose NICs have done nothing yet; did is from the finished one. */
void net_nic_restart(struct nic_written *written, const struct net_nic *did);

/* --- filters: whitepaper, Fig. 6; gpcd_pub.h has the fields' masks --- */

/* Filters of a virtual channel of a tile. */
#define NET_FILTERS	4

/* Number of the counter of packets that matched any filter, after the filters' own counters. */
#define NET_FILTER_ALL	NET_FILTERS

/*
 * Return which of the NET_FILTERS filters of its virtual channel match a packet, by bit, and 1 <<
 * NET_FILTER_ALL if any does.
 *
 * Our choices: the address is the offset in the transfer, as if memory began at 0; the command is 1
 * for a PUT, 2 for a GET, 3 for an atomic operation. Fields that are not simulated (protection tag,
 * SSID, packet id, routing) are 0. Only the head phit of responses is published; a filter on an
 * unknown phit matches nothing.
 */
unsigned int net_filters_match(const struct gpcd_feed_filter *filters,
			       const struct net_header *header);

/* --- views --- */

/* An image of a chip. */
struct view {
	struct view *next;				/* of the same chip, or of the lost ones */
	struct gpcd_image_feed *feed;
	char *path;					/* of the image */
	unsigned int chip;				/* as in net_images_add() */
	uint64_t start;					/* chip time at the network's cycle 0, ns */
	struct nic_written nics[1 << TOPO_NIC_BITS];	/* what is written of its NICs */
	struct nic_owed owed[1 << TOPO_NIC_BITS];	/* times that are still to be written */
	uint64_t tiles[];	/* state of its tiles: image_kind.tiles bytes */
};

/* How the tiles of a type of chip count. Without tiles all members but the first are 0. */
struct image_kind {
	unsigned int chip;	/* enum gpcd_chip */
	size_t registers;	/* bytes of net_images.registers */
	size_t tiles;		/* bytes of view.tiles, whole words, initially 0 */
	/*
	 * Find the registers, the same on every chip. Returns 0 or an error of
	 * gpcd_feed_reg_find().
	 */
	int (*find)(void *registers);
	/* Count what the tiles have done since; the view is in a batch. */
	void (*write)(const struct net_images *images, struct view *view, const struct net *net);
	/* Forget what the tiles have done in the finished network, except what it still owes. */
	void (*restart)(const struct net_images *images, struct view *view,
			const struct net *net);
	/* Read the set-up registers; returns whether they need arrivals. NULL: never. */
	bool (*look)(const struct net_images *images, struct view *view);
	/* See an arrival, as struct net_observer, with the images as context. */
	void (*arrive)(void *images, unsigned int chip, unsigned int port, unsigned int lane,
		       const struct net_header *header);
};

/* The types of chips. */
extern const struct image_kind image_gemini, image_aries, image_cassini1, image_cassini2;

/* The images of some chips. */
struct net_images {
	const struct image_kind *kind;
	struct topo topo;
	unsigned int chips;				/* that may have images */
	unsigned int nics;				/* of each of them */
	struct gemini_system system;			/* Gemini only */
	void *registers;				/* of the tiles, as kind needs them */
	size_t count;					/* images that are driven */
	struct view **views;				/* by chip */
	struct view *lost;				/* no longer driven */
};

#endif /* NETSIM_IMAGE_VIEW_H */
