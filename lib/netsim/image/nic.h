/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts of NICs in the registers of an image. */
#ifndef NETSIM_IMAGE_NIC_H
#define NETSIM_IMAGE_NIC_H

#include <gpcd/image.h>

#include "netsim/net.h"

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

#endif /* NETSIM_IMAGE_NIC_H */
