/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What NICs did, counted in the registers of an image.
 */
#ifndef NETSIM_IMAGE_NIC_H
#define NETSIM_IMAGE_NIC_H

#include <gpcd/image.h>

#include "netsim/net.h"

/**
 * struct nic_written - what a view knows of a NIC
 * @did: what it had done when last written, less what an earlier network still owes
 * @waited: router cycles that were written, by way and class
 * @latency: the same of the times of all responses
 */
struct nic_written {
	struct net_nic did;
	uint64_t waited[NET_NIC_WAYS][NET_CLASSES];
	uint64_t latency;
};

/**
 * struct nic_owed - times of a NIC's transactions that a view has not got yet
 * @times: of them, us
 * @any: there are some
 */
struct nic_owed {
	struct gpcd_nic_times times;
	bool any;
};

/**
 * net_times_owe() - note times for a view
 * @owed: what it is owed
 * @times: further times, in router cycles
 */
void net_times_owe(struct nic_owed *owed, const struct net_times *times);

/**
 * net_times_write() - count the times that a view is owed
 * @owed: what it is owed; nothing after this
 * @feed: of an image of its chip, in a batch; if it has no view of the NIC, or its type of chip
 *	keeps no times, nothing happens
 * @nic: index of the NIC on its chip
 */
void net_times_write(struct nic_owed *owed, struct gpcd_image_feed *feed, unsigned int nic);

/**
 * net_times_begin() - find where a NIC's bins begin
 * @feed: of an image of its chip
 * @nic: index of the NIC on its chip
 * @begin: filled in: by bin, router cycles
 *
 * Return: false: the feed has no view of the NIC, or its type of chip keeps no times.
 */
bool net_times_begin(const struct gpcd_image_feed *feed, unsigned int nic,
		     uint64_t begin[NET_BINS]);

/**
 * net_nic_write() - count what a NIC has done since it was last written
 * @written: what was written before; brought up to date
 * @did: what it has done
 * @feed: of an image of its chip, in a batch; if it has no view of the NIC, nothing happens
 * @chip: type of the chip, an &enum gpcd_chip
 * @nic: index of the NIC on its chip
 *
 * Packets that nobody answers count nowhere: no NIC makes them.
 */
void net_nic_write(struct nic_written *written, const struct net_nic *did,
		   struct gpcd_image_feed *feed, unsigned int chip, unsigned int nic);

/**
 * net_nic_restart() - prepare for another network, whose NICs have done nothing yet
 * @written: what was written
 * @did: what the NIC has done in the network that is at its end
 */
void net_nic_restart(struct nic_written *written, const struct net_nic *did);

#endif /* NETSIM_IMAGE_NIC_H */
