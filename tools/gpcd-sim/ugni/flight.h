/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Transfers under way: what the network is given, and what it says of them.
 */
#ifndef FLIGHT_H
#define FLIGHT_H

#include "world.h"

/**
 * struct flight - a transfer under way
 * @from: the process that has begun it
 * @to: the other process
 * @post: its description, if it is a transaction
 * @data: bytes on their way, or what is to be fetched
 * @size: how many
 * @bytes: payload that the network carries; above 0
 * @op: enum net_op
 * @bte: the block transfer engine sends it
 * @fence: of @bte: those behind it wait until it and all before it have returned
 * @failed: it will not do what it was to do
 * @requests: packets that have not arrived
 * @responses: packets that have not returned
 * @what: of short messages and datagrams: their record
 * @sent: called when its last request has left, or NULL
 * @arrived: called when its last request has arrived
 * @returned: called when its last response has returned, or NULL
 */
struct flight {
	struct rank *from;
	struct rank *to;
	struct ugni_post post;
	char *data;
	size_t size;
	uint64_t bytes;
	unsigned int op;
	bool bte;
	bool fence;
	bool failed;
	uint64_t requests;
	uint64_t responses;
	void *what;
	void (*sent)(struct world *world, struct flight *flight);
	void (*arrived)(struct world *world, struct flight *flight);
	void (*returned)(struct world *world, struct flight *flight);
};

/**
 * flight_begin() - give a transfer to the network
 * @world: the job
 * @flight: the transfer, copied; its data is the network's from now on
 * @dlvr_mode: GNI_DLVMODE_...
 *
 * Return: GNI_RC_SUCCESS, or why not; its data is freed then.
 */
gni_return_t flight_begin(struct world *world, const struct flight *flight, uint32_t dlvr_mode);

/**
 * flight_traffic() - make the traffic of a job
 * @world: the job
 *
 * Return: the traffic, for the network of the world.
 */
struct net_traffic flight_traffic(struct world *world);

/**
 * flight_free() - free all transfers
 * @world: the job
 */
void flight_free(struct world *world);

#endif /* FLIGHT_H */
