/* SPDX-License-Identifier: GPL-2.0-only */
/* Transfers under way: how the network gets them, and its notices about them. */
#ifndef FLIGHT_H
#define FLIGHT_H

#include "world.h"

/* A transfer under way. */
struct flight {
	struct rank *from; /* the process that started it */
	struct rank *to;
	struct ugni_post post; /* of a transaction */
	char *data; /* sent or to be fetched; owned */
	size_t size; /* of data */
	uint64_t bytes; /* payload that the network carries; above 0 */
	unsigned int op; /* enum net_op */
	bool bte; /* sent by the block transfer engine */
	bool fence; /* bte: later ones wait until this and all earlier ones have returned */
	bool failed;
	uint64_t requests; /* packets that have not arrived */
	uint64_t responses; /* packets that have not returned */
	void *what; /* connection of a short message, or datagram */
	/*
	 * Called when the last request has left, when it has arrived, and when the last response
	 * has returned; sent and returned may be NULL.
	 */
	void (*sent)(struct world *world, struct flight *flight);
	void (*arrived)(struct world *world, struct flight *flight);
	void (*returned)(struct world *world, struct flight *flight);
};

/*
 * Give a copy of a transfer to the network, which owns its data from now on. dlvr_mode is
 * GNI_DLVMODE_... Return GNI_RC_SUCCESS or an error; the data is freed then.
 */
gni_return_t flight_begin(struct world *world, const struct flight *flight, uint32_t dlvr_mode);

/* Return the traffic source of a job, for the network of the world. */
struct net_traffic flight_traffic(struct world *world);

/* Free all transfers. */
void flight_free(struct world *world);

#endif /* FLIGHT_H */
